/** The system clock jumps: alarms hold, mutes last and notices wait as long as they were to. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Bound } from "../../../runtime/model/bounds.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { LimitAlarms } from "../../../runtime/parts/alarms/limit-alarms.ts";
import { NoticeQueue } from "../../../runtime/parts/alarms/notice-queue.ts";
import { describedStruct } from "../../support/page-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const DAY_MS = 86_400_000;
const JUMPS_MS = [DAY_MS, -DAY_MS, 20 * 365 * DAY_MS];
const PLACE = { database: "lab_rig", measurement: "05_tank", column: "t" };

for (const jumpMs of JUMPS_MS)
  test(`a mute of an hour lasts an hour if the clock is set by ${jumpMs / DAY_MS} days`, async () => {
    let nowMs = Date.now();
    const path = join(temporaryFolder(), "alarms.json");
    const book = await AlarmBook.open(path, assert.fail, { nowMs: () => nowMs });
    book.mute(PLACE, "ida", 60);
    nowMs += jumpMs;
    book.jumped(jumpMs);
    const muted = () => book.list(() => true).muted.length;
    nowMs += 59 * 60_000;
    assert.equal(muted(), 1);
    await book.close();
    const again = await AlarmBook.open(path, assert.fail, { nowMs: () => nowMs });
    assert.equal(again.list(() => true).muted.length, 1, "after a restart");
    nowMs += 2 * 60_000;
    assert.deepEqual([muted(), again.list(() => true).muted.length], [0, 0]);
    await again.close();
  });

/** Raised when? A value beyond its limit each second; the limit holds ten seconds. */
function raisedAt(jumpS: number, timeSource: "receipt" | "measured"): number | undefined {
  let raised: number | undefined;
  const limits = { alarm: { max: 25 }, holdMs: 10_000 };
  const codec = describedStruct("tank", 5, [{ path: "t", unit: "°C", expr: "t", limits }]);
  const alarms = new LimitAlarms({
    channels: () => [{ database: "lab_rig", wampTopic: "lab.rig", structs: [codec] }],
    publish: () => {},
    onSignal: () => {
      raised ??= second;
    },
  });
  const columns = [{ name: "t", type: "float" }] as const;
  let second = 0;
  for (; second < 60; second++) {
    if (second === 5) alarms.jumped(BigInt(jumpS) * 1_000_000_000n);
    const receivedNs = BigInt(1_800_000_000 + second + (second < 5 ? 0 : jumpS)) * 1_000_000_000n;
    const timeNs = timeSource === "receipt" ? receivedNs : BigInt(1_700_000_000 + second) * 1_000_000_000n;
    const message = { source: "udp", address: "rig", sender: "", contentType: "", receivedNs, payload: Buffer.of() };
    const point = { ...PLACE, columns, values: [30], timeNs, timeSource };
    alarms.see(point, message);
  }
  return raised;
}

for (const jumpS of [0, ...JUMPS_MS.map((ms) => ms / 1000)])
  test(`an alarm is raised after its hold if the clock is set by ${jumpS} s, whoever measured the time`, () => {
    assert.deepEqual([raisedAt(jumpS, "receipt"), raisedAt(jumpS, "measured")], [10, 10]);
  });

test("a notice waits a day for its receiver by the monotonic clock, whatever the system clock says", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 60_000 });
  let nowMs = 0;
  let attempts = 0;
  const problems: string[] = [];
  const queue = new NoticeQueue(
    "[webhook-lab]",
    async () => {
      attempts++;
      throw new Error("nobody is there");
    },
    {
      bound: new Bound("notices"),
      makeRoom: () => {},
      onProblem: (sentence) => problems.push(sentence),
      onChange: () => {},
      gatherMs: 0,
      retryMs: 1,
      nowMs: () => nowMs,
    },
  );
  queue.tell({ kind: "alarms", toldMs: Date.now(), text: "{}" });
  await until(() => attempts > 0);
  t.mock.timers.setTime(Date.UTC(2030, 0, 1));
  nowMs = DAY_MS;
  const before = attempts;
  await until(() => attempts > before + 1, "it is tried again after the jump");
  assert.deepEqual([queue.waiting, queue.lost], [1, 0], problems.join("\n"));
  nowMs++;
  await until(() => queue.lost === 1, "it is given up after a day");
  queue.drop();
});
