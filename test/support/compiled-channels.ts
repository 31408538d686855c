/** Handmade compiled channels for tests of the emitters alone; and emitted codecs, loaded. */

import type { EmittedFile } from "../../generator/codec/emitted-file.ts";
import { emitChannels } from "../../generator/emitters/emit.ts";
import {
  type ArrayNode,
  type LayoutNode,
  leaves,
  type RecordNode,
  type ScalarNode,
  type TextNode,
} from "../../generator/layout/struct-layout.ts";
import type { InitialValue, MessageDeclaration } from "../../generator/messages/message.ts";
import type { ByteOrder } from "../../generator/plan/channel-plan.ts";
import type {
  CompiledChannel,
  CompiledField,
  CompiledStruct,
  Expression,
} from "../../generator/rules/compiled-rule.ts";
import type { Span } from "../../generator/source/span.ts";
import type { ChannelCodecs, ScalarType, StructCodec } from "../../runtime/codec/struct-codec.ts";

const SPAN: Span = { file: "headers/hand.h", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };

const WIDTHS: Readonly<Record<ScalarType, number>> = {
  bool: 8,
  uint8: 8,
  int8: 8,
  uint16: 16,
  int16: 16,
  uint32: 32,
  int32: 32,
  float32: 32,
  uint64: 64,
  int64: 64,
  float64: 64,
};

export interface ScalarOptions {
  readonly bitOffset?: number;
  readonly bitWidth?: number;
  readonly initial?: InitialValue;
  readonly ctype?: string;
}

export function scalar(name: string, type: ScalarType, byteOffset: number, options: ScalarOptions = {}): ScalarNode {
  const { bitOffset = 0, bitWidth = WIDTHS[type], initial, ctype = `${type}_t` } = options;
  const bitField = options.bitWidth !== undefined;
  const place = { byteOffset, bitOffset, bitWidth, bitField };
  const node = { kind: "scalar", name, path: name, ctype, scalar: type, ...place, comments: [], span: SPAN } as const;
  return initial === undefined ? node : { ...node, initial };
}

export function text(name: string, byteOffset: number, length: number): TextNode {
  const ctype = `char[${length}]`;
  return { kind: "text", name, path: name, ctype, byteOffset, length, comments: [], span: SPAN };
}

export function array(name: string, elements: readonly LayoutNode[]): ArrayNode {
  const named = elements.map((element, index) => ({ ...element, name: String(index) }));
  return {
    kind: "array",
    name,
    path: name,
    ctype: `array[${elements.length}]`,
    elements: named,
    comments: [],
    span: SPAN,
  };
}

export function record(name: string, members: readonly LayoutNode[], kind: "struct" | "union" = "struct"): RecordNode {
  return { kind: "record", record: kind, name, path: name, ctype: kind, members, comments: [], span: SPAN };
}

export interface StructOptions {
  readonly byteOrder?: ByteOrder;
  readonly wireSize: number;
  readonly size?: number;
  /** By path. */
  readonly fields?: Readonly<Record<string, Partial<CompiledField>>>;
}

/** A struct of these nodes. This fills in their paths. */
export function struct(
  name: string,
  id: number,
  members: readonly LayoutNode[],
  options: StructOptions,
): CompiledStruct {
  const { byteOrder = "little", wireSize, size = wireSize, fields = {} } = options;
  const placed = members.map((member) => withPath(member, member.name));
  const message: MessageDeclaration = {
    record: {
      kind: "struct",
      name,
      members: [],
      attributes: { packed: false, aligned: undefined },
      pack: undefined,
      language: "c",
      span: SPAN,
    },
    name,
    initials: new Map(),
    initialSpans: new Map(),
    span: SPAN,
  };
  return {
    layout: {
      message,
      length: wireSize,
      id,
      wireSize,
      size,
      alignment: 1,
      packing: "natural",
      byteOrder,
      members: placed,
    },
    fields: leaves(placed).map((leaf) => ({ ...plainField(leaf), ...fields[leaf.path] })),
    measurement: `${String(id).padStart(2, "0")}_${name.replace(/^struct_/, "")}`,
    everyMs: undefined,
  };
}

