/** Reads `@rule: name=…; expr=…; unit=…` from a comment [D9]. Offsets count from the beginning of the comment's text. */

import { nearestName } from "./nearest-name.ts";

export type PartName = "name" | "expr" | "unit";

export interface Part {
  readonly text: string;
  readonly offset: number;
}

export interface RuleText {
  readonly parts: ReadonlyMap<PartName, Part>;
  readonly problems: readonly RuleTextProblem[];
  /** Of the marker. */
  readonly offset: number;
  readonly end: number;
}

export type RuleTextProblem = { readonly offset: number; readonly length: number } & (
  | { readonly code: "E310" | "E311" | "E314"; readonly part: string }
  | { readonly code: "E312"; readonly part: string; readonly nearest: string | undefined }
  | { readonly code: "E313" | "E320" }
  | { readonly code: "E315"; readonly part: string; readonly character: string }
  | { readonly code: "E325"; readonly part: string; readonly limit: number }
  | { readonly code: "W321"; readonly marker: string }
);

const PART_NAMES: readonly PartName[] = ["name", "expr", "unit"];

/** With its colon, or at least followed by a part: "see the @rule above" is no rule. */
const MARKER = /@[ \t]*rule\b(?:[ \t]*:|(?=\s+(?:name|expr|unit)\s*=))/gi;
const PART = /^\s*([^=;\s]*)\s*=(?!=)/u;
/** A part that begins within another's value: its `;` is missing. */
const NEXT_PART = /[\s,](name|expr|unit)\s*=(?!=)/u;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** `undefined`: the comment has no rule. */
export function ruleTextOf(comment: string): RuleText | undefined {
  const [marker, second] = comment.matchAll(MARKER);
  if (marker === undefined) return undefined;
  const problems: RuleTextProblem[] = [];
  if (!/^@rule:$/.test(marker[0])) {
    problems.push({ code: "W321", marker: marker[0], offset: marker.index, length: marker[0].length });
  }
  if (second) problems.push({ code: "E320", offset: second.index, length: second[0].length });
  const begin = marker.index + marker[0].length;
  const body = bodyOf(comment.slice(begin, second?.index));
  const parts = partsOf(body, begin, problems);
  if (parts.size === 0 && !problems.some(({ code }) => code !== "W321")) {
    problems.push({ code: "E313", offset: marker.index, length: marker[0].length });
  }
  return { parts, problems, offset: marker.index, end: begin + body.trimEnd().length };
}

/**
 * A rule ends with its line, unless the next line is needed to make sense of it: it begins with a part,
 * or a bracket is open or an operator waits for its operand. Line ends become blanks, so offsets stay.
 */
function bodyOf(text: string): string {
  const lines = text.split("\n");
  let body = lines[0] ?? "";
  for (const line of lines.slice(1)) {
    const plain = line.replace(/^\s*\*+(?=\s|$)/u, (decoration) => " ".repeat(decoration.length));
    if (!continues(body, plain)) break;
    body += ` ${plain}`;
  }
  return body;
}

function continues(body: string, line: string): boolean {
  if (body.trim() === "") return true;
  if (/^\s*(?:name|expr|unit)\s*=(?!=)/u.test(line)) return true;
  const last = body.slice(body.lastIndexOf(";") + 1);
  if (!/^\s*expr\s*=/u.test(last)) return false;
  const open = [...last].reduce((depth, sign) => depth + (sign === "(" ? 1 : sign === ")" ? -1 : 0), 0);
  return open > 0 || /[-+*/^%?:&|<>=,]\s*$/u.test(last);
}

function partsOf(body: string, begin: number, problems: RuleTextProblem[]): Map<PartName, Part> {
  const parts = new Map<PartName, Part>();
  let offset = 0;
  for (const segment of body.split(";")) {
    if (segment.trim() !== "") readPart(segment, begin + offset, parts, problems);
    offset += segment.length + 1;
  }
  return parts;
}

function readPart(segment: string, offset: number, parts: Map<PartName, Part>, problems: RuleTextProblem[]): void {
  const head = PART.exec(segment);
  const key = head?.[1] ?? segment.trim();
  const place = { offset: offset + segment.length - segment.trimStart().length, length: Math.max(1, key.length) };
  const name = PART_NAMES.find((known) => known === key);
  if (head === null || name === undefined) {
    problems.push({ code: "E312", part: key, nearest: nearestName(key, PART_NAMES), ...place });
    return;
  }
  if (parts.has(name)) {
    problems.push({ code: "E311", part: name, ...place });
    return;
  }
  const value = segment.slice(head[0].length);
  const missing = NEXT_PART.exec(value);
  if (missing) {
    const next = missing[1] ?? "";
    problems.push({ code: "E310", part: next, offset: offset + head[0].length + missing.index, length: 1 });
    readPart(value.slice(missing.index + 1), offset + head[0].length + missing.index + 1, parts, problems);
  }
  const own = missing ? value.slice(0, missing.index) : value;
  const text = own.trim();
  const at = offset + head[0].length + own.length - own.trimStart().length;
  checkValue(name, text, text === "" ? place.offset : at, problems);
  parts.set(name, { text, offset: at });
}

/** UTF-16 code units of a name or unit. */
const LONGEST_VALUE = 255;

function checkValue(part: PartName, text: string, offset: number, problems: RuleTextProblem[]): void {
  if (text === "") problems.push({ code: "E314", part, offset, length: part.length });
  if (part !== "expr" && text.length > LONGEST_VALUE) {
    problems.push({ code: "E325", part, limit: LONGEST_VALUE, offset, length: text.length });
  }
  const unprintable = part === "expr" ? null : UNPRINTABLE.exec(text);
  if (unprintable === null) return;
  const point = unprintable[0].codePointAt(0) ?? 0;
  const character = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
  problems.push({ code: "E315", part, character, offset: offset + unprintable.index, length: 1 });
}
