/** `0x05022a0021` → bytes. */

import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import { CommandError } from "./command-error.ts";

/** @throws CommandError when it has no `0x`, a non-hexadecimal digit, or an odd number of digits */
export function parsePayload(text: string): Buffer {
  if (!/^0x/i.test(text)) throw new CommandError(`payload '${clip(text)}' does not begin with 0x`);
  const digits = text.slice(2);
  const wrong = /[^0-9a-fA-F]/.exec(digits);
  if (wrong !== null) {
    throw new CommandError(
      `payload '${clip(text)}' has a character that is no hexadecimal digit: '${clip(wrong[0])}' at position ${wrong.index + 3}`,
    );
  }
  if (digits.length % 2 === 1) {
    throw new CommandError(
      `payload '${clip(text)}' has an odd number of hexadecimal digits (${digits.length}); a byte has two`,
    );
  }
  return Buffer.from(digits, "hex");
}

/** The struct a payload belongs to [D13]. @throws CommandError */
export function dispatch(channel: string, codecs: ChannelCodecs, payload: Uint8Array): StructCodec {
  const [, id] = payload;
  if (id === undefined) {
    throw new CommandError(`a message has at least two bytes, length and ID; this payload has ${payload.length}`);
  }
  const codec = codecs.byId[id];
  if (codec === undefined) {
    const known = codecs.structs.map((struct) => `${struct.id} (${struct.name})`).join(", ") || "none";
    throw new CommandError(`channel '${channel}' has no struct with ID ${id}; known are ${known}`);
  }
  const { wireSize, size, name } = codec;
  if (payload.length < wireSize || payload.length > size) {
    const expected = wireSize === size ? `${size}` : `${wireSize} to ${size}`;
    throw new CommandError(`${name} (ID ${id}) has ${expected} bytes; this payload has ${payload.length}`);
  }
  return codec;
}

function clip(text: string): string {
  const shown = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
  return shown.length > 80 ? `${shown.slice(0, 77)}…` : shown;
}
