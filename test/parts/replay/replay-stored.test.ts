import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { rowPages } from "../../../runtime/export/row-pages.ts";
import type { Row } from "../../../runtime/model/store.ts";
import { type ReplayStep, replayStored, type StoredReplay } from "../../../runtime/parts/replay/replay-stored.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";
import { onlyLong } from "../../support/long.ts";
import { MemoryStore } from "../../support/memory-store.ts";

const HEADER = `
struct struct_probe { uint8_t length; uint8_t ID; uint16_t v; // @rule: name=volts; expr=v / 100
} probe = {4, 2};
struct struct_wave { uint8_t length; uint8_t ID; int16_t w[2]; // @samples: dt=1ms; at=start
} wave = {6, 4};
struct struct_wide { uint8_t length; uint8_t ID; uint64_t n; } wide = {16, 3};
`;
const { files } = compile([{ plan: planOf({ name: "rig" }), reader: memoryReader({ "lab.h": HEADER }) }], {
  version: "0.0.0",
});
const codecs = (await channelsOf(files))["rig"]!;
const END_NS = 2n ** 62n;

class KeepingStore extends MemoryStore {
  override readonly rewrites = "given-columns";
}

function replayOf(store: MemoryStore, mode: StoredReplay["mode"]): StoredReplay {
  const channel = { name: "rig", wampTopic: "lab.rig", codecs };
  return { store, channel, fromNs: 0n, toNs: END_NS, mode, examples: 1 };
}

async function reports(
  store: MemoryStore,
  mode: StoredReplay["mode"],
): Promise<Exclude<ReplayStep, { step: "progress" }>[]> {
  const found = [];
  for await (const step of replayStored(replayOf(store, mode))) if (step.step === "measurement") found.push(step);
  return found;
}

function probes(store: MemoryStore, rows: readonly Record<string, ColumnValue | null>[]): void {
  const types = { length: "float", ID: "float", volts: "float", old: "float", _hex_: "string" } as const;
  const stored = rows.map((values, index) => ({ timeNs: BigInt(index), values }));
  store.add("lab_rig", "02_probe", types, stored);
}

async function stored(store: MemoryStore, measurement: string): Promise<Row["values"][]> {
  const rows = [];
  for await (const { values } of store.rows({ database: "lab_rig", measurement })) rows.push({ ...values });
  return rows;
}

test("equal rows are left alone, others get today's values and lose yesterday's columns", async () => {
  const store = new MemoryStore();
  const right = { length: 4, ID: 2, volts: 0.05, old: null, _hex_: "04020500" };
  probes(store, [right, { length: 4, ID: 2, volts: 0.5, old: 7, _hex_: "04020500" }]);
  const [report] = await reports(store, "rewrite");
  assert.deepEqual(report, {
    step: "measurement",
    measurement: "02_probe",
    rows: 2,
    different: 1,
    rewritten: 1,
    columns: [
      {
        column: "volts",
        changed: 1,
        added: 0,
        removed: 0,
        examples: [{ time: "1970-01-01T00:00:00.000000001Z", old: "0.5", new: "0.05" }],
      },
      {
        column: "old",
        changed: 0,
        added: 0,
        removed: 1,
        examples: [{ time: "1970-01-01T00:00:00.000000001Z", old: "7", new: null }],
      },
    ],
    left: [],
    keptColumns: [],
  });
  assert.deepEqual(await stored(store, "02_probe"), [right, { length: 4, ID: 2, volts: 0.05, _hex_: "04020500" }]);
});

test("rows of samples are queried for many messages at once, and missing ones stay missing", async () => {
  const store = new MemoryStore();
  const types = { length: "float", ID: "float", w: "float", _hex_: "string" } as const;
  const rows = Array.from({ length: 40 }, (_, index) => ({
    timeNs: BigInt(index) * 1_000_000n,
    values: { length: 6, ID: 4, w: 7, _hex_: index % 2 === 0 ? "060401000200" : null },
  }));
  store.add("lab_rig", "04_wave", types, rows.slice(0, -1));
  let asked = 0;
  const rowsOf = store.rows.bind(store);
  store.rows = (query) => {
    asked++;
    return rowsOf(query);
  };
  const [report] = await reports(store, "dry-run");
  assert.ok(report?.step === "measurement", `${report?.step}`);
  // Once for the page, once for its samples.
  assert.deepEqual([report.rows, report.different, asked], [20, 38, 2]);
  assert.deepEqual(
    report.left.map(({ reason, rows }) => [reason, rows]),
    [["no-row", 1]],
  );
});

test("rows that cannot be decoded, belong elsewhere or would change a type are left and counted", async () => {
  const store = new MemoryStore();
  probes(store, [
    { volts: 1, _hex_: "040205" },
    { volts: 1, _hex_: "0409" },
    { volts: 1, _hex_: "zz" },
    { volts: 1, _hex_: "" },
    { volts: 1, _hex_: `1003${"00".repeat(14)}` },
    { volts: 1, _hex_: null },
  ]);
  store.add("lab_rig", "03_wide", { n: "float", _hex_: "string" }, [
    { timeNs: 1n, values: { n: 1, _hex_: `1003${"00".repeat(14)}` } },
  ]);
  const before = await stored(store, "02_probe");
  const found = await reports(store, "rewrite");
  assert.deepEqual(
    found.map(({ rows, different, left }) => [rows, different, left.map(({ reason, rows: count }) => [reason, count])]),
    [
      [
        5,
        0,
        [
          ["wrong-length", 1],
          ["unknown-id", 1],
          ["bad-hex", 1],
          ["too-short", 1],
          ["other-measurement", 1],
        ],
      ],
      [1, 0, [["type-conflict", 1]]],
    ],
  );
  assert.match(found[1]?.left[0]?.message ?? "", /column 'n' is stored as float and would be unsigned/);
  assert.deepEqual(await stored(store, "02_probe"), before);
});

