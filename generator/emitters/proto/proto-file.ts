/**
 * `<channel>.proto`: stored rows as Protocol Buffers. Units and rules are options, defined in one file for all channels.
 * [proto3]
 * A field keeps its number while its name and type stay the same: numbers are read from the previous file, and those of
 * removed fields are reserved.
 */

import { defaultColumn } from "../../../runtime/codec/fields.ts";
import { type Emit, generatedBy, type Limits, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import {
  type ArrayMember,
  type ChannelModel,
  type Enumeration,
  type Field,
  isSigned,
  type Member,
  type RecordMember,
} from "../../codec/model.ts";
import { Names, PROTO } from "../../codec/namer.ts";
import { flatName, pascalCase } from "../../codec/names.ts";
import { commentText } from "../../codec/text.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import type { Emitter } from "../shared/emitter.ts";
import { numbersIn, type ProtoField, type ProtoNumbers } from "./proto-numbers.ts";

const OPTIONS = "structline_options.proto";

const proto: Emit = (channels, tool, limits) => [
  ...channels.map((channel) => {
    const path = `${channel.stem}.proto`;
    return { path, text: protoText(channel, { tool, limits, path }), built: false };
  }),
  {
    path: OPTIONS,
    text: `// ${generatedBy(tool)}\n${foreignText("emitters/proto/foreign/options.proto")}\n`,
    built: false,
  },
];

/** Context of a message. */
interface Context {
  readonly limits: Limits;
  /** Enum → its type in the file. */
  readonly enums: ReadonlyMap<Enumeration, string>;
  readonly numbers: ProtoNumbers;
}

function protoText(
  channel: ChannelModel,
  { tool, limits, path }: { readonly tool: Tool; readonly limits: Limits; readonly path: string },
): string {
  const { messages, identifier } = channel;
  const numbers = numbersIn(tool.previous?.(path) ?? "");
  const scope = new Names(PROTO, ["Row"]);
  const types = messages.map((message) => scope.declare(message.className, limits.renamed(message)));
  const values = new Names(PROTO);
  const used = new Set(messages.flatMap(({ fields }) => fields.flatMap((field) => enumOf(field) ?? [])));
  const enums = new Map([...used].map((each) => [each, scope.declare(pascalCase(each.name))]));
  const row = messages.map(({ identifier: name }, index) => ({ type: types[index] ?? "", name: `${name}_row` }));
  const texts = messages.map((model, index) => {
    const head = `// ${commentText(model.name)}, ${commentText(model.source)}: ID ${model.id}\n`;
    const record = { name: types[index] ?? "", place: "", members: model.members, words: model.words };
    return head + recordText(record, { limits, enums, numbers });
  });
  const imported = texts.some((text) => text.includes("(structline.")) ? `\n\nimport "${OPTIONS}";` : "";
  return `${[
    `// ${generatedBy(tool)}
// Channel ${commentText(channel.name)}: rows as they are stored. A value that a row lacks is not set.`,
    `syntax = "proto3";\n\npackage structline.${identifier};${imported}`,
    ...[...enums].map(([enumeration, name]) => enumText(enumeration, { name, scope: values })),
    ...texts,
    rowText(numbers, row),
  ].join("\n\n")}\n`;
}

function rowText(numbers: ProtoNumbers, messages: readonly ProtoField[]): string {
  const line = (field: ProtoField, least: number) =>
    `${field.type} ${field.name} = ${numbers.of("Row", field, least)};`;
  const own = [
    { type: "fixed64", name: "time_ns" },
    { type: "bytes", name: "payload" },
  ].map((each) => line(each, 1));
  const oneOf = messages.map((each) => `  ${line(each, 16)}`);
  const lines = [...own, "oneof message {", ...oneOf, "}"];
  return `// A row with its time, nanoseconds since 1970 (UTC), and the payload it came from.
message Row {
${[...numbers.reserved("Row"), ...lines].map((each) => `  ${each}\n`).join("")}}`;
}

/** Enum values share the enclosing scope, and the first value must be 0. */
function enumText(enumeration: Enumeration, { name, scope }: { readonly name: string; readonly scope: Names }): string {
  const values = new Map(enumeration.values.map(({ name, value }) => [name, value]));
  const prefix = `${name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toUpperCase()}_`;
  const zero = [...values].find(([, value]) => value === 0n) ?? (["UNSPECIFIED", 0n] as const);
  const ordered = [zero, ...[...values].filter(([each]) => each !== zero[0])];
  const names = ordered.map(([each]) => scope.declare(each.toUpperCase().startsWith(prefix) ? each : prefix + each));
  const hasTwins = new Set(ordered.map(([, value]) => value)).size < ordered.length;
  return [
    ...enumeration.words.map((line) => `// ${commentText(line)}`),
    `enum ${name} {`,
    ...(hasTwins ? ["  option allow_alias = true;"] : []),
    ...ordered.map(([, value], index) => `  ${names[index]} = ${value};`),
    "}",
  ].join("\n");
}

/** The field's enum, if its values are stored unchanged. Enums in Protocol Buffers have 32 bits. */
function enumOf({ enumeration, rule, type }: Field): Enumeration | undefined {
  if (rule !== undefined || type === "bool" || type === "text" || enumeration === undefined) return undefined;
  const isNarrow = enumeration.values.every(({ value }) => BigInt.asIntN(32, value) === value);
  return isNarrow && enumeration.values.length > 0 && !/^u?int64$/.test(type) ? enumeration : undefined;
}

