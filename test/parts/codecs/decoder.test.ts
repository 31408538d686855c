/** The browser's decoder beside what Python wrote, and the queue of frames that the page posts. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ChannelDecoder, channelOf } from "../../../runtime/dashboards/page/browser/serial/channel-decoder.ts";
import { type PostAnswer, PostQueue } from "../../../runtime/dashboards/page/browser/serial/post-queue.ts";
import { isFrameProblem } from "../../../runtime/frames/frame-table.ts";
import { numberedFrame } from "../../../runtime/frames/numbered-frame.ts";
import type { OfferedChannel } from "../../../runtime/model/offered-channel.ts";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { section } from "../../support/protocol-services.ts";
import { encodedFrames, hasPython, PROTOCOLS } from "../../support/protocols.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const skip = hasPython() ? false : "needs Python 3";
const lab = new Lab({
  ini: `[lab]\nchannels = ${PROTOCOLS.map(({ name }) => `lab-${name}`).join(", ")}\n${PROTOCOLS.map((each) =>
    section(each, "sources = tcp:0"),
  ).join("")}`,
  headers: Object.fromEntries(PROTOCOLS.map(({ name, header }) => [`${name}.h`, header])),
});
let service: ServiceProcess;
let channels: readonly OfferedChannel[];

/** As a browser does: the module's text from the service. */
const folder = temporaryFolder();
async function load(address: string) {
  const answer = await fetch(`${service.url}/${address}`);
  assert.equal(answer.headers.get("content-type"), "text/javascript; charset=utf-8");
  const file = join(folder, `${address.replaceAll("/", "-")}.mjs`);
  writeFileSync(file, await answer.text());
  return import(pathToFileURL(file).href);
}

before(async () => {
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  service = await lab.start();
  channels = await service.json<readonly OfferedChannel[]>("/codecs");
});

after(() => lab.remove());

const offered = (name: string) => channels.find((one) => one.name === name)!;

test("streams of real protocols in pieces of any size: each good frame has Python's values, each other byte is counted", {
  skip,
}, async () => {
  for (const protocol of PROTOCOLS) {
    const decoder = await ChannelDecoder.load(offered(protocol.name), load);
    const expected = encodedFrames(protocol, 8);
    const found: (readonly [string, Readonly<Record<string, unknown>>])[] = [];
    let others = 0;
    const framer = decoder.framer({
      frame: (bytes) => {
        const rows = decoder.decode(bytes);
        if (isFrameProblem(rows)) others += bytes.length;
        else for (const { measurement, values } of rows) found.push([measurement, values]);
      },
      skipped: ({ length }) => (others += length),
    });
    // `rocket` and `ccsds` are datagrams: nothing marks where a frame begins after other bytes.
    const noise = /sync|cobs|slip/.test(protocol.keys) ? Buffer.from([1, 2, 3, 0x7f]) : Buffer.alloc(0);
    const stream = Buffer.concat(expected.flatMap(({ bytes }) => [noise, bytes]));
    for (let at = 0, size = 1; at < stream.length; at += size, size = (size * 7 + 3) % 97 || 1)
      framer.push(stream.subarray(at, at + size));
    framer.end();
    const good = expected.filter(({ values }) => Object.keys(values).length > 0);
    assert.equal(found.length, expected.length, protocol.name);
    assert.equal(others, noise.length * expected.length, protocol.name);
    for (const [i, { measurement, values }] of good.entries()) {
      assert.equal(found[i]![0], measurement);
      for (const [column, value] of Object.entries(values))
        assert.equal(String(found[i]![1][column]), String(value), `${protocol.name} ${column}`);
    }
  }
});

test("a foreign stream is recognised as another channel's, and noise as nobody's", { skip }, async () => {
  const ubx = PROTOCOLS.find(({ name }) => name === "ubx")!;
  const stream = Buffer.concat(encodedFrames(ubx, 8).map(({ bytes }) => bytes)).subarray(5);
  const others = channels.filter(({ name }) => name !== "mavlink");
  assert.equal(await channelOf(stream, others, load), "ubx");
  const noise = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff));
  assert.equal(await channelOf(noise, others, load), undefined);
});

