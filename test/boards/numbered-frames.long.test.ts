/** Numbered frames are stored once, whatever happens to datagrams, acknowledgements and the service. */

import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import mqtt from "mqtt";

import { lossyRelay } from "../support/lossy-relay.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { assertRows, boardLab, build, computed, finished } from "./board-lab.ts";

test("a fifth of all datagrams is lost in both directions and the service is killed: every frame is stored exactly once", {
  skip: requires("gcc"),
}, async () => {
  const lab = boardLab();
  try {
    let service = await lab.start();
    const relay = await lossyRelay(service.udpPort("board"), 0.2);
    const board = finished(build(lab, "gcc", ["host.c"], []), [String(relay.port), "400", "1"]);
    await until(async () => (await stored(service.url)) > 50);
    await service.kill();
    service = await lab.start();
    relay.target = service.udpPort("board");
    assert.match(await board, /^400 frames, \d+ sent, 0 dropped/);
    relay.close();
    assert.ok(relay.lost.up > 50 && relay.lost.down > 50, `${JSON.stringify(relay.lost)} pieces`);
    const times = await assertRows(service, 400);
    assert.equal(new Set(times).size, 400);
    assert.equal(await service.stop(), 0);
  } finally {
    await lab.remove();
  }
});

test("the ring keeps every frame until it is acknowledged, in any memory, over any clock", {
  skip: requires("gcc"),
}, async () => {
  const lab = boardLab();
  try {
    assert.equal(await finished(build(lab, "gcc", ["keep-check.c"], []), []), "ok\n");
  } finally {
    await lab.remove();
  }
});

test("a numbered frame sent repeatedly by UDP, HTTP and MQTT is stored once per source, and refused frames are acknowledged", async () => {
  const lab = boardLab("sources = udp:0, mqtt:board/+/frame");
  try {
    const service = await lab.start();
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    const ask = async (bytes: Uint8Array) => {
      socket.send(bytes, service.udpPort("board"), "127.0.0.1");
      const [answer] = (await once(socket, "message")) as [Buffer];
      return answer.toString("hex");
    };
    const frame = Buffer.from(String(computed(0)["_hex_"]), "hex");
    const acknowledgement = (sequence: number) => summed(["SLA1", 9, 1, sequence]).toString("hex");
    assert.equal(await ask(numbered(0, frame)), acknowledgement(0));
    assert.equal(await ask(numbered(0, frame, 5000)), acknowledgement(0));
    // An unknown struct becomes a dead letter and is acknowledged, because the board cannot correct it.
    assert.equal(await ask(numbered(1, Buffer.of(2, 99))), acknowledgement(1));
    // This is neither a numbered frame nor a plain one, so the answer belongs to the next datagram.
    socket.send(numbered(2, frame).fill(0, 22), service.udpPort("board"), "127.0.0.1");
    assert.equal(await ask(numbered(3, Buffer.from(String(computed(1)["_hex_"]), "hex"))), acknowledgement(3));
    socket.close();
    const http = Buffer.from(String(computed(2)["_hex_"]), "hex");
    for (const age of [0, 10]) {
      const headers = { "Content-Type": "application/octet-stream" };
      const body = numbered(4, http, age);
      const response = await fetch(`${service.url}/api/lab/board/data`, { method: "POST", headers, body });
      assert.equal(response.status, 200, await response.text());
    }
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
    for (const name of ["one", "two"])
      await client.publishAsync(`board/${name}/frame`, numbered(5, Buffer.from(String(computed(3)["_hex_"]), "hex")), {
        qos: 1,
      });
    await client.endAsync();
    const times = await assertRows(service, 4);
    assert.equal(new Set(times).size, 4);
    const { rejects } = await service.json<{ rejects: object[] }>("/rejects?limit=100");
    assert.equal(rejects.length, 2);
  } finally {
    await lab.remove();
  }
});

/** Builds a numbered frame without our own code. */
function numbered(sequence: number, frame: Buffer, ageMs = 0): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(frame.length);
  return summed(["SLN1", 9, 1, sequence, ageMs, length, frame]);
}

function summed(parts: readonly (string | number | Buffer)[]): Buffer {
  const bytes = parts.map((part) => {
    if (typeof part !== "number") return Buffer.from(part as Buffer);
    const word = Buffer.alloc(4);
    word.writeUInt32LE(part);
    return word;
  });
  const whole = Buffer.concat(bytes);
  const sum = Buffer.alloc(4);
  // gzip output ends with the CRC-32 and the size of the content. [RFC 1952, 2.3.1]
  gzipSync(whole).copy(sum, 0, gzipSync(whole).length - 8, gzipSync(whole).length - 4);
  return Buffer.concat([whole, sum]);
}

async function stored(url: string): Promise<number> {
  const { parts } = (await (await fetch(`${url}/health`)).json()) as {
    parts: Record<string, { counts?: Record<string, number> }>;
  };
  return parts["udp"]?.counts?.["acknowledged"] ?? 0;
}
