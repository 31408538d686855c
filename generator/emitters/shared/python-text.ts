/** Python source text: literals and rules. */

import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { type Check, checksumText, placeText, snakeCalls } from "../../codec/frame-checks.ts";
import type { Field } from "../../codec/model.ts";
import { pythonNumber } from "./notations.ts";

/** An ASCII literal, so that no character has a special meaning. */
export function pythonString(text: string): string {
  const escaped = text.replace(/[^ -~]|["\\]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}

export function pythonValue(value: ColumnValue): string {
  switch (typeof value) {
    case "boolean":
      return value ? "True" : "False";
    case "string":
      return pythonString(value);
    case "bigint":
      return String(value);
    case "number":
      return Number.isInteger(value) ? String(value) : pythonNumber(value);
  }
}

/** `I`, `q`: format characters of whole-byte numbers. [Python, struct] */
export const PYTHON_FORMAT: Readonly<Record<Field["type"], string>> = {
  uint8: "B",
  int8: "b",
  bool: "B",
  uint16: "H",
  int16: "h",
  uint32: "I",
  int32: "i",
  uint64: "Q",
  int64: "q",
  float32: "f",
  float64: "d",
  text: "s",
};

/** The checksum of a frame, with functions of `foreign/frames.py`. */
export function checksumOf(check: Check, frame: string): string {
  const { from, to, extra = -1 } = check;
  const text = checksumText(check, `${frame}, ${from}, ${to ?? placeText(check, `len(${frame})`)}, ${extra}`);
  return `(${snakeCalls(text, "_")})`;
}

/** The statement that writes it into the frame, a bytearray. */
export function checksumWrite(check: Check, frame: string): string {
  const { byteLength, byteOrder } = check;
  const place = `${placeText(check, `len(${frame})`)}, ${byteLength}, "${byteOrder}", ${2 ** (8 * byteLength) - 1}`;
  return `_write_number(${frame}, ${place}, ${checksumOf(check, frame)})`;
}
