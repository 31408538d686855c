import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { crc32, crc32Portable } from "../../../runtime/journal/crc32.ts";
import { type FileJournalOptions, openJournal } from "../../../runtime/journal/file-journal.ts";
import type { OpenFile } from "../../../runtime/journal/segment.ts";
import { TelemetryError } from "../../../runtime/telemetry/error-signal.ts";
import { FailingDisk } from "../../support/failing-disk.ts";
import { journalContract } from "../../support/journal-contract.ts";
import { inTemporaryFolder, messageOf, textsOf } from "../../support/journal-messages.ts";

const MEBIBYTE = 1 << 20;

journalContract("journal on files", async () => {
  const directory = await fs.mkdtemp(join(tmpdir(), "journal-contract-"));
  return {
    open: (maxBytes = 64 * MEBIBYTE) => openJournal(options(directory, { maxBytes })),
    remove: () => fs.rm(directory, { recursive: true }),
  };
});

function options(directory: string, more: Partial<FileJournalOptions> = {}): FileJournalOptions {
  return { directory, maxBytes: 64 * MEBIBYTE, commitIntervalMs: 0, ...more };
}

/** Appends texts, each durable before the next, so that each is a block of its own. */
async function fill(
  directory: string,
  texts: readonly string[],
  more: Partial<FileJournalOptions> = {},
): Promise<void> {
  const journal = await openJournal(options(directory, more));
  for (const text of texts) {
    journal.append(messageOf(text));
    await journal.durable();
  }
  await journal.close();
}

async function segmentFiles(directory: string): Promise<string[]> {
  const names = await fs.readdir(directory);
  return names.filter((name) => name.endsWith(".journal")).sort();
}

test("the two CRC-32s agree, also with the value of the standard's check", () => {
  assert.equal(crc32Portable(Buffer.from("123456789")), 0xcbf43926);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === crc32Portable(bytes)),
    { seed: 1 },
  );
});

test("what is not durable is not read", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { open: disk.open }));
    let release = () => {};
    disk.gate = new Promise((resolve) => {
      release = resolve;
    });
    journal.append(messageOf("a"));
    assert.deepEqual(await textsOf(journal.read(0)), []);
    const durable = journal.durable();
    release();
    await durable;
    assert.deepEqual(await textsOf(journal.read(0)), [[1, "a"]]);
    await journal.close();
  }));

test("all that is appended while one write is under way becomes durable with the next", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { open: disk.open }));
    const before = disk.writes;
    let release = () => {};
    disk.gate = new Promise((resolve) => {
      release = resolve;
    });
    journal.append(messageOf("first"));
    const first = journal.durable();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const rest = Array.from({ length: 1000 }, (_, i) => {
      journal.append(messageOf(`${i}`));
      return journal.durable();
    });
    release();
    await Promise.all([first, ...rest]);
    assert.equal(disk.writes - before, 2);
    await journal.close();
  }));

test("a message may be larger than a page and than a segment", () =>
  inTemporaryFolder(async (directory) => {
    const texts = ["small", "x".repeat(3 * MEBIBYTE), "y".repeat(MEBIBYTE), "after"];
    await fill(directory, texts, { segmentBytes: 100_000 });
    const journal = await openJournal(options(directory));
    assert.deepEqual(
      (await textsOf(journal.read(0))).map(([, text]) => text),
      texts,
    );
    await journal.close();
  }));

test("a message that no journal of this size can hold is refused as too large", () =>
  inTemporaryFolder(async (directory) => {
    const journal = await openJournal(options(directory, { maxBytes: 1000 }));
    assert.throws(
      () => journal.append(messageOf("x".repeat(2000))),
      (error) => codeOf(error) === "too-large",
    );
    assert.throws(
      () => journal.append(messageOf("", { address: "x".repeat(70_000) })),
      (error) => codeOf(error) === "too-large",
    );
    assert.equal(journal.full, false);
    await journal.close();
  }));

