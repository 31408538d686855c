/** Fixes of the compiler as edits of the texts that the editor has. */

import type { Range, TextEdit } from "vscode-languageserver";
import { parseIni } from "../../runtime/config/ini.ts";
import type { Edit, Fix, KeyEdit } from "../diagnostics/fix.ts";
import type { Span } from "../source/span.ts";
import { sectionLines } from "./ini-place.ts";
import { rangeOf } from "./places.ts";
import type { Project } from "./project.ts";
import { structBody } from "./struct-lines.ts";

export interface Texts {
  readonly project: Project;
  /** Channels that read a file, as diagnostics show it, by name. */
  readonly channelsOf: (file: string) => readonly string[];
  /** The text of a file as the editor has it, or on disk. */
  readonly textOf: (path: string) => string;
}

export interface FileEdit {
  readonly path: string;
  readonly edits: readonly TextEdit[];
}

/** Undefined if the texts do not have what the fix needs. A key without a channel gives one alternative for each channel. */
export function resolved({ edits }: Fix, file: string, texts: Texts): readonly FileEdit[] | undefined {
  const found: FileEdit[] = [];
  for (const edit of edits) {
    const one = resolvedEdit(edit, file, texts);
    if (one === undefined) return undefined;
    found.push(one);
  }
  return found;
}

function resolvedEdit(edit: Edit, file: string, texts: Texts): FileEdit | undefined {
  const { project } = texts;
  if (edit.kind === "key" || edit.kind === "item") {
    const text = texts.textOf(project.file);
    const channel = edit.channel ?? texts.channelsOf(file)[0];
    if (channel === undefined) return undefined;
    const changed =
      edit.kind === "key" ? keyEdit(edit, `lab-${channel}`, text) : itemEdit(edit, `lab-${channel}`, text);
    return changed && { path: project.file, edits: [inLineEnds(changed, text)] };
  }
  const path = project.pathOf(edit.kind === "file end" ? edit.file : edit.span.file);
  const text = texts.textOf(path);
  const changed = inText(edit, linesOf(text));
  return changed && { path, edits: changed.map((one) => inLineEnds(one, text)) };
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** New lines get the ends that the file has. */
export function inLineEnds(edit: TextEdit, text: string): TextEdit {
  return text.includes("\r\n") ? { ...edit, newText: edit.newText.replace(/\r?\n/g, "\r\n") } : edit;
}

type TextKind = Exclude<Edit, { readonly kind: "key" | "item" }>;

function inText(edit: TextKind, lines: readonly string[]): TextEdit[] | undefined {
  if (edit.kind === "file end") return [atEnd(lines, edit.text)];
  const range = rangeOf(edit.span);
  switch (edit.kind) {
    case "text":
      return [{ range, newText: edit.text }];
    case "word":
      return wordEdit(edit.span, edit.word, edit.text, lines);
    case "number":
      return numberEdit(range, edit.value, lines);
    case "brackets":
      return behind(range, /^\s*\[\s*(?=\])/, lines, edit.text);
    case "before":
      return beforeEdit(range, edit.word, edit.text, lines);
    case "line":
      return [lineEdit(range.start.line, edit.text)];
    case "line end":
      return [insert(range.end.line, (lines[range.end.line] ?? "").trimEnd().length, edit.text)];
    case "pack":
      return packEdits(range.start.line, lines);
    case "instance":
      return instanceEdit(range.start.line, edit.text, lines);
    case "attribute":
      return attributeEdits(range, edit.to, lines);
    case "rule":
      return ruleEdit(range, edit.part, edit.value, lines);
    case "move rule":
      return moveRule(range, lines);
    case "tag":
      return tagEdit(range, edit.tag, lines);
  }
}

export function insert(line: number, character: number, newText: string): TextEdit {
  const at = { line, character };
  return { range: { start: at, end: at }, newText };
}

function atEnd(lines: readonly string[], text: string): TextEdit {
  const last = lines.length - 1;
  const length = (lines[last] ?? "").length;
  return insert(last, length, length === 0 ? `${text}\n` : `\n${text}\n`);
}

function lineEdit(line: number, text: string | undefined): TextEdit {
  const range = { start: { line, character: 0 }, end: { line: line + 1, character: 0 } };
  return { range, newText: text === undefined ? "" : `${text}\n` };
}

/** The word within the span, which may have several lines. */
function wordEdit(
  { start, end }: Span,
  word: string,
  newText: string,
  lines: readonly string[],
): TextEdit[] | undefined {
  for (let line = start.line; line <= end.line; line++) {
    const content = lines[line - 1] ?? "";
    const from = line === start.line ? start.column - 1 : 0;
    const to = line === end.line ? end.column - 1 : content.length;
    const at = indexOfWord(content.slice(0, to), word, from);
    if (at < 0) continue;
    const range = { start: { line: line - 1, character: at }, end: { line: line - 1, character: at + word.length } };
    return [{ range, newText }];
  }
  return undefined;
}

function indexOfWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside = (index: number) => /\w/.test(text[index] ?? "");
    const begins = !(/^\w/.test(word) && isInside(at - 1) && at > from);
    if (begins && !(/\w$/.test(word) && isInside(at + word.length))) return at;
  }
  return -1;
}

