import assert from "node:assert/strict";
import { cpSync, readdirSync } from "node:fs";
import * as fs from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { type FileJournalOptions, openJournal } from "../../../runtime/journal/file-journal.ts";
import type { OpenFile } from "../../../runtime/journal/segment.ts";
import { TelemetryError } from "../../../runtime/model/error-signal.ts";
import { FailingDisk } from "../../support/failing-disk.ts";
import { journalContract } from "../../support/journal-contract.ts";
import { messageOf, textsOf } from "../../support/journal-messages.ts";
import { inTemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const MEBIBYTE = 1 << 20;

journalContract("journal on files", async () => {
  const directory = temporaryFolder();
  return {
    open: (maxBytes = 64 * MEBIBYTE) => openJournal(options(directory, { maxBytes })),
    remove: () => fs.rm(directory, { recursive: true }),
  };
});

function options(directory: string, more: Partial<FileJournalOptions> = {}): FileJournalOptions {
  return { directory, maxBytes: 64 * MEBIBYTE, commitIntervalMs: 0, ...more };
}

/** Appends texts, each durable before the next, so that each is a separate block. */
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

test("only durable messages are read", () =>
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

test("messages appended during one write become durable with the next", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { open: disk.open }));
    const before = disk.writes;
    assert.equal(disk.begun, before);
    let release = () => {};
    disk.gate = new Promise((resolve) => {
      release = resolve;
    });
    journal.append(messageOf("first"));
    const first = journal.durable();
    await until(() => disk.begun === before + 1);
    const rest = Array.from({ length: 1000 }, (_, i) => {
      journal.append(messageOf(`${i}`));
      return journal.durable();
    });
    release();
    await Promise.all([first, ...rest]);
    assert.equal(disk.writes - before, 2);
    await journal.close();
  }));

test("a message may be larger than a page or a segment", () =>
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

test("a message larger than the journal is refused as too large", () =>
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

test("whatever bytes a crash leaves after the durable end, nothing durable is lost", async () => {
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
      // Reading again gives the same.
      await textsOf(journal.read(1));
      assert.equal(journal.status().counts?.["lost"], 1);
      assert.equal(journal.status().state, "degraded");
      assert.match(journal.status().detail, /damage was found: read .+damage\.txt, then delete it$/);
      await fs.rm(join(directory, "damage.txt"));
      assert.equal(journal.status().state, "ok");
      await journal.close();
    }
  }));

test("a damaged block in an earlier segment is skipped too", () =>
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

test("a segment is read without its header, whatever part of it is damaged, and also if it is the only one", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three"]);
    const [name] = await segmentFiles(directory);
    const whole = await fs.readFile(join(directory, name!));
    const damages = [0, 9, 20, 30, 41, 61].map((at) => (bytes: Buffer) => bytes.writeUInt8(bytes[at]! ^ 1, at));
    for (const damage of [...damages, (bytes: Buffer) => bytes.fill(0, 0, 64)]) {
      await inTemporaryFolder(async (copy) => {
        await fs.cp(directory, copy, { recursive: true });
        const bytes = Buffer.from(whole);
        damage(bytes);
        await fs.writeFile(join(copy, name!), bytes);
        const findings: string[] = [];
        for (const expected of [
          [`The header of ${join(copy, name!)} is damaged; its messages can still be read.`],
          [],
        ]) {
          const journal = await openJournal(options(copy, { onFinding: (finding) => findings.push(finding) }));
          assert.deepEqual(findings.splice(0), expected);
          assert.deepEqual(await textsOf(journal.read(0)), [
            [1, "one"],
            [2, "two"],
            [3, "three"],
          ]);
          assert.equal(journal.tail, 3);
          assert.equal(journal.status().counts?.["lost"], 0);
          assert.equal(journal.status().state, "degraded");
          await journal.close();
        }
      });
    }
  }));

test("if the first blocks are lost with the header, the others are read and the loss is counted", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three", "four"]);
    const [name] = await segmentFiles(directory);
    const bytes = await fs.readFile(join(directory, name!));
    await fs.writeFile(join(directory, name!), bytes.fill(0xff, 0, bytes.indexOf("two")));
    const journal = await openJournal(options(directory));
    assert.deepEqual(await textsOf(journal.read(0)), [
      [3, "three"],
      [4, "four"],
    ]);
    assert.equal(journal.status().counts?.["lost"], 2);
    await journal.close();
  }));

