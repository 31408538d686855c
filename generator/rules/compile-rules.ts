/** The rules phase: computes stored name, kind, unit and expression of every leaf [D9] [D10] [D11]. */

import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { idText } from "../../runtime/frames/locator.ts";
import { groupBy } from "../../runtime/lib/group-by.ts";
import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { LayoutNode, ScalarNode, StructLayout, TextNode } from "../layout/struct-layout.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { HeaderLines } from "../source/header-lines.ts";
import type { Span } from "../source/span.ts";
import type { FieldComment, RecordDeclaration } from "../types/declarations.ts";
import { type NamedComment, readCommands } from "./command-tag.ts";
import { spanWithin } from "./comment-place.ts";
import { compileExpression, hasExpression } from "./compile-expression.ts";
import { compiledField } from "./compile-field.ts";
import { compilePresence, presenceConflicts } from "./compile-presence.ts";
import type { CompiledField, CompiledStruct } from "./compiled-rule.ts";
import { EVERY_EXPECTED, everyTagOf } from "./display-parts.ts";
import { type FieldRule, partSpan, readFieldRule } from "./field-rule.ts";
import { orderProblems, readCheck } from "./frame-tags.ts";
import { readSamples, readTag, type SampleRun, tagConflicts } from "./message-tags.ts";
import { scopeOf } from "./scope.ts";
import { checkStoredNames, checkStoreExclude, excludableNames, isReserved } from "./stored-names.ts";
import { StrayComments } from "./stray-comments.ts";

/** A field on the path from the struct to its leaves. */
interface Declared {
  readonly layout: StructLayout;
  readonly excluded: ReadonlySet<string>;
  /** Members of the record that declares the field. */
  readonly record: readonly LayoutNode[];
  /** Stored name so far, without the field's own segment. */
  readonly prefix: string;
  readonly rules: RuleCache;
  readonly diagnostics: Diagnostic[];
  /** Set inside an array of samples. */
  readonly run?: SampleRun;
}

/** Parses the comments of a record type once, even if many fields have the type. */
type RuleCache = Map<readonly FieldComment[], FieldRule | undefined>;

/** Comments and header lines outside of fields. */
export interface Surroundings {
  readonly strayComments: readonly FieldComment[];
  /** Lines of the headers, by shown path. */
  readonly texts: HeaderLines;
}

const NOTHING: Surroundings = { strayComments: [], texts: new Map() };

/** The same, with the comments by their lines. */
export type Around = Pick<Surroundings, "texts"> & { readonly stray: StrayComments };

/** A struct with its name and members in its header. */
interface Placed {
  readonly message: { readonly name: string; readonly record: Pick<RecordDeclaration, "span"> };
  readonly members: readonly { readonly span: Span }[];
}

export function compileRules(
  layouts: readonly StructLayout[],
  plan: ChannelPlan,
  { strayComments, texts }: Surroundings = NOTHING,
): Outcome<readonly CompiledStruct[]> {
  const around = { texts, stray: new StrayComments(strayComments) };
  const diagnostics: Diagnostic[] = [];
  const rules: RuleCache = new Map();
  const excluded = new Set(plan.storeExclude);
  const compiled = layouts.map((layout) => {
    const everyMs = readEvery([...commentsAt(layout, around), ...commentsIn(layout)], diagnostics);
    return { ...compileStruct(layout, plan, { rules, excluded, diagnostics }), everyMs };
  });
  diagnostics.push(...checkStoreExclude(plan, compiled));
  const commentsOf = ({ layout }: CompiledStruct) => [...commentsAround(layout, around), ...commentsIn(layout)];
  const commands = readCommands(compiled, commentsOf, strayComments);
  diagnostics.push(...commands.diagnostics);
  const value = compiled.map((struct, index) => {
    const command = commands.value[index];
    return command === undefined ? struct : { ...struct, command };
  });
  return { value, diagnostics: withoutRepeats(diagnostics) };
}

