/** Every command's `--help` prints, exits, and changes nothing. */

import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { requires } from "../support/requirements.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const folder = temporaryFolder();

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs in an empty folder without the environment's configuration. A program that does not end is killed, which gives no exit code. */
function run(program: string, ...args: readonly string[]): Promise<Ended> {
  const { SVC_CONFIG: _config, SVC_DATA: _data, ...env } = process.env;
  return new Promise((resolve) => {
    const command = [join(ROOT, "dist", program), ...args];
    const child = execFile(process.execPath, command, { cwd: folder, env, timeout: 60_000 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

async function shows(help: Promise<Ended>, what: string): Promise<string> {
  const { code, stdout, stderr } = await help;
  assert.deepEqual([code, stderr], [0, ""], what);
  assert.match(stdout, /usage|--help/i, what);
  return stdout;
}

test("structline and its commands", async () => {
  const overview = await shows(run("structline.cjs", "--help"), "structline");
  const commands = [...overview.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = ""]) => name);
  assert.ok(
    ["start", "gen", "init", "demo"].every((name) => commands.includes(name)),
    `commands: ${commands}`,
  );
  for (const flag of ["--help", "-h"]) {
    await Promise.all(commands.map((name) => shows(run("structline.cjs", name, flag), `${name} ${flag}`)));
  }
  // The process that `npm run demo -- --help` starts besides the service.
  assert.deepEqual(await run("demo.js", "--help"), { code: 0, stdout: "", stderr: "" });
  assert.deepEqual(readdirSync(folder), []);
});

test("structline completes its commands, their options and channels, by a script that the shell reads", async () => {
  const words = async (...asked: string[]) => {
    const { code, stdout } = await run("structline.cjs", "complete", "--", ...asked);
    assert.equal(code, 0);
    return stdout.split("\n").filter((word) => word !== "");
  };
  assert.match((await words()).join(" "), /\binit\b/);
  const ofInit = await words("init");
  assert.ok(
    ["--header", "--board"].every((option) => ofInit.includes(option)),
    `${ofInit}`,
  );
  assert.deepEqual(await words("completion"), ["bash", "zsh", "fish"]);
  assert.deepEqual(await words("no-command"), []);
  const script = (await run("structline.cjs", "completion", "bash")).stdout;
  // As bash does when somebody presses the tabulator behind `structline ini`.
  const program = `structline() { "${process.execPath}" "${join(ROOT, "dist/structline.cjs")}" "$@"; }`;
  const pressed = 'COMP_WORDS=(structline ini); COMP_CWORD=1; _structline; echo "${COMPREPLY[@]}"';
  assert.equal(execFileSync("bash", ["-c", `${program}\n${script}\n${pressed}`], { encoding: "utf8" }), "init\n");
  assert.equal((await run("structline.cjs", "completion", "tcsh")).code, 2);
});

/** A home with `structline` in its PATH, and the script of a shell. */
async function homeFor(shell: string): Promise<{ cwd: string; env: NodeJS.ProcessEnv }> {
  const cwd = temporaryFolder();
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "dist/structline.cjs")}" "$@"\n`;
  writeFileSync(join(cwd, "structline"), program, { mode: 0o755 });
  writeFileSync(join(cwd, "completion"), (await run("structline.cjs", "completion", shell)).stdout);
  return { cwd, env: { ...process.env, HOME: cwd, PATH: `${cwd}:${process.env["PATH"]}` } };
}

test("fish completes a command, an option and a shell by its script", { skip: requires("fish") }, async () => {
  const home = await homeFor("fish");
  const completed = (line: string) => {
    const command = `source completion; complete -C '${line}'`;
    return execFileSync("fish", ["-c", command], { ...home, encoding: "utf8" })
      .trim()
      .split("\n");
  };
  assert.deepEqual(completed("structline ini"), ["init"]);
  assert.deepEqual(completed("structline init --bo"), ["--board"]);
  assert.deepEqual(completed("structline completion "), ["bash", "fish", "zsh"]);
  assert.ok(completed("structline ").includes("gen"), "commands behind the program's name");
});

const ZSH = { skip: process.platform === "linux" ? requires("zsh") : "needs the script of util-linux" };

test("zsh completes a command and an option by its script", ZSH, async () => {
  // A terminal: zsh completes nothing without one.
  const terminal = ["-q", "-c", "zsh -f -i", "/dev/null"];
  const shell = spawn("script", terminal, { ...(await homeFor("zsh")), stdio: "pipe" });
  let shown = "";
  shell.stdout.on("data", (bytes: Buffer) => {
    shown += bytes.toString();
  });
  const type = async (keys: string, awaited: RegExp) => {
    shown = "";
    shell.stdin.write(keys);
    await until(
      () => awaited.test(shown),
      () => `${awaited} in ${JSON.stringify(shown)}`,
    );
  };
  try {
    await type("autoload -Uz compinit; compinit -u -D; source ./completion; print rea''dy\n", /ready\r\n/);
    await type("structline ini\t", /structline init/);
    await type(" --bo\t", /--board/);
  } finally {
    shell.kill("SIGKILL");
  }
});

test("channel-message and its actions, with and without a channel's name", { skip: onlyLong }, async () => {
  const overview = await shows(run("channel-message.cjs", "--help"), "channel-message");
  const lines = [...overview.matchAll(/^ {2}channel-message (<channel> )?([a-z-]+)/gm)];
  assert.ok(lines.length > 10, `${lines.length} lines`);
  const asked = lines.flatMap(([, channel, name = ""]) =>
    channel === undefined
      ? [[name, "--help"]]
      : [
          ["rig", name, "--help"],
          [name, "--help"],
        ],
  );
  for (let from = 0; from < asked.length; from += 6) {
    await Promise.all(
      asked.slice(from, from + 6).map((args) => shows(run("channel-message.cjs", ...args), args.join(" "))),
    );
  }
  assert.deepEqual(readdirSync(folder), []);
});
