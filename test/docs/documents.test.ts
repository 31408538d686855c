/**
 * Runs every block of commands in the documents, in a lab with the files that the README shows and with the service on other ports. A
 * block that cannot be run says why in a comment before it.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { type Block, blocksOf, type Command, commandsOf, showsTheSame } from "../support/document.ts";
import { Lab, ROOT } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const DOCUMENTS = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md") && !/\/(?:tutorial-|first-ten-minutes|recordings)/.test(name),
);
const blocks = DOCUMENTS.flatMap((name) => blocksOf(name, readFileSync(join(ROOT, name), "utf8")));
const isCommands = ({ language }: Block) => language === "sh" || language === "console";
/** Code blocks that begin like a command but are text or pictures. */
const COMMAND = /^(\$ |(npm|npx|node|git|curl|mosquitto_\w+|channel-message|structline|kill|systemctl|apt-get|cp) )/;

/** How long a documented result may take to become true, ms. */
const PATIENCE_MS = 120_000;

let lab: Lab;
/** Port in the documents → port of this run. */
const ports = new Map<string, number>();

before(async () => {
  for (const port of ["24642", "1883", "8888"]) ports.set(port, await freePort());
  lab = new Lab({ ini: "" });
  for (const { file, text } of blocks) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(lab.directory, file)), { recursive: true });
    if (file === "channels.ini") {
      const servers = `[http]\nlisten = 127.0.0.1:${ports.get("24642")}\n[mqtt]\nlisten = 127.0.0.1:${ports.get("1883")}\n`;
      lab.configure(`${here(text)}\n${servers}`);
    } else writeFileSync(join(lab.directory, file), `${text}\n`);
  }
  cpSync(join(ROOT, "deploy"), join(lab.directory, "deploy"), { recursive: true });
  program("structline", `exec "${process.execPath}" "${join(ROOT, "dist/structline.cjs")}" "$@"`);
  program("channel-message", `exec "${process.execPath}" "${join(ROOT, "dist/channel-message.cjs")}" "$@"`);
  // Treat any status other than 200 as a failure.
  program("curl", `exec ${path("curl")} --silent --fail-with-body "$@"`);
  program("npm", `exec ${path("npm")} --silent --prefix "${ROOT}" "$@"`);
  assert.equal(lab.generate().status, 0, "the README's header and configuration compile");
  await lab.start();
});

after(() => lab.remove());

for (const block of blocks.filter(isCommands)) {
  const skip = block.notRun !== undefined ? block.notRun : requires("curl", "mosquitto_pub");
  test(block.place, { skip }, async () => {
    for (const command of commandsOf(block)) await assertPrinted(command);
  });
}

async function assertPrinted({ typed, printed }: Command): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  await until(() => {
    const { status, stdout, stderr } = run(here(typed));
    assert.equal(status, 0, `${typed}\n${stdout}${stderr}`);
    if (printed === undefined || showsTheSame(here(printed), stdout)) return true;
    if (Date.now() > deadline) assert.equal(stdout, here(printed), typed);
    return false;
  });
}

test("every block of commands is marked as one", () => {
  const unnamed = blocks.filter((block) => block.language === "" && COMMAND.test(block.text));
  assert.deepEqual(
    unnamed.map(({ place }) => place),
    [],
    "give the block the language sh or console",
  );
});

function program(name: string, line: string): void {
  const folder = join(lab.directory, ".bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
  chmodSync(join(folder, name), 0o755);
}

function path(name: string): string {
  return spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
}

function run(command: string): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, PATH: `${join(lab.directory, ".bin")}:${process.env["PATH"]}`, FORCE_COLOR: "0" };
  return spawnSync("bash", ["-euo", "pipefail", "-c", command], { cwd: lab.directory, env, encoding: "utf8" });
}

/** Replaces the documents' ports and folders by those of this run. */
function here(text: string): string {
  const withPorts = text.replace(/\b(24642|8888)\b/g, (port) => String(ports.get(port)));
  return withPorts
    .replace(/mosquitto_(pub|sub) /g, `mosquitto_$1 -h 127.0.0.1 -p ${ports.get("1883")} `)
    .replaceAll("/etc/structline", join(lab.directory, "etc"));
}
