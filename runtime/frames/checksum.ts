/** Checksums of frames by name: the CRCs of the catalogue, and sums. */

import { CRC_CATALOGUE } from "./crc-catalogue.ts";

export interface Checksum {
  /** Name in the catalogue: `crc16/modbus`. */
  readonly name: string;
  /** 1 to 4. */
  readonly byteLength: number;
  /** The checksum over `bytes` from `start` to `end` (exclusive), then over `extra`; unsigned. */
  of(bytes: Uint8Array, start: number, end: number, extra?: Uint8Array): number;
}

/** One step of a checksum: the register before and after the bytes. */
type Update = (register: number, bytes: Uint8Array, start: number, end: number) => number;

const NOTHING = new Uint8Array(0);

/** Undefined for an unknown name. Case does not matter. */
export function checksumOf(name: string): Checksum | undefined {
  return byName().get(name.toLowerCase());
}

/** All names, including aliases. */
export function checksumNames(): readonly string[] {
  return [...byName().keys()];
}

/** Each algorithm once, without aliases. */
export function checksums(): readonly Checksum[] {
  return [...new Set(byName().values())];
}

let known: ReadonlyMap<string, Checksum> | undefined;

function byName(): ReadonlyMap<string, Checksum> {
  known ??= new Map([
    ...SUMS.map((sum) => [sum.name, sum] as const),
    ...CRC_CATALOGUE.flatMap(([names, width, polynomial, initial, reflection, xor]) => {
      const list = names.split(" ");
      const crc = crcOf(list[0]!, { width, polynomial, initial, reflected: reflection === "reflected", xor });
      return list.map((name) => [name, crc] as const);
    }),
  ]);
  return known;
}

function checksum(
  name: string,
  byteLength: number,
  initial: number,
  update: Update,
  finish: (register: number) => number,
): Checksum {
  return {
    name,
    byteLength,
    of: (bytes, start, end, extra = NOTHING) =>
      finish(update(update(initial, bytes, start, end), extra, 0, extra.length)),
  };
}

interface CrcParameters {
  readonly width: number;
  readonly polynomial: number;
  readonly initial: number;
  readonly reflected: boolean;
  readonly xor: number;
}

/** Tables are built on the first use of an algorithm. */
function crcOf(name: string, { width, polynomial, initial, reflected, xor }: CrcParameters): Checksum {
  let table: Uint32Array | undefined;
  // A non-reflected register is kept in the upper bits of 32, so that every width takes the same steps.
  const up = 32 - width;
  const finish = (register: number) => ((reflected ? register : register >>> up) ^ xor) >>> 0;
  const update: Update = (register, bytes, start, end) => {
    table ??= reflected ? reflectedTable(reflect(polynomial, width)) : plainTable((polynomial << up) >>> 0);
    let value = register;
    if (reflected) for (let i = start; i < end; i++) value = (value >>> 8) ^ table[(value ^ bytes[i]!) & 0xff]!;
    else for (let i = start; i < end; i++) value = (value << 8) ^ table[(value >>> 24) ^ bytes[i]!]!;
    return value >>> 0;
  };
  return checksum(name, width / 8, reflected ? reflect(initial, width) : (initial << up) >>> 0, update, finish);
}

function reflect(value: number, width: number): number {
  let result = 0;
  for (let bit = 0; bit < width; bit++) result = (result << 1) | ((value >>> bit) & 1);
  return result >>> 0;
}

function reflectedTable(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
}

function plainTable(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 24;
    for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ polynomial : value << 1;
    return value;
  });
}

const sum: Update = (register, bytes, start, end) => {
  let value = register;
  for (let i = start; i < end; i++) value = (value + bytes[i]!) >>> 0;
  return value;
};

const exclusiveOr: Update = (register, bytes, start, end) => {
  let value = register;
  for (let i = start; i < end; i++) value ^= bytes[i]!;
  return value;
};

/** Two sums, the second over the values of the first; the second is in the upper `half` bits. */
function twoSums(modulus: number, half: number): Update {
  return (register, bytes, start, end) => {
    let low = register & (2 ** half - 1);
    let high = register >>> half;
    for (let i = start; i < end; i++) {
      low = (low + bytes[i]!) % modulus;
      high = (high + low) % modulus;
    }
    return ((high << half) | low) >>> 0;
  };
}

const same = (register: number) => register;

const SUMS: readonly Checksum[] = [
  checksum("sum8", 1, 0, sum, (value) => value & 0xff),
  checksum("sum8/negative", 1, 0, sum, (value) => -value & 0xff),
  checksum("sum8/inverted", 1, 0, sum, (value) => ~value & 0xff),
  checksum("sum16", 2, 0, sum, (value) => value & 0xffff),
  // FlySky's iBus.
  checksum("sum16/inverted", 2, 0, sum, (value) => ~value & 0xffff),
  checksum("xor8", 1, 0, exclusiveOr, same),
  // The first sum is the lower byte: in little-endian order it is sent first.
  checksum("fletcher16", 2, 0, twoSums(255, 8), same),
  // As in RFC 1145, and u-blox's protocol: sums modulo 256.
  checksum("fletcher16/256", 2, 0, twoSums(256, 8), same),
  checksum("adler32", 4, 1, twoSums(65_521, 16), same),
];
