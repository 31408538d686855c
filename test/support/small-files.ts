/** Damages a small file beside the journal in every way: what is sound is used, the rest is reported, and a copy is kept. */

import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { RightBefore } from "../../runtime/auth/right-before.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** Entries of each file. */
export const COUNT = 20;

export interface SmallFile {
  readonly path: (folder: string) => string;
  /** Writes entries 0 to 19. */
  readonly write: (folder: string) => Promise<void>;
  /** How many of them it has. */
  readonly read: (folder: string, onProblem: (sentence: string) => void) => Promise<number>;
  /** Entry 0 in the form of the version before sums. */
  readonly older?: unknown;
  /** A part of its entries means nothing. */
  readonly isOneEntry?: true;
  /** Its entries have no form that could be cut, or be of another version. */
  readonly isBinary?: true;
}

export const changed = (path: string, change: (bytes: Buffer) => Buffer) =>
  writeFileSync(path, change(readFileSync(path)));

function flipped(bytes: Buffer): Buffer {
  const middle = bytes.length >> 1;
  bytes[middle] = bytes[middle]! ^ 1;
  return bytes;
}

/** A file that every service has, for an exchange. */
export const CREDENTIALS: SmallFile = {
  path: (folder) => join(folder, "credentials.json"),
  async write(folder) {
    const right = await RightBefore.open(join(folder, "credentials.json"), assert.fail);
    for (let n = 0; n < COUNT; n++) right.place(`generation ${n}`, "192.0.2.1");
    await right.close();
  },
  async read(folder, onProblem) {
    const right = await RightBefore.open(join(folder, "credentials.json"), onProblem);
    await right.close();
    return Array.from({ length: COUNT }, (_, n) => right.isPlace(`generation ${n}`, "192.0.2.1")).filter(Boolean)
      .length;
  },
};

/** @param other a file of another kind, which may take its place */
export function testDamage(name: string, file: SmallFile, other: SmallFile): void {
  const damaged = (what: string, harm: (path: string) => void, expected: (kept: number) => boolean, isSaid = true) =>
    test(`${name}: ${what}`, () =>
      inTemporaryFolder(async (folder) => {
        await file.write(folder);
        assert.equal(await file.read(folder, assert.fail), COUNT, "undamaged");
        const path = file.path(folder);
        harm(path);
        const problems: string[] = [];
        const kept = await file.read(folder, (sentence) => problems.push(sentence));
        assert.ok(expected(kept), `${kept} of ${COUNT} are kept`);
        assert.equal(problems.length, isSaid ? 1 : 0, problems.join());
        assert.equal(existsSync(join(folder, "damage.txt")), isSaid);
        if (isSaid)
          assert.ok(
            readdirSync(dirname(path)).some((one) => one.includes(".damaged")),
            "a copy is kept",
          );
      }));
  damaged(
    "one byte is wrong",
    (path) => changed(path, flipped),
    (kept) => (file.isOneEntry ? kept === 0 || kept === COUNT : kept >= COUNT - 1),
  );
  damaged(
    "zeroed",
    (path) => changed(path, (bytes) => bytes.fill(0)),
    (kept) => kept === 0,
  );
  damaged(
    "emptied",
    (path) => writeFileSync(path, ""),
    (kept) => kept === 0,
  );
  if (file.isBinary) return;
  damaged(
    "cut",
    (path) => changed(path, (bytes) => bytes.subarray(0, bytes.length >> 1)),
    (kept) => (file.isOneEntry ? kept === 0 : kept > 5 && kept < COUNT),
  );
  damaged(
    "of a newer program",
    (path) => changed(path, (bytes) => Buffer.from(bytes.toString().replace(/ 1\n/, " 9\n"))),
    (kept) => kept === 0,
  );
  if (file.older !== undefined)
    test(`${name}: of an older program`, () =>
      inTemporaryFolder(async (folder) => {
        writeFileSync(file.path(folder), `${JSON.stringify(file.older)}\n`);
        assert.equal(await file.read(folder, assert.fail), 1);
      }));
  test(`${name}: exchanged with another file`, () =>
    inTemporaryFolder(async (folder) => {
      await file.write(folder);
      await other.write(folder);
      copyFileSync(other.path(folder), file.path(folder));
      const problems: string[] = [];
      assert.equal(await file.read(folder, (sentence) => problems.push(sentence)), 0);
      assert.match(problems.join(), /it is the file of/);
    }));
}
