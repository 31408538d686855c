/** Segments that a version up to 0.1 could not read and renamed, opened by today's version. */

import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { openDeadLetters } from "../../../runtime/journal/dead-letter-log.ts";
import type { DeadLetter } from "../../../runtime/journal/dead-letters.ts";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import { decodeHeader, SEGMENT_HEADER_BYTES, segmentName } from "../../../runtime/journal/segment-header.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const OPTIONS = { maxBytes: 1 << 26, commitIntervalMs: 0 };
const EPOCH = { number: 7, text: "seven" };
const NOW = { number: 8, text: "eight" };
const LOST_EPOCH = 9;
/** Version 0.1 skips positions that may be used in files that it cannot read. */
const FORMER_FIRST = 101;

/** Texts 1, 2 … in a block each, of which a store had the first two. */
async function filled(directory: string): Promise<void> {
  const journal = await openJournal({ directory, ...OPTIONS });
  await journal.epochs.keep(EPOCH);
  for (let i = 1; i <= 6; i++) {
    journal.append(messageOf(`${i}`), i === 6 ? LOST_EPOCH : EPOCH.number);
    await journal.durable();
    if (i === 2) journal.commit(2);
  }
  await journal.close();
}

/** Version 0.1 renames files that it cannot read, and continues in its own format. */
async function goneThroughFormer(directory: string, texts: readonly string[]): Promise<void> {
  for (const name of await segmentsIn(directory))
    await fs.rename(join(directory, name), join(directory, `${name}.damaged`));
  await inTemporaryFolder(async (other) => {
    let journal = await openJournal({ directory: other, ...OPTIONS });
    for (let i = 1; i < FORMER_FIRST; i++) journal.append(messageOf("stored long ago"));
    await journal.close();
    journal = await openJournal({ directory: other, ...OPTIONS });
    for (const text of texts) journal.append(messageOf(text));
    await journal.durable();
    await journal.close();
    const path = join(other, (await segmentsIn(other)).at(-1)!);
    const bytes = await fs.readFile(path);
    const { first, salt } = decodeHeader(bytes, path)!;
    const header = Buffer.alloc(36);
    header.write("SLJOURNL", "latin1");
    header.writeUInt32LE(1, 8);
    header.writeUInt32LE(salt, 12);
    header.writeBigUInt64LE(BigInt(first), 16);
    header.writeUInt32LE(crc32(header.subarray(0, 32)), 32);
    const former = Buffer.concat([header, bytes.subarray(SEGMENT_HEADER_BYTES)]);
    await fs.writeFile(join(directory, segmentName(first)), former);
  });
}

async function segmentsIn(directory: string): Promise<string[]> {
  return (await fs.readdir(directory)).filter((name) => name.endsWith(".journal")).sort();
}

/** Opens the log like the service: its content, its messages, and whether anything counts as lost. */
async function opened(directory: string, commits = false) {
  const said: string[] = [];
  const journal = await openJournal({ directory, ...OPTIONS, onFinding: (sentence) => said.push(sentence) });
  const log = new FileLog(journal);
  await log.record(NOW);
  await log.takeBack(NOW.number, (sentence) => said.push(sentence));
  const entries: [string, boolean, number][] = [];
  for await (const { message, epoch } of journal.read(journal.committed)) {
    entries.push([Buffer.from(message.payload).toString(), message.isRetry === true, epoch]);
  }
  const { state, counts } = journal.status();
  if (commits) journal.commit(journal.tail);
  await log.close();
  await journal.close();
  return { said, entries, state, lost: counts?.["lost"] };
}

const OLD = [
  ["old 1", false, 0],
  ["old 2", false, 0],
] as const;
const TAKEN = ["3", "4", "5", "6"].map((text) => [text, true, text === "6" ? NOW.number : EPOCH.number] as const);