test("an unreadable last segment is set aside; its content is reported as unknown; no position is reused", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three"], { segmentBytes: 1 });
    const last = join(directory, (await segmentFiles(directory)).at(-1)!);
    await fs.writeFile(last, Buffer.alloc((await fs.stat(last)).size, 0x55));
    let journal = await openJournal(options(directory));
    const next = journal.append(messageOf("next"));
    assert.ok(next > 3, `${next} messages are kept`);
    await journal.durable();
    for (let start = 0; start < 2; start++) {
      assert.deepEqual(await textsOf(journal.read(0)), [
        [1, "one"],
        [2, "two"],
        [next, "next"],
      ]);
      assert.equal(journal.status().counts?.["lost"], 0);
      await journal.close();
      journal = await openJournal(options(directory));
    }
    await journal.close();
    const report = await fs.readFile(join(directory, "damage.txt"), "utf8");
    assert.match(report, /3\.journal cannot be read; it was renamed to .+\.damaged\./);
    assert.match(report, /How many messages the end of .+ held is unknown/);
    assert.match(report, /behind position 2: how many messages are lost is unknown/);
  }));

test("a copy of another segment, and one of another journal, are rejected", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three", "four"], { segmentBytes: 1 });
    const files = (await segmentFiles(directory)).map((name) => join(directory, name));
    await fs.copyFile(files[3]!, files[1]!);
    await inTemporaryFolder(async (other) => {
      await fill(other, ["1", "2", "other"], { segmentBytes: 1 });
      await fs.copyFile(join(other, (await segmentFiles(other))[2]!), files[2]!);
    });
    const journal = await openJournal(options(directory));
    assert.deepEqual(await textsOf(journal.read(0)), [
      [1, "one"],
      [4, "four"],
    ]);
    assert.equal(journal.status().counts?.["lost"], 2);
    assert.equal(journal.status().state, "degraded");
    await journal.close();
    const report = await fs.readFile(join(directory, "damage.txt"), "utf8");
    assert.match(report, /2\.journal is a copy of another segment; it was renamed/);
    assert.match(report, /3\.journal belongs to another journal; it was renamed/);
  }));

test("files that are not segments are left alone, and empty ones displace no message", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three"]);
    await fs.writeFile(join(directory, "9999999999999999.journal"), "far");
    await fs.writeFile(join(directory, "0000000000000000.journal"), "zero");
    await fs.writeFile(join(directory, "notes.journal"), "hello");
    await fs.mkdir(join(directory, "0000000000000007.journal"));
    await fs.symlink("nowhere", join(directory, "0000000000000008.journal"));
    await fs.writeFile(join(directory, "0000000000000002.journal"), "");
    const findings: string[] = [];
    const journal = await openJournal(options(directory, { onFinding: (finding) => findings.push(finding) }));
    assert.deepEqual(await textsOf(journal.read(0)), [
      [1, "one"],
      [2, "two"],
      [3, "three"],
    ]);
    assert.equal(journal.append(messageOf("four")), 4);
    await journal.close();
    assert.equal(findings.filter((finding) => finding.includes("is not a segment of the journal")).length, 5);
    assert.equal(await fs.readFile(join(directory, "notes.journal"), "utf8"), "hello");
  }));

test("a damaged end is distinguished from one that a crash tore", () =>
  inTemporaryFolder(async (directory) => {
    await fill(directory, ["one", "two", "three".repeat(500)]);
    const [name] = await segmentFiles(directory);
    const whole = await fs.readFile(join(directory, name!));
    const at = whole.indexOf("three");
    const flipped = (offset: number) => {
      const bytes = Buffer.from(whole);
      bytes[offset]! ^= 4;
      return bytes;
    };
    const ends: readonly [Buffer, "ok" | "degraded"][] = [
      [whole.subarray(0, at), "ok"],
      [Buffer.from(whole).fill(0, 1024), "ok"],
      [flipped(at), "degraded"],
      [flipped(at - 50), "degraded"],
    ];
    for (const [bytes, state] of ends) {
      await inTemporaryFolder(async (copy) => {
        await fs.cp(directory, copy, { recursive: true });
        await fs.writeFile(join(copy, name!), bytes);
        const journal = await openJournal(options(copy));
        assert.equal(journal.status().state, state);
        assert.equal((await textsOf(journal.read(0))).length, 2);
        await journal.close();
        assert.equal((await fs.readdir(copy)).includes(`${name}.damaged`), state === "degraded");
      });
    }
  }));

