/** Recordings of CAN buses that python-can writes: we read the frames that it reads, at their times. */

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { CanFrame } from "../../../runtime/frames/can/can-frame.ts";
import { canRecordingOf, RECOGNISING_BYTES } from "../../../runtime/frames/can/recordings.ts";
import { CAN_PROGRAM, needsPeers, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { unfinishedMdf4 } from "./mdf4-file.ts";

const PEER = fileURLToPath(new URL("recordings-peer.py", import.meta.url));
const FRAMES = 400;

interface Seen {
  readonly name: string;
  readonly us: number;
  readonly id: number;
  readonly data: string;
}

/** In pieces of a few bytes, as a pipe may deliver them. */
function framesIn(bytes: Buffer, piece: number): { frames: CanFrame[]; others: number; name: string } {
  const kind = canRecordingOf(bytes.subarray(0, RECOGNISING_BYTES))!;
  const reader = kind.open();
  const frames: CanFrame[] = [];
  for (let at = 0; at < bytes.length; at += piece) frames.push(...reader.push(bytes.subarray(at, at + piece)));
  for (const frame of reader.end()) if (frame !== undefined) frames.push(frame);
  return { frames, others: reader.others, name: kind.name };
}

const NAMES = {
  "canutils.log": "candump",
  "vector.asc": "ASC",
  "vector.blf": "BLF",
  "plain.blf": "BLF",
  "peak.trc": "TRC",
  "drive.mf4": "MDF4",
  "packed.mf4": "MDF4",
  "unfinished.mf4": "MDF4",
};

test("python-can's recordings", { skip: needsPeers("cantools") }, () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "unfinished.mf4"), unfinishedMdf4(FRAMES));
    const lines = run(CAN_PROGRAM, [PEER, folder, "5", String(FRAMES)])
      .trim()
      .split("\n");
    const seen = lines.map((line) => JSON.parse(line) as Seen);
    for (const [name, kind] of Object.entries(NAMES)) {
      const wanted = seen.filter((each) => each.name === name);
      assert.ok(wanted.length > FRAMES * 0.8, `${name}: ${wanted.length} frames`);
      for (const piece of [37, 100_000]) {
        const found = framesIn(readFileSync(join(folder, name)), piece);
        assert.equal(found.name, kind);
        assert.deepEqual(
          found.frames.map(({ id, data, timeNs }) => ({
            name,
            us: Number(((timeNs ?? 0n) + 500n) / 1000n),
            id,
            data: Buffer.from(data).toString("hex"),
          })),
          wanted,
        );
        if (name !== "unfinished.mf4" && name !== "peak.trc")
          assert.ok(found.others > 0, "remote and error frames are counted");
      }
    }
    // Some writers leave the sizes of containers zero.
    const unsized = readFileSync(join(folder, "vector.blf"));
    for (let at = unsized.indexOf("LOBJ"); at >= 0; at = unsized.indexOf("LOBJ", at + 4))
      if (unsized.readUInt32LE(at + 12) === 10) unsized.writeUInt32LE(0, at + 24);
    assert.deepEqual(framesIn(unsized, 1000), framesIn(readFileSync(join(folder, "vector.blf")), 1000));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what is no recording of a bus in MDF4 is refused", () => {
  const read = (change: (bytes: Buffer) => void): string => {
    const bytes = unfinishedMdf4(3);
    change(bytes);
    try {
      return `${framesIn(bytes, 1000).frames.length} frames`;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const named = (from: string, to: string) => (bytes: Buffer) => {
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from)) bytes.write(to, at, "latin1");
  };
  assert.equal(
    read(() => {}),
    "3 frames",
  );
  assert.match(
    read((bytes) => void bytes.write("3.30", 8)),
    /only version 4/,
  );
  assert.match(read(named("CAN_DataFrame", "Engine_Speed_")), /signals of MDF are not read/);
  assert.match(
    read((bytes) => void bytes.writeBigUInt64LE(0xffffn, 88)),
    /no block at 65535/,
  );
  assert.match(read(named("##CG", "##XX")), /is XX/);
  // A block that follows itself.
  assert.match(
    read((bytes) => void bytes.writeBigUInt64LE(bytes.readBigUInt64LE(88), Number(bytes.readBigUInt64LE(88)) + 24)),
    /circle/,
  );
});
