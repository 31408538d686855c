/**
 * The model of a compiled channel that all emitters read: codecs, catalogue, definitions. Positions are bits from the
 * message's
 * start. Text from the header is unescaped.
 */

import type { AbiName } from "../../runtime/channels/abi-names.ts";
import type { ColumnValue, FieldLimits, ScalarType } from "../../runtime/codec/struct-codec.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import type { ArrayNode, LayoutNode, ScalarNode, StructLayout, TextNode } from "../layout/struct-layout.ts";
import type { MessageDeclaration, MessageName } from "../messages/message.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import { lineOf } from "../rules/affine.ts";
import type { CompiledChannel, CompiledField, CompiledStruct, Expression } from "../rules/compiled-rule.ts";
import { commentAbove } from "../source/comment-above.ts";
import type { HeaderLines } from "../source/header-lines.ts";
import type { Span } from "../source/span.ts";
import type { Enumerator, RecordDeclaration } from "../types/declarations.ts";
import { type BitField, bitFields } from "./bit-words.ts";
import { enumWords, memberWords, messageWords } from "./header-words.ts";
import { initialValue } from "./initial-value.ts";
import { namesOf, PLAIN } from "./namer.ts";
import { camelCase, pascalCase } from "./names.ts";
import { PLAIN_RECORDS, type RecordShape } from "./record-shape.ts";

export interface ChannelModel {
  readonly name: string;
  /** The channel's name in file names, unique among all channels. */
  readonly stem: string;
  /** The channel's name as a lower-case identifier, unique among all channels. */
  readonly identifier: string;
  readonly channel: CompiledChannel;
  readonly abi: AbiName;
  readonly byteOrder: ByteOrder;
  /** The frame format; the plain format if the section configures none. */
  readonly frames: FrameFormat;
  readonly messages: readonly Message[];
  /** Enums of all headers. Two enums of one name are separate entries. */
  readonly enumerations: readonly Enumeration[];
}

/** A compiled struct with its fields. The printers of its codec read nothing else. */
export interface StructModel {
  readonly shape: RecordShape;
  readonly struct: PrintedStruct;
  readonly byteOrder: ByteOrder;
  /** `CapR`, unique in its module. */
  readonly typeName: string;
  /** `capR` */
  readonly variableName: string;
  /** All leaves, in declaration order. */
  readonly fields: readonly Field[];
  readonly fieldByPath: ReadonlyMap<string, Field>;
  readonly bitFields: ReadonlyMap<ScalarNode, BitField>;
  /** The comments above the struct's declarations, by position. */
  readonly comments: ReadonlyMap<Span, string>;
}

/** A message: a struct with names that are unique in its channel. */
export interface Message extends StructModel {
  /** As declared: `struct_cap_r`. */
  readonly name: string;
  /** `cap_r`: without `struct_`, in lower case, unique in the channel. */
  readonly identifier: string;
  /** `CapR`, unique in the channel. */
  readonly className: string;
  readonly id: number;
  readonly length: number;
  readonly wireSize: number;
  readonly size: number;
  readonly measurement: string;
  /** `headers/h2m.h:5` */
  readonly source: string;
  readonly span: Span;
  /** Paragraphs from the header's comments. */
  readonly words: readonly string[];
  readonly path: string;
  readonly members: readonly Member[];
  /** Path of the codec's source in the output folder, without `.ts`. */
  readonly module: string;
}

export type Member = Field | ArrayMember | RecordMember;

export interface ArrayMember {
  readonly kind: "array";
  readonly name: string;
  readonly path: string;
  readonly span: Span;
  readonly words: readonly string[];
  readonly elements: readonly Member[];
}

export interface RecordMember {
  readonly kind: "record";
  readonly record: "struct" | "union";
  readonly name: string;
  readonly path: string;
  readonly span: Span;
  /** Paragraphs from the comments on the member and its type. */
  readonly words: readonly string[];
  readonly members: readonly Member[];
}