test("a tail torn at any byte loses nothing that was durable before it", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three"]);
    const [name] = await segmentFiles(directory);
    const whole = await fs.readFile(join(directory, name!));
    const two = whole.lastIndexOf("two") + 3;
    const three = whole.lastIndexOf("three") + 5;
    for (let length = two; length <= three; length++) {
      await inTemporaryFolder(async (copy) => {
        await fs.writeFile(join(copy, name!), whole.subarray(0, length));
        const findings: string[] = [];
        const journal = await openJournal(options(copy, { onFinding: (finding) => findings.push(finding) }));
        const kept = length === three ? 3 : 2;
        assert.equal(journal.tail, kept);
        assert.equal((await textsOf(journal.read(0))).length, kept);
        assert.equal(findings.length, length === two || length === three ? 0 : 1);
        assert.equal(journal.append(messageOf("again")), kept + 1);
        await journal.close();
        const again = await openJournal(options(copy, { onFinding: (finding) => findings.push(finding) }));
        assert.equal((await textsOf(again.read(0))).at(-1)?.[1], "again");
        assert.equal(findings.length, length === two || length === three ? 0 : 1, findings.join());
        await again.close();
      });
    }
  }));

test("whatever bytes a crash leaves behind the durable end, nothing durable is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (garbage, withMagic) =>
      inTemporaryFolder(async (directory) => {
        await fill(directory, ["one", "two"]);
        const [name] = await segmentFiles(directory);
        await fs.appendFile(
          join(directory, name!),
          withMagic ? Buffer.concat([Buffer.from("SLJB"), garbage]) : garbage,
        );
        const journal = await openJournal(options(directory));
        assert.deepEqual(await textsOf(journal.read(0)), [
          [1, "one"],
          [2, "two"],
        ]);
        await journal.close();
      }),
    ),
    { seed: 3, numRuns: 40 },
  );
});

test("a damaged block is reported and counted, and all others are read", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three", "four"]);
    const [name] = await segmentFiles(directory);
    const path = join(directory, name!);
    const whole = await fs.readFile(path);
    for (const damaged of [whole.indexOf("two"), whole.indexOf("two") - 60, whole.indexOf("two") - 40]) {
      const bytes = Buffer.from(whole);
      bytes[damaged]! ^= 0x40;
      await fs.writeFile(path, bytes);
      const findings: string[] = [];
      const journal = await openJournal(options(directory, { onFinding: (finding) => findings.push(finding) }));
      assert.deepEqual(await textsOf(journal.read(0)), [
        [1, "one"],
        [3, "three"],
        [4, "four"],
      ]);
      assert.deepEqual(findings, [`The journal in ${directory} is damaged: 1 messages up to position 2 are lost.`]);
      assert.equal(journal.status().counts?.["lost"], 1);
      await journal.close();
    }
  }));

test("a damaged block in an earlier segment is passed over as well", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three", "four"], { segmentBytes: 1 });
    const files = await segmentFiles(directory);
    assert.equal(files.length, 4);
    await fs.truncate(join(directory, files[1]!), 50);
    const journal = await openJournal(options(directory));
    assert.deepEqual(await textsOf(journal.read(0)), [
      [1, "one"],
      [3, "three"],
      [4, "four"],
    ]);
    assert.equal(journal.status().counts?.["lost"], 1);
    await journal.close();
  }));

test("a segment whose header is damaged is kept aside, and no position is used twice", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three"], { segmentBytes: 1 });
    const last = join(directory, (await segmentFiles(directory)).at(-1)!);
    const bytes = await fs.readFile(last);
    bytes[20]! ^= 1;
    await fs.writeFile(last, bytes);
    const findings: string[] = [];
    const journal = await openJournal(options(directory, { onFinding: (finding) => findings.push(finding) }));
    assert.match(findings[0]!, /header is damaged/);
    assert.ok(journal.tail >= 3);
    const next = journal.append(messageOf("next"));
    await journal.durable();
    assert.deepEqual(await textsOf(journal.read(0)), [
      [1, "one"],
      [2, "two"],
      [next, "next"],
    ]);
    await journal.close();
  }));

