/**
 * Prepares a fresh clone: installs packages if the lock file changed, generates codecs, builds the programs. Plain JavaScript, because
 * nothing is installed when it starts.
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isWritable, peersToInstall } from "../test/peers.mjs";
import { npmCommand } from "./npm.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { fail, step } from "./step.mjs";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where the service runs: DuckDB and the locks of files have a compiled part for these. */
export const SYSTEMS = ["linux", "darwin", "win32"];
export const PROCESSORS = ["x64", "arm64"];

/** Inputs of the programs in dist/; for packages, the lock file. */
const BUILT_FROM = [
  "runtime",
  "generator",
  "command",
  "scripts/build/programs.mjs",
  "scripts/build/page.mjs",
  "scripts/build/join-chunks.mjs",
  "scripts/build/left-out.mjs",
  "scripts/build/licenses.mjs",
  "scripts/start/rig.ts",
  "package.json",
  "package-lock.json",
];

/** Of the build: what is enough for a start. */
const START = "--start";

/** How long npm may be silent before somebody asks its registry, and how long that may take, ms. */
const SILENCE_MS = 2_500;
const ANSWER_MS = 6_000;

/**
 * Packages, codecs, programs. `start`: no more than a start needs. `tests` also installs the packages of the tests, and the Debian packages
 * that they compare with. `args` may contain a `--config`.
 */
export async function setUp({ args = [], tests = false, start = false } = {}) {
  await oneAtATime(join(ROOT, "build/setup.lock"), async () => {
    await installPackages({ tests });
    await buildPrograms([], start);
    generate(args);
  });
  if (tests) {
    await installTestPrograms();
    await installTestPeers();
  }
}

/**
 * Runs `npm ci`, unless the installed packages match the lock file. A start needs the `dependencies`; the packages of tests, lint and
 * types are half of the megabytes.
 */
export async function installPackages({ tests = false } = {}) {
  if (packagesFit({ tests })) return;
  if (!PROCESSORS.includes(process.arch))
    fail(
      `there is no DuckDB for ${process.platform} on ${process.arch}, so the service does not run here: see docs/systems.md`,
    );
  if (!isWritable(ROOT))
    fail(`${ROOT} is not writable, and its packages are not installed: run 'npm start' there once as its owner`);
  // First the record of what is there: an installation that is interrupted must not look like a whole one.
  rmSync(join(ROOT, "node_modules/.package-lock.json"), { force: true });
  rmSync(join(ROOT, "node_modules"), { recursive: true, force: true, maxRetries: 10 });
  const cache = ownCache();
  const env = {
    ...process.env,
    npm_config_update_notifier: "false",
    ...(cache !== undefined && { npm_config_cache: cache }),
  };
  const paths = packagePaths({ tests });
  const count = () => paths.filter((path) => existsSync(join(ROOT, path, "package.json"))).length;
  const command = [...npmCommand(), "ci", "--loglevel=warn", ...(tests ? [] : ["--omit=dev"])];
  const said = await step("installing packages (npm ci)", command, {
    cwd: ROOT,
    env,
    progress: () => `${count()} of ${paths.length}`,
    watch: (end) => watchRegistry(env, count, end),
  });
  if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  const reason = notWritten(said);
  if (reason === undefined) return;
  rmSync(join(ROOT, "node_modules/.package-lock.json"), { force: true });
  fail(`packages could not be written whole (${reason}); the next start installs them again`);
}

/** On a full disk npm only warns of each file, and ends with 0. A file that vanished belongs to a package that npm gave up itself. */
export function notWritten(said) {
  return /TAR_ENTRY_ERROR (?!ENOENT)(.*)/.exec(said)?.[1];
}

/** npm tries an unreachable registry again for minutes, and says nothing. If nothing has come, `npm ping` asks once, with npm's settings. */
function watchRegistry(env, count, end) {
  const timer = setTimeout(() => {
    if (count() > 0) return;
    const [program, ...args] = [...npmCommand(), "ping", "--json", "--fetch-retries=0", "--loglevel=error"];
    const ping = spawn(program, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "ignore"], timeout: ANSWER_MS });
    ping.unref();
    ping.stdout.unref();
    let said = "";
    ping.stdout.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    ping.on("error", () => {});
    ping.on("close", (status) => {
      const sentence = registryObjection(said, status, ping.killed);
      if (sentence === undefined || count() > 0) return;
      if (!ping.killed) void end(sentence);
      else process.stderr.write(`\nstructline: ${sentence}; still trying\n`);
    });
  }, SILENCE_MS);
  timer.unref();
}

/**
 * @param wasLate whether the question took too long; Ctrl-C ends it, too, and then it has said nothing
 * @returns a sentence if npm's registry cannot be reached. An error as answer, such as 404 for a ping, is an answer.
 */
