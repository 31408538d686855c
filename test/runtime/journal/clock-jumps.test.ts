/** The list of clock jumps over a restart, and its file when it is damaged. */

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ClockJumps } from "../../../runtime/journal/clock-jumps.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const JUMP = { fromNs: 1n, toNs: 5n, byNs: -3n, era: 0, nodes: 1 };

test("jumps are known after a restart; an unreadable list is told and kept aside when the next jump is written", async () => {
  const directory = temporaryFolder();
  const told: string[] = [];
  const opened = async () => {
    const jumps = new ClockJumps();
    await jumps.open(directory, (sentence) => void told.push(sentence));
    return jumps;
  };
  await (await opened()).add(JUMP);
  assert.deepEqual((await opened()).list, [{ ...JUMP, id: 1, isMoved: false }]);
  assert.deepEqual(told, []);

  const path = join(directory, "clock-jumps.json");
  const damaged = (await readFile(path, "utf8")).replace('"toNs":"5"', '"toNs":"6"');
  await writeFile(path, damaged);
  const jumps = await opened();
  assert.deepEqual(jumps.list, []);
  await jumps.add(JUMP);
  assert.equal(await readFile(`${path}.damaged`, "utf8"), damaged);
  const sentence = `Some earlier clock jumps are damaged and left out; all are kept in ${path}.damaged: 1 of its entries`;
  assert.deepEqual(told, [sentence]);
  assert.match(await readFile(join(directory, "damage.txt"), "utf8"), /Some earlier clock jumps are damaged/);
  assert.equal((await opened()).list.length, 1);
});
