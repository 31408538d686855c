/** Recordings of public protocols, written by encoders from PyPI (scripts/oracle/protocol-frames.py), are identified by their frames. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { discover } from "../../../generator/init/discover.ts";
import { identify, readRecording } from "../../../generator/init/identify.ts";
import { init } from "../../../generator/init/init.ts";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
const FRAMES: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("../../golden/protocol-frames.json", import.meta.url), "utf8"),
);

function saved(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Reproducible random bytes. */
function noise(bytes: number): Buffer {
  let state = 7;
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
}

for (const [name, frames] of Object.entries(FRAMES)) {
  test(`${name} is identified in a stream with other bytes, and in lines`, () => {
    const bytes = Buffer.concat([noise(7), ...frames.map((frame) => Buffer.from(frame, "hex"))]);
    const stream = identify(readRecording(saved("stream.bin", bytes)));
    assert.equal(stream?.protocol.name, name);
    assert.ok(
      stream.frames >= frames.length - 1 && stream.frames <= frames.length,
      `${stream.frames} of ${frames.length} frames`,
    );
    const lines = identify(readRecording(saved("lines.txt", frames.map((frame) => `0x${frame}\n`).join(""))));
    assert.deepEqual([lines?.protocol.name, lines?.frames], [name, frames.length]);
  });
}

test("one frame with a two-byte checksum and a sync word is enough; noise matches nothing", () => {
  const [first = ""] = FRAMES["u-blox UBX"] ?? [];
  assert.equal(identify(readRecording(saved("one.bin", Buffer.from(first, "hex"))))?.protocol.name, "u-blox UBX");
  assert.equal(identify(readRecording(saved("noise.bin", noise(4000)))), undefined);
  assert.equal(identify(readRecording(saved("zero.bin", Buffer.alloc(4000)))), undefined);
});

test("frames without an encoder on PyPI, built from their documents: iBus, JK, Daly, MSP", () => {
  const sum8 = checksumOf("sum8")!;
  const daly = [0, 1, 2, 3, 4].map((n) => {
    const body = Buffer.from([0xa5, 1, 0x90, 8, 1, 2, n, 0, 0, 3, 4, n]);
    return Buffer.concat([body, Buffer.of(sum8.of(body, 0, body.length))]);
  });
  const ibus = [0, 1, 2].map((n) => {
    const frame = Buffer.alloc(32);
    frame.writeUInt16BE(0x2040, 0);
    for (let channel = 0; channel < 14; channel++) frame.writeUInt16LE(1500 + n + channel, 2 + 2 * channel);
    let sum = 0xffff;
    for (const byte of frame.subarray(0, 30)) sum -= byte;
    frame.writeUInt16LE(sum, 30);
    return frame;
  });
  const msp = [0, 1, 2, 3].map((n) => {
    const body = Buffer.from([4, 101, n, 1, 2, 3]);
    return Buffer.concat([Buffer.from("$M>"), body, Buffer.of(body.reduce((xor, byte) => xor ^ byte, 0))]);
  });
  const jk = [0, 1, 2, 3].map((n) => {
    const frame = Buffer.alloc(300, n + 3);
    frame.set([0x55, 0xaa, 0xeb, 0x90, 2, n]);
    frame[299] = frame.subarray(0, 299).reduce((sum, byte) => (sum + byte) & 0xff, 0);
    return frame;
  });
  const crc = checksumOf("crc16/xmodem")!;
  const vesc = [0, 1, 2].map((n) => {
    const body = Buffer.from([27, 0, 1, n, 9]);
    const sum = crc.of(body, 0, body.length);
    return Buffer.concat([Buffer.of(2, body.length), body, Buffer.of(sum >> 8, sum & 0xff, 3)]);
  });
  for (const [name, frames] of Object.entries({
    "Daly BMS": daly,
    "FlySky iBus": ibus,
    "MSP 1": msp,
    "JK BMS": jk,
    VESC: vesc,
  })) {
    const found = identify(readRecording(saved("own.bin", Buffer.concat(frames))));
    assert.deepEqual([found?.protocol.name, found?.right], [name, frames.length]);
  }
});

const UBX = `#include <stdint.h>
typedef struct { uint32_t iTOW; int32_t lon; int32_t lat; int32_t height; int32_t hMSL; uint32_t hAcc; uint32_t vAcc; } UBX_NAV_POSLLH_data_t;
typedef struct { uint32_t iTOW; uint8_t gpsFix, flags, fixStat, flags2; uint32_t ttff, msss; } UBX_NAV_STATUS_data_t;
`;

