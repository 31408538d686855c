/** Alarms are kept over a restart, acknowledged and muted. */

import assert from "node:assert/strict";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { listMeasurements } from "../../../runtime/api/measurement-catalogue.ts";
import type { AlarmEntry, OwnAlarms } from "../../../runtime/model/alarms.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { alarmsApi } from "../../../runtime/parts/alarms/alarms-api.ts";
import { type AlarmLevel, LimitAlarms } from "../../../runtime/parts/alarms/limit-alarms.ts";
import { user } from "../../support/callers.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { describedStruct } from "../../support/page-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let directory: string;
before(async () => {
  directory = temporaryFolder();
});

const PLACE = { database: "lab_rig", measurement: "05_tank", column: "t" };
const fail = (sentence: string) => assert.fail(sentence);

const IDA = { user: "ida", generation: "1" };

function raise(book: AlarmBook, level: AlarmLevel, value = 26, column = "t"): void {
  const event = level === "ok" ? "clear" : "raise";
  const message = `${column} of 05_tank is ${value} °C, above 25 °C`;
  book.note("lab_rig", { event, level, measurement: "05_tank", column, value, time: "2026-03-01T12:00:00Z", message });
}

/** The limit-checking part of the service, before and after a restart. */
function watching(book: AlarmBook) {
  const events: string[] = [];
  const alarms = new LimitAlarms({
    channels: () => [
      {
        database: "lab_rig",
        wampTopic: "lab.rig",
        structs: [describedStruct("tank", 5, [{ path: "t", unit: "°C", expr: "t", limits: { alarm: { max: 25 } } }])],
      },
    ],
    publish: (_topic, { event, value }) => events.push(`${event} ${value}`),
    saidBefore: (database, measurement, column) => book.levelOf({ database, measurement, column }),
    setLimits: book.limits,
    onSignal: (database, signal) => book.note(database, signal),
  });
  const columns = [{ name: "t", type: "float" }] as const;
  const see = (seconds: number, value: number) =>
    alarms.see(
      {
        database: "lab_rig",
        measurement: "05_tank",
        columns,
        values: [value],
        timeSource: "receipt",
        timeNs: BigInt(seconds * 1e9),
      },
      messageOf(""),
    );
  return { see, events, alarms };
}

test("an alarm that is on before a restart is not raised again after it, and clears when the value is normal", async () => {
  const path = join(directory, "restart.json");
  const first = await AlarmBook.open(path, fail);
  watching(first).see(1, 30);
  await first.close();
  const second = await AlarmBook.open(path, fail);
  const told: AlarmEntry[] = [];
  second.onRaised((entry) => told.push(entry));
  const { see, events } = watching(second);
  see(2, 31);
  assert.deepEqual([events, told], [[], []]);
  assert.equal(second.activeCount, 1);
  see(3, 20);
  assert.deepEqual(events, ["clear 20"]);
  assert.equal(second.activeCount, 0);
  assert.equal(second.list(() => true).history.length, 1);
  await second.close();
});

test("a muted column is recorded and not announced; muting until it clears ends with it; users without read permission see nothing", async () => {
  const book = await AlarmBook.open(join(directory, "mute.json"), fail);
  const told: unknown[] = [];
  book.onRaised(({ value }) => told.push(value));
  raise(book, "warn", 1);
  book.mute(PLACE, "ida", undefined);
  raise(book, "alarm", 2);
  raise(book, "ok", 3);
  raise(book, "alarm", 4);
  assert.deepEqual(told, [1, 4]);
  assert.deepEqual(
    book.list(() => true).history.map(({ value, cleared }) => [value, cleared !== undefined]),
    [
      [4, false],
      [2, true],
      [1, true],
    ],
  );
  assert.deepEqual(
    book.list(() => false),
    { active: [], history: [], muted: [] },
  );
  book.mute(PLACE, "ida", 60);
  assert.equal(book.list(() => true).muted.length, 1);
  book.mute(PLACE, "ida", 0);
  assert.equal(book.list(() => true).muted.length, 0);
  await book.close();
});

test("an alarm of a device with a very long name is there after a restart, as all others", async () => {
  const path = join(directory, "long-name.json");
  const book = await AlarmBook.open(path, fail);
  raise(book, "warn");
  const [measurement, column] = ["m".repeat(1500), "c".repeat(1500)];
  const signal = {
    event: "raise",
    level: "alarm",
    value: 1,
    time: "2026-03-01T12:00:00Z",
    message: "too low",
  } as const;
  book.note("lab_rig", { ...signal, measurement, column });
  await book.close();
  const again = await AlarmBook.open(path, fail);
  assert.equal(again.activeCount, 2);
  assert.equal(again.levelOf({ database: "lab_rig", measurement, column }), "alarm");
  await again.close();
});

