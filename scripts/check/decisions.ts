/** Checks that every decision cited in sources and documentation (`[D14]`) has an entry in docs/decisions.md. `node --import tsx scripts/check/decisions.ts`. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const PAGE = "docs/decisions.md";
const FOLDERS = ["command", "docs", "generator", "runtime", "scripts", "test"];
const TEXT = /\.(?:ts|tsx|cjs|mjs|md|sh|py)$/;

/** `D14`, and ranges: `D13–D17`, `D21 to D30`. */
const CITATION = /(?<![\w$\\{])D([1-9]\d?)\b(?:(?:–| to )D([1-9]\d?)\b)?/g;
const ENTRY = /^- \*\*D(\d+)\b/gm;

/** One line per citation without an entry, and per entry that is there twice or out of order. */
export function brokenCitations(files: ReadonlyMap<string, string>, page: string): string[] {
  const entries = [...page.matchAll(ENTRY)].map(([, number]) => Number(number));
  const unordered = entries.flatMap((number, at) =>
    at > 0 && number <= (entries[at - 1] ?? 0) ? [`${PAGE}: D${number} follows D${entries[at - 1]}`] : [],
  );
  const known = new Set(entries);
  const unknown = [...files].flatMap(([file, text]) =>
    citations(text)
      .filter(({ number }) => !known.has(number))
      .map(({ number, line }) => `${file}:${line}: D${number} has no entry in ${PAGE}`),
  );
  return [...unordered, ...unknown];
}

function citations(text: string): { readonly number: number; readonly line: number }[] {
  return [...text.matchAll(CITATION)].flatMap((match) => {
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    const line = text.slice(0, match.index).split("\n").length;
    return Array.from({ length: Math.max(last - first, 0) + 1 }, (_, index) => ({ number: first + index, line }));
  });
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => !file.includes("/.") && file !== PAGE);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = new Map(FOLDERS.flatMap(sources).map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
  const broken = brokenCitations(files, readFileSync(join(ROOT, PAGE), "utf8"));
  for (const line of broken) console.error(line);
  console.error(`${files.size} files, ${broken.length} citations without a decision`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
