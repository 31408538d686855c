import assert from "node:assert/strict";
import { test } from "node:test";
import { channelBytes, ofChannel } from "../../../../runtime/frames/can/can-frame.ts";
import { candumpLine } from "../../../../runtime/frames/can/candump.ts";
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
  "": "no frame",
};

for (const [line, wanted] of Object.entries(CANDUMP))
  test(`candump: ${line}`, () => assert.equal(hex(candumpLine(line)), wanted));

test("candump's times", () => {
  const timeOf = (line: string) => (candumpLine(line) as { timeNs: bigint | undefined }).timeNs;
  assert.equal(timeOf("(1436509052.249713) vcan0 044#2A"), 1_436_509_052_249_713_000n);
  assert.equal(timeOf("(1436509052.249713001) vcan0 044#2A"), 1_436_509_052_249_713_001n);
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

test("what is sent is read again", () => {
  for (const line of ["t1232AABB", "T18FEF1FE17F", "t7FF0"]) {
    const frame = slcanLine(line) as Exclude<ReturnType<typeof slcanLine>, string>;
    assert.equal(slcanText(ofChannel(channelBytes(frame))), `${line}\r`);
  }
  assert.throws(() => ofChannel(Uint8Array.of(0, 0, 1)), /begins with four bytes/);
  assert.throws(() => ofChannel(Uint8Array.of(0, 0, 8, 0, 1)), /cannot be a CAN frame/);
});