test("64-bit integers are compared digit by digit", async () => {
  const store = new MemoryStore();
  const payload = `1003${"00".repeat(6)}ffffffffffffffff`;
  const columns = { length: "float", ID: "float", n: "unsigned", _hex_: "string" } as const;
  store.add("lab_rig", "03_wide", columns, [
    { timeNs: 1n, values: { length: 16, ID: 3, n: 2n ** 64n - 1n, _hex_: payload } },
    { timeNs: 2n, values: { length: 16, ID: 3, n: 2n ** 64n - 2n, _hex_: payload } },
  ]);
  const [report] = await reports(store, "dry-run");
  assert.deepEqual(report?.columns[0]?.examples, [
    { time: "1970-01-01T00:00:00.000000002Z", old: "18446744073709551614", new: "18446744073709551615" },
  ]);
  assert.equal(report?.different, 1);
});

test("if a database cannot delete single values, a removed column is reported and not a difference", async () => {
  const store = new KeepingStore();
  probes(store, [{ length: 4, ID: 2, volts: 0.05, old: 7, _hex_: "04020500" }]);
  const [report] = await reports(store, "dry-run");
  assert.deepEqual([report?.different, report?.columns, report?.keptColumns], [0, [], ["old"]]);
});

test("pages contain every row once, however rows are distributed in time, and never too many", {
  skip: onlyLong,
}, async () => {
  const store = new MemoryStore();
  const burst = (from: bigint, count: number) => Array.from({ length: count }, (_, k) => from + BigInt(k));
  const times = [0n, ...burst(10n ** 9n, 5000), ...burst(10n ** 17n, 2500), 10n ** 18n];
  store.add(
    "lab_rig",
    "02_probe",
    { a: "float" },
    times.map((timeNs) => ({ timeNs, values: { a: 1 } })),
  );
  const place = { database: "lab_rig", measurement: "02_probe" };
  const extent = await store.extent({ ...place, columns: ["a"] });
  const seen: bigint[] = [];
  const shares: number[] = [];
  for await (const { rows, share } of rowPages(store, place, extent!, 2)) {
    assert.ok(rows.length < 4000, `${rows.length} rows`);
    for (const { timeNs } of rows) seen.push(timeNs);
    shares.push(share);
  }
  assert.deepEqual(seen, times);
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => a - b),
  );
  assert.equal(shares.at(-1), 1);
});

test("with several versions, each row is decoded with the layout that it names, or with the requested one", async () => {
  const probe = (field: string, length: number) =>
    `struct struct_probe { uint8_t length; uint8_t ID; ${field} } probe = {${length}, 2};`;
  const compiled = compile(
    [
      { plan: { ...planOf({ name: "rig" }), version: "v2", pinned: true }, reader: reader(probe("int16_t v;", 4)) },
      {
        plan: { ...planOf({ name: "rig@v1" }), version: "v1", versionOf: "rig" },
        reader: reader(probe("uint8_t v; uint8_t w;", 4)),
      },
    ],
    { version: "0.0.0" },
  );
  const loaded = await channelsOf(compiled.files);
  const older = { ...loaded["rig@v1"]!, version: "v1" };
  const several = { ...loaded["rig"]!, version: "v2", older: [older] };
  const schema = older.structs[0]!.schema;
  const changes = async (asked: string | undefined) => {
    const store = new MemoryStore();
    const types = {
      length: "float",
      ID: "float",
      v: "float",
      w: "float",
      _schema_: "string",
      _hex_: "string",
    } as const;
    const values = { length: 4, ID: 2, v: 5, w: 9, _schema_: schema, _hex_: "04020509" };
    store.add("lab_rig", "02_probe", types, [{ timeNs: 0n, values }]);
    const channel = { name: "rig", wampTopic: "lab.rig", codecs: several };
    const replay = { ...replayOf(store, "dry-run"), channel, ...(asked !== undefined && { schema: asked }) };
    for await (const step of replayStored(replay)) {
      if (step.step !== "measurement") continue;
      return [...step.columns.map(({ column }) => column), ...step.left.map(({ reason }) => reason)];
    }
    return ["nothing"];
  };
  assert.deepEqual(await changes(undefined), []);
  assert.deepEqual(await changes("own"), []);
  assert.deepEqual(await changes("v1"), []);
  assert.deepEqual(await changes(schema), []);
  assert.deepEqual((await changes("v2")).sort(), ["_schema_", "v", "w"]);
  assert.deepEqual((await changes("today")).sort(), ["_schema_", "v", "w"]);
  assert.deepEqual(await changes("v3"), ["unknown-layout"]);
});

function reader(header: string) {
  return memoryReader({ "lab.h": header });
}
