/** The log of commands, damaged in every way. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { CommandLog } from "../../../runtime/parts/commands/command-log.ts";
import type { KeptCommand } from "../../../runtime/parts/commands/kept-command.ts";
import { COUNT, CREDENTIALS, changed, type SmallFile, testDamage } from "../../support/small-files.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const COMMANDS: SmallFile = {
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

testDamage("commands", COMMANDS, CREDENTIALS);

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