export interface Field {
  readonly kind: "field";
  /** Member name, or the index in an array. */
  readonly name: string;
  /** C designator: `gps.v[0]`. */
  readonly path: string;
  readonly ctype: string;
  readonly type: ScalarType | "text";
  /** Position of the first bit: 8 · byte + bit. Bits count from the least significant bit, or from the most significant bit if big-endian. */
  readonly bitOffset: number;
  readonly bitWidth: number;
  readonly bitField: boolean;
  /** The channel's byte order, unless the header sets another for this field. */
  readonly byteOrder: ByteOrder;
  /** True if that is its byte order in the device's memory, too. */
  readonly inMemory: boolean;
  /** True if it shares bits with another field, as in a union. */
  readonly shared: boolean;
  readonly initial: ColumnValue | undefined;
  readonly enumeration: Enumeration | undefined;
  readonly column: string;
  /** Type of 64-bit integers in records; absent for other fields. */
  readonly int64: RecordShape["int64"] | undefined;
  /** True if stored rows do not contain it. */
  readonly excluded: boolean;
  readonly unit: string | undefined;
  /** Limits of the stored value [D38]. */
  readonly limits: FieldLimits | undefined;
  readonly rule: Rule | undefined;
  /** Key of the raw value in the input of `fromStored`, if the rule has no inverse. */
  readonly rawKey: string | undefined;
  readonly span: Span;
  /** For an array's element, the array's comments. */
  readonly words: readonly string[];
  /** Comments of the records and arrays of records around it, outermost first. Formats without nesting need them. */
  readonly outer: readonly string[];
  readonly node: ScalarNode | TextNode;
  readonly compiled: CompiledField;
  /** Path from the record to the field. */
  readonly steps: readonly Step[];
}

/** A step from a record to its member, or from an array to an element. */
export interface Step {
  readonly kind: "member" | "element";
  readonly name: string;
  /** Length of the array, for a step to an element. */
  readonly arrayLength: number;
}

export interface Rule {
  /** As written in the header. */
  readonly text: string;
  readonly expression: Expression;
  /** slope · raw + offset, if the rule is linear in this field alone. Rounding may differ in the last digits. */
  readonly line: { readonly slope: number; readonly offset: number } | undefined;
}

/** An enum of the headers. Compare by identity, because names may repeat. */
export interface Enumeration {
  /** The declared name; a second enum of the same name gets a number: `state_t`, `state_t_2`. */
  readonly name: string;
  readonly declared: string;
  readonly values: readonly Enumerator[];
  readonly words: readonly string[];
  readonly span: Span;
}

/** What printers may read of a compiled struct. `structBasis` includes all of it. */
export interface PrintedStruct extends Omit<CompiledStruct, "layout"> {
  readonly layout: Omit<StructLayout, "message"> & { readonly message: PrintedMessage };
}

export interface PrintedMessage extends Pick<MessageDeclaration, "name" | "span"> {
  readonly record: Pick<RecordDeclaration, "scope" | "untagged" | "span">;
  readonly named?: Pick<MessageName, "checkExtra">;
}

/** @param names file names, without extension, of the channel and of each of its structs */
export function channelModel(
  channel: CompiledChannel,
  names: { stem: string; identifier: string; files: readonly string[] },
  shape?: RecordShape,
): ChannelModel {
  const { plan, declarations, structs, texts } = channel;
  const enumerations = enumerationsOf([...declarations.enums, ...unnamedEnums(structs, declarations.enums)], texts);
  const models = structs.map((struct) => structModel(struct, { texts, enumerations, shape }));
  const short = models.map(({ struct }) => shortName(struct.layout.message.name));
  const lower = namesOf(
    PLAIN,
    short.map((name) => name.toLowerCase()),
  );
  const classes = namesOf(PLAIN, short.map(pascalCase));
  return {
    name: plan.name,
    stem: names.stem,
    identifier: names.identifier,
    channel,
    abi: plan.abi,
    byteOrder: plan.byteOrder,
    frames: formatOf(plan),
    enumerations,
    messages: models.map((model, index) =>
      messageOf(model, {
        identifier: lower[index] ?? "",
        className: classes[index] ?? "",
        module: `${names.stem}/${names.files[index]}`,
      }),
    ),
  };
}

/** `enum { OFF, ON } state;` is named after its first field: `struct_a.state` → `a_state`. */
function unnamedEnums(structs: CompiledChannel["structs"], named: DeclaredEnums): DeclaredEnums {
  const known = new Set(named.map(({ enumerators }) => enumerators));
  return structs.flatMap(({ layout, fields }) =>
    fields.flatMap(({ leaf }) => {
      const enumerators = leaf.kind === "scalar" ? leaf.enumerators : undefined;
      if (enumerators === undefined || known.has(enumerators)) return [];
      known.add(enumerators);
      const path = leaf.path.replaceAll(/\[\d+\]/g, "").replaceAll(".", "_");
      return [{ name: `${shortName(layout.message.name)}_${path}`, enumerators, span: leaf.span }];
    }),
  );
}

