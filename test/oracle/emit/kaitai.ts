/** Kaitai Struct's own compiler with JavaScript as target, as an oracle. */

import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { peerRequire } from "../../support/peers.ts";
import { differences, type EmittedChannel, type SampleMessage } from "./messages.ts";

interface Attribute {
  readonly id?: string;
  readonly type?: string;
  readonly "-orig-id"?: string;
  readonly "-shape"?: string;
  readonly "-column"?: string;
}

interface Type {
  readonly seq?: readonly Attribute[];
  readonly instances?: Readonly<Record<string, Attribute>>;
}

export interface Definition extends Type {
  readonly meta: { readonly id: string };
  readonly types: Readonly<Record<string, Type>>;
}

export type Parsed = Readonly<Record<string, unknown>>;

/** Maximum number of bits that the JavaScript runtime reads at once. */
const MOST_BITS = 32;

/** True if the JavaScript runtime can read the struct; the language can. */
export function isReadable(codec: StructCodec): boolean {
  return fieldsOf(codec).every(({ bitField, bitWidth }) => !bitField || bitWidth <= MOST_BITS);
}

export async function kaitaiDifferences(
  channel: EmittedChannel,
  messages: readonly SampleMessage[],
): Promise<string[]> {
  const definition = definitionOf(channel);
  const Parser = await compiledKaitai(definition);
  const KaitaiStream = peerRequire("kaitai-struct/KaitaiStream");
  return messages.flatMap((message) => {
    const root = new Parser(new KaitaiStream(channel.frame(message).slice().buffer)) as Parsed;
    return differences(withoutLargeIntegers(message), seenBy(root, message, definition));
  });
}

export function definitionOf(channel: EmittedChannel): Definition {
  return peerRequire("yaml").parse(fileText(channel.files, /\.ksy$/)) as Definition;
}

/** What a parsed message has, by our names. Instances that a language does not compute are not compared. */
export function seenBy(root: Parsed, message: SampleMessage, definition: Definition) {
  const parsed = root["message"] as Parsed;
  const type = definition.types[typeOfMessage(definition, message.codec.id)]!;
  const record = recordOf(parsed, type, definition);
  const raw = Object.fromEntries(fieldsOf(message.codec).map(({ path }) => [path, at(record, path)]));
  const columns = Object.entries(type.instances ?? {}).flatMap(([id, { "-column": column }]) =>
    column === undefined ? [] : [[column, parsed[camel(id)] as ColumnValue] as const],
  );
  return { raw, stored: { ...message.stored, ...Object.fromEntries(columns) } };
}

/**
 * The JavaScript runtime gives 64-bit integers as numbers, and half of the negative ones wrong by 2^32: Go compares
 * them.
 */
function withoutLargeIntegers(message: SampleMessage): SampleMessage {
  const isSmall = (value: ColumnValue) => typeof value !== "bigint" || (value >= 0n && value <= 2n ** 53n);
  return { ...message, raw: Object.fromEntries(Object.entries(message.raw).filter(([, value]) => isSmall(value))) };
}

/** Reads frames by the emitted definition: records with the header's names. The reader throws if the frame is wrong. */
export async function kaitaiReader(channel: EmittedChannel): Promise<(frame: Uint8Array, id: number) => object> {
  const definition = definitionOf(channel);
  const Parser = await compiledKaitai(definition);
  const KaitaiStream = peerRequire("kaitai-struct/KaitaiStream");
  return (frame, id) => {
    const root = new Parser(new KaitaiStream(frame.slice().buffer)) as Parsed;
    return recordOf(root["message"] as Parsed, definition.types[typeOfMessage(definition, id)]!, definition);
  };
}

/** The class of the parser that Kaitai's compiler makes. */
export async function compiledKaitai(definition: object): Promise<new (stream: unknown) => unknown> {
  const compiler = peerRequire("kaitai-struct-compiler");
  const files = (await compiler.compile("javascript", definition, null, false)) as Readonly<Record<string, string>>;
  const exported: Record<string, unknown> = {};
  const [source = ""] = Object.values(files);
  new Function("exports", "require", "module", source)(exported, (name: string) => peerRequire(name), {
    exports: exported,
  });
  const [first] = Object.values(exported);
  const parser = typeof first === "function" ? first : Object.values(first as object)[0];
  return parser as new (
    stream: unknown,
  ) => unknown;
}

function typeOfMessage(definition: Definition, id: number): string {
  const message = definition.seq?.find((attribute) => attribute.id === "message");
  const dispatch = message?.type as unknown as { readonly cases: Readonly<Record<string, string>> } | undefined;
  return dispatch?.cases[String(id)] ?? "";
}

/** The parsed object with the header's names. */
function recordOf(parsed: Parsed, type: Type, definition: Definition): Parsed {
  const attributes = [
    ...(type.seq ?? []),
    ...Object.entries(type.instances ?? {}).map(([id, rest]) => ({ id, ...rest })),
  ];
  return Object.fromEntries(
    attributes.flatMap(({ id, type: typeName, "-orig-id": name, "-shape": shape }) =>
      name === undefined || id === undefined
        ? []
        : [[name, inRows(asDeclared(parsed[camel(id)], typeName, definition), shape)] as const],
    ),
  );
}

/** Splits an array that the definition has instead of nested arrays. */
function inRows(value: unknown, shape: string | undefined): unknown {
  let rows = value as unknown[];
  for (const size of (shape ?? "").split(" ").slice(1).map(Number).reverse()) {
    rows = Array.from({ length: rows.length / size }, (_, index) => rows.slice(index * size, (index + 1) * size));
  }
  return rows;
}

function asDeclared(value: unknown, typeName: unknown, definition: Definition): unknown {
  if (Array.isArray(value)) return value.map((element) => asDeclared(element, typeName, definition));
  const type = definition.types[String(typeName).replace(/\(.*/, "")];
  if (type === undefined) return value;
  if (typeName === "bool_byte") return (value as Parsed)["value"];
  if (value === undefined) return undefined;
  return recordOf(value as Parsed, type, definition);
}

function camel(id: string): string {
  return id.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/_+$/, "");
}

function at(record: Parsed, path: string): ColumnValue {
  let value: unknown = record;
  for (const step of path.match(/[^.[\]]+/g) ?? []) value = (value as Parsed | undefined)?.[step];
  return value as ColumnValue;
}
