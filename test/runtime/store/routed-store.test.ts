import assert from "node:assert/strict";
import { test } from "node:test";
import { takesOf } from "../../../runtime/config/name-patterns.ts";
import { openRoutedStore } from "../../../runtime/store/routed-store.ts";

import { MemoryStore } from "../../support/memory-store.ts";
import { makePoint } from "../../support/store-contract.ts";

test("in a pattern * stands for any text and ? for any character", () => {
  const takes = takesOf(["plant_*", "l?b", "a.b"]);
  const names = ["plant_", "plant_1\n2", "plant", "lab", "l😀b", "lb", "a.b", "axb", ""];
  assert.deepEqual(names.filter(takes), ["plant_", "plant_1\n2", "lab", "l😀b", "a.b"]);
});

test("a batch that one store refuses counts in none, and is written again to all", async () => {
  const main = new MemoryStore();
  const other = new MemoryStore();
  const positions: number[] = [];
  const write = main.write.bind(main);
  main.write = async (...batch: unknown[]) => {
    positions.push(batch[1] as number);
    return write(batch[0] as Parameters<typeof write>[0]);
  };
  const writeOther = other.write.bind(other);
  let isAway = true;
  other.write = async (points) => {
    if (isAway) throw new Error("away");
    return writeOther(points);
  };
  const store = openRoutedStore([
    { name: "store", store: main },
    { name: "store-o", databases: ["two"], store: other },
  ]);
  const points = [makePoint(1n, { a: 1 }, { database: "one" }), makePoint(1n, { a: 2 }, { database: "two" })];
  await assert.rejects(store.write(points, 7), /away/);
  assert.deepEqual(positions, []);
  isAway = false;
  assert.deepEqual(await store.write(points, 7), { stored: 2, refused: [] });
  assert.deepEqual(await store.write([points[1]!], 8), { stored: 1, refused: [] });
  assert.deepEqual(positions, [7, 8]);
  const known = (await store.measurements()).map(({ database }) => database);
  assert.deepEqual(known, ["one", "two"]);
});