type DeclaredEnums = CompiledChannel["declarations"]["enums"];

/** `struct_cap_r` → `cap_r` */
function shortName(declared: string): string {
  return declared.replace(/^struct_(?=[A-Za-z])/i, "");
}

/** An enum that several headers include appears once. Enums of one name are numbered by position, whatever the order of the headers. */
function enumerationsOf(declared: DeclaredEnums, texts: CompiledChannel["texts"]): Enumeration[] {
  const placed = [...declared].sort(({ span: a }, { span: b }) =>
    a.file === b.file ? a.start.line - b.start.line : a.file < b.file ? -1 : 1,
  );
  const names = namesOf(
    PLAIN,
    placed.map(({ name }) => name),
  );
  const numbered = new Map(placed.map((one, index) => [one, names[index]]));
  return declared.map((one) => ({
    name: numbered.get(one) ?? one.name,
    declared: one.name,
    values: one.enumerators,
    words: enumWords(one.span, texts),
    span: one.span,
  }));
}

/**
 * An ID that is sent outside the frame, such as the LoRaWAN port, has no position in it. Definitions that see only the
 * frame
 * get a position after every frame's end, so that they match no message rather than the wrong one.
 */
function formatOf({ frames = PLAIN_FORMAT }: CompiledChannel["plan"]): FrameFormat {
  if (frames.idFrom === undefined) return frames;
  const id = {
    type: "unsigned",
    byteOffset: 65_535,
    byteLength: 1,
    byteOrder: "little",
    mask: 0xff,
    shift: 0,
    addend: 0,
  };
  return { ...frames, id: id as NonNullable<FrameFormat["id"]> };
}

function messageOf(model: StructModel, names: Pick<Message, "identifier" | "className" | "module">): Message {
  const { layout, measurement } = model.struct;
  return {
    ...model,
    ...names,
    name: layout.message.name,
    id: layout.id,
    length: layout.length,
    wireSize: layout.wireSize,
    size: layout.size,
    measurement,
    source: `${layout.message.span.file}:${layout.message.span.start.line}`,
    span: layout.message.span,
    path: layout.message.name,
    words: messageWords(layout.message, model.comments),
    members: layout.members.map((node) => memberOf(node, model)),
  };
}

/**
 * Builds the model of a struct.
 * @param texts lines of the headers by shown path
 */
export function structModel(
  struct: CompiledStruct,
  { texts = new Map(), enumerations = [], shape = PLAIN_RECORDS }: Headers = {},
): StructModel {
  const { layout } = struct;
  const places = placed(layout.members, { steps: [], around: [] });
  const nodes = places.map((place) => place.node);
  const shared = sharedNodes(nodes, layout.byteOrder);
  const columns = new Set(struct.fields.map((field) => field.column));
  const compiled = new Map(struct.fields.map((field) => [field.leaf.path, field]));
  const comments = commentsAbove(struct, texts);
  const said = new Map<LayoutNode, readonly string[]>();
  const wordsOf = (node: LayoutNode) => {
    const words = said.get(node) ?? memberWords(node, comments);
    said.set(node, words);
    return words;
  };
  const byEnumerators = new Map(enumerations.map((each) => [each.values, each]));
  const fields = places.map((place) => {
    const field = compiled.get(place.node.path);
    if (field === undefined) throw new Error(`no compiled field for ${layout.message.name}.${place.node.path}`);
    const { byteOrder } = layout;
    return fieldOf(place, field, {
      words: wordsOf(place.said),
      outer: place.around.flatMap(wordsOf),
      byteOrder,
      shared,
      byEnumerators,
      int64: shape.int64,
      rawKey: rawKey(field, columns),
    });
  });
  const typeName = pascalCase(layout.message.name);
  return {
    shape,
    struct,
    byteOrder: layout.byteOrder,
    typeName,
    variableName: camelCase(typeName),
    fields,
    fieldByPath: new Map(fields.map((field) => [field.path, field])),
    comments,
    bitFields: bitFields(nodes.filter(isBitField), layout.byteOrder),
  };
}

