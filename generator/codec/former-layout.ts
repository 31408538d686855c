/** Compiles a layout from `history` again, so that messages in a layout that no header has any more can still be decoded. */

import type { CheckInfo, FieldTag, ScalarType } from "../../runtime/codec/struct-codec.ts";
import { schemaOf } from "../layout/schema.ts";
import type { ArrayNode, LayoutNode, RecordNode, ScalarNode, StructLayout, TextNode } from "../layout/struct-layout.ts";
import type { InitialValue } from "../messages/message.ts";
import type { ByteOrder, ChannelPlan } from "../plan/channel-plan.ts";
import { compileRules } from "../rules/compile-rules.ts";
import type { CompiledStruct } from "../rules/compiled-rule.ts";
import type { Span } from "../source/span.ts";
import { scalarSize } from "../targets/target.ts";
import type { FieldComment } from "../types/declarations.ts";
import { type FieldOrArray, fieldsIn } from "./array-entries.ts";

/** As written by `layoutEntry`. */
interface LayoutEntry {
  readonly name: string;
  readonly id: number;
  readonly length: number;
  readonly checkExtra?: number;
  readonly wireSize: number;
  readonly size: number;
  readonly alignment: number;
  readonly layout: StructLayout["packing"];
  readonly measurement: string;
  readonly variable?: { readonly parts: readonly { readonly path: string; readonly tag: string }[] };
  readonly fields: readonly FieldEntry[];
}

interface Kept extends Omit<LayoutEntry, "fields"> {
  readonly fields: readonly FieldOrArray<FieldEntry>[];
}

interface FieldEntry {
  readonly path: string;
  readonly ctype: string;
  readonly scalar: ScalarType | "text";
  readonly byteOffset: number;
  readonly bitOffset: number;
  readonly bitWidth: number;
  readonly bitField: boolean;
  readonly initial?: string | number | boolean;
  readonly column: string;
  readonly excluded?: true;
  readonly unit?: string;
  readonly expr?: string;
  readonly byteOrder?: ByteOrder;
  readonly check?: CheckInfo;
  readonly tag?: FieldTag;
}

/**
 * The struct with its rules, as last generated.
 * @throws Error (one sentence) if the text does not produce the layout's schema number
 */
export function formerStruct(schema: string, text: string, plan: ChannelPlan): CompiledStruct {
  const kept = JSON.parse(text) as Kept;
  const entry: LayoutEntry = { ...kept, fields: fieldsIn(kept.fields) };
  const layout = (["little", "big"] as const)
    .map((byteOrder) => layoutOf(entry, byteOrder))
    .find((candidate) => schemaOf(candidate) === schema);
  if (layout === undefined) throw new Error("its fields do not give its number");
  const { value, diagnostics } = compileRules([layout], { ...plan, storeExclude: [] });
  const problem = diagnostics.find(({ severity }) => severity === "error");
  const [struct] = value;
  if (problem !== undefined || struct === undefined) throw new Error(problem?.message ?? "it is empty");
  // Keep the stored names and units of that time.
  const fields = struct.fields.map((field, index) => {
    const { column, unit, excluded = false, check, tag } = entry.fields[index]!;
    return { ...field, column, unit, excluded, ...(check && { check }), ...(tag && { tag }) };
  });
  return { ...struct, fields, measurement: entry.measurement };
}

function layoutOf(entry: LayoutEntry, byteOrder: ByteOrder): StructLayout {
  const { name, id, length, wireSize, size, alignment, layout, checkExtra } = entry;
  const span = spanOf(name);
  const record = { kind: "struct", name, members: [], attributes: NONE, pack: undefined, language: "c", span } as const;
  const named = { id, checkExtra, span };
  const message = { record, name, initials: new Map(), initialSpans: new Map(), named, span };
  return { message, id, length, wireSize, size, alignment, packing: layout, byteOrder, members: treeOf(entry) };
}

const NONE = { packed: false, aligned: undefined } as const;
/** Only names and indices are allowed, because a path becomes part of generated code. */
const PATH = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:\[\d+\]|\.[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u;

type Branch = (ArrayNode & { elements: LayoutNode[] }) | (RecordNode & { members: LayoutNode[] });

/** Rebuilds the tree of members from the fields' paths. */
function treeOf({ fields, variable }: LayoutEntry): LayoutNode[] {
  const tags = new Map(variable?.parts.map(({ path, tag }) => [path, tag]));
  const members: LayoutNode[] = [];
  for (const field of fields) {
    if (!PATH.test(field.path)) throw new Error(`'${field.path}' is not a field's path`);
    grow(members, field, tags);
  }
  return members;
}

/** Adds the field, and the arrays and records around it that are not there yet. */
function grow(members: LayoutNode[], field: FieldEntry, tags: ReadonlyMap<string, string>): void {
  let siblings = members;
  for (const { 0: step, index } of field.path.matchAll(/\[\d+\]|[^.[\]]+/g)) {
    const path = field.path.slice(0, index + step.length);
    const below = field.path.slice(path.length);
    const tag = tags.get(path);
    const presence = tag === undefined ? [] : [{ text: tag, span: spanOf(path) }];
    // The elements of an array share its rule.
    const rule = !step.startsWith("[") && /^(?:\[\d+\])*$/.test(below) ? ruleOf(field) : [];
    const name = step.replace(/[[\]]/g, "");
    const common = { name, path, ctype: field.ctype, comments: [...presence, ...rule], span: spanOf(path) };
    if (below === "") siblings.push(leafOf(field, common));
    else siblings = insideOf(siblings, below.startsWith("[") ? "array" : "record", common);
  }
}

type Common = Pick<ScalarNode, "name" | "path" | "ctype" | "comments" | "span">;

function insideOf(siblings: LayoutNode[], kind: "array" | "record", common: Common): LayoutNode[] {
  let found = siblings.find(({ name }) => name === common.name) as Branch | undefined;
  if (found === undefined) {
    found = kind === "array" ? { ...common, kind, elements: [] } : { ...common, kind, record: "struct", members: [] };
    siblings.push(found);
  }
  return found.kind === "array" ? found.elements : found.members;
}

function leafOf(field: FieldEntry, common: Common): ScalarNode | TextNode {
  const { scalar, byteOffset, bitOffset, bitWidth, bitField, byteOrder } = field;
  const initial = initialOf(field);
  const given = initial === undefined ? {} : { initial };
  if (scalar === "text") return { ...common, kind: "text", byteOffset, length: bitWidth / 8, ...given };
  if (!Number.isInteger(scalarSize(scalar))) throw new Error(`'${scalar}' is not a type`);
  const order = byteOrder === undefined ? {} : { byteOrder };
  return { ...common, kind: "scalar", scalar, byteOffset, bitOffset, bitWidth, bitField, ...order, ...given };
}

function initialOf({ initial, scalar }: FieldEntry): InitialValue | undefined {
  if (initial === undefined || scalar === "text" || typeof initial === "boolean") return initial;
  return scalar.startsWith("float") ? Number(initial) : BigInt(initial);
}

/** The rule without name and unit: the entry has these. */
function ruleOf({ expr, path }: FieldEntry): FieldComment[] {
  return expr === undefined ? [] : [{ text: `@rule: expr=${expr}`, span: spanOf(path) }];
}

function spanOf(file: string): Span {
  const start = { line: 1, column: 1 };
  return { file, start, end: start };
}
