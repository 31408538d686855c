/**
 * Bodies in CBOR [RFC 8949] and MessagePack, as JSON: everything behind the source reads that. Both libraries are loaded
 * with the first such body.
 */

import { dictionary } from "../../lib/dictionary.ts";
import { formatJson, type JsonValue, NumberText } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";

type Read = (body: Uint8Array) => unknown;

/** [RFC 8949 9.5; RFC 8428 12.3.4] */
const CBOR = /^application\/(?:cbor|(?:[\w.-]+)\+cbor)$/;
/** Registered as `vnd.msgpack`; most clients write one of the others. */
const MESSAGE_PACK = /^application\/(?:vnd\.msgpack|x-msgpack|msgpack)$/;
const SENML_CBOR = "application/senml+cbor";

/** CBOR labels of SenML → JSON labels. [RFC 8428 6] */
const SENML_LABELS: Readonly<Record<string, string>> = dictionary({
  ...{ "-1": "bver", "-2": "bn", "-3": "bt", "-4": "bu", "-5": "bv", "-6": "bs" },
  ...{ "0": "n", "1": "u", "2": "v", "3": "vs", "4": "vb", "5": "s", "6": "t", "7": "ut", "8": "vd" },
});
/** Deeper than any valid row; both libraries are recursive. */
const MAX_DEPTH = 100;
const OVERFLOW = /call stack|depth|nested/i;

export function isPacked(mediaType: string): boolean {
  return CBOR.test(mediaType) || MESSAGE_PACK.test(mediaType);
}

/** @throws ValueError (code `bad-value`) if the body is not in that format, or has what JSON cannot have */
export async function packedAsJson(mediaType: string, body: Uint8Array): Promise<Buffer> {
  const format = CBOR.test(mediaType) ? "CBOR" : "MessagePack";
  const read = await (format === "CBOR" ? cbor() : messagePack());
  let value: unknown;
  try {
    value = read(body);
  } catch (cause) {
    const isDeep = cause instanceof RangeError && OVERFLOW.test(cause.message);
    const why = isDeep ? "nested too deeply" : cause instanceof Error ? cause.message : "unreadable";
    throw new ValueError(`Body is not valid ${format}: ${why}`, "bad-value", cause);
  }
  return Buffer.from(formatJson(jsonOf(value, mediaType === SENML_CBOR, 0)));
}

async function cbor(): Promise<Read> {
  const { decode } = await import("cborg");
  // Tags that devices use: a text or number that is a time, and those that say that this is CBOR. [RFC 8949 3.4]
  const own = (content: () => unknown) => content();
  const tags = { 0: own, 1: own, 55799: own };
  return (body) => decode(body, { useMaps: true, allowBigInt: true, rejectDuplicateMapKeys: true, tags });
}

/** Of JavaScript's dates, in seconds from 1970. */
const LAST_DATE_S = 8.64e12;

async function messagePack(): Promise<Read> {
  const { decode, decodeTimestampToTimeSpec, ExtensionCodec, EXT_TIMESTAMP } = await import("@msgpack/msgpack");
  const extensionCodec = new ExtensionCodec();
  // A Date would cut nanoseconds.
  extensionCodec.register({
    type: EXT_TIMESTAMP,
    encode: () => null,
    decode: (data) => {
      const { sec, nsec } = decodeTimestampToTimeSpec(data);
      const fraction = `${nsec}`.padStart(9, "0");
      // Before 1970 the fraction counts forwards from a negative second.
      return sec < 0 && Math.abs(sec) <= LAST_DATE_S
        ? `${new Date(sec * 1000).toISOString().slice(0, -5)}.${fraction}Z`
        : `${sec}.${fraction}`;
    },
  });
  return (body) => decode(body, { useBigInt64: true, extensionCodec });
}

function jsonOf(value: unknown, isSenml: boolean, depth: number): JsonValue {
  if (depth > MAX_DEPTH) throw new ValueError("Body is nested too deeply", "bad-value");
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return new NumberText(String(value));
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, isSenml, depth + 1));
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Object.fromEntries(
    entries.map(([key, inner]): [string, JsonValue] => {
      const name = String(key);
      return [isSenml ? (SENML_LABELS[name] ?? name) : name, jsonOf(inner, isSenml, depth + 1)];
    }),
  );
}
