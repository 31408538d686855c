/** Rows of numbers in pages equal those that the general rules give one by one, as points and as the store has them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { OWN_ADDRESSING } from "../../../runtime/intake/addressing.ts";
import { epochOf } from "../../../runtime/intake/decoding-epoch.ts";
import { MessageKinds } from "../../../runtime/intake/message-kind.ts";
import type { Message } from "../../../runtime/model/message.ts";
import type { LogEntry } from "../../../runtime/model/message-log.ts";
import { PagedRow } from "../../../runtime/model/paged-row.ts";
import { type Point, withOrigin } from "../../../runtime/model/point.ts";
import { http } from "../../../runtime/sources/http/http.ts";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { decodeDeviceMessage } from "../../support/device-messages.ts";
import { rounds } from "../../support/long.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const EPOCH = 3;

function messageOf(payload: Buffer, address = "r/n/g/d/data"): Message {
  return {
    source: "http",
    address,
    sender: "",
    contentType: "text/csv",
    receivedNs: 1_800_000_000_000_001_000n,
    payload,
  };
}

/** The table read in both ways. A line that is not UTF-8 has all rows of a table read by the general rules. */
function bothWays(text: string, id: string) {
  const origin = { message: messageOf(Buffer.from(text)), id, epoch: EPOCH };
  const decoded = decodeDeviceMessage(origin.message, { realms: [] });
  const entry: LogEntry = { ...origin, cursor: 1 };
  const paged = decoded.points.map((point): Point => {
    if (!(point instanceof PagedRow)) return withOrigin(point, origin);
    point.page.entry = entry;
    return point;
  });
  const general = decodeDeviceMessage(messageOf(Buffer.concat([Buffer.from(text), Buffer.from([0xff])])), {
    realms: [],
  });
  const plain = general.points.map((point) => withOrigin(point, origin));
  assert.ok(
    plain.every((point) => !(point instanceof PagedRow)),
    "the general rules made a page",
  );
  return { paged, plain };
}

function shown({ database, measurement, timeNs, timeSource, columns, values, texts, origin }: Point): unknown {
  const written = columns.map(({ name }) => texts?.get(name));
  return { database, measurement, timeNs, timeSource, columns, values, written, origin };
}

const inPages = (points: readonly Point[]) => points.filter((point) => point instanceof PagedRow).length;

/** Rows of numbers, of which some have an empty cell, a text, quotes, a comma for a point, or a time of their own form. */
const cell = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -5000, max: 5000 }).map((n) => (n / 100).toString()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "-0", "007", "1e3", '"5"', "12,5", "fault", "9".repeat(20), " 7 ", "nan"),
  },
);
const instant = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.integer({ min: 0, max: 40 }).map((second) => `2026-03-01T10:00:${String(second).padStart(2, "0")}Z`),
  },
  { weight: 1, arbitrary: fc.constantFrom("1790000000", "", "x", "1999-12-31T23:59:59Z", '"2026-03-01T10:00:00Z"') },
);
const tableOf = (rows: number) =>
  fc
    .array(fc.tuple(instant, cell, cell, cell), { minLength: rows, maxLength: 3 * rows })
    .map((table) => `## time;a;b;c\n${table.map((cells) => cells.join(";")).join("\n")}\n`);

test("rows in pages have the places, times, values and texts of rows that the general rules read", () => {
  let rows = 0;
  fc.assert(
    fc.property(tableOf(40), (text) => {
      const { paged, plain } = bothWays(text, "log/1");
      rows += inPages(paged);
      assert.deepEqual(paged.map(shown), plain.map(shown));
    }),
    { numRuns: rounds(60, 5000) },
  );
  assert.ok(rows > 1000, `${rows} rows were in pages`);
});

test("DuckDB has the same rows both ways: repeated times, older rows, other columns, texts, keys and refused columns", () =>
  inTemporaryFolder(async (directory) => {
    const tables = fc.sample(tableOf(150), { numRuns: 5, seed: 7 });
    const both = tables.map((text, at) => bothWays(text, `log/${at}`));
    assert.ok(
      both.every(({ paged }) => inPages(paged) > 50),
      "a table has no pages",
    );
    // As InfluxDB's lines: rows of one time differ in a tag, which rows of tables lack.
    const [{ plain }] = both as [(typeof both)[number]];
    const tagged: Point = {
      ...plain[0]!,
      columns: [
        { name: "host", type: "string", isTag: true, isKey: true },
        { name: "a", type: "float" },
      ],
      values: ["one", 1],
    };
    const text: Point = { ...plain[0]!, columns: [{ name: "b", type: "string" }], values: ["off"] };
    for (const first of [[], [tagged], [text]]) {
      const read = async (name: string, batches: readonly (readonly Point[])[]) => {
        const store = openDuckdbStore({ path: `${directory}/${name}-${String(first[0]?.values[0])}.duckdb` });
        await store.open();
        try {
          const outcomes = [];
          for (const [at, points] of [first, ...batches].entries()) {
            const { stored, refused, replaced = [] } = await store.write(points, at + 1, async () => {});
            const problems = refused.map(({ point, error }) => `${point.timeNs} ${error.message}`);
            outcomes.push({ stored, problems, replaced: replaced.map(({ values }) => values) });
          }
          const { database, measurement } = plain[0]!;
          const rows = [];
          for await (const row of store.rows({ database, measurement })) rows.push(row);
          return { outcomes, rows };
        } finally {
          await store.close();
        }
      };
      const expected = await read(
        "plain",
        both.map((each) => each.plain),
      );
      assert.ok(
        expected.outcomes.some(({ replaced }) => replaced.length > 0),
        "no time came twice",
      );
      const paged = await read(
        "paged",
        both.map((each) => each.paged),
      );
      assert.deepEqual(paged, expected);
    }
  }));

test("what is retried keeps its places and values in a page", () => {
  const epoch = epochOf({ realms: [], channels: [] }, new Map());
  const kinds = new MessageKinds(epoch, [http.messages(epoch, OWN_ADDRESSING)]);
  const row = (n: number) => `2026-03-01T10:00:${String(n).padStart(2, "0")}Z,${n},${-n}`;
  const message = messageOf(Buffer.from(`## time,a,b\n${Array.from({ length: 60 }, (_, n) => row(n)).join("\n")}`));
  const { points } = kinds.decode({ ...message, isRetry: true });
  // The first one may be the head of the table.
  assert.equal(inPages(points as Point[]), 59);
  assert.deepEqual(
    points.map(({ measurement, timeSource, values }) => [measurement, timeSource, values]),
    Array.from({ length: 60 }, (_, n) => ["g_d_sensors", "payload", [n, 0 - n]]),
  );
});
