/** CCSDS space packets of spacepackets: recognised, decoded, counted, with their times; segments are refused. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { compile } from "../../generator/compile.ts";
import { identify, readRecording } from "../../generator/init/identify.ts";
import { init } from "../../generator/init/init.ts";
import { plansOf } from "../../generator/plan/plans-of.ts";
import { folderReader } from "../../generator/source/folder-reader.ts";
import { absoluteNs } from "../../runtime/frames/frame-facts.ts";
import { openFrames } from "../../runtime/frames/published.ts";
import { DatagramDecoder } from "../../runtime/intake/datagram-decoder.ts";
import { parseSettings } from "../../runtime/settings/load-settings.ts";
import { channelsOf } from "../support/compiled-channels.ts";
import { needsPeers, run, SPACE_PROGRAM } from "../support/peers.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const skip = needsPeers("spacepackets");

interface Sent {
  readonly apid: number;
  readonly hex: string;
  readonly seconds?: number;
  readonly temperature?: number;
  readonly volts?: number;
  readonly part?: number;
}

const HEADER = `#pragma once
#include <stdint.h>
#define APID_HOUSEKEEPING 0x123
#define APID_POWER 0x7e
typedef struct __attribute__((packed)) {
    uint8_t  code;
    uint16_t day;      // @time: cds day
    uint32_t ms;       // @time: cds ms
    int16_t  temperature;
    uint32_t uptime;
} housekeeping_t;
typedef struct { float volts; } power_t;
`;
const MESSAGES = "0x123 housekeeping_t, 0x7e power_t";

function sent(...words: string[]): Sent[] {
  const program = fileURLToPath(new URL("frames-ccsds.py", import.meta.url));
  return JSON.parse(run(SPACE_PROGRAM, [program, ...words])) as Sent[];
}

const bytesOf = ({ hex }: Sent) => Buffer.from(hex, "hex");

function project(): { cwd: string; header: string } {
  const cwd = temporaryFolder();
  const header = join(cwd, "space.h");
  writeFileSync(header, HEADER);
  return { cwd, header };
}

const given = { channel: undefined, abi: undefined, guesses: "take", version: "1.2.3" } as const;

/** The channel as `init` wrote it. */
async function channelIn(cwd: string) {
  const text = readFileSync(join(cwd, "channels.ini"), "utf8");
  const file = join(cwd, "channels.ini");
  const { channels } = parseSettings(text, { file, shown: "channels.ini", environment: {} });
  const inputs = channels.flatMap((channel) =>
    plansOf(channel, [], "channels.ini").map((plan) => ({
      plan,
      reader: folderReader([cwd, join(cwd, "headers")], cwd),
    })),
  );
  const { files, diagnostics } = compile(inputs, { version: "1" });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  const codecs = (await channelsOf(files))["space"]! as never as {
    decode(bytes: Uint8Array): { readonly raw?: object; readonly reason?: string };
    encode(message: { readonly id: number; readonly raw: object }): Uint8Array;
  };
  const { frames } = channels[0]!;
  const decoder = new DatagramDecoder({
    name: "space",
    wampTopic: "lab.space",
    codecs: codecs as never,
    frames: frames!,
  });
  return { text, codecs, decoder };
}

