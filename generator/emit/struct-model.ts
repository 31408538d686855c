/** A compiled struct as the emitters want it: leaves with the steps that lead to them, bit-fields by the words that hold them. */

import type { LayoutNode, ScalarNode, StructLayout, TextNode } from "../layout/struct-layout.ts";
import type { MessageDeclaration, MessageName } from "../messages/message.ts";
import type { CompiledField, CompiledStruct } from "../rules/compiled-rule.ts";
import { commentAbove } from "../source/comment-above.ts";
import type { Span } from "../source/span.ts";
import type { ByteOrder } from "../target.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { type BitField, bitFields } from "./bit-words.ts";
import { camelCase, pascalCase } from "./names.ts";

/** A step from a record to its member, or from an array to an element. */
export interface Step {
  readonly kind: "member" | "element";
  readonly name: string;
  /** Elements of the array that the step leads into. */
  readonly arrayLength: number;
}

export interface Leaf {
  readonly field: CompiledField;
  readonly node: ScalarNode | TextNode;
  readonly steps: readonly Step[];
  /** It has bits in common with another leaf: a union's member. */
  readonly shared: boolean;
  /** Key under which `fromStored` takes the raw value, where the expression has no inverse. */
  readonly rawKey: string | undefined;
}

/** A compiled struct as printers may read it: all of this is in the key of what they print (`structBasis`). */
export interface PrintedStruct extends Omit<CompiledStruct, "layout"> {
  readonly layout: Omit<StructLayout, "message"> & { readonly message: PrintedMessage };
}

export interface PrintedMessage extends Pick<MessageDeclaration, "name" | "span"> {
  readonly record: Pick<RecordDeclaration, "scope" | "untagged" | "span">;
  readonly named?: Pick<MessageName, "checkExtra">;
}

export interface StructModel {
  readonly struct: PrintedStruct;
  readonly byteOrder: ByteOrder;
  /** `CapR` */
  readonly typeName: string;
  /** `capR` */
  readonly variableName: string;
  readonly leaves: readonly Leaf[];
  readonly leafByPath: ReadonlyMap<string, Leaf>;
  readonly bitFields: ReadonlyMap<ScalarNode, BitField>;
  /** What the header's comments above the struct's declarations say. */
  readonly comments: ReadonlyMap<Span, string>;
}

/** Looks a struct over for the emitters. `texts`: lines of the headers by shown path. */
export function structModel(
  struct: CompiledStruct,
  texts: ReadonlyMap<string, readonly string[]> = new Map(),
): StructModel {
  const { layout } = struct;
  const places = placed(layout.members, []);
  const shared = sharedNodes(places.map((place) => place.node));
  const columns = new Set(struct.fields.map((field) => field.column));
  const fieldOf = new Map(struct.fields.map((field) => [field.leaf.path, field]));
  const leaves = places.map(({ node, steps }): Leaf => {
    const field = fieldOf.get(node.path);
    if (field === undefined) throw new Error(`no compiled field for ${layout.message.name}.${node.path}`);
    return { field, node, steps, shared: shared.has(node), rawKey: rawKey(field, columns) };
  });
  const typeName = pascalCase(layout.message.name);
  return {
    struct,
    byteOrder: layout.byteOrder,
    typeName,
    variableName: camelCase(typeName),
    leaves,
    comments: commentsAbove(struct, texts),
    leafByPath: new Map(leaves.map((leaf) => [leaf.node.path, leaf])),
    bitFields: bitFields(
      places.map((place) => place.node).filter((node): node is ScalarNode => node.kind === "scalar" && node.bitField),
      layout.byteOrder,
    ),
  };
}

function commentsAbove(
  { layout }: PrintedStruct,
  texts: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<Span, string> {
  const comments = new Map<Span, string>();
  const look = (span: Span) => {
    const comment = commentAbove(texts.get(span.file) ?? [], span.start.line);
    if (comment !== undefined) comments.set(span, comment);
  };
  const lookInside = (node: LayoutNode) => {
    look(node.span);
    if (node.kind === "array") node.elements.forEach(lookInside);
    else if (node.kind === "record") node.members.forEach(lookInside);
  };
  look(layout.message.span);
  look(layout.message.record.span);
  layout.members.forEach(lookInside);
  return comments;
}

/** The key under which `fromStored` asks for the field's value. */
export function storedKey({ field, rawKey }: Leaf): string {
  return rawKey ?? field.column;
}

/** Bits of a leaf in the struct, from inclusive, to exclusive. */
export function bitRange(node: ScalarNode | TextNode): readonly [from: number, to: number] {
  if (node.kind === "text") return [node.byteOffset * 8, (node.byteOffset + node.length) * 8];
  const from = node.byteOffset * 8 + node.bitOffset;
  return [from, from + node.bitWidth];
}

type Place = Pick<Leaf, "node" | "steps">;

function placed(nodes: readonly LayoutNode[], above: readonly Step[], arrayLength?: number): Place[] {
  return nodes.flatMap((node) => {
    const kind = arrayLength === undefined ? "member" : "element";
    const steps: Step[] = [...above, { kind, name: node.name, arrayLength: arrayLength ?? 0 }];
    switch (node.kind) {
      case "scalar":
      case "text":
        return [{ node, steps }];
      case "array":
        return placed(node.elements, steps, node.elements.length);
      case "record":
        return placed(node.members, steps);
    }
  });
}

function sharedNodes(nodes: readonly (ScalarNode | TextNode)[]): Set<ScalarNode | TextNode> {
  const shared = new Set<ScalarNode | TextNode>();
  const ordered = nodes.map((node) => ({ node, range: bitRange(node) })).sort((a, b) => a.range[0] - b.range[0]);
  let widest: (typeof ordered)[number] | undefined;
  for (const entry of ordered) {
    if (widest !== undefined && entry.range[0] < widest.range[1]) shared.add(entry.node).add(widest.node);
    if (widest === undefined || entry.range[1] > widest.range[1]) widest = entry;
  }
  return shared;
}

/** The declared name, unless another field is stored under it. */
function rawKey(field: CompiledField, columns: ReadonlySet<string>): string | undefined {
  if (field.expression === undefined || field.inverse !== undefined) return undefined;
  let key = field.leaf.path;
  while (columns.has(key) && key !== field.column) key = `raw ${key}`;
  return key;
}
