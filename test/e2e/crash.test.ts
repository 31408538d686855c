/** `kill -9` in the middle of a stream: durable messages are stored once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonPost } from "../support/json-post.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { until } from "../support/until.ts";

const INI = `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
`;
const HEADER = `struct struct_count { uint8_t length; uint8_t ID; uint16_t low; uint32_t n; } count = {8, 1};\n`;

interface CountRow {
  readonly n: number;
}

test("after kill -9 every reading and journaled datagram is stored once, also a reading that was sent again because it got no answer", async () => {
  const lab = new Lab({ ini: INI, headers: { "rig.h": HEADER } });
  try {
    assert.equal(lab.generate().status, 0);
    const acknowledged: number[] = [];
    const unanswered: number[] = [];
    let next = 0;
    for (let round = 0; round < 3; round++) {
      const service = await lab.start();
      let posting = true;
      const following = () => (posting ? (unanswered.shift() ?? next++) : undefined);
      const posts = Promise.all([1, 2, 3].map(() => postReadings(service, following, acknowledged, unanswered)));
      const datagrams = sendDatagrams(service.udpPort("rig"), counted(round));
      await until(() => acknowledged.length >= 40 * (round + 1));
      await service.kill();
      posting = false;
      await posts;
      await datagrams;
    }
    const service = await lab.start();
    assert.ok(unanswered.length > 0, "posts without an answer");
    await postReadings(service, () => unanswered.shift(), acknowledged, unanswered);
    await service.settled();
    const readings = await rows(service, "acme_plant", "hall_press_sensors");
    assert.deepEqual(duplicates(readings), []);
    const stored = new Set(readings.map(({ n }) => n));
    assert.deepEqual(
      acknowledged.filter((n) => !stored.has(n)),
      [],
    );
    assert.deepEqual(duplicates(await rows(service, "lab_rig", "01_count")), []);
    assert.equal(await service.stop(), 0);
  } finally {
    await lab.remove();
  }
});

/** Posts readings with keys until the service is gone. Those answered with 200 are acknowledged. */
async function postReadings(
  service: ServiceProcess,
  next: () => number | undefined,
  acknowledged: number[],
  unanswered: number[],
): Promise<void> {
  for (let n = next(); n !== undefined; n = next()) {
    try {
      const response = await fetch(
        `${service.url}/api/acme/plant/hall/press/data`,
        jsonPost({ n }, { "Idempotency-Key": `reading ${n}` }),
      );
      await response.text();
      if (response.ok) acknowledged.push(n);
    } catch {
      unanswered.push(n);
      return;
    }
  }
}

function* counted(round: number): Generator<Uint8Array> {
  for (let index = 0; index < 5000; index++) {
    const bytes = Buffer.from([8, 1, 0, 0, 0, 0, 0, 0]);
    bytes.writeUInt32LE(round * 1_000_000 + index, 4);
    yield bytes;
  }
}

async function rows(service: ServiceProcess, database: string, measurement: string): Promise<CountRow[]> {
  const text = await (
    await fetch(`${service.url}/read/export?format=ndjson&database=${database}&measurement=${measurement}`)
  ).text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CountRow);
}

function duplicates(rows: readonly CountRow[]): number[] {
  const seen = new Set<number>();
  return rows.map(({ n }) => n).filter((n) => seen.size === seen.add(n).size);
}
