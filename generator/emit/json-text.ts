/** JSON that is pleasant to read and to compare: what holds only plain values stands on one line. */

import { stringLiteral } from "./text.ts";

export type Json = string | number | bigint | boolean | undefined | readonly Json[] | { readonly [key: string]: Json };

/** Members that are `undefined` are left out. Integers beyond ±(2^53 − 1) and numbers that JSON lacks are strings. */
export function jsonText(value: Json, indent = ""): string {
  if (typeof value !== "object") return plainText(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  if (entries.length === 0) return open + close;
  const flat = entries.every(([, member]) => typeof member !== "object");
  const inner = flat ? "" : `${indent}  `;
  const texts = entries.map(
    ([key, member]) => (Array.isArray(value) ? "" : `${stringLiteral(key)}: `) + jsonText(member, inner),
  );
  if (flat) return Array.isArray(value) ? `[${texts.join(", ")}]` : `{ ${texts.join(", ")} }`;
  return `${open}\n${texts.map((text) => inner + text).join(",\n")}\n${indent}${close}`;
}

function plainText(value: string | number | bigint | boolean | undefined): string {
  switch (typeof value) {
    case "string":
      return stringLiteral(value);
    case "number":
      return Number.isFinite(value) ? JSON.stringify(value) : stringLiteral(String(value));
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? String(value) : stringLiteral(String(value));
    default:
      return String(value);
  }
}
