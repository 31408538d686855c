/** Readable JSON that diffs well: an object or array of plain values is on one line. */

import { stringLiteral } from "./text.ts";

export type Json = string | number | bigint | boolean | undefined | readonly Json[] | { readonly [key: string]: Json };

/** Members that are `undefined` are left out. Integers beyond ±(2^53 − 1), infinities and NaN become strings. */
export function jsonText(value: Json, indent = ""): string {
  if (typeof value !== "object") return plainText(value);
  const isList = Array.isArray(value);
  // A catalogue has a hundred thousand members: avoid `Object.entries`, which allocates a pair for each.
  const [keys, members]: [string[], Json[]] = [Object.keys(value), Object.values(value)];
  const flat = members.every((member) => typeof member !== "object");
  const inner = flat ? "" : `${indent}  `;
  const texts: string[] = [];
  for (let index = 0; index < keys.length; index++) {
    const member = members[index];
    const name = isList ? "" : `${stringLiteral(keys[index] ?? "")}: `;
    if (member !== undefined) texts.push(inner + name + jsonText(member, inner));
  }
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (texts.length === 0) return open + close;
  if (flat) return isList ? `[${texts.join(", ")}]` : `{ ${texts.join(", ")} }`;
  return `${open}\n${texts.join(",\n")}\n${indent}${close}`;
}

function plainText(value: string | number | bigint | boolean | undefined): string {
  switch (typeof value) {
    case "string":
      return stringLiteral(value);
    case "number":
      return Number.isFinite(value) ? String(value) : stringLiteral(String(value));
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? String(value) : stringLiteral(String(value));
    default:
      return String(value);
  }
}
