/** The main path as a process: datagrams in, rows, bus events and error signals out. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import mqtt from "mqtt";
import { Lab, ROOT, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const INI = `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
abi = x86-64  ; the headers name no processor; GUESSED: it may be avr
`;

/** Little-endian, as in a microcontroller's memory; `double` and bit-fields after misaligned fields. */
const HEADER = `#include "mbed.h"
#pragma pack(push, 1)
struct struct_probe {
  uint8_t  length;   //1
  uint8_t  ID;       //2
  uint8_t  armed : 1; //3.0
  uint8_t  mode  : 3; //3.1
  int16_t  temp;     //5  @rule: name=temperature; expr=temp / 10 - 40; unit=°C
  uint32_t count;    //9
  float    rate;     //13
  double   energy;   //21
} probe = {21, 7};
#pragma pack(pop)
struct struct_short { uint8_t length; uint8_t ID; uint8_t ck; } short_one = {3, 9};
uint8_t* struct_id[] = { &probe.length, &short_one.length };
`;

interface Sent {
  readonly bytes: Buffer;
  readonly row: Record<string, number | string>;
}

/** Bytes and their row, built without the codec, as an oracle. */
function probe(count: number): Sent {
  const bytes = Buffer.alloc(21);
  const armed = count % 2;
  const mode = count % 8;
  const temp = (count * 37) % 2000;
  const rate = Math.fround(count / 7);
  const energy = count * Math.PI;
  bytes.writeUInt8(21, 0);
  bytes.writeUInt8(7, 1);
  bytes.writeUInt8(armed | (mode << 1), 2);
  bytes.writeInt16LE(temp, 3);
  bytes.writeUInt32LE(count, 5);
  bytes.writeFloatLE(rate, 9);
  bytes.writeDoubleLE(energy, 13);
  const row = {
    length: 21,
    ID: 7,
    armed,
    mode,
    temperature: temp / 10 - 40,
    count,
    rate,
    energy,
    _hex_: bytes.toString("hex"),
  };
  return { bytes, row };
}

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: INI, headers: { "rig.h": HEADER } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  service = await lab.start();
});

after(() => lab.remove());

test("a burst is stored exactly, each datagram with its own time", async () => {
  const sent = Array.from({ length: 2000 }, (_, count) => probe(count));
  await sendDatagrams(
    service.udpPort("rig"),
    sent.map(({ bytes }) => bytes),
  );
  await rowsStored(2000);
  const { rows } = await service.json<{ rows: (Record<string, unknown> & { time: string })[] }>(
    "/read/rows?database=lab_rig&measurement=07_probe&limit=10000",
  );
  assert.deepEqual(
    rows.map(({ time: _time, ...row }) => row),
    sent.map(({ row }) => row),
  );
  assert.deepEqual(
    rows.map(({ time }) => time),
    [...new Set(rows.map(({ time }) => time))].sort(),
  );
  assert.match(rows[0]?.time ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
});

for (const serializer of ["json", "msgpack"]) {
  test(`an independent WAMP client receives decoded records over ${serializer}`, {
    skip: requires("python3-autobahn"),
  }, async () => {
    const url = `${service.url.replace("http", "ws")}/ws`;
    const script = join(ROOT, "test/support/wamp-subscriber.py");
    const client = spawn("/usr/bin/python3", [script, url, "lab", serializer, "lab.rig", "exact", "1"]);
    let output = "";
    client.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    await until(() => output.includes("ready"));
    const { bytes, row } = probe(5);
    await sendDatagrams(service.udpPort("rig"), [bytes]);
    await new Promise((resolve) => client.once("exit", resolve));
    const event = JSON.parse(output.split("\n").find((line) => line.startsWith("{")) ?? "") as {
      args: object[];
      kwargs: Record<string, unknown>;
    };
    const { _hex_: hex, temperature, ...same } = row;
    assert.deepEqual(event.args, [{ ...same, temp: 185 }]);
    const { time, ...kwargs } = event.kwargs;
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
    const values = { ...same, temperature };
    assert.deepEqual(kwargs, {
      name: "struct_probe",
      id: 7,
      database: "lab_rig",
      measurement: "07_probe",
      hex,
      values,
    });
  });
}

test("bad datagrams are counted by reason and signalled once a second; good ones between them are stored", async () => {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  const signals: { message: string; type: string; description: string }[] = [];
  client.on("message", (_topic, payload) => signals.push(JSON.parse(payload.toString())));
  await client.subscribeAsync("lab/rig/error.json");
  const before = await channelHealth();
  const bad = [
    Buffer.alloc(0),
    Buffer.from([21]),
    Buffer.from([3, 99, 0]),
    Buffer.from([3, 99, 0]),
    probe(1).bytes.subarray(0, 20),
    Buffer.concat([probe(1).bytes, Buffer.alloc(1)]),
    Buffer.alloc(65_507, 7),
  ];
  await sendDatagrams(
    service.udpPort("rig"),
    bad.flatMap((payload) => [payload, Buffer.from([3, 9, 42])]),
  );
  await until(async () => (await channelHealth()).received === before.received + 2 * bad.length);
  const { rejected } = await channelHealth();
  assert.deepEqual(rejected, { "too-short": 2, "unknown-id": 2, "wrong-length": 3 });
  const { rejects } = await service.json<{ rejects: { message: string }[] }>("/rejects?code=wrong-length");
  assert.equal(rejects.length, 3);
  for (const { message } of rejects)
    assert.match(message, /; this message has \d+\. 'abi = x86-64' was GUESSED: 'channel-message rig explain 0x…'/);
  await service.settled();
  const { rows } = await service.json<{ rows: object[] }>("/read/rows?database=lab_rig&measurement=09_short&limit=100");
  assert.equal(rows.length, bad.length);
  // One signal at once for each reason. Further ones within the second are combined into one, with their number.
  await until(() => signals.length === 6);
  assert.deepEqual([...new Set(signals.map(({ type }) => type))], ["ValueError"]);
  const unknown = signals.find(({ message }) => message.includes("struct ID 99"));
  assert.equal(unknown?.message, "struct ID 99 is not declared in channel 'rig'; known are 7, 9");
  assert.match(unknown?.description ?? "", /^Error processing UDP message "0x036300" from channel "rig"/);
  await client.endAsync();
});

test("SIGTERM drains and exits 0; the rows are in the database file", async () => {
  await sendDatagrams(service.udpPort("rig"), [probe(4_000_000).bytes]);
  await until(async () => (await channelHealth()).decoded >= 2010);
  assert.equal(await service.stop(), 0);
  const database = await DuckDBInstance.create(join(lab.directory, "data/telemetry.duckdb"), {
    access_mode: "READ_ONLY",
  });
  const connection = await database.connect();
  const result = await connection.runAndReadAll(
    `SELECT "count", "_hex_" FROM lab_rig."07_probe" ORDER BY "time" DESC LIMIT 1`,
  );
  assert.deepEqual(result.getRows(), [[4_000_000, probe(4_000_000).bytes.toString("hex")]]);
  connection.closeSync();
  database.closeSync();
});

async function rowsStored(count: number): Promise<void> {
  await until(async () => (await channelHealth()).decoded >= count);
  await service.settled();
}

async function channelHealth(): Promise<{ received: number; decoded: number; rejected: Record<string, number> }> {
  const { channels } = await service.json<{
    channels: { name: string; received: number; decoded: number; rejected: Record<string, number> }[];
  }>("/health");
  return channels.find(({ name }) => name === "rig")!;
}
