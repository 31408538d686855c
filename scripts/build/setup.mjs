/**
 * Prepares a fresh clone: installs packages if the lock file changed, generates codecs, builds the programs. Plain JavaScript, because
 * nothing is installed when it starts.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPeers, isWritable } from "../test/peers.mjs";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Inputs of the programs in dist/; for packages, the lock file. */
const BUILT_FROM = [
  "runtime",
  "generator",
  "command",
  "scripts/build/programs.mjs",
  "scripts/build/page.mjs",
  "scripts/build/join-chunks.mjs",
  "scripts/start/rig.ts",
  "package.json",
  "package-lock.json",
];

/** Packages, codecs, programs; with `testPrograms` also the Debian packages for tests. `args` may contain a `--config`. */
export function setUp({ args = [], testPrograms = false } = {}) {
  installPackages();
  buildPrograms();
  generate(args);
  if (testPrograms) {
    installTestPrograms();
    for (const line of installPeers()) console.error(`structline: ${line}`);
  }
}

/** Runs `npm ci`, unless the installed packages match the lock file. */
export function installPackages() {
  if (packagesFit()) return;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const cache = ownCache();
  run("installing packages (npm ci)", npm, ["ci", "--loglevel=error"], {
    ...process.env,
    npm_config_update_notifier: "false",
    ...(cache !== undefined && { npm_config_cache: cache }),
  });
  if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
}

/** npm records what it installed, without packages for other machines. Packages that were lost since then are detected too. */
export function packagesFit(root = ROOT) {
  try {
    const [wanted, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map(
      (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages,
    );
    return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
      const found = installed[path];
      if (path === "" || found === undefined) return path === "" || optional || devOptional;
      return found.version === version && isWhole(root, path, found);
    });
  } catch {
    return false;
  }
}

/** True if the package's folder exists, and its commands exist in the commands' folder. */
function isWhole(root, path, { bin = {} }) {
  const commands = join(root, path.slice(0, path.lastIndexOf("node_modules/")), "node_modules", ".bin");
  const places = [join(root, path, "package.json"), ...Object.keys(bin).map((name) => join(commands, name))];
  return places.every((place) => existsSync(place));
}

/** Builds the programs in dist/, unless they were built from the current sources. */
export function buildPrograms() {
  const stamp = join(ROOT, "dist", "sources.sha256");
  const sources = hashOf(BUILT_FROM);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== sources) {
    run("building the programs and the page", process.execPath, ["scripts/build/programs.mjs"]);
    writeFileSync(stamp, sources);
  }
  const commit = commitHere();
  if (commit !== undefined) writeFileSync(join(ROOT, "dist", "build.json"), JSON.stringify({ commit }));
}

/** The current commit. Without a git folder, as in a container, it comes from the environment. */
function commitHere() {
  if (!existsSync(join(ROOT, ".git"))) return process.env["COMMIT"] || undefined;
  const describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
  return spawnSync("git", describe, { cwd: ROOT, encoding: "utf8" }).stdout?.trim() || undefined;
}

function hashOf(places) {
  const hash = createHash("sha256");
  for (const place of places) {
    const files = place.includes(".") ? [""] : readdirSync(join(ROOT, place), { recursive: true }).sort();
    for (const file of files) {
      const path = join(ROOT, place, file);
      if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
    }
  }
  return hash.digest("hex");
}

/** A folder for npm's cache if the default one is not writable (service accounts, containers). */
function ownCache() {
  const usual = process.env["npm_config_cache"] ?? join(homedir(), ".npm");
  return isWritable(usual) ? undefined : mkdtempSync(join(tmpdir(), "structline-npm-"));
}

/** Reports errors of headers and configuration as the generator does, and then starts nothing. */
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

/** Only as root on Debian; elsewhere the tests that need them are skipped. */
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

/** Missing Debian packages that tests would use. */
export function missingTestPackages() {
  const script = `import { missingPackages } from "./test/support/requirements.ts"; console.log(missingPackages().join(" "));`;
  const command = ["--import", "tsx", "--input-type=module", "-e", script];
  const output = execFileSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" });
  return output
    .trim()
    .split(" ")
    .filter((name) => name !== "");
}

/** Prints a line at the start, the duration at the end, and the whole output after a failure. */
function run(what, command, args, env = process.env) {
  const started = Date.now();
  const terminal = process.stderr.isTTY;
  process.stderr.write(`structline: ${what} …${terminal ? "" : "\n"}`);
  const options = { cwd: ROOT, env, encoding: "utf8", maxBuffer: 1 << 28 };
  const { status, error, stdout, stderr } = spawnSync(command, args, options);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (terminal) process.stderr.write(`\r\u001b[Kstructline: ${what}: ${status === 0 ? `${seconds} s` : "failed"}\n`);
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
  fail(error === undefined ? `${what} failed: '${command} ${args.join(" ")}' ended with ${status}` : error.message);
}

function fail(message) {
  console.error(`structline: ${message}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp({ args: process.argv.slice(2) });
