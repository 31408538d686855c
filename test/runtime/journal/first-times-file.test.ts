import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { FirstTimesFile } from "../../../runtime/journal/first-times-file.ts";
import { TelemetryError } from "../../../runtime/model/error-signal.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

test("the first time of a name is kept, also for concurrent requests and after kill -9", () =>
  inTemporaryFolder(async (journal) => {
    const times = await FirstTimesFile.open(journal);
    assert.deepEqual(await Promise.all([times.of(1n, 100n), times.of(1n, 200n), times.of(2n, 300n)]), [
      100n,
      100n,
      300n,
    ]);
    // Another process opens it without a previous close.
    const next = await FirstTimesFile.open(journal);
    assert.deepEqual([await next.of(1n, 900n), await next.of(2n, 900n), await next.of(3n, 900n)], [100n, 300n, 900n]);
    assert.equal(await (await FirstTimesFile.open(journal)).of(3n, 999n), 900n);
    await Promise.all([times.close(), next.close()]);
  }));

test("names are known after a restart also if the clock was in 1970 at the first one", (t) =>
  inTemporaryFolder(async (journal) => {
    t.mock.timers.enable({ apis: ["Date"], now: 60_000 });
    const times = await FirstTimesFile.open(journal);
    await times.of(1n, 100n);
    await times.close();
    const next = await FirstTimesFile.open(journal);
    assert.equal(await next.of(1n, 900n), 100n);
    await next.close();
  }));

test("a record that a crash cut off is ignored, and the next one overwrites it", () =>
  inTemporaryFolder(async (journal) => {
    const times = await FirstTimesFile.open(journal);
    await times.of(1n, 100n);
    await times.of(2n, 200n);
    await times.close();
    const [name] = await fs.readdir(join(journal, "keys"));
    await fs.truncate(join(journal, "keys", name!), 39);
    const cut = await FirstTimesFile.open(journal);
    assert.deepEqual([await cut.of(1n, 900n), await cut.of(2n, 901n)], [100n, 901n]);
    await cut.close();
    const next = await FirstTimesFile.open(journal);
    assert.deepEqual([await next.of(1n, 999n), await next.of(2n, 999n)], [100n, 901n]);
  }));

test("at least as many names as a file holds are known, and at most twice as many", () =>
  inTemporaryFolder(async (journal) => {
    const times = await FirstTimesFile.open(journal, 10);
    for (let name = 0n; name < 100n; name++) await times.of(name, name);
    for (let name = 90n; name < 100n; name++) assert.equal(await times.of(name, 1000n), name);
    assert.equal(await times.of(5n, 1000n), 1000n);
    await times.close();
    assert.equal((await fs.readdir(join(journal, "keys"))).length, 2);
    const next = await FirstTimesFile.open(journal, 10);
    assert.equal(await next.of(99n, 2000n), 99n);
  }));

test("an owner with many names pushes out no other owner's, also after restarts", () =>
  inTemporaryFolder(async (journal) => {
    let times = await FirstTimesFile.open(journal, 100);
    for (let name = 1n; name <= 20n; name++) await times.of(name, name, "b");
    for (let name = 1000n; name < 3000n; name++) {
      await times.of(name, name, "a");
      if (name % 250n !== 0n) continue;
      await times.close();
      times = await FirstTimesFile.open(journal, 100, assert.fail);
    }
    for (let name = 1n; name <= 20n; name++) assert.equal(await times.of(name, 5000n, "b"), name);
    assert.equal(await times.of(2999n, 5000n, "a"), 2999n);
    assert.equal(await times.of(1000n, 5000n, "a"), 5000n);
    await times.close();
  }));

test("while the disk refuses writes, no success is reported; the name keeps its first time", () =>
  inTemporaryFolder(async (journal) => {
    const times = await FirstTimesFile.open(journal);
    await fs.writeFile(join(journal, "keys"), "in the way");
    await assert.rejects(
      times.of(1n, 100n),
      (error) => error instanceof TelemetryError && error.code === "unavailable",
    );
    await assert.rejects(times.of(1n, 200n), /its key cannot be stored/);
    await fs.rm(join(journal, "keys"));
    assert.equal(await times.of(1n, 300n), 100n);
    assert.equal(await (await FirstTimesFile.open(journal)).of(1n, 400n), 100n);
    await times.close();
  }));

test("a file of version 0.1, without sums, is read; further names go to another file", () =>
  inTemporaryFolder(async (journal) => {
    const record = Buffer.alloc(16);
    record.writeBigUInt64LE(1n, 0);
    record.writeBigInt64LE(100n, 8);
    await fs.mkdir(join(journal, "keys"));
    await fs.writeFile(join(journal, "keys", String(Date.now() - 1000)), record);
    const times = await FirstTimesFile.open(journal);
    assert.deepEqual([await times.of(1n, 5n), await times.of(2n, 200n)], [100n, 200n]);
    await times.close();
    const next = await FirstTimesFile.open(journal);
    assert.deepEqual([await next.of(1n, 5n), await next.of(2n, 5n)], [100n, 200n]);
    await next.close();
  }));

test("a clock that jumps twice by years makes no name forgotten: no time has passed", (t) =>
  inTemporaryFolder(async (journal) => {
    const times = await FirstTimesFile.open(journal, 10);
    // The first file is full, and its names are in the former one.
    for (let name = 0n; name <= 10n; name++) await times.of(name, name);
    for (const [name, year] of [2036, 1970, 2050].entries()) {
      t.mock.timers.reset();
      t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(year, 0, 1) });
      await times.of(BigInt(100 + name), 1n);
    }
    assert.equal(await times.of(3n, 1000n), 3n);
    await times.close();
  }));
