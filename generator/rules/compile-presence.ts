/**
 * Optional parts of a struct: arrays with `@count`, members with `@if`. At the struct's end, the present parts follow each
 * other
 * without gaps; all other parts keep the compiler's offsets. Code that reads or writes messages uses
 * `CompiledStruct.variable`.
 */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type DetailsOf, report } from "../diagnostics/report.ts";
import { endOf, endOfAll } from "../layout/extent.ts";
import { type PresenceTag, presenceTags, presenceText, taggedMembers } from "../layout/presence-tag.ts";
import { type LayoutNode, leaves, type StructLayout } from "../layout/struct-layout.ts";
import { spanWithin } from "./comment-place.ts";
import { problemsAt } from "./compile-expression.ts";
import type { CompiledField, Expression, Variable, VariablePart } from "./compiled-rule.ts";
import { convertExpression } from "./convert-expression.ts";
import { type Parsed, parseExpression } from "./parse-expression.ts";
import { type Resolved, resolvedMember, type Scope } from "./scope.ts";

/** Undefined if messages always contain the whole struct. Problems go to `diagnostics`. */
export function compilePresence(layout: StructLayout, diagnostics: Diagnostic[]): Variable | undefined {
  const tail = tailOf(layout.members, layout.wireSize);
  const found = taggedMembers(layout.members).filter((tagged) => isPossible(tagged, tail, diagnostics));
  if (found.length === 0) return undefined;
  const parts = found.map((tagged) => partOf(tagged, layout, tail, diagnostics));
  const compiled = parts.filter((part) => part !== undefined);
  if (compiled.length < parts.length) return undefined;
  const whole = { parts: compiled, leastSize: tail[0] === undefined ? layout.wireSize : startOf(tail[0]) };
  diagnostics.push(...uses(whole, found, layout), ...gaps(whole, found), ...rests(whole, found));
  return whole;
}

interface Tagged {
  readonly node: LayoutNode;
  readonly tag: PresenceTag;
}

function isPossible({ node, tag }: Tagged, tail: readonly LayoutNode[], diagnostics: Diagnostic[]): boolean {
  const needed = neededOf(node, tag, tail);
  if (needed === undefined) return true;
  const details = { field: node.path, tag: `@${tag.kind}`, needed };
  diagnostics.push(report(RULES, "E336", spanOf(tag), details));
  return false;
}

function neededOf(node: LayoutNode, { kind }: PresenceTag, tail: readonly LayoutNode[]): string | undefined {
  if (presenceTags(node.comments).length > 1) return "to be the only one: write @count: condition ? n : 0";
  if (kind === "count")
    return node.kind === "array" && node.elements.length > 0
      ? undefined
      : node.kind === "text"
        ? undefined
        : "an array";
  // Only parts that keep their place may have a part of a byte.
  return node.kind === "scalar" && node.bitField && tail.includes(node)
    ? "a member of whole bytes, not a bit-field at the end of the message"
    : undefined;
}

function spanOf({ comment, offset, length }: PresenceTag) {
  return spanWithin(comment, offset, length);
}

/** The optional members at the end; empty if the last byte is always present. */
function tailOf(members: readonly LayoutNode[], wireSize: number): readonly LayoutNode[] {
  const first = members.findLastIndex(({ comments }) => presenceTags(comments).length === 0) + 1;
  const run = members.slice(first);
  const [start] = run;
  if (start !== undefined) {
    // Members that overlap a mandatory member belong to a union, so they keep their offsets.
    const before = endOfAll(members.slice(0, first));
    return before <= Math.min(...run.map(startOf)) && endOfAll(run) === wireSize ? run : [];
  }
  const last = members.at(-1);
  if (last?.kind !== "record" || endOf(last) !== wireSize || endOfAll(members.slice(0, -1)) > startOf(last)) return [];
  const inside = tailOf(last.members, wireSize);
  return last.record === "struct" || inside.length === last.members.length ? inside : [];
}

function startOf(node: LayoutNode): number {
  return Math.min(...leaves([node]).map(({ byteOffset }) => byteOffset));
}

