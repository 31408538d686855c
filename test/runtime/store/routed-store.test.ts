import assert from "node:assert/strict";
import { test } from "node:test";
import { takesOf } from "../../../runtime/config/name-patterns.ts";

test("in a pattern * stands for any text and ? for any character", () => {
  const takes = takesOf(["plant_*", "l?b", "a.b"]);
  const names = ["plant_", "plant_1\n2", "plant", "lab", "l😀b", "lb", "a.b", "axb", ""];
  assert.deepEqual(names.filter(takes), ["plant_", "plant_1\n2", "lab", "l😀b", "a.b"]);
});
