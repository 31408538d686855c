import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { frameTable } from "../../../runtime/frames/channel-frames.ts";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { explainFrame, explanationText } from "../../../runtime/frames/explain-frame.ts";
import { checkText, findCheck } from "../../../runtime/frames/find-check.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf } from "../../support/compiled-channels.ts";

const HEADER = `struct struct_probe { uint8_t length; uint8_t ID; uint8_t mode; uint16_t voltage; uint32_t count; } probe = {12, 2};
struct struct_ping { uint8_t length; uint8_t ID; char name[4]; } ping = {6, 3};`;
const { files } = compile([{ plan: planOf({ name: "rig" }), reader: memoryReader({ "lab.h": HEADER }) }], {
  version: "0",
});
const codecs = (await channelsOf(files))["rig"]!;

function explained(hex: string, format: FrameFormat = PLAIN_FORMAT): string {
  return explanationText(explainFrame(Buffer.from(hex, "hex"), frameTable("rig", format, codecs), codecs.structs));
}

test("a decodable frame gives a map of its bytes", () => {
  assert.equal(
    explained("060361626300"),
    [
      "    0  06                                length  6",
      "    1  03                                ID  3",
      '    2  61626300                          name  "abc"',
    ].join("\n"),
  );
});

test("explanations name what fits: packing, a shift, a tail, another ID, a byte order, a missing header", () => {
  assert.match(
    explained("090201640005000000"),
    /1\. its length is that of a struct_probe without padding \(9 bytes instead of 12\): layout = packed/,
  );
  assert.match(explained("aa55060361626300"), /1\. 2 bytes precede the frame: from byte 2 on it is a struct_ping/);
  assert.match(
    explained("060361626300beef"),
    /1\. 2 bytes at its end too many for a struct_ping: trailer = 2, or long = ignore/,
  );
  assert.match(explained("060961626300"), /its length is that of a struct_ping \(ID 3\): another ID\?/);
  const wide = { ...PLAIN_FORMAT, id: parseLocator("u16le@0", "id"), length: undefined, payloadOffset: 2, trailer: 1 };
  assert.match(
    explained("000306036162630000", wide),
    /1\. its ID in the other byte order, 3, is a struct_ping: id = u16be@0/,
  );
  assert.match(
    explained("060361626300", wide),
    /its length is that of a struct_ping alone: the header of 2 bytes and the trailer of 1 byte are missing/,
  );
});

test("if the processor was guessed, another one that fits comes first", () => {
  const fields = [
    { path: "mode", byteOffset: 2, bitOffset: 0, bitWidth: 8 },
    { path: "voltage", byteOffset: 4, bitOffset: 0, bitWidth: 16 },
    { path: "count", byteOffset: 8, bitOffset: 0, bitWidth: 64 },
  ];
  const wide = { name: "struct_probe", id: 2, wireSize: 16, size: 16, setting: "abi = riscv64", fields };
  const frame = Buffer.from("00020100050000000700000000000000", "hex");
  const first = (isAbiSure: boolean) =>
    explainFrame(frame, frameTable("rig", PLAIN_FORMAT, codecs), codecs.structs, [wide], isAbiSure).guesses[0] ?? "";
  assert.match(first(true), /^4 bytes at its end too many/);
  assert.match(first(false), /^it fits a struct_probe as another compiler .*: abi = riscv64$/);
});

test("for a wrong checksum, a matching algorithm is named", () => {
  const format: FrameFormat = {
    ...PLAIN_FORMAT,
    trailer: 2,
    check: { algorithm: "crc16/modbus", from: 0, byteOrder: "little" },
  };
  const frame = Buffer.from("0603616263000000", "hex");
  frame.writeUInt16BE(checksumOf("crc16/xmodem")!.of(frame, 0, 6), 6);
  assert.match(
    explained(frame.toString("hex"), format),
    /another checksum: its last 2 bytes are crc16\/xmodem \(big-endian\) of all from byte 0/,
  );
});

test("for a merely damaged frame, nothing else is proposed", () => {
  const check = { algorithm: "crc16/modbus", from: 0, byteOrder: "little" } as const;
  const frame = Buffer.from("0603616263000000", "hex");
  frame.writeUInt16LE(checksumOf("crc16/modbus")!.of(frame, 0, 6), 6);
  frame[3]! ^= 0x40;
  const said = explained(frame.toString("hex"), { ...PLAIN_FORMAT, trailer: 2, check });
  assert.deepEqual(
    said.split("\n").filter((line) => /^\d+\. /.test(line)),
    ["1. damaged in transmission: no checksum of the catalogue fits its end"],
  );
});

test("if a frame has the size of exactly one struct, no ID is needed: rejection and explanation say so", () => {
  const ping = { ...codecs, structs: codecs.structs.filter(({ name }) => name === "struct_ping") };
  const table = frameTable("rig", PLAIN_FORMAT, ping);
  const frame = Buffer.from("616263646566", "hex");
  const { problem, guesses } = explainFrame(frame, table, ping.structs);
  assert.match(problem ?? "", /; it has the size of struct_ping: write 'id = none' if the messages have no ID$/);
  assert.ok(
    guesses.some((guess) => guess.endsWith("another ID?, or none: id = none, length = none")),
    guesses.join("\n"),
  );
  assert.doesNotMatch(explainFrame(frame.subarray(1), table, ping.structs).problem ?? "", /id = none/);
});

test("find-check names algorithm, byte order, position and start, also with damaged frames", () => {
  const frames = Array.from({ length: 12 }, (_, n) => {
    const frame = Buffer.from([0xb5, 0x62, n * 17, n, 200 - n, 3 * n, 0, 0]);
    frame.writeUInt16LE(checksumOf("fletcher16/256")!.of(frame, 2, 6), 6);
    if (n === 5) frame[3]! ^= 1;
    return frame;
  });
  const [best] = findCheck(frames);
  assert.equal(best && checkText(best), "fletcher16/256, little-endian, at the end, over all from byte 2");
  assert.deepEqual([best?.fits, best?.frames], [11, 12]);
  assert.deepEqual(findCheck(frames.map((frame) => frame.subarray(0, 6))), []);
});
