/**
 * Golden transcripts of `channel-message`: each file of test/cases/channel-message contains commands after `$ `, their output, and their
 * exit code if it is not 0. `UPDATE=1` writes the current output.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { ROOT } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const CASES = join(ROOT, "test/cases/channel-message");
/** Each command is a process. */
const SLOW = ["errors.txt", "info.txt"];
let lab: string;

before(() => {
  lab = temporaryFolder();
  cpSync(CASES, lab, { recursive: true });
  const generator = [join(ROOT, "dist/generator/cli.js"), "--config", join(lab, "channels.ini")];
  const { status, stderr } = spawnSync(process.execPath, generator, { cwd: ROOT, encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

for (const file of readdirSync(CASES).filter((name) => name.endsWith(".txt"))) {
  const skip = SLOW.includes(file) && process.env["UPDATE"] === undefined ? onlyLong : false;
  test(`transcript ${file}`, { skip }, () => {
    const expected = readFileSync(join(CASES, file), "utf8");
    const actual = commandsOf(expected).map(transcript).join("\n");
    if (process.env["UPDATE"]) writeFileSync(join(CASES, file), actual);
    else assert.equal(actual, expected);
  });
}

test("the specification's transcript, verbatim [D34]", () => {
  const { said } = run("channel-message rig decode 0x07020100a4062a");
  assert.equal(
    said,
    `----
name     struct_probe
----
hex      0x07020100a4062a
decimal  [7, 2, 1, 0, 164, 6, 42]
bytes    '\\x07\\x02\\x01\\x00\\xa4\\x06*'
----
length   7
ID       2
armed    1
voltage  1700
ck       42
`,
  );
});

function commandsOf(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("$ "))
    .map((line) => line.slice(2));
}

function transcript(command: string): string {
  const { said, status } = run(command);
  return `$ ${command}\n${said}${status === 0 ? "" : `(exit code ${status})\n`}`;
}

/** Standard output, then standard error; the lab's folder and the version are left out. */
function run(command: string): { said: string; status: number | null } {
  const [, ...args] = command.split(" ");
  const environment = { ...process.env, NO_COLOR: "1", SVC_CONFIG: "" };
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(ROOT, "dist/channel-message.cjs"), ...args], {
    cwd: lab,
    encoding: "utf8",
    env: environment,
  });
  const said = `${stdout}${stderr}`
    .replaceAll(lab, "/lab")
    .replace(/channel-message \d+\.\d+\.\d+\S*(?: \([0-9a-f]{12}(?:-dirty)?\))?/g, "channel-message VERSION");
  return { said, status };
}
