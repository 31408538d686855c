/** Values that a C program writes into structs, and their bytes; only for x86-64, where it can run. */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EmittedFile } from "../../../generator/codec/emitted-file.ts";
import {
  type LayoutNode,
  leaves,
  type ScalarNode,
  type StructLayout,
  type TextNode,
} from "../../../generator/layout/struct-layout.ts";
import type { CompiledChannel } from "../../../generator/rules/compiled-rule.ts";
import type { ChannelCodecs, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A struct filled by the program: its bytes, and each leaf as the program reads it. */
export interface Sample {
  readonly struct: string;
  readonly bytes: Uint8Array;
  readonly values: readonly string[];
}

const PRELUDE = `
#include <stdio.h>
#include <string.h>
static unsigned long long state = 88172645463325252ull;
static unsigned long long next(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
static double real(void) { return (double)(long long)next() / 65536.0; }
static void text(char *at, int size) {
  int length = (int)(next() % (unsigned)(size + 1));
  for (int i = 0; i < size; i++) at[i] = i < length ? (char)(33 + next() % 90) : 0;
}
static void show_text(const char *at, int size) {
  putchar(' '); putchar('"');
  for (int i = 0; i < size && at[i]; i++) printf("%02x", (unsigned char)at[i]);
}
static void show_real(double value) {
  unsigned long long bits; memcpy(&bits, &value, 8);
  if (value != value) printf(" nan"); else printf(" r%016llx", bits);
}
`;

/** C text of a program that prints `rounds` samples of every struct. */
export function samplingProgram(header: string, layouts: readonly StructLayout[], rounds: number): string {
  const functions = layouts.map((layout, index) => {
    const all = leaves(layout.members);
    const fill = all.map((leaf) => `    ${fillText(leaf)}`);
    const show = all.map((leaf) => `    ${showText(leaf, layout.message.name)}`);
    return [
      `static void sample_${index}(void) {`,
      `  struct ${layout.message.name} s;`,
      `  for (int round = 0; round < ${rounds}; round++) {`,
      "    memset(&s, 0, sizeof s);",
      ...fill,
      `    printf("${layout.message.name} ");`,
      '    for (unsigned i = 0; i < sizeof s; i++) printf("%02x", ((unsigned char *)&s)[i]);',
      ...show,
      "    putchar(10);",
      "  }",
      "}",
    ].join("\n");
  });
  const calls = layouts.map((_, index) => `  sample_${index}();`);
  return [PRELUDE, header, ...functions, "int main(void) {", ...calls, "  return 0;", "}", ""].join("\n");
}

function fillText(leaf: ScalarNode | TextNode): string {
  const place = `s.${leaf.path}`;
  if (leaf.kind === "text") return `text((char *)&${place}, ${leaf.length});`;
  return leaf.scalar.startsWith("float") ? `${place} = real();` : `${place} = next();`;
}

/** A bool in a union may contain any byte. Print its byte, because reading the bool would be undefined. */
function showText(leaf: ScalarNode | TextNode, struct: string): string {
  const place = `s.${leaf.path}`;
  if (leaf.kind === "text") return `show_text((char *)&${place}, ${leaf.length});`;
  if (leaf.scalar.startsWith("float")) return `show_real(${place});`;
  if (leaf.scalar === "bool" && !leaf.bitField) {
    return `printf(" %d", ((unsigned char *)&s)[__builtin_offsetof(struct ${struct}, ${leaf.path})] != 0);`;
  }
  return leaf.scalar.startsWith("u")
    ? `printf(" %llu", (unsigned long long)${place});`
    : `printf(" %lld", (long long)${place});`;
}

/** gcc can use big-endian scalars and bit-fields for all structs of a program. */
export type Dialect = "gcc" | "clang" | "gcc, big-endian" | "gcc, both byte orders";

/** Compiles and runs the program. */
export function runProgram(source: string, dialect: Dialect): Sample[] {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "values.c"), source);
    const program = join(folder, "values");
    const options = ["-std=gnu11", "-w", "-fno-strict-aliasing", "-o", program, join(folder, "values.c")];
    const compiler = dialect === "clang" ? "clang" : "gcc";
    const order = dialect === "gcc, big-endian" ? ["-fsso-struct=big-endian"] : [];
    execFileSync(compiler, [...order, ...options], { stdio: "pipe" });
    const output = execFileSync(program, { encoding: "latin1", maxBuffer: 1 << 28 });
    return output.trimEnd().split("\n").map(parseSample);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function parseSample(line: string): Sample {
  const [struct = "", hex = "", ...values] = line.split(" ");
  return { struct, bytes: Uint8Array.from(Buffer.from(hex, "hex")), values };
}