function isBitField(node: ScalarNode | TextNode): node is ScalarNode {
  return node.kind === "scalar" && node.bitField;
}

interface Headers {
  readonly texts?: HeaderLines | undefined;
  readonly enumerations?: readonly Enumeration[];
  readonly shape?: RecordShape | undefined;
}

/** No spread: for so many properties V8 would create a dictionary object, which is four times slower to create and to read. */
function fieldOf(
  { node, steps }: LocatedNode,
  compiled: CompiledField,
  { words, outer, byteOrder, shared, byEnumerators, int64, rawKey }: About,
): Field {
  const [from, to] = bitRange(node);
  const scalar = node.kind === "scalar" ? node : undefined;
  return {
    kind: "field",
    name: node.name,
    path: node.path,
    ctype: node.ctype,
    type: scalar?.scalar ?? "text",
    bitOffset: from,
    bitWidth: to - from,
    bitField: scalar?.bitField ?? false,
    byteOrder: scalar?.byteOrder ?? byteOrder,
    inMemory: scalar?.inMemory === true,
    initial: initialValue(node),
    span: node.span,
    words,
    outer,
    node,
    shared: shared.has(node),
    // The array of enumerators identifies the enum; names may repeat.
    enumeration: scalar?.enumerators && byEnumerators.get(scalar.enumerators),
    column: compiled.column,
    int64: scalar?.scalar === "uint64" || scalar?.scalar === "int64" ? int64 : undefined,
    excluded: compiled.excluded,
    unit: compiled.unit,
    limits: compiled.limits,
    rule: ruleOf(compiled),
    rawKey,
    compiled,
    steps,
  };
}

interface About extends Pick<Field, "words" | "outer"> {
  readonly byteOrder: ByteOrder;
  readonly shared: ReadonlySet<ScalarNode | TextNode>;
  readonly byEnumerators: ReadonlyMap<readonly Enumerator[], Enumeration>;
  readonly int64: RecordShape["int64"];
  readonly rawKey: string | undefined;
}

function ruleOf({ expression, expressionText = "", leaf }: CompiledField): Rule | undefined {
  return expression && { text: expressionText, expression, line: lineOf(expression, leaf.path) };
}

