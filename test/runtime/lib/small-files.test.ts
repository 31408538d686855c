/** Small files beside the journal, damaged in every way: what is sound is used, the rest is reported, and a copy is kept. */

import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { RightBefore } from "../../../runtime/auth/right-before.ts";
import { FirstTimesFile } from "../../../runtime/journal/first-times-file.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const COUNT = 20;

interface SmallFile {
  readonly path: (folder: string) => string;
  /** Writes entries 0 to 19. */
  readonly write: (folder: string) => Promise<void>;
  /** How many of them it has. */
  readonly read: (folder: string, onProblem: (sentence: string) => void) => Promise<number>;
}

const MUTE = { database: "lab_rig", measurement: "m" };

const FILES: Readonly<Record<string, SmallFile>> = {
  alarms: {
    path: (folder) => join(folder, "alarms.json"),
    async write(folder) {
      const book = await AlarmBook.open(join(folder, "alarms.json"), assert.fail);
      for (let n = 0; n < COUNT; n++) book.mute({ ...MUTE, column: `c${n}` }, "ida", undefined);
      await book.close();
    },
    async read(folder, onProblem) {
      const book = await AlarmBook.open(join(folder, "alarms.json"), onProblem);
      await book.close();
      return book.list(() => true).muted.length;
    },
  },
  credentials: {
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
  },
  keys: {
    path: (folder) => join(folder, "keys", readdirSync(join(folder, "keys")).find((name) => /^\d+$/.test(name)) ?? ""),
    async write(folder) {
      const keys = await FirstTimesFile.open(folder, undefined, assert.fail);
      for (let n = 0; n < COUNT; n++) await keys.of(BigInt(n + 1), BigInt(n + 1000));
      await keys.close();
    },
    async read(folder, onProblem) {
      const keys = await FirstTimesFile.open(folder, undefined, onProblem);
      let known = 0;
      for (let n = 0; n < COUNT; n++) if ((await keys.of(BigInt(n + 1), 5n)) === BigInt(n + 1000)) known++;
      await keys.close();
      return known;
    },
  },
};

const changed = (path: string, change: (bytes: Buffer) => Buffer) => writeFileSync(path, change(readFileSync(path)));

function flipped(bytes: Buffer): Buffer {
  const middle = bytes.length >> 1;
  bytes[middle] = bytes[middle]! ^ 1;
  return bytes;
}

for (const [name, file] of Object.entries(FILES)) {
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
    (kept) => kept >= COUNT - 1,
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
  if (name === "keys") continue;
  damaged(
    "cut",
    (path) => changed(path, (bytes) => bytes.subarray(0, bytes.length >> 1)),
    (kept) => kept > 5 && kept < COUNT,
  );
  damaged(
    "of a newer program",
    (path) => changed(path, (bytes) => Buffer.from(bytes.toString().replace(/ 1\n/, " 9\n"))),
    (kept) => kept === 0,
  );
  const other = name === "alarms" ? FILES["credentials"]! : FILES["alarms"]!;
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
