import assert from "node:assert/strict";
import { test } from "node:test";
import { BootClock } from "../../../runtime/intake/boot-clock.ts";
import { Sequence } from "../../../runtime/intake/sequence.ts";

function counted(modulus: number, values: Iterable<number>) {
  const sequence = new Sequence(modulus);
  const sum = { missing: 0, doubled: 0, late: 0, restarts: 0 };
  for (const value of values) {
    const { missing, doubled, late, restarts } = sequence.next(value);
    sum.missing += missing;
    sum.doubled += doubled;
    sum.late += late;
    sum.restarts += restarts;
  }
  return sum;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test("a counter reports missing, repeated and late messages, across its wrap, and restarts of its sender", () => {
  const none = { missing: 0, doubled: 0, late: 0, restarts: 0 };
  assert.deepEqual(counted(256, [...range(250, 256), ...range(0, 300).map((value) => value % 256)]), none);
  assert.deepEqual(counted(65_536, [7, 8, 11, 12]), { ...none, missing: 2 });
  assert.deepEqual(counted(256, [254, 2, 3]), { ...none, missing: 3 });
  assert.deepEqual(counted(256, [1, 2, 4, 3, 5]), { ...none, late: 1 });
  assert.deepEqual(counted(256, [1, 2, 2, 3, 1]), { ...none, doubled: 2 });
  assert.deepEqual(counted(256, [1, 3, 2, 2]), { ...none, late: 1, doubled: 1 });
  assert.deepEqual(counted(65_536, [...range(900, 1000), ...range(0, 10)]), { ...none, restarts: 1 });
  assert.deepEqual(counted(65_536, [60_000, 0, 1]), { ...none, restarts: 1 });
  // Soon after it was switched on: each number occurred before.
  assert.deepEqual(counted(65_536, [...range(0, 20), ...range(0, 40)]), { ...none, restarts: 1 });
  assert.deepEqual(counted(2 ** 48, [2 ** 48 - 1, 0, 1, 3]), { ...none, missing: 1 });
});

const S = 1_000_000_000n;
const MS = 1_000_000n;
const NOW = 1_700_000_000n * S;

/** Sent at these times since boot, each with its delay; wraps like 32-bit microseconds. */
function times(sent: readonly (readonly [boot: bigint, uptime: bigint, delay: bigint])[]): bigint[] {
  const wrap = 1000n << 32n;
  const clock = new BootClock(wrap);
  // The result, compared with the true time.
  return sent.map(([boot, uptime, delay]) => clock.timeNs(uptime % wrap, boot + uptime + delay) - (boot + uptime));
}

test("a clock since boot is synchronised by the smallest observed delay: a late message has the time at which it was sent", () => {
  assert.deepEqual(
    times([
      [NOW, 5n * S, 3n * MS],
      [NOW, 6n * S, 1n * MS],
      [NOW, 7n * S, 900n * MS],
      [NOW, 8n * S, 2n * MS],
    ]),
    [3n * MS, 1n * MS, 1n * MS, 1n * MS],
  );
  // One overtakes the other; after an outage of a minute, its messages arrive at once.
  assert.deepEqual(
    times([
      [NOW, 60n * S, 0n],
      [NOW, 62n * S, 0n],
      [NOW, 61n * S, 1100n * MS],
      [NOW, 63n * S, 60n * S],
      [NOW, 64n * S, 59n * S],
    ]),
    [0n, 0n, 0n, 0n, 0n],
  );
});

test("a clock since boot continues after its wrap, also after silence of more than half its range", () => {
  const hours = 3600n * S;
  assert.deepEqual(
    times([
      [NOW, 4294n * S, 0n],
      [NOW, 4295n * S, 0n],
      [NOW, 4296n * S, 5n * MS],
      [NOW, 10n * hours, 7n * MS],
    ]),
    [0n, 0n, 0n, 0n],
  );
});

test("a restarted sender is synchronised again, soon and long after its first start", () => {
  for (const uptime of [2n * S, 500n * S, 4000n * S]) {
    const again = NOW + uptime + 3n * S;
    assert.deepEqual(
      times([
        [NOW, uptime, 0n],
        [again, 1n * S, 10n * MS],
        [again, 2n * S, 4n * MS],
        [again, 3n * S, 9n * MS],
      ]),
      [0n, 10n * MS, 4n * MS, 4n * MS],
    );
  }
});

test("drifting clocks stay synchronised: with 50 parts in a million the error stays below a tenth of a second", () => {
  const clock = new BootClock(undefined);
  let most = 0n;
  for (let second = 0n; second < 86_400n; second++) {
    const sent = NOW + second * S;
    const off = clock.timeNs(second * S - (second * S * 50n) / 1_000_000n, sent) - sent;
    if (-off > most) most = -off;
  }
  assert.ok(most < 100n * MS, `${most}`);
});
