/** When the states of stored rows are read, and for whom answers wait. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { Events } from "../../../runtime/lib/events.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { Message } from "../../../runtime/model/message.ts";
import type { ServiceEvents } from "../../../runtime/model/service-events.ts";
import type { Newest, NewestQuery, PlaceAnswers } from "../../../runtime/model/store.ts";
import type { Ingest, View } from "../../../runtime/parts/part-kind.ts";
import { DeviceStates } from "../../../runtime/parts/states/device-states.ts";
import { STATES } from "../../../runtime/parts/states/part.ts";
import { StatesReader } from "../../../runtime/parts/states/read-states.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const NOW_MS = Date.now();
const EVERYBODY = { mayDatabase: () => true, mayReadChannel: () => true };

/** A store that answers when it may. */
class HeldStore extends MemoryStore {
  asked = 0;
  answer: () => void = () => {};
  #held: Promise<void> = Promise.resolve();

  hold(): void {
    this.#held = new Promise((resolve) => {
      this.answer = resolve;
    });
  }

  override async newest(query: NewestQuery): Promise<PlaceAnswers<Newest>> {
    this.asked += 1;
    const found = await super.newest(query);
    await this.#held;
    return found;
  }
}

function reading(firstMs = 120_000) {
  const store = new HeldStore();
  const states = new DeviceStates();
  const reader = new StatesReader({
    states,
    reading: { store, channels: () => [], recentErrors: { list: () => [] }, wampRealm: "lab" },
    provided: {},
    counts: () => ({ received: 0, annotations: 0 }),
    isFed: () => true,
    firstMs,
  });
  store.hold();
  return { store, states, reader, ask: () => reader.read(EVERYBODY, undefined, NOW_MS) };
}

/** An hour ago. */
function addRow(store: MemoryStore, measurement: string, t: number): void {
  const timeNs = BigInt(NOW_MS - 3_600_000) * 1_000_000n;
  store.add("lab_net", measurement, { t: "float" }, [{ timeNs, values: { t } }]);
}

test("the first answer waits until stored rows are read, and has all states", async () => {
  const { store, ask } = reading();
  for (let i = 0; i < 1200; i++) addRow(store, `d${i}`, i);
  const answer = ask();
  await until(async () => store.asked > 0);
  store.answer();
  const { complete, devices } = await answer;
  assert.equal(complete, true);
  assert.deepEqual(
    new Map(devices["lab_net"]!.map(([name, state, , value]) => [name, [state, value]])),
    new Map(Array.from({ length: 1200 }, (_none, i) => [`d${i}`, ["silent", i]])),
  );
});

test("answers do not wait for ever for a store that says nothing, and are complete once it does", async () => {
  const { store, ask } = reading(10);
  addRow(store, "d1", 1);
  const { complete, devices } = await ask();
  assert.equal(complete, false);
  assert.equal(devices["lab_net"]![0]![1], "unknown");
  assert.equal((await ask()).complete, false);
  store.answer();
  await until(async () => (await ask()).complete);
});

test("a store that fails costs the first answer its states, and the next one asks again", async () => {
  const { store, ask } = reading();
  addRow(store, "d1", 1);
  const newest = store.newest.bind(store);
  store.newest = () => Promise.reject(new Error("away"));
  assert.equal((await ask()).complete, false);
  store.newest = newest;
  store.answer();
  await until(async () => (await ask()).complete);
});

test("the rows are read when somebody asks for the page, once", async () => {
  const { store, reader, ask } = reading();
  addRow(store, "d1", 1);
  reader.expect(NOW_MS);
  reader.expect(NOW_MS);
  await until(async () => store.asked > 0);
  const answer = ask();
  store.answer();
  assert.equal((await answer).complete, true);
  reader.expect(NOW_MS);
  assert.equal((await ask()).complete, true);
  // Rows with a time ahead are asked for only where there are no others.
  assert.equal(store.asked, 1);
});

test("rows that were read before a deletion are not taken after it", async () => {
  const { store, states, reader, ask } = reading();
  addRow(store, "d1", 1);
  const answer = ask();
  await until(async () => store.asked === 1);
  await store.remove("lab_net", "d1");
  reader.removed();
  addRow(store, "d1", 2);
  assert.equal(states.isPrimed({ database: "lab_net", measurement: "d1" }, "t"), false);
  store.answer();
  await answer;
  const after = await until(async () => {
    const found = await ask();
    return found.complete && found;
  });
  assert.equal(after.devices["lab_net"]![0]![3], 2);
});

for (const [count, isRead] of [
  [999, false],
  [1000, true],
  [20_001, false],
] as const)
  test(`at a start, the rows of ${count} devices are ${isRead ? "" : "not "}read before anybody asks`, async () => {
    const events = new Events<ServiceEvents>();
    const store = new HeldStore();
    const part = STATES.open!(() => undefined);
    const message = { receivedNs: BigInt(NOW_MS) * 1_000_000n } as Message;
    const decoding = { now: { of: () => ({ addressOf: () => undefined }) } };
    const log = { log: SILENT, events };
    await part.ingest!({ ...log, decoding, directory: temporaryFolder() } as unknown as Ingest);
    for (let i = 0; i < count; i++) {
      addRow(store, `d${i}`, i);
      const place = { database: "lab_net", measurement: `d${i}` };
      events.emit("point", { ...place, columns: [], values: [], timeNs: message.receivedNs } as never, {
        ...message,
      });
    }
    const reading = { store, channels: () => [], recentErrors: { list: () => [] }, wampRealm: "lab" };
    const view = { ...log, reading, routes: new Hono(), provided: {}, callers: {} };
    const running = await part.view!(view as unknown as View);
    assert.equal(store.asked, 0);
    await running?.start?.();
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 50; turn++) await settled();
    assert.equal(store.asked > 0, isRead);
  });
