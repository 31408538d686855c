import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { Clock } from "../../../../runtime/model/clock.ts";
import type { Message } from "../../../../runtime/model/message.ts";
import { allocateRing } from "../../../../runtime/sources/udp/datagram-ring.ts";
import { openReceiver } from "../../../../runtime/sources/udp/receiver-thread.ts";
import { UdpSource } from "../../../../runtime/sources/udp/udp-source.ts";
import { onlyLong } from "../../../support/long.ts";
import { until } from "../../../support/until.ts";

function channel(name: string, udpPort: number, allowFrom: readonly string[] = []) {
  return { name, host: "127.0.0.1", port: udpPort, allowFrom };
}

async function send(port: number, payloads: readonly Buffer[]): Promise<void> {
  const socket = createSocket("udp4");
  for (const payload of payloads) {
    await new Promise<void>((resolve, reject) =>
      socket.send(payload, port, "127.0.0.1", (error) => (error ? reject(error) : resolve())),
    );
  }
  socket.close();
}

test("datagrams of two channels arrive in order, with strictly increasing times", async () => {
  const messages: Message[] = [];
  const source = new UdpSource({ onDatagram: (message) => messages.push(message), onForbidden: () => {} });
  const a = await source.open(channel("a", 0));
  const b = await source.open(channel("b", 0));
  const payloads = Array.from({ length: 500 }, (_, index) => Buffer.from([index >> 8, index]));
  await Promise.all([send(a.port, payloads), send(b.port, payloads)]);
  await until(() => messages.length === 1000);
  await source.stop();
  for (const name of ["a", "b"]) {
    const own = messages.filter(({ address }) => address === name);
    assert.deepEqual(
      own.map(({ payload }) => Buffer.from(payload)),
      payloads,
    );
    assert.match(own[0]?.sender ?? "", /^127\.0\.0\.1:\d+$/);
  }
  assert.ok(
    messages.every(({ receivedNs }, index) => index === 0 || receivedNs > messages[index - 1]!.receivedNs),
    "times grow",
  );
});

test("receipt times continue with the service's clock and belong to its slot", async () => {
  const messages: Message[] = [];
  const clock = new Clock();
  const before = clock.nowNs() + 60_000_000_000n;
  clock.resumeAfter(before);
  clock.useSlot(5, 64);
  const source = new UdpSource({ onDatagram: (message) => messages.push(message), onForbidden: () => {}, clock });
  const { port } = await source.open(channel("a", 0));
  await send(port, [Buffer.alloc(1), Buffer.alloc(2)]);
  await until(() => messages.length === 2);
  await source.stop();
  for (const { receivedNs } of messages) {
    assert.ok(receivedNs > before, `${receivedNs} is not after ${before}`);
    assert.equal(receivedNs % 64n, 5n);
  }
});

test("datagrams that nobody waits for are looked for together, each once and in order", async () => {
  const payloads: string[] = [];
  let looks = 0;
  const source = new UdpSource({
    onDatagram: ({ payload }) => payloads.push(Buffer.from(payload).toString("hex")),
    onForbidden: () => {},
    // Asked after each look that found some.
    isAwaited: () => {
      looks++;
      return false;
    },
    unaskedMs: 50,
  });
  const { port } = await source.open(channel("a", 0));
  const sent = Array.from({ length: 2000 }, (_, index) => Buffer.from([index >> 8, index]));
  await send(port, sent);
  await until(() => payloads.length === sent.length);
  await source.stop();
  assert.deepEqual(
    payloads,
    sent.map((each) => each.toString("hex")),
  );
  assert.ok(looks < sent.length / 2, `${looks} looks for ${sent.length} datagrams`);
});

test("empty datagrams and the largest ones arrive whole", async () => {
  const sizes: number[] = [];
  const source = new UdpSource({ onDatagram: ({ payload }) => sizes.push(payload.length), onForbidden: () => {} });
  const { port } = await source.open(channel("a", 0));
  await send(port, [Buffer.alloc(0), Buffer.alloc(65_507), Buffer.alloc(1)]);
  await until(() => sizes.length === 3);
  await source.stop();
  assert.deepEqual(sizes, [0, 65_507, 1]);
});

test("a port in use is one clear sentence", async () => {
  const source = new UdpSource({ onDatagram: () => {}, onForbidden: () => {} });
  const { port } = await source.open(channel("a", 0));
  await assert.rejects(source.open(channel("b", port)), {
    message: `channel 'b': udp://127.0.0.1:${port} is in use by node (process ${process.pid}); stop it or choose another [lab-b] udp_port`,
  });
  await source.stop();
});

test("allow_from blocks strangers, and their datagrams are passed on as rejected", async () => {
  const forbidden: string[] = [];
  const messages: Message[] = [];
  const source = new UdpSource({
    onDatagram: (message) => messages.push(message),
    onForbidden: ({ address, sender, payload }) =>
      forbidden.push(`${address} ${sender.split(":")[0]} ${Buffer.from(payload).toString("hex")}`),
  });
  const closed = await source.open(channel("closed", 0, ["10.0.0.0/8"]));
  const open = await source.open(channel("open", 0, ["127.0.0.0/8", "::1/128"]));
  await send(closed.port, [Buffer.from([1])]);
  await send(open.port, [Buffer.from([2])]);
  await until(() => forbidden.length === 1 && messages.length === 1);
  await source.stop();
  assert.deepEqual(forbidden, ["closed 127.0.0.1 01"]);
  assert.equal(messages[0]?.address, "open");
});

test("without a channel no thread starts, and stopping is immediate", async () => {
  let threads = 0;
  const source = new UdpSource({ onDatagram: () => {}, onForbidden: () => {} }, allocateRing(1 << 20), () => {
    threads++;
    return openReceiver();
  });
  assert.equal(source.status().state, "ok");
  await source.stop();
  assert.equal(threads, 0);
});

test("a receiving thread that ends is restarted with the same ports; stopping it permanently does not hang", {
  skip: onlyLong,
}, async () => {
  const messages: Message[] = [];
  const told: string[] = [];
  let thread: Worker | undefined;
  const handlers = {
    onDatagram: (message: Message) => messages.push(message),
    onForbidden: () => {},
    onEnded: (sentence: string) => told.push(sentence),
    onFailed: (reason: string) => told.push(reason),
  };
  const source = new UdpSource(handlers, allocateRing(1 << 20), () => {
    thread = openReceiver();
    return thread;
  });
  const { port } = await source.open(channel("a", 0));
  await send(port, [Buffer.from([1])]);
  await until(() => messages.length === 1);
  await thread?.terminate();
  assert.equal(source.status().state, "down");
  assert.deepEqual(told, ["the thread that receives datagrams ended: it ended; it is started again"]);
  await until(() => source.status().state === "ok");
  await send(port, [Buffer.from([2])]);
  await until(() => messages.length === 2);
  assert.equal(source.status().counts?.["restarts"], 1);
  for (let ends = 2; ends <= 5; ends++) {
    await thread?.terminate();
    await until(() => source.status().state === "ok" || told.length === 5);
  }
  assert.equal(told.at(-1), "the thread that receives datagrams ended repeatedly: it ended");
  await source.stop();
});
