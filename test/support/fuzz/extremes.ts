/** Bodies at the limits of size, depth and number, and just beyond. */

import { gzipSync } from "node:zlib";
import type { HttpBody } from "./corpora.ts";

type Extreme = Omit<HttpBody, "corpus"> & { readonly name: string; readonly body: () => Buffer };

/** The default of `[http] max_body`. The numbers of fields, rows and columns are chosen for it. */
export const DEFAULT_MAX_BODY = 2 * 1024 * 1024;

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

/** For a service with this `max_body`. */
export function extremes(maxBody: number): readonly Extreme[] {
  const limit = maxBody - 64;
  const scaled = (count: number) => Math.round((count * maxBody) / DEFAULT_MAX_BODY);
  return [
    json("arrays within arrays", () => `${"[".repeat(limit / 2)}${"]".repeat(limit / 2)}`),
    json("objects within objects", () => `${'{"a":'.repeat(limit / 6)}1${"}".repeat(limit / 6)}`),
    json("never closed", () => "[".repeat(limit)),
    json("many fields", () => `{${times(scaled(100_000), (index) => `"f${index}":1`)}}`),
    json("many rows", () => `[${times(scaled(100_000), (index) => `{"n":${index}}`)}]`),
    json(
      "many rows of many fields",
      () => `[${times(scaled(300), () => `{${times(300, (index) => `"f${index}":1`)}}`)}]`,
    ),
    json("many bad rows", () => `[${times(scaled(100_000), () => '{"time":"x"}')}]`),
    json("one field many times", () => `{${times(scaled(100_000), () => '"f":1')}}`),
    json("a long number", () => `{"n":${"9".repeat(limit - 10)}}`),
    json("a long text of digits", () => `{"n":"${"1".repeat(limit - 10)}x"}`),
    json("a long time", () => `{"n":1,"time":"${"1".repeat(limit - 30)}"}`),
    json("a long fraction of a time", () => `{"n":1,"time":"2026-01-31T12:00:00.${"1".repeat(limit - 60)}Z"}`),
    json("a long name", () => `{"${"n".repeat(limit - 10)}":1}`),
    json("blanks", () => " ".repeat(limit)),
    json("escapes", () => `{"t":"${"\\u0000".repeat(limit / 6 - 10)}"}`),
    csv(
      "many columns",
      () => `## ${times(scaled(100_000), (index) => `c${index}`)}\n${times(scaled(100_000), () => "1")}\n`,
    ),
    csv("a quote that is never closed", () => `## a,b\n1,"${`${"x".repeat(99)}\n`.repeat(scaled(20_000))}`),
    csv("a row without an end", () => `## a,b\n${"1".repeat(scaled(3_000_000))}`),
    csv("empty rows", () => `## a,b\n${"\n".repeat(scaled(2_000_000))}`),
    csv("header lines", () => "## a,b\n".repeat(scaled(20_000))),
    csv("bad rows", () => `## time,b\n${"x,1\n".repeat(scaled(20_000))}`),
    csv("quotes", () => `## a,b\n${'"'.repeat(scaled(900_000))},1\n`),
    {
      name: "many form fields",
      type: "application/x-www-form-urlencoded",
      encoding: undefined,
      body: () => Buffer.from(times(scaled(150_000), (index) => `f${index}=1`).replaceAll(",", "&")),
    },
    gzip("a gzip bomb", () => Buffer.alloc(scaled(500_000_000), " ")),
    gzip("zeros", () => Buffer.alloc(scaled(1_000_000))),
  ];
}
