/** Texts that mean something in other languages, as stored values and as names of columns: what readers get is the text. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { writerOf } from "../../../runtime/api/address-formats.ts";
import { readApi } from "../../../runtime/api/read-api.ts";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import { columnOf, emptyColumn } from "../../../runtime/model/batch.ts";
import { readerOf } from "../../support/callers.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { needsPeers, run } from "../../support/peers.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const T0 = 1_769_860_800_000_000_000n;
const TEXTS = [
  ...HOSTILE_TEXTS,
  'a "b",\nc\td',
  "\u001b[2J",
  "\u009b31m",
  "x\ry",
  "-1+1",
  "@x",
  "+1",
  "_x000D_",
  " x ",
];

const store = new MemoryStore();
const types = Object.fromEntries(TEXTS.map((text) => [`${text}`, "string" as const]));
const rows = TEXTS.map((text, index) => ({ timeNs: T0 + BigInt(index), values: Object.fromEntries([[text, text]]) }));
store.add("d", "names", types, rows);
store.add(
  "d",
  "a",
  { s: "string" },
  TEXTS.map((s, index) => ({ timeNs: T0 + BigInt(index), values: { s } })),
);

async function exported(format: string, measurement: string): Promise<Uint8Array> {
  const api = readApi({
    store,
    channels: () => [],
    recentErrors: new RecentErrors(),
    wampRealm: "lab",
    caller: () => readerOf(() => true),
  });
  const response = await api.request(`/read/export?format=${format}&database=d&measurement=${measurement}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(response.status, 200, Buffer.from(bytes).toString());
  return bytes;
}

const PYTHON_CSV = `
import csv, json, sys
with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
    print(json.dumps(list(csv.reader(file, delimiter=sys.argv[2]))))`;

const PYTHON_XLSX = `
import json, re, sys, zipfile
from xml.etree import ElementTree
root = ElementTree.fromstring(zipfile.ZipFile(sys.argv[1]).read("xl/worksheets/sheet1.xml"))
n = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
plain = lambda t: re.sub("_x([0-9A-F]{4})_", lambda m: chr(int(m[1], 16)), t)
print(json.dumps([[plain("".join(t.text or "" for t in c.iter(n + "t"))) for c in r.iter(n + "c")] for r in root.iter(n + "row")]))`;

async function read(format: string, measurement: string, script: string, ...args: string[]): Promise<string[][]> {
  const bytes = await exported(format, measurement);
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, `x.${format}`);
    writeFileSync(file, bytes);
    return JSON.parse(run("python3", ["-c", script, file, ...args])) as string[][];
  });
}

for (const [format, script, ...args] of [
  ["csv", PYTHON_CSV, ","],
  ["tsv", PYTHON_CSV, "\t"],
  ["xlsx", PYTHON_XLSX],
] as const) {
  test(`Python reads the texts in ${format}`, { skip: needsPeers("python3") }, async () => {
    const [, ...values] = await read(format, "a", script, ...args);
    assert.deepEqual(
      values.map(([, text]) => text),
      TEXTS,
    );
    const [head = []] = await read(format, "names", script, ...args);
    assert.deepEqual(new Set(head.slice(1)), new Set(TEXTS));
  });
}

const PYTHON_HTML = `
import html.parser, json, sys
class Cells(html.parser.HTMLParser):
    tags, cells = set(), []
    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag in ("td", "th", "title"): self.cells.append([tag, ""])
    def handle_data(self, data):
        if self.cells: self.cells[-1][1] += data
    def handle_endtag(self, tag):
        if tag in ("td", "th", "title"): self.cells.append(["", ""])
c = Cells()
c.feed(json.load(sys.stdin))
print(json.dumps([sorted(c.tags), *[cell for cell in c.cells if cell[0]]]))`;

test("Python reads the texts in a page", { skip: needsPeers("python3") }, async () => {
  const title = TEXTS.join("");
  const names = ["time", "s", ...TEXTS];
  const columns = [
    columnOf(
      { name: names[0]!, type: "time" },
      TEXTS.map(() => T0),
    ),
    columnOf({ name: names[1]!, type: "string" }, TEXTS),
    ...TEXTS.map((name) => emptyColumn({ name, type: "string" }, TEXTS.length)),
  ];
  const { body } = writerOf("html")!({ rows: TEXTS.length, columns }, { title } as never);
  let html = "";
  for await (const piece of body) html += piece;
  const [tags, ...cells] = JSON.parse(run("python3", ["-c", PYTHON_HTML], JSON.stringify(html))) as string[][];
  assert.deepEqual(tags, ["body", "head", "html", "meta", "table", "tbody", "td", "th", "thead", "title", "tr"]);
  const of = (kind: string) => cells.filter(([tag]) => tag === kind).map(([, text]) => text);
  assert.deepEqual([of("title"), of("th")], [[title], names]);
  assert.deepEqual(
    of("td").filter((_, index) => index % names.length === 1),
    TEXTS,
  );
});

test("DuckDB reads the texts in CSV and JSON lines", async () => {
  const database = await DuckDBInstance.create(":memory:");
  const connection = await database.connect();
  for (const [format, from] of [
    ["csv", "read_csv('$', header = true, all_varchar = true)"],
    ["ndjson", "read_ndjson_auto('$')"],
  ] as const) {
    const bytes = await exported(format, "a");
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, `x.${format}`);
      writeFileSync(file, bytes);
      const found = await connection.runAndReadAll(`select s from ${from.replace("$", file)}`);
      assert.deepEqual(
        found.getRows().map(([text]) => text),
        TEXTS,
        format,
      );
    });
  }
  connection.closeSync();
  database.closeSync();
});
