import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, type ClockJump } from "../../../runtime/model/clock.ts";
import { ClockFace } from "../../../runtime/model/clock-face.ts";

const SECOND = 1_000_000_000n;
const YEAR_S = 31_556_952;
const seconds = (ns: bigint): number => Math.round(Number(ns) / 1e9);

/** A machine whose time passes on command, and whose clock is read every 250 ms. */
class Machine {
  monotonicNs = 1_000n * SECOND;
  wallMs = 1_700_000_000_000;
  uptimeMs = 1_000_000;
  readonly jumps: ClockJump[] = [];
  readonly clock: Clock;
  readonly given: bigint[] = [];

  constructor(nodes = 1) {
    this.clock = new Clock({
      wallMs: () => this.wallMs,
      monotonicNs: () => this.monotonicNs,
      uptimeMs: () => this.uptimeMs,
      nodes,
    });
    this.clock.onJump((jump) => this.jumps.push(jump));
  }

  pass(seconds: number): void {
    for (let ms = Math.round(seconds * 1000); ms > 0; ms -= 250) {
      const step = Math.min(ms, 250);
      this.monotonicNs += BigInt(step) * 1_000_000n;
      this.wallMs += step;
      this.uptimeMs += step;
      this.clock.look();
    }
  }

  now(): bigint {
    this.given.push(this.clock.nowNs());
    return this.given.at(-1)!;
  }

  /** How far receipt times are ahead of the machine's clock, in seconds. */
  get aheadS(): number {
    return Math.round(Number(this.now() / 1_000_000n - BigInt(this.wallMs)) / 1000);
  }
}

for (const [what, jumpS] of [
  ["ten years ahead", 10 * YEAR_S],
  ["ten years back", -10 * YEAR_S],
  ["two minutes back", -120],
  ["half a second ahead", 0.5],
] as const) {
  test(`a jump of the clock (${what}) that is reverted within ten seconds moves no time [D46]`, () => {
    for (const lastsS of [0.3, 5, 9.5]) {
      const machine = new Machine();
      const before = machine.now();
      machine.wallMs += jumpS * 1000;
      for (let passed = 0; passed < lastsS; passed += 0.1) {
        machine.pass(0.1);
        machine.now();
      }
      const during = machine.now();
      machine.wallMs -= jumpS * 1000;
      machine.pass(60);
      const lasted = machine.given.at(-1)! - before;
      assert.equal(during - before, lasted);
      assert.ok(lasted < 11n * SECOND, `it took ${lasted} ns`);
      assert.ok(during > before, `${during} is not after ${before}`);
      assert.equal(machine.aheadS, 0);
      assert.deepEqual(machine.jumps, []);
    }
  });
}

test("a lasting jump is followed after ten seconds, forwards and back, and reported; no time is given twice", () => {
  for (const years of [10, -10]) {
    const machine = new Machine();
    machine.pass(3600);
    for (let i = 0; i < 100; i++) machine.now();
    const before = machine.now();
    machine.wallMs += years * YEAR_S * 1000;
    machine.pass(9.75);
    assert.equal(machine.aheadS, -years * YEAR_S);
    machine.pass(0.5);
    assert.equal(machine.aheadS, 0);
    const [jump] = machine.jumps;
    assert.equal(machine.jumps.length, 1);
    assert.equal(seconds(jump!.byNs), years * YEAR_S);
    assert.ok(jump!.toNs - before > 9n * SECOND && jump!.toNs - before < 11n * SECOND, "a jump of about ten seconds");
    // Times that were given before: all since the start, or those that the clock will show again.
    const fromNs = years > 0 ? 1_700_000_000n * SECOND : jump!.toNs + jump!.byNs;
    assert.equal(Math.abs(seconds(jump!.fromNs - fromNs)), 0);
    for (let i = 0; i < 100; i++) machine.now();
    assert.equal(new Set(machine.given).size, machine.given.length);
  }
});

test("if the same moments occur again, no time is given twice: the last digit distinguishes the eras [D16]", () => {
  const machine = new Machine();
  for (let round = 0; round < 9; round++) {
    for (let i = 0; i < 1000; i++) machine.now();
    machine.wallMs -= 120_000;
    machine.pass(10.25);
    machine.pass(110);
  }
  assert.equal(machine.jumps.length, 9);
  assert.equal(new Set(machine.given).size, machine.given.length);
  const eras = new Set(machine.given.map((timeNs) => timeNs % 10n));
  assert.deepEqual([...eras].sort(), [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]);
});

