/** How WAMP messages are written: JSON in text frames, MessagePack and CBOR in binary ones. [WAMP 2, serializations] */

import { decode, ExtensionCodec, encode } from "@msgpack/msgpack";
import { decode as decodeCbor, encode as encodeCbor } from "cborg";
import { stringifyExact } from "../lib/exact-json.ts";
import { parseExact } from "../lib/parse-exact.ts";

/** Arguments of an event, written once for all its receivers. */
export type WrittenPayload = string | Uint8Array;

export interface Serializer {
  readonly subprotocol: "wamp.2.json" | "wamp.2.msgpack" | "wamp.2.cbor";
  readonly binary: boolean;
  write(message: readonly unknown[]): Buffer;
  /** Writes `args` and `kwargs` in the form they have inside a message. */
  writePayload(args: readonly unknown[], kwargs: Readonly<Record<string, unknown>>): WrittenPayload;
  /** Writes a message whose last two elements are a payload from `writePayload`. */
  writeWithPayload(head: readonly unknown[], payload: WrittenPayload): Buffer;
  /** @throws SyntaxError, RangeError if the data is not in this serialization */
  read(data: Buffer): unknown;
}

/** 64-bit integers are written as JSON numbers with all digits; NaN and infinities as null. */
const json: Serializer = {
  subprotocol: "wamp.2.json",
  binary: false,
  write: (message) => Buffer.from(stringifyExact(message)),
  writePayload: (args, kwargs) => `${stringifyExact(args)},${stringifyExact(kwargs)}`,
  writeWithPayload: (head, payload) => Buffer.from(`${JSON.stringify(head).slice(0, -1)},${payload as string}]`),
  read: (data) => readJson(data.toString("utf8")),
};

/** For readers whose numbers are binary64: 64-bit integers are texts, whatever their size. */
export const JSON_WITH_TEXTS: Serializer = {
  ...json,
  writePayload: (args, kwargs) => `${withTexts(args)},${withTexts(kwargs)}`,
};

function withTexts(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === "bigint" ? String(member) : member));
}

/** Clients in JavaScript write an absent option as extension 0. [seen with wampy 8.0.2] */
const ABSENT = new ExtensionCodec();
ABSENT.register({ type: 0, encode: () => null, decode: () => undefined });

/** 64-bit integers are int64 or uint64; NaN and infinities are kept. */
const msgpack: Serializer = {
  subprotocol: "wamp.2.msgpack",
  binary: true,
  write: (message) => Buffer.concat([arrayHeader(message.length), ...message.map(pack)]),
  writePayload: (args, kwargs) => Buffer.concat([pack(args), pack(kwargs)]),
  writeWithPayload: (head, payload) =>
    Buffer.concat([arrayHeader(head.length + 2), ...head.map(pack), payload as Uint8Array]),
  read: (data) => decode(data, { useBigInt64: true, extensionCodec: ABSENT }),
};

/** 64-bit integers, NaN and infinities are kept. */
const cbor: Serializer = {
  subprotocol: "wamp.2.cbor",
  binary: true,
  write: (message) => Buffer.concat([cborArray(message.length), ...message.map(toCbor)]),
  writePayload: (args, kwargs) => Buffer.concat([toCbor(args), toCbor(kwargs)]),
  writeWithPayload: (head, payload) =>
    Buffer.concat([cborArray(head.length + 2), ...head.map(toCbor), payload as Uint8Array]),
  read: (data) => withObjects(decodeCbor(data, { useMaps: true, allowBigInt: true })),
};

function toCbor(value: unknown): Uint8Array {
  return encodeCbor(value, { ignoreUndefinedProperties: true });
}

// [RFC 8949 3.1, major type 4: up to 23 elements]
function cborArray(length: number): Uint8Array {
  return Uint8Array.of(0x80 | length);
}

/** A map may have any name for a key, also `__proto__`. */
function withObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withObjects);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, inner]) => [String(key), withObjects(inner)]));
}

/** The router's order of preference if the client accepts several. */
export const SERIALIZERS: readonly Serializer[] = [json, msgpack, cbor];

/** Messages of clients are passed on to others, so integers beyond 2^53 must keep all digits. */
function readJson(text: string): unknown {
  // The built-in parser is several times faster, and 16 digits in a row are rare.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return parseExact(text, exactNumber);
}

function exactNumber(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(digits) ? value : BigInt(digits);
}

function pack(value: unknown): Uint8Array {
  // With bigint support on, this encoder writes an ID above 32 bits as a float, which other clients refuse.
  const large = typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) > 0xffff_ffff;
  return encode(large ? BigInt(value) : value, { useBigInt64: true, ignoreUndefined: true });
}

// WAMP messages have at most 7 elements, which fits MessagePack's short form. [MessagePack, fixarray]
function arrayHeader(length: number): Uint8Array {
  return Uint8Array.of(0x90 | length);
}
