import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../../../runtime/telemetry/clock.ts";

const SECOND = 1_000_000_000n;

/** A machine whose time goes by when it is told to. */
class Machine {
  monotonicNs = 1_000n * SECOND;
  wallMs = 1_700_000_000_000;
  readonly clock = new Clock({ wallMs: () => this.wallMs, monotonicNs: () => this.monotonicNs });

  pass(seconds: number): void {
    this.monotonicNs += BigInt(Math.round(seconds * 1e9));
    this.wallMs += seconds * 1000;
  }
}

test("times are strictly increasing, whatever the wall clock does", () => {
  const machine = new Machine();
  let last = 0n;
  for (let i = 0; i < 5000; i++) {
    if (i === 1000) machine.wallMs -= 3_600_000;
    if (i === 3000) machine.wallMs += 1_800_000;
    const now = machine.clock.nowNs();
    assert.ok(now > last);
    last = now;
    machine.pass(i % 3 === 0 ? 0 : 0.03);
  }
});

test("a clock that was set back is caught up with: in ten times what it was set back by, and intervals stay nearly true", () => {
  const machine = new Machine();
  machine.clock.nowNs();
  machine.wallMs -= 3_600_000;
  machine.pass(0.2);
  machine.clock.nowNs();
  const aheadSeconds: number[] = [];
  for (let hour = 0; hour < 12; hour++) {
    aheadSeconds.push(Math.round(Number(machine.clock.aheadNs() / SECOND)));
    for (let step = 0; step < 3600; step++) {
      const before = machine.clock.nowNs();
      machine.pass(1);
      const passed = machine.clock.nowNs() - before;
      assert.ok(passed >= 899_999_990n && passed <= 1_000_000_000n + 5_000_000n, `${passed}`);
    }
  }
  assert.deepEqual(aheadSeconds, [3600, 3240, 2880, 2520, 2160, 1800, 1440, 1080, 720, 360, 0, 0]);
});

test("it is caught up with also while nobody asks for the time", () => {
  const machine = new Machine();
  machine.clock.nowNs();
  machine.wallMs -= 60_000;
  machine.pass(1);
  assert.equal(machine.clock.aheadNs() / SECOND, 60n);
  machine.pass(700);
  assert.equal(machine.clock.aheadNs() / SECOND, 0n);
});

test("the wall clock is followed forwards at once", () => {
  const machine = new Machine();
  machine.clock.nowNs();
  machine.wallMs += 86_400_000;
  machine.pass(0.2);
  machine.clock.nowNs();
  assert.equal(machine.clock.aheadNs(), 0n);
});

test("it goes on behind the times of an earlier process, but not where those were an hour ahead", () => {
  const { clock, wallMs } = new Machine();
  const before = BigInt(wallMs) * 1_000_000n + 60n * SECOND;
  assert.equal(clock.resumeAfter(before), true);
  const first = clock.nowNs();
  assert.ok(first > before && first < before + SECOND);
  assert.equal(clock.aheadNs() / SECOND, 60n);
  assert.equal(clock.resumeAfter(first - 5n * SECOND), true);
  assert.equal(clock.aheadNs() / SECOND, 60n);
  assert.equal(clock.resumeAfter(before + 3601n * SECOND), false);
  assert.equal(clock.aheadNs() / SECOND, 60n);
});