test("bytes that a sender put into a payload never pass for a block", () =>
  inTemporaryFolder(async (directory) => {
    await inTemporaryFolder(async (forgery) => {
      await fill(forgery, ["forged"]);
      const [name] = await segmentFiles(forgery);
      const block = (await fs.readFile(join(forgery, name!))).subarray(36);
      const journal = await openJournal(options(directory));
      for (const payload of ["one", block, "three"]) {
        journal.append(messageOf(payload));
        await journal.durable();
      }
      await journal.close();
    });
    const path = join(directory, (await segmentFiles(directory))[0]!);
    const bytes = await fs.readFile(path);
    bytes[bytes.indexOf("forged") - 120]! ^= 1;
    await fs.writeFile(path, bytes);
    const journal = await openJournal(options(directory));
    assert.deepEqual(await textsOf(journal.read(0)), [
      [1, "one"],
      [3, "three"],
    ]);
    await journal.close();
  }));

test("a journal of another format version is refused by name", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one"]);
    const path = join(directory, (await segmentFiles(directory))[0]!);
    const bytes = await fs.readFile(path);
    bytes.writeUInt32LE(99, 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 32)), 32);
    await fs.writeFile(path, bytes);
    await assert.rejects(openJournal(options(directory)), /has journal format 99; this program reads format 1/);
  }));

test("segments that are committed are deleted, and positions are never used again", () =>
  inTemporaryFolder(async (directory) => {
    let journal = await openJournal(options(directory, { segmentBytes: 1 }));
    for (const text of ["a", "b", "c"]) {
      journal.append(messageOf(text));
      await journal.durable();
    }
    assert.equal((await segmentFiles(directory)).length, 3);
    journal.commit(2);
    await journal.close();
    assert.equal((await segmentFiles(directory))[0], "0000000000000003.journal");
    for (let restart = 0; restart < 3; restart++) {
      journal = await openJournal(options(directory));
      journal.commit(3);
      await journal.close();
    }
    journal = await openJournal(options(directory));
    assert.deepEqual([journal.tail, journal.committed], [3, 3]);
    assert.equal(journal.append(messageOf("d")), 4);
    await journal.close();
  }));

test("one message that fills the journal makes room once it is committed", () =>
  inTemporaryFolder(async (directory) => {
    const journal = await openJournal(options(directory, { maxBytes: 200_000, segmentBytes: 20_000 }));
    journal.append(messageOf("x".repeat(190_000)));
    await journal.durable();
    assert.throws(
      () => journal.append(messageOf("y".repeat(20_000))),
      (error) => codeOf(error) === "unavailable",
    );
    journal.commit(1);
    await until(() => !journal.full);
    journal.append(messageOf("y".repeat(20_000)));
    await journal.durable();
    await journal.close();
  }));

for (const failWith of ["ENOSPC", "EIO"] as const) {
  for (const partialBytes of [0, 10, 1 << 20]) {
    test(`${failWith} after ${partialBytes} bytes: nothing is acknowledged, and it goes on when the disk works again`, () =>
      inTemporaryFolder(async (directory) => {
        const disk = new FailingDisk();
        let journal = await openJournal(options(directory, { open: disk.open }));
        journal.append(messageOf("before"));
        await journal.durable();
        disk.failWith = failWith;
        disk.partialBytes = partialBytes;
        journal.append(messageOf("during"));
        await assert.rejects(journal.durable(), (error) => codeOf(error) === "unavailable");
        assert.equal(journal.full, true);
        assert.throws(
          () => journal.append(messageOf("refused")),
          (error) => codeOf(error) === "unavailable",
        );
        await assert.rejects(journal.durable());
        assert.deepEqual(await textsOf(journal.read(0)), [[1, "before"]]);
        disk.failWith = undefined;
        await until(() => !journal.full);
        assert.equal(journal.append(messageOf("after")), 3);
        await journal.durable();
        const expected = [
          [1, "before"],
          [2, "during"],
          [3, "after"],
        ];
        assert.deepEqual(await textsOf(journal.read(0)), expected);
        await journal.close();
        journal = await openJournal(options(directory));
        assert.deepEqual(await textsOf(journal.read(0)), expected);
        assert.equal(journal.status().counts?.["lost"], 0);
        await journal.close();
      }));
  }
}