function partOf(
  { node, tag }: Tagged,
  layout: StructLayout,
  tail: readonly LayoutNode[],
  diagnostics: Diagnostic[],
): VariablePart | undefined {
  const most = tag.kind === "if" ? 1 : node.kind === "array" ? node.elements.length : endOf(node) - startOf(node);
  const expression = expressionOf(tag, node, layout, diagnostics);
  if (expression === undefined) return undefined;
  const at = startOf(node);
  return {
    path: node.path,
    kind: tag.kind,
    node: node.kind,
    text: presenceText(tag),
    expression,
    byteOffset: at,
    elementBytes: (endOf(node) - at) / most,
    most,
    inTail: tail.includes(node),
    within: withinOf(node.path, layout.members),
    ...(typeof expression === "object" && expression.kind === "field" && { counter: expression.path }),
  };
}

/** Rewrites C operators that the rule language lacks. Replacements keep the text's length where carets need it. */
function asRule(text: string): string {
  return text
    .replaceAll("&&", " and ")
    .replaceAll("||", " or ")
    .replace(/!(?!=)/g, " not ")
    .replace(/(?<=[\p{L}_]\w*)\.(?=[\p{L}_])/gu, DOT);
}

/** Replaces the dot in a member's path. mathjs reads it as a letter, and no identifier contains it. */
const DOT = "\u02af";

function expressionOf(
  tag: PresenceTag,
  node: LayoutNode,
  layout: StructLayout,
  diagnostics: Diagnostic[],
): Expression | "rest" | undefined {
  const { kind, text, comment, textOffset } = tag;
  if (kind === "count" && text === "rest") return "rest";
  const expected = kind === "count" ? "a number of elements (n, len - 4, rest)" : "a condition (flags & 1)";
  if (text === "") {
    diagnostics.push(report(RULES, "E335", spanOf(tag), { field: node.path, tag: `@${kind}`, text, expected }));
    return undefined;
  }
  const written = asRule(text);
  const parsed: Parsed = parseExpression(written);
  const place = { comment, offset: textOffset, text: written, field: node.path };
  const problems = problemsAt(place, parsed);
  if (parsed.kind !== "parsed") {
    diagnostics.push(...problems);
    return undefined;
  }
  const converted = convertExpression(parsed, scopeOf(node, layout));
  const said = converted.problems.map((problem) =>
    "name" in problem ? { ...problem, name: problem.name.replaceAll(DOT, ".") } : problem,
  );
  diagnostics.push(...problemsAt(place, said));
  return converted.problems.length === 0 ? converted.expression : undefined;
}

/** Looks up names in the member's record, then in enclosing records, then anywhere if the name is unique. */
function scopeOf({ path }: LayoutNode, layout: StructLayout): Scope {
  const around = recordsAround(path, layout.members);
  const scalars = leaves(layout.members).filter((leaf) => leaf.kind === "scalar" && !leaf.path.endsWith("]"));
  const resolve = (name: string): Resolved | undefined => {
    const wanted = name.replaceAll(DOT, ".");
    for (const members of around) {
      const [first = ""] = wanted.split(".");
      const member = members.find((each) => each.name === first);
      if (member === undefined) continue;
      const inside = member.path + wanted.slice(first.length);
      const found = wanted === first ? member : scalars.find((each) => each.path === inside);
      if (found !== undefined) return resolvedMember(found);
    }
    const [only, second] = scalars.filter((leaf) => leaf.name === wanted);
    return only !== undefined && second === undefined ? { kind: "field", path: only.path } : undefined;
  };
  return { own: "", resolve, names: [...new Set(scalars.map(({ name }) => name))] };
}

/** Members of the records along the path, innermost first. */
function recordsAround(path: string, members: readonly LayoutNode[]): (readonly LayoutNode[])[] {
  const next = members.find((member) => path === member.path || isBelow(path, member.path));
  if (next === undefined || next.path === path) return [members];
  if (next.kind === "record") return [...recordsAround(path, next.members), members];
  return next.kind === "array"
    ? [...recordsAround(path, next.elements).filter((each) => each !== next.elements), members]
    : [members];
}

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}

/** The tagged members that contain this one, outermost first, with the element index in each. */
function withinOf(path: string, members: readonly LayoutNode[]): VariablePart["within"] {
  return taggedMembers(members).flatMap(({ node, tag }) => {
    if (!isBelow(path, node.path)) return [];
    const element = tag.kind === "if" ? 0 : Number(/^\[(\d+)\]/.exec(path.slice(node.path.length))?.[1] ?? 0);
    return [{ path: node.path, element }];
  });
}

