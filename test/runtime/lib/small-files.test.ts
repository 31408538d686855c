/** Small files beside the journal, damaged in every way: what is sound is used, the rest is reported, and a copy is kept. */

import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { RightBefore } from "../../../runtime/auth/right-before.ts";
import { Withdrawn } from "../../../runtime/cluster/withdrawn.ts";
import { ClockJumps } from "../../../runtime/journal/clock-jumps.ts";
import { CursorFile } from "../../../runtime/journal/cursor-file.ts";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FirstTimesFile } from "../../../runtime/journal/first-times-file.ts";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { CommandLog } from "../../../runtime/parts/commands/command-log.ts";
import type { KeptCommand } from "../../../runtime/parts/commands/kept-command.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const COUNT = 20;

interface SmallFile {
  readonly path: (folder: string) => string;
  /** Writes entries 0 to 19. */
  readonly write: (folder: string) => Promise<void>;
  /** How many of them it has. */
  readonly read: (folder: string, onProblem: (sentence: string) => void) => Promise<number>;
  /** Entry 0 in the form of the version before sums. */
  readonly older?: unknown;
  /** A part of its entries means nothing. */
  readonly isOneEntry?: true;
}

const JOURNAL = (directory: string) => ({ directory, uuid: "a", tail: 9, committed: 0 });
const OUTPUTS = Array.from({ length: COUNT }, (_, n) => ({ name: `${n}`, databases: [`${n}`] }));

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
  commands: {
    path: (folder) => join(folder, "commands.log"),
    async write(folder) {
      const log = await CommandLog.open(join(folder, "commands.log"), assert.fail);
      for (let n = 0; n < COUNT; n++) await log.put(commandOf(n + 1));
      await log.close();
      // As the next start writes it, with the number of entries.
      await (await CommandLog.open(join(folder, "commands.log"), assert.fail)).close();
    },
    async read(folder, onProblem) {
      const log = await CommandLog.open(join(folder, "commands.log"), onProblem);
      await log.close();
      return log.commands.size;
    },
    older: commandOf(1),
  },
  "clock-jumps": {
    path: (folder) => join(folder, "clock-jumps.json"),
    async write(folder) {
      const jumps = new ClockJumps();
      await jumps.open(folder, assert.fail);
      for (let n = 0; n < COUNT; n++) await jumps.add({ fromNs: 1n, toNs: 5n, byNs: -3n, era: n, nodes: 1 });
    },
    async read(folder, onProblem) {
      const jumps = new ClockJumps();
      await jumps.open(folder, onProblem);
      return jumps.list.length;
    },
    older: [{ id: 1, fromNs: "1", toNs: "5", byNs: "-3", era: 0, nodes: 1, isMoved: false }],
  },
  cursors: {
    path: (folder) => join(folder, "cursors"),
    async write(folder) {
      const file = await CursorFile.open(JOURNAL(folder), OUTPUTS, assert.fail);
      file.reached(OUTPUTS.map(() => 5));
      await file.close();
    },
    async read(folder, onProblem) {
      const file = await CursorFile.open(JOURNAL(folder), OUTPUTS, onProblem);
      return file.start.filter(({ cursor }) => cursor === 5).length;
    },
    older: {
      journal: "a",
      assignments: [OUTPUTS.map((output, n) => ({ ...output, after: 0, cursor: n === 0 ? 5 : 6 }))],
    },
    isOneEntry: true,
  },
  "withdrawn-messages": {
    path: (folder) => join(folder, "withdrawn"),
    async write(folder) {
      const withdrawn = await Withdrawn.open(folder, "a", 0, assert.fail);
      for (let n = 0; n < COUNT; n++) await withdrawn.add(2 * n + 1);
    },
    async read(folder, onProblem) {
      return (await Withdrawn.open(folder, "a", 0, onProblem)).ranges.length;
    },
    older: { journal: "a", ranges: [{ from: 1, to: 1 }] },
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

function commandOf(id: number): KeptCommand {
  const texts = { place: "lab/rig", command: "go", to: "udp:1", hex: "00", by: "ida", queued: "2026-01-01T00:00:00Z" };
  return {
    id,
    ...texts,
    fields: {},
    schema: "",
    state: "acknowledged",
    told: 1,
    states: [["queued", ""]],
    expiresMs: 1,
  } as KeptCommand;
}

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
  if (name === "keys") continue;
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

test("the identity: damaged in every way, the journal keeps it, and says what was wrong", () =>
  inTemporaryFolder(async (folder) => {
    const options = { directory: folder, maxBytes: 1 << 20, commitIntervalMs: 0 };
    const path = join(folder, "identity");
    let journal = await openJournal(options);
    const { uuid } = journal.identity;
    await journal.close();
    const text = readFileSync(path, "utf8");
    const older = JSON.stringify({ uuid, predatesIdentities: false, format: 2 });
    const digit = uuid.startsWith("0") ? "1" : "0";
    const damages: readonly (readonly [string, string, boolean])[] = [
      ["one digit is wrong", text.replace(uuid, `${digit}${uuid.slice(1)}`), true],
      ["cut", text.slice(0, 30), true],
      ["emptied", "", true],
      ["zeroed", "\0".repeat(text.length), true],
      ["exchanged", "structline alarms 1\n", true],
      ["of an older program", older, false],
    ];
    for (const [what, content, isSaid] of damages) {
      writeFileSync(path, content);
      rmSync(join(folder, "damage.txt"), { force: true });
      const said: string[] = [];
      journal = await openJournal({ ...options, onFinding: (sentence) => said.push(sentence) });
      assert.equal(journal.identity.uuid, uuid, what);
      assert.equal(journal.status().state, isSaid ? "degraded" : "ok", what);
      await journal.close();
      if (isSaid) assert.match(said.join(), /identity cannot be read and is kept in .+; it was taken from/, what);
      assert.equal(readFileSync(path, "utf8"), text, what);
    }
  }));

test("commands: after damage, a command that may have left is not sent again", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "commands.log");
    let log = await CommandLog.open(path, assert.fail);
    for (const id of [1, 2]) await log.put({ ...commandOf(id), state: "queued" });
    await log.put({ id: 1, begun: true });
    await log.close();
    changed(path, (bytes) => Buffer.from(bytes.toString().replace('"begun":true', '"begun":trUe')));
    const problems: string[] = [];
    log = await CommandLog.open(path, (sentence) => problems.push(sentence));
    await log.close();
    assert.match(
      problems.join(),
      /Some earlier commands are damaged and left out; all are kept in .+: 1 of its entries/,
    );
    assert.deepEqual(
      [...log.commands.values()].map(({ begun }) => begun),
      [true, true],
    );
  }));
