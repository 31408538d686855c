/** Bodies that are as large, as deep or as many as the limits let through, or just beyond them. */

import { gzipSync } from "node:zlib";
import type { HttpBody } from "./corpora.ts";

type Extreme = Omit<HttpBody, "corpus"> & { readonly name: string; readonly body: () => Buffer };

/** Just below the default `[http] max_body`. */
const LIMIT = 2 * 1024 * 1024 - 64;

function json(name: string, body: () => string): Extreme {
  return { name, type: "application/json", encoding: undefined, body: () => Buffer.from(body()) };
}

function csv(name: string, body: () => string): Extreme {
  return { name, type: "text/csv", encoding: undefined, body: () => Buffer.from(body()) };
}

function times(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join(",");
}

function gzip(name: string, body: () => Buffer): Extreme {
  return { name, type: "application/json", encoding: "gzip", body: () => gzipSync(body()) };
}

export const EXTREMES: readonly Extreme[] = [
  json("arrays within arrays", () => `${"[".repeat(LIMIT / 2)}${"]".repeat(LIMIT / 2)}`),
  json("objects within objects", () => `${'{"a":'.repeat(LIMIT / 6)}1${"}".repeat(LIMIT / 6)}`),
  json("never closed", () => "[".repeat(LIMIT)),
  json("many fields", () => `{${times(100_000, (index) => `"f${index}":1`)}}`),
  json("many rows", () => `[${times(100_000, (index) => `{"n":${index}}`)}]`),
  json("many rows of many fields", () => `[${times(300, () => `{${times(300, (index) => `"f${index}":1`)}}`)}]`),
  json("many bad rows", () => `[${times(100_000, () => '{"time":"x"}')}]`),
  json("one field many times", () => `{${times(100_000, () => '"f":1')}}`),
  json("a long number", () => `{"n":${"9".repeat(LIMIT - 10)}}`),
  json("a long text of digits", () => `{"n":"${"1".repeat(LIMIT - 10)}x"}`),
  json("a long time", () => `{"n":1,"time":"${"1".repeat(LIMIT - 30)}"}`),
  json("a long fraction of a time", () => `{"n":1,"time":"2026-01-31T12:00:00.${"1".repeat(LIMIT - 60)}Z"}`),
  json("a long name", () => `{"${"n".repeat(LIMIT - 10)}":1}`),
  json("blanks", () => " ".repeat(LIMIT)),
  json("escapes", () => `{"t":"${"\\u0000".repeat(LIMIT / 6 - 10)}"}`),
  csv("many columns", () => `## ${times(100_000, (index) => `c${index}`)}\n${times(100_000, () => "1")}\n`),
  csv("a quote that is never closed", () => `## a,b\n1,"${`${"x".repeat(99)}\n`.repeat(20_000)}`),
  csv("a row without an end", () => `## a,b\n${"1".repeat(3_000_000)}`),
  csv("empty rows", () => `## a,b\n${"\n".repeat(2_000_000)}`),
  csv("header lines", () => "## a,b\n".repeat(20_000)),
  csv("bad rows", () => `## time,b\n${"x,1\n".repeat(20_000)}`),
  csv("quotes", () => `## a,b\n${'"'.repeat(900_000)},1\n`),
  {
    name: "many form fields",
    type: "application/x-www-form-urlencoded",
    encoding: undefined,
    body: () => Buffer.from(times(150_000, (index) => `f${index}=1`).replaceAll(",", "&")),
  },
  gzip("a gzip bomb", () => Buffer.alloc(500_000_000, " ")),
  gzip("zeros", () => Buffer.alloc(1_000_000)),
];
