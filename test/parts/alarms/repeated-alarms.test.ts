/** Alarms that come again and again, their worst value, when they clear, the table of them, and limits of all devices. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import type { FieldLimits } from "../../../runtime/codec/struct-codec.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { alarmsApi } from "../../../runtime/parts/alarms/alarms-api.ts";
import { LimitAlarms } from "../../../runtime/parts/alarms/limit-alarms.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const T0 = 1_769_860_800;
const PLACE = { database: "barn_a", measurement: "g_n1_sensors", column: "t" };

/** Devices without rules of their own; the book's limits apply. */
async function watching(path = join(temporaryFolder(), "alarms.json")) {
  const book = await AlarmBook.open(path, (sentence) => assert.fail(sentence));
  const raised: number[] = [];
  book.onRaised(({ id }) => raised.push(id));
  const alarms = new LimitAlarms({
    channels: () => [],
    publish: () => {},
    saidBefore: (database, measurement, column) => book.levelOf({ database, measurement, column }),
    setLimits: book.limits,
    onWorse: (place, value) => book.worsen(place, value),
    onSignal: (database, signal) => book.note(database, signal),
  });
  const see = (seconds: number, value: number, measurement = PLACE.measurement) => {
    const timeNs = BigInt(Math.round((T0 + seconds) * 1e6)) * 1000n;
    const columns = [{ name: "t", type: "float" }] as const;
    const message = { ...messageOf(""), receivedNs: timeNs };
    alarms.see(
      { database: PLACE.database, measurement, columns, values: [value], timeSource: "measured", timeNs },
      message,
    );
  };
  const limit = (limits: FieldLimits, measurement = PLACE.measurement) =>
    book.setLimits({ ...PLACE, measurement }, "ida", limits);
  const all = () => book.list(() => true);
  return { book, raised, see, limit, all, path };
}

test("a value that swings about its limit is one entry that counts, and displaces no others", async () => {
  const { raised, see, limit, all } = await watching();
  limit({ alarm: { max: 25 } });
  see(0, 30, "g_n2_sensors");
  limit({ alarm: { max: 25 } }, "g_n2_sensors");
  see(1, 30, "g_n2_sensors");
  // 21 minutes, each 1.26 s.
  for (let i = 0; i < 1000; i++) see(10 + i * 1.26, i % 2 === 0 ? 26 + i / 1000 : 24);
  const { history } = all();
  assert.equal(history.filter(({ measurement }) => measurement === "g_n2_sensors").length, 1);
  const swinging = history.filter(({ measurement }) => measurement === PLACE.measurement);
  assert.deepEqual(
    swinging.map(({ count = 1 }) => count),
    [499, 1],
  );
  assert.equal(raised.length, 3);
  const [entry] = swinging;
  assert.ok((entry?.again ?? "") > (entry?.time ?? ""), "the last time is later than the first");
  // Later than five minutes after it cleared, it is a new alarm.
  see(3000, 27);
  assert.equal(all().history.length, history.length + 1);
});

test("an entry has the worst value since it was raised, above or below, also after a restart", async () => {
  const { book, see, limit, all, path } = await watching();
  limit({ alarm: { min: 0, max: 25 } });
  for (const [i, value] of [26, 40, 30].entries()) see(i, value);
  assert.deepEqual(
    all().active.map(({ value, worst }) => [value, worst]),
    [[26, 40]],
  );
  see(10, 10);
  for (const [i, value] of [-1, -7, -3].entries()) see(20 + i, value);
  assert.deepEqual(
    all().active.map(({ value, worst }) => [value, worst]),
    [[-1, -7]],
  );
  await book.close();
  const again = await watching(path);
  assert.equal(again.all().history[1]?.worst, 40);
});

test("with a hysteresis, an alarm clears only when the value is back by so much", async () => {
  const { see, limit, all } = await watching();
  limit({ warn: { max: 20 }, alarm: { max: 25 }, hysteresis: 2 });
  const levels: string[] = [];
  for (const [i, value] of [24, 25.5, 24, 23.5, 22.9, 19, 18.1, 17.9, 19.5, 20.5].entries()) {
    see(i, value);
    levels.push(all().active[0]?.level ?? "ok");
  }
  assert.deepEqual(levels, ["warn", "alarm", "alarm", "alarm", "warn", "warn", "warn", "ok", "ok", "warn"]);
});

test("limits of a field apply to all devices of the database, but not to one with limits of its own", async () => {
  const { see, limit, all } = await watching();
  limit({ alarm: { max: 25 } }, "*");
  limit({ alarm: { max: 100 } }, "g_n1_sensors");
  for (const device of ["g_n1_sensors", "g_n2_sensors", "g_n3_sensors"]) see(1, 30, device);
  assert.deepEqual(
    all().active.map(({ measurement }) => measurement),
    ["g_n3_sensors", "g_n2_sensors"],
  );
});

test("as CSV, each alarm is one line, and no text is a formula", async () => {
  const { book, see, limit, all } = await watching();
  limit({ alarm: { max: 25 } });
  see(0, 30);
  book.acknowledge(all().active[0]!.id, "ida", '=HYPERLINK("x"), "quoted"\nsecond line');
  const answer = await alarmsApi({ book: () => book }).request("/alarms?as=csv");
  assert.match(answer.headers.get("content-type") ?? "", /^text\/csv/);
  const rows = parse(await answer.text(), { columns: true }) as Record<string, string>[];
  assert.equal(rows.length, 1);
  const { level, measurement, column, value, worst, seen_by: seenBy, note } = rows[0]!;
  assert.deepEqual(
    [level, measurement, column, value, worst, seenBy],
    ["alarm", "g_n1_sensors", "t", "30", "30", "ida"],
  );
  assert.equal(note, '\'=HYPERLINK("x"), "quoted"\nsecond line');
});