test("messages that no store had are recovered once, as possibly stored already; nothing counts as lost", () =>
  inTemporaryFolder(async (directory) => {
    await filled(directory);
    await goneThroughFormer(directory, ["old 1", "old 2"]);
    const first = await opened(directory);
    assert.deepEqual(first.entries, [...OLD, ...TAKEN]);
    assert.deepEqual([first.state, first.lost], ["ok", 0]);
    assert.deepEqual(first.said, ["4 messages that an older version had set aside were taken back."]);
    const second = await opened(directory, true);
    assert.deepEqual([second.entries, second.state, second.lost, second.said], [first.entries, "ok", 0, []]);
    const third = await opened(directory);
    assert.deepEqual([third.entries, third.state, third.lost], [[], "ok", 0]);
    assert.deepEqual(
      (await fs.readdir(directory)).filter((name) => /damaged|taken/.test(name)),
      [],
    );
  }));

test("a damaged segment stays in place, and its content is lost", () =>
  inTemporaryFolder(async (directory) => {
    await filled(directory);
    const [name = ""] = await segmentsIn(directory);
    await goneThroughFormer(directory, ["old 1", "old 2"]);
    const path = join(directory, `${name}.damaged`);
    const bytes = await fs.readFile(path);
    bytes[bytes.length - 1]! ^= 1;
    await fs.writeFile(path, bytes);
    const { entries, lost } = await opened(directory);
    assert.deepEqual(entries, [...OLD, TAKEN.at(-1)]);
    assert.equal(lost, 5);
    assert.equal((await fs.readdir(directory)).includes(`${name}.damaged`), true);
  }));

test("a copy of a segment with its end cut off is not recovered", () =>
  inTemporaryFolder(async (directory) => {
    await filled(directory);
    const name = (await segmentsIn(directory)).at(-1)!;
    await fs.appendFile(join(directory, name), Buffer.alloc(2000, 0x55));
    assert.equal((await opened(directory)).state, "degraded");
    assert.equal((await fs.readdir(directory)).includes(`${name}.damaged`), true);
    await fs.rm(join(directory, name));
    assert.equal(
      (await opened(directory)).said.some((sentence) => sentence.includes("taken back")),
      false,
    );
  }));

test("dead letters that an older version set aside are recovered next to its own with the same IDs", () =>
  inTemporaryFolder(async (directory) => {
    const letter = (text: string, key: string): Omit<DeadLetter, "id"> => ({
      message: messageOf(text),
      code: "unknown-id",
      error: { type: "DecodeError", message: "no", description: "no" } as unknown as DeadLetter["error"],
      key,
    });
    let letters = await openDeadLetters(directory);
    for (const text of ["a", "b", "c"]) letters.add(letter(text, `key ${text}`));
    await letters.drop([2]);
    await letters.close();
    for (const name of await segmentsIn(directory))
      await fs.rename(join(directory, name), join(directory, `${name}.damaged`));
    await fs.rename(join(directory, "identity"), join(directory, "hidden"));
    letters = await openDeadLetters(directory);
    letters.add(letter("old", ""));
    await letters.close();
    await fs.rename(join(directory, "hidden"), join(directory, "identity"));
    const all = async () =>
      (await letters.list()).map(({ id, message }) => [id, Buffer.from(message.payload).toString()]);
    for (let start = 0; start < 2; start++) {
      letters = await openDeadLetters(directory);
      assert.deepEqual(await all(), [
        [1, "a"],
        [2, "c"],
      ]);
      await letters.close();
    }
  }));

test("a folder written by a newer program is refused, and nothing in it changes", () =>
  inTemporaryFolder(async (directory) => {
    await filled(directory);
    const path = join(directory, "identity");
    const identity = JSON.parse(await fs.readFile(path, "utf8"));
    await fs.writeFile(path, JSON.stringify({ ...identity, format: identity.format + 1 }));
    await fs.rm(join(directory, "lock"));
    const content = async () => {
      const names = (await fs.readdir(directory)).filter((name) => name !== "epochs").sort();
      return Promise.all(names.map(async (name) => [name, await fs.readFile(join(directory, name), "hex")]));
    };
    const before = await content();
    await assert.rejects(
      openJournal({ directory, ...OPTIONS }),
      /have format \d+, which a newer structline wrote; .* Nothing was changed/,
    );
    assert.deepEqual(await content(), before);
  }));