for (const [what, text] of [
  ["no JSON", "{"],
  ["null", "null"],
  ["of another shape", '{"alarms":[]}'],
] as const) {
  test(`a file that is ${what} is reported, kept aside, and started anew`, async () => {
    const path = join(directory, `${what}.json`);
    await writeFile(path, text);
    const problems: string[] = [];
    const book = await AlarmBook.open(path, (sentence) => problems.push(sentence));
    raise(book, "alarm");
    assert.deepEqual([problems.length, book.activeCount], [1, 1]);
    const told = `Earlier alarms cannot be read and are kept in ${path}.damaged: `;
    assert.ok(problems[0]!.startsWith(told) && /^\w/.test(problems[0]!.slice(told.length)), `${problems[0]}`);
    await book.close();
    assert.equal(await readFile(`${path}.damaged`, "utf8"), text);
    assert.ok((await readFile(join(directory, "damage.txt"), "utf8")).includes(problems[0]!), "the health shows it");
    const again = await AlarmBook.open(path, fail);
    assert.deepEqual(
      again.list(() => true),
      book.list(() => true),
    );
    await again.close();
  });
}

test("all properties of an alarm are read back", async () => {
  const path = join(directory, "all.json");
  const book = await AlarmBook.open(path, fail);
  raise(book, "alarm", Number.POSITIVE_INFINITY);
  book.acknowledge(1, "ida", "on it");
  raise(book, "ok");
  book.mute(PLACE, "ida", 5);
  book.mute({ ...PLACE, column: "u" }, "ida", undefined);
  await book.close();
  const again = await AlarmBook.open(path, fail);
  const plain = (one: AlarmBook) => JSON.parse(JSON.stringify(one.list(() => true)));
  assert.deepEqual(plain(again), plain(book));
  await again.close();
});

test("an entry of another shape is left out, and the others stay", async () => {
  const path = join(directory, "one-bad.json");
  const good = { id: 7, ...PLACE, level: "alarm", time: "2026-03-01T12:00:00Z", value: 26, message: "t is 26" };
  await writeFile(path, JSON.stringify({ next: 2, entries: [{ id: 1 }, good], muted: [] }));
  const problems: string[] = [];
  const book = await AlarmBook.open(path, (sentence) => problems.push(sentence));
  assert.deepEqual([book.activeCount, book.levelOf(PLACE), problems.length], [1, "alarm", 1]);
  assert.match(
    problems[0]!,
    /^Some earlier alarms are damaged and left out; all are kept in .*one-bad\.json\.damaged: /,
  );
  raise(book, "alarm", 1, "u");
  assert.equal(book.entry(8)?.column, "u", "a number is used once");
  await book.close();
});

test("alarms, mutes and limits of one realm leave another realm's alone", async () => {
  const book = await AlarmBook.open(join(directory, "realms.json"), fail, {
    realmOf: (database) => database.split("_")[0] ?? "",
  });
  const place = (realm: string, index: number) => ({
    database: `${realm}_${index % 7}`,
    measurement: "m",
    column: `c${index}`,
  });
  const note = (realm: string, index: number, level: AlarmLevel) => {
    const { database, ...rest } = place(realm, index);
    const event = level === "ok" ? "clear" : "raise";
    book.note(database, { ...rest, event, level, value: 1, time: "2026-03-01T12:00:00Z", message: "x" });
  };
  const active = (realm: string) => book.list((database) => database.startsWith(realm)).active.length;
  note("b", 0, "alarm");
  note("b", 1, "warn");
  book.mute(place("b", 0), "bob", undefined);
  for (let index = 0; index < 1100; index++) note("a", index, "alarm");
  assert.deepEqual([active("b"), active("a"), book.unlisted], [2, 1000, 100], "an active alarm is never removed");
  for (let index = 0; index < 1000; index++) book.mute(place("a", index), "ann", undefined);
  assert.throws(() => book.mute(place("a", 1000), "ann", undefined), /1000 columns of this realm are muted already/);
  book.mute(place("b", 1), "bob", undefined);
  for (let index = 0; index < 10_000; index++) book.setLimits(place("a", index), "ann", { alarm: { max: 1 } });
  assert.throws(() => book.setLimits(place("a", 10_000), "ann", {}), /10000 fields of this realm/);
  book.setLimits(place("b", 1), "bob", { alarm: { max: 1 } });
  const { muted } = book.list((database) => database.startsWith("b"));
  assert.deepEqual(muted.map(({ column }) => column).sort(), ["c0", "c1"]);
  await book.close();
});

