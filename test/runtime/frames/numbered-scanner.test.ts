/** Numbered frames in a stream are found however it is split, and all other bytes pass in order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checksumOf } from "../../../runtime/frames/checksum.ts";
import { NumberedScanner } from "../../../runtime/frames/numbered-scanner.ts";

const MOST = 40;

function numbered(sequence: number, frame: Uint8Array): Buffer {
  const bytes = Buffer.alloc(26 + frame.length);
  bytes.write("SLN1");
  bytes.writeUInt32LE(sequence, 12);
  bytes.writeUInt16LE(frame.length, 20);
  bytes.set(frame, 22);
  bytes.writeUInt32LE(checksumOf("crc32")!.of(bytes, 0, bytes.length - 4), bytes.length - 4);
  return bytes;
}

type Piece = { readonly kind: "numbered" | "other"; readonly bytes: Buffer };

const piece = fc.oneof(
  fc.uint8Array({ maxLength: MOST }).map((bytes) => ({ kind: "numbered" as const, bytes: Buffer.from(bytes) })),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => ({ kind: "other" as const, bytes: Buffer.from(bytes) })),
  // Bytes that begin like one, or that announce an excessive length.
  fc
    .constantFrom("S", "SLN", "SLN1", "SLN1SLN1", "SLNSLN1SL")
    .map((text) => ({ kind: "other" as const, bytes: Buffer.from(text) })),
);

test("frames and other bytes are returned in order, however the stream is split", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 60 })),
      (pieces, cuts) => {
        const found: Piece[] = [];
        const scanner = new NumberedScanner({
          numbered: ({ frame }) => found.push({ kind: "numbered", bytes: Buffer.from(frame) }),
          other: (bytes) => found.push({ kind: "other", bytes: Buffer.from(bytes) }),
        });
        const stream = Buffer.concat(
          pieces.map(({ kind, bytes }, at) => (kind === "numbered" ? numbered(at, bytes) : bytes)),
        );
        for (let at = 0; at < stream.length; ) {
          const { value: cut } = cuts.next();
          scanner.push(stream.subarray(at, at + cut), MOST);
          at += cut;
        }
        scanner.pause(MOST);
        assert.deepEqual(joined(found), joined(pieces));
      },
    ),
    { numRuns: 500, seed: 1 },
  );
});

test("a damaged frame counts as other bytes, and the frames after it are found at once", () => {
  const found: string[] = [];
  const scanner = new NumberedScanner({
    numbered: ({ frame }) => found.push(`frame ${Buffer.from(frame)}`),
    other: (bytes) => found.push(`${bytes.length} others`),
  });
  const damaged = numbered(1, Buffer.from("one"));
  damaged.writeUInt16LE(0xffff, 20);
  scanner.push(Buffer.concat([damaged, numbered(2, Buffer.from("two"))]), MOST);
  assert.deepEqual(found, [`${damaged.length} others`, "frame two"]);
});

/** Joins adjacent pieces of other bytes. */
function joined(pieces: readonly Piece[]): string[] {
  const texts: string[] = [];
  let others = "";
  for (const { kind, bytes } of pieces) {
    if (kind === "other") others += bytes.toString("hex");
    else {
      texts.push(others, `frame ${bytes.toString("hex")}`);
      others = "";
    }
  }
  return [...texts, others];
}
