/** Parts of an export, its length, and curl resuming an interrupted download. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { byteRange } from "../../../runtime/api/export-answer.ts";
import { SpooledExports } from "../../../runtime/api/spooled-exports.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { onlyLong } from "../../support/long.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

test("ranges are parsed as in RFC 9110", () => {
  const size = 100;
  for (const [header, wanted] of [
    [undefined, "all"],
    ["bytes=0-9", { first: 0, end: 10 }],
    ["bytes=90-", { first: 90, end: 100 }],
    ["bytes=90-1000", { first: 90, end: 100 }],
    ["bytes=-10", { first: 90, end: 100 }],
    ["bytes=-1000", { first: 0, end: 100 }],
    ["bytes=-0", "none"],
    ["bytes=100-", "none"],
    ["bytes=9-0", "all"],
    ["bytes=0-1,5-6", "all"],
    ["rows=0-1", "all"],
    ["bytes=-", "all"],
  ] as const)
    assert.deepEqual(byteRange(header, size), wanted, header);
});

test("the cache stays within its limits and builds each entry once", async () => {
  const files = new SpooledExports({ bytes: 100, files: 2, keepMs: 60_000 });
  let made = 0;
  const make = (bytes: number) =>
    async function* () {
      made++;
      yield new Uint8Array(bytes);
    };
  const hold = async (key: string, bytes: number) => await files.hold(key, make(bytes));
  const [one, same] = await Promise.all([hold("a", 60), hold("a", 60)]);
  assert.deepEqual([one?.size, same?.size, made], [60, 60, 1]);
  assert.equal(await hold("b", 60), undefined, "no room while the other is read");
  one?.release();
  same?.release();
  const other = await hold("b", 60);
  assert.equal(other?.size, 60);
  const read: number[] = [];
  for await (const piece of other!.bytes(10, 30)) read.push(piece.length);
  assert.deepEqual(read, [20]);
  other!.release();
  assert.equal(await hold("c", 101), undefined);
  assert.equal((await hold("a", 60))?.size, 60);
  assert.equal(made, 5);
  const broken = files.hold("d", async function* () {
    yield new Uint8Array(1);
    throw new Error("the store is away");
  });
  await assert.rejects(broken, /the store is away/);
  assert.equal((await hold("d", 1))?.size, 1);
});

test("length, parts, If-Range and a resumed download", { skip: onlyLong || requires("curl") }, () =>
  inTemporaryFolder(async (directory) => {
    const file = join(directory, "channels.ini");
    const ini = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const onFailed = (reason: string) => assert.fail(reason);
    const service = await startService(settings, { log: SILENT, version: "0.1.0", onFailed });
    try {
      const rows = Array.from({ length: 3_000 }, (_, n) => `${1_600_000_000 + n},${n / 7}`);
      const post = (body: string) =>
        fetch(`${service.url}api/kit/n/g/d/data`, { method: "POST", headers: { "Content-Type": "text/csv" }, body });
      assert.equal((await post(`## time,a\n${rows.join("\n")}\n`)).status, 200);
      const stored = async () => {
        const { parts } = (await (await fetch(`${service.url}health`)).json()) as {
          parts: { writer: { counts: { waiting: number } } };
        };
        return parts.writer.counts.waiting === 0;
      };
      await until(stored);
      for (const format of ["csv", "parquet"]) {
        const url = `${service.url}read/export?database=kit_n&measurement=g_d_sensors&format=${format}&wait=stored`;
        const all = await fetch(url);
        assert.equal(all.status, 200);
        const whole = Buffer.from(await all.arrayBuffer());
        const head = await fetch(url, { method: "HEAD" });
        assert.deepEqual(
          ["content-length", "accept-ranges"].map((name) => head.headers.get(name)),
          [String(whole.length), "bytes"],
        );
        const part = async (headers: Record<string, string>) => {
          const answer = await fetch(url, { headers });
          const body = Buffer.from(await answer.arrayBuffer());
          return { status: answer.status, range: answer.headers.get("content-range"), body };
        };
        const middle = await part({ Range: "bytes=1000-1999" });
        assert.deepEqual([middle.status, middle.range], [206, `bytes 1000-1999/${whole.length}`]);
        assert.deepEqual(middle.body, whole.subarray(1000, 2000));
        assert.deepEqual((await part({ Range: "bytes=-8" })).body, whole.subarray(-8));
        const behind = await part({ Range: `bytes=${whole.length}-` });
        assert.deepEqual([behind.status, behind.range], [416, `bytes */${whole.length}`]);
        const etag = head.headers.get("etag") ?? "";
        assert.equal((await part({ Range: "bytes=0-9", "If-Range": etag })).status, 206);
        assert.equal((await part({ Range: "bytes=0-9", "If-Range": '"another"' })).status, 200);
        const download = join(directory, `d.${format}`);
        await writeFile(download, whole.subarray(0, whole.length >> 1));
        await promisify(execFile)("curl", ["-s", "-f", "-C", "-", "-o", download, url]);
        assert.equal((await readFile(download)).equals(whole), true);
        // None of these uses an export slot; a client has four.
        for (let n = 0; n < 6; n++) assert.equal((await fetch(url, { method: "HEAD" })).status, 200);
      }
      const url = `${service.url}read/export?database=kit_n&measurement=g_d_sensors&format=csv&wait=stored`;
      const before = (await fetch(url, { method: "HEAD" })).headers;
      assert.equal((await post("## time,a\n1700000000,1\n")).status, 200);
      await until(stored);
      const after = (await fetch(url, { method: "HEAD" })).headers;
      assert.notEqual(after.get("etag"), before.get("etag"));
      assert.ok(Number(after.get("content-length")) > Number(before.get("content-length")), "the export has grown");
      const xlsx = await fetch(url.replace("csv", "xlsx"), { method: "HEAD" });
      assert.deepEqual([xlsx.status, xlsx.headers.get("accept-ranges")], [200, null]);
    } finally {
      await service.stop();
    }
  }),
);
