/** `@command: ack=struct_ack timeout=2s confirm if="state == 2"` in a struct's comment marks a message to the firmware [D52]. */

import type { CommandInfo, Comparison } from "../../runtime/codec/struct-codec.ts";
import { EXPECTED, parseDuration } from "../../runtime/config/display-rule.ts";
import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Span } from "../source/span.ts";
import type { FieldComment } from "../types/declarations.ts";
import { spanWithin } from "./comment-place.ts";
import type { CompiledField, CompiledStruct } from "./compiled-rule.ts";
import { nearestName } from "./nearest-name.ts";

export interface NamedComment {
  /** Name of the struct or field, for diagnostics. */
  readonly name: string;
  readonly comment: FieldComment;
}

/** Ends at the end of the line or the comment, or at the next tag. */
const TAG = /@command\b[ \t]*:?[ \t]*((?:"[^"\n]*"|[^"\n@])*)/;
const PART = /([\w-]+)(?:=(?:"([^"]*)"|([^\s,;]*)))?|\S/g;
const PARTS = ["ack", "timeout", "ok", "confirm", "if", "fresh"] as const;
const OPERATORS = { "==": "==", "=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=" } as const;
const COMPARISON = /^(.*?[^\s<>=!])\s*(==|!=|<=|>=|=|<|>)\s*(\S.*)$/;
const NUMBER = /^[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$/;

const DEFAULT_TIMEOUT_MS = 5000;
const DEFAULT_FRESH_MS = 10_000;

interface Tag {
  readonly struct: CompiledStruct;
  readonly span: Span;
  readonly parts: ReadonlyMap<string, string>;
  readonly all: readonly CompiledStruct[];
  readonly diagnostics: Diagnostic[];
}

/** One entry per struct; undefined if the struct is not a command. */
export function readCommands(
  structs: readonly CompiledStruct[],
  commentsOf: (struct: CompiledStruct) => readonly NamedComment[],
  stray: readonly FieldComment[],
): Outcome<readonly (CommandInfo | undefined)[]> {
  const diagnostics: Diagnostic[] = [];
  const claimed = new Set<FieldComment>();
  const tags = structs.map((struct) => {
    const found = commentsOf(struct).find(({ comment }) => TAG.test(withoutEnd(comment)));
    if (found === undefined) return undefined;
    claimed.add(found.comment);
    return tagOf(struct, found.comment, structs, diagnostics);
  });
  const value = tags.map((tag) => tag && commandOf(tag, tags));
  for (const comment of stray) {
    const match = TAG.exec(withoutEnd(comment));
    if (match === null || claimed.has(comment)) continue;
    const span = spanWithin(comment, match.index, "@command".length);
    diagnostics.push(report(RULES, "W353", span, { next: nextStruct(span, structs) }));
  }
  return { value, diagnostics };
}

/** The first message struct behind the place, in its header. */
function nextStruct({ file, start }: Span, structs: readonly CompiledStruct[]) {
  const spans = structs.map(({ layout }) => layout.message.record).filter(({ span }) => span.file === file);
  const next = spans.find(({ span }) => span.start.line > start.line);
  return next && { name: next.name ?? "struct", line: next.span.start.line };
}

/** Keeps offsets. */
function withoutEnd({ text }: FieldComment): string {
  return text.replace(/\*\/$/, "");
}

function tagOf(
  struct: CompiledStruct,
  comment: FieldComment,
  all: readonly CompiledStruct[],
  diagnostics: Diagnostic[],
): Tag {
  const { index, 0: whole, 1: text = "" } = TAG.exec(withoutEnd(comment))!;
  const parts = new Map<string, string>();
  const tag = { struct, all, diagnostics, parts, span: spanWithin(comment, index, whole.trimEnd().length) };
  for (const [written, name = "", quoted, plain] of text.matchAll(PART)) {
    if (written === "," || written === ";") continue;
    const value = quoted ?? plain;
    const isKnown = (PARTS as readonly string[]).includes(name);
    if (!isKnown) wrong(tag, `there is no part '${written}'${meant(name)}`, `it takes ${PARTS.join(", ")}`);
    else if (parts.has(name)) wrong(tag, `'${name}' is given twice`, "write each part once");
    else if ((name === "confirm") !== (value === undefined) || value === "")
      wrong(tag, `'${written}' is not complete`, 'write ack=struct_name, timeout=2s, confirm, if="column == 1"');
    parts.set(name, value ?? "");
  }
  return tag;
}

function meant(name: string): string {
  const near = nearestName(name, PARTS);
  return near === undefined ? "" : ` (did you mean '${near}'?)`;
}

function wrong({ struct, span, diagnostics }: Tag, text: string, expected: string): undefined {
  diagnostics.push(report(RULES, "E350", span, { struct: struct.layout.message.name, text, expected }));
  return undefined;
}

function commandOf(tag: Tag, tags: readonly (Tag | undefined)[]): CommandInfo {
  const { parts } = tag;
  const ack = ackOf(tag);
  for (const [part, needed] of [
    ["timeout", "ack"],
    ["ok", "ack"],
    ["fresh", "if"],
  ] as const)
    if (parts.has(part) && !parts.has(needed)) wrong(tag, `'${part}' needs '${needed}'`, `it needs ${needed}=`);
  const telemetry = tag.all.filter((_, index) => tags[index] === undefined);
  const accepted = ack && conditionsOf(tag, "ok", [ack]);
  const interlock = conditionsOf(tag, "if", telemetry);
  return {
    ...(ack && { ack: ack.layout.message.name, timeoutMs: durationOf(tag, "timeout") ?? DEFAULT_TIMEOUT_MS }),
    ...(accepted && { accepted }),
    ...(parts.has("confirm") && { confirm: true }),
    ...(interlock && { interlock, freshMs: durationOf(tag, "fresh") ?? DEFAULT_FRESH_MS }),
  };
}

function ackOf({ parts, struct, all, span, diagnostics }: Tag): CompiledStruct | undefined {
  const ack = parts.get("ack");
  if (ack === undefined) return undefined;
  const others = all.filter((other) => other !== struct);
  const found = others.find(({ layout }) => layout.message.name === ack);
  if (found !== undefined) return found;
  const nearest = nearestName(
    ack,
    others.map(({ layout }) => layout.message.name),
  );
  diagnostics.push(report(RULES, "E351", span, { struct: struct.layout.message.name, ack, nearest }));
  return undefined;
}

function durationOf(tag: Tag, part: "timeout" | "fresh"): number | undefined {
  const text = tag.parts.get(part);
  if (text === undefined) return undefined;
  return parseDuration(text) ?? wrong(tag, `'${part}=${text}' cannot be read`, `'${part}' is ${EXPECTED.duration}`);
}

function conditionsOf(tag: Tag, part: "ok" | "if", structs: readonly CompiledStruct[]): Comparison[] | undefined {
  return tag.parts
    .get(part)
    ?.split(/\s+and\s+|\s*&&\s*/)
    .flatMap((condition) => {
      const result = comparisonOf(condition.trim(), structs);
      if (typeof result !== "string") return result;
      const details = { struct: tag.struct.layout.message.name, condition, reason: result };
      tag.diagnostics.push(report(RULES, "E352", tag.span, details));
      return [];
    });
}

/** Returns the comparison, or the end of a sentence that states the problem. */
function comparisonOf(text: string, structs: readonly CompiledStruct[]): Comparison | string {
  const [, name = "", operator = "", other = ""] = COMPARISON.exec(text) ?? [];
  if (name === "") return "is not a comparison like mode == 2";
  const places = structs.flatMap((struct) =>
    struct.fields
      .filter((field) => !field.excluded && namesOf(struct, field).includes(name))
      .map((field) => ({ struct, field })),
  );
  const [place, second] = places;
  if (place === undefined) {
    const known = structs.flatMap(({ fields }) =>
      fields.filter(({ excluded }) => !excluded).map(({ column }) => column),
    );
    const near = nearestName(name, known);
    return `asks for '${name}', which no message stores${near === undefined ? "" : ` (did you mean '${near}'?)`}`;
  }
  if (second !== undefined) {
    const several = places.map(({ struct, field }) => `${titleOf(struct)}.${field.column}`);
    return `may mean ${several.join(" or ")}: write one of them`;
  }
  const is = OPERATORS[operator as keyof typeof OPERATORS];
  const value = literalOf(other, place.field);
  if (value === undefined) return `compares '${name}' with '${other}', which is not one of its values`;
  if (typeof value !== "number" && is !== "==" && is !== "!=") return `compares '${name}', which has no order`;
  return { struct: place.struct.layout.message.name, column: place.field.column, is, value };
}

function titleOf({ layout }: CompiledStruct): string {
  return layout.message.name.replace(/^struct_/, "");
}

function namesOf(struct: CompiledStruct, { column }: CompiledField): string[] {
  return [column, `${titleOf(struct)}.${column}`, `${struct.layout.message.name}.${column}`];
}

function literalOf(written: string, { kind, states = {} }: CompiledField): Comparison["value"] | undefined {
  const quoted = /^'(.*)'$/.exec(written)?.[1];
  const text = quoted ?? written;
  if (kind === "string") return text;
  if (kind === "boolean")
    return text === "true" || text === "1" || (text === "false" || text === "0" ? false : undefined);
  const state = Object.entries(states).find(([, name]) => name === text)?.[0];
  if (state !== undefined) return Number(state);
  const isNumber = quoted === undefined && NUMBER.test(text) && Number.isFinite(Number(text));
  return isNumber ? Number(text) : undefined;
}