test("from a header and a recording to decoded values in one step, with IDs from frame sizes", async () => {
  const cwd = temporaryFolder();
  const header = saved("ubx.h", UBX);
  const bytes = FRAMES["u-blox UBX"]!.map((frame) => Buffer.from(frame, "hex"));
  const capture = saved("ubx.bin", Buffer.concat(bytes));
  const given = { channel: undefined, messages: undefined, abi: undefined, guesses: "ask for IDs" } as const;
  const result = await init({ cwd, header, capture, version: "1.2.3", ...given });
  assert.equal(result.kind, "done", JSON.stringify(result));
  const ini = readFileSync(join(cwd, "channels.ini"), "utf8");
  assert.match(ini, /^id = u16be@2 {2}; u-blox UBX$/m);
  assert.match(ini, /^messages = 258 UBX_NAV_POSLLH_data_t .*\n +259 UBX_NAV_STATUS_data_t /m);
  const lines = result.kind === "done" ? result.lines.join("\n") : "";
  assert.match(lines, /^u-blox UBX: 12 frames, 100 % of the recording, every checksum right; IDs 258 ×6, 259 ×6$/m);
  assert.match(lines, /^the recording: 12 frames decode, 0 do not, 0 bytes are not a frame$/m);
  assert.match(lines, /^ {2}UBX_NAV_POSLLH_data_t: iTOW 0, lon 134000000, lat 525000000, height 34000, /m);
});

test("the proposal is first tested on the recording: if no frame decodes, nothing is written, and the reason is reported", async () => {
  const cwd = temporaryFolder();
  const header = saved("other.h", "#include <stdint.h>\ntypedef struct { uint32_t iTOW; int16_t heading; } other_t;\n");
  const bytes = FRAMES["u-blox UBX"]!.map((frame) => Buffer.from(frame, "hex"));
  const capture = saved("ubx.bin", Buffer.concat(bytes));
  const given = { channel: undefined, abi: undefined, guesses: "take", messages: "5 other_t" } as const;
  const result = await init({ cwd, header, capture, version: "1.2.3", ...given });
  assert.equal(result.kind, "refused");
  const text = result.kind === "refused" ? result.text : "";
  assert.match(text, /^u-blox UBX: 12 frames, /m);
  assert.match(text, /^the recording: 0 frames decode, 12 do not, 0 bytes are not a frame$/m);
  assert.match(
    text,
    /^ {2}not decoded \(6\): struct ID 258 \(0x102\) is not declared in channel 'other'; known are 5$/m,
  );
  assert.match(text, /^nothing was written: no frame of the recording decodes; name the messages/m);
  assert.deepEqual(readdirSync(cwd), []);
});

test("frame sizes identify the target: a double of 8 bytes is not AVR's", async () => {
  const cwd = temporaryFolder();
  const text =
    "#include <Arduino.h>\nenum { MSG_TIME = 101 };\n#pragma pack(1)\nstruct Time { uint32_t status; double offset; };\n";
  const header = saved("oem.h", text);
  const crc = checksumOf("crc32/novatel")!;
  const frames = [1, 2, 3].map((n) => {
    const frame = Buffer.alloc(28 + 12 + 4);
    frame.set([0xaa, 0x44, 0x12, 0x1c, 101, 0, 0, 0, 12]);
    frame.writeDoubleLE(n / 4, 32);
    frame.writeUInt32LE(crc.of(frame, 0, 40), 40);
    return frame;
  });
  const capture = saved("oem.bin", Buffer.concat(frames));
  const given = { channel: undefined, messages: undefined, abi: undefined, guesses: "ask" } as const;
  const result = await init({ cwd, header, capture, version: "1.2.3", ...given });
  assert.equal(result.kind, "done", JSON.stringify(result));
  assert.match(readFileSync(join(cwd, "channels.ini"), "utf8"), /^abi = xtensa /m);
  assert.match(result.kind === "done" ? result.lines.join("\n") : "", /^ {2}Time: status 0, offset 0\.25$/m);
});

test("datagrams without a checksum are identified by constant fields: PTP and NetFlow", () => {
  const sync = Buffer.from("0002002c030000000000000000000000000000000102030405060708000200000000000065", "hex");
  const ptp = Buffer.concat([sync, Buffer.alloc(44 - sync.length)]);
  const flow = Buffer.alloc(72);
  flow.set([0, 5, 0, 1]);
  for (const [name, datagram] of Object.entries({ "PTP (IEEE 1588)": ptp, "NetFlow 5, a record": flow })) {
    const lines = [1, 2, 3].map(() => `${datagram.toString("hex")}\n`).join("");
    assert.deepEqual([identify(readRecording(saved("d.txt", lines)))?.protocol.name], [name]);
    // A stream has no constant fields.
    assert.notEqual(identify(readRecording(saved("d.bin", Buffer.concat([datagram, datagram]))))?.protocol.name, name);
  }
});

test("a device or a pipe is no recording, since it might never end; of a large file the beginning is read", () => {
  const folder = temporaryFolder();
  try {
    const file = (name: string) => join(folder, name);
    assert.throws(() => readRecording("/dev/zero"), /^Error: it is not a file; 'serial:/);
    execFileSync("mkfifo", [file("pipe")]);
    assert.throws(() => readRecording(file("pipe")), /^Error: it is not a file/);
    writeFileSync(file("none"), "");
    assert.throws(() => readRecording(file("none")), /^Error: it is empty/);
    writeFileSync(file("large"), "");
    truncateSync(file("large"), 2 ** 30);
    const large = readRecording(file("large"));
    assert.equal(large.pieces[0]?.length, 4 * 2 ** 20);
    assert.equal(discover(large, [{ name: "x", id: 1, size: 6, packedSize: 6 }]), undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
