/** The catalogue of an earlier commit: its headers, compiled by this compiler. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { generateNothing } from "../run/generate.ts";
import type { GenerateOptions } from "../run/generation.ts";

export type Baseline =
  | { readonly kind: "catalogue"; readonly text: string; readonly shown: string }
  /** The commit had no such project: everything is new. */
  | { readonly kind: "new"; readonly shown: string }
  /** One sentence. */
  | { readonly kind: "none"; readonly reason: string };

const MOST_BYTES = 1 << 28;

function git(cwd: string, ...args: readonly string[]): Buffer {
  return execFileSync("git", args, { cwd, stdio: ["ignore", "pipe", "pipe"], maxBuffer: MOST_BYTES });
}

/** Folder of the repository; undefined outside of one. */
export function repositoryOf(directory: string): string | undefined {
  try {
    return git(directory, "rev-parse", "--show-toplevel").toString().trim();
  } catch {
    return undefined;
  }
}

/** @param config absolute path of the configuration, which the commit has at the same place */
export async function baselineOf(
  revision: string,
  config: string,
  options: GenerateOptions,
  repository: string,
): Promise<Baseline> {
  const commit = commitOf(revision, repository);
  if (commit === undefined) {
    return { kind: "none", reason: `git knows no commit '${revision}'; fetch it (fetch-depth: 0)` };
  }
  const short = commit.slice(0, 8);
  const shown = commit.startsWith(revision) ? short : `${revision} (${short})`;
  const inside = relative(repository, config).split(sep).join("/");
  const files = filesOf(commit, repository);
  if (!files.includes(inside)) return { kind: "new", shown };
  const folder = mkdtempSync(join(tmpdir(), "structline-base-"));
  try {
    writeFiles(commit, files, repository, folder);
    const file = join(folder, inside);
    const { catalogue, result } = await generateNothing({ ...options, config: file, cwd: dirname(file) });
    if (catalogue !== undefined) return { kind: "catalogue", text: catalogue, shown };
    const [first] = result.diagnostics.filter(({ severity }) => severity === "error");
    return { kind: "none", reason: `the headers of ${shown} do not compile: ${first?.message ?? "unknown reason"}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function commitOf(revision: string, repository: string): string | undefined {
  try {
    return git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`)
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

/** Headers and configuration; the rest of a repository may be large. */
const READ = /\.(?:h|hh|hpp|hxx|inc|ini|def|h\.in|H|c|cpp|cc|ino)$/;

/** Plain files. A path from git never leaves its tree. */
function filesOf(commit: string, repository: string): string[] {
  const listed = git(repository, "ls-tree", "-r", "-z", "--full-tree", commit).toString();
  return listed.split("\0").flatMap((line) => {
    const [, mode = "", path = ""] = /^(\d+) \w+ [0-9a-f]+\t(.*)$/s.exec(line) ?? [];
    return mode.startsWith("100") && READ.test(path) ? [path] : [];
  });
}

function writeFiles(commit: string, files: readonly string[], repository: string, folder: string): void {
  for (const path of files) {
    const target = join(folder, path);
    if (!target.startsWith(join(folder, sep))) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, git(repository, "cat-file", "blob", `${commit}:${path}`));
  }
}