export function channel(
  name: string,
  structs: readonly CompiledStruct[],
  byteOrder: ByteOrder = "little",
): CompiledChannel {
  return {
    plan: {
      name,
      udpPort: 8888,
      wampTopic: `lab.${name}`,
      includePath: "/nowhere/headers",
      headerFiles: ["hand.h"],
      abi: "x86-64",
      byteOrder,
      layout: undefined,
      defines: new Map(),
      storeExclude: [],
    },
    declarations: {
      messages: structs.map(({ layout }) => layout.message),
      enums: [],
      files: [{ path: SPAN.file, sha256: "0".repeat(64) }],
      strayComments: [],
    },
    structs,
  };
}

/** An operation of an expression. */
export function operation(
  operator: Extract<Expression, { kind: "operation" }>["operator"],
  ...operands: (number | string | Expression)[]
): Expression {
  return {
    kind: "operation",
    operator,
    operands: operands.map((operand): Expression => {
      if (typeof operand === "number") return { kind: "number", value: operand };
      return typeof operand === "string" ? { kind: "field", path: operand } : operand;
    }),
  };
}

/** Emits one struct and loads its codec, as a consumer would. */
export async function codecOf(compiled: CompiledStruct): Promise<StructCodec> {
  const files = emitChannels([channel("hand", [compiled], compiled.layout.byteOrder)], { version: "0.0.0" });
  const module = await loadModule(files, /^hand\/.*\.js$/);
  const codec = Object.entries(module).find(([name]) => name.endsWith("Codec"))?.[1];
  if (codec === undefined) throw new Error("no codec emitted");
  return codec as StructCodec;
}

/** All channels of emitted files, loaded without writing a file. */
export async function channelsOf(files: readonly EmittedFile[]): Promise<Readonly<Record<string, ChannelCodecs>>> {
  const module = await import(linked(files, "index.js"));
  return module.channels;
}

/** The file as a data URL, including the files that it imports. */
function linked(files: readonly EmittedFile[], path: string): string {
  const source = files.find((file) => file.path === path)?.text ?? "";
  const text = source.replace(/from "\.\/(.*)"/g, (_, imported: string) => {
    return `from ${JSON.stringify(linked(files, imported))}`;
  });
  return dataUrl(text);
}

/** The exports of the emitted file whose path matches; struct files import nothing at run time. */
async function loadModule(files: readonly EmittedFile[], path: RegExp): Promise<Record<string, unknown>> {
  return import(dataUrl(fileText(files, path)));
}

export function fileText(files: readonly EmittedFile[], path: RegExp): string {
  const file = files.find((candidate) => path.test(candidate.path));
  if (file === undefined)
    throw new Error(`no file ${path} among ${files.map((candidate) => candidate.path).join(", ")}`);
  return file.text;
}

/** A codec's bytes for a record. */
export function encoded(codec: StructCodec, value: object): Uint8Array {
  const bytes = new Uint8Array(codec.wireSize).fill(0xa5);
  codec.encode(value, new DataView(bytes.buffer));
  return bytes;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function dataUrl(source: string): string {
  return `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`;
}

function withPath(node: LayoutNode, path: string): LayoutNode {
  switch (node.kind) {
    case "scalar":
    case "text":
      return { ...node, path };
    case "array":
      return { ...node, path, elements: node.elements.map((element) => withPath(element, `${path}[${element.name}]`)) };
    case "record":
      return { ...node, path, members: node.members.map((member) => withPath(member, `${path}.${member.name}`)) };
  }
}

function plainField(leaf: ScalarNode | TextNode): CompiledField {
  return {
    leaf,
    column: leaf.path.replace(/\[(\d+)\]/g, ".$1"),
    kind: plainKind(leaf),
    unsigned: leaf.kind === "scalar" && leaf.scalar === "uint64",
    unit: undefined,
    states: undefined,
    stateColours: undefined,
    limits: undefined,
    expressionText: undefined,
    expression: undefined,
    inverse: undefined,
    excluded: false,
    ruleSpan: undefined,
  };
}

function plainKind(leaf: ScalarNode | TextNode): CompiledField["kind"] {
  if (leaf.kind === "text") return "string";
  if (leaf.scalar === "bool") return "boolean";
  return leaf.scalar === "uint64" || leaf.scalar === "int64" ? "integer" : "float";
}
