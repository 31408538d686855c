import assert from "node:assert/strict";
import { test } from "node:test";
import { counters } from "../../../runtime/model/counters.ts";
import { COUNTERS, NODE_COUNTERS } from "../../../runtime/service/counters.ts";

const TABLE = counters("pump", { strokes: ["pump_strokes_total", "Strokes"], bar: ["pump_pressure", "Pressure"] });

test("a part's numbers are read by their declared names; a renamed one does not compile", () => {
  const status = { counts: TABLE.of({ strokes: 3, bar: 2, others: 1 }) };
  assert.deepEqual([TABLE.read(status, "strokes"), TABLE.read(undefined, "bar")], [3, 0]);
  assert.deepEqual(TABLE.none, { strokes: 0, bar: 0 });
  // @ts-expect-error A number of the table is missing: it was renamed.
  assert.deepEqual(TABLE.of({ beats: 3, bar: 2 }), { beats: 3, bar: 2 });
  // @ts-expect-error No number of the table has this name.
  assert.equal(TABLE.read(status, "beats"), 0);
});

test("metrics of one name have one help and the same labels, and no two the same label's value", () => {
  const declared = new Map<string, string>();
  const labelled = new Set<string>();
  for (const { metrics } of [...COUNTERS, ...NODE_COUNTERS]) {
    for (const [name, help, label = {}] of Object.values(metrics)) {
      const form = `${help} ${Object.keys(label)}`;
      assert.equal(declared.get(name) ?? form, form, name);
      declared.set(name, form);
      const key = `${name}${JSON.stringify(label)}`;
      assert.equal(labelled.has(key), false, key);
      labelled.add(key);
    }
  }
  assert.ok(declared.size > 15, `${declared.size} metrics`);
});
