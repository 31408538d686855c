/**
 * Makes a fresh clone ready: installs packages when the lock file changed, generates codecs, builds the programs.
 * `node scripts/setup.mjs [--test-programs]`; plain JavaScript, since nothing is installed yet when it starts.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MINIMUM_NODE = 20;

checkNode();
installPackages();
run("generating codecs", process.execPath, ["--import", "tsx", "generator/cli.ts"]);
run("building", process.execPath, ["scripts/build.mjs"]);
if (process.argv.includes("--test-programs")) installTestPrograms();

function checkNode() {
  const [major] = process.versions.node.split(".").map(Number);
  if (major >= MINIMUM_NODE) return;
  fail(`structline needs Node ${MINIMUM_NODE} or newer; this is Node ${process.versions.node}`);
}

/** `npm ci`, unless node_modules was installed from this very lock file. */
function installPackages() {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  const stamp = join(ROOT, "node_modules", ".structline-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  run("installing packages (npm ci)", process.platform === "win32" ? "npm.cmd" : "npm", ["ci", "--loglevel=error"]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

/** Programs that tests compare with. Only as root on Debian; elsewhere their tests are skipped by name. */
function installTestPrograms() {
  const missing = missingTestPackages();
  if (missing.length === 0) return;
  const list = missing.join(" ");
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(`structline: tests that need these Debian packages will be skipped: ${list}`);
    return;
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("updating Debian's package lists", "apt-get", ["-qq", "update"], environment);
  run(
    `installing test programs (${list})`,
    "apt-get",
    ["-qq", "install", "-y", "--no-install-recommends", ...missing],
    environment,
  );
}

function missingTestPackages() {
  const script =
    'import { missingPackages } from "./test/support/requirements.ts"; console.log(missingPackages().join(" "));';
  const output = execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return output
    .trim()
    .split(" ")
    .filter((name) => name !== "");
}

/** Quiet when it works; everything it said when it does not. */
function run(what, command, args, env = process.env) {
  const started = Date.now();
  if (process.stderr.isTTY) process.stderr.write(`structline: ${what} …`);
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const start = process.stderr.isTTY ? "\r" : "";
  if (status === 0) {
    process.stderr.write(`${start}structline: ${what}: ${seconds} s\n`);
    return;
  }
  process.stderr.write(`${start}structline: ${what} failed\n${stdout ?? ""}${stderr ?? ""}`);
  fail(error === undefined ? `'${command} ${args.join(" ")}' ended with ${status}` : error.message);
}

function fail(message) {
  console.error(`structline: ${message}`);
  process.exit(1);
}