test("if the clock is set back by less than a minute, ours runs a tenth slower until it is reached, also while unused", () => {
  const machine = new Machine();
  machine.now();
  machine.wallMs -= 50_000;
  machine.pass(10.25);
  assert.equal(machine.aheadS, 50);
  const ahead: number[] = [];
  for (let minutes = 0; minutes < 10; minutes++) {
    const before = machine.now();
    machine.pass(60);
    assert.equal(seconds(machine.now() - before), minutes < 8 ? 54 : minutes === 8 ? 58 : 60);
    ahead.push(machine.aheadS);
  }
  assert.deepEqual(ahead, [44, 38, 32, 26, 20, 14, 8, 2, 0, 0]);
  assert.deepEqual(machine.jumps, []);
});

test("a second jump while the first is pending is judged separately", () => {
  const machine = new Machine();
  machine.wallMs += 3_600_000;
  machine.pass(9);
  machine.wallMs += 10 * YEAR_S * 1000;
  machine.pass(2);
  assert.equal(machine.aheadS, -10 * YEAR_S - 3600);
  machine.wallMs -= 10 * YEAR_S * 1000;
  machine.pass(20);
  assert.deepEqual([machine.aheadS, machine.jumps.map(({ byNs }) => seconds(byNs))], [0, [3600]]);
});

test("a machine that slept wakes with the right time, from its uptime", () => {
  const machine = new Machine();
  machine.pass(5);
  machine.wallMs += 8 * 3_600_000;
  machine.uptimeMs += 8 * 3_600_000;
  machine.clock.look();
  assert.equal(machine.aheadS, 0);
  assert.deepEqual(machine.jumps, []);
});

test("a process continues after the times of an earlier one; if those are over a minute ahead, the clock was set back", () => {
  const start = (aheadS: bigint) => {
    const machine = new Machine();
    const before = BigInt(machine.wallMs) * 1_000_000n + aheadS * SECOND + 3n;
    const jump = machine.clock.resumeAfter(before);
    return { machine, before, jump };
  };
  const soon = start(59n);
  assert.equal(soon.jump, undefined);
  assert.ok(soon.machine.now() > soon.before, "times go on");
  assert.equal(soon.machine.aheadS, 59);
  assert.equal(soon.machine.now() % 10n, 3n);
  const earlier = start(-3600n);
  assert.equal(earlier.jump, undefined);
  assert.deepEqual([earlier.machine.aheadS, earlier.machine.now() % 10n], [0, 3n]);
  for (const aheadS of [61n, 1800n, 10n * BigInt(YEAR_S)]) {
    const late = start(aheadS);
    assert.equal(seconds(late.jump!.byNs), -Number(aheadS));
    assert.deepEqual([late.jump!.toNs, late.jump!.era], [late.before, 3]);
    assert.deepEqual([late.machine.aheadS, late.machine.now() % 10n], [0, 4n]);
  }
});

test("clocks of several nodes and eras never give equal times, and a time contains its node's number", () => {
  const given = new Set<bigint>();
  for (let slot = 0; slot < 3; slot++) {
    const machine = new Machine(3);
    machine.clock.useSlot(slot, 3);
    for (let i = 0; i < 50; i++) given.add(machine.now());
    const last = machine.now();
    const next = new Machine(3);
    next.clock.useSlot(slot, 3);
    next.wallMs -= 3_600_000;
    next.clock.resumeAfter(last + 3_600n * SECOND);
    for (let i = 0; i < 50; i++) given.add(next.now());
  }
  assert.equal(given.size, 300);
});

test("rows of one message use up its times; those of a message from another clock do not", () => {
  const machine = new Machine();
  const received = machine.now();
  machine.clock.used(received, received + 70n);
  assert.equal(machine.now(), received + 80n);
  const future = received + 10n * BigInt(YEAR_S) * SECOND;
  machine.clock.used(future, future + 100n);
  assert.equal(machine.now(), received + 90n);
});

test("another thread has the same times, and learns of a jump at once", () => {
  const machine = new Machine();
  const face = new ClockFace(machine.clock.memory, () => machine.monotonicNs);
  machine.pass(5);
  assert.equal(face.nowNs(), machine.clock.nowNs());
  machine.wallMs -= 3_600_000;
  machine.pass(10.25);
  assert.equal(face.nowNs(), machine.clock.nowNs());
  assert.equal(face.nowNs() % 10n, 2n);
});

test("over ten years, hour by hour, times stay those of the machine", () => {
  const machine = new Machine();
  for (let hour = 0; hour < 87_660; hour++) {
    machine.monotonicNs += 3_600n * SECOND;
    machine.wallMs += 3_600_000;
    machine.clock.look();
    if (hour % 1000 === 0) assert.equal(machine.aheadS, 0);
  }
  assert.deepEqual(machine.jumps, []);
});
