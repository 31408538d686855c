/** Reloads the configuration while data arrives. */

import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { after, before, test } from "node:test";
import { connectAsync } from "mqtt";
import { jsonPost } from "../support/json-post.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { startMosquitto } from "../support/mqtt.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";
import { pause, until } from "../support/until.ts";

const PROBE = "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; } probe = {4, 1};\n";

interface Health {
  readonly parts: Record<string, { state: string; detail: string; counts?: Record<string, number> }>;
  readonly channels: readonly { name: string; received: number; rejected: object }[];
}

let http: number;
let lab: Lab;
let service: ServiceProcess;

function ini(port: number, more = ""): string {
  return `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = ${port}\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n${more}[http]\nlisten = 127.0.0.1:${http}\n`;
}

async function storedValues(): Promise<number[]> {
  await service.settled();
  const path = "/read/rows?database=lab_rig&measurement=01_probe&limit=10000";
  return (await service.json<{ rows: { value: number }[] }>(path)).rows.map(({ value }) => value);
}

function datagram(value: number): Buffer {
  return Buffer.from([4, 1, value & 0xff, value >> 8]);
}

before(async () => {
  http = await freePort();
  lab = new Lab({ ini: ini(await freePort()), headers: { "rig.h": PROBE } });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
});

after(() => lab.remove());

test("two reloads in quick succession that move a port back and forth cause no dead letters", {
  skip: onlyLong,
}, async () => {
  const ports = [service.udpPort("rig"), await freePort()];
  let sent = 0;
  for (let round = 1; round <= 3; round++) {
    const port = ports[round % 2]!;
    lab.configure(ini(port));
    service.signal("SIGHUP");
    await pause(2, "the second signal comes while the first reload runs");
    service.signal("SIGHUP");
    // This is not the number of reloads: two pending signals to one process are merged. [signal(7)]
    await until(async () => (await service.json<Health>("/health")).parts["udp"]?.detail.includes(`:${port}`) ?? false);
    for (const end = sent + 100; sent < end; sent++) await sendDatagrams(port, [datagram(sent)]);
  }
  await until(async () => (await service.json<Health>("/health")).channels[0]?.received === sent);
  assert.deepEqual(
    await storedValues(),
    Array.from({ length: sent }, (_, index) => index),
  );
  assert.equal((await service.json<Health>("/health")).parts["deadLetters"]?.counts?.["letters"], 0);
});

test("if a port is in use, the channel keeps its old port and reports it until the next reload", async () => {
  const before = (await service.json<Health>("/health")).channels[0]?.received ?? 0;
  const occupied = createSocket("udp4").unref();
  await new Promise<void>((resolve) => occupied.bind(0, "127.0.0.1", resolve));
  const { port } = occupied.address();
  const [, current = ""] =
    /udp:\/\/127\.0\.0\.1:(\d+)/.exec((await service.json<Health>("/health")).parts["udp"]!.detail) ?? [];
  lab.configure(ini(port));
  service.signal("SIGHUP");
  await until(() => service.output.includes("not reloaded: channel 'rig'"));
  const { udp } = (await service.json<Health>("/health")).parts;
  assert.equal(udp?.state, "degraded");
  assert.match(udp?.detail ?? "", /is in use by node \(process \d+\); stop it or choose another \[lab-rig\] udp_port/);
  await sendDatagrams(Number(current), [datagram(7)]);
  await until(async () => (await service.json<Health>("/health")).channels[0]?.received === before + 1);
  await new Promise<void>((resolve) => occupied.close(() => resolve()));
  service.signal("SIGHUP");
  await until(async () => (await service.json<Health>("/health")).parts["udp"]?.state === "ok");
  await sendDatagrams(port, [datagram(8)]);
  await until(async () => (await service.json<Health>("/health")).channels[0]?.received === before + 2);
  assert.equal((await storedValues()).at(-1), 8);
});

