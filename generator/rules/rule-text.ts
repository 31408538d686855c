/** Parses `@rule: name=…; expr=…; unit=…` in a comment [D9, D38]. Offsets count from the start of the comment's text. */

import { nearestName } from "./nearest-name.ts";

export type RulePartName = "name" | "expr" | "unit" | "warn" | "alarm" | "hold" | "states";

export interface RulePart {
  readonly text: string;
  readonly offset: number;
}

export interface RuleText {
  readonly parts: ReadonlyMap<RulePartName, RulePart>;
  readonly problems: readonly RuleTextProblem[];
  /** Offset of the marker. */
  readonly offset: number;
  readonly end: number;
}

export type RuleTextProblem = { readonly offset: number; readonly length: number } & (
  | { readonly code: "E310" | "E311" | "E314"; readonly part: string }
  | { readonly code: "E312"; readonly part: string; readonly nearest: string | undefined }
  | { readonly code: "E313" }
  | { readonly code: "E320"; readonly marker: string }
  | { readonly code: "E315"; readonly part: string; readonly character: string }
  | { readonly code: "E325"; readonly part: string; readonly limit: number }
  | { readonly code: "E326"; readonly limit: number }
  | { readonly code: "W321"; readonly marker: string }
);

const PART_NAMES: readonly RulePartName[] = ["name", "expr", "unit", "warn", "alarm", "hold", "states"];
const ANY_PART = PART_NAMES.join("|");

/** One letter too many, too few, or exchanged; or without `@`, at the beginning of the comment. */
const MISSPELLED =
  "(?<!\\w)@[ \\t]*(?:rules|rul|rue|rle|ruel|rlue|urle|rrule|ruule|rulle|rulee)|rules?(?<=^[\\s*/!<\\d]*rules?)(?=[ \\t]*:)";
/**
 * Requires a colon or a part after it, because "see the @rule above" is not a rule; after a misspelled one, and without its `@`, a
 * part.
 */
const MARKER = new RegExp(
  `@[ \\t]*rule\\b(?:[ \\t]*:|(?=\\s+(?:${ANY_PART})\\s*=))|(?:${MISSPELLED})\\b[ \\t]*:?(?=\\s*(?:${ANY_PART})\\s*=(?!=))`,
  "gi",
);
const PART = /^([^=;\s]*)\s*=(?!=)/u;
/** A part inside another part's value: a `;` is missing. */
const NEXT_PART = new RegExp(`[\\s,](${ANY_PART})\\s*=(?!=)`, "u");
const PART_BEGINS = new RegExp(`^\\s*(?:${ANY_PART})\\s*=(?!=)`, "u");
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Maximum length in UTF-16 code units; more than the longest expression, name and unit together. */
const LONGEST_RULE = 10_000;

/** Undefined if the comment has no rule. */
export function ruleTextOf(comment: string): RuleText | undefined {
  const [marker, second] = comment.matchAll(MARKER);
  if (marker === undefined) return undefined;
  const problems: RuleTextProblem[] = [];
  if (!/^@rule:$/.test(marker[0])) {
    problems.push({ code: "W321", marker: marker[0], offset: marker.index, length: marker[0].length });
  }
  if (second) problems.push({ code: "E320", marker: second[0], offset: second.index, length: second[0].length });
  const begin = marker.index + marker[0].length;
  const body = bodyOf(comment.slice(begin, Math.min(second?.index ?? comment.length, begin + LONGEST_RULE + 1)));
  if (body.length > LONGEST_RULE) {
    problems.push({ code: "E326", limit: LONGEST_RULE, offset: marker.index, length: marker[0].length });
  }
  const parts = partsOf(body, begin, problems);
  if (parts.size === 0 && !problems.some(({ code }) => code !== "W321")) {
    problems.push({ code: "E313", offset: marker.index, length: marker[0].length });
  }
  return { parts, problems, offset: marker.index, end: begin + body.trimEnd().length };
}

/**
 * A rule ends with its line, unless the next line begins with a part, a bracket is open, or an operator lacks its operand.
 * Line ends become blanks, so offsets stay the same.
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
  if (PART_BEGINS.test(line)) return true;
  const last = body.slice(body.lastIndexOf(";") + 1);
  if (!/^\s*expr\s*=/u.test(last)) return false;
  const open = [...last].reduce((depth, sign) => depth + (sign === "(" ? 1 : sign === ")" ? -1 : 0), 0);
  return open > 0 || /[-+*/^%?:&|<>=,]\s*$/u.test(last);
}

function partsOf(body: string, begin: number, problems: RuleTextProblem[]): Map<RulePartName, RulePart> {
  const parts = new Map<RulePartName, RulePart>();
  let offset = 0;
  for (const segment of body.split(";")) {
    if (segment.trim() !== "") readPart(segment, begin + offset, parts, problems);
    offset += segment.length + 1;
  }
  return parts;
}

function readPart(
  segment: string,
  begin: number,
  parts: Map<RulePartName, RulePart>,
  problems: RuleTextProblem[],
): void {
  const text = segment.trimStart();
  const offset = begin + segment.length - text.length;
  const head = PART.exec(text);
  const key = head?.[1] ?? text.trimEnd();
  const place = { offset, length: Math.max(1, key.length) };
  const name = PART_NAMES.find((known) => known === key);
  if (head === null || name === undefined) {
    problems.push({ code: "E312", part: shortened(key), nearest: nearestName(key, PART_NAMES), ...place });
    return;
  }
  const value = text.slice(head[0].length);
  const valueOffset = offset + head[0].length;
  const missing = NEXT_PART.exec(value);
  const own = missing ? value.slice(0, missing.index) : value;
  if (parts.has(name)) problems.push({ code: "E311", part: name, ...place });
  else parts.set(name, readValue(name, own, valueOffset, place.offset, problems));
  if (missing === null) return;
  const next = valueOffset + missing.index;
  problems.push({ code: "E310", part: missing[1] ?? "", offset: next, length: 1 });
  readPart(value.slice(missing.index + 1), next + 1, parts, problems);
}

function readValue(
  name: RulePartName,
  value: string,
  offset: number,
  keyOffset: number,
  problems: RuleTextProblem[],
): RulePart {
  const part = { text: value.trim(), offset: offset + value.length - value.trimStart().length };
  checkValue(name, part.text, part.text === "" ? keyOffset : part.offset, problems);
  return part;
}

/** Shortens a text for a message. */
function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}

/** Maximum length of a name or unit, in UTF-16 code units. */
const LONGEST_VALUE = 255;

function checkValue(part: RulePartName, text: string, offset: number, problems: RuleTextProblem[]): void {
  if (text === "") problems.push({ code: "E314", part, offset, length: part.length });
  const limit = part === "states" ? LONGEST_RULE : LONGEST_VALUE;
  if (part !== "expr" && text.length > limit) {
    problems.push({ code: "E325", part, limit, offset, length: text.length });
  }
  const unprintable = part === "expr" ? null : UNPRINTABLE.exec(text);
  if (unprintable === null) return;
  const point = unprintable[0].codePointAt(0) ?? 0;
  const character = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
  problems.push({ code: "E315", part, character, offset: offset + unprintable.index, length: 1 });
}
