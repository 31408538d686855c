/** How WAMP messages are written: JSON in text frames, MessagePack and CBOR in binary ones. [WAMP 2, serializations] */

import { decode, ExtensionCodec, encode } from "@msgpack/msgpack";
import { decode as decodeCbor, encode as encodeCbor } from "cborg";
import { bigIntDecoder, bigNegIntDecoder } from "cborg/taglib";
import { stringifyExact } from "../lib/exact-json.ts";
import { parseExactIntegers } from "../lib/parse-exact.ts";

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
  read: (data) => common(parseExactIntegers(data.toString("utf8")), true),
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
  read: (data) => common(decode(data, { useBigInt64: true, extensionCodec: ABSENT })),
};

/** Times become their text or number. [RFC 8949 3.4] */
const content = (decodeContent: () => unknown) => decodeContent();
const TAGS = { 0: content, 1: content, 2: bigIntDecoder, 3: bigNegIntDecoder };

/** 64-bit integers, NaN and infinities are kept. */
const cbor: Serializer = {
  subprotocol: "wamp.2.cbor",
  binary: true,
  write: (message) => Buffer.concat([cborArray(message.length), ...message.map(toCbor)]),
  writePayload: (args, kwargs) => Buffer.concat([toCbor(args), toCbor(kwargs)]),
  writeWithPayload: (head, payload) =>
    Buffer.concat([cborArray(head.length + 2), ...head.map(toCbor), payload as Uint8Array]),
  read: (data) => common(decodeCbor(data, { useMaps: true, allowBigInt: true, tags: TAGS })),
};

function toCbor(value: unknown): Uint8Array {
  return encodeCbor(value, { ignoreUndefinedProperties: true });
}

// [RFC 8949 3.1, major type 4: up to 23 elements]
function cborArray(length: number): Uint8Array {
  return Uint8Array.of(0x80 | length);
}

/** Bytes are a text of NUL and base64 in JSON. [WAMP 2, binary conversion of JSON strings] */
class Bytes extends Uint8Array {
  toJSON(): string {
    return `\0${Buffer.from(this).toString("base64")}`;
  }
}

const BYTES_IN_JSON = /^\0(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** What a client sent, as values that each serialization can write. A map may have any name for a key, also `__proto__`. */
function common(value: unknown, isJson = false): unknown {
  if (typeof value === "bigint") return isInt64(value) ? value : Number(value);
  if (typeof value === "string" && isJson && BYTES_IN_JSON.test(value))
    return new Bytes(Buffer.from(value.slice(1), "base64"));
  if (value instanceof Uint8Array) return new Bytes(value);
  if (Array.isArray(value)) return value.map((inner) => common(inner, isJson));
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, inner]) => [String(key), common(inner, isJson)]));
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value;
}

/** The router's order of preference if the client accepts several. */
export const SERIALIZERS: readonly Serializer[] = [json, msgpack, cbor];

function pack(value: unknown): Uint8Array {
  // With bigint support on, this encoder writes an ID above 32 bits as a float, which other clients refuse.
  const large = typeof value === "number" && Number.isSafeInteger(value) && Math.abs(value) > 0xffff_ffff;
  return encode(large ? BigInt(value) : value, { useBigInt64: true, ignoreUndefined: true });
}

// WAMP messages have at most 7 elements, which fits MessagePack's short form. [MessagePack, fixarray]
function arrayHeader(length: number): Uint8Array {
  return Uint8Array.of(0x90 | length);
}
