/** Values in the place of `$name`, as InfluxDB's clients send them beside a query. [InfluxDB 1.6.7, `params`] */

import { InfluxqlError, quoted, type Token, tokensOf } from "./tokens.ts";

/** By name. @param text a JSON object @throws InfluxqlError */
export function boundParameters(text: string): ReadonlyMap<string, Token> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {}
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new InfluxqlError("'params' is not a JSON object");
  return new Map(Object.entries(given).map(([name, value]) => [name, boundToken(name, value)]));
}

function boundToken(name: string, value: unknown): Token {
  const token = typeof value === "object" ? objectToken(value) : plainToken(value);
  if (token !== undefined) return token;
  throw new InfluxqlError(
    `the parameter ${quoted(name)} is not a text, number up to 2^53, true, false, or {"identifier"}, {"regex"} or {"duration"} of a text`,
  );
}

function plainToken(value: unknown): Token | undefined {
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value === "boolean") return { kind: "word", text: String(value) };
  // JSON.parse rounds larger ones.
  if (typeof value !== "number" || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined;
  return { kind: "number", text: String(value) };
}

const KINDS = { string: "text", identifier: "name", regex: "pattern" } as const;

function objectToken(value: object | null): Token | undefined {
  const [[kind = "", text] = [], ...others] = Object.entries(value ?? {});
  if (typeof text !== "string" || others.length > 0) return undefined;
  if (Object.hasOwn(KINDS, kind)) return { kind: KINDS[kind as keyof typeof KINDS], text };
  const [token, ...more] = kind === "duration" ? tokensOf(text) : [];
  return token?.kind === "duration" && more.length === 0 ? token : undefined;
}
