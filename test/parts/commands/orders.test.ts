/** Orders over MQTT: their turn, their keys, and what is told of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Addressing } from "../../../runtime/intake/addressing.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type Order, OrderError } from "../../../runtime/model/command.ts";
import { MqttOrders } from "../../../runtime/parts/commands/mqtt-orders.ts";
import { COMMANDS_PART } from "../../../runtime/parts/commands/part.ts";
import { type Publication, Reception } from "../../../runtime/sources/mqtt/reception.ts";
import { decodingWith } from "../../support/device-messages.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";

class Bench {
  readonly taken: Order[] = [];
  readonly errors: string[] = [];
  /** What the dispatcher does with an order. */
  take: (order: Order) => Promise<void> = async () => {};
  readonly reception: Reception;

  constructor(takesOrders = true) {
    const intake = new MemoryIntake([], (_topic, { message }) => this.errors.push(message));
    const commands = {
      takes: (place: string) => place === "lab/rig",
      order: async (_place: string, order: Order) => {
        await this.take(order);
        this.taken.push(order);
      },
    };
    const { core, clock } = intake;
    const decoding = decodingWith([], [], new Addressing({ topics: COMMANDS_PART.topics! }));
    const options = { intake: core, decoding, clock, maxPayloadBytes: 10_000, log: SILENT };
    this.reception = new Reception({
      ...options,
      topicHandlers: [new MqttOrders({ decoding, commands })],
      takesOrders,
    });
  }

  give(order: object, more: Partial<Publication> = {}): Promise<string> {
    const payload = Buffer.from(JSON.stringify(order));
    const plain = { dup: false, retain: false, replayed: false, messageId: 7, clientId: "", qos: 1 } as const;
    return this.reception.receive({ topic: "lab/rig/command.json", payload, ...plain, ...more });
  }
}

test("an order waits for the one before it, also for one that is refused or fails", async () => {
  const bench = new Bench();
  const gates: (() => void)[] = [];
  const outcomes = [() => {}, () => assert.fail("a defect"), () => {}];
  bench.take = () =>
    new Promise((resolve, reject) =>
      gates.push(() => {
        try {
          resolve(outcomes.shift()?.());
        } catch (error) {
          reject(error as Error);
        }
      }),
    );
  const given = ["first", "second", "third"].map((command, at) => bench.give({ command }, { messageId: at + 1 }));
  const settled = Promise.allSettled(given);
  for (let at = 0; at < 3; at++) {
    while (gates.length === at) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(gates.length, at + 1);
    gates[at]!();
  }
  await settled;
  assert.deepEqual(
    bench.taken.map(({ command }) => command),
    ["first", "third"],
  );
});

test("a packet identifier that stands for another order by now makes no key, and an order's own key counts", async () => {
  const [before, bench] = [new Bench(), new Bench()];
  await before.give({ command: "open" });
  for (const command of ["open", "close"]) await bench.give({ command }, { dup: true });
  await bench.give({ command: "open", key: "mine" }, { messageId: 8 });
  const [first] = before.taken;
  const [again, other, own] = bench.taken;
  assert.equal(again!.key, first!.key);
  assert.notEqual(other!.key, first!.key);
  assert.deepEqual([first!.isNew, again!.isNew], [true, undefined]);
  assert.deepEqual([own!.key, own!.isNew], ["mine", undefined]);
  const long = new Bench();
  await long.give({ command: "open" }, { dup: true, clientId: "x".repeat(1000) });
  assert.ok(long.taken[0]!.key!.length < 255, `a key of ${long.taken[0]!.key!.length} characters`);
});

test("a retained order that a broker gives again is told once for its topic; an empty one deletes it", async () => {
  const bench = new Bench();
  for (const messageId of [1, 2]) await bench.give({ command: "open" }, { replayed: true, retain: true, messageId });
  await bench.give({}, { replayed: true, retain: true, payload: Buffer.alloc(0) });
  assert.deepEqual(bench.taken, []);
  assert.equal(bench.errors.length, 1);
  assert.match(bench.errors[0]!, /^The broker retains a command on this topic/);
});

test("a refusal is told and done with; a dispatcher that cannot keep the order gets it again", async () => {
  const bench = new Bench();
  bench.take = async () => {
    throw new OrderError(409, "100 commands are waiting already");
  };
  assert.equal(await bench.give({ command: "open" }), "kept");
  assert.deepEqual(bench.errors, ["100 commands are waiting already"]);
  bench.take = async () => {
    throw new OrderError(503, "Commands cannot be kept: no room");
  };
  assert.equal(await bench.give({ command: "open" }, { messageId: 9 }), "refused");
});

test("with 'commands = no' orders are left to another service, without a word", async () => {
  const bench = new Bench(false);
  assert.equal(await bench.give({ command: "open" }), "kept");
  assert.deepEqual([bench.taken, bench.errors], [[], []]);
});