for (const [name, words] of [
  ["CCSDS", []],
  ["CCSDS with CRC", ["crc"]],
] as const) {
  test(`${name}: a recording is recognised, as a stream and as datagrams`, { skip }, () => {
    const folder = temporaryFolder();
    const packets = sent(...words);
    const saved = (file: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, file), content);
      return identify(readRecording(join(folder, file)));
    };
    const stream = Buffer.concat(packets.map(bytesOf));
    for (const found of [
      saved("stream.bin", stream),
      saved("lines.txt", packets.map(({ hex }) => `${hex}\n`).join("")),
      // The recording ends in the middle of a packet.
      saved("cut.bin", stream.subarray(0, stream.length - 3)),
    ]) {
      assert.equal(found?.protocol.name, name);
      assert.deepEqual(new Set(found.ids.keys()), new Set([0x123, 0x7e]));
      assert.ok(found.frames >= packets.length - 1, `${found.frames} frames`);
    }
    assert.equal(saved("other.bin", Buffer.concat([Buffer.of(0x55, 1, 2), stream]))?.protocol.name, undefined);
  });

  test(`${name}: --protocol makes a channel that decodes every packet, with its time and its counter`, {
    skip,
  }, async () => {
    const { cwd, header } = project();
    const result = await init({ cwd, header, messages: MESSAGES, protocol: name.toLowerCase(), ...given });
    assert.equal(result.kind, "done", JSON.stringify(result));
    const { codecs, decoder } = await channelIn(cwd);
    const packets = sent(...words, "segments");
    const counts: number[] = [];
    for (const packet of packets) {
      const payload = bytesOf(packet);
      const message = {
        source: "udp",
        address: "space",
        sender: "1",
        payload,
        receivedNs: BigInt(Date.now()) * 1_000_000n,
      };
      const facts = decoder.facts(message as never);
      const { points, rejections } = decoder.decode(message as never);
      const decoded = codecs.decode(payload);
      if (packet.part !== undefined) {
        assert.deepEqual(
          rejections.map(({ error }) => error.message),
          [`each frame has 3 at u8@2&0xc0 ('expect'); this one has ${packet.part}`],
        );
        assert.deepEqual([points, facts, decoded.reason], [[], undefined, "unexpected"]);
        continue;
      }
      assert.deepEqual(rejections, []);
      const at = (column: string) => points[0]!.values[points[0]!.columns.findIndex((each) => each.name === column)];
      assert.equal(facts?.sequence?.value, payload.readUInt16BE(2) & 0x3fff);
      assert.equal(facts.sequence.modulus, 0x4000);
      if (packet.apid === 0x123) {
        assert.equal(at("temperature"), packet.temperature);
        assert.equal(
          absoluteNs(facts.clock!, message.receivedNs),
          BigInt(Math.round(packet.seconds! * 1000)) * 1_000_000n,
        );
        counts.push(facts.sequence.value);
      } else {
        assert.equal(at("volts"), packet.volts);
        // The counter aside, our own packet is the same.
        const own = codecs.encode({ id: packet.apid, raw: decoded.raw! });
        const theirs = Buffer.from(payload);
        theirs.writeUInt16BE(theirs.readUInt16BE(2) & 0xc000, 2);
        // A secondary header is for the mission to say.
        theirs[0]! &= ~8;
        assert.deepEqual(Buffer.from(own).subarray(0, 10), theirs.subarray(0, 10));
      }
    }
    assert.deepEqual(counts, [16380, 16381, 16382, 16383, 0, 2, 3]);
  });
}

test("a stream with segments and unknown packets between whole ones loses none of these", { skip }, async () => {
  const { cwd, header } = project();
  const result = await init({ cwd, header, messages: MESSAGES, protocol: "CCSDS", ...given });
  assert.equal(result.kind, "done", JSON.stringify(result));
  const { codecs } = await channelIn(cwd);
  const packets = sent("segments").map(bytesOf);
  const idle = Buffer.from("07ffc000000900112233445566778899", "hex");
  const parts = [...packets.slice(0, 6), idle, ...packets.slice(-3), idle, ...packets.slice(6, -3)];
  const frames: string[] = [];
  const reader = openFrames(codecs as never, {
    message: (_, frame) => frames.push(Buffer.from(frame).toString("hex")),
  });
  for (const byte of Buffer.concat(parts)) reader.push(Buffer.of(byte));
  reader.end();
  const whole = packets.slice(0, -3).map((packet) => packet.toString("hex"));
  assert.deepEqual(
    frames.filter((frame) => whole.includes(frame)),
    whole,
  );
  assert.ok(frames.includes(idle.toString("hex")), "the unknown packet is a frame, too");
});
