/** Folders of devices as a tree by levels. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Device, DeviceGroup } from "../../../../runtime/dashboards/page/browser/overview/device-board.ts";
import { type Branch, treeOf } from "../../../../runtime/dashboards/page/browser/overview/device-tree.ts";

function device(key: string, limit: Device["limit"] = ""): Device {
  return { key, title: key, group: "", state: "live", limit, refused: 0, address: "" };
}

const group = (name: string, ...devices: Device[]): DeviceGroup => ({ name, devices });

/** `name (count) [worst]`, indented by level. */
function written(branches: readonly Branch[], indent = ""): string[] {
  return branches.flatMap(({ name, count, worst, branches: below }) => [
    `${indent}${name} (${count})${worst === "" ? "" : ` ${worst}`}`,
    ...written(below, `${indent}  `),
  ]);
}

test("folders are nested by level, levels without a choice are one, and each says how many and how bad", () => {
  const tree = treeOf([
    group("farm / north / gw-1", device("a"), device("b", "warn")),
    group("farm / north / gw-2", device("c", "alarm")),
    group("farm / south / gw-1", device("d")),
    group("rig", device("e")),
  ]);
  assert.deepEqual(written(tree), [
    "farm (4) alarm",
    "  north (3) alarm",
    "    gw-1 (2) warn",
    "    gw-2 (1) alarm",
    "  south / gw-1 (1)",
    "rig (1)",
  ]);
});

test("a level may have devices of its own beside its branches, and paths are unique", () => {
  const tree = treeOf([group("a / b", device("1")), group("a / b / c", device("2")), group("c", device("3"))]);
  assert.deepEqual(written(tree), ["a / b (2)", "  c (1)", "c (1)"]);
  assert.deepEqual([tree[0]!.path, tree[0]!.branches[0]!.path, tree[1]!.path], ["a / b", "a / b / c", "c"]);
});

test("one folder is one branch; without any, there is none", () => {
  assert.deepEqual(written(treeOf([group("lab / net / gw", device("1"))])), ["lab / net / gw (1)"]);
  assert.deepEqual(treeOf([]), []);
});
