import assert from "node:assert/strict";
import { test } from "node:test";
import { CsvChunks, type CsvPiece } from "../../../../runtime/sources/http/csv-chunks.ts";

const SIZES = { chunkBytes: 100, maxRowBytes: 1000 };

function rowsOf(text: string, pushBytes: number): string[] {
  const chunks = new CsvChunks(SIZES);
  const pieces: CsvPiece[] = [];
  for (let position = 0; position < text.length; position += pushBytes) {
    pieces.push(...chunks.push(Buffer.from(text.slice(position, position + pushBytes))));
  }
  pieces.push(...chunks.end());
  return pieces.map((piece) => (piece.kind === "rows" ? piece.bytes.toString() : `${piece.line}\n`));
}

test("an unclosed quote does not enlarge the chunks of the lines after it", () => {
  const text = `## a,b\n1,"${"x\n".repeat(5000)}`;
  for (const pushBytes of [7, 640, 20_000]) {
    const pieces = rowsOf(text, pushBytes);
    assert.equal(pieces.join(""), text);
    // The piece after the last long row may contain one more row, which is not yet too long.
    const large = pieces.filter((piece) => piece.length > SIZES.chunkBytes + 10);
    assert.ok(
      large.length <= 1 && (large[0]?.length ?? 0) <= SIZES.maxRowBytes + pushBytes,
      `pushed ${pushBytes} at a time`,
    );
  }
});

test("rows that arrive together are split into chunks of the usual size", () => {
  const text = `## a,b\n${"1,2\n".repeat(1000)}`;
  const pieces = rowsOf(text, text.length);
  assert.equal(pieces.join(""), text);
  assert.deepEqual(
    pieces.filter((piece) => piece.length > SIZES.chunkBytes + 4),
    [],
  );
});