test("an existing segment is never overwritten", () =>
  inTemporaryFolder(async (directory) => {
    const journal = await openJournal(options(directory, { segmentBytes: 1 }));
    journal.append(messageOf("one"));
    await journal.durable();
    const path = join(directory, "0000000000000002.journal");
    await fs.writeFile(path, "somebody else's");
    journal.append(messageOf("two"));
    await assert.rejects(journal.durable(), /EEXIST/);
    assert.equal(await fs.readFile(path, "utf8"), "somebody else's");
    await fs.rm(path);
    await until(() => !journal.full);
    assert.deepEqual(
      (await textsOf(journal.read(0))).map(([, text]) => text),
      ["one", "two"],
    );
    await journal.close();
  }));

const FORMER = fileURLToPath(new URL("../../support/data-0.1/journal", import.meta.url));

test("a journal of version 0.1 is read, continues in today's format, and is distinguished from other files", () =>
  inTemporaryFolder(async (directory) => {
    await fs.cp(FORMER, directory, { recursive: true });
    for (const damaged of [false, true]) {
      if (damaged) {
        const path = join(directory, "0000000000000001.journal");
        const bytes = await fs.readFile(path);
        bytes[12]! ^= 1;
        await fs.writeFile(path, bytes);
      }
      const journal = await openJournal(options(directory));
      const texts = (await textsOf(journal.read(0))).map(([position, text]) => `${position} ${text}`);
      assert.deepEqual(texts.slice(0, 7), [
        '1 {"v":1,"time":"2026-01-01T00:00:01Z"}',
        '2 {"v":2,"time":"2026-01-01T00:00:02Z"}',
        '3 {"v":3,"time":"2026-01-01T00:00:03Z"}',
        texts[3]!,
        '5 {"v":"text"}',
        '6 {"v":4,"time":"2026-01-01T00:00:04Z"}',
        '7 {"v":5,"time":"2026-01-01T00:00:05Z"}',
      ]);
      assert.equal(journal.identity.predatesIdentities, true);
      assert.equal(journal.append(messageOf("new")), damaged ? 9 : 8);
      await journal.durable();
      assert.equal(journal.status().state, damaged ? "degraded" : "ok");
      await journal.close();
    }
  }));

test("a journal keeps its identity, even if the file that contains it is lost", () =>
  inTemporaryFolder(async (directory) => {
    const identities = new Set<string>();
    for (const loses of ["nothing", "identity", "its content"]) {
      await fill(directory, ["text"]);
      if (loses === "identity") await fs.rm(join(directory, "identity"));
      if (loses === "its content") await fs.writeFile(join(directory, "identity"), "\0\0");
      const journal = await openJournal(options(directory));
      assert.equal(journal.identity.predatesIdentities, false);
      identities.add(journal.identity.uuid);
      await journal.close();
    }
    assert.equal(identities.size, 1);
    const journal = await openJournal(options(directory));
    assert.equal((await textsOf(journal.read(0))).length, 3);
    await journal.close();
  }));

