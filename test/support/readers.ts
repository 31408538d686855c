/** Compares what readers of other people make of exported files with what is stored, by kinds of columns. */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { parquetReadObjects } from "hyparquet";
import { exported } from "../../runtime/formats/encode-export.ts";
import type { ExportRequest } from "../../runtime/model/export-request.ts";
import type { FieldType } from "../../runtime/model/point.ts";
import type { Row } from "../../runtime/model/store.ts";
import { DATA_PROGRAM } from "../../scripts/test/peers.mjs";
import { ROOT } from "./lab.ts";
import { MemoryStore } from "./memory-store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

type Kind = "time" | "float" | "integer" | "boolean" | "text";
/** Undefined: no value. */
type Value = readonly [Kind, string] | null;

interface Column {
  /** The heading of the page's table. */
  readonly title: string;
  readonly type: FieldType | "time";
  readonly values: readonly (number | bigint | boolean | string | null)[];
}

const T0 = 1_769_860_800_123_456_789n;
const LARGE = 9_007_199_254_740_993n;

const COLUMNS: Readonly<Record<string, Column>> = {
  time: { title: "time", type: "time", values: [T0, T0 + 1n, T0 + 2n] },
  f: { title: "float", type: "float", values: [1.5, 0.1, -1e300] },
  fg: { title: "float, gap", type: "float", values: [1.5, null, 2.5] },
  i: { title: "64-bit integer", type: "integer", values: [LARGE, -(2n ** 63n), 1n] },
  ig: { title: "integer, gap", type: "integer", values: [LARGE, null, 1n] },
  u: { title: "unsigned integer", type: "unsigned", values: [2n ** 64n - 1n, 0n, 1n] },
  b: { title: "boolean", type: "boolean", values: [true, false, true] },
  bg: { title: "boolean, gap", type: "boolean", values: [true, null, false] },
  t: { title: "text", type: "string", values: ["a", 'b,"c"\nd;\t', "é€😀"] },
  e: { title: "empty text, gap", type: "string", values: ["", null, "x"] },
  _hex_: { title: "`_hex_`", type: "string", values: ["01020e05", "00112233", "98765432"] },
  w: { title: "text NA", type: "string", values: ["NA", "null", "x"] },
  n: { title: "text 1e5", type: "string", values: ["12", "1e5", "-7"] },
};

const FILES: Readonly<Record<string, Pick<ExportRequest, "format" | "for">>> = {
  csv: { format: "csv" },
  "csv, for=dataframes": { format: "csv", for: "dataframes" },
  parquet: { format: "parquet" },
  "parquet, for=spark": { format: "parquet", for: "spark" },
  arrow: { format: "arrow" },
  feather: { format: "feather" },
  duckdb: { format: "duckdb" },
  ndjson: { format: "ndjson" },
  xlsx: { format: "xlsx" },
  hdf5: { format: "hdf5" },
  netcdf: { format: "netcdf" },
};

/** One reader of one format. */
export interface Compared {
  readonly of: string;
  readonly reader: string;
  readonly version: string;
  /** By column, what became of it; or why nothing was read. */
  readonly verdicts: Readonly<Record<string, string>> | string;
}

interface Read {
  readonly of: string;
  readonly reader: string;
  readonly version: string;
  readonly columns?: Readonly<Record<string, readonly Value[]>>;
  readonly error?: string;
}

export async function comparedReaders(): Promise<readonly Compared[]> {
  const files = await writtenFiles();
  const read = [...byPython(files), ...byR(files), ...(await byJavaScript(files))];
  const order = Object.keys(FILES);
  read.sort((a, b) => order.indexOf(a.of) - order.indexOf(b.of));
  return read.map(({ of, reader, version, columns, error }) => ({
    of,
    reader,
    version,
    verdicts:
      columns === undefined
        ? `refused: ${error}`
        : Object.fromEntries(Object.entries(COLUMNS).map(([name, column]) => [name, verdictOf(column, columns[name])])),
  }));
}