function compileStruct(
  layout: StructLayout,
  plan: ChannelPlan,
  shared: Pick<Declared, "rules" | "excluded" | "diagnostics">,
): Omit<CompiledStruct, "everyMs"> {
  const fields = compileMembers(layout.members, { layout, record: layout.members, prefix: "", ...shared });
  const variable = compilePresence(layout, shared.diagnostics);
  shared.diagnostics.push(...checkStoredNames(fields), ...tagConflicts(fields));
  if (variable === undefined) return { layout, fields, measurement: measurementOf(layout, plan) };
  shared.diagnostics.push(...presenceConflicts(fields, variable));
  return { layout, fields, measurement: measurementOf(layout, plan), variable };
}

/** `@every` above the struct, behind its brace, or in a field's comment; the first one applies. */
function readEvery(comments: readonly NamedComment[], diagnostics: Diagnostic[]): number | undefined {
  for (const { name, comment } of comments) {
    const tag = everyTagOf(comment.text);
    if (tag?.ms !== undefined) return tag.ms;
    if (tag === undefined) continue;
    const span = spanWithin(comment, tag.offset, tag.length);
    diagnostics.push(report(RULES, "E327", span, { field: name, part: "@every", expected: EVERY_EXPECTED }));
  }
  return undefined;
}

function commentsIn({ members }: StructLayout): NamedComment[] {
  return members.flatMap(({ name, comments }) => comments.map((comment) => ({ name, comment })));
}