test("bytes in a sender's payload are never taken for a block", () =>
  inTemporaryFolder(async (directory) => {
    await inTemporaryFolder(async (forgery) => {
      await fill(forgery, ["forged"]);
      const [name] = await segmentFiles(forgery);
      const block = (await fs.readFile(join(forgery, name!))).subarray(64);
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
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
    await fs.writeFile(path, bytes);
    await assert.rejects(openJournal(options(directory)), /has journal format 99; this program reads formats 1 and 2/);
  }));

test("committed segments are deleted, and positions are never reused", () =>
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

test("a full disk: its free bytes are said, before the last megabytes and at the failure, and the log says when it works", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const space = { freeBytes: 900_000_000, totalBytes: 8e9 };
    const said: string[] = [];
    const open = () =>
      openJournal(
        options(directory, {
          ...{ open: disk.open, measureDisk: async () => ({ ...space }) },
          onFinding: (sentence) => said.push(sentence.replace(directory, "DIR")),
        }),
      );
    let journal = await open();
    journal.append(messageOf("plenty"));
    await journal.durable();
    await until(() => journal.status().state === "ok");
    assert.deepEqual(said, []);
    await journal.close();
    space.freeBytes = 40_000_000;
    journal = await open();
    journal.append(messageOf("short"));
    await journal.durable();
    await until(() => journal.status().state === "degraded");
    const short = "only 40 MB of its disk are free: make room, or senders will be refused";
    assert.ok(journal.status().detail.includes(short), journal.status().detail);
    assert.deepEqual(said.splice(0), [`DIR: ${short}`]);
    Object.assign(disk, { failWith: "ENOSPC", sparesCuts: true });
    space.freeBytes = 12_345;
    journal.append(messageOf("during"));
    await assert.rejects(journal.durable(), /cannot be written \(ENOSPC: write failed; 12 kB of its disk are free\)/);
    disk.sparesCuts = false;
    await assert.rejects(journal.durable());
    const { state, detail, lastError } = journal.status();
    assert.equal(state, "down");
    assert.match(detail, /cannot be written: ENOSPC: write failed; 12 kB of its disk are free$/);
    assert.match(lastError?.message ?? "", /12 kB of its disk are free$/);
    space.freeBytes = 900_000_000;
    disk.failWith = undefined;
    await until(() => !journal.full);
    assert.deepEqual(said, [
      "DIR cannot be written: ENOSPC: write failed; 12 kB of its disk are free; senders are told to try again",
      "DIR can be written again",
    ]);
    await journal.close();
  }));

for (const failWith of ["ENOSPC", "EIO"] as const) {
  for (const partialBytes of [0, 10, 1 << 20]) {
    test(`${failWith} after ${partialBytes} bytes: nothing is acknowledged, and the journal continues when the disk works again`, () =>
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

const refused = (error: unknown) => codeOf(error) === "unavailable";

/** The files as a process leaves them that is killed now. */
async function inCopy(directory: string, body: (copy: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (copy) => {
    for (const name of await segmentFiles(directory)) await fs.copyFile(join(directory, name), join(copy, name));
    await body(copy);
  });
}

async function textsAfterStart(directory: string): Promise<unknown> {
  const journal = await openJournal(options(directory));
  const texts = await textsOf(journal.read(0));
  assert.equal(journal.status().counts?.["lost"], 0);
  await journal.close();
  return texts;
}

for (const failWith of ["ENOSPC", "EIO"] as const) {
  for (const partialBytes of [0, 10, 1 << 20]) {
    for (const sparesCuts of [true, false]) {
      const cut = sparesCuts ? "" : ", which cannot be cut off,";
      test(`${failWith} after ${partialBytes} bytes${cut}: a message whose sender is told so is never read`, () =>
        inTemporaryFolder(async (directory) => {
          const disk = new FailingDisk();
          const journal = await openJournal(options(directory, { open: disk.open }));
          journal.append(messageOf("before"));
          await journal.durable();
          Object.assign(disk, { failWith, partialBytes, sparesCuts });
          journal.append(messageOf("a datagram"));
          const [one, other] = [journal.append(messageOf("refused")), journal.append(messageOf("refused later"))];
          journal.append(messageOf("another datagram"));
          const isUnknown = (error: unknown) => /perhaps kept/.test(`${error}`);
          await assert.rejects(journal.durableOrWithdrawn(one), (error) => isUnknown(error) !== sparesCuts);
          await assert.rejects(journal.durableOrWithdrawn(other), refused);
          if (sparesCuts)
            await inCopy(directory, async (copy) => assert.deepEqual(await textsAfterStart(copy), [[1, "before"]]));
          disk.failWith = undefined;
          await until(() => !journal.full);
          await journal.durableOrWithdrawn(journal.append(messageOf("after")));
          const expected = [
            [1, "before"],
            [2, "a datagram"],
            [5, "another datagram"],
            [6, "after"],
          ];
          assert.deepEqual(await textsOf(journal.read(0)), expected);
          await journal.close();
          assert.deepEqual(await textsAfterStart(directory), expected);
        }));
    }
  }
}

test("messages of an epoch whose segment was written are durable, although the next epoch's could not be written", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { open: disk.open }));
    let release = () => {};
    disk.gate = new Promise((resolve) => {
      release = resolve;
    });
    const begun = disk.begun;
    const first = journal.durableOrWithdrawn(journal.append(messageOf("first")));
    await until(() => disk.begun > begun);
    const one = journal.durableOrWithdrawn(journal.append(messageOf("one")));
    const two = journal.durableOrWithdrawn(journal.append(messageOf("two"), 7));
    // The header of the second epoch's segment is the first write that fails.
    Object.assign(disk, { failWith: "EIO", sparesWrites: disk.writes + 2, sparesCuts: true });
    release();
    await Promise.all([first, one]);
    await assert.rejects(two, refused);
    disk.failWith = undefined;
    await until(() => !journal.full);
    assert.deepEqual(await textsOf(journal.read(0)), [
      [1, "first"],
      [2, "one"],
    ]);
    await journal.close();
  }));

