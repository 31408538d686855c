/**
 * A compiled channel as every emitter of definitions reads it: one neutral model, so that what a channel can say is said
 * in one place. Positions are absolute in the message, in bits; text of the header is as it was written.
 */

import type { ColumnValue, FieldLimits, ScalarType } from "../../runtime/codec/struct-codec.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import type { Locator } from "../../runtime/frames/locator.ts";
import type { CompiledChannel } from "../channel-plan.ts";
import type { LayoutNode } from "../layout/struct-layout.ts";
import { lineOf } from "../rules/affine.ts";
import type { Expression } from "../rules/compiled-rule.ts";
import type { Span } from "../source/span.ts";
import type { AbiName, ByteOrder } from "../target.ts";
import { identifiers } from "./identifiers.ts";
import { initialValue } from "./initial-value.ts";
import { pascalCase } from "./names.ts";
import { bitRange, type Leaf, type StructModel, structModel } from "./struct-model.ts";

export interface ChannelModel {
  readonly name: string;
  /** The channel's name as part of a file name, unique among all channels. */
  readonly stem: string;
  /** The same as an identifier in lower case, unique too. */
  readonly identifier: string;
  readonly channel: CompiledChannel;
  readonly abi: AbiName;
  readonly byteOrder: ByteOrder;
  readonly dispatch: Dispatch;
  /** How a frame is made up around a message; the plain one where the section says nothing of it. */
  readonly frames: FrameFormat;
  readonly messages: readonly Message[];
  readonly enumerations: readonly Enumeration[];
}

/** The number in a datagram that says which message it is. */
export interface Dispatch {
  readonly byteOffset: number;
  /** Bytes. */
  readonly byteLength: number;
}

export interface Message {
  /** As declared: `struct_cap_r`. */
  readonly name: string;
  /** `cap_r`: without `struct_`, in lower case, unique in the channel. */
  readonly identifier: string;
  /** `CapR`, unique in the channel. */
  readonly typeName: string;
  readonly id: number;
  readonly length: number;
  readonly wireSize: number;
  readonly size: number;
  readonly measurement: string;
  /** `headers/h2m.h:5` */
  readonly source: string;
  /** All leaves in declaration order. */
  readonly fields: readonly Field[];
  readonly fieldByPath: ReadonlyMap<string, Field>;
  /** The same as a tree. */
  readonly members: readonly Member[];
  /** What the codec's printers read. */
  readonly struct: StructModel;
  /** Path of the codec's source in the output folder, without `.ts`. */
  readonly module: string;
}

export type Member = Field | ArrayMember | RecordMember;

export interface ArrayMember {
  readonly kind: "array";
  readonly name: string;
  readonly path: string;
  readonly elements: readonly Member[];
}

export interface RecordMember {
  readonly kind: "record";
  readonly record: "struct" | "union";
  readonly name: string;
  readonly path: string;
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
  /** The first bit's place: byte · 8 + bit, bits counted from the least significant one, in a big-endian channel from the most significant one. */
  readonly bitOffset: number;
  readonly bitWidth: number;
  readonly bitField: boolean;
  /** The channel's, unless the header says another one of this field. */
  readonly byteOrder: ByteOrder;
  /** It has bits in common with another field: a union's member. */
  readonly shared: boolean;
  readonly initial: ColumnValue | undefined;
  readonly enumeration: Enumeration | undefined;
  /** Stored name. */
  readonly column: string;
  /** Left out of stored rows. */
  readonly excluded: boolean;
  readonly unit: string | undefined;
  /** Of the stored value [D38]. */
  readonly limits: FieldLimits | undefined;
  readonly rule: Rule | undefined;
  readonly span: Span;
  readonly leaf: Leaf;
}

export interface Rule {
  /** As written. */
  readonly text: string;
  readonly expression: Expression;
  /** slope · raw + offset, where the expression is that and uses no other field; rounds differently in the last digits. */
  readonly line: { readonly slope: number; readonly offset: number } | undefined;
}

export interface Enumeration {
  readonly name: string;
  readonly values: readonly { readonly name: string; readonly value: bigint }[];
}

/** Part of a field in one byte. */
export interface BytePiece {
  readonly byte: number;
  /** Of the piece's least significant bit, in the byte. */
  readonly shift: number;
  readonly width: number;
  /** Of the piece's least significant bit, in the field's value. */
  readonly fieldShift: number;
}

/** The bits of a frame that a locator reads; absent where its mask has holes. Counted from the number's least significant bit. */
export function locatedBits({
  mask,
  shift,
}: Pick<Locator, "mask" | "shift">): { shift: number; width: number } | undefined {
  const width = (mask / 2 ** shift).toString(2).length;
  return mask === (2 ** width - 1) * 2 ** shift ? { shift, width } : undefined;
}

