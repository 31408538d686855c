import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { Point } from "../../../runtime/model/point.ts";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { quoteIdentifier } from "../../../runtime/parts/influxdb/influxql.ts";
import {
  escapeFieldKey,
  escapeMeasurement,
  formatValue,
  nameProblem,
} from "../../../runtime/parts/influxdb/line-protocol.ts";
import { Lines } from "../../../runtime/parts/influxdb/lines.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";
import { makePoint } from "../../support/store-contract.ts";

const skip = requires("influxd");
const T0 = 1_767_225_600_000_000_000n;
const V1 = { unsigned: "as-integer" } as const;
const V2 = { unsigned: "native" } as const;

let influxd: Influxd;
before(async () => {
  if (skip === false) influxd = await startInfluxd();
});
after(() => influxd?.stop());

test("a point as a line", () => {
  const point = makePoint(T0, { "a b": 1.5, "c,d=e": 2n, s: 'say "\\"', b: false, gone: undefined });
  const lines = new Lines(V1, 8);
  assert.equal(lines.add(point, escapeMeasurement("m, n=o")), undefined);
  assert.match(lines.add(makePoint(T0, { a: 1, n: 1n << 63n }), "m") ?? "", /does not fit/);
  assert.equal(lines.add(makePoint(-5n, { ä: -0.5 }), "ö"), undefined);
  assert.equal(
    lines.body(0, 2).toString(),
    'm\\,\\ n=o a\\ b=1.5,c\\,d\\=e=2i,s="say \\"\\\\\\"",b=false 1767225600000000000\nö ä=-0.5 -5',
  );
  assert.deepEqual([lines.count, lines.body(1, 2).toString(), lines.point(0)], [2, "ö ä=-0.5 -5", point]);
});

test("numbers and times are written as V8 writes them", () => {
  const written = (timeNs: bigint, value: number): string => {
    const lines = new Lines(V1, 8);
    lines.add(makePoint(timeNs, { v: value }), "m");
    return lines.body(0, 1).toString();
  };
  const decimals = fc
    .tuple(fc.integer(), fc.integer({ min: 0, max: 12 }))
    .map(([digits, places]) => digits / 10 ** places);
  const numbers = fc.oneof(
    decimals,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
  );
  const near = fc.tuple(fc.bigInt(-3n, 10n ** 10n), fc.constantFrom(-1n, 0n, 1n, 127n, -127n, 999_999_999n));
  const times = fc.oneof(
    near.map(([seconds, ns]) => (seconds * 1_000_000_000n + ns) % (1n << 62n)),
    fc.bigInt(-(1n << 63n) + 2n, (1n << 63n) - 2n),
  );
  const check = (timeNs: bigint, value: number) => {
    const text = Object.is(value, -0) ? "-0" : String(value);
    assert.equal(written(timeNs, value), `m v=${text} ${timeNs}`);
  };
  const edges = [0, -0, 1e-6, 1e-7, 999_999_999.999999, 1e9, -1e9, 0.1 + 0.2, 5e-324, 1e21, 4_503_599_627.370497];
  for (const value of edges) check(T0, value);
  fc.assert(fc.property(times, numbers, check), { seed: 7, numRuns: 20_000 });
});

test("values keep their type; a value that its type cannot hold has no text", () => {
  assert.deepEqual(
    [0, -0, 1e21, 5e-324, Number.NaN, Number.POSITIVE_INFINITY].map((value) => formatValue("float", value, V1)),
    ["0", "-0", "1e+21", "5e-324", undefined, undefined],
  );
  assert.deepEqual(
    [1n, -(1n << 63n), 1n << 63n, 1.5, 2 ** 60].map((value) => formatValue("integer", value, V1)),
    ["1i", "-9223372036854775808i", undefined, undefined, undefined],
  );
  assert.deepEqual(
    [formatValue("unsigned", 1n << 63n, V1), formatValue("unsigned", 1n << 63n, V2)],
    [undefined, "9223372036854775808u"],
  );
  assert.deepEqual(
    [formatValue("unsigned", 7, V1), formatValue("unsigned", 7, V2), formatValue("unsigned", -1, V2)],
    ["7i", "7u", undefined],
  );
  assert.deepEqual(
    [formatValue("boolean", 1, V1), formatValue("string", 1, V1), formatValue("float", "1", V1)],
    [undefined, undefined, undefined],
  );
});

