import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldType, PointColumn } from "../../../runtime/model/point.ts";
import { DatabaseTypes } from "../../../runtime/parts/influxdb/field-types.ts";

const TYPES = new Map<string, FieldType>([
  ["temperature", "float"],
  ["humidity", "float"],
]);

test("measurements with the same columns share what is known of them, until they differ", () => {
  const database = new DatabaseTypes("r_n");
  const [a, b] = ["a", "b"].map((name) => database.measurement(name)) as [
    ReturnType<DatabaseTypes["measurement"]>,
    ReturnType<DatabaseTypes["measurement"]>,
  ];
  const columns: readonly PointColumn[] = [];
  for (const each of [a, b]) {
    each.addTypes(TYPES);
    assert.deepEqual(each.announce(TYPES), TYPES);
    assert.equal(each.announce(TYPES).size, 0);
  }
  a.markFitting(columns);
  assert.equal(a.types, b.types);
  assert.equal(b.fits(columns), true);

  b.addTypes(new Map([["voltage", "integer"]]));
  assert.deepEqual([[...a.types.keys()], b.types.get("voltage")], [["temperature", "humidity"], "integer"]);
  assert.deepEqual([a.fits(columns), b.fits(columns)], [true, false]);
  assert.deepEqual([b.isAnnounced("humidity"), b.isAnnounced("voltage")], [true, false]);

  a.addTags(new Set(["site"]));
  assert.deepEqual([[...a.tags], b.tags.size, a.fits(columns)], [["site"], 0, false]);
  a.replace({ types: new Map([["humidity", "float"]]), tags: new Set() });
  assert.deepEqual([[...a.types.keys()], a.tags.size, a.isAnnounced("temperature")], [["humidity"], 0, true]);
});

test("measurements with many columns, and many kinds of measurements, keep columns of their own", () => {
  const database = new DatabaseTypes("r_n");
  const wide = new Map<string, FieldType>(Array.from({ length: 65 }, (_, n) => [`f${n}`, "float"]));
  for (const name of ["a", "b"]) database.measurement(name).addTypes(wide);
  assert.notEqual(database.measurement("a").types, database.measurement("b").types);
  for (let n = 0; n < 3000; n++) database.measurement(`m${n}`).addTypes(new Map([[`f${n}`, "string"]]));
  for (let n = 0; n < 3000; n++) assert.deepEqual([...database.measurement(`m${n}`).types], [[`f${n}`, "string"]]);
});
