/** Names at the ends of a chart's lines, where there is little room. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { distinctNames } from "../../../../runtime/dashboards/page/browser/text/line-names.ts";

const atMost = (length: number) => (name: string) => name.length <= length;

test("names that are too long are shortened where they stay different", () => {
  assert.deepEqual(distinctNames(["hall_1_node_7", "pump"], atMost(8)), ["hall…e_7", "pump"]);
  assert.deepEqual(distinctNames(["hall_1_node_7", "hall_2_node_7"], atMost(9)), ["hall_1…_7", "hall_2…_7"]);
  assert.deepEqual(distinctNames(["a_11_long_long", "a_12_long_long", "b"], atMost(5)), ["a_11…", "a_12…", "b"]);
  assert.deepEqual(distinctNames(["long_long_12_x", "long_long_22_x"], atMost(5)), ["…12_x", "…22_x"]);
});

test("names that stay alike, or are alike, have the usual form", () => {
  assert.deepEqual(distinctNames(["abcd12efgh", "abcd34efgh"], atMost(3)), ["a…h", "a…h"]);
  assert.deepEqual(distinctNames(["temperature", "temperature"], atMost(5)), ["te…re", "te…re"]);
});