/** In the notation that is there: `0x0C`, `12`. */
function numberEdit({ start }: Range, value: number, lines: readonly string[]): TextEdit[] | undefined {
  const written = /^(?:0[xX][0-9a-fA-F]+|\d+)(?=[uUlL']*\b)/.exec(
    (lines[start.line] ?? "").slice(start.character),
  )?.[0];
  if (written === undefined) return undefined;
  const digits = value.toString(16).padStart(written.length - 2, "0");
  const newText = /^0[xX]/.test(written) ? written.slice(0, 2) + digits : String(value);
  return [{ range: { start, end: { ...start, character: start.character + written.length } }, newText }];
}

function behind({ end }: Range, pattern: RegExp, lines: readonly string[], text: string): TextEdit[] | undefined {
  const found = pattern.exec((lines[end.line] ?? "").slice(end.character))?.[0];
  return found === undefined ? undefined : [insert(end.line, end.character + found.length, text)];
}

function beforeEdit({ start }: Range, word: string, newText: string, lines: readonly string[]): TextEdit[] | undefined {
  const at = (lines[start.line] ?? "").slice(0, start.character).lastIndexOf(word);
  if (at < 0) return undefined;
  const from = { line: start.line, character: at };
  return [{ range: { start: from, end: { ...from, character: at + word.length } }, newText }];
}

/** `#pragma pack` around the struct. */
export function packEdits(line: number, lines: readonly string[]): TextEdit[] | undefined {
  const body = structBody(lines, line);
  if (body === undefined) return undefined;
  const end = (lines[body.last] ?? "").length;
  return [insert(body.first, 0, "#pragma pack(push, 1)\n"), insert(body.last, end, "\n#pragma pack(pop)")];
}

/** Before the `;` behind the closing brace, if nothing else is there. */
function instanceEdit(line: number, text: string, lines: readonly string[]): TextEdit[] | undefined {
  const body = structBody(lines, line);
  const last = body && (lines[body.last] ?? "");
  const end = last === undefined ? undefined : /\}(?=\s*;\s*(?:\/[/*].*)?$)/.exec(last);
  return body === undefined || end == null ? undefined : [insert(body.last, end.index + 1, text)];
}

/** All of `__attribute__((packed))` or `[[gnu::packed]]` around the range, if it holds nothing else. */
function attributeEdits(
  { start, end }: Range,
  to: "brace" | "nowhere",
  lines: readonly string[],
): TextEdit[] | undefined {
  const line = lines[start.line] ?? "";
  const opening = /(?:\s*)(?:__attribute(?:__)?\s*\(\s*\(\s*|\[\[\s*(?:gnu::)?)$/.exec(line.slice(0, start.character));
  const inside = line.slice(start.character, end.character);
  const whole =
    opening ?? (/^(?:__attribute|\[\[|alignas|_Alignas|__declspec)/.test(inside) ? { index: start.character } : null);
  if (whole === null || start.line !== end.line) return undefined;
  const closing = opening === null ? "" : /^\s*(?:\)\s*\)|\]\])/.exec(line.slice(end.character))?.[0];
  if (closing === undefined) return undefined;
  const text = line.slice(whole.index, end.character + closing.length);
  const range = {
    start: { line: start.line, character: whole.index },
    end: { line: start.line, character: end.character + closing.length },
  };
  const removed = { range, newText: "" };
  if (to === "nowhere") return [removed];
  const brace = closingBrace(lines, start.line, whole.index);
  return brace === undefined ? undefined : [insert(brace.line, brace.character + 1, ` ${text.trim()}`), removed];
}

function closingBrace(lines: readonly string[], line: number, character: number) {
  for (let at = line; at >= 0; at--) {
    const text = at === line ? (lines[at] ?? "").slice(0, character) : (lines[at] ?? "").replace(/\/\/.*$/, "");
    const found = text.lastIndexOf("}");
    if (found >= 0) return { line: at, character: found };
    if (text.includes(";")) return undefined;
  }
  return undefined;
}

/** In the rule behind the field, or in a new one. */
function ruleEdit({ end }: Range, part: string, value: string, lines: readonly string[]): TextEdit[] | undefined {
  const { line } = end;
  const content = lines[line] ?? "";
  const rest = content.slice(end.character);
  const rule = /@rule\s*:/i.exec(rest);
  if (rule !== null) {
    const from = end.character + rule.index + rule[0].length;
    const present = new RegExp(`(?:^|;)\\s*${part}\\s*=\\s*([^;]*?)\\s*(?=;|\\*/|$)`).exec(content.slice(from));
    if (present === null) return [insert(line, from, ` ${part}=${value};`)];
    const at = from + present.index + present[0].length - (present[1] ?? "").length;
    const range = { start: { line, character: at }, end: { line, character: at + (present[1] ?? "").length } };
    return [{ range, newText: value }];
  }
  const place = ruleEnd(content);
  return [insert(line, place.character, `${place.opens}@rule: ${part}=${value}`)];
}

/** Where a rule can be added to a line, and what comes before it. */
export function ruleEnd(content: string): { readonly character: number; readonly opens: string } {
  const closed = /\s*\*\/\s*$/.exec(content);
  // A comment that is open at the line's end goes on in the next line.
  const isOpen = content.lastIndexOf("/*") > content.lastIndexOf("*/");
  const hasComment = closed !== null || isOpen || /\/\//.test(content);
  return { character: closed === null ? content.trimEnd().length : closed.index, opens: hasComment ? " " : "  // " };
}

/** From a comment of its own to the next line that ends a declaration. */
function moveRule({ start, end }: Range, lines: readonly string[]): TextEdit[] | undefined {
  const content = lines[start.line] ?? "";
  const isAlone = /^\s*(?:\/\/+!?<?|\/\*+!?<?|\*)\s*$/.test(content.slice(0, start.character));
  const isLast = /^\s*(?:\*\/)?\s*$/.test(content.slice(end.character));
  const next = lines.findIndex((line, at) => at > start.line && line.trim() !== "");
  const target = lines[next] ?? "";
  const isField = /^[^/{}]*\w[^/{}]*;\s*(?:\/\/.*|\/\*.*\*\/\s*)?$/.test(target) && !/@rule/i.test(target);
  if (!isAlone || !isLast || !isField || start.line !== end.line) return undefined;
  const place = ruleEnd(target);
  return [
    lineEdit(start.line, undefined),
    insert(next, place.character, place.opens + content.slice(start.character, end.character).trim()),
  ];
}

function tagEdit({ end }: Range, tag: string, lines: readonly string[]): TextEdit[] | undefined {
  const content = lines[end.line] ?? "";
  const found = new RegExp(`\\s*${tag}\\b(?:[ \\t]*:[ \\t]*[^@,;(*\\n]*)?`).exec(content.slice(end.character));
  if (found === null) return undefined;
  const at = end.character + found.index;
  const length = found[0].trimEnd().length;
  const empty = /\s*\/\/\s*$/.exec(content.slice(0, at));
  const isEmpty = empty !== null && content.slice(at + length).trim() === "";
  const from = isEmpty ? at - empty[0].length : at;
  const range = { start: { line: end.line, character: from }, end: { line: end.line, character: at + length } };
  return [{ range, newText: "" }];
}

const ADDED = { added: ", ", appended: " " } as const;

/** Undefined if the section has the value already. */
export function keyEdit(
  { key, value, how }: Omit<KeyEdit, "kind">,
  section: string,
  text: string,
): TextEdit | undefined {
  const place = sectionLines(text, section);
  if (place === undefined) return undefined;
  const lines = linesOf(text);
  const present = keyLine(lines, place, key);
  if (present === undefined) return insert(place.last, (lines[place.last] ?? "").length, `\n${key} = ${value}`);
  const content = lines[present] ?? "";
  const [, head = ""] = /^(\s*[^=:]+[=:]\s*)/.exec(content) ?? [];
  const end = content.replace(/\s;.*$/, "").trimEnd().length;
  if (content.slice(head.length, end) === value) return undefined;
  if (how !== "set") {
    if (
      parseIni(text)
        .sections.get(section)
        ?.entries.get(key)
        ?.value.split(/\s*,\s*/)
        .includes(value)
    )
      return undefined;
    const last = lastOfValue(lines, present, place.last);
    const there = (lines[last] ?? "").replace(/\s;.*$/, "").trimEnd().length;
    return insert(last, there, `${ADDED[how]}${value}`);
  }
  const range = { start: { line: present, character: head.length }, end: { line: present, character: end } };
  return { range, newText: value };
}

/** A value goes on in lines that are indented. */
function lastOfValue(lines: readonly string[], line: number, last: number): number {
  let at = line;
  while (at < last && /^\s+[^\s;#]/.test(lines[at + 1] ?? "")) at++;
  return at;
}

function keyLine(lines: readonly string[], place: { header: number; last: number }, key: string): number | undefined {
  for (let at = place.header + 1; at <= place.last; at++) {
    if (new RegExp(`^\\s*${key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*[=:]`).test(lines[at] ?? "")) return at;
  }
  return undefined;
}

/** The first item with this text in the section. */
function itemEdit({ item, text: newText }: { item: string; text: string }, section: string, text: string) {
  const place = sectionLines(text, section);
  if (place === undefined) return undefined;
  const lines = linesOf(text);
  for (let line = place.header + 1; line <= place.last; line++) {
    const content = lines[line] ?? "";
    if (/^\s*[;#]/.test(content)) continue;
    for (const { 0: found, index } of content.matchAll(/[^\s,=]+/g)) {
      if (found !== item) continue;
      const range = { start: { line, character: index }, end: { line, character: index + item.length } };
      return { range, newText };
    }
  }
  return undefined;
}
