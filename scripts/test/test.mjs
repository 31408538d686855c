/**
 * `npm test [-- PATH …]`: sets up what is missing, then runs all tests, or those whose paths contain one of the words.
 * `npm run test:long`: campaigns that take minutes. These are the files `*.long.test.ts`, and tests that use
 * `support/long.ts`. `npm run test:all`: all tests, each once.
 * `--again`: if at most a dozen files fail, each of them runs once more, alone. The output names those that pass then.
 */

import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, setUp } from "../build/setup.mjs";

/** Per test file; otherwise a helper that never answers would block everything. The longest takes eight minutes on a slow machine. */
const TIMEOUT_MS = 1_800_000;
/** More than the number of processors, because many tests wait for a service; limited because of memory. */
const AT_ONCE = Math.min(8, availableParallelism() + 3);
/** Labs create and delete some hundred thousand files, which takes a fifth of a run on a disk. */
const MEMORY = "/dev/shm";
/** Twenty times what labs need at once. */
const MEMORY_BYTES = 2 ** 30;
/** More than a busy machine makes fail. */
const MOST_AGAIN = 12;

const OPTIONS = ["--short", "--long", "--all", "--again"];
const given = process.argv.slice(2);
const words = given.filter((word) => !OPTIONS.includes(word));
const isAll = given.includes("--all");
const isLong = isAll || given.includes("--long");
const isShort = !isLong && (words.length === 0 || given.includes("--short"));
const files = readdirSync(join(ROOT, "test"), { recursive: true })
  .map((name) => `test/${String(name).replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".test.ts") && !name.startsWith("test/.work/"))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .filter((name) => (isShort ? !name.endsWith(".long.test.ts") : isAll || !isLong || takesLong(name)))
  .sort();

if (files.length === 0) {
  console.error(`structline: no test file's path contains ${words.join(" or ")}`);
  process.exit(1);
}

await setUp({ tests: true });
removeOldCodecs();
const { bundleTests, PROGRAMS_OUT } = await import("./bundle-tests.mjs");
mkdirSync(join(ROOT, "test/.work"), { recursive: true });
const outdir = mkdtempSync(join(ROOT, "test/.work/bundle-"));
const bundles = await bundleTests({ root: ROOT, files, outdir: relative(ROOT, outdir) });
const preload = pathToFileURL(join(outdir, PROGRAMS_OUT, "before-tests.mjs")).href;
const failedPath = join(outdir, "failed.txt");
const env = {
  ...labs(),
  ...process.env,
  ...(isLong ? { STRUCTLINE_TESTS: "long" } : {}),
  STRUCTLINE_TEST_PROGRAMS: join(outdir, PROGRAMS_OUT),
  STRUCTLINE_FAILED: failedPath,
  STRUCTLINE_SECONDS: join(outdir, "seconds.txt"),
};

let status = await run(bundles, AT_ONCE);
// A run that was interrupted has not said which failed.
const failed = existsSync(failedPath) ? readFileSync(failedPath, "utf8").split("\n").filter(Boolean) : [];
if (given.includes("--again") && failed.length > 0 && failed.length <= MOST_AGAIN) {
  const names = failed.map((file) => basename(file, ".mjs")).join(", ");
  console.log(`\nstructline: these failed beside the others, and run once more, alone: ${names}`);
  status = await run(failed, 1);
  if (status === 0) console.log(`structline: passed only when run again, alone: ${names}`);
}
rmSync(outdir, { recursive: true, force: true });
process.exit(status);

/** @returns exit code */
function run(paths, atOnce) {
  const reporters = ["spec", new URL("end-reporter.mjs", import.meta.url).href];
  const options = [
    `--import=${preload}`,
    // Collecting garbage takes a tenth of the processor time otherwise.
    "--max-semi-space-size=32",
    "--test",
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${TIMEOUT_MS}`,
    ...reporters.flatMap((name) => [`--test-reporter=${name}`, "--test-reporter-destination=stdout"]),
  ];
  const runner = spawn(process.execPath, [...options, ...paths], { cwd: ROOT, stdio: "inherit", env });
  const stop = (signal) => runner.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  return new Promise((resolve) => runner.on("exit", (code, signal) => resolve(signal === null ? code : 1)));
}

function takesLong(file) {
  return file.endsWith(".long.test.ts") || readFileSync(join(ROOT, file), "utf8").includes("support/long.ts");
}

/** Environment with the folder of labs, unless it is set. */
function labs() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MEMORY_BYTES || freemem() < MEMORY_BYTES) return {};
    const folder = mkdtempSync(join(MEMORY, "structline-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    // Some systems do not allow to run programs from it, such as those that oracles compile.
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return spawnSync(program).status === 0 ? { TMPDIR: folder } : {};
  } catch {
    return {};
  }
}

/** Removes cached codecs of labs that an earlier program generated. */
function removeOldCodecs() {
  const folder = join(ROOT, "test/.work/codecs");
  const current = readFileSync(join(ROOT, "dist/sources.sha256"), "utf8").slice(0, 16);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name !== current) rmSync(join(folder, name), { recursive: true });
}
