/** Several frame formats in one channel: MAVLink 1 and 2, signed and unsigned, as written by pymavlink. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { openFrames } from "../../../runtime/frames/published.ts";
import { DatagramDecoder } from "../../../runtime/intake/datagram-decoder.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

const HEADER = `
#define MAVLINK_MSG_ID_0_CRC 50
typedef struct __mavlink_heartbeat_t { uint32_t custom_mode; uint8_t type; uint8_t autopilot; uint8_t base_mode; uint8_t system_status; uint8_t mavlink_version; } mavlink_heartbeat_t;
`;

const SECTION = `layout = packed
id = u24le@7
length = u8@1+12
payload_offset = 10
trailer = 2
check = crc16/mcrf4xx from=1
short = zero
framing = sync:fd
variants = sync=fe id=u8@5 length=u8@1+8 payload_offset=6,
           u8@2&1=1 length=u8@1+25 trailer=15
`;

// pymavlink 2.4.50: a heartbeat of type 2, autopilot 3, mode 4, base mode 81 (0 in the truncated one), status 4 (0).
const V1 = "fe0900010100040000000203510403e16d";
const V2 = "fd0900000001010000000400000002035104037bae";
const CUT = "fd060000000101000000040000000203f65e";
const SIGNED = "fd0901000001010000000400000002035104039c56000100000000004d973a00f899";

const span = { file: "", start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

function settings(keys = SECTION, named = "0 mavlink_heartbeat_t extra=MAVLINK_MSG_ID_0_CRC") {
  const text = `[lab]\nchannels = lab-mav\n[lab-mav]\nudp_port = 1\nwamp_topic = lab.mav\ninclude_path = .\nheader_files = m.h\nmessages = ${named}\n${keys}`;
  return parseSettings(text, { file: "/channels.ini", shown: "channels.ini", environment: {} }).channels[0]!;
}

const { frames, framing, messages } = settings();
const plan = planOf({ name: "mav", layout: "packed", ...(frames && { frames }), ...(framing && { framing }) });
const named = messages!.map((message) => ({ ...message, span }));
const { files, diagnostics } = compile(
  [{ plan: { ...plan, messages: named }, reader: memoryReader({ "lab.h": HEADER }) }],
  { version: "0.0.0" },
);
assert.deepEqual(
  diagnostics.filter(({ severity }) => severity === "error"),
  [],
);
const channel = (await channelsOf(files))["mav"]! as never as {
  decode(bytes: Uint8Array): { readonly raw?: { readonly base_mode: number }; readonly reason?: string };
};
const bytesOf = (hex: string) => Buffer.from(hex, "hex");
const ALL = [V1, V2, CUT, SIGNED];
const MODES = [81, 81, 0, 81];

test("MAVLink 1, 2, truncated and signed frames in one channel are decoded by codec and service", () => {
  assert.deepEqual(
    ALL.map((hex) => channel.decode(bytesOf(hex)).raw?.base_mode),
    MODES,
  );
  // The log keeps everything that decoding depends on as JSON.
  const kept = JSON.parse(JSON.stringify(frames));
  const decoder = new DatagramDecoder({ name: "mav", wampTopic: "lab.mav", codecs: channel as never, frames: kept });
  const about = { source: "udp", address: "mav", sender: "a:1", contentType: "", receivedNs: 1n };
  for (const [index, hex] of ALL.entries()) {
    const { points, rejections } = decoder.decode({ ...about, payload: bytesOf(hex) } as never);
    assert.deepEqual(rejections, [], hex);
    const at = points[0]!.columns.findIndex(({ name }) => name === "base_mode");
    assert.equal(points[0]!.values[at], MODES[index]);
  }
  // A truncated signature, an extra byte, and a wrong checksum in each format.
  for (const hex of [SIGNED.slice(0, -2), `${SIGNED}00`, V1.replace("e16d", "e16e"), V2.replace("7bae", "7baf")]) {
    const [rejection] = decoder.decode({ ...about, payload: bytesOf(hex) } as never).rejections;
    assert.notEqual(rejection, undefined, hex);
    assert.equal(channel.decode(bytesOf(hex)).raw, undefined, hex);
  }
  assert.equal(channel.decode(bytesOf(SIGNED.replace("9c56", "9c57"))).reason, "checksum");
});

test("a stream of all variants, byte by byte and with other bytes between frames, is split into all frames", () => {
  for (const step of [1, 7, 1000]) {
    const seen: unknown[] = [];
    let skipped = 0;
    const stream = openFrames(channel as never, {
      message: (message: { raw?: { base_mode: number } }) => seen.push(message.raw?.base_mode),
      skipped: (bytes) => {
        skipped += bytes.length;
      },
    });
    const bytes = bytesOf([V1, V2, "0011fe22", CUT, SIGNED, "fd", V1].join(""));
    for (let at = 0; at < bytes.length; at += step) stream.push(bytes.subarray(at, at + step));
    stream.end();
    assert.deepEqual([seen, skipped], [[81, 81, 0, 81, 81], 5]);
  }
});

test("impossible variants are reported", () => {
  const said = (variants: string) => {
    try {
      settings(`layout = packed\nvariants = ${variants}\n`);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(said("id=u8@5"), /has nothing that identifies these frames; write sync=fe or u8@2&1=1/);
  assert.match(said("sync=f"), /no whole bytes/);
  assert.match(said("sync=fe frame=7"), /'frame' is not a place in a frame/);
  assert.match(said("sync=fe trailer=2 trailer=3"), /says trailer twice/);
  assert.match(said("u8@2&1=1 length=u9@1"), /'u9@1' is not a place in a frame/);
  assert.match(said("u8@2&1=1 short=maybe"), /'maybe' is not reject or zero/);
});

test("big- and little-endian structs of a packed channel are listed with their orders", async () => {
  const header = `struct a { uint8_t id; uint16_t x; struct { uint32_t y; } in; };
struct b { uint8_t id; uint16_t x; };
struct c { uint8_t id; uint16_t x : 4; };`;
  const { messages: names, frames: format } = settings(
    "layout = packed\nid = u8@0\nlength = none\n",
    "1 a order=big, 2 b",
  );
  const said = names!.map((message) => ({ ...message, span }));
  const of = (planned: typeof said) =>
    compile(
      [
        {
          plan: planOf({ name: "x", layout: "packed", ...(format && { frames: format }), messages: planned }),
          reader: memoryReader({ "lab.h": header }),
        },
      ],
      { version: "0.0.0" },
    );
  const mixed = (await channelsOf(of(said).files))["x"] as never as typeof channel;
  assert.deepEqual(mixed.decode(bytesOf("01000100000002")).raw, { id: 1, x: 1, in: { y: 2 } });
  assert.deepEqual(mixed.decode(bytesOf("020100")).raw, { id: 2, x: 1 });
  const [, turned] = settings("layout = packed\nid = u8@0\nlength = none\n", "1 a, 3 c order=big").messages!;
  // Bits are allocated from the other end.
  const bits = (await channelsOf(of([{ ...turned!, span }]).files))["x"] as never as typeof channel;
  assert.deepEqual(bits.decode(bytesOf("0335")).raw, { id: 3, x: 3 });
  assert.throws(() => settings("", "1 a order=middle"), /order=middle is not order=big or order=little/);
});
