/** Rows of tables that wait come back as they were, from memory and from a file. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { BOUNDS } from "../../../../runtime/model/bounds.ts";
import { Bodies } from "../../../../runtime/sources/http/bodies.ts";
import { WaitingRows } from "../../../../runtime/sources/http/waiting-rows.ts";

const MIB = 1024 * 1024;
const PIECES = 1200;

/** Pieces of about 32 KiB, each with what is known of its columns. */
function piecesOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    bytes: randomBytes(30_000 + (at % 5) * 1000),
    known: new Set([at]),
  }));
}

async function taken(rows: WaitingRows) {
  const all = [];
  for await (const each of rows.take()) all.push(each);
  return all;
}

test("a long file waits in memory and in a file, and comes back in its order", async () => {
  const bodies = new Bodies();
  const pieces = piecesOf(PIECES);
  const rows = new WaitingRows({ bodies, address: "192.0.2.1", isFile: true });
  let most = 0;
  for (const piece of pieces) {
    assert.ok(await rows.add(piece), "no room");
    most = Math.max(most, rows.held);
  }
  assert.ok(most > 8 * MIB && most <= 10 * MIB, `${most} bytes in memory`);
  assert.ok(bodies.bounds["http-spooled"]!.held > 25 * MIB, "not in a file");
  assert.deepEqual(await taken(rows), pieces);
  assert.equal(bodies.bounds["http-spooled"]!.held, 0);
  assert.equal(rows.held, 0);
});

test("all tables share what is in memory beyond their first MiB, and give it back however they end", async () => {
  const bodies = new Bodies();
  const fill = async () => {
    const rows = new WaitingRows({ bodies, address: "192.0.2.1", isFile: true });
    for (const piece of piecesOf(400)) await rows.add(piece);
    return rows;
  };
  const ends: ((rows: WaitingRows) => Promise<unknown>)[] = [
    taken,
    (rows) => rows.close(),
    async (rows) => {
      for await (const _ of rows.take()) break;
    },
    async (rows) => {
      rows.drop();
      await rows.close();
    },
  ];
  for (const end of ends) {
    const [first, second] = [await fill(), await fill()];
    assert.ok(first.held > 8 * MIB, `${first.held} bytes of the first`);
    assert.ok(second.held < 1.5 * MIB, `${second.held} bytes of the second`);
    await end(first);
    await end(second);
    const third = await fill();
    assert.ok(third.held > 8 * MIB, `${third.held} bytes once both have ended`);
    await third.close();
  }
});

test("a table that finds no more room in files keeps what it was promised; a stream waits for its first MiB alone", async () => {
  const bodies = new Bodies();
  const rows = new WaitingRows({ bodies, address: "192.0.2.1", isFile: true });
  const pieces = piecesOf(PIECES);
  const kept = [];
  for (const [at, piece] of pieces.entries()) {
    if (at === 600) bodies.room("192.0.2.1").take(BOUNDS["http-spooled"].each - bodies.bounds["http-spooled"]!.held);
    if (!(await rows.add(piece))) break;
    kept.push(piece);
  }
  assert.ok(kept.length > 600 && kept.length < PIECES, `${kept.length} were kept`);
  assert.deepEqual(await taken(rows), kept);
  const stream = new WaitingRows({ bodies, address: "192.0.2.1", isFile: false });
  let count = 0;
  while (await stream.add(pieces[count]!)) count++;
  assert.ok(stream.held <= MIB && stream.held > MIB - 40_000, `${stream.held} bytes of a stream`);
  assert.deepEqual(await taken(stream), pieces.slice(0, count));
});
