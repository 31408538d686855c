/** Prints diagnostics like a compiler: position, severity, code, message, source line and caret. */

import type { Span } from "../source/span.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { count, inOrder } from "./order.ts";

/** Returns the normalised text of a file by its shown path. */
export type SourceText = (file: string) => string | undefined;

export interface RenderOptions {
  readonly source: SourceText;
  readonly style: "plain" | "colour";
}

/** Maximum number of diagnostics shown per file; the others are only counted. */
const MOST_OF_A_FILE = 20;
/** Maximum length of a shown source line, in UTF-16 code units. Longer lines are cut around the caret. */
const LONGEST_LINE = 160;

/** All diagnostics and a summary line, with a final line feed; `""` if there are none. */
export function render(diagnostics: readonly Diagnostic[], options: RenderOptions): string {
  const ordered = inOrder(diagnostics);
  if (ordered.length === 0) return "";
  const blocks = byFile(ordered).flatMap((ofFile) => renderFile(ofFile, options));
  return `${[...blocks, summary(ordered)].join("\n")}\n`;
}

function byFile(ordered: readonly Diagnostic[]): Diagnostic[][] {
  const files = new Map<string | undefined, Diagnostic[]>();
  for (const diagnostic of ordered) {
    const file = diagnostic.span?.file;
    const known = files.get(file);
    if (known === undefined) files.set(file, [diagnostic]);
    else known.push(diagnostic);
  }
  return [...files.values()];
}

/** If there are too many diagnostics, errors take precedence over warnings and notes. The output is in order of position. */
function renderFile(ofFile: readonly Diagnostic[], options: RenderOptions): string[] {
  const byWeight = [...ofFile].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
  const shown = new Set(byWeight.slice(0, MOST_OF_A_FILE));
  const blocks = ofFile.filter((diagnostic) => shown.has(diagnostic)).map((each) => renderOne(each, options));
  const hidden = byWeight.slice(MOST_OF_A_FILE);
  if (hidden.length === 0) return blocks;
  const file = ofFile[0]?.span?.file;
  return [...blocks, `${file === undefined ? "" : `${printable(file)}: `}and ${summary(hidden)} not shown`];
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** One diagnostic without a final line feed. */
export function renderOne(diagnostic: Diagnostic, options: RenderOptions): string {
  const { span, severity, code, message, hint, related = [] } = diagnostic;
  const label = paint(`${severity} ${code}`, COLOURS[severity], options);
  const lines = [`${span === undefined ? "" : `${place(span, options)}: `}${label}: ${oneLine(message)}`];
  if (span !== undefined) lines.push(...excerpt(span, options));
  if (hint !== undefined) lines.push(`${paint("hint", COLOURS.note, options)}: ${oneLine(hint)}`);
  for (const other of related) {
    lines.push(`${place(other.span, options)}: ${paint("note", COLOURS.note, options)}: ${oneLine(other.message)}`);
    lines.push(...excerpt(other.span, options));
  }
  return lines.join("\n");
}

function oneLine(text: string): string {
  return printable(text.replaceAll("\t", " "));
}

function place({ file, start }: Span, options: RenderOptions): string {
  return paint(`${printable(file)}:${start.line}:${start.column}`, BOLD, options);
}

/** The source line and the caret line; empty if the source text is unknown. */
function excerpt(span: Span, options: RenderOptions): string[] {
  const line = lineOf(options.source(span.file), span.start.line);
  if (line === undefined) return [];
  const start = Math.min(span.start.column - 1, line.length);
  const end = span.end.line === span.start.line ? Math.min(span.end.column - 1, line.length) : line.length;
  const window = windowAround(line, start);
  const marked = widthOf(line.slice(start, Math.min(end, window.end)));
  const caret = `^${"~".repeat(Math.max(0, marked - 1))}`;
  const lead = window.begin > 0 ? "…" : "";
  const tail = window.end < line.length ? "…" : "";
  return [
    `${lead}${printable(line.slice(window.begin, window.end))}${tail}`,
    `${blankOf(lead + line.slice(window.begin, start))}${paint(caret, COLOURS.caret, options)}`,
  ];
}

function lineOf(text: string | undefined, line: number): string | undefined {
  if (text === undefined) return undefined;
  let begin = 0;
  for (let number = 1; number < line; number++) {
    begin = text.indexOf("\n", begin) + 1;
    if (begin === 0) return undefined;
  }
  const end = text.indexOf("\n", begin);
  return text.slice(begin, end < 0 ? text.length : end);
}

/** The part of a line to show: all of it, or a window that begins a little before the marked text. */
function windowAround(line: string, start: number): { begin: number; end: number } {
  if (line.length <= LONGEST_LINE) return { begin: 0, end: line.length };
  const begin = boundary(line, Math.max(0, start - LONGEST_LINE / 2));
  return { begin, end: boundary(line, Math.min(line.length, begin + LONGEST_LINE)) };
}

/** Moves a cut so that it does not split a surrogate pair. */
function boundary(line: string, at: number): number {
  const code = line.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

/** `2 errors, 1 warning` */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const { errors, warnings, notes } = count(diagnostics);
  return [counted(errors, "error"), counted(warnings, "warning"), counted(notes, "note")]
    .filter((part) => part !== "")
    .join(", ");
}

function counted(number: number, noun: string): string {
  if (number === 0) return "";
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const BOLD = "1";
const COLOURS = { error: "1;31", warning: "1;35", note: "1;36", caret: "1;32" } as const;

function paint(text: string, colour: string, { style }: RenderOptions): string {
  return style === "colour" ? `\u001b[${colour}m${text}\u001b[0m` : text;
}

/** Control characters, lone surrogates and bidirectional controls. */
const UNSAFE = /[\p{Cc}\p{Cs}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** East Asian wide and fullwidth ranges, and pictographs that terminals draw two columns wide. [Unicode UAX #11] */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u;

/** Escapes unsafe characters as `\x1b` or `\u202e`. Tabs are kept. */
function printable(text: string): string {
  return text.replace(UNSAFE, (character) => (character === "\t" ? character : escaped(character)));
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Blanks and tabs with the same width as the text, for any tab stops. */
function blankOf(text: string): string {
  return [...printable(text)].map((character) => (character === "\t" ? "\t" : " ".repeat(width(character)))).join("");
}

/** Width in terminal columns; a tab counts as one. */
function widthOf(text: string): number {
  let columns = 0;
  for (const character of printable(text)) columns += width(character);
  return columns;
}

function width(character: string): number {
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
