/** Datagrams with several frames. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cutDatagram } from "../../../runtime/frames/cut-datagram.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { FrameTable } from "../../../runtime/frames/frame-table.ts";
import { framed as framedFor } from "../../../runtime/frames/framed.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";

const FORMAT: FrameFormat = {
  ...PLAIN_FORMAT,
  id: parseLocator("u8@1", "id"),
  length: parseLocator("u8@2+5", "length"),
  payloadOffset: 3,
  trailer: 2,
  check: { algorithm: "crc16/modbus", from: 0, byteOrder: "little" },
};
const STRUCTS = [{ name: "a", id: 1, wireSize: 2, size: 2 }];
const SYNC = { kind: "sync", word: Uint8Array.of(0xa5) } as const;
/** a5 01 02 and two bytes, with their checksum. */
const FRAME = framed([0xa5, 1, 2, 7, 8]);

function framed(body: readonly number[]): number[] {
  let crc = 0xffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return [...body, crc & 0xff, crc >> 8];
}

function cut(bytes: readonly number[], format = FORMAT) {
  const parts = cutDatagram(Uint8Array.from(bytes), SYNC, new FrameTable("x", format, STRUCTS));
  return parts?.map(({ kind, bytes: part }) => [kind, part.length]);
}

test("one frame, whole or damaged, and other bytes alone are judged unchanged", () => {
  assert.equal(cut(FRAME), undefined);
  assert.equal(cut([...FRAME.slice(0, -1), FRAME.at(-1)! ^ 1]), undefined);
  assert.equal(cut([1, 2, 3, 4, 5, 6, 7]), undefined);
  assert.equal(cut([]), undefined);
});

test("one encoded frame is decoded, with or without the end of its line", () => {
  const table = new FrameTable("x", FORMAT, STRUCTS);
  const hex = Buffer.from(FRAME).toString("hex");
  const LINES = { kind: "lines", encoding: "either" } as const;
  for (const [framing, datagram] of [
    [LINES, Buffer.from(hex)],
    [LINES, Buffer.from(`${hex}\r\n\0`)],
    [LINES, Buffer.from(Buffer.from(FRAME).toString("base64"))],
    [{ kind: "cobs" }, framedFor(Uint8Array.from(FRAME), { kind: "cobs" })],
    [{ kind: "slip" }, framedFor(Uint8Array.from(FRAME), { kind: "slip" })],
  ] as const) {
    const parts = cutDatagram(datagram, framing, table);
    assert.deepEqual(
      parts?.map(({ kind, bytes }) => [kind, [...bytes]]),
      [["frame", FRAME]],
      framing.kind,
    );
  }
});

test("two or more frames are split, with the bytes between, before and after them", () => {
  assert.deepEqual(cut([...FRAME, ...FRAME]), [
    ["frame", 7],
    ["frame", 7],
  ]);
  assert.deepEqual(cut([9, ...FRAME, 0xa5, 1, ...FRAME, 9, 9]), [
    ["skipped", 1],
    ["frame", 7],
    ["skipped", 2],
    ["frame", 7],
    ["skipped", 2],
  ]);
});

test("if surplus bytes are ignored, a second frame is ignored too", () => {
  assert.equal(cut([...FRAME, ...FRAME], { ...FORMAT, check: undefined, trailer: 2, long: "ignore" })?.length, 2);
});
