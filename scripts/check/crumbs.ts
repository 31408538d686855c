/**
 * Checks that no file is a crumb: under 60 lines, and read by one file only, which stands beside it. They are one file, unless something
 * needs the crumb by itself. `node --import tsx scripts/check/crumbs.ts`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const FOLDERS = ["command", "generator", "runtime", "scripts", "test"];
/** Where files should be few. */
const HOUSE = /^(?:command|generator|runtime)\//;
const IMPORT = /(?:\bfrom|\bimport(\()?)\s*["'](\.[^"']+)["']/g;

const SMALL = 60;
/** A reader below this is a list: each of its files is one of a kind, and deleting the file is deleting its line. */
const LIST = 90;
/** Joined, they would be long. */
const LONG = 300;

/** @param files path → text, of tests and scripts, too; a sentence for each crumb */
export function crumbs(files: ReadonlyMap<string, string>): string[] {
  const readers = new Map<string, { readonly by: string; readonly isLater: boolean }[]>();
  for (const [by, text] of files) {
    for (const [, later, path = ""] of text.matchAll(IMPORT)) {
      const file = join(dirname(by), path).replaceAll("\\", "/");
      readers.set(file, [...(readers.get(file) ?? []), { by, isLater: later !== undefined }]);
    }
  }
  const lines = (file: string) => files.get(file)?.split("\n").length ?? 0;
  return [...files.keys()]
    .filter((file) => HOUSE.test(file) && lines(file) < SMALL)
    .flatMap((file) => {
      const [reader, ...others] = readers.get(file) ?? [];
      // A test reads it by itself, or a process loads it only when it is needed.
      if (reader === undefined || others.length > 0 || reader.isLater || dirname(reader.by) !== dirname(file))
        return [];
      const together = lines(file) + lines(reader.by);
      const isItsKind = (other: string) =>
        isOfKind(file, other) && readers.get(other)?.some(({ by }) => by === reader.by) === true;
      if (lines(reader.by) < LIST || together > LONG || [...files.keys()].some(isItsKind)) return [];
      return [`${file} has ${lines(file)} lines, and only ${reader.by} reads it: make them one file`];
    });
}

/** Two of several that one reads: `tcp-connect.ts` beside `tcp-listen.ts`. */
function isOfKind(file: string, other: string): boolean {
  const words = (path: string) =>
    basename(path)
      .replace(/\.\w+$/, "")
      .split("-");
  const [own, its] = [words(file), words(other)];
  if (other === file || dirname(other) !== dirname(file) || own.length === 1 || its.length === 1) return false;
  return its[0] === own[0] || its.at(-1) === own.at(-1);
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.(?:ts|tsx|mts|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => !/\/(?:foreign|helpers|golden|node_modules)\//.test(file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = new Map(FOLDERS.flatMap(sources).map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
  const found = crumbs(files);
  for (const line of found) console.error(line);
  console.error(`${files.size} files, ${found.length} crumbs`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