async function writtenFiles(): Promise<ReadonlyMap<string, string>> {
  const store = new MemoryStore();
  const fields = Object.entries(COLUMNS).filter(([name]) => name !== "time");
  const types = Object.fromEntries(fields.map(([name, { type }]) => [name, type as FieldType]));
  const rows = COLUMNS["time"]!.values.map((timeNs, at): Row => {
    const values = Object.fromEntries(fields.map(([name, { values: all }]) => [name, all[at]!]));
    return { timeNs: timeNs as bigint, values };
  });
  store.add("d", "m", types, rows);
  const columns = Object.entries(types).map(([name, type]) => ({ name, type, as: name }));
  const sources = [{ database: "d", measurement: "m", columns, rows: "all" }] as const;
  const range = { fromNs: T0, toNs: T0 + 10n };
  const folder = temporaryFolder();
  const files = new Map<string, string>();
  for (const [name, format] of Object.entries(FILES)) {
    const request = { sources, combine: "join", ...range, fill: "none", timeZone: "UTC", ...format } as const;
    const pieces: Uint8Array[] = [];
    for await (const piece of exported(store, request)) pieces.push(piece);
    const file = join(folder, `${name.replace(/\W+/g, "-")}.${format.format}`);
    writeFileSync(file, Buffer.concat(pieces));
    files.set(name, file);
  }
  return files;
}

function byPython(files: ReadonlyMap<string, string>): readonly Read[] {
  const asked = [...files].map(([name, file]) => ({ name, file, format: FILES[name]!.format }));
  const program = join(ROOT, "scripts/campaigns/readers/read.py");
  return lines(DATA_PROGRAM, [program], JSON.stringify(asked)).map((line) => JSON.parse(line) as Read);
}

function byR(files: ReadonlyMap<string, string>): readonly Read[] {
  const { stdout, status } = spawnSync("Rscript", ["--version"], { encoding: "utf8" });
  if (status !== 0) return [];
  const version = /version (\S+)/.exec(stdout)?.[1] ?? "";
  return [...files]
    .filter(([name]) => name.startsWith("csv"))
    .map(([of, file]) => {
      const columns: Record<string, Value[]> = {};
      for (const line of lines("Rscript", [join(ROOT, "scripts/campaigns/readers/read.R"), file])) {
        const [name = "", kind = "", hex = ""] = line.split("\t");
        columns[name] ??= [];
        columns[name].push(kind === "missing" ? null : [kind as Kind, Buffer.from(hex, "hex").toString()]);
      }
      return { of, reader: "R read.csv", version, columns };
    });
}

async function byJavaScript(files: ReadonlyMap<string, string>): Promise<readonly Read[]> {
  const bytes = (name: string) => readFileSync(files.get(name)!);
  const readers: [string, string, string, () => Promise<Record<string, Value[]>> | Record<string, Value[]>][] = [
    ["ndjson", "JavaScript JSON.parse", process.versions.node, () => ofObjects(jsonLines(bytes("ndjson").toString()))],
    ...["arrow", "feather"].map((name): (typeof readers)[number] => [
      name,
      "apache-arrow",
      versionOf("apache-arrow"),
      () =>
        ofObjects(
          tableFromIPC(bytes(name))
            .toArray()
            .map((row) => row.toJSON() as object),
        ),
    ]),
    ...["parquet", "parquet, for=spark"].map((name): (typeof readers)[number] => [
      name,
      "hyparquet",
      versionOf("hyparquet"),
      async () => {
        const { buffer, byteOffset, length } = bytes(name);
        const file = buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
        return ofObjects(await parquetReadObjects({ file }));
      },
    ]),
  ];
  const read: Read[] = [];
  for (const [of, reader, version, act] of readers) {
    try {
      read.push({ of, reader, version, columns: await act() });
    } catch (error) {
      read.push({ of, reader, version, error: (error as Error).message.slice(0, 200) });
    }
  }
  return read;
}

function jsonLines(text: string): object[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as object);
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as { version: string })
    .version;
}

function ofObjects(rows: readonly object[]): Record<string, Value[]> {
  return Object.fromEntries(
    Object.keys(COLUMNS).map((name) => [name, rows.map((row) => ofJs((row as Record<string, unknown>)[name], name))]),
  );
}

