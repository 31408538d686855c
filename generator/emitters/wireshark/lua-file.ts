/** `<channel>.lua`: a Wireshark dissector for the channel's UDP port. [Wireshark Lua API] */

import { fieldNote } from "../../../runtime/codec/field-note.ts";
import type { FrameFormat } from "../../../runtime/frames/frame-format.ts";
import { locatorEnd } from "../../../runtime/frames/locator.ts";
import {
  type ArrangedPart,
  type Arrangement,
  countText,
  type FieldPresence,
  followedParts,
  presenceIn,
} from "../../codec/arrangement.ts";
import { declarator } from "../../codec/documentation.ts";
import { generatedBy, perChannel, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import type { ChannelModel, Field, Message } from "../../codec/model.ts";
import { FILES, namesOf } from "../../codec/namer.ts";
import { flatName } from "../../codec/names.ts";
import { payloadSizes } from "../../codec/payload-sizes.ts";
import { commentText, lineText } from "../../codec/text.ts";
import { presenceOf } from "../../codec/variable.ts";
import { writeExpression } from "../../rules/print-expression.ts";
import type { Emitter } from "../shared/emitter.ts";
import { LUA_COUNTS, LUA_RULES } from "../shared/notations.ts";
import { luaIndex, luaRange, luaString, luaValue } from "./lua-text.ts";

const FIELD_TYPE = {
  uint8: "uint8",
  int8: "int8",
  uint16: "uint16",
  int16: "int16",
  uint32: "uint32",
  int32: "int32",
  uint64: "uint64",
  int64: "int64",
  float32: "float",
  float64: "double",
  bool: "bool",
  text: "string",
} as const;

const wireshark = perChannel(({ stem }) => `${stem}.lua`, luaText);

function luaText(channel: ChannelModel, { tool, path }: { tool: Tool; path: string }): string {
  const { stem, messages, frames } = channel;
  const { plan } = channel.channel;
  const protocol = `structline_${stem.toLowerCase()}`;
  const names = namesOf(
    FILES,
    messages.map(({ name }) => name.replace(/^struct_/, "")),
  );
  const parts = messages.map((message) => followedParts(message, { notation: LUA_COUNTS }));
  const texts = messages.map((message, index) =>
    messageText(message, { channel, protocol, name: names[index] ?? "", parts: parts[index] }),
  );
  const isVariable = parts.some((found) => found !== undefined);
  const sections = [
    [
      `-- ${generatedBy(tool)}`,
      `-- Wireshark dissector of channel ${commentText(plan.name)}: wireshark -X lua_script:${commentText(path)}`,
    ].join("\n"),
    `local channel = Proto(${luaString(protocol)}, ${luaString(`structline channel ${plan.name}`)})`,
    "local fields = {}\nlocal messages = {}",
    `local wrong = ProtoExpert.new(${luaString(`${protocol}.wrong`)}, "Not a message of this channel", expert.group.MALFORMED, expert.severity.ERROR)`,
    foreignText("emitters/wireshark/foreign/coding.lua"),
    ...(isVariable ? [foreignText("emitters/wireshark/foreign/presence.lua")] : []),
    ...texts,
    dissector(frames, isVariable),
    ["channel.fields = fields", "channel.experts = { wrong }", ...registration(plan.udpPort)].join("\n"),
  ];
  return `${sections.join("\n\n")}\n`;
}

function registration(udpPort: number | undefined): string[] {
  return udpPort === undefined ? [] : [`DissectorTable.get("udp.port"):add(${udpPort}, channel)`];
}

/** How to find a frame's message, and the number of bytes this needs. */
function luaMessage({ id }: FrameFormat): { readonly bytes: number; readonly text: string } {
  if (id === undefined) return { bytes: 0, text: "select(2, next(messages))" };
  const { byteOffset, byteLength, byteOrder, mask, shift } = id;
  const method = byteOrder === "little" && byteLength > 1 ? "le_uint" : "uint";
  const read = `buffer(${byteOffset}, ${byteLength}):${method}()`;
  const isWhole = mask === 2 ** (8 * byteLength) - 1;
  const bits = mask >>> shift;
  const isRun = (bits & (bits + 1)) === 0;
  const masked = isRun
    ? `bits(${read}, ${shift}, ${32 - Math.clz32(bits)})`
    : `bit.rshift(bit.band(${read}, ${mask}), ${shift})`;
  return {
    bytes: locatorEnd(id),
    text: `messages[${isWhole ? read : masked}]`,
  };
}

function dissector(format: FrameFormat, isVariable: boolean): string {
  const { payloadOffset, trailer, short } = format;
  const { bytes, text } = luaMessage(format);
  const around = payloadOffset + trailer;
  const size = around === 0 ? "buffer:len()" : `buffer:len() - ${around}`;
  const whole = payloadOffset === 0 ? "buffer" : `buffer(${payloadOffset}):tvb()`;
  const arranged = isVariable ? arrangedParts(format, size) : "";
  const dissected = short === "reject" ? `  message.dissect(${whole}, root)` : completed(size, payloadOffset, whole);
  return `\
function channel.dissector(buffer, pinfo, tree)
  pinfo.cols.protocol = channel.name
  local root = tree:add(channel, buffer())
  local message = buffer:len() >= ${bytes} and ${text} or nil
  if message == nil then
    root:add_proto_expert_info(wrong, "unknown struct ID")
    return
  end
  pinfo.cols.info = message.name
  root:append_text(", " .. message.name)
  if ${size} < message.least or ${size} > message.most then
    root:add_proto_expert_info(wrong, message.name .. " has " .. message.wire_size .. " bytes")
    return
  end
${arranged}${dissected}
end`;
}

/** Messages that lack parts are dissected with the numbers and positions of those that they have. */
function arrangedParts({ payloadOffset, short, long }: FrameFormat, size: string): string {
  const payload = payloadOffset === 0 ? "buffer" : `${size} > 0 and buffer(${payloadOffset}, ${size}):tvb() or buffer`;
  return `\
  if message.parts then
    local payload, there, from = arrange(message, ${payload}, ${size}, "${short}", "${long}")
    if payload == nil then
      root:add_proto_expert_info(wrong, message.name .. ": " .. there)
      return
    end
    message.dissect(payload, root, there, from)
    return
  end
`;
}

/** A short frame is padded with zeros that the capture does not contain. */
function completed(size: string, payloadOffset: number, whole: string): string {
  return `\
  local size = ${size}
  if size < message.wire_size then
    local bytes = size > 0 and buffer(${payloadOffset}, size):bytes() or ByteArray.new()
    bytes:set_size(message.wire_size)
    message.dissect(bytes:tvb("completed with zeros"), root)
  else
    message.dissect(${whole}, root)
  end`;
}

interface MessageContext {
  readonly channel: ChannelModel;
  readonly protocol: string;
  readonly name: string;
  readonly parts: Arrangement | undefined;
}

function messageText(message: Message, context: MessageContext): string {
  const { fields } = message;
  const { parts } = context;
  const { least, most = "math.huge" } = payloadSizes(context.channel, message, parts);
  const names = namesOf(FILES, [...fields.map(({ path }) => flatName(path)), ...fields.map(({ column }) => column)]);
  const entries = fields.map((field, index) => {
    const raw = `${context.name}.${names[index]}`;
    const stored = `${context.name}.${names[index + fields.length]}`;
    return fieldText(field, message, { protocol: context.protocol, raw, stored, presence: presenceIn(field, parts) });
  });
  const statements = entries.flatMap(({ reads }) => reads).map((line) => `    ${line}\n`);
  return [
    `-- ${commentText(message.name)}, ${commentText(message.source)}`,
    ...entries.flatMap(({ declarations }) => declarations),
    `messages[${message.id}] = {`,
    `  name = ${luaString(message.name)},`,
    `  wire_size = ${message.wireSize},`,
    `  least = ${least},`,
    `  most = ${most},`,
    ...(parts === undefined ? [] : partsText(message, parts)),
    `  dissect = function(buffer, tree${parts === undefined ? "" : ", there, from"})`,
    `    local value`,
    `${statements.join("")}  end,`,
    `}`,
  ].join("\n");
}

function partsText(message: Message, parts: Arrangement): string[] {
  const rows = parts.parts.map(({ path, text, byteOffset, elementBytes, most, place, expression }) => {
    const moves = place === "kept" ? "" : `, moves = "${place}"`;
    const rest = expression === "rest" ? ", rest = true" : "";
    const size = `offset = ${byteOffset}, bytes = ${elementBytes}, most = ${most}`;
    return `    { path = ${luaString(path)}, tag = ${luaString(text)}, ${size}${moves}${rest} },`;
  });
  const counts = (isOne: (part: ArrangedPart) => boolean) =>
    parts.parts.filter(isOne).flatMap((part) => {
      const count = countText(part, parts, {
        notation: LUA_COUNTS,
        field: (path) => luaNumber(path, message, parts),
        present: (index, element) => `there[${index + 1}] > ${element}`,
        unless: (conditions, value) => `(${conditions.join(" and ")}) and ${value} or 0`,
      });
      return count === undefined ? [] : [`    there[${luaIndex(part)}] = ${count}`];
    });
  return [
    `  size = ${message.size},`,
    "  parts = {",
    ...rows,
    "  },",
    "  count_end = function(buffer, there)",
    ...counts(({ place }) => place !== "kept"),
    "  end,",
    "  count_inside = function(buffer, there, from)",
    ...counts(({ place }) => place === "kept"),
    "  end,",
  ];
}

function luaNumber(path: string, message: Message, parts: Arrangement): string | undefined {
  const field = message.fieldByPath.get(path);
  if (field === undefined) return undefined;
  const value = luaValue(field, message, presenceIn(field, parts));
  if (field.type === "bool") return `(${value} and 1 or 0)`;
  return field.type.endsWith("int64") ? `tonumber(tostring(${value}))` : `(${value})`;
}

interface FieldContext {
  readonly presence: FieldPresence;
  readonly protocol: string;
  readonly raw: string;
  readonly stored: string;
}

/** Shows the raw value, and below it the stored value if the rule is plain arithmetic. */
function fieldText(field: Field, message: Message, names: FieldContext) {
  const { rule, unit } = field;
  const title = luaString(lineText(declarator(field.node, field.path)));
  const values = enumValues(field);
  const filter = (name: string) => luaString(`${names.protocol}.${name}`);
  const raw = `fields[${luaString(names.raw)}]`;
  const stored = `fields[${luaString(names.stored)}]`;
  const shown = values === undefined ? "" : `, base.DEC, ${values}`;
  const declarations = [`${raw} = ProtoField.${FIELD_TYPE[field.type]}(${filter(names.raw)}, ${title}${shown})`];
  const range = luaRange(field, message, names.presence);
  const { check, tag } = field.compiled;
  const said = fieldNote({
    byteOrder: field.node.kind === "scalar" ? field.node.byteOrder : undefined,
    check,
    tag,
    presence: presenceOf(field, message),
  });
  const tags = said === "" ? "" : ` (${said})`;
  const written =
    rule && writeExpression(rule.expression, LUA_RULES, (path) => (path === field.path ? "value" : undefined));
  if (written === undefined || "missing" in written) {
    const note = (rule === undefined ? "" : `, stored as ${field.column} = ${rule.text}`) + tags;
    return {
      declarations,
      reads: guarded(names.presence, [
        withNote(`tree:add(${raw}, ${range}, ${luaValue(field, message, names.presence)})`, note, unit),
      ]),
    };
  }
  declarations.push(`${stored} = ProtoField.double(${filter(names.stored)}, ${luaString(field.column)})`);
  const reads = [
    `value = ${luaValue(field, message, names.presence)}`,
    withNote(`tree:add(${raw}, ${range}, value)`, tags, undefined),
    ...asLuaNumber(field),
    withNote(`tree:add(${stored}, ${range}, ${written.text})`, "", unit),
  ];
  return { declarations, reads: guarded(names.presence, reads) };
}

/** Only if the message contains the field. */
function guarded({ guards }: FieldPresence, reads: readonly string[]): readonly string[] {
  if (guards.length === 0) return reads;
  const conditions = guards.map(({ part, element }) => `there[${luaIndex(part)}] > ${element}`);
  return [`if ${conditions.join(" and ")} then`, ...reads.map((line) => `  ${line}`), "end"];
}

/** Appends rule and unit to the item's value. */
function withNote(item: string, rule: string, unit: string | undefined): string {
  const note = unit === undefined ? rule : `${rule} ${unit}`;
  return note === "" ? item : `${item}:append_text(${luaString(note)})`;
}

function asLuaNumber({ type }: Field): string[] {
  if (type === "bool") return ["value = value and 1 or 0"];
  return type === "uint64" || type === "int64" ? ["value = tonumber(tostring(value))"] : [];
}

/** `{ [0] = "IDLE", … }` for fields with an enum. Wireshark looks up 32-bit values only. */
function enumValues({ type, enumeration }: Field): string | undefined {
  if (enumeration === undefined || enumeration.values.length === 0 || type.endsWith("64")) return undefined;
  return `{ ${enumeration.values.map(({ name, value }) => `[${value}] = ${luaString(name)}`).join(", ")} }`;
}

export const WIRESHARK_EMITTER: Emitter = {
  name: "wireshark",
  writes: "<channel>.lua: a Wireshark dissector (always written)",
  reading: "lengths",
  unasked: true,
  presence: { notation: LUA_COUNTS },
  emit: wireshark,
};
