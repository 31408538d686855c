/** The memory of arriving and compressed bodies is limited. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { CsvHeaders } from "../../../../runtime/intake/csv-headers.ts";
import { BOUNDS } from "../../../../runtime/model/bounds.ts";
import { Bodies } from "../../../../runtime/sources/http/bodies.ts";
import { httpSource } from "../../../../runtime/sources/http/http-source.ts";
import { openBody, readWhole } from "../../../../runtime/sources/http/request-body.ts";
import { decodingWith } from "../../../support/device-messages.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";

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
    readWhole(parts, 2 * MIB, bodies, "192.0.2.1").then(
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
  const read = readWhole(parts, MIB, new Bodies(), "192.0.2.1");
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

const GZIP = { "Content-Encoding": "gzip", "Content-Type": "text/csv" };
/** Rows that hardly compress. */
function noise(rows: number): Buffer {
  const line = () => `${randomBytes(24).toString("base64")},1\n`;
  return Buffer.from(`## a,b\n${Array.from({ length: rows }, line).join("")}`);
}

test("nothing of a long compressed body that may not be unpacked is stored, and a sound one is stored whole", async () => {
  const bodies = new Bodies();
  const intake = new MemoryIntake();
  const { core, clock } = intake;
  const csvHeaders = new CsvHeaders({ remember: async () => {}, remembered: async () => new Map() }, clock);
  const settings = { maxBodyBytes: 2 * MIB, corsOrigins: [] };
  const app = httpSource({ intake: core, decoding: decodingWith(), csvHeaders, settings, clock, bodies });
  const post = (body: Buffer) =>
    app.request("/api/a/n/g/d/data", { method: "POST", headers: GZIP, body: new Uint8Array(body) });
  // The second member expands a thousandfold.
  const bomb = Buffer.concat([gzipSync(noise(60_000)), gzipSync(Buffer.alloc(240 * MIB, "x,1\n"))]);
  assert.ok(bomb.length > 1.2 * MIB && bomb.length < 5 * MIB, `${bomb.length} bytes`);
  const refused = await post(bomb);
  assert.deepEqual([refused.status, await refused.text()], [413, "Compressed body holds more than 100 times its size"]);
  assert.equal(intake.rows().length, 0);
  const cut = await post(gzipSync(noise(60_000)).subarray(0, -1000));
  assert.deepEqual([cut.status, intake.rows().length], [400, 0]);
  const sound = await post(gzipSync(noise(60_000)));
  assert.equal(sound.status, 200, await sound.text());
  assert.equal(intake.rows().length, 60_000);
  assert.equal(bodies.bounds["http-spooled"]?.held, 0);
});

test("a network address that fills its room for long compressed bodies takes none from another", () => {
  const bodies = new Bodies();
  const { each } = BOUNDS["http-spooled"];
  const [first, second] = [bodies.room("192.0.2.1"), bodies.room("192.0.2.1")];
  first.take(each / 2);
  second.take(each / 2);
  assert.throws(() => second.take(1), /Too many compressed bodies arrive at once/);
  assert.throws(() => second.take(each), /larger than 536870912 bytes; send it in parts/);
  bodies.room("192.0.2.2").take(each);
  first.leave();
  second.take(1);
  second.leave();
  assert.equal(bodies.bounds["http-spooled"]?.held, each);
  assert.equal(bodies.bounds["http-spooled"]?.met, 2);
});