test("changing one field's limits restarts no other field's hold", async () => {
  const book = await AlarmBook.open(join(directory, "holds.json"), fail);
  const raised: string[] = [];
  const hold = { alarm: { max: 25 }, holdMs: 3000 };
  const alarms = new LimitAlarms({
    channels: () => [
      {
        database: "lab_rig",
        wampTopic: "lab.rig",
        structs: [
          describedStruct("tank", 5, [
            { path: "t", unit: "°C", expr: "t", limits: hold },
            { path: "u", unit: "°C", expr: "u", limits: hold },
          ]),
        ],
      },
    ],
    deviceRules: () => (_, column) => (column === "v" ? { limits: { ...hold } } : undefined),
    publish: () => {},
    onSignal: (_database, { column }) => raised.push(column),
    setLimits: book.limits,
  });
  const struct = [
    { name: "t", type: "float" },
    { name: "u", type: "float" },
  ] as const;
  const device = [{ name: "v", type: "float" }] as const;
  for (let second = 0; second <= 3; second++) {
    const timeNs = BigInt(second * 1e9);
    const message = { ...messageOf(""), receivedNs: timeNs };
    alarms.see(
      { database: "lab_rig", measurement: "05_tank", columns: struct, values: [30, 30], timeSource: "receipt", timeNs },
      message,
    );
    alarms.see(
      { database: "a_b", measurement: "m", columns: device, values: [30], timeSource: "receipt", timeNs },
      message,
    );
    book.setLimits({ database: "lab_rig", measurement: "05_tank", column: "u" }, "ann", {
      ...hold,
      alarm: { max: 20 + second },
    });
  }
  assert.deepEqual(raised.sort(), ["t", "v"]);
  await book.close();
});

test("the number of alarms is limited: cleared ones are removed first", async () => {
  const book = await AlarmBook.open(join(directory, "many.json"), fail);
  raise(book, "alarm", 0, "first");
  for (let i = 0; i < 1200; i += 1) {
    raise(book, "alarm", i);
    raise(book, "ok", i);
  }
  const { active, history } = book.list(() => true);
  assert.deepEqual([history.length, active.map(({ column }) => column)], [1000, ["first"]]);
  await book.close();
});

test("over HTTP, users with write permission acknowledge and mute alarms, and users with read permission see them", async () => {
  const book = await AlarmBook.open(join(directory, "http.json"), fail);
  raise(book, "alarm");
  let mayRead = true;
  let mayWrite = false;
  const api = alarmsApi({
    book: () => book,
    caller: () => user({ credential: IDA, mayDatabase: (right) => (right === "read" ? mayRead : mayWrite) }),
  });
  const post = async (what: string, body: unknown) =>
    (await api.request(`/alarms/${what}`, { method: "POST", body: JSON.stringify(body) })).status;
  const { id } = book.list(() => true).active[0]!;
  assert.equal(await post("acknowledge", { id, note: "on it" }), 403);
  assert.equal(await post("mute", { ...PLACE, minutes: 5 }), 403);
  mayWrite = true;
  for (const bad of [{}, { id: "1" }, { id, note: 7 }, { id, note: "x".repeat(1001) }])
    assert.equal(await post("acknowledge", bad), 400);
  assert.equal(await post("acknowledge", { id: 99 }), 404);
  for (const bad of [{}, { ...PLACE, minutes: -1 }, { ...PLACE, column: "" }, { ...PLACE, minutes: "5" }])
    assert.equal(await post("mute", bad), 400);
  assert.equal(await post("acknowledge", { id, note: " on it " }), 204);
  const { active } = (await (await api.request("/alarms")).json()) as { active: AlarmEntry[] };
  assert.deepEqual([active[0]!.seen?.by, active[0]!.seen?.note], ["ida", "on it"]);
  mayRead = false;
  const nothing = { all: true, total: 0, active: [], history: [], muted: [], mayChange: [] };
  const told = async (from: typeof api) => {
    const { change: _, ...answer } = (await (await from.request("/alarms")).json()) as OwnAlarms;
    return answer;
  };
  assert.deepEqual(await told(api), { ...nothing, isHere: true });
  assert.equal(await post("acknowledge", { id }), 404);
  const tooLong = await api.request("/alarms/mute", { method: "POST", body: JSON.stringify({ a: "x".repeat(4096) }) });
  assert.deepEqual([tooLong.status, await tooLong.text()], [413, "The body has at most 4096 bytes"]);
  await book.close();
  const elsewhere = alarmsApi({ book: () => undefined });
  assert.deepEqual(await told(elsewhere), { ...nothing, isHere: false });
  assert.equal((await elsewhere.request("/alarms/mute", { method: "POST", body: JSON.stringify(PLACE) })).status, 501);
});

