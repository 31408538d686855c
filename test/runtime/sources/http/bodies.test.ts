/** The memory of arriving and compressed bodies is limited. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { BOUNDS } from "../../../../runtime/model/bounds.ts";
import { Bodies } from "../../../../runtime/sources/http/bodies.ts";
import { openBody, readWhole } from "../../../../runtime/sources/http/request-body.ts";

const MIB = 1024 * 1024;

/** A body that is delivered in parts. */
function slowBody() {
  let give!: (part: Uint8Array | undefined) => void;
  const parts = (async function* () {
    for (;;) {
      const part = await new Promise<Uint8Array | undefined>((resolve) => {
        give = resolve;
      });
      if (part === undefined) return;
      yield part;
    }
  })();
  return { parts, give: (part?: Uint8Array) => give(part) };
}

test("unfinished bodies share a memory limit; the one that began first is aborted, and its sender gets an answer", async () => {
  const bodies = new Bodies();
  const count = BOUNDS["http-bodies"].all / MIB + 3;
  const slow = Array.from({ length: count }, slowBody);
  const read = slow.map(({ parts }) =>
    readWhole(parts, 2 * MIB, bodies).then(
      ({ length }) => length,
      ({ message }) => message,
    ),
  );
  for (const { give } of slow) {
    await new Promise(setImmediate);
    give(new Uint8Array(MIB));
    await new Promise(setImmediate);
  }
  assert.deepEqual(
    { ...bodies.bounds["http-bodies"], lastMet: undefined },
    { held: 64 * MIB, limit: 64 * MIB, met: 3, lastMet: undefined },
  );
  for (const { give } of slow.slice(0, 3)) give(new Uint8Array(1));
  await new Promise(setImmediate);
  for (const { give } of slow.slice(3)) give();
  const outcomes = await Promise.all(read);
  const refused = "Too many bodies arrive at once; send it again later";
  assert.deepEqual(outcomes.slice(0, 3), [refused, refused, refused]);
  assert.deepEqual(new Set(outcomes.slice(3)), new Set([MIB]));
  assert.equal(bodies.bounds["http-bodies"]?.held, 0);
});

test("a body that arrives while the system clock is set forward is complete", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const { parts, give } = slowBody();
  const read = readWhole(parts, MIB, new Bodies());
  for (const part of [new Uint8Array(2), new Uint8Array(1), undefined]) {
    await new Promise(setImmediate);
    t.mock.timers.tick(3_600_000);
    give(part);
  }
  assert.equal((await read).length, 3);
});

test("a compressed body that expands a hundredfold is refused while it is decompressed", async () => {
  let unpacked = 0;
  const app = new Hono().post("/", async (context) => {
    try {
      for await (const part of openBody(context)) unpacked += part.length;
      return context.text("whole");
    } catch (error) {
      return context.text((error as Error).message, 413);
    }
  });
  const answer = async (text: Buffer) => {
    const headers = { "Content-Encoding": "gzip" };
    return (await app.request("/", { method: "POST", headers, body: new Uint8Array(gzipSync(text)) })).text();
  };
  assert.equal(
    await answer(Buffer.alloc(50 * MIB, "2026-01-01,1\n")),
    "Compressed body holds more than 100 times its size",
  );
  assert.ok(unpacked < 20 * MIB, `${unpacked} bytes were unpacked`);
  // Typical rows of devices: time, counter, noise.
  const rows = Array.from({ length: 500_000 }, (_, i) => `${1_700_000_000 + i},${i % 7},21.${(i * 7919) % 100}\n`);
  assert.equal(await answer(Buffer.from(rows.join(""))), "whole");
});
