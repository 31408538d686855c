// Functions for modules of channels with their own frame format or with checksums. `extra`: a byte appended to the data, or -1.

// Written into each generated file from here on.

/** The number in a frame's bytes. */
export function readNumber(bytes: Uint8Array, at: number, length: number, order: "little" | "big"): number {
  let value = 0;
  for (let i = 0; i < length; i++) value = value * 256 + (bytes[order === "big" ? at + i : at + length - 1 - i] ?? 0);
  return value;
}

/** Writes the bits of a mask, and leaves all others as they are. */
export function writeNumber(
  bytes: Uint8Array, at: number, length: number, order: "little" | "big", mask: number, value: number,
): void {
  for (let i = 0; i < length; i++) {
    const place = order === "big" ? at + length - 1 - i : at + i;
    const bits = (mask >>> (8 * i)) & 0xff;
    bytes[place] = ((bytes[place] ?? 0) & ~bits) | ((value >>> (8 * i)) & bits);
  }
}

/** A CRC from the most significant bit on. */
export function crcPlain(
  bytes: Uint8Array, from: number, to: number, extra: number, width: number, polynomial: number, initial: number, xor: number,
): number {
  const up = 32 - width;
  let register = initial << up;
  for (let i = from; i < (extra < 0 ? to : to + 1); i++) {
    register ^= (i < to ? (bytes[i] ?? 0) : extra) << 24;
    for (let bit = 0; bit < 8; bit++) register = register < 0 ? (register << 1) ^ (polynomial << up) : register << 1;
  }
  return ((register >>> up) ^ xor) >>> 0;
}

/** A CRC from the least significant bit on. */
export function crcReflected(
  bytes: Uint8Array, from: number, to: number, extra: number, width: number, polynomial: number, initial: number, xor: number,
): number {
  let [reflected, register] = [0, 0];
  for (let bit = 0; bit < width; bit++) {
    reflected = (reflected << 1) | ((polynomial >>> bit) & 1);
    register = (register << 1) | ((initial >>> bit) & 1);
  }
  for (let i = from; i < (extra < 0 ? to : to + 1); i++) {
    register ^= i < to ? (bytes[i] ?? 0) : extra;
    for (let bit = 0; bit < 8; bit++) register = (register & 1) === 1 ? (register >>> 1) ^ reflected : register >>> 1;
  }
  return (register ^ xor) >>> 0;
}

export function sumOf(bytes: Uint8Array, from: number, to: number, extra: number): number {
  let sum = extra < 0 ? 0 : extra;
  for (let i = from; i < to; i++) sum += bytes[i] ?? 0;
  return sum;
}

export function xorOf(bytes: Uint8Array, from: number, to: number, extra: number): number {
  let sum = extra < 0 ? 0 : extra;
  for (let i = from; i < to; i++) sum ^= bytes[i] ?? 0;
  return sum;
}

/** Two sums, the second of the first's values. */
export function twoSums(
  bytes: Uint8Array, from: number, to: number, extra: number, initial: number, modulus: number, half: number,
): number {
  let [low, high] = [initial, 0];
  for (let i = from; i < (extra < 0 ? to : to + 1); i++) {
    low = (low + (i < to ? (bytes[i] ?? 0) : extra)) % modulus;
    high = (high + low) % modulus;
  }
  return ((high << half) | low) >>> 0;
}