test("limits set on the page take precedence over the header's, over a restart, until they are removed", async () => {
  const path = join(directory, "limits.json");
  const first = await AlarmBook.open(path, fail);
  const before = watching(first);
  before.see(1, 24);
  first.setLimits(PLACE, "ida", { alarm: { max: 20 } });
  before.see(2, 24);
  assert.deepEqual(before.events, ["raise 24"]);
  await first.close();
  const second = await AlarmBook.open(path, fail);
  const { see, events } = watching(second);
  see(3, 24);
  see(4, 19);
  see(5, 21);
  // Without limits, raised alarms are cleared and none is raised.
  second.setLimits(PLACE, "ida", {});
  see(6, 99);
  see(7, 100);
  second.setLimits(PLACE, "ida", undefined);
  see(8, 26);
  assert.deepEqual(events, ["clear 19", "raise 21", "clear 99", "raise 26"]);
  const unknown = watching(second);
  second.setLimits({ ...PLACE, database: "mqttkit_1_testdrive", measurement: "node_sensors" }, "ida", {
    warn: { min: 5 },
  });
  const columns = [{ name: "t", type: "float" }] as const;
  const device = { database: "mqttkit_1_testdrive", measurement: "node_sensors", columns, values: [4] };
  unknown.alarms.see({ ...device, timeSource: "receipt", timeNs: messageOf("").receivedNs }, messageOf(""));
  assert.deepEqual(
    second.list(() => true).active.map(({ measurement, value }) => [measurement, value]),
    [
      ["05_tank", 26],
      ["node_sensors", 4],
    ].reverse(),
  );
  await second.close();
});

test("over HTTP, users with write permission set limits, and invalid limits are refused", async () => {
  const book = await AlarmBook.open(join(directory, "http-limits.json"), fail);
  let mayWrite = false;
  const caller = user({ credential: IDA, mayDatabase: (right) => right === "read" || mayWrite });
  const api = alarmsApi({ book: () => book, caller: () => caller });
  const put = async (limits: unknown) =>
    (await api.request("/alarms/limits", { method: "PUT", body: JSON.stringify({ ...PLACE, limits }) })).status;
  const may = async () => (await api.request("/alarms/limits?database=lab_rig")).json();
  assert.deepEqual(await may(), { mayChange: false });
  assert.equal(await put({ warn: { max: 1 } }), 403);
  mayWrite = true;
  assert.deepEqual(await may(), { mayChange: true });
  for (const bad of [undefined, 7, { warn: 5 }, { warn: { min: "1" } }, { alarm: { min: 3, max: 2 } }, { holdMs: -1 }])
    assert.equal(await put(bad), 400, JSON.stringify(bad));
  assert.equal(await put({ warn: { max: 1 }, alarm: { min: -2, max: 3 }, holdMs: 500 }), 204);
  assert.deepEqual(book.limits.of(PLACE.database, PLACE.measurement, PLACE.column), {
    warn: { max: 1 },
    alarm: { min: -2, max: 3 },
    holdMs: 500,
  });
  const channels = [
    {
      name: "rig",
      udpPort: 1,
      wampTopic: "lab.rig",
      database: "lab_rig",
      structs: [describedStruct("tank", 5, [{ path: "t" }])],
    },
  ];
  const limits = (...place: Parameters<typeof book.limits.of>) => book.limits.of(...place);
  const [listed] = await listMeasurements({ channels, store: new MemoryStore(), limits });
  const described = listed!.describe().columns.find(({ name }) => name === "t")!;
  assert.deepEqual(
    [described.limits, described.limitsSet],
    [book.limits.of(PLACE.database, PLACE.measurement, PLACE.column), true],
  );
  assert.equal(await put(null), 204);
  assert.equal(book.limits.of(PLACE.database, PLACE.measurement, PLACE.column), undefined);
  await book.close();
});

test("a change is on disk once `saved` resolves; a failed write is reported and retried", async () => {
  const folder = join(directory, "saved");
  await mkdir(folder);
  const path = join(folder, "alarms.json");
  const problems: string[] = [];
  const book = await AlarmBook.open(path, (sentence) => problems.push(sentence));
  book.setLimits(PLACE, "ida", { alarm: { max: 60 } });
  await book.saved();
  // As after a kill: nothing was closed.
  const other = await AlarmBook.open(path, fail);
  assert.deepEqual(other.limits.of(PLACE.database, PLACE.measurement, PLACE.column), { alarm: { max: 60 } });
  await rename(folder, `${folder}-away`);
  book.setLimits(PLACE, "ida", { alarm: { max: 70 } });
  await assert.rejects(book.saved(), /ENOENT/);
  assert.match(problems[0] ?? "", /^Alarms cannot be saved: ENOENT/);
  await rename(`${folder}-away`, folder);
  await book.close();
  const again = await AlarmBook.open(path, fail);
  assert.deepEqual(again.limits.of(PLACE.database, PLACE.measurement, PLACE.column), { alarm: { max: 70 } });
});