test("a reload that shortens retention reports what it will delete, and deletes nothing for a day", async () => {
  const [, port = ""] = /:(\d+)/.exec((await service.json<Health>("/health")).parts["udp"]!.detail) ?? [];
  const now = Date.now();
  const post = async (daysAgo: number) => {
    const time = new Date(now - daysAgo * 86_400_000).toISOString();
    const response = await fetch(`${service.url}/api/lab/net/gw/old/data`, jsonPost({ time, n: daysAgo }));
    assert.equal(response.status, 200);
    await service.settled();
  };
  const stored = async () => {
    const path = "/read/rows?database=lab_net&measurement=gw_old_sensors&limit=100&from=0";
    return (await service.json<{ rows: { n: number }[] }>(path)).rows.map(({ n }) => n);
  };
  await post(100);
  lab.configure(`${ini(Number(port))}[store]\nkeep = 90d\n`);
  service.signal("SIGHUP");
  await until(() => service.output.includes("applied [store] keep"));
  const detail = async () => (await service.json<Health>("/health")).parts["store"]!.detail;
  await until(async () => /\[store\] keep deletes rows from before \S+Z in 24 h/.test(await detail()));
  await post(99);
  await post(1);
  assert.deepEqual(await stored(), [100, 99, 1]);
  lab.configure(ini(Number(port)));
  service.signal("SIGHUP");
  await until(() => service.output.split("applied [store] keep").length > 2);
  await post(97);
  assert.deepEqual(await stored(), [100, 99, 97, 1]);
  await until(async () => !(await detail()).includes("keep deletes"));
  const { store } = (await service.json<Health>("/health")).parts;
  assert.match(store?.detail ?? "", /^duckdb:.*; \d.* of disk free$/);
});

for (const kind of ["embedded broker", "Mosquitto"] as const) {
  const skip = kind === "Mosquitto" && (onlyLong || requires("mosquitto"));
  test(`${kind}: after a reload, frames are received on the new topics and no longer on the old ones`, {
    skip,
  }, async () => {
    const broker = kind === "Mosquitto" ? await startMosquitto() : undefined;
    const url = broker === undefined ? "" : `[mqtt]\nurl = mqtt://127.0.0.1:${broker.port}\n`;
    const iniOf = (filter: string) =>
      `[lab]\nchannels = lab-rig\n[lab-rig]\nsources = mqtt:${filter}\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n[realm-farm]\n${url}`;
    const moved = new Lab({ ini: iniOf("old/+/frame.bin"), headers: { "rig.h": PROBE } });
    try {
      assert.equal(moved.generate().status, 0);
      const running = await moved.start();
      const port = broker?.port ?? running.mqttPort;
      const connected = async () => (await running.json<Health>("/health")).parts["mqtt"]?.state === "ok";
      await until(connected);
      const client = await connectAsync(`mqtt://127.0.0.1:${port}`);
      const publish = (topic: string, value: number) => client.publishAsync(topic, datagram(value), { qos: 1 });
      const received = async (count: number) =>
        (await running.json<Health>("/health")).channels.find(({ name }) => name === "rig")?.received === count;
      await publish("old/1/frame.bin", 1);
      await until(() => received(1));
      moved.configure(iniOf("new/+/frame.bin"));
      running.signal("SIGHUP");
      // Publications before the broker knows the topic are lost.
      await until(() => running.output.includes("reloaded: 1 channel"));
      await publish("old/1/frame.bin", 2);
      await publish("new/1/frame.bin", 3);
      await until(() => received(2));
      await client.endAsync();
      await running.settled();
      const path = "/read/rows?database=lab_rig&measurement=01_probe&limit=10";
      const { rows } = await running.json<{ rows: { value: number }[] }>(path);
      assert.deepEqual(rows.map(({ value }) => value).sort(), [1, 3]);
      assert.equal((await running.json<Health>("/health")).parts["deadLetters"]?.counts?.["letters"], 0);
      assert.equal(await running.stop(), 0);
    } finally {
      await moved.remove();
      await broker?.stop();
    }
  });
}
