/**
 * The form of all small files beside the journal: a line that names file and form, a line for each entry with its sum, and a last
 * line with their number. A damaged line costs only its entry; a file that was cut, emptied, zeroed or exchanged is noticed.
 */

import { crc32 } from "node:zlib";
import { stringifyExact } from "./exact-json.ts";
import { parseExactIntegers } from "./parse-exact.ts";

/** Increased when an older program would misread the entries. */
const FORM = 1;
const HEAD = /^structline ([\w-]+) (\d+)$/;
const SUM_DIGITS = 8;

export interface ReadEntries {
  readonly entries: readonly unknown[];
  /** Sentence parts about what is damaged; empty if the text is whole. */
  readonly problems: readonly string[];
}

/** @param name of the file: the sums contain it, so that a line of another file is not taken for an entry */
export function entryText(name: string, entries: readonly unknown[]): string {
  return `${headLine(name)}${entries.map((entry) => entryLine(name, entry)).join("")}${endLine(name, entries.length)}`;
}

export function headLine(name: string): string {
  return `structline ${name} ${FORM}\n`;
}

export function entryLine(name: string, entry: unknown): string {
  const text = stringifyExact(entry);
  return `${sumOf(name, text)} ${text}\n`;
}

/** Says how many entries are before it. Entries may be appended after it. */
export function endLine(name: string, count: number): string {
  return entryLine(name, { end: count });
}

/** Undefined: the text is not of this form, but perhaps of an earlier version's. */
export function readEntryText(name: string, text: string): ReadEntries | undefined {
  if (text === "") return { entries: [], problems: ["the file is empty"] };
  const [first = "", ...lines] = text.split("\n");
  const [, of, form = ""] = HEAD.exec(first) ?? [];
  if (of === undefined)
    return lines.some((line) => isEntry(name, line)) ? readLines(name, lines, ["its first line"]) : undefined;
  if (of !== name) return { entries: [], problems: [`it is the file of ${of}`] };
  if (Number(form) > FORM) return { entries: [], problems: [`a newer structline wrote it (form ${form})`] };
  return readLines(name, lines, []);
}

function readLines(name: string, lines: readonly string[], found: readonly string[]): ReadEntries {
  const problems = [...found];
  const entries: unknown[] = [];
  let damaged = 0;
  let isEnded = false;
  // The last line has no line end: it was being written when the process ended, and was never relied on.
  for (const line of lines.slice(0, -1)) {
    const entry = isEntry(name, line) ? parseExactIntegers(line.slice(SUM_DIGITS + 1)) : undefined;
    if (entry === undefined) damaged++;
    else if (isEnd(entry)) {
      isEnded = true;
      damaged = Math.max(damaged, entry.end - entries.length);
    } else entries.push(entry);
  }
  if (damaged > 0) problems.push(`${damaged} of its entries`);
  if (!isEnded) problems.push("its end is missing");
  return { entries, problems };
}

function isEntry(name: string, line: string): boolean {
  return line[SUM_DIGITS] === " " && sumOf(name, line.slice(SUM_DIGITS + 1)) === line.slice(0, SUM_DIGITS);
}

function isEnd(entry: unknown): entry is { readonly end: number } {
  return typeof entry === "object" && entry !== null && "end" in entry && typeof entry.end === "number";
}

export function sumOf(name: string, text: string): string {
  return crc32(`${name} ${text}`).toString(16).padStart(SUM_DIGITS, "0");
}
