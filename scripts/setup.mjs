/**
 * Makes a fresh clone ready: installs packages when the lock file changed, generates codecs, builds the programs.
 * Plain JavaScript, since nothing is installed yet when it starts.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Packages, codecs, programs; with `testPrograms` also the Debian packages that tests compare with. `args` may name a `--config`. */
export function setUp({ args = [], testPrograms = false } = {}) {
  installPackages();
  run("building", process.execPath, ["scripts/build.mjs"]);
  generate(args);
  if (testPrograms) installTestPrograms();
}

/** `npm ci`, unless node_modules was installed from this very lock file. */
export function installPackages() {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  const stamp = join(ROOT, "node_modules", ".structline-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const cache = ownCache();
  run("installing packages (npm ci)", npm, ["ci", "--loglevel=error"], {
    ...process.env,
    npm_config_update_notifier: "false",
    ...(cache !== undefined && { npm_config_cache: cache }),
  });
  if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

/** A folder for npm's cache, where its usual one below the home folder cannot be written to (service accounts, containers). */
function ownCache() {
  let folder = process.env["npm_config_cache"] ?? join(homedir(), ".npm");
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return mkdtempSync(join(tmpdir(), "structline-npm-"));
  }
}

/** What is wrong with a header or the configuration is shown as the generator says it, and nothing is started. */
function generate(args) {
  const config = configArguments(args);
  const command = [join(ROOT, "dist/generator/cli.js"), ...config];
  const { status } = spawnSync(process.execPath, command, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.exit(1);
}

function configArguments(args) {
  const at = args.findIndex((argument) => argument === "--config" || argument.startsWith("--config="));
  if (at < 0) return [];
  return args[at] === "--config" ? args.slice(at, at + 2) : [args[at]];
}

/** Only as root on Debian; elsewhere the tests that need them are skipped by name. */
function installTestPrograms() {
  const missing = missingTestPackages();
  if (missing.length === 0) return;
  const list = missing.join(" ");
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(`structline: tests that need these Debian packages will be skipped: ${list}`);
    return;
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["-qq", "install", "-y", "--no-install-recommends", ...missing];
  run("updating Debian's package lists", "apt-get", ["-qq", "update"], environment);
  run(`installing test programs (${list})`, "apt-get", install, environment);
}

function missingTestPackages() {
  const script = `import { missingPackages } from "./test/support/requirements.ts"; console.log(missingPackages().join(" "));`;
  const command = ["--import", "tsx", "--input-type=module", "-e", script];
  const output = execFileSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" });
  return output
    .trim()
    .split(" ")
    .filter((name) => name !== "");
}

/** Quiet when it works; everything it said when it does not. */
function run(what, command, args, env = process.env) {
  const started = Date.now();
  if (process.stderr.isTTY) process.stderr.write(`structline: ${what} …`);
  const options = { cwd: ROOT, env, encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, error, stdout, stderr } = spawnSync(command, args, options);
  const seconds = (Date.now() - started) / 1000;
  const start = process.stderr.isTTY ? "\r\u001b[K" : "";
  if (status === 0) {
    process.stderr.write(seconds < 2 ? start : `${start}structline: ${what}: ${seconds.toFixed(1)} s\n`);
    return;
  }
  process.stderr.write(`${start}structline: ${what} failed\n${stdout ?? ""}${stderr ?? ""}`);
  fail(error === undefined ? `'${command} ${args.join(" ")}' ended with ${status}` : error.message);
}

function fail(message) {
  console.error(`structline: ${message}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp({ args: process.argv.slice(2) });
