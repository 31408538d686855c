import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PointQueue } from "../../../runtime/intake/point-queue.ts";
import type { Point } from "../../../runtime/telemetry/point.ts";
import { makePoint } from "../../support/store-contract.ts";

function pointsOf(position: number, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => makePoint(BigInt(position * 100 + i), { n: 1 }));
}

test("the queue is an unbroken run of the newest messages, and bounded", () => {
  const command = fc.oneof(
    fc.record({
      kind: fc.constant("add" as const),
      rows: fc.integer({ min: 0, max: 6 }),
      skip: fc.constantFrom(0, 0, 0, 0, 0, 2),
    }),
    fc.record({ kind: fc.constant("take" as const), rows: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ kind: fc.constant("drop" as const), ahead: fc.integer({ min: -2, max: 4 }) }),
  );
  const property = fc.property(
    fc.array(command, { maxLength: 200 }),
    fc.integer({ min: 1, max: 20 }),
    (commands, maxRows) => {
      const queue = new PointQueue(maxRows);
      let model: { position: number; points: Point[] }[] = [];
      let newest = 0;
      const rowsOf = () => model.reduce((sum, { points }) => sum + (points.length || 1), 0);
      for (const each of commands) {
        if (each.kind === "add") {
          newest += 1 + each.skip;
          const points = pointsOf(newest, each.rows);
          queue.add(points, newest);
          if (each.skip > 0) model = [];
          model.push({ position: newest, points });
          while (rowsOf() > maxRows && model.length > 1) model.shift();
        } else if (each.kind === "drop") {
          const position = (model[0]?.position ?? newest) + each.ahead;
          queue.dropBefore(position);
          model = model.filter((entry) => entry.position >= position);
        } else if (model.length > 0) {
          const taken = [model.shift()!];
          let rows = taken[0]!.points.length;
          while (model[0] !== undefined && rows + model[0].points.length <= each.rows) {
            rows += model[0].points.length;
            taken.push(model.shift()!);
          }
          const expected = { points: taken.flatMap(({ points }) => points), position: taken.at(-1)!.position };
          assert.deepEqual(queue.take(each.rows), expected);
        }
        assert.deepEqual([queue.first, queue.rows], [model[0]?.position, rowsOf()]);
      }
    },
  );
  fc.assert(property, { seed: 6, numRuns: 300 });
});
