/** Clients that request an export and then do not read it: others are still answered. */

import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { ExportSlots } from "../../../runtime/api/export-slots.ts";
import { textStream } from "../../../runtime/api/text-stream.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { onlyLong } from "../../support/long.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

test("a new request takes another client's slot only if that client has read nothing for a while", async () => {
  let nowMs = 0;
  const slots = new ExportSlots({ all: 3, ofOne: 2 }, () => nowMs);
  const ended: string[] = [];
  const open = (client: string, name: string) => {
    const slot = slots.take(client);
    if (typeof slot === "string") return slot;
    const pieces = (async function* () {
      try {
        for (;;) yield name;
      } finally {
        ended.push(name);
        slot.release();
      }
    })();
    return textStream(pieces, { slot }).getReader();
  };
  const first = open("a", "first");
  const second = open("a", "second");
  assert.ok(typeof first !== "string" && typeof second !== "string", "two streams are open");
  assert.equal(open("a", "third"), "client");
  assert.ok(typeof open("b", "fourth") !== "string", "a second client has its own share");
  assert.equal(open("c", "fifth"), "all");
  await pause(1, "each stream takes its first piece");
  nowMs = 4999;
  assert.equal(open("c", "fifth"), "all");
  await first.read();
  await first.read();
  nowMs = 5000;
  assert.ok(typeof open("a", "sixth") !== "string", "the client's own stalled one");
  assert.ok(typeof open("c", "seventh") !== "string", "another's");
  await until(() => ended.length === 2, "two are ended");
  assert.deepEqual(ended, ["second", "fourth"]);
  await assert.rejects(second.read(), /the client does not read the answer/);
  assert.equal(new TextDecoder().decode((await first.read()).value), "first");
  // Each aborted export freed its slot once.
  assert.equal(open("d", "eighth"), "all");
});

async function linesIn(answer: IncomingMessage): Promise<number> {
  let lines = 0;
  for await (const piece of answer) for (const byte of piece as Buffer) if (byte === 10) lines++;
  return lines;
}

test("eight sockets that do not read block neither queries nor posts nor a ninth export", { skip: onlyLong }, () =>
  inTemporaryFolder(async (directory) => {
    const file = `${directory}/channels.ini`;
    const ini = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed: assert.fail });
    try {
      const text = "x".repeat(200);
      const post = async (from: number, rows: number) => {
        const lines = Array.from({ length: rows }, (_, n) => `${1_600_000_000 + from + n},${n / 7},${text}`);
        const headers = { "Content-Type": "text/csv" };
        const body = `## time,a,s\n${lines.join("\n")}\n`;
        return (await fetch(`${service.url}api/kit/n/g/d/data`, { method: "POST", headers, body })).status;
      };
      for (let n = 0; n < 16; n++) assert.equal(await post(n * 5000, 5000), 200);
      const place = "database=kit_n&measurement=g_d_sensors";
      const url = `${service.url}read/export?${place}&format=ndjson&wait=stored`;
      const ask = (localAddress: string) =>
        new Promise<IncomingMessage>((resolve, reject) => get(url, { localAddress }, resolve).once("error", reject));
      // All at once: the first must not have stalled for long when the last one begins.
      const stalled = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n < 4 ? "127.0.0.1" : "127.0.0.2")));
      assert.deepEqual(new Set(stalled.map(({ statusCode }) => statusCode)), new Set([200]));
      // On a slow machine, the first may already have stalled for so long that it gives its place away.
      let ninth = await ask("127.0.0.3");
      const isFull = ninth.statusCode === 503;
      if (isFull) ninth.resume();
      const series = await fetch(`${service.url}read/series?${place}&from=2020-01-01&to=2021-01-01`);
      assert.equal(series.status, 200);
      await series.arrayBuffer();
      assert.equal(await post(1_000_000, 10), 200);
      const open = stalled.filter(({ destroyed }) => !destroyed);
      if (isFull) assert.equal(open.length, 8, "series and post were answered although all eight stalled");
      await until(async () => {
        if (ninth.statusCode !== 503) return true;
        ninth = await ask("127.0.0.3");
        if (ninth.statusCode !== 200) ninth.resume();
        return ninth.statusCode !== 503;
      });
      assert.equal(ninth.statusCode, 200);
      const lines = await linesIn(ninth);
      assert.ok(lines === 80_010 || (!isFull && lines === 80_000), `${lines} lines`);
      // An aborted export is recognisable as incomplete; the others continue.
      const ends = await Promise.allSettled(stalled.map(linesIn));
      const counts = ends.map((end) => (end.status === "fulfilled" ? end.value : "aborted"));
      // Whichever of them has waited longest.
      assert.deepEqual(counts.sort(), [...new Array<number>(7).fill(80_000), "aborted"]);
    } finally {
      await service.stop();
    }
  }),
);
