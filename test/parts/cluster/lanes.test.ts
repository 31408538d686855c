import assert from "node:assert/strict";
import { test } from "node:test";
import type { KV } from "@nats-io/kv";
import { headers } from "@nats-io/transport-node";
import { LaneGate } from "../../../runtime/parts/cluster/lane-gate.ts";
import { afterOf, Lanes, lanesOf, laneWorker, setAfter } from "../../../runtime/parts/cluster/lanes.ts";
import { until } from "../../support/until.ts";

const [one, two] = [laneWorker("1"), laneWorker("2")];

function tableOf(...names: string[]): { workers: Record<string, number>; owners: { worker: string; turn: number }[] } {
  const workers = Object.fromEntries(names.filter((name) => name !== "").map((name) => [name, 7]));
  return { workers, owners: names.map((worker) => ({ worker, turn: 1 })) };
}

test("the partitions of one worker share the lane of the lowest of them", () => {
  assert.deepEqual(lanesOf(tableOf(one, one, one, one), 4), [0, 0, 0, 0]);
  assert.deepEqual(lanesOf(tableOf(one, one, two, two), 4), [0, 0, 2, 2]);
  assert.deepEqual(lanesOf(tableOf(two, one, two, one), 4), [0, 1, 0, 1]);
});

test("a worker that does not know lanes, or partitions without an owner, keep messages out of shared lanes", () => {
  assert.deepEqual(lanesOf(tableOf(one, one, "3", "3"), 4), [0, 1, 2, 3]);
  const withOther = tableOf(one, one, one, one);
  withOther.workers["3"] = 1;
  assert.deepEqual(lanesOf(withOther, 4), [0, 1, 2, 3]);
  assert.equal(lanesOf(tableOf(one, one, one, ""), 4), undefined);
  assert.equal(lanesOf(tableOf(one, one), 4), undefined);
  assert.equal(lanesOf({ workers: {}, owners: tableOf(one, one, one, one).owners }, 4), undefined);
});

test("a frame cannot wait for itself or later frames, whatever its header says", () => {
  const after = (text: string) => {
    const made = headers();
    made.set("Structline-After", text);
    return afterOf({ headers: made }, 100);
  };
  assert.deepEqual(
    ["7", "99", "100", String(Number.MAX_SAFE_INTEGER), "1e400", "-5", "x", ""].map(after),
    [7, 99, 99, 99, 0, 0, 0, 0],
  );
  const none = headers();
  setAfter(none, 0);
  assert.equal(afterOf({ headers: none }, 100), 0);
  assert.equal(afterOf({}, 100), 0);
});

test("a node changes its lanes between batches, and names the last frame of the former ones", async () => {
  let text = JSON.stringify(tableOf(one, one, two, two));
  const bucket = { get: async () => ({ operation: "PUT", string: () => text }) } as unknown as KV;
  const lanes = new Lanes({ bucket: async () => bucket, partitions: 4, newest: 50 });
  const all = () => [0, 1, 2, 3].map((partition) => lanes.of(partition));
  assert.deepEqual([all(), lanes.after], [[0, 1, 2, 3], 50]);
  lanes.turn();
  lanes.sent(60, "new");
  lanes.sent(58, "new");
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(all(), [0, 1, 2, 3]);
  lanes.turn();
  assert.deepEqual([all(), lanes.after], [[0, 0, 2, 2], 60]);
  // The answer to a repetition has the number of the first sending.
  lanes.sent(55, "duplicate");
  assert.equal(lanes.after, 60);
  // The log was deleted and made anew.
  lanes.sent(1, "new");
  assert.equal(lanes.after, 0);
  text = "no table";
  lanes.turn();
  assert.deepEqual(all(), [0, 0, 2, 2]);
});

test("frames pass a gate in their order, once the other lanes are stored", async () => {
  let stored = 0;
  const passed: number[] = [];
  const asked: number[] = [];
  const gate = new LaneGate<number>({
    isClear: async (upTo) => {
      asked.push(upTo);
      if (asked.length === 1) throw new Error("no server answers");
      return stored >= upTo;
    },
    pass: (seq) => void passed.push(seq),
  });
  gate.take(1, 1, 0);
  gate.take(5, 5, 4);
  gate.take(6, 6, 0);
  gate.take(9, 9, 8);
  assert.deepEqual([passed, gate.waiting, gate.passed], [[1], 3, 1]);
  await until(() => asked.length >= 3);
  assert.deepEqual(passed, [1]);
  stored = 4;
  await until(() => passed.length >= 3);
  assert.deepEqual([passed, gate.waiting], [[1, 5, 6], 1]);
  stored = 8;
  await until(() => gate.waiting === 0);
  const before = asked.length;
  gate.take(10, 10, 8);
  assert.deepEqual([passed, gate.passed, asked.length], [[1, 5, 6, 9, 10], 10, before]);
  gate.forget();
  gate.take(11, 11, 8);
  assert.deepEqual([gate.waiting, gate.passed], [1, undefined]);
  gate.stop();
  assert.equal(gate.waiting, 0);
});

test("two lanes that wait for each other go on after one was read anew: the oldest frame comes first again", async () => {
  /** Frames 50 and 60 are in one lane, 52 in another one; 50 was stored, and its acknowledgement went to a reader that is gone. */
  const stored = new Set<number>();
  const passed: string[] = [];
  const gates = ["first", "second"].map(
    (name) =>
      new LaneGate<number>({
        isClear: async (upTo) =>
          [50, 52].every((seq) => seq > upTo || stored.has(seq) || (name === "first" && seq === 50)),
        pass: (seq) => {
          passed.push(`${name} ${seq}`);
          // Only a delivery of the current reader can be acknowledged.
          if (seq !== 50 || passed.filter((one) => one === "first 50").length > 1) stored.add(seq);
        },
      }),
  );
  const [first, second] = gates as [LaneGate<number>, LaneGate<number>];
  first.take(50, 50, 0);
  first.take(60, 60, 55);
  second.take(52, 52, 51);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(passed, ["first 50"]);
  first.restart();
  first.forget();
  first.take(50, 50, 0);
  first.take(60, 60, 55);
  await until(() => first.waiting === 0 && second.waiting === 0);
  assert.deepEqual(passed, ["first 50", "first 50", "second 52", "first 60"]);
});

test("a gate that is emptied while it asks passes each of the frames that come again once", async () => {
  const passed: number[] = [];
  let isClear = false;
  const asked: number[] = [];
  const gate = new LaneGate<number>({
    isClear: async (upTo) => {
      asked.push(upTo);
      return isClear;
    },
    pass: (seq) => void passed.push(seq),
  });
  gate.take(5, 5, 4);
  gate.take(6, 6, 0);
  gate.restart();
  assert.equal(gate.waiting, 0);
  for (const [seq, after] of [
    [3, 2],
    [5, 4],
    [6, 0],
  ] as const)
    gate.take(seq, seq, after);
  await until(() => asked.length >= 2);
  isClear = true;
  await until(() => gate.waiting === 0);
  assert.deepEqual(passed, [3, 5, 6]);
});