test("the reason why a point cannot be written names its field and value", () => {
  const problem = (point: Point): string => new Lines(V1, 8).add(point, "m") ?? "";
  assert.equal(problem(makePoint(T0, { a: undefined })), "missing fields");
  assert.equal(
    problem(makePoint(1n << 63n, { a: 1 })),
    "time 9223372036854775808 outside range -9223372036854775806 - 9223372036854775806",
  );
  assert.equal(
    problem(makePoint(T0, { n: 1n << 63n }, { types: { n: "unsigned" } })),
    'value 9223372036854775808 of field "n" does not fit type unsigned of this database',
  );
  assert.equal(problem(makePoint(T0, { "": 1 })), "missing field name");
  assert.equal(problem(makePoint(T0, { "a\nb": 1 })), 'field name "a\\nb" holds a control character');
  assert.equal(
    problem(makePoint(T0, { "a\\": 1 })),
    'field name "a\\\\" holds a backslash that would escape what follows',
  );
  assert.equal(nameProblem("measurement", "#m"), 'measurement name "#m" begins like a comment');
});

const oddText = fc.string({ unit: fc.constantFrom(..."ab\\,= \"'\t\n\r\0#é%/.$😀"), minLength: 0, maxLength: 6 });

test("the database contains exactly what is written, for any names and texts; other points are refused, none altered", {
  skip,
}, async (t) => {
  const store = openInfluxStore(
    {
      kind: "influxdb",
      version: "auto",
      url: influxd.url,
      username: undefined,
      password: undefined,
      token: undefined,
      org: undefined,
    },
    { typesTrustedMs: 0 },
  );
  t.after(() => store.close());
  await store.open();
  let database = 0;
  const property = fc.asyncProperty(
    fc.array(fc.record({ measurement: oddText, field: oddText, text: oddText }), { minLength: 1, maxLength: 40 }),
    async (rows) => {
      const name = `odd_${database++}`;
      const points = rows.map(({ measurement, field, text }, row) =>
        makePoint(T0 + BigInt(row), { [field]: text }, { database: name, measurement }),
      );
      const { refused } = await store.write(points, 1);
      const kept = points.filter((point) => !refused.some((one) => one.point === point));
      // The refused names are exactly those that cannot be expressed.
      for (const { point } of refused) {
        const problem =
          nameProblem("measurement", point.measurement) ?? nameProblem("field", point.columns[0]?.name ?? "");
        assert.notEqual(problem, undefined, JSON.stringify([point.measurement, point.columns[0]?.name]));
      }
      for (const measurement of new Set(kept.map((point) => point.measurement))) {
        const found: unknown[] = [];
        for await (const row of store.rows({ database: name, measurement })) {
          found.push(
            ...Object.entries(row.values).flatMap(([field, value]) =>
              value === null ? [] : [[row.timeNs, field, value]],
            ),
          );
        }
        const sent = kept
          .filter((point) => point.measurement === measurement)
          .map((point) => [point.timeNs, point.columns[0]?.name, point.values[0]]);
        assert.deepEqual(found, sent);
      }
    },
  );
  await fc.assert(property, { seed: 7, numRuns: 25 });
});

test("no text can escape from InfluxQL's identifiers", { skip }, async () => {
  const names = fc.string({ unit: fc.constantFrom(..."a\\\"'; \n-/*"), minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(names, async (identifier) => {
      const statement = `SELECT ${quoteIdentifier(identifier)} FROM ${quoteIdentifier(identifier)}`;
      const result = await influxd.query(statement, "odd_0");
      // One statement that parses, finds nothing and reports no error.
      assert.deepEqual(result, { statement_id: 0 });
    }),
    { seed: 7, numRuns: 200 },
  );
});

test("escaping leaves plain names unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."abcXYZ019_-./°") }), (name) => {
      assert.equal(escapeFieldKey(name), name);
      assert.equal(escapeMeasurement(name), name);
    }),
    { seed: 7 },
  );
});