function commentsAbove({ layout }: PrintedStruct, texts: HeaderLines): ReadonlyMap<Span, string> {
  const comments = new Map<Span, string>();
  const look = (span: Span, of: "type" | "member") => {
    const before = (texts.get(span.file) ?? [])[span.start.line - 1]?.slice(0, span.start.column - 1) ?? "";
    // A comment above a line belongs to the line's first declaration.
    if (of === "member" && /[{;]/.test(before)) return;
    const comment = commentAbove(texts.get(span.file) ?? [], span.start.line);
    if (comment !== undefined) comments.set(span, comment);
  };
  const lookInside = (node: LayoutNode) => {
    look(node.span, "member");
    if (node.kind === "array") node.elements.forEach(lookInside);
    else if (node.kind === "record") {
      if (node.typeSpan !== undefined) look(node.typeSpan, "type");
      node.members.forEach(lookInside);
    }
  };
  look(layout.message.span, "type");
  look(layout.message.record.span, "type");
  layout.members.forEach(lookInside);
  return comments;
}

/** Key of the field's value in the input of `fromStored`. */
export function storedKey({ column, rawKey }: Field): string {
  return rawKey ?? column;
}

/** The sync word of the channel's frames; empty if its framing has none. */
export function syncWord({ channel: { plan } }: ChannelModel): readonly number[] {
  const { framing } = plan;
  return framing?.kind === "sync" ? [...framing.word] : [];
}

/** Bits of a leaf in the struct: from (inclusive), to (exclusive). */
export function bitRange(node: ScalarNode | TextNode): readonly [from: number, to: number] {
  if (node.kind === "text") return [node.byteOffset * 8, (node.byteOffset + node.length) * 8];
  const from = node.byteOffset * 8 + node.bitOffset;
  return [from, from + node.bitWidth];
}

interface LocatedNode extends Pick<Field, "node" | "steps"> {
  /** The node whose comments apply: for an element, the array. */
  readonly said: LayoutNode;
  /** The nodes whose comments also apply: records around it, or their arrays. */
  readonly around: readonly LayoutNode[];
}

interface Above {
  readonly steps: readonly Step[];
  readonly around: readonly LayoutNode[];
  readonly array?: ArrayNode;
  readonly outermost?: ArrayNode;
}

function placed(nodes: readonly LayoutNode[], { steps: above, around, array, outermost }: Above): LocatedNode[] {
  return nodes.flatMap((node) => {
    const kind = array === undefined ? "member" : "element";
    const steps: Step[] = [...above, { kind, name: node.name, arrayLength: array?.elements.length ?? 0 }];
    switch (node.kind) {
      case "scalar":
      case "text":
        return [{ node, steps, said: outermost ?? node, around }];
      case "array":
        return placed(node.elements, { steps, around, array: node, outermost: outermost ?? node });
      case "record":
        return placed(node.members, { steps, around: [...around, outermost ?? node] });
    }
  });
}

/** All comments on the field, on the records around it and on its enum, for formats that have no other place for them. */
export function flatWords({ outer, enumeration, words }: Field): string[] {
  return [...new Set([...outer, ...(enumeration?.words ?? []), ...words])];
}

function sharedNodes(nodes: readonly (ScalarNode | TextNode)[], byteOrder: ByteOrder): Set<ScalarNode | TextNode> {
  const shared = new Set<ScalarNode | TextNode>();
  const isForeign = (node: ScalarNode | TextNode) =>
    node.kind === "scalar" && (node.byteOrder ?? byteOrder) !== byteOrder;
  const foreign = nodes.filter(isForeign);
  const own = foreign.length === 0 ? nodes : nodes.filter((node) => !isForeign(node));
  for (const group of [own, foreign]) for (const node of overlapping(group)) shared.add(node);
  // Bits of another byte order count from the other end, so whole bytes are compared.
  const taken = foreign.length === 0 ? new Set() : new Set(own.flatMap(bytesOf));
  const mixed = new Set(foreign.flatMap(bytesOf).filter((byte) => taken.has(byte)));
  if (mixed.size > 0) for (const node of nodes) if (bytesOf(node).some((byte) => mixed.has(byte))) shared.add(node);
  return shared;
}

function bytesOf(node: ScalarNode | TextNode): number[] {
  const [from, to] = bitRange(node);
  const first = Math.floor(from / 8);
  return Array.from({ length: Math.ceil(to / 8) - first }, (_, index) => first + index);
}

function overlapping(nodes: readonly (ScalarNode | TextNode)[]): Set<ScalarNode | TextNode> {
  const found = new Set<ScalarNode | TextNode>();
  const ordered = nodes.map((node) => ({ node, range: bitRange(node) })).sort((a, b) => a.range[0] - b.range[0]);
  let widest: (typeof ordered)[number] | undefined;
  for (const entry of ordered) {
    if (widest !== undefined && entry.range[0] < widest.range[1]) found.add(entry.node).add(widest.node);
    if (widest === undefined || entry.range[1] > widest.range[1]) widest = entry;
  }
  return found;
}

/** The declared name, unless another field is stored under it. */
function rawKey(field: CompiledField, columns: ReadonlySet<string>): string | undefined {
  if (field.expression === undefined || field.inverse !== undefined) return undefined;
  let key = field.leaf.path;
  while (columns.has(key) && key !== field.column) key = `raw ${key}`;
  return key;
}

function memberOf(node: LayoutNode, model: StructModel): Member {
  switch (node.kind) {
    case "array": {
      const { name, path, span, elements } = node;
      const words = memberWords(node, model.comments);
      return { kind: "array", name, path, span, words, elements: elements.map((each) => memberOf(each, model)) };
    }
    case "record": {
      const { name, path, span, record, members } = node;
      const words = memberWords(node, model.comments);
      const inside = members.map((each) => memberOf(each, model));
      return { kind: "record", record, name, path, span, words, members: inside };
    }
    default:
      return model.fieldByPath.get(node.path)!;
  }
}

export function fieldsIn(member: Member): readonly Field[] {
  switch (member.kind) {
    case "field":
      return [member];
    case "array":
      return member.elements.flatMap(fieldsIn);
    case "record":
      return member.members.flatMap(fieldsIn);
  }
}

export function isSigned({ type }: Pick<Field, "type">): boolean {
  return type.startsWith("int");
}

export function isFloat({ type }: Pick<Field, "type">): boolean {
  return type === "float32" || type === "float64";
}