function ofJs(value: unknown, name: string): Value {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return ["time", `${BigInt(value.getTime()) * 1_000_000n}`];
  if (typeof value === "bigint") return name === "time" ? ["time", String(value)] : ["integer", String(value)];
  // A time as a number is in milliseconds.
  if (typeof value === "number" && name === "time") return ["time", `${BigInt(Math.round(value * 1e6))}`];
  if (typeof value === "number") return ["float", String(value)];
  return [typeof value === "boolean" ? "boolean" : "text", String(value)];
}

function lines(program: string, args: readonly string[], input = ""): readonly string[] {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.slice(-2000)}`);
  return stdout.split("\n").filter((line) => line !== "");
}

function verdictOf({ type, values }: Column, read: readonly Value[] | undefined): string {
  if (read === undefined) return "absent";
  if (read.length !== values.length) return `${read.length} rows`;
  const found = new Set(values.map((value, at) => becomes(type, value, read[at] ?? null)));
  found.delete("exact");
  return found.size === 0 ? "exact" : [...found].sort().join(", ");
}

/** What became of one value. */
function becomes(type: Column["type"], value: Column["values"][number], read: Value): string {
  if (value === null) return read === null ? "exact" : `gap is ${read[1] === "" ? "empty" : read[1]}`;
  if (read === null) return value === "" ? "empty is a gap" : "a gap";
  return BECOMES[type](value, ...read);
}

type Becomes = (value: NonNullable<Column["values"][number]>, kind: Kind, text: string) => string;

const integer: Becomes = (value, kind, text) => {
  if (kind === "integer") return text === String(value) ? "exact" : "wrong";
  if (kind === "text") return text === String(value) ? "text" : "wrong";
  if (kind !== "float" || Number(text) !== Number(value)) return "wrong";
  return BigInt(Number(value)) === value ? "exact" : "rounded";
};

const BECOMES: Readonly<Record<Column["type"], Becomes>> = {
  time: (value, kind, text) => {
    if (kind === "text") return "text";
    const lost = (value as bigint) - BigInt(text.replace(/\..*/, ""));
    if (lost === 0n) return "exact";
    if (lost > 0n && lost < 1000n) return "µs";
    return lost > -1_000_000n && lost < 1_000_000n ? "ms" : "wrong";
  },
  float: (value, kind, text) => (kind === "text" ? "text" : Number(text) === value ? "exact" : "wrong"),
  integer,
  unsigned: integer,
  boolean: (value, kind, text) => {
    if (kind === "boolean") return text === String(value) ? "exact" : "wrong";
    return kind === "text" ? "text" : Number(text) === Number(value) ? "0 and 1" : "wrong";
  },
  string: (value, kind, text) => {
    if (kind === "text") return withoutMark(text) === value ? "exact" : "wrong";
    return kind === "boolean" || kind === "time" ? kind : "number";
  },
};

/** The mark of `for=dataframes`. */
function withoutMark(text: string): string {
  return text.replace(/^\\x(?=[0-9a-f]+$)/, "");
}

const PLACE = /(<!-- Readers: [^\n]*-->\n)[\s\S]*?(<!-- End of readers -->)/;

/** The page with the current table. */
export function withTable(page: string, compared: readonly Compared[]): string {
  return page.replace(PLACE, (_, begin: string, end: string) => `${begin}\n${tableOf(compared)}\n\n${end}`);
}

export function tableOf(compared: readonly Compared[]): string {
  const titles = Object.values(COLUMNS).map(({ title }) => title);
  const rows = compared.map(({ of, reader, version, verdicts }) => {
    const cells = Object.keys(COLUMNS).map((name, at) =>
      typeof verdicts === "string" ? (at === 0 ? verdicts : "") : verdicts[name] === "exact" ? "✓" : verdicts[name]!,
    );
    return `| ${[`\`${of.replace(", ", "&")}\``, `\`${reader}\` ${version}`, ...cells].join(" | ")} |`;
  });
  return [`| ${["format", "reader", ...titles].join(" | ")} |`, `|${"---|".repeat(titles.length + 2)}`, ...rows].join(
    "\n",
  );
}