/** The parts that contain a field, outermost first, with the element index in each. A text is not absent but shorter. */
export function partsAround(path: string, { parts }: Pick<Variable, "parts">) {
  return parts.flatMap((part, index) => {
    if (part.path === path) return part.kind === "if" ? [{ part, index, element: 0 }] : [];
    if (!isBelow(path, part.path)) return [];
    const element = part.kind === "if" ? 0 : Number(/^\[(\d+)\]/.exec(path.slice(part.path.length))?.[1] ?? 0);
    return [{ part, index, element }];
  });
}

/** Counts and conditions may only use fields that are present whenever they are evaluated. */
function uses(variable: Variable, found: readonly Tagged[], layout: StructLayout): Diagnostic[] {
  const usable = usableOf(
    leaves(layout.members).flatMap((leaf) => (leaf.kind === "scalar" ? leaf.path : [])),
    variable,
  );
  return variable.parts.flatMap((part) =>
    fieldsOf(part.expression).flatMap((path) => {
      const tail = variable.parts.some(({ inTail, path: other }) => inTail && (other === path || isBelow(path, other)));
      return !(part.inTail && tail) &&
        path !== part.path &&
        !isBelow(path, part.path) &&
        isThereFor(path, part.path, variable)
        ? []
        : [absent({ field: part.path, used: path, usable }, spanAt(part, found))];
    }),
  );
}

function spanAt({ path }: VariablePart, found: readonly Tagged[]) {
  const { tag } = found.find(({ node }) => node.path === path)!;
  return spanOf(tag);
}

function absent(details: DetailsOf<typeof RULES, "E340">, span: ReturnType<typeof spanOf>): Diagnostic {
  return report(RULES, "E340", span, details);
}

function usableOf(paths: readonly string[], variable: Variable): string[] {
  return paths.filter((path) => !path.endsWith("]") && partsAround(path, variable).length === 0);
}

/** True if the field `path` is present whenever `of` is. */
function isThereFor(path: string, of: string, variable: Variable): boolean {
  const around = partsAround(of, variable);
  return partsAround(path, variable).every(({ index, element }) =>
    around.some((each) => each.index === index && each.element === element),
  );
}

export function fieldsOf(expression: Expression | "rest" | undefined): string[] {
  if (expression === undefined || expression === "rest" || expression.kind === "number") return [];
  return expression.kind === "field" ? [expression.path] : expression.operands.flatMap(fieldsOf);
}

/** Rules, and tags that are read at fixed offsets, must only use fields that every message has. */
export function presenceConflicts(fields: readonly CompiledField[], variable: Variable): Diagnostic[] {
  const usable = usableOf(
    fields.map(({ leaf }) => leaf.path),
    variable,
  );
  return fields.flatMap(({ leaf, expression, tag, check }) => {
    const missing = fieldsOf(expression).filter((path) => !isThereFor(path, leaf.path, variable));
    const ofRule = missing.slice(0, 1).map((used) => absent({ field: leaf.path, used, usable }, leaf.span));
    const isPlaced = check !== undefined || tag?.kind === "seq" || tag?.kind === "time";
    if (!isPlaced || partsAround(leaf.path, variable).length === 0) return ofRule;
    const details = {
      field: leaf.path,
      tag: check ? "@check" : `@${tag?.kind}`,
      needed: "a field that each message has",
    };
    return [...ofRule, report(RULES, "E336", leaf.span, details)];
  });
}

/** Rejects padding between optional members: they follow each other in a message but would not in a whole struct. */
function gaps({ parts }: Variable, found: readonly Tagged[]): Diagnostic[] {
  const tail = parts.filter(({ inTail }) => inTail);
  return tail.slice(1).flatMap((part, index) => {
    const before = tail.slice(0, index + 1);
    const end = Math.max(...before.map(({ byteOffset, elementBytes, most }) => byteOffset + elementBytes * most));
    const padding = part.byteOffset - end;
    return padding > 0 ? [report(RULES, "E341", spanAt(part, found), { field: part.path, padding })] : [];
  });
}

/** Only the last part can contain the rest of the message. */
function rests({ parts }: Variable, found: readonly Tagged[]): Diagnostic[] {
  const tail = parts.filter(({ inTail }) => inTail);
  return parts.flatMap((part) => {
    if (part.expression !== "rest" || (part.inTail && part === tail.at(-1))) return [];
    const needed = "the last member of the struct, where it has what remains";
    return [report(RULES, "E336", spanAt(part, found), { field: part.path, tag: "@count", needed })];
  });
}