test("a failed write that nevertheless reached the disk does not hide the messages that reuse its positions", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const journal = await openJournal(options(directory, { open: disk.open }));
    journal.append(messageOf("before"));
    await journal.durable();
    Object.assign(disk, { failWith: "EIO", partialBytes: MEBIBYTE, sparesHeaders: true });
    journal.append(messageOf("ghost"));
    await assert.rejects(journal.durable());
    const begun = disk.writes;
    await until(() => disk.writes >= begun + 2);
    // The process is killed here, so copy its files.
    await inTemporaryFolder(async (copy) => {
      for (const name of await segmentFiles(directory)) {
        const bytes = await fs.readFile(join(directory, name));
        await fs.writeFile(join(copy, name), bytes.subarray(0, name.includes("2.") ? 64 : bytes.length));
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

test("opening reads only the last segment completely", () =>
  inTemporaryFolder(async (directory) => {
    await fill(
      directory,
      Array.from({ length: 30 }, (_, i) => `${i}`),
      { segmentBytes: 1 },
    );
    const read = new Map<string, number>();
    const open: OpenFile = async (path, flags) => {
      const file = await fs.open(path, flags);
      const reading = file.read.bind(file) as (...given: unknown[]) => Promise<{ bytesRead: number }>;
      file.read = (async (...given: unknown[]) => {
        const result = await reading(...given);
        read.set(basename(path), (read.get(basename(path)) ?? 0) + result.bytesRead);
        return result;
      }) as typeof file.read;
      return file;
    };
    const journal = await openJournal(options(directory, { open }));
    assert.equal(read.size, 30);
    assert.deepEqual(
      [...read].filter(([, bytes]) => bytes > 64).map(([name]) => name),
      ["0000000000000030.journal"],
    );
    assert.equal((await textsOf(journal.read(0))).length, 30);
    await journal.close();
  }));

test("closing while the disk fails reports the error and releases the folder", () =>
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

test("reading continues while earlier segments are committed and deleted", () =>
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

for (const disk of ["in order", "full"] as const) {
  test(`a kill at any time while segments are deleted, with a disk that is ${disk}: nothing that a store has counts as lost`, () =>
    inTemporaryFolder(async (directory) => {
      const failing = new FailingDisk();
      const journal = await openJournal(options(directory, { segmentBytes: 1, open: failing.open }));
      for (const text of ["a", "b", "c"]) {
        journal.append(messageOf(text));
        await journal.durable();
      }
      if (disk === "full") Object.assign(failing, { failWith: "ENOSPC", sparesHeaders: true });
      if (disk === "full") await assert.rejects(journal.durableOrWithdrawn(journal.append(messageOf("refused"))));
      journal.commit(2);
      const copies: string[] = [];
      await until(() => {
        const copy = temporaryFolder();
        cpSync(directory, copy, { recursive: true, filter: (name) => !name.endsWith("lock") });
        copies.push(copy);
        return readdirSync(copy).filter((name) => name.endsWith(".journal"))[0] === "0000000000000003.journal";
      });
      failing.failWith = undefined;
      await journal.close();
      for (const copy of copies) {
        // A store without a position of its own reads from what the journal recorded.
        const next = await openJournal(options(copy));
        const texts = (await textsOf(next.read(next.committed))).map(([, text]) => text);
        assert.equal(texts.at(-1), "c");
        assert.equal(next.status().counts?.["lost"], 0);
        assert.equal(next.status().state, "ok");
        await next.close();
      }
    }));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof TelemetryError ? error.code : undefined;
}