interface RecordText {
  readonly name: string;
  /** Names of the enclosing messages, each followed by a dot. */
  readonly place: string;
  readonly members: readonly Member[];
  readonly words: readonly string[];
}

function recordText({ name, place, members, words }: RecordText, context: Context): string {
  const path = place + name;
  const scope = new Names(PROTO);
  const types = new Names(PROTO, [name]);
  const inside: string[] = [];
  const lines = members.flatMap(fieldsOf).flatMap((member) => {
    const leaf = leafOf(member);
    const fieldName = scope.declare(nameOf(member), context.limits.renamed(member));
    if (leaf.kind === "field")
      return fieldLines(member, leaf, { name: fieldName, type: scalarType(leaf, context), path }, context);
    const type = types.declare(pascalCase(member.name));
    inside.push(recordText({ name: type, place: `${path}.`, members: leaf.members, words: [] }, context));
    return fieldLines(member, undefined, { name: fieldName, type, path }, context);
  });
  const body = [...inside, ...context.numbers.reserved(path), ...lines];
  return `${words.map((line) => `// ${commentText(line)}\n`).join("")}message ${name} {\n${body
    .map((line) => `  ${line.replaceAll("\n", "\n  ")}\n`)
    .join("")}}`;
}

function fieldLines(
  member: Member,
  field: Field | undefined,
  { name, type, path }: { readonly name: string; readonly type: string; readonly path: string },
  { numbers }: Context,
): string[] {
  const dimensions = member.kind === "array" ? dimensionsOf(member) : [];
  const typed = { type: `${member.kind === "array" ? "repeated" : "optional"} ${type}`, name };
  const options = field === undefined ? [] : optionsOf(field, member, name);
  const shown = options.length === 0 ? "" : ` [${options.join(", ")}]`;
  return [
    ...member.words.map((line) => `// ${commentText(line)}`),
    ...(dimensions.length > 1 ? [`// ${dimensions.map((count) => `[${count}]`).join("")}, row by row`] : []),
    `${typed.type} ${name} = ${numbers.of(path, typed, 1)}${shown};`,
  ];
}

/** If the elements of an array differ in more than their position, each becomes a field. */
function fieldsOf(member: Member): Member[] {
  if (member.kind !== "array") return [member];
  const [first] = member.elements;
  const isOne = first !== undefined && member.elements.every((element) => shapeOf(element) === shapeOf(first));
  return isOne ? [member] : member.elements.flatMap(fieldsOf);
}

function shapeOf(member: Member): string {
  switch (member.kind) {
    case "field":
      return JSON.stringify([member.type, member.unit, member.rule?.text, member.enumeration?.name]);
    case "array":
      return `[${member.elements.map(shapeOf).join()}]`;
    case "record":
      return `{${member.members.map((each) => each.name + shapeOf(each)).join()}}`;
  }
}

function leafOf(member: Member): Field | RecordMember {
  return member.kind === "array" ? leafOf(member.elements[0]!) : member;
}

function dimensionsOf({ elements }: ArrayMember): number[] {
  const [first] = elements;
  return [elements.length, ...(first?.kind === "array" ? dimensionsOf(first) : [])];
}

/** The stored name, without an array index if a rule sets it. */
function nameOf(member: Member): string {
  const leaf = leafOf(member);
  if (leaf.kind === "field" && leaf.column !== defaultColumn(leaf.path)) {
    return member.path === leaf.path && !leaf.path.includes("[") ? leaf.column : leaf.column.replace(/(?:\.\d+)+$/, "");
  }
  return flatName(member.path.split(".").at(-1) ?? member.name);
}

function optionsOf(field: Field, member: Member, name: string): string[] {
  const path = member.path.replace(/\[\d+\]/g, "[]");
  return [
    member.kind === "field" && field.column === nameOf(member) && field.column !== name
      ? `json_name = ${protoString(field.column)}`
      : undefined,
    field.unit === undefined ? undefined : `(structline.unit) = ${protoString(field.unit)}`,
    field.rule === undefined ? undefined : `(structline.expression) = ${protoString(field.rule.text)}`,
    path === name ? undefined : `(structline.field) = ${protoString(path)}`,
  ].filter((option) => option !== undefined);
}

/** Type of the stored value. */
function scalarType(field: Field, { enums }: Context): string {
  const enumeration = enumOf(field);
  if (field.rule !== undefined) return "double";
  if (enumeration !== undefined) return enums.get(enumeration) ?? "int32";
  switch (field.type) {
    case "text":
      return "string";
    case "bool":
      return "bool";
    case "float32":
      return "float";
    case "float64":
      return "double";
    default:
      return `${isSigned(field) ? "sint" : "uint"}${/64/.test(field.type) ? 64 : 32}`;
  }
}

/** Bytes outside of printable ASCII are escaped, as UTF-8. */
function protoString(text: string): string {
  const escaped = [...utf8Bytes(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[ !#-[\]-~]/.test(character) ? character : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `"${escaped.join("")}"`;
}

export const PROTO_EMITTER: Emitter = {
  name: "proto",
  writes: "<channel>.proto: stored rows as Protocol Buffers",
  reading: "none",
  presence: "follows",
  emit: proto,
};
