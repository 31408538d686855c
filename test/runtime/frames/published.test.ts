/** `structline/frames` with generated codecs, as in a program that reads a serial port. */

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { compile } from "../../../generator/compiler.ts";
import { encodeCobs } from "../../../runtime/frames/cobs.ts";
import { type DecodingChannel, frames, openFrames } from "../../../runtime/frames/published.ts";

interface Message {
  readonly name: string | undefined;
  readonly reason?: string;
  readonly raw: { readonly level: number };
}
type Channel = DecodingChannel<Message> & { encode(message: object): Uint8Array };

const TANK = "struct struct_tank { uint8_t length; uint8_t ID; uint16_t level; } tank = {4, 7};\n";
const BARE = "typedef struct { uint16_t level; } tank_t;\n";

/** The channel's generated codecs: all modules in one, of which only the declarations differ. */
async function channelOf(options: object, header = TANK): Promise<Channel> {
  const { files, report } = compile({ name: "rig", headers: { "rig.h": header }, ...options });
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? assert.fail(report);
  const struct = files.find(({ path }) => /^rig\/.*\.js$/.test(path))?.text ?? "";
  const joined = `${struct}\n${text("rig.js").replace(/^import .*$/gm, "")}`;
  return (await import(`data:text/javascript,${encodeURIComponent(joined)}`)).rig as Channel;
}

async function* inPieces(bytes: readonly number[], size: number) {
  for (let at = 0; at < bytes.length; at += size) yield Uint8Array.from(bytes.slice(at, at + size));
}

const levelsOf = async (source: AsyncIterable<Message>) => {
  const found: unknown[] = [];
  for await (const { name, raw, reason } of source) found.push(name === undefined ? reason : raw.level);
  return found;
};

test("messages are found in chunks of any size, also after other bytes", async () => {
  const channel = await channelOf({});
  const bytes = [9, 9, 9, ...[1, 2, 3].flatMap((level) => [...channel.encode({ id: 7, raw: { level } })])];
  for (const size of [1, 3, 100]) {
    const skipped: number[] = [];
    const source = frames(channel, inPieces(bytes, size), { skipped: (piece) => skipped.push(...piece) });
    assert.deepEqual(await levelsOf(source), [1, 2, 3]);
    assert.deepEqual(skipped, [9, 9, 9]);
  }
  assert.deepEqual(await levelsOf(frames(channel, Readable.from(inPieces(bytes, 2)))), [1, 2, 3]);
});

test("framing and checksum are the channel's", async () => {
  const options = {
    messages: "7 tank_t",
    id: "u8@0",
    length: "none",
    payloadOffset: 1,
    trailer: 2,
    check: "crc16/modbus",
  };
  const channel = await channelOf({ ...options, framing: "cobs" }, BARE);
  const good = channel.encode({ id: 7, raw: { level: 300 } });
  const bad = good.map((byte, index) => (index === 1 ? byte ^ 1 : byte));
  const stream = [good, bad, good].flatMap((frame) => [...encodeCobs(frame), 0]);
  assert.deepEqual(await levelsOf(frames(channel, inPieces(stream, 4))), [300, "checksum", 300]);
  const synced = await channelOf({ ...options, id: "u8@2", payloadOffset: 3, framing: "sync:aa55" }, BARE);
  const frame = [...synced.encode({ id: 7, raw: { level: 5 } })];
  assert.deepEqual(frame.slice(0, 2), [0xaa, 0x55]);
  assert.deepEqual(await levelsOf(frames(synced, inPieces([1, 2, ...frame, 0xaa, ...frame], 3))), [5, 5]);
});

test("a browser's ReadableStream is read through its reader, and released if the loop ends early", async () => {
  const channel = await channelOf({});
  const one = channel.encode({ id: 7, raw: { level: 4 } });
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(one);
    },
  });
  // Like browsers that cannot iterate over it.
  const withoutIterator = { getReader: () => stream.getReader() } as ReadableStream<Uint8Array>;
  for await (const { raw } of frames(channel, withoutIterator)) {
    assert.equal(raw.level, 4);
    break;
  }
  assert.equal(stream.locked, false);
  assert.ok(pulled < 5, `${pulled} chunks were read for one message`);
});

test("the push interface reports silence and the end", async () => {
  const channel = await channelOf({});
  const told: string[] = [];
  const stream = openFrames(channel, {
    message: ({ raw }) => told.push(`level ${raw.level}`),
    skipped: (bytes) => told.push(`skipped ${bytes.join(" ")}`),
  });
  stream.push(Uint8Array.of(4, 7));
  assert.equal(stream.waiting, 2);
  stream.push(Uint8Array.of(1, 1, 4));
  stream.end();
  assert.deepEqual(told, ["level 257", "skipped 4"]);
});
