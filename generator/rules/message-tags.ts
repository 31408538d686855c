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
const SAMPLES = /@samples\b[ \t:;,]*(index\b|\w+[ \t]*=[ \t]*[^\s;,@]+(?:[ \t;,]+\w+[ \t]*=[ \t]*[^\s;,@]+)*)?/;
const CLOCK = /^(ns|[uµμ]s|ms|s)(?:\s+(?:since\s+)?(boot|epoch))?$/;
const GPS_CLOCK = /^(week\/tow|week|tow)(?:\s+(ns|[uµμ]s|ms|s))?$/;
/** `cds day since 2000-01-01`, `cuc s since 2000-01-01 utc`; the part may be left out if the field's name says it. */
const SPACE_CLOCK = /^(cds|cuc)(?:\s+(day|ms|[uµμ]s|ps|s|fraction))?(?:\s+since\s+(\d{4}-\d\d-\d\d)(\s+utc)?)?$/;
const SPACE_PARTS = { cds: ["day", "ms", "us", "ps"], cuc: ["s", "fraction"] } as const;
const DURATION = /^(\d+(?:\.\d+)?)\s*(ns|[uµμ]s|ms|s)$/;
const UNIT_NS = { ns: 1, us: 1000, ms: 1e6, s: 1e9 } as const;
/** One day; a longer run is a mistake. */
const LONGEST_RUN_NS = 86_400e9;

const EXPECTED_OF: Readonly<Record<TagName, string>> = {
  "@seq": "'shared' (all messages of a sender count together), or nothing",
  "@time":
    "s, ms, us or ns, then 'since boot' or 'epoch'; week/tow; cds with day, ms, us or ps; or cuc with s or fraction (day and s: since 2000-01-01)",
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
    if (text === "index") return (index) => ({ offsetNs: index, index });
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
  // Elements of an array share its comments, most of which have no tag.
  const tagged = leaf.comments.filter(({ text }) => text.includes("@"));
  const tags = tagged.flatMap((comment) => [...comment.text.matchAll(TAG)].map((match) => ({ match, comment })));
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
  const isSpace = value?.kind === "time" && (value.since === "cds" || value.since === "cuc");
  if (isSpace && leaf.kind === "scalar" && leaf.scalar.startsWith("float")) {
    diagnostics.push(report(RULES, "E336", span, { field: leaf.path, tag, needed: "one integer for cds and cuc" }));
    return undefined;
  }
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
  if (part === undefined) return spaceClockOf(text, leaf);
  const isWeek = part === "week" || (part === "week/tow" && /week|wk|wn/i.test(leaf.name));
  if (isWeek) return written === undefined ? { kind: "time", unit: "week", since: "week" } : undefined;
  const isFloat = leaf.kind === "scalar" && leaf.scalar.startsWith("float");
  return { kind: "time", unit: unitOf(written) ?? (isFloat ? "s" : "ms"), since: "week" };
}

/** A part of a time of CCSDS. */
function spaceClockOf(text: string, leaf: ScalarNode | TextNode): Omit<TimeTag, "byteOrder"> | undefined {
  const [, code, written, date, utc] = SPACE_CLOCK.exec(text) ?? [];
  if (code !== "cds" && code !== "cuc") return undefined;
  const part = written === undefined ? partNamed(code, leaf.name) : /^[uµμ]s$/.test(written) ? "us" : written;
  const unit = SPACE_PARTS[code].find((each) => each === part);
  const epoch = date === undefined ? undefined : Date.parse(date) / 1000;
  // Only the part that counts from a day has it, and only CUC counts leap seconds.
  const isCounted = unit === "day" || unit === "s";
  const isWrong = epoch !== undefined && (!isCounted || Number.isNaN(epoch) || (utc !== undefined && code === "cds"));
  if (unit === undefined || isWrong) return undefined;
  const since = { ...(epoch !== undefined && { epoch }), ...(utc !== undefined && { scale: "utc" as const }) };
  return { kind: "time", unit, since: code, ...since };
}

function partNamed(code: "cds" | "cuc", name: string): (typeof SPACE_PARTS)["cds" | "cuc"][number] {
  if (code === "cuc") return /fin|frac|sub/i.test(name) ? "fraction" : "s";
  if (/day/i.test(name) && !/ms|milli|us$|micro/i.test(name)) return "day";
  if (/pico|ps$/i.test(name)) return "ps";
  return /micro|us$/i.test(name) ? "us" : "ms";
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

/** Parts that each time has. */
const NEEDED_ROLES = { clock: ["clock"], week: ["week", "tow"], cds: ["cds day", "cds ms"], cuc: ["cuc s"] } as const;

function familyOf({ since }: TimeTag): keyof typeof NEEDED_ROLES {
  return since === "week" || since === "cds" || since === "cuc" ? since : "clock";
}

/** A time has each of these once. */
function roleOf(tag: TimeTag): string {
  const family = familyOf(tag);
  if (family === "clock") return family;
  if (family === "week") return tag.unit === "week" ? "week" : "tow";
  return tag.unit === "ps" ? "cds us" : `${family} ${tag.unit}`;
}

/** Reports tags that conflict in one struct: two sequence numbers, two clocks, a part of a time without the others. */
export function tagConflicts(fields: readonly CompiledField[]): Diagnostic[] {
  const again = (second: CompiledField, first: CompiledField) => {
    const tag: TagName = second.tag?.kind === "seq" ? "@seq" : "@time";
    return report(RULES, "E337", second.leaf.span, { field: second.leaf.path, first: first.leaf.path, tag });
  };
  const [counter, another] = fields.filter(({ tag }) => tag?.kind === "seq");
  const twice = counter === undefined || another === undefined ? [] : [again(another, counter)];
  const clocks = fields.flatMap((field) => (field.tag?.kind === "time" ? [{ field, tag: field.tag }] : []));
  const [first] = clocks;
  if (first === undefined) return twice;
  const family = familyOf(first.tag);
  const roles = new Map<string, CompiledField>();
  for (const { field, tag } of clocks) {
    const role = roleOf(tag);
    const taken = roles.get(role) ?? (familyOf(tag) === family ? undefined : first.field);
    if (taken === undefined) roles.set(role, field);
    else twice.push(again(field, taken));
  }
  const missing = NEEDED_ROLES[family].find((role) => !roles.has(role));
  if (missing === undefined) return twice;
  return [...twice, report(RULES, "E338", first.field.leaf.span, { field: first.field.leaf.path, missing })];
}