/** @param stem file name of the channel and of each of its structs, without extension */
export function channelModel(
  channel: CompiledChannel,
  names: { stem: string; identifier: string; files: readonly string[] },
): ChannelModel {
  const { plan, declarations, structs } = channel;
  const enumerations = declarations.enums.map(({ name, enumerators }) => ({ name, values: enumerators }));
  const models = structs.map((struct) => structModel(struct, channel.texts));
  const frames = formatOf(plan);
  const short = models.map(({ struct }) => struct.layout.message.name.replace(/^struct_(?=[A-Za-z])/i, ""));
  const lower = identifiers(short.map((name) => name.toLowerCase()));
  const types = identifiers(short.map(pascalCase));
  return {
    name: plan.name,
    stem: names.stem,
    identifier: names.identifier,
    channel,
    abi: plan.abi,
    byteOrder: plan.byteOrder,
    dispatch: { byteOffset: frames.id?.byteOffset ?? 0, byteLength: frames.id?.byteLength ?? 0 },
    frames,
    enumerations,
    messages: models.map((struct, index) =>
      messageOf(struct, enumerations, {
        identifier: lower[index] ?? "",
        typeName: types[index] ?? "",
        module: `${names.stem}/${names.files[index]}`,
      }),
    ),
  };
}

/**
 * An ID that comes beside the frame (the LoRaWAN port) stands nowhere in it. For those who only have the frame it lies behind
 * the end of every one, so that they find no message, instead of taking the first for all.
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

function messageOf(
  model: StructModel,
  enumerations: readonly Enumeration[],
  names: Pick<Message, "identifier" | "typeName" | "module">,
): Message {
  const { layout, measurement } = model.struct;
  const fields = model.leaves.map((leaf) => fieldOf(leaf, enumerations, layout.byteOrder));
  const fieldByPath = new Map(fields.map((field) => [field.path, field]));
  return {
    ...names,
    name: layout.message.name,
    id: layout.id,
    length: layout.length,
    wireSize: layout.wireSize,
    size: layout.size,
    measurement,
    source: `${layout.message.span.file}:${layout.message.span.start.line}`,
    fields,
    fieldByPath,
    members: layout.members.map((node) => memberOf(node, fieldByPath)),
    struct: model,
  };
}

function fieldOf(leaf: Leaf, enumerations: readonly Enumeration[], byteOrder: ByteOrder): Field {
  const { node, field, shared } = leaf;
  const [from, to] = bitRange(node);
  const { expression, expressionText } = field;
  return {
    kind: "field",
    name: node.name,
    path: node.path,
    ctype: node.ctype,
    type: node.kind === "text" ? "text" : node.scalar,
    bitOffset: from,
    bitWidth: to - from,
    bitField: node.kind === "scalar" && node.bitField,
    byteOrder: (node.kind === "scalar" ? node.byteOrder : undefined) ?? byteOrder,
    shared,
    initial: initialValue(node),
    enumeration: node.kind === "text" ? undefined : enumerations.find(({ name }) => name === node.enumName),
    column: field.column,
    excluded: field.excluded,
    unit: field.unit,
    limits: field.limits,
    rule: expression && { text: expressionText ?? "", expression, line: lineOf(expression, node.path) },
    span: node.span,
    leaf,
  };
}

function memberOf(node: LayoutNode, fields: ReadonlyMap<string, Field>): Member {
  switch (node.kind) {
    case "array":
      return {
        kind: "array",
        name: node.name,
        path: node.path,
        elements: node.elements.map((each) => memberOf(each, fields)),
      };
    case "record": {
      const { name, path, record } = node;
      return { kind: "record", record, name, path, members: node.members.map((each) => memberOf(each, fields)) };
    }
    default: {
      const field = fields.get(node.path);
      if (field === undefined) throw new Error(`no field ${node.path}`);
      return field;
    }
  }
}

/** The fields of a member and of all in it. */
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

/** The field cut at the borders of bytes, most significant piece first. */
export function bytePieces(field: Field, byteOrder: ByteOrder): BytePiece[] {
  const pieces: BytePiece[] = [];
  const end = field.bitOffset + field.bitWidth;
  for (let from = field.bitOffset; from < end; ) {
    const byte = Math.floor(from / 8);
    const to = Math.min(end, byte * 8 + 8);
    const width = to - from;
    const little = byteOrder === "little";
    pieces.push({
      byte,
      width,
      shift: little ? from - byte * 8 : byte * 8 + 8 - to,
      fieldShift: little ? from - field.bitOffset : end - to,
    });
    from = to;
  }
  return pieces.sort((a, b) => b.fieldShift - a.fieldShift);
}
