/**
 * `catalogue.json`: the complete description of channels and messages, for tools in any language. Format version 2 is stable; version 1
 * listed every element of an array.
 */

import { messageText } from "../../runtime/channels/frame-keys.ts";
import type { CommandInfo } from "../../runtime/codec/struct-codec.ts";
import type { FrameFormat } from "../../runtime/frames/frame-format.ts";
import { schemaOf } from "../layout/schema.ts";
import type { Expression, Variable, VariablePart } from "../rules/compiled-rule.ts";
import { fieldEntries, type Listed, withoutProperties } from "./array-entries.ts";
import { codecName } from "./codec-object.ts";
import type { EmittedFile } from "./emitted-file.ts";
import { type Json, jsonText } from "./json-text.ts";
import type { ChannelModel, Field, Message } from "./model.ts";
import { once } from "./once.ts";
import { stringLiteral } from "./text.ts";
import { isJoined } from "./variable.ts";

const VERSION = 2;

export const CATALOGUE_FILE = "catalogue.json";
/** In a project with `standalone` sources, the catalogue is kept here for later runs and for `--breaking`. */
export const KEPT_CATALOGUE_FILE = ".structline/catalogue.json";
/** Indentation of a channel's entry. No other line has this indentation followed by a quotation mark. */
const INDENT = "    ";

