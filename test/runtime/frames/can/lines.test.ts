import assert from "node:assert/strict";
import { test } from "node:test";
import { channelBytes, ofChannel } from "../../../../runtime/frames/can/can-frame.ts";
import { candumpLine } from "../../../../runtime/frames/can/candump.ts";
import { canRecordingOf } from "../../../../runtime/frames/can/recordings.ts";
import { slcanLine, slcanText } from "../../../../runtime/frames/can/slcan.ts";

const hex = (found: ReturnType<typeof candumpLine>) =>
  typeof found === "string" ? found : Buffer.from(channelBytes(found)).toString("hex");

const CANDUMP: Readonly<Record<string, string>> = {
  "(1436509052.249713) vcan0 044#2A366C2BBA": "000000442a366c2bba",
  "(1436509052.249713) vcan0 00000044#2A": "800000442a",
  "(1436509052.249713) vcan0 123#": "00000123",
  "(1436509052.249713) vcan0 123##1AABB": "00000123aabb",
  "(1436509052.249713) vcan0 123#R": "other",
  "(1436509052.249713) vcan0 123#R8": "other",
  "(1436509052.249713) vcan0 20000004#0000000000000000": "other",
  "(1436509052.249713) vcan0 8FF#00": "other",
  "(1436509052.249713) vcan0 123#AAB": "other",
  "  vcan0  123   [8]  11 22 33 44 55 66 77 88": "000001231122334455667788",
  "  vcan0  123   [2]  11 22   '.\"'": "000001231122",
  " (1436509052.249713)  can0  18FEF1FE   [1]  7F": "98fef1fe7f",
  " (1436509052.249713)  can0  RX - -  18FEF1FE   [1]  7F": "98fef1fe7f",
  "  vcan0  123  [12]  11 22 33 44 55 66 77 88 99 AA BB CC": "00000123112233445566778899aabbcc",
  "  vcan0  123   [0]": "00000123",
  "  vcan0  123   [0]  remote request": "other",
  "  vcan0  123   [3]  11 22": "other",
  " (2015-07-10 07:04:12.249713)  vcan0  123   [2]  11 22": "000001231122",
  "(1436509052.249713) vcan0 123#1122334455667788_E": "000001231122334455667788",
  "(1436509052.249713) vcan0 123#R8_C": "other",
  "": "no frame",
};

for (const [line, wanted] of Object.entries(CANDUMP))
  test(`candump: ${line}`, () => assert.equal(hex(candumpLine(line)), wanted));

test("candump's times", () => {
  const timeOf = (line: string) => (candumpLine(line) as { timeNs: bigint | undefined }).timeNs;
  assert.equal(timeOf("(1436509052.249713) vcan0 044#2A"), 1_436_509_052_249_713_000n);
  assert.equal(timeOf("(1436509052.249713001) vcan0 044#2A"), 1_436_509_052_249_713_001n);
  const own = BigInt(new Date(2015, 6, 10, 7, 4, 12).getTime()) * 1_000_000n;
  assert.equal(timeOf(" (2015-07-10 07:04:12.249713)  vcan0  044   [1]  2A"), own + 249_713_000n);
  assert.equal(timeOf(" (000.001000)  vcan0  044   [1]  2A"), undefined);
});

const SLCAN: Readonly<Record<string, string>> = {
  t1232AABB: "00000123aabb",
  t1230: "00000123",
  T18FEF1FE17F: "98fef1fe7f",
  T18FEF1FE17F12AB: "98fef1fe7f",
  "\u0007t1231AA": "00000123aa",
  b1239112233445566778899AABBCC: "00000123112233445566778899aabbcc",
  t1232AA: "other",
  t8001AA: "other",
  r1238: "other",
  z: "no frame",
  V1013: "no frame",
};

for (const [line, wanted] of Object.entries(SLCAN))
  test(`slcan: ${JSON.stringify(line)}`, () => assert.equal(hex(slcanLine(line)), wanted));

const HEADS = {
  "1.0":
    ";##########################################################################\n;   C:\\drive.trc\n;    Start time: 18.12.2021 14:28:07.062\n",
  "1.1": ";$FILEVERSION=1.1\n;$STARTTIME=44548.6028595139\n",
  "1.3": ";$FILEVERSION=1.3\n;$STARTTIME=44548.6028595139\n",
  "2.0": ";$FILEVERSION=2.0\n;$STARTTIME=44548.6028595139\n;$COLUMNS=N,O,T,I,d,l,D\n",
  "2.1": ";$FILEVERSION=2.1\n;$STARTTIME=44548.6028595139\n;$COLUMNS=N,O,T,B,I,d,R,L,D\n",
};

const TRC_LINES: readonly (readonly [version: keyof typeof HEADS, line: string, wanted: string])[] = [
  ["1.0", "     1)     17535  00000100  4  00 11 22 33 -- -- -- --", "8000010000112233"],
  ["1.0", "     2)     17540  FFFFFFFF  4  00 00 00 08 -- -- -- -- BUSHEAVY", "other"],
  ["1.0", "    12)     48937      0704  1  RTR", "other"],
  ["1.1", "     5)     19295.4  Tx         0704  2  AA BB ", "00000704aabb"],
  ["1.1", "     2)     17540.3  Warng  FFFFFFFF  4  00 00 00 08  BUSHEAVY ", "other"],
  ["1.3", "     1)     17535.400 1  Rx    00000100 -  1    7F", "800001007f"],
  [
    "2.0",
    "      1     17535.400 FD     0100 Rx 12 00 01 02 03 04 05 06 07 08 09 0A 0B",
    "00000100000102030405060708090a0b",
  ],
  ["2.0", "      2     17540.300 ST          Rx    00 00 00 08", "other"],
  [
    "2.1",
    "      1     17535.400 FB 2      0100 Tx -  9    00 01 02 03 04 05 06 07 08 09 0A 0B",
    "00000100000102030405060708090a0b",
  ],
  ["2.1", "      3     17535.400 DT 1  00000100 Rx -  0", "80000100"],
  ["2.1", "     12     48937.600 RR 1      0704 Rx -  1", "other"],
];

for (const [version, line, wanted] of TRC_LINES)
  test(`TRC ${version}: ${line}`, () => {
    const text = Buffer.from(`${HEADS[version]};---+--\n${line}\n`);
    assert.equal(canRecordingOf(text)?.name, "TRC");
    const reader = canRecordingOf(text)!.open();
    const [frame] = [...reader.push(text)];
    assert.equal(hex(frame ?? "other"), wanted);
    assert.equal(reader.others, frame === undefined ? 1 : 0);
    if (frame === undefined) return;
    // The beginning has about microseconds.
    const us = Number((frame.timeNs! + 500n) / 1000n) - Date.UTC(2021, 11, 18, 14, 28, 7, 62) * 1000;
    const [, offset] = line.trim().split(/\s+/);
    assert.ok(Math.abs(us - Number(offset) * 1000) <= 2, `${us}`);
  });

test("what is sent is read again", () => {
  for (const line of ["t1232AABB", "T18FEF1FE17F", "t7FF0"]) {
    const frame = slcanLine(line) as Exclude<ReturnType<typeof slcanLine>, string>;
    assert.equal(slcanText(ofChannel(channelBytes(frame))), `${line}\r`);
  }
  assert.throws(() => ofChannel(Uint8Array.of(0, 0, 1)), /begins with four bytes/);
  assert.throws(() => ofChannel(Uint8Array.of(0, 0, 8, 0, 1)), /cannot be a CAN frame/);
});
