/** Tags that give a field a role in its message [D38]: `@seq`, `@time: us since boot`, `@samples: dt=200us; at=end`. */

import type { FieldTag, SampleTag, TimeTag } from "../../runtime/codec/struct-codec.ts";
import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import { presenceTags } from "../layout/presence-tag.ts";
import type { LayoutNode, ScalarNode, StructLayout, TextNode } from "../layout/struct-layout.ts";
import type { Span } from "../source/span.ts";
import type { FieldComment } from "../types/declarations.ts";
import { spanWithin } from "./comment-place.ts";
import type { CompiledField } from "./compiled-rule.ts";

export type TagName = "@seq" | "@time" | "@samples";

/** A tag and its text, up to a comma, a bracket, the next tag or the end of the line. */
const TAG = /@(seq|time)\b[ \t]*(:?)[ \t]*([^\n@,;(]*)/g;
const SAMPLES = /@samples\b[ \t]*:?([ \t]*index\b|(?:[ \t;,]*\w+[ \t]*=[ \t]*[^\s;,@]+)*)/;
const CLOCK = /^(ns|[uµμ]s|ms|s)(?:\s+(?:since\s+)?(boot|epoch))?$/;
const GPS_CLOCK = /^(week\/tow|week|tow)(?:\s+(ns|[uµμ]s|ms|s))?$/;
const DURATION = /^(\d+(?:\.\d+)?)\s*(ns|[uµμ]s|ms|s)$/;
const UNIT_NS = { ns: 1, us: 1000, ms: 1e6, s: 1e9 } as const;
/** One day; a longer run is a mistake. */
const LONGEST_RUN_NS = 86_400e9;

const EXPECTED_OF: Readonly<Record<TagName, string>> = {
  "@seq": "'shared' (all messages of a sender count together), or nothing",
  "@time": "s, ms, us or ns, then 'since boot' or 'epoch'; or week/tow",
  "@samples": "dt=200us, then at=end or at=start; or index",
};

/** A run of samples, on the path to its leaves. */
export interface SampleRun {
  /** Stored name of the array. */
  readonly column: string;
  /** Stored name of the current element. */
  readonly element: string;
  readonly offsetNs: number;
  readonly lastOf?: string;
  readonly index?: number;
}

/** When each element was sampled; undefined without the tag, or if the tag is invalid. */
export function readSamples(
  member: LayoutNode,
  diagnostics: Diagnostic[],
): ((index: number) => Omit<SampleRun, "column" | "element">) | undefined {
  for (const comment of member.comments) {
    const match = SAMPLES.exec(comment.text);
    if (match === null) continue;
    const span = spanWithin(comment, match.index, match[0].trimEnd().length);
    if (member.kind !== "array") {
      diagnostics.push(report(RULES, "E336", span, { field: member.path, tag: "@samples", needed: "an array" }));
      return undefined;
    }
    const [, text = ""] = match;
    // All samples have the same time. One nanosecond apart, so that the rows' times differ.
    if (text.trim() === "index") return (index) => ({ offsetNs: index, index });
    const parts = samplesOf(text);
    const { length } = member.elements;
    if (parts === undefined || parts.dtNs * length > LONGEST_RUN_NS) {
      diagnostics.push(wrongValue("@samples", member.path, text, span));
      return undefined;
    }
    const { dtNs, at } = parts;
    const lastOf = at === "end" && presenceTags(member.comments).length > 0 ? { lastOf: member.path } : {};
    return (index) => ({ offsetNs: Math.round((at === "end" ? index - (length - 1) : index) * dtNs), ...lastOf });
  }
  return undefined;
}

function samplesOf(text: string): { readonly dtNs: number; readonly at: "end" | "start" } | undefined {
  const parts = new Map<string, string>();
  for (const [, key = "", value = ""] of text.matchAll(/(\w+)[ \t]*=[ \t]*([^\s;,@]+)/g)) {
    if ((key !== "dt" && key !== "at") || parts.has(key)) return undefined;
    parts.set(key, value);
  }
  const [, number, unit] = DURATION.exec(parts.get("dt") ?? "") ?? [];
  const at = parts.get("at") ?? "end";
  const dtNs = Number(number) * UNIT_NS[unitOf(unit) ?? "ns"];
  if (!(dtNs >= 1) || (at !== "end" && at !== "start")) return undefined;
  return { dtNs, at };
}

/**
 * The leaf's role. Problems go to `diagnostics`.
 * @param run the run of samples that contains it
 */
export function readTag(
  leaf: ScalarNode | TextNode,
  column: string,
  run: SampleRun | undefined,
  layout: StructLayout,
  diagnostics: Diagnostic[],
): FieldTag | undefined {
  const tags = leaf.comments.flatMap((comment) => [...comment.text.matchAll(TAG)].map((match) => ({ match, comment })));
  for (const { match, comment } of tags) {
    const tag = tagOf(match, comment, leaf, layout, diagnostics);
    if (tag !== undefined) return tag;
  }
  return run && sampleTag(column, run);
}

function sampleTag(column: string, { column: whole, element, offsetNs, lastOf, index }: SampleRun): SampleTag {
  return {
    kind: "sample",
    column: whole + column.slice(element.length),
    offsetNs,
    ...(lastOf !== undefined && { lastOf }),
    ...(index !== undefined && { index, indexColumn: `${whole}.index` }),
  };
}

function tagOf(
  match: RegExpExecArray,
  comment: FieldComment,
  leaf: ScalarNode | TextNode,
  layout: StructLayout,
  diagnostics: Diagnostic[],
): FieldTag | undefined {
  const [whole, name, colon, rest = ""] = match;
  const tag: TagName = name === "seq" ? "@seq" : "@time";
  const span = spanWithin(comment, match.index, whole.trimEnd().length);
  // After `@seq` without a colon, the rest is plain text.
  const text = tag === "@seq" && colon === "" ? "" : rest.trim();
  const byteOrder = (leaf.kind === "scalar" ? leaf.byteOrder : undefined) ?? layout.byteOrder;
  const needed = neededOf(tag, leaf);
  if (needed !== undefined) {
    diagnostics.push(report(RULES, "E336", span, { field: leaf.path, tag, needed }));
    return undefined;
  }
  const value = tag === "@seq" ? sequenceOf(text) : clockOf(text, leaf);
  if (value !== undefined) return { ...value, byteOrder };
  diagnostics.push(wrongValue(tag, leaf.path, text, span));
  return undefined;
}

function sequenceOf(text: string) {
  if (text !== "" && text !== "shared") return undefined;
  return { kind: "seq", of: text === "" ? "message" : "sender" } as const;
}

function clockOf(text: string, leaf: ScalarNode | TextNode): Omit<TimeTag, "byteOrder"> | undefined {
  const [, plain, since] = CLOCK.exec(text) ?? [];
  const unit = unitOf(plain);
  if (unit !== undefined)
    return { kind: "time", unit, since: since === "boot" || since === "epoch" ? since : "either" };
  const [, part, written] = GPS_CLOCK.exec(text) ?? [];
  if (part === undefined) return undefined;
  const isWeek = part === "week" || (part === "week/tow" && /week|wk|wn/i.test(leaf.name));
  if (isWeek) return written === undefined ? { kind: "time", unit: "week", since: "week" } : undefined;
  const isFloat = leaf.kind === "scalar" && leaf.scalar.startsWith("float");
  return { kind: "time", unit: unitOf(written) ?? (isFloat ? "s" : "ms"), since: "week" };
}

function unitOf(text: string | undefined): keyof typeof UNIT_NS | undefined {
  return text === "s" || text === "ms" || text === "ns" ? text : text === undefined ? undefined : "us";
}

/** The required type, as text; undefined if the field has it. */
function neededOf(tag: TagName, leaf: ScalarNode | TextNode): string | undefined {
  const isNumber = leaf.kind === "scalar" && leaf.scalar !== "bool" && !leaf.path.includes("[");
  if (tag === "@time") return isNumber ? undefined : "one number";
  const isCounter = isNumber && !leaf.scalar.startsWith("float") && leaf.bitWidth >= 2;
  return isCounter ? undefined : "one integer of two bits or more";
}

function wrongValue(tag: TagName, field: string, text: string, span: Span): Diagnostic {
  return report(RULES, "E335", span, { field, tag, text: text.trim(), expected: EXPECTED_OF[tag] });
}

/** Reports tags that conflict in one struct: two sequence numbers, two clocks, a week without its time of week. */
export function tagConflicts(fields: readonly CompiledField[]): Diagnostic[] {
  const tagged = (is: (tag: FieldTag) => boolean) => fields.filter(({ tag }) => tag !== undefined && is(tag));
  const weeks = tagged((tag) => tag.kind === "time" && tag.unit === "week");
  const clocks = tagged((tag) => tag.kind === "time" && tag.unit !== "week");
  const twice = [tagged(({ kind }) => kind === "seq"), weeks, clocks].flatMap(([first, second]) =>
    first === undefined || second === undefined
      ? []
      : [report(RULES, "E337", second.leaf.span, { field: second.leaf.path, first: first.leaf.path })],
  );
  const ofWeek = clocks.filter(({ tag }) => tag?.kind === "time" && tag.since === "week");
  const lonely = weeks.length > 0 === ofWeek.length > 0 ? undefined : (weeks[0] ?? ofWeek[0]);
  if (lonely === undefined) return twice;
  const missing = weeks.length > 0 ? "tow" : "week";
  return [...twice, report(RULES, "E338", lonely.leaf.span, { field: lonely.leaf.path, missing })];
}