/** `module` and `codec` name the built file and its export that decode a struct. */
export function catalogueFile(
  channels: readonly { readonly name: string; entry(): string }[],
  path = CATALOGUE_FILE,
  /** Names of channels with errors in their headers. They have no entries. */
  stopped: readonly string[] = [],
): EmittedFile {
  const text = once(() => {
    const entries = channels.map(({ name, entry }) => `${INDENT}${stringLiteral(name)}: ${entry()}`);
    const all = entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n  }`;
    const without = stopped.length === 0 ? "" : `  "stopped": [${stopped.map(stringLiteral).join(", ")}],\n`;
    return `{\n  "version": ${VERSION},\n${without}  "channels": ${all}\n}\n`;
  });
  return {
    path,
    built: false,
    get text() {
      return text();
    },
  };
}

export function catalogueEntry(model: ChannelModel): string {
  return jsonText(channelEntry(model), INDENT);
}

/** Splits a catalogue's text into its entries, by channel. */
export function entriesOf(catalogue: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const { 0: start, 1: name = "", index } of catalogue.matchAll(/^ {4}("(?:[^"\\]|\\.)*"): (?=\{$)/gm)) {
    const from = index + start.length;
    const end = `\n${INDENT}}`;
    entries.set(JSON.parse(name), catalogue.slice(from, catalogue.indexOf(end, from) + end.length));
  }
  return entries;
}

function channelEntry({ channel: { plan, declarations }, messages, enumerations }: ChannelModel): Json {
  return {
    version: plan.version,
    versionOf: plan.versionOf,
    abi: plan.abi,
    byteOrder: plan.byteOrder,
    layout: plan.layout,
    defines: Object.fromEntries([...plan.defines].sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(plan.cflags && { cflags: plan.cflags }),
    ...(plan.compiler && { compiler: plan.compiler }),
    storeExclude: plan.storeExclude,
    versionColumns: plan.versionColumns,
    udpPort: plan.udpPort,
    wampTopic: plan.wampTopic,
    headerFiles: plan.headerFiles,
    messages: plan.messages?.map(messageText),
    frames: plan.frames && framesEntry(plan.frames),
    headers: declarations.files.map(({ path, sha256 }) => ({ path, sha256 })),
    enums: enumerations.map(({ name, values, span, words }) => ({
      name,
      comment: commentOf(words),
      source: `${span.file}:${span.start.line}`,
      values: values.map(({ name: enumerator, value }) => ({ name: enumerator, value })),
    })),
    structs: messages.map((message) => {
      const { source, module } = message;
      const { command } = message.struct;
      const sent = command && { command: { ...command, ...comparisons(command) } };
      const made = {
        comment: commentOf(message.words),
        source,
        module: `${module}.js`,
        codec: codecName(message),
        ...sent,
      };
      return { ...structEntry(message), ...made, fields: listedFields(message).fields };
    }),
  };
}

function comparisons({ accepted, interlock }: CommandInfo) {
  return { accepted: accepted?.map((one) => ({ ...one })), interlock: interlock?.map((one) => ({ ...one })) };
}

/** The frame format with the service's names. */
function framesEntry({
  id,
  idFrom,
  length,
  payloadOffset,
  trailer,
  short,
  long,
  check,
  expect,
  sequence,
  variants,
}: FrameFormat): Json {
  return {
    id: id && { ...id },
    idFrom,
    length: length && { ...length },
    ...{ payloadOffset, trailer, short, long },
    check: check && { ...check },
    expect: expect?.map(({ place, value }) => ({ place: { ...place }, value })),
    sequence: sequence && { ...sequence },
    variants: variants?.map(({ sync, when, format }) => ({
      sync: sync && [...sync],
      when: when && { place: { ...when.place }, value: when.value },
      format: framesEntry(format),
    })),
  };
}

/** The layout itself, without its source position and generated names. */
export function layoutEntry(message: Message): Json {
  const { fields, isApart } = listedFields(message);
  if (!isApart) return { ...structEntry(message), fields: withoutProperties(fields, OF_THE_SOURCE) };
  const apart = fieldEntries(message.members, (field) => {
    const { line: _line, comment: _comment, ...entry } = fieldEntry(field);
    return entry;
  });
  return { ...structEntry(message), fields: apart.fields };
}

const OF_THE_SOURCE: ReadonlySet<string> = new Set<keyof ReturnType<typeof fieldEntry>>(["line", "comment"]);

/** For the catalogue and the file of the layout. */
const listed = new WeakMap<Message, Listed>();

function listedFields(message: Message): Listed {
  const fields = listed.get(message) ?? fieldEntries(message.members, fieldEntry);
  listed.set(message, fields);
  return fields;
}

function structEntry({ struct }: Message) {
  const { layout, measurement, variable } = struct;
  return {
    name: layout.message.name,
    id: layout.id,
    length: layout.length,
    checkExtra: layout.message.named?.checkExtra,
    wireSize: layout.wireSize,
    size: layout.size,
    // C's layout: a flexible array member has no bytes of its own.
    sizeOf: layout.sizeOf,
    alignment: layout.alignment,
    layout: layout.packing,
    measurement,
    schema: schemaOf(layout),
    // Optional parts, from the header's tags; `least` is the size of the shortest message.
    variable: variable && {
      least: variable.leastSize,
      parts: variable.parts.map((part) => partEntry(part, variable)),
    },
  };
}

/** `after`: the part's start. `previous`: where the previous part ends; `same`: where it starts; absent: at its fixed offset. */
function partEntry(part: VariablePart, variable: Variable): Json {
  const { path, text, most, kind, byteOffset, elementBytes, expression, inTail } = part;
  return {
    path,
    tag: text,
    ...(most > 1 && { most }),
    kind,
    value: expression === "rest" ? undefined : valueEntry(expression),
    byteOffset,
    elementBytes,
    after: inTail ? (isJoined(part, variable) ? "same" : "previous") : undefined,
  };
}

/** A number, a field's path, or an operation with operands. */
function valueEntry(expression: Expression): Json {
  switch (expression.kind) {
    case "number":
      return expression.value;
    case "field":
      return expression.path;
    case "operation":
      return [expression.operator, ...expression.operands.map(valueEntry)];
  }
}

function commentOf(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join("\n\n");
}

/** Properties that do not apply are omitted. */
function fieldEntry(field: Field) {
  const { node, compiled, rawKey } = field;
  const text = node.kind === "text";
  return {
    path: field.path,
    ctype: field.ctype,
    scalar: field.type,
    byteOffset: node.byteOffset,
    bitOffset: text ? 0 : node.bitOffset,
    bitWidth: field.bitWidth,
    bitField: field.bitField,
    enum: field.enumeration?.name,
    initial: field.initial,
    column: field.column,
    kind: compiled.kind,
    unsigned: compiled.kind === "integer" && compiled.unsigned ? true : undefined,
    excluded: field.excluded ? true : undefined,
    unit: field.unit,
    expr: compiled.expressionText,
    byteOrder: text ? undefined : node.byteOrder,
    check: compiled.check && { ...compiled.check },
    tag: compiled.tag && { ...compiled.tag },
    rawKey,
    comment: commentOf([...new Set([...field.outer, ...field.words])]),
    line: field.span.start.line,
  };
}
