import assert from "node:assert/strict";
import { test } from "node:test";
import { TelemetryError } from "../../../runtime/model/error-signal.ts";
import type { Point } from "../../../runtime/model/point.ts";
import { reconcile } from "../../../runtime/store/reconcile.ts";

const message = {
  source: "http",
  address: "r/n/g/d/data",
  sender: "",
  contentType: "",
  receivedNs: 1n,
  payload: new Uint8Array(),
};
const point: Point = {
  database: "d",
  measurement: "m",
  timeNs: 1n,
  timeSource: "receipt",
  columns: [
    { name: "a", type: "float" },
    { name: "b", type: "string" },
  ],
  values: [1, "x"],
  origin: { message, id: "1" },
};
const known = (types: Readonly<Record<string, "float" | "string">>) => ({
  typeOf: (name: string) => types[name],
  stored: ({ type }: Point["columns"][number]) => type,
  conflict: (name: string, is: string, exists: string) =>
    new TelemetryError(`${name} ${is} ${exists}`, { name: "E", code: "type-conflict" }),
});

test("a row without conflicts is passed on unchanged; a reduced row is the same object each time", () => {
  assert.equal(reconcile(point, known({ a: "float" })).point, point);
  const [first, again] = [reconcile(point, known({ b: "float" })), reconcile(point, known({ b: "float" }))];
  assert.equal(first.refused?.point, again.refused?.point);
  assert.deepEqual([first.point?.values, first.refused?.point.values], [[1], ["x"]]);
  assert.deepEqual(reconcile(point, known({ a: "string", b: "float" })).refused?.point, point);
});
