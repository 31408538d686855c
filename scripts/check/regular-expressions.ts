/**
 * Checks that the time of a regular expression grows in proportion to its text. One that backtracks grows with the square
 * of its length, or never ends, and senders choose the text. Only literals are checked: write `/…/` instead of
 * `new RegExp` where the pattern is known. `node --import tsx scripts/check/regular-expressions.ts`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import { ts } from "ts-morph";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const FOLDERS = ["command", "generator", "runtime"];
/** What reads only the lab's own files and the command line: only an exponential expression is refused there. */
const OF_OWN_FILES = [
  ...[
    "command/",
    "generator/",
    "runtime/channels/",
    "runtime/config/",
    "runtime/settings/",
    "runtime/parts/protobuf/groups.ts",
  ],
  ...["runtime/dashboards/page/browser/", "runtime/parts/pictures/"],
];

export interface Slow {
  readonly line: number;
  readonly expression: string;
  /** With the length of the text. */
  readonly growth: "square" | "exponential";
}

/** The expressions of a source whose time grows faster than their text. */
export function slowExpressions(file: string, text: string): Slow[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const found: Slow[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const growth = growthOf(node.text);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (growth !== undefined) found.push({ line: line + 1, expression: node.text, growth });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function growthOf(literal: string): Slow["growth"] | undefined {
  const end = literal.lastIndexOf("/");
  const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
  if (reports.some(({ exponential }) => exponential)) return "exponential";
  return reports.length > 0 ? "square" : undefined;
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

function isRefused(file: string, { growth }: Slow): boolean {
  return growth === "exponential" || !OF_OWN_FILES.some((start) => file.startsWith(start));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = FOLDERS.flatMap(sources);
  const lines = files.flatMap((file) =>
    slowExpressions(file, readFileSync(join(ROOT, file), "utf8"))
      .filter((slow) => isRefused(file, slow))
      .map(({ line, expression, growth }) => `${file}:${line}: ${expression.slice(0, 100)} (${growth})`),
  );
  for (const line of lines) console.error(line);
  console.error(`${files.length} files, ${lines.length} regular expressions that backtrack`);
  process.exitCode = lines.length === 0 ? 0 : 1;
}