/** Lines that may be between the comment above a struct and the struct. */
const BETWEEN = /^\s*(?:\/\/|\/?\*|#\s*pragma\b|typedef\b[^;]*$|template\s*<|__attribute__\s*\(|\[\[)/;

const MOST_BETWEEN = 50;

/** The comments outside of fields that are a struct's. */
export function commentsAround(struct: Placed, around: Around): NamedComment[] {
  return [...commentsAt(struct, around), ...commentsBehind(struct, around)];
}

/** Comments directly above a struct, on its line, and on the line of its brace. */
function commentsAt({ message }: Placed, { stray, texts }: Around): NamedComment[] {
  const { file, start } = message.record.span;
  const lines = texts.get(file) ?? [];
  const isAt = ({ span }: FieldComment) => {
    // If the brace is on the struct's line, a comment on the next line may belong to the next struct.
    const isOpen = codeOf(lines[start.line - 1] ?? "").includes("{");
    const brace = isOpen ? start.line : start.line + 1;
    if (span.end.line >= start.line) return span.start.line <= brace && span.start.line >= start.line;
    if (start.line - span.end.line > MOST_BETWEEN) return false;
    return lines.slice(span.end.line, start.line - 1).every((line) => BETWEEN.test(line));
  };
  const near = stray.between(file, start.line - MOST_BETWEEN, start.line + 1);
  return near.filter(isAt).map((comment) => ({ name: message.name, comment }));
}

function codeOf(line: string): string {
  return line.replace(/\/\*.*?\*\/|\/\/.*/g, "");
}

/** Comments behind the closing brace, up to the line of the declaration's `;`. */
function commentsBehind({ message, members }: Placed, { stray, texts }: Around): NamedComment[] {
  const last = members.at(-1)?.span ?? message.record.span;
  const lines = texts.get(last.file) ?? [];
  const lineWhere = (from: number, is: (code: string) => boolean) => {
    for (let index = from; index < lines.length; index++) if (is(codeOf(lines[index]!))) return index;
    return -1;
  };
  const brace = lineWhere(last.end.line - 1, (code) => code.includes("}"));
  if (brace < 0) return [];
  const end = lineWhere(brace, (code) => code.trimEnd().endsWith(";"));
  const behind = stray.between(last.file, brace + 1, (end < 0 ? brace : end) + 1);
  return behind.filter(({ span }) => span.start.line > brace).map((comment) => ({ name: message.name, comment }));
}

function compileMembers(members: readonly LayoutNode[], declared: Declared): CompiledField[] {
  return members.flatMap((member) => {
    declared.diagnostics.push(...orderProblems(member));
    const rule = ruleOf(member, declared);
    const column = declared.prefix + (rule?.name?.text ?? columnOf(member, declared));
    const runAt = readSamples(member, declared.diagnostics);
    if (runAt === undefined || member.kind !== "array") return compileNode(member, rule, member.name, column, declared);
    return member.elements.flatMap((sample, index) => {
      const element = `${column}.${sample.name}`;
      const run = { column, element, ...runAt(index) };
      return compileNode(sample, rule, member.name, element, { ...declared, run });
    });
  });
}

/**
 * The member's name. A vendor's header is not edited, so that its reserved names, and those that differ from an earlier one by case
 * only, get an underscore [D11, D36].
 */
function columnOf(node: LayoutNode, { prefix, layout, excluded, diagnostics }: Declared): string {
  const { name } = node;
  if (prefix !== "" || layout.message.named === undefined) return name;
  const like = alikeBefore(node, layout.members);
  const column = like === undefined && !hasReserved(node) ? name : freeName(node, layout.members);
  if (column !== name && !excluded.has(name))
    diagnostics.push(report(RULES, "N339", node.span, { field: name, column, like }));
  return column;
}

function hasReserved({ kind, name }: LayoutNode): boolean {
  return (kind === "scalar" || kind === "text") && isReserved(name);
}

/** The name with as many underscores as keep it apart from all others, and from those that got underscores before it. */
function freeName(node: LayoutNode, members: readonly LayoutNode[]): string {
  const taken = new Set(members.map(({ name }) => name.toLowerCase()));
  let column = node.name;
  for (const member of members.slice(0, members.indexOf(node) + 1)) {
    if (member !== node && alikeBefore(member, members) === undefined && !hasReserved(member)) continue;
    column = `${member.name}_`;
    while (taken.has(column.toLowerCase())) column += "_";
    taken.add(column.toLowerCase());
  }
  return column;
}

/** The name of an earlier member that differs by case only. */
function alikeBefore(node: LayoutNode, members: readonly LayoutNode[]): string | undefined {
  const known = alikeOf.get(members) ?? groupBy(members, ({ name }) => name.toLowerCase());
  alikeOf.set(members, known);
  const alike = known.get(node.name.toLowerCase()) ?? [];
  return alike.slice(0, alike.indexOf(node)).find(({ name }) => name !== node.name)?.name;
}

/** Members whose names differ by case only, by the record. */
const alikeOf = new WeakMap<readonly LayoutNode[], ReadonlyMap<string, readonly LayoutNode[]>>();

/** @param own declared name of the field; elements of an array share their array's name and rule */
function compileNode(
  node: LayoutNode,
  rule: FieldRule | undefined,
  own: string,
  column: string,
  declared: Declared,
): CompiledField[] {
  switch (node.kind) {
    case "scalar":
    case "text":
      return [compileLeaf(node, rule, own, column, declared)];
    case "array":
      return node.elements.flatMap((element) => compileNode(element, rule, own, `${column}.${element.name}`, declared));
    case "record":
      if (rule) refuseNumericParts(rule, node.path, `a ${node.record}`, declared);
      return compileMembers(node.members, { ...declared, record: node.members, prefix: `${column}.` });
  }
}

function compileLeaf(
  leaf: ScalarNode | TextNode,
  rule: FieldRule | undefined,
  own: string,
  column: string,
  declared: Declared,
): CompiledField {
  const exclusions = declared.excluded;
  const excluded = exclusions.size > 0 && excludableNames({ leaf, column }).some((name) => exclusions.has(name));
  const { layout, run, diagnostics } = declared;
  const check = readCheck(leaf, layout, diagnostics);
  const tag = readTag(leaf, column, run, layout, diagnostics);
  const field = compiledLeaf(leaf, rule, own, { column, excluded }, declared);
  return check || tag ? { ...field, ...(check && { check }), ...(tag && { tag }) } : field;
}

function compiledLeaf(
  leaf: ScalarNode | TextNode,
  rule: FieldRule | undefined,
  own: string,
  { column, excluded }: { readonly column: string; readonly excluded: boolean },
  declared: Declared,
): CompiledField {
  if (rule !== undefined && leaf.kind === "text") refuseNumericParts(rule, leaf.path, "a text", declared);
  if (rule === undefined || !hasExpression(rule) || leaf.kind === "text") {
    return compiledField(leaf, column, rule, undefined, excluded);
  }
  const scope = scopeOf(declared.layout, declared.record, own, leaf.path);
  const { expression, diagnostics } = compileExpression(rule, scope, besideOf(own, declared.record));
  // What is not stored may be constant.
  declared.diagnostics.push(...diagnostics.filter(({ code }) => !excluded || code !== "W322"));
  return compiledField(leaf, column, rule, expression, excluded);
}

/** The other fields of the declaration whose comments are this field's, too. */
function besideOf(own: string, record: readonly LayoutNode[]): string[] {
  const known = declarationsOf.get(record) ?? declarationsIn(record);
  declarationsOf.set(record, known);
  const first = known.firsts.get(own);
  return first === undefined ? [] : (known.names.get(first) ?? []).filter((name) => name !== own);
}

interface Declarations {
  /** The place of each member's first comment. */
  readonly firsts: ReadonlyMap<string, string>;
  /** The members at the place of a comment. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** By the record: a search in all members for each field takes longer than everything else if there are a thousand. */
const declarationsOf = new WeakMap<readonly LayoutNode[], Declarations>();

function declarationsIn(record: readonly LayoutNode[]): Declarations {
  const firsts = new Map<string, string>();
  const names = new Map<string, string[]>();
  for (const { name, comments } of record) {
    const places = new Set(comments.map(({ span: { file, start } }) => `${start.line}:${start.column}:${file}`));
    const [first] = places;
    if (first !== undefined && !firsts.has(name)) firsts.set(name, first);
    for (const place of places) {
      const there = names.get(place);
      if (there === undefined) names.set(place, [name]);
      else there.push(name);
    }
  }
  return { firsts, names };
}

function refuseNumericParts(rule: FieldRule, field: string, what: string, { diagnostics }: Declared): void {
  const { expression, unit, display } = rule;
  if (display.limits) diagnostics.push(report(RULES, "E309", rule.span, { field, what, part: "warn or alarm" }));
  if (display.states) diagnostics.push(report(RULES, "E309", rule.span, { field, what, part: "states" }));
  if (expression) diagnostics.push(report(RULES, "E309", partSpan(rule, expression), { field, what, part: "expr" }));
  if (unit && what !== "a text") {
    diagnostics.push(report(RULES, "E309", partSpan(rule, unit), { field, what, part: "unit" }));
  }
}

function ruleOf(member: LayoutNode, { rules, diagnostics }: Declared): FieldRule | undefined {
  if (!rules.has(member.comments)) rules.set(member.comments, readFieldRule(member.comments, member.name));
  const rule = rules.get(member.comments);
  if (rule) diagnostics.push(...rule.diagnostics);
  return rule;
}

/** Two-digit, zero-padded ID (a text ID as it is), an underscore, and the name without `struct_`. */
function measurementOf({ id, message }: StructLayout, { frames = PLAIN_FORMAT }: ChannelPlan): string {
  return `${idText(id, frames.id).padStart(2, "0")}_${message.name.replace(/^struct_/, "")}`;
}

/** A record that is used in several places would repeat the problems of its comments. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((diagnostic) => {
    const key = JSON.stringify([diagnostic.code, diagnostic.span, diagnostic.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
