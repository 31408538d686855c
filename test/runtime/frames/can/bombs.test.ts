/** Small recordings that say, or unpack to, far more than they have: they are refused soon, in little memory. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { canRecordingOf } from "../../../../runtime/frames/can/recordings.ts";

const number = (bytes: number, value: number | bigint) => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer.subarray(0, bytes);
};

function played(file: Buffer): { frames: number; others: number } {
  const reader = canRecordingOf(file.subarray(0, 256))!.open();
  let frames = 0;
  for (let at = 0; at < file.length; at += 65_536)
    for (const _ of reader.push(file.subarray(at, at + 65_536))) frames++;
  for (const frame of reader.end()) if (frame !== undefined) frames++;
  return { frames, others: reader.others };
}

function block(kind: string, links: readonly number[], body: Buffer): Buffer {
  const size = 24 + 8 * links.length + body.length;
  const head = [Buffer.from(`##${kind}`), Buffer.alloc(4), number(8, size), number(8, links.length)];
  return Buffer.concat([...head, ...links.map((link) => number(8, link)), body]);
}

const MDF4_HEAD = Buffer.concat([Buffer.from("MDF     4.10    "), Buffer.alloc(48)]);
const FIRST_BEHIND_HEADER = 64 + 24 + 8 + 32;

function mdf4(...behind: readonly Buffer[]): Buffer {
  return Buffer.concat([MDF4_HEAD, block("HD", [FIRST_BEHIND_HEADER], Buffer.alloc(32)), ...behind]);
}

/** Blocks of one size; `linksOf` gets the place of the next one, 0 for the last. */
function chain(count: number, from: number, made: (next: number) => Buffer): Buffer {
  const { length } = made(0);
  return Buffer.concat(Array.from({ length: count }, (_, n) => made(n + 1 === count ? 0 : from + (n + 1) * length)));
}

test("an MDF4 file whose groups all have the same groups with the same channels", { timeout: 60_000 }, () => {
  const COUNT = 2000;
  const groups = FIRST_BEHIND_HEADER + COUNT * (24 + 32 + 8);
  const channels = groups + COUNT * (24 + 16 + 32);
  const file = mdf4(
    chain(COUNT, FIRST_BEHIND_HEADER, (next) => block("DG", [next, groups, 0, 0], Buffer.alloc(8))),
    chain(COUNT, groups, (next) => block("CG", [next, channels], Buffer.alloc(32))),
    chain(COUNT, channels, (next) => block("CN", [next, 0, 0, 0, 0, 0], Buffer.alloc(12))),
  );
  assert.throws(() => played(file), /it names its blocks too often/);
});

test("an MDF4 file that names a packed block a hundred thousand times", { timeout: 60_000 }, () => {
  const nothing = Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
  const packed = Buffer.concat([Buffer.from([0x78, 1]), nothing, Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 1])]);
  const head = Buffer.concat([Buffer.from("DT"), Buffer.alloc(6), number(8, 0), number(8, packed.length)]);
  const group = FIRST_BEHIND_HEADER + 64;
  const channel = group + 72;
  const name = channel + 24 + 48 + 12;
  const zipped = name + 24 + 16;
  const list = zipped + 24 + head.length + packed.length;
  const file = mdf4(
    block("DG", [0, group, list, 0], Buffer.alloc(8)),
    block("CG", [0, channel], Buffer.alloc(32)),
    block("CN", [0, 0, name, 0, 0, 0], Buffer.alloc(12)),
    block("TX", [], Buffer.from("CAN_DataFrame\0\0\0")),
    block("DZ", [], Buffer.concat([head, packed])),
    block("DL", [0, ...Array.from({ length: 99_999 }, () => zipped)], Buffer.alloc(0)),
  );
  assert.throws(() => played(file), /its groups have more than 1073741824 bytes/);
});

test("an MDF4 file with many records can be interrupted between its pieces, and between records that are no frames", () => {
  const group = FIRST_BEHIND_HEADER + 64;
  const channel = group + 72;
  const name = channel + 24 + 48 + 12;
  const piece = name + 24 + 16;
  const records = 10_000;
  const list = piece + 24 + records;
  const one = Buffer.alloc(32);
  one.writeUInt32LE(1, 24);
  const file = mdf4(
    block("DG", [0, group, list, 0], Buffer.alloc(8)),
    block("CG", [0, channel], one),
    block("CN", [0, 0, name, 0, 0, 0], Buffer.alloc(12)),
    block("TX", [], Buffer.from("CAN_DataFrame\0\0\0")),
    block("DT", [], Buffer.alloc(records)),
    block("DL", [0, ...Array.from({ length: 100 }, () => piece)], Buffer.alloc(0)),
  );
  const reader = canRecordingOf(file)!.open();
  for (const _ of reader.push(file)) assert.fail("it is read when it is complete");
  let pauses = 0;
  for (const frame of reader.end()) if (frame === undefined) pauses++;
  assert.equal(reader.others, 100 * records);
  assert.equal(pauses, 100 + (100 * records) / 5000 + 100 * records);
});

test("an MDF4 file with lengths of 2^64", () => {
  for (const at of [8, 16]) {
    const file = mdf4(block("DG", [0, 0, 0, 0], Buffer.alloc(8)));
    file.fill(0xff, FIRST_BEHIND_HEADER + at, FIRST_BEHIND_HEADER + at + 8);
    assert.throws(() => played(file), /the block at \d+ is cut/);
  }
});

function blfObject(size: number, type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from("LOBJ"), number(2, 16), number(2, 1), number(4, size), number(4, type), body]);
}

function container(content: Buffer): Buffer {
  const body = Buffer.concat([number(8, 0), number(4, content.length), number(4, 0), content]);
  return blfObject(16 + body.length, 10, body);
}

const BLF_HEAD = Buffer.concat([Buffer.from("LOGG"), number(4, 144), Buffer.alloc(136)]);

test("a BLF file with a large object in tens of thousands of containers", { timeout: 60_000 }, () => {
  const begun = container(Buffer.concat([blfObject(2 ** 25, 1, Buffer.alloc(0)), Buffer.alloc(2 ** 24)]));
  const empty = container(Buffer.alloc(0));
  const file = Buffer.concat([BLF_HEAD, begun, ...Array.from({ length: 20_000 }, () => empty)]);
  assert.deepEqual(played(file), { frames: 0, others: 1 });
});

test("a BLF file with lengths of 2^32", () => {
  const long = blfObject(0xffff_ffff, 1, Buffer.alloc(64));
  assert.throws(() => played(Buffer.concat([BLF_HEAD, long])), /an object has 4294967295 bytes/);
  assert.throws(() => played(Buffer.concat([BLF_HEAD, container(long)])), /an object has 4294967295 bytes/);
  const huge = container(Buffer.alloc(8));
  huge.fill(0xff, 24, 28);
  assert.throws(() => played(Buffer.concat([BLF_HEAD, huge])), /a container has 4294967295 bytes/);
});
