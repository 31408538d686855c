import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { BOUNDS } from "../../../runtime/model/bounds.ts";
import { TelemetryError, ValueError } from "../../../runtime/model/error-signal.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { Outbox } from "../../../runtime/signals/outbox.ts";
import { buildSignal } from "../../../runtime/signals/rejection-signals.ts";
import { SignalLimiter } from "../../../runtime/signals/signal-limiter.ts";
import { kindsOf } from "../../support/device-messages.ts";

function message(source: string, address: string, payload: string | Buffer): Message {
  return { source, address, sender: "192.0.2.1:5000", contentType: "", receivedNs: 0n, payload: Buffer.from(payload) };
}

function signalOf(error: TelemetryError, about: Message, shown?: string) {
  return buildSignal(error, about, kindsOf().of(about), shown);
}

const BAD = new ValueError("Expecting value: line 1 column 1 (char 0)", "bad-json");

test("descriptions name payload and topic [D31]", () => {
  const describe = (source: string, address: string, payload: string | Buffer, shown?: string) =>
    signalOf(BAD, message(source, address, payload), shown).description;
  assert.equal(
    describe("mqtt", "r/n/g/d/data.json", '{"a": "b'),
    'Error processing MQTT message "{"a": "b" from topic "r/n/g/d/data.json".',
  );
  assert.equal(
    describe("http", "r/n/g/d/data", "x"),
    'Error processing HTTP message "x" from topic "r/n/g/d/data.json".',
  );
  assert.equal(
    describe("http", "r/channel/n-g-d/event", "x", '{"a":1}'),
    'Error processing HTTP message "{"a":1}" from topic "r/channel/n-g-d/event.json".',
  );
  assert.equal(
    describe("udp", "rig", Buffer.from([5, 2, 0x2a])),
    'Error processing UDP message "0x05022a" from channel "rig" (sent by 192.0.2.1:5000).',
  );
});

test("a signal has exactly message, type and description, all limited in length and printable [D31]", () => {
  const error = new TelemetryError("no\nway", { name: "DuckDBClientError", code: "type-conflict" });
  const signal = signalOf(error, message("mqtt", "r/n/g/d/data.json", `\u001b[2J\u202e${"x".repeat(5000)}`));
  assert.deepEqual(Object.keys(signal), ["message", "type", "description"]);
  assert.equal(signal.message, "no\\nway");
  assert.equal(signal.type, "DuckDBClientError");
  assert.match(signal.description, /^Error processing MQTT message "\\u\{1b\}\[2J\\u\{202e\}x+…" from topic/);
  assert.ok(signal.description.length < 1100, `${signal.description.length} characters`);
  const binary = signalOf(error, message("mqtt", "r/n/g/d/data.json", Buffer.from([0xff, 0x00])));
  assert.match(binary.description, /"0xff00"/);
});

test("one signal a second for each channel and reason, with the number of suppressed ones [D14]", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const sent: string[] = [];
  const limiter = new SignalLimiter((topic, signal) => sent.push(`${topic}: ${signal.description}`));
  const signal = (kind: string, text: string) =>
    limiter.signal(kind, `${kind}/error.json`, { message: "", type: "", description: text });
  for (const text of ["1", "2", "3", "4"]) signal("a", text);
  signal("b", "1");
  assert.deepEqual(sent, ["a/error.json: 1", "b/error.json: 1"]);
  mock.timers.tick(1000);
  assert.deepEqual(sent.slice(2), ["a/error.json: 4 2 more like it were held back."]);
  signal("a", "5");
  mock.timers.tick(999);
  assert.equal(sent.length, 3);
  mock.timers.tick(1);
  assert.deepEqual(sent.slice(3), ["a/error.json: 5"]);
  mock.timers.tick(1000);
  signal("a", "6");
  assert.deepEqual(sent.slice(4), ["a/error.json: 6"]);
  signal("a", "7");
  limiter.stop();
  assert.deepEqual(sent.slice(5), ["a/error.json: 7"]);
  mock.timers.reset();
});

class FakeBroker {
  connected = false;
  failing = false;
  readonly published: string[] = [];
  #listener = () => {};

  onConnected(listener: () => void): void {
    this.#listener = listener;
  }

  connect(): void {
    this.connected = true;
    this.#listener();
  }

  async publish(topic: string, payload: string): Promise<void> {
    if (this.failing) throw new Error("refused");
    this.published.push(`${topic} ${payload}`);
  }
}

const SIGNALS = { what: "error signals", bound: "mqtt-signals", inFlight: 20 } as const;

test("signals wait while the broker is away, and are sent in order", async () => {
  const broker = new FakeBroker();
  const signals = new Outbox(SIGNALS);
  signals.useTransport(broker);
  for (const type of ["A", "B", "C"]) signals.publish("x/error.json", { message: "m", type, description: "d" });
  assert.deepEqual(
    [broker.published.length, signals.status().state, signals.status().counts?.["waiting"]],
    [0, "degraded", 3],
  );
  broker.connect();
  await signals.flush(1000);
  assert.deepEqual(
    broker.published,
    ["A", "B", "C"].map((type) => `x/error.json {"message":"m","type":"${type}","description":"d"}`),
  );
  assert.deepEqual(signals.status().counts, { published: 3, waiting: 0, dropped: 0 });
});

test("the queue is limited: the oldest signals are dropped", async () => {
  const broker = new FakeBroker();
  const signals = new Outbox(SIGNALS);
  signals.useTransport(broker);
  const description = "x".repeat(10_000);
  const most = BOUNDS["mqtt-signals"].all / 20_000;
  for (let n = 0; n < most + 5; n++) signals.publish("x", { message: String(n), type: "", description });
  const { waiting = 0, dropped = 0 } = signals.status().counts ?? {};
  assert.ok(waiting <= most && waiting > most - 10, `${waiting} of ${most}`);
  assert.equal(waiting + dropped, Math.ceil(most + 5));
  broker.connect();
  await signals.flush(5000);
  assert.match(broker.published[0] ?? "", new RegExp(`"message":"${dropped}"`));
  assert.equal(broker.published.length, waiting);
});

test("a broker that refuses is not retried in a loop; the signal is kept", async () => {
  const broker = new FakeBroker();
  broker.failing = true;
  const signals = new Outbox(SIGNALS);
  signals.useTransport(broker);
  broker.connect();
  signals.publish("x", { message: "", type: "", description: "" });
  await signals.flush(50);
  assert.equal(signals.status().counts?.["waiting"], 1);
  assert.match(signals.status().lastError?.message ?? "", /refused/);
  broker.failing = false;
  broker.connect();
  await signals.flush(1000);
  assert.equal(broker.published.length, 1);
});
