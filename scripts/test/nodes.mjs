/**
 * `node scripts/test/nodes.mjs [--fast] [--keep] [VERSION …]`: both commands on each version of Node (default 20 22 24 26), each from a fresh
 * clone of the last commit, in a folder with blanks and umlauts in its path. Prints a table and exits with 1 if anything fails. The
 * versions come from the registry (package `node`); a version that is unavailable is reported and does not count as a failure.
 * `--fast` skips tests that start programs; `--keep` keeps the clones and the tests' output.
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { npmCommand } from "../build/npm.mjs";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const VERSIONS = ["20", "22", "24", "26"];
/** npm under the Node that the path names first. */
const [, npmScript] = npmCommand();
const [NPM, ...NPM_SCRIPT] = npmScript === undefined ? ["npm"] : ["node", npmScript];
const START_SECONDS = 180;
const STOP_SECONDS = 30;
const TEST_SECONDS = 3600;
/** Parts of test paths that start no programs. */
const FAST = ["test/generator/", "test/runtime/", "test/property/", "test/diagnostics"];

const words = process.argv.slice(2);
const fast = words.includes("--fast");
const keep = words.includes("--keep");
const folder = mkdtempSync(join(tmpdir(), "structline Prüfstand "));

async function tryVersion(version) {
  const row = { node: version, start: "-", tests: "-", seconds: "", warnings: "", good: false };
  const home = join(folder, `node ${version}`);
  const environment = install(version, home);
  if (environment === undefined) return { ...row, start: "not to be had from the registry", good: true };
  const shown = spawnSync("node", ["--version"], { env: environment, encoding: "utf8" }).stdout.trim();
  const clone = join(home, "structline");
  const { status, stderr } = spawnSync("git", ["clone", "--quiet", ROOT, clone], { encoding: "utf8" });
  if (status !== 0) return { ...row, node: shown, start: `git clone: ${stderr.trim()}` };
  const started = await tryStart(clone, environment);
  const tested = await tryTests(clone, environment);
  const warnings = [...new Set([...deprecations(started.output), ...deprecations(tested.output)])];
  if (keep) writeFileSync(join(home, "start.log"), started.output);
  if (keep) writeFileSync(join(home, "test.log"), tested.output);
  return {
    node: shown,
    start: started.said,
    tests: tested.said,
    seconds: tested.seconds,
    warnings: warnings.length === 0 ? "no deprecations" : warnings.join("; "),
    good: started.good && tested.good && warnings.length === 0,
  };
}

