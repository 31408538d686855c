import assert from "node:assert/strict";
import { test } from "node:test";
import { checksumNames, checksumOf, checksums } from "../../../runtime/frames/checksum.ts";
import { CRC_CATALOGUE } from "../../../runtime/frames/crc-catalogue.ts";

const DIGITS = Buffer.from("123456789");

test("every CRC gives the catalogue's check value, also for a part of the bytes and continued with extra ones", () => {
  const wrong = CRC_CATALOGUE.flatMap(([names, , , , , , check]) => {
    const crc = checksumOf(names.split(" ")[0]!)!;
    const whole = crc.of(DIGITS, 0, 9);
    const within = crc.of(Buffer.concat([Buffer.from("xx"), DIGITS, Buffer.from("yy")]), 2, 11);
    const continued = crc.of(DIGITS, 0, 5, DIGITS.subarray(5));
    return [whole, within, continued].every((value) => value === check) ? [] : [`${names}: ${whole.toString(16)}`];
  });
  assert.deepEqual(wrong, []);
  assert.equal(CRC_CATALOGUE.length, 72);
});

test("sums match their published examples", () => {
  const of = (name: string, text: string) => checksumOf(name)!.of(Buffer.from(text), 0, text.length);
  assert.equal(of("fletcher16", "abcde"), 0xc8f0);
  assert.equal(of("fletcher16", "abcdefgh"), 0x0627);
  assert.equal(of("adler32", "Wikipedia"), 0x11e60398);
  assert.equal(of("xor8", "GPGGA"), 0x56);
  assert.equal(of("sum8", "\u007f\u007f\u0003"), 0x01);
  assert.equal(of("sum8/negative", "\u007f\u007f\u0003"), 0xff);
  assert.equal(of("sum8/inverted", "\u007f\u007f\u0003"), 0xfe);
  assert.equal(of("sum16", "\u007f\u007f\u0003"), 0x101);
  // u-blox's poll of NAV-PVT: class 01, ID 07, length 0. [u-blox protocol specification]
  assert.equal(checksumOf("fletcher16/256")!.of(Uint8Array.of(1, 7, 0, 0), 0, 4), 0x1908);
});

test("names ignore case, aliases included; none is listed twice", () => {
  assert.equal(checksumOf("CRC16/CCITT-FALSE"), checksumOf("crc16/ibm-3740"));
  assert.equal(checksumOf("crc17/none"), undefined);
  assert.equal(new Set(checksumNames()).size, checksumNames().length);
  assert.equal(checksums().length, 72 + 9);
});
