/** The position of a number in a frame [D37]: `u16be@0&0x7ff`, `u8@1`, `text4@0`, `u16be@4+7`. */

export interface Locator {
  /** A text is read as one big-endian number, so that an ID is always a number. */
  readonly type: "unsigned" | "text";
  /** From the frame's beginning. */
  readonly byteOffset: number;
  /** 1 to 4. */
  readonly byteLength: number;
  readonly byteOrder: "little" | "big";
  /** Significant bits of the number; all bits without a mask. */
  readonly mask: number;
  /** Number of bits by which the masked value is shifted right. */
  readonly shift: number;
  /** Added to the read value. */
  readonly addend: number;
}

const FORM =
  /^(u8|u(?:16|24|32)(?:le|be)|text[1-4])\s*@\s*(\d{1,5})(?:\s*&\s*(0x[0-9a-f]+|\d+))?(?:\s*([+-])\s*(\d{1,5}))?$/i;

const FORMS = "u8@1, u16le@2, u16be@0&0x7ff, u24le@7, u32be@4 or text4@0";

/** @throws Error (one sentence) if the text is not a locator */
export function parseLocator(text: string, use: "id" | "length"): Locator {
  const match = FORM.exec(text.trim());
  if (match === null) throw new Error(`'${text}' is not a place in a frame; write ${FORMS}, or none`);
  const [, kind = "", offset = "", mask, sign = "+", addend] = match;
  const isText = /^text/i.test(kind);
  const byteLength = isText ? Number(kind.slice(4)) : Number.parseInt(kind.slice(1), 10) / 8;
  if (use === "length" && isText) throw new Error(`'${text}' is a text; a length is a number, like u8@0`);
  if (use === "id" && addend !== undefined) throw new Error(`'${text}': only a length has ${sign}${addend}`);
  if (isText && mask !== undefined) throw new Error(`'${text}': a text has no mask`);
  const all = 2 ** (8 * byteLength) - 1;
  const bits = Number(mask ?? all);
  if (!(bits > 0 && bits <= all))
    throw new Error(`'${text}': the mask ${mask} has no bit of ${byteLength} bytes, or more`);
  return {
    type: isText ? "text" : "unsigned",
    byteOffset: Number(offset),
    byteLength,
    byteOrder: isText || /be$/i.test(kind) ? "big" : "little",
    mask: bits,
    shift: 31 - Math.clz32(bits & -bits),
    addend: Number(`${sign}${addend ?? 0}`),
  };
}

/** The locator's form in the configuration. */
export function locatorText({ type, byteOffset, byteLength, byteOrder, mask, addend }: Locator): string {
  const kind =
    type === "text"
      ? `text${byteLength}`
      : `u${8 * byteLength}${byteLength === 1 ? "" : byteOrder === "big" ? "be" : "le"}`;
  const masked = mask === 2 ** (8 * byteLength) - 1 ? "" : `&0x${mask.toString(16)}`;
  return `${kind}@${byteOffset}${masked}${addend === 0 ? "" : addend > 0 ? `+${addend}` : addend}`;
}

/** One past the last byte that is read. */
export function locatorEnd({ byteOffset, byteLength }: Locator): number {
  return byteOffset + byteLength;
}

/** The number in the frame that begins at `start`; -1 if the frame ends before it. [hot path] */
export function readLocator(locator: Locator, bytes: Uint8Array, start: number, end: number): number {
  const { byteLength, mask, shift } = locator;
  const at = start + locator.byteOffset;
  if (at + byteLength > end) return -1;
  if (byteLength === 1) return ((bytes[at]! & mask) >>> shift) + locator.addend;
  const value = numberAt(bytes, at, byteLength, locator.byteOrder);
  return (((value & mask) >>> 0) >>> shift) + locator.addend;
}

/** An unsigned number; bytes outside count as 0. [hot path] */
export function numberAt(bytes: Uint8Array, at: number, byteLength: number, byteOrder: Locator["byteOrder"]): number {
  let value = 0;
  if (byteOrder === "big") for (let i = 0; i < byteLength; i++) value = value * 256 + (bytes[at + i] ?? 0);
  else for (let i = byteLength - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** Writes the number into the frame and keeps all other bits; excess bits are cut off. */
export function writeLocator(locator: Locator, value: number, bytes: Uint8Array): void {
  const { byteOffset, byteLength, mask, shift } = locator;
  const at = (index: number) => byteOffset + (locator.byteOrder === "big" ? byteLength - 1 - index : index);
  const placed = (((value - locator.addend) << shift) & mask) >>> 0;
  for (let index = 0; index < byteLength; index++) {
    const byte = at(index);
    const kept = bytes[byte]! & ~(mask >>> (8 * index));
    bytes[byte] = kept | ((placed >>> (8 * index)) & 0xff);
  }
}

/** The written form of an ID: characters for a text, otherwise the number. */
export function idText(id: number, locator: Pick<Locator, "type" | "byteLength"> | undefined): string {
  if (locator?.type !== "text") return String(id);
  return String.fromCharCode(...textBytes(id, locator.byteLength));
}

function textBytes(id: number, length: number): number[] {
  return Array.from({ length }, (_, index) => Math.floor(id / 256 ** (length - 1 - index)) % 256);
}

/** The number that `text4@0` reads for these characters. @throws Error for characters above one byte */
export function textId(text: string): number {
  return [...text].reduce((sum, character) => {
    const code = character.charCodeAt(0);
    if (code > 0xff) throw new Error(`'${text}' is not a text of single bytes`);
    return sum * 256 + code;
  }, 0);
}
