/** Values of number, character and string literals of C and C++. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import { fits, type IntegerType, type IntegerWidths, type RealType } from "./integer-type.ts";

export type Constant =
  | { readonly kind: "integer"; readonly value: bigint; readonly type: IntegerType }
  /** The type is absent after arithmetic, and for `long double`. */
  | { readonly kind: "real"; readonly value: number; readonly type?: RealType };

const INTEGER = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uU]?(?:[lL]|ll|LL)?[uU]?|[zZ][uU]?|[uU][zZ])$/;
const REAL = /^((?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)[fFlL]?$/;
const HEX_REAL = /^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)[fFlL]?$/;

/** Undefined if the pp-number is neither an integer nor a floating constant. */
export function numberLiteral(text: string, widths: IntegerWidths): Constant | undefined {
  const plain = text.replaceAll("'", "");
  // Limit the length, because BigInt takes quadratic time.
  if (plain.length > 1000) return undefined;
  const integer = INTEGER.exec(plain);
  if (integer !== null) return integerLiteral(integer[1] ?? "", (integer[2] ?? "").toLowerCase(), widths);
  const real = REAL.exec(plain);
  const value = real === null ? hexReal(plain) : Number(real[1]);
  if (value === undefined || /l$/i.test(plain)) return value === undefined ? undefined : { kind: "real", value };
  const isFloat = (real ? /f$/i : /p.*f$/i).test(plain);
  const type = isFloat ? "float" : widths.doubleIsFloat === true ? "short double" : "double";
  return { kind: "real", value: type === "double" ? value : Math.fround(value), type };
}

const LONG_LONG = [64, "long long"] as const;

/** The first type of the standard's list that holds the value [C17 6.4.4.1p5]. */
function integerLiteral(digits: string, suffix: string, widths: IntegerWidths): Constant | undefined {
  const octal = /^0[0-7]/.test(digits);
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const decimal = !digits.startsWith("0");
  const unsigned = suffix.includes("u");
  const isSize = suffix.includes("z");
  const longs = suffix.split("l").length - 1;
  for (const [bits, base] of [[widths.int, "int"] as const, [widths.long, "long"] as const, LONG_LONG].slice(longs)) {
    if (isSize && bits < widths.size) continue;
    const named = isSize ? {} : { base };
    const signed: IntegerType = { bits, signed: true, ...named };
    if (!unsigned && fits(value, signed)) return { kind: "integer", value, type: signed };
    const type: IntegerType = { bits, signed: false, ...named };
    if ((unsigned || !decimal || base === "long long") && fits(value, type)) return { kind: "integer", value, type };
  }
  return undefined;
}

function hexReal(text: string): number | undefined {
  const match = HEX_REAL.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  if (whole + fraction === "") return undefined;
  return Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
}

/** Value of a character constant. Several characters are combined as in GCC, most significant first. */
export function characterLiteral(text: string, widths: IntegerWidths): Constant | undefined {
  const open = text.indexOf("'");
  const bytes = stringBytes(text.slice(open + 1, -1));
  if (bytes === undefined || bytes.length === 0 || bytes.length > 4) return undefined;
  const int: IntegerType = { bits: widths.int, signed: true, ...(open === 0 && { base: "int" }) };
  if (bytes.length === 1) {
    const value = BigInt(bytes[0] ?? 0);
    return { kind: "integer", value: widths.charSigned ? BigInt.asIntN(8, value) : value, type: int };
  }
  const joined = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return { kind: "integer", value: BigInt.asIntN(widths.int, joined), type: int };
}

const SIMPLE_ESCAPES: Readonly<Record<string, number>> = dictionary({
  n: 10,
  t: 9,
  r: 13,
  "0": 0,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
  "\\": 92,
  "'": 39,
  '"': 34,
  "?": 63,
});
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))|[^\\]+/gu;

/** UTF-8 bytes of a literal's body, with escapes resolved [C17 6.4.4.4]; undefined for an invalid escape. */
export function stringBytes(body: string): number[] | undefined {
  const pieces = [...body.matchAll(ESCAPE)].map(bytesOf);
  return pieces.every((piece) => piece !== undefined) ? pieces.flatMap((piece) => [...piece]) : undefined;
}

function bytesOf([piece, octal, hex, short, long, simple]: RegExpExecArray): Iterable<number> | undefined {
  if (octal !== undefined) return [Number.parseInt(octal, 8) & 0xff];
  if (hex !== undefined) return [Number.parseInt(hex.slice(-2), 16)];
  const universal = short ?? long;
  if (universal !== undefined) {
    const point = Number.parseInt(universal, 16);
    return point > 0x10ffff ? undefined : utf8Bytes(String.fromCodePoint(point));
  }
  // A spliced line [C17 5.1.1.2].
  if (simple === "\n") return [];
  if (simple === undefined) return utf8Bytes(piece);
  return Object.hasOwn(SIMPLE_ESCAPES, simple) ? [SIMPLE_ESCAPES[simple]!] : undefined;
}

/** In bytes, of the elements of `u"…"`, `U"…"` and `L"…"`. */
export type WideChar = "char16_t" | "char32_t" | "wchar_t";
const WIDE: Readonly<Record<string, WideChar>> = dictionary({ u: "char16_t", U: "char32_t", L: "wchar_t" });

/** The type of `L'a'`; undefined for `'a'`. */
export function wideCharacter(text: string): WideChar | undefined {
  return WIDE[text.slice(0, text.indexOf("'"))];
}

/** Elements of adjacent string literals with the NUL at the end; undefined if they are not read. [C17 6.4.5] */
export function textLength(
  texts: readonly string[],
  sizeOf: (type: WideChar) => number | undefined,
): { readonly elements: number; readonly bytes: number } | undefined {
  const parts = texts.map((text) => /^(u8|[uUL])?"([\s\S]*)"$/.exec(text));
  if (parts.length === 0 || parts.some((part) => part === null)) return undefined;
  const wide = parts.map((part) => WIDE[part?.[1] ?? ""]).find((type) => type !== undefined);
  const size = wide === undefined ? 1 : sizeOf(wide);
  if (size === undefined) return undefined;
  let elements = 1;
  for (const part of parts) {
    const found = wide === undefined ? stringBytes(part?.[2] ?? "")?.length : wideLength(part?.[2] ?? "", size);
    if (found === undefined) return undefined;
    elements += found;
  }
  return { elements, bytes: elements * size };
}

/** Each escape is one element; a character beyond the first 65,536 has two of 16 bits. */
function wideLength(body: string, size: number): number | undefined {
  const lengths = [...body.matchAll(ESCAPE)].map((match) => {
    const [piece, , , short, long, simple] = match;
    if (bytesOf(match) === undefined) return undefined;
    const point = short ?? long;
    const text = point === undefined ? piece : String.fromCodePoint(Number.parseInt(point, 16));
    if (text === piece && text.startsWith("\\")) return simple === "\n" ? 0 : 1;
    return size === 2 ? text.length : [...text].length;
  });
  return lengths.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0,
  );
}

/** Bytes of a string literal token with its prefix and quotes; undefined for wide strings, whose elements are not bytes. */
export function stringLiteral(text: string): number[] | undefined {
  const raw = /^(?:u8)?R"([^(]*)\(([\s\S]*)\)\1"$/.exec(text);
  if (raw !== null) return [...utf8Bytes(raw[2] ?? "")];
  const plain = /^(?:u8)?"([\s\S]*)"$/.exec(text);
  return plain === null ? undefined : stringBytes(plain[1] ?? "");
}