test("a failed write that reached the disk after all does not hide the messages that took its positions", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { open: disk.open }));
    journal.append(messageOf("before"));
    await journal.durable();
    Object.assign(disk, { failWith: "EIO", partialBytes: MEBIBYTE, sparesHeaders: true });
    journal.append(messageOf("ghost"));
    await assert.rejects(journal.durable());
    const begun = disk.writes;
    while (disk.writes < begun + 2) await new Promise((resolve) => setTimeout(resolve, 5));
    // The process is killed here: what it left is copied.
    await inTemporaryFolder(async (copy) => {
      for (const name of await segmentFiles(directory)) {
        const bytes = await fs.readFile(join(directory, name));
        await fs.writeFile(join(copy, name), bytes.subarray(0, name.includes("2.") ? 36 : bytes.length));
      }
      const again = await openJournal(options(copy));
      assert.equal(again.append(messageOf("acknowledged")), 2);
      await again.durable();
      assert.deepEqual(await textsOf(again.read(0)), [
        [1, "before"],
        [2, "acknowledged"],
      ]);
      await again.close();
    });
    disk.failWith = undefined;
    await journal.close();
  }));

test("opening reads the last segment alone", () =>
  inTemporaryFolder(async (directory) => {
    await fill(
      directory,
      Array.from({ length: 30 }, (_, i) => `${i}`),
      { segmentBytes: 1 },
    );
    const opened: string[] = [];
    const open: OpenFile = (path, flags) => {
      opened.push(basename(path));
      return fs.open(path, flags);
    };
    const journal = await openJournal(options(directory, { open }));
    assert.deepEqual(opened, ["0000000000000030.journal", "0000000000000031.journal.new"]);
    assert.equal((await textsOf(journal.read(0))).length, 30);
    await journal.close();
  }));

test("closing while the disk fails says so, and frees the folder", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { open: disk.open }));
    disk.failWith = "EIO";
    journal.append(messageOf("a"));
    await assert.rejects(journal.close(), /EIO/);
    const again = await openJournal(options(directory));
    assert.equal(again.tail, 0);
    await again.close();
    assert.throws(
      () => again.append(messageOf("b")),
      (error) => codeOf(error) === "unavailable",
    );
  }));

test("reading goes on while segments before it are committed and deleted", () =>
  inTemporaryFolder(async (directory) => {
    const journal = await openJournal(options(directory, { segmentBytes: 2000 }));
    for (let i = 1; i <= 200; i++) {
      journal.append(messageOf(`${i}`));
      if (i % 5 === 0) await journal.durable();
    }
    const read: number[] = [];
    for await (const { position } of journal.read(0)) {
      read.push(position);
      journal.commit(position);
    }
    assert.deepEqual(read, range(1, 200));
    assert.equal(journal.status().counts?.["lost"], 0);
    await journal.close();
    assert.equal((await segmentFiles(directory)).length, 1);
  }));

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof TelemetryError ? error.code : undefined;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("retained messages stay readable after they were committed, over a restart, until the disk is short", async () => {
  await inTemporaryFolder(async (directory) => {
    await fill(directory, ["a", "b", "c"]);
    const retained = { retained: 2 };
    for (let start = 0; start < 3; start++) {
      const journal = await openJournal(options(directory, retained));
      journal.commit(3);
      await journal.close();
    }
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { ...retained, open: disk.open }));
    journal.commit(3);
    const texts = (await textsOf(journal.read(1))).map(([, text]) => text);
    assert.deepEqual(texts, ["b", "c"]);
    const before = await segmentFiles(directory);
    disk.failWith = "ENOSPC";
    journal.append(messageOf("d"));
    await assert.rejects(journal.durable());
    disk.failWith = undefined;
    await journal.close();
    const [first = ""] = before;
    assert.equal((await segmentFiles(directory)).includes(first), false);
  });
});
