/**
 * Deletes each part of the service, each format of exports and each emitter of the generator in a copy of this tree, with its tests and its line in the list, and
 * says what else no longer holds: types, the rules of imports, and the core's tests. Nothing else may know a part's name. Tests of two parts together lie in a
 * folder with both names (`test/parts/a+b`), campaigns and benchmarks of a part begin with its name.
 *
 * `node --import tsx scripts/check/delete-parts.ts [NAME …]`
 */

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutPart } from "../build/left-out.mjs";
import { brokenImports, importCircles, sourceTexts } from "./imports.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What is one folder each, with the file that lists them, and the folder of their tests. Tests of emitters name no emitter's file. */
const KINDS = [
  { folder: "runtime/parts", list: "runtime/parts/parts.ts", tests: "test/parts", core: ["test/core/core.test.ts"] },
  {
    folder: "runtime/formats",
    list: "runtime/formats/formats.ts",
    tests: "test/formats",
    core: ["test/core/core.test.ts"],
  },
  { folder: "generator/emitters", list: "generator/emitters/emitters.ts", core: ["test/generator/compile.test.ts"] },
];
/** A core's test takes seconds; one that hangs is a failure. */
const CORE_MS = 90_000;
/** Where names of files begin with the part's. */
const SCRIPTS = ["scripts/campaigns", "scripts/bench", "scripts/bench/rows", "scripts/oracle"];
/** The folder with what emitters share: not an emitter. */
const SHARED = "shared";

export interface Deletion {
  readonly files: number;
  /** Lines of the compiler, of the check of imports, and names of the core's tests that fail; none: nothing else knows the part. */
  readonly broken: readonly string[];
}

export interface Part {
  readonly name: string;
  readonly folder: string;
  readonly list: string;
  /** Folders of its tests, its campaigns and its benchmarks. */
  readonly tests: readonly string[];
  /** Tests of what remains. */
  readonly core: readonly string[];
}

export function allParts(root = ROOT): Part[] {
  return KINDS.flatMap(({ folder, list, tests, core }) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== SHARED)
      .map(({ name }) => ({
        name,
        folder: `${folder}/${name}`,
        list,
        core,
        tests: tests === undefined ? [] : [...testsOf(root, tests, name), ...scriptsOf(root, name)],
      })),
  );
}

function testsOf(root: string, folder: string, part: string): string[] {
  const folders = readdirSync(join(root, folder));
  return folders.filter((name) => name.split("+").includes(part)).map((name) => `${folder}/${name}`);
}

function scriptsOf(root: string, part: string): string[] {
  return SCRIPTS.flatMap((folder) => {
    const files = readdirSync(join(root, folder));
    return files
      .filter((name) => /^([^.-]+)(?:[.-]|$)/.exec(name)?.[1]?.split("+").includes(part))
      .map((name) => `${folder}/${name}`);
  });
}

/** A copy of the tree's files that git knows or would add, with the packages. */
export function copyTree(into: string): void {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of listed.split("\n").filter((name) => name !== "" && existsSync(join(ROOT, name)))) {
    mkdirSync(join(into, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(into, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(into, "node_modules"));
}

/** What git does not have: JavaScript of the sample lab's codecs, and the page. Neither depends on parts. */
export function buildCore(copy: string): void {
  const page = 'import("./scripts/build/page.mjs").then(({ buildPage }) => buildPage("dist/page"))';
  execFileSync(process.execPath, ["--import", "tsx", "generator/run/cli.ts"], { cwd: copy, stdio: "pipe" });
  execFileSync(process.execPath, ["--eval", page], { cwd: copy, stdio: "pipe" });
}

/** Deletes the parts in the copy, asks the compiler, the check of imports and, if wanted, the core's tests, and restores them. */
export function tryDeletion(copy: string, parts: readonly Part[], core: "with the core's tests" | "types"): Deletion {
  const owned = new Set(parts.flatMap(({ folder, tests }) => [folder, ...tests]));
  const gone = [...owned].filter((path) => existsSync(join(copy, path)));
  const files = gone.reduce((sum, path) => sum + filesIn(join(copy, path)), 0);
  const lists = new Map(parts.map(({ list }) => [list, readFileSync(join(copy, list), "utf8")]));
  for (const path of gone) rmSync(join(copy, path), { recursive: true });
  for (const [list, text] of lists) {
    const names = parts.filter((part) => part.list === list).map(({ name }) => name);
    writeFileSync(join(copy, list), names.reduce(withoutPart, text));
  }
  const tests = core === "types" ? [] : [...new Set(parts.flatMap((part) => part.core))];
  try {
    return {
      files,
      broken: [...compilerSays(copy), ...importsSay(copy), ...(tests.length === 0 ? [] : testsSay(copy, tests))],
    };
  } finally {
    for (const path of gone) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    for (const [list, text] of lists) writeFileSync(join(copy, list), text);
  }
}

/**
 * Twice as many sets as a part's number has binary digits: of two parts, there is a set with the first and without the second. So these
 * deletions find all that each part alone would: what the core knows of it, and what another part knows of it.
 */
export function separating<T>(parts: readonly T[]): T[][] {
  const digits = Array.from({ length: Math.ceil(Math.log2(parts.length)) }, (_, digit) => digit);
  return digits.flatMap((digit) => [0, 1].map((value) => parts.filter((_, index) => ((index >> digit) & 1) === value)));
}

function filesIn(path: string): number {
  return statSync(path).isFile() ? 1 : readdirSync(path, { recursive: true }).length;
}

function compilerSays(copy: string): string[] {
  const options = [
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    "types.tsbuildinfo",
    "--pretty",
    "false",
    "-p",
    ".",
  ];
  const { stdout } = spawnSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), ...options], {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return stdout.split("\n").filter((line) => /error TS/.test(line));
}

function importsSay(copy: string): string[] {
  const texts = sourceTexts(copy);
  return [...brokenImports(texts), ...importCircles(texts)];
}

/** One line for each of the core's tests that fails; the first lines of the output if none could run. */
function testsSay(copy: string, tests: readonly string[]): string[] {
  const command = ["--import", "tsx", "--test", "--test-reporter=tap", `--test-timeout=${CORE_MS}`, ...tests];
  const { status, stdout } = spawnSync(process.execPath, command, {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    timeout: CORE_MS,
  });
  if (status === 0) return [];
  const failed = stdout.split("\n").filter((line) => line.startsWith("not ok"));
  return failed.length === 0
    ? [`${tests.join(" ")}: ${stdout.slice(0, 500)}`]
    : failed.map((line) => `${tests[0]}: ${line}`);
}

function main(names: readonly string[]): void {
  const copy = mkdtempSync(join(ROOT, "test/.work/parts-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  copyTree(copy);
  buildCore(copy);
  const before = compilerSays(copy);
  if (before.length > 0) throw new Error(`the tree has errors of its own:\n${before.join("\n")}`);
  for (const part of allParts().filter(({ name }) => names.length === 0 || names.includes(name))) {
    const { files, broken } = tryDeletion(copy, [part], "with the core's tests");
    const others = [...new Set(broken.map((line) => /^[^(:]+/.exec(line)?.[0] ?? line))];
    console.log(
      `${part.folder.padEnd(34)} ${String(files).padStart(4)} files  ${others.length === 0 ? "1 line" : `breaks ${others.join(", ")}`}`,
    );
    if (broken.length > 0) process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(ROOT, "test/.work"), { recursive: true });
  main(process.argv.slice(2));
}