/** The environment in which `node` is that version; undefined if it cannot be installed. */
function install(version, home) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "private": true }\n');
  // The package's install script installs the program for this machine.
  const args = ["install", `node@${version}`, "--no-audit", "--no-fund", "--ignore-scripts=false"];
  const { status, stderr } = spawnSync(NPM, [...NPM_SCRIPT, ...args], { cwd: home, encoding: "utf8" });
  if (status !== 0) {
    console.error(`nodes: node@${version}: ${stderr.trim().split("\n").slice(-3).join(" ")}`);
    return undefined;
  }
  const bin = join(home, "node_modules", "node", "bin");
  return { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` };
}

/** `npm start` on ports of the system's choice until `/health` answers; then SIGTERM to npm, like a user's tool. */
async function tryStart(clone, environment) {
  const shipped = readFileSync(join(clone, "channels.ini"), "utf8").replace(/^udp_port\s*=.*$/gm, "udp_port = 0");
  writeFileSync(join(clone, "check.ini"), `${shipped}\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n`);
  const from = performance.now();
  const run = new Run(clone, ["start", "--", "--config", "check.ini"], environment);
  const url = await run.until(() => /^ {2}health (\S+)$/m.exec(run.output)?.[1], START_SECONDS);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const health = url === undefined ? undefined : await fetch(url).then(({ status }) => status, String);
  const stopped = await run.end("SIGTERM", STOP_SECONDS);
  if (health === 200 && stopped) return { said: `works, ${seconds} s`, good: true, output: run.output };
  const said = url === undefined ? lastLine(run.output) : stopped ? `/health: ${health}` : "does not stop";
  return { said, good: false, output: run.output };
}

async function tryTests(clone, environment) {
  const from = performance.now();
  const run = new Run(clone, fast ? ["test", "--", "--short", ...FAST] : ["test"], environment);
  await run.until(() => undefined, TEST_SECONDS);
  const isOver = await run.end("SIGKILL", 0);
  const count = (what) => Number(new RegExp(`^(?:ℹ|#) ${what} (\\d+)$`, "m").exec(run.output)?.[1] ?? Number.NaN);
  const [passed, failed, skipped] = ["pass", "fail", "skipped"].map(count);
  const good = run.code === 0 && passed > 0 && failed === 0;
  // Names of the failed tests: the clone is deleted, and a flaky test may not fail again.
  const failures = run.output.indexOf("failing tests:");
  if (!good && failures >= 0) console.error(run.output.slice(failures));
  const unknown = isOver ? lastLine(run.output) : `did not end within ${TEST_SECONDS} s`;
  const said = Number.isNaN(passed) ? unknown : `${passed} pass, ${failed} fail, ${skipped} skipped`;
  return { said, good, seconds: `${((performance.now() - from) / 1000).toFixed(0)} s`, output: run.output };
}

/** An npm command with the output of all its processes. */
class Run {
  output = "";
  code;
  #child;
  #closed = false;

  constructor(cwd, args, env) {
    this.#child = spawn(NPM, [...NPM_SCRIPT, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on("data", (bytes) => {
        this.output += bytes;
      });
    }
    this.#child.on("error", (error) => {
      this.output += error.message;
    });
    // Not "exit": the output stays open while any process that npm started runs.
    this.#child.on("close", (code) => {
      this.code = code;
      this.#closed = true;
    });
  }

  /** The result of `found`; undefined if all processes ended or the time is up. */
  async until(found, seconds) {
    const deadline = performance.now() + seconds * 1000;
    while (!this.#closed && performance.now() < deadline) {
      const value = found();
      if (value !== undefined) return value;
      await setTimeout(50);
    }
    return found();
  }

  /** Sends the signal to npm only. True if everything ended in time; other processes are killed. */
  async end(signal, seconds) {
    if (!this.#closed) this.#child.kill(signal);
    await this.until(() => undefined, seconds);
    if (this.#closed) return true;
    process.kill(-this.#child.pid, "SIGKILL");
    return false;
  }
}

/** Deprecations in our own code. Warnings about packages are recognised by the path in the trace and ignored. */
function deprecations(output) {
  return [...output.matchAll(/^\(node:\d+\) (?:\[\w+\] )?(DeprecationWarning: .*)$/gm)].map(([, text]) => text);
}

function lastLine(output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "said nothing").slice(0, 120);
}

function print(table) {
  const lines = table.map(({ node, start, tests, seconds, warnings }) => [node, start, tests, seconds, warnings]);
  console.log("| Node | npm start | npm test | time | warnings |\n|---|---|---|---|---|");
  for (const line of lines) console.log(`| ${line.join(" | ")} |`);
}

async function main() {
  const unknown = words.find((word) => !/^(--fast|--keep|\d+(\.\d+)*)$/.test(word));
  if (unknown !== undefined) {
    console.error(
      `nodes: '${unknown}' is not a version; usage: node scripts/test/nodes.mjs [--fast] [--keep] [VERSION …]`,
    );
    return 2;
  }
  const versions = words.filter((word) => !word.startsWith("--"));
  const rows = [];
  for (const version of versions.length > 0 ? versions : VERSIONS) {
    const row = await tryVersion(version);
    console.error(`nodes: ${row.node}: start ${row.start}; tests ${row.tests} ${row.seconds}; ${row.warnings}`);
    rows.push(row);
  }
  print(rows);
  return rows.every(({ good }) => good) ? 0 : 1;
}

try {
  process.exitCode = await main();
} finally {
  if (keep) console.log(`the clones are in '${folder}'`);
  else rmSync(folder, { recursive: true, force: true });
}
