/** Attacks on a device's own link: former acknowledgements and commands that somebody sends again. */

import assert from "node:assert/strict";
import { createSocket, type Socket } from "node:dgram";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { CHANNEL, commandedLab, order } from "../../support/commanded-lab.ts";
import type { Lab, ServiceProcess } from "../../support/lab.ts";
import { until } from "../../support/until.ts";

const HEADER = `#pragma pack(push, 1)
struct struct_status { uint8_t length; uint8_t ID; uint8_t state; } status = {3, 1};
struct struct_ack { uint8_t length; uint8_t ID; uint32_t number; /* @seq */ } ack = {6, 2};
// @command: ack=struct_ack timeout=1s
struct struct_go { uint8_t length; uint8_t ID; uint32_t number; /* @seq */ uint8_t speed; } go = {7, 3};
struct struct_short_ack { uint8_t length; uint8_t ID; uint8_t number; /* @seq */ } short_ack = {3, 4};
// @command: ack=struct_short_ack timeout=1s
struct struct_turn { uint8_t length; uint8_t ID; uint8_t number; /* @seq */ } turn = {3, 5};
#pragma pack(pop)
`;

interface Bench {
  readonly lab: Lab;
  readonly service: ServiceProcess;
  readonly device: Socket;
  /** What the device got. */
  readonly received: Buffer[];
  /** Sends from the device's own address. */
  readonly say: (bytes: Uint8Array, service?: ServiceProcess) => void;
  /** What the device answers. */
  answer: (frame: Buffer) => Uint8Array | undefined;
}

const ackOf = (frame: Buffer) =>
  frame[1] === 3 ? Buffer.concat([Buffer.from([6, 2]), frame.subarray(2, 6)]) : Uint8Array.of(3, 4, frame[2]!);

async function bench(t: TestContext): Promise<Bench> {
  const lab = commandedLab(CHANNEL, HEADER);
  t.after(() => lab.remove());
  const service = await lab.start();
  const device = createSocket("udp4");
  t.after(() => device.close());
  await new Promise<void>((resolve) => device.bind(0, "127.0.0.1", resolve));
  const received: Buffer[] = [];
  const all: Bench = {
    ...{ lab, service, device, received, answer: ackOf },
    say: (bytes, to = service) => device.send(bytes, to.udpPort("rig"), "127.0.0.1"),
  };
  let from = service.udpPort("rig");
  device.on("message", (frame, { port }) => {
    from = port;
    received.push(frame);
    const answer = all.answer(frame);
    if (answer !== undefined) device.send(answer, from, "127.0.0.1");
  });
  await heard(all, service);
  return all;
}

async function heard({ say }: Bench, service: ServiceProcess): Promise<void> {
  await until(async () => {
    say(Uint8Array.of(3, 1, 0), service);
    return (await service.json<{ peers: unknown[] }>("/api/lab/rig/command")).peers.length > 0;
  });
}

const go = (service: ServiceProcess) => order(service, { command: "go", fields: { speed: 1 }, wait: true });

test("a former acknowledgement of 32 bits acknowledges nothing, not even after the log of commands was lost", async (t) => {
  const all = await bench(t);
  const { service, received, lab } = all;
  assert.equal((await go(service)).body.state, "acknowledged");
  const captured = ackOf(received[0]!);
  all.answer = () => captured;
  assert.equal((await go(service)).body.state, "timed out");
  await service.kill();
  rmSync(join(lab.directory, "data"), { recursive: true });
  const next = await lab.start();
  await heard(all, next);
  // Two commands in one second were ahead of the clock.
  await until(() => Date.now() / 1000 > received.at(-1)!.readUInt32LE(2) + 1);
  assert.equal((await go(next)).body.state, "timed out");
  const numbers = received.map((frame) => frame.readUInt32LE(2));
  assert.deepEqual([...new Set(numbers)].sort(), numbers, "numbers only grow");
});

test("what is not promised: with 8 bits a former acknowledgement counts when its number is due again", async (t) => {
  const all = await bench(t);
  const { service, received } = all;
  const turn = (wait: boolean) => order(service, { command: "turn", wait });
  assert.equal((await turn(true)).body.state, "acknowledged");
  const captured = ackOf(received[0]!);
  for (let count = 1; count < 256; count++) assert.equal((await turn(true)).body.state, "acknowledged");
  all.answer = () => captured;
  assert.equal((await turn(true)).body.state, "acknowledged");
});

test("what is not promised: who can send from the device's address can acknowledge its command", async (t) => {
  const all = await bench(t);
  const { service, received, say } = all;
  all.answer = () => undefined;
  const waiting = go(service);
  await until(() => received.length === 1);
  say(ackOf(received[0]!));
  assert.equal((await waiting).body.state, "acknowledged");
});
