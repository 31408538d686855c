import { type RejectionCode, ValueError } from "../../model/error-signal.ts";

const strict = new TextDecoder("utf-8", { fatal: true });

/**
 * UTF-8 without its byte order mark, and without the NUL that ends a text in C: some clients send it, too.
 * @throws ValueError with the position of the first byte that is not UTF-8
 */
export function decodeText(payload: Uint8Array, code: RejectionCode): string {
  try {
    return strict.decode(payload.at(-1) === 0 ? payload.subarray(0, textLength(payload)) : payload);
  } catch (cause) {
    const valid = new TextDecoder().decode(payload.subarray(0, validLength(payload)));
    throw new ValueError(`Payload is not valid UTF-8: ${placeIn(valid, valid.length)}`, code, cause);
  }
}

/** `line 2 column 5 (char 17)`: line and column from 1, char from 0 [D31]. */
export function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `line ${line} column ${offset - before.lastIndexOf("\n")} (char ${offset})`;
}

function textLength(payload: Uint8Array): number {
  let length = payload.length;
  while (payload[length - 1] === 0) length--;
  return length;
}

function validLength(payload: Uint8Array): number {
  let low = 0;
  let high = payload.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isValidPrefix(payload.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

// In stream mode, so that an incomplete character at the end counts as valid.
function isValidPrefix(prefix: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(prefix, { stream: true });
    return true;
  } catch {
    return false;
  }
}
