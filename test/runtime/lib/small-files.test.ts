/** Small files beside the journal, damaged in every way: what is sound is used, the rest is reported, and a copy is kept. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ClockJumps } from "../../../runtime/journal/clock-jumps.ts";
import { CursorFile } from "../../../runtime/journal/cursor-file.ts";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FirstTimesFile } from "../../../runtime/journal/first-times-file.ts";
import { COUNT, CREDENTIALS, type SmallFile, testDamage } from "../../support/small-files.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const JOURNAL = (directory: string) => ({ directory, uuid: "a", tail: 9, committed: 0 });
const OUTPUTS = Array.from({ length: COUNT }, (_, n) => ({ name: `${n}`, databases: [`${n}`] }));

const FILES: Readonly<Record<string, SmallFile>> = {
  credentials: CREDENTIALS,
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
  keys: {
    isBinary: true,
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

for (const [name, file] of Object.entries(FILES))
  testDamage(name, file, name === "credentials" ? FILES["clock-jumps"]! : FILES["credentials"]!);

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