/** Loads the emitted files as plain Node would: only the built JavaScript. */
export async function loadCodecs(files: readonly EmittedFile[], { plan }: CompiledChannel): Promise<ChannelCodecs> {
  const folder = temporaryFolder();
  try {
    for (const { path, text } of files.filter((file) => /\.js$|package\.json$/.test(file.path))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { channels } = await import(pathToFileURL(join(folder, "index.js")).href);
    return channels[plan.name];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All differences between the codec and the program for one sample, as sentences. */
export function disagreements(sample: Sample, layout: StructLayout, codec: StructCodec): string[] {
  const { bytes } = sample;
  const record = codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const decoded = leaves(layout.members).map((leaf) => valueText(leaf, valueAt(record, leaf.path), bytes));
  const wrong = decoded.flatMap((value, at) =>
    value === sample.values[at]
      ? []
      : [`${sample.struct} ${leaves(layout.members)[at]?.path}: decoded ${value}, C ${sample.values[at]}`],
  );
  if (!isFaithful(layout.members)) return wrong;
  const encoded = new Uint8Array(codec.wireSize);
  codec.encode(record, new DataView(encoded.buffer));
  const original = Buffer.from(bytes.subarray(0, codec.wireSize)).toString("hex");
  const again = Buffer.from(encoded).toString("hex");
  return again === original ? wrong : [...wrong, `${sample.struct}: encoded ${again}, C ${original}`];
}

/** `gps.v[0]` in nested objects and arrays. */
function valueAt(record: object, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== "")
    .reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>>)[step], record);
}

/** The value in the program's format. */
function valueText(leaf: ScalarNode | TextNode, value: unknown, bytes: Uint8Array): string {
  if (leaf.kind === "text") return textOf(leaf, value, bytes);
  if (leaf.scalar.startsWith("float")) return realText(value);
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}

/** Invalid UTF-8 (in a union) cannot be compared through text, so compare with the decoded text. */
function textOf(leaf: TextNode, value: unknown, bytes: Uint8Array): string {
  const raw = bytes.subarray(leaf.byteOffset, leaf.byteOffset + leaf.length);
  const end = raw.indexOf(0);
  const used = end < 0 ? raw : raw.subarray(0, end);
  if (value !== new TextDecoder("utf-8", { ignoreBOM: true }).decode(used)) return `text ${JSON.stringify(value)}`;
  return `"${Buffer.from(used).toString("hex")}`;
}

function realText(value: unknown): string {
  if (typeof value !== "number") return `${typeof value} ${value}`;
  if (Number.isNaN(value)) return "nan";
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return `r${view.getBigUint64(0).toString(16).padStart(16, "0")}`;
}

/** True if the decoded values contain every bit. Overlapping texts, floats and bools may lose bits of the others. */
function isFaithful(members: readonly LayoutNode[]): boolean {
  const places = leaves(members).map((leaf) => ({ leaf, ...bitsOf(leaf) }));
  return places.every(
    ({ leaf, begin, end }) =>
      keepsBits(leaf) || places.every((other) => other.leaf === leaf || other.end <= begin || other.begin >= end),
  );
}

function keepsBits(leaf: ScalarNode | TextNode): boolean {
  return leaf.kind === "scalar" && leaf.scalar !== "bool" && !leaf.scalar.startsWith("float");
}

function bitsOf(leaf: ScalarNode | TextNode): { begin: number; end: number } {
  const begin = leaf.byteOffset * 8 + (leaf.kind === "text" ? 0 : leaf.bitOffset);
  return { begin, end: begin + (leaf.kind === "text" ? leaf.length * 8 : leaf.bitWidth) };
}
