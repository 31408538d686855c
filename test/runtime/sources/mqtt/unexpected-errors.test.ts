/** A defect while a publication is handled: the client may forget it, since it is a dead letter with the reason. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageKinds } from "../../../../runtime/intake/message-kind.ts";
import { SILENT } from "../../../../runtime/lib/log.ts";
import type { BodyReader } from "../../../../runtime/model/body-reader.ts";
import { TelemetryError, ValueError } from "../../../../runtime/model/error-signal.ts";
import type { Message } from "../../../../runtime/model/message.ts";
import { type Publication, Reception } from "../../../../runtime/sources/mqtt/reception.ts";
import { kindsOf } from "../../../support/device-messages.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";

const TOPIC = "mqttkit-1/testdrive/area-42/node-1/data.json";
const REASON = "structline failed to read the message: RangeError: too deep";

function publication(payload: string, said: string[] = []): Publication {
  return {
    topic: TOPIC,
    payload: Buffer.from(payload),
    clientId: "board",
    messageId: 7,
    qos: 1,
    dup: false,
    retain: false,
    replayed: false,
    onRejected: (sentence) => void said.push(sentence),
  } as Publication;
}

/** They fail at payloads with `boom`. */
function failingKinds(): MessageKinds {
  const kinds = kindsOf();
  const kind = kinds.of({ source: "mqtt" });
  const decode = kind.decode.bind(kind);
  kind.decode = (message) => {
    if (Buffer.from(message.payload).includes("boom")) throw new RangeError("too deep");
    return decode(message);
  };
  return kinds;
}

function bench(kinds = kindsOf(), readers: readonly BodyReader[] = []) {
  const intake = new MemoryIntake([], undefined, kinds);
  const { core, clock } = intake;
  const given = { intake: core, decoding: { now: kinds }, log: SILENT, clock, maxPayloadBytes: 10_000 };
  return { intake, reception: new Reception({ ...given, bodyReaders: readers }) };
}

test("a message at which decoding fails is kept as a dead letter, and not asked for again", async () => {
  const { intake, reception } = bench(failingKinds());
  const said: string[] = [];
  assert.equal(await reception.receive(publication('{"boom":1}', said)), "kept");
  assert.deepEqual(said, [REASON]);
  assert.deepEqual(
    intake.deadLetters.map(({ message, error, code }) => [String(message.payload), error.message, code]),
    [['{"boom":1}', REASON, "bad-value"]],
  );
  assert.equal(await reception.receive(publication('{"v":1}')), "kept");
  assert.equal(intake.points.length, 1);
  assert.equal(reception.counts.unavailable, 0);
});

test("so is one at which a part's reader fails", async () => {
  const reader = reading(() => {
    throw new RangeError("too deep");
  });
  const { intake, reception } = bench(kindsOf(), [reader]);
  const said: string[] = [];
  assert.equal(await reception.receive(publication('{"v":1}', said)), "kept");
  assert.deepEqual(said, [REASON]);
  assert.deepEqual(
    intake.deadLetters.map(({ message }) => String(message.payload)),
    ['{"v":1}'],
  );
});

test("a disk that fails is another matter: the client sends the message again", async () => {
  const reader = reading(() => {
    throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", syscall: "read" });
  });
  const { intake, reception } = bench(kindsOf(), [reader]);
  assert.equal(await reception.receive(publication('{"v":1}')), "refused");
  assert.deepEqual([intake.deadLetters.length, reception.counts.unavailable], [0, 1]);
});

test("of several messages in one publication, one that is refused takes no others with it", async () => {
  const reader = reading((message) =>
    ['{"a":1}', "no JSON", '{"a":3}'].map((text) => ({ ...message, payload: Buffer.from(text) })),
  );
  const { intake, reception } = bench(kindsOf(), [reader]);
  const said: string[] = [];
  assert.equal(await reception.receive(publication("three", said)), "kept");
  assert.deepEqual(
    intake.points.map(({ values }) => values[0]),
    [1, 3],
  );
  assert.deepEqual([said.length, intake.deadLetters.length], [1, 1]);
});

test("a message whose live viewer fails is kept once, and not asked for again", async () => {
  const { intake, reception } = bench();
  intake.core.onPoint(() => {
    throw new RangeError("too deep");
  });
  assert.equal(await reception.receive(publication('{"v":1}')), "kept");
  assert.deepEqual([intake.messages.length, intake.deadLetters.length], [1, 0]);
});

test("an unreadable message is acknowledged when its dead letter is durable, and not if that fails", async () => {
  const reader = reading(() => {
    throw new ValueError("unreadable", "bad-value");
  });
  const { intake, reception } = bench(kindsOf(), [reader]);
  assert.equal(await reception.receive(publication("x")), "kept");
  intake.letterRefusal = new TelemetryError("The disk is full", { name: "JournalError", code: "unavailable" });
  assert.equal(await reception.receive(publication("y")), "refused");
});

function reading(read: (message: Message) => readonly Message[]): BodyReader {
  return { takes: () => true, read: async (message) => read(message) };
}