test("a module's address changes with its code, and one that is not in force is not there", async () => {
  const { module } = offered("ubx").versions[0]!.structs[0]!;
  const answer = await fetch(`${service.url}/${module}`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("cache-control")!, /immutable/);
  assert.equal((await fetch(`${service.url}/codecs/ubx/0123456789abcdef`)).status, 404);
  assert.equal((await fetch(`${service.url}/${module.replace("ubx", "crsf")}`)).status, 404);
  const list = await fetch(`${service.url}/codecs`);
  const again = await fetch(`${service.url}/codecs`, { headers: { "If-None-Match": list.headers.get("etag")! } });
  assert.equal(again.status, 304);
});

const KEPT: PostAnswer = { kind: "kept", said: "" };
const LATER: PostAnswer = { kind: "later", said: "away" };
const frame = (n: number) => Uint8Array.of(n >> 8, n & 255);

/** Numbers and ages of the frames in a body. */
function framesIn(body: Uint8Array): { n: number; ageMs: number; key: string }[] {
  const found: { n: number; ageMs: number; key: string }[] = [];
  for (let at = 0; at < body.length; at += 28) {
    const { frame: bytes, ageNs, key } = numberedFrame(Buffer.from(body.subarray(at, at + 28)))!;
    found.push({ n: bytes[0]! * 256 + bytes[1]!, ageMs: Number(ageNs! / 1_000_000n), key });
  }
  return found;
}

/** A queue whose posts are answered in turn, the last answer for good. */
function queueWith(answers: readonly PostAnswer[], mostBytes?: number) {
  const bodies: ReturnType<typeof framesIn>[] = [];
  const time = { nowMs: 1000 };
  const queue = new PostQueue({
    post: async (body) => {
      bodies.push(framesIn(body));
      return answers[Math.min(bodies.length, answers.length) - 1]!;
    },
    nowMs: () => time.nowMs,
    pause: async (ms) => {
      time.nowMs += ms;
    },
    ...(mostBytes !== undefined && { mostBytes }),
  });
  return { queue, bodies, time };
}

test("frames are sent again until they are answered, with the same numbers and their age", async () => {
  const { queue, bodies, time } = queueWith([LATER, LATER, KEPT]);
  queue.add(frame(1), 900);
  queue.add(frame(2), 1000);
  await queue.send();
  while (queue.waiting > 0) await Promise.resolve();
  assert.equal(queue.acknowledged, 2);
  assert.deepEqual(
    bodies.map((body) => body.map(({ n }) => n)),
    [
      [1, 2],
      [1, 2],
      [1, 2],
    ],
  );
  assert.deepEqual(new Set(bodies.flat().map(({ key }) => key)).size, 2);
  assert.ok(bodies[2]![0]!.ageMs > 6000 && bodies[2]![0]!.ageMs <= time.nowMs - 900, `${bodies[2]![0]!.ageMs}`);
  assert.equal(bodies[2]![0]!.ageMs - bodies[2]![1]!.ageMs, 100);
});

test("too many that wait: the oldest go, and it says how many and from when", async () => {
  const { queue } = queueWith([{ kind: "refused", said: "403" }], 66 * 100);
  for (let n = 0; n < 250; n++) queue.add(frame(n), n);
  await until(() => queue.isRefused, "refused");
  const { lost, waiting } = queue;
  assert.equal(lost!.count + waiting, 250);
  assert.deepEqual([lost!.fromMs, lost!.toMs], [0, lost!.count - 1]);
  assert.ok(waiting <= 100 && waiting >= 85, `${waiting}`);
});

test("a service that takes only short bodies gets shorter ones, and none is lost", async () => {
  const bodies: number[] = [];
  const queue = new PostQueue({
    post: async (body) => {
      const { length } = framesIn(body);
      bodies.push(length);
      return length > 3 ? { kind: "smaller", said: "413" } : KEPT;
    },
    pause: async () => {},
  });
  for (let n = 0; n < 10; n++) queue.add(frame(n), 0);
  await until(() => queue.waiting === 0, "all sent");
  assert.equal(queue.acknowledged, 10);
  assert.deepEqual(bodies, [10, 5, 3, 3, 3, 1]);
});