export function registryObjection(said, status, wasLate) {
  const hint = "the first start needs it; behind a proxy, 'npm config set proxy URL' names it";
  if (wasLate) return `npm's registry does not answer within ${ANSWER_MS / 1000} s: ${hint}`;
  if (status === 0) return undefined;
  try {
    const { code, summary } = JSON.parse(said).error;
    if (!/^(ENOTFOUND|EAI_AGAIN|ECONN|ENET|EHOST|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/.test(code)) return undefined;
    const [, where = "npm's registry"] = /(https?:\/\/[^/\s]+)/.exec(summary) ?? [];
    return `${where} cannot be reached (${code}): ${hint}`;
  } catch {
    return undefined;
  }
}

/** Paths of the packages that npm installs here. */
function packagePaths({ tests }) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const hereLibc = process.report.getReport().header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  return Object.entries(packages)
    .filter(([path, { os, cpu, libc, dev, devOptional }]) => {
      if (path === "" || (!tests && (dev || devOptional))) return false;
      const isHere = (wanted, here) => wanted === undefined || wanted.includes(here);
      return isHere(os, process.platform) && isHere(cpu, process.arch) && isHere(libc, hereLibc);
    })
    .map(([path]) => path);
}

/**
 * npm records what it installed, without packages for other machines, and without those of tests if they were left out. Packages that
 * were lost since then are detected too.
 */
export function packagesFit({ root = ROOT, tests = false } = {}) {
  try {
    const [wanted, installed] = ["package-lock.json", "node_modules/.package-lock.json"].map(
      (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages,
    );
    return Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
      const found = installed[path];
      if (path === "" || found === undefined) return path === "" || optional || devOptional || (dev === true && !tests);
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

/**
 * Builds the programs in dist/, unless they were built from the current sources.
 * @param without names of parts to leave out
 * @param start only what a start needs; all that was built is enough for it
 */
export async function buildPrograms(without = [], start = false) {
  const stamp = join(ROOT, "dist", "sources.sha256");
  const all = [hashOf(BUILT_FROM), ...without].join(" ");
  const sources = start ? `${all} ${START}` : all;
  const built = existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
  if (built !== sources && built !== all) {
    if (!isWritable(ROOT))
      fail(`${ROOT} is not writable, and its programs are not built: run 'npm run build' there once as its owner`);
    // An interrupted build must not look like the one before.
    rmSync(stamp, { force: true });
    const options = ["--without", without.join(","), ...(start ? [START] : [])];
    const command = [process.execPath, "scripts/build/programs.mjs", ...options];
    await step("building the programs and the page", command, { cwd: ROOT });
    writeFileSync(stamp, sources);
  }
  const commit = commitHere();
  const told = join(ROOT, "dist", "build.json");
  const text = JSON.stringify({ commit });
  const isTold = existsSync(told) && readFileSync(told, "utf8") === text;
  if (commit !== undefined && !isTold && isWritable(join(ROOT, "dist"))) writeFileSync(told, text);
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

/** Of a start's arguments those that the generator takes, too, with their values. */
function configArguments(args) {
  return args.flatMap((argument, at) => {
    const [, name, value] = /^(--config|--set)(=.*)?$/s.exec(argument) ?? [];
    if (name === undefined) return [];
    return value === undefined ? args.slice(at, at + 2) : [argument];
  });
}

/** Only as root on Debian; elsewhere the tests that need them are skipped. */
async function installTestPrograms() {
  const missing = missingTestPackages();
  if (missing.length === 0) return;
  const list = missing.join(" ");
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(`structline: tests that need these Debian packages will be skipped: ${list}`);
    return;
  }
  console.error(`structline: this will install Debian packages that the tests compare with: ${list}`);
  const options = { cwd: ROOT, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const present = () =>
    `${missing.filter((name) => existsSync(`/var/lib/dpkg/info/${name}.list`)).length} of ${missing.length}`;
  const install = ["apt-get", "-qq", "install", "-y", "--no-install-recommends", ...missing];
  await step("updating Debian's package lists", ["apt-get", "-qq", "update"], options);
  await step("installing test programs", install, { ...options, progress: present });
}

/** Independent readers from npm and PyPI. */
async function installTestPeers() {
  if (peersToInstall() === 0) return;
  const command = [process.execPath, join(ROOT, "scripts/test/install-peers.mjs")];
  const said = await step("installing readers that the tests compare with (npm, pip)", command, { cwd: ROOT });
  for (const line of said.split("\n").filter(Boolean)) console.error(`structline: ${line}`);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp({ args: process.argv.slice(2) });
