/**
 * `<channel>_bus.m` and `<channel>_decode.m`: records as Simulink buses, and a decoder in plain MATLAB that also runs in
 * GNU Octave.
 * Text from headers occurs only in comments and string literals.
 */

import type { Locator } from "../../../runtime/frames/locator.ts";
import { type Emit, generatedBy, type Limits, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import { type ChannelModel, type Field, isSigned, type Member, type Message } from "../../codec/model.ts";
import { MATLAB, Names } from "../../codec/namer.ts";
import { pascalCase } from "../../codec/names.ts";
import { commentText, heldBy, lineText } from "../../codec/text.ts";
import { type Emitter, ONE_SIZE } from "../shared/emitter.ts";
import { bytePieces } from "../shared/places.ts";

const simulink: Emit = (channels, tool, limits) =>
  channels.flatMap((channel) => {
    const names = new MemberNames(limits);
    return [
      { path: `${channel.identifier}_bus.m`, text: busText(channel, tool, names), built: false },
      { path: `${channel.identifier}_decode.m`, text: decodeText(channel, tool, names, limits), built: false },
    ];
  });

/** Member names of records. Both files use the same names, and each change is reported once. */
class MemberNames {
  readonly #of = new WeakMap<readonly Member[], ReadonlyMap<Member, string>>();
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  of(members: readonly Member[]): ReadonlyMap<Member, string> {
    let names = this.#of.get(members);
    if (names === undefined) {
      const scope = new Names(MATLAB);
      names = new Map(members.map((member) => [member, scope.declare(member.name, this.#limits.renamed(member))]));
      this.#of.set(members, names);
    }
    return names;
  }
}

/** Shape of a bus element; nested arrays give one dimension each. */
interface Shape {
  readonly dimensions: readonly number[];
  readonly element: Exclude<Member, { kind: "array" }> | undefined;
}

function shapeOf(member: Member): Shape {
  if (member.kind === "field" && member.type === "text") return { dimensions: [member.bitWidth / 8], element: member };
  if (member.kind !== "array") return { dimensions: [], element: member };
  const [first] = member.elements;
  const inner = first === undefined ? { dimensions: [], element: undefined } : shapeOf(first);
  return { dimensions: [member.elements.length, ...inner.dimensions], element: inner.element };
}

/** The MATLAB type; for a bit-field, the smallest type that holds it. */
function typeOf({ type, bitWidth }: Field): string {
  if (type === "bool") return "boolean";
  if (type === "text") return "uint8";
  if (type === "float32") return "single";
  if (type === "float64") return "double";
  const width = [8, 16, 32].find((bits) => bitWidth <= bits) ?? 64;
  return `${isSigned({ type }) ? "int" : "uint"}${width}`;
}

function busText(channel: ChannelModel, tool: Tool, names: MemberNames): string {
  const buses = new Buses(channel, names);
  for (const message of channel.messages)
    buses.add(`${message.className}`, message.members, [`${message.name}, ${message.source}`, ...message.words]);
  const name = `${channel.identifier}_bus`;
  return `% ${generatedBy(tool)}
function buses = ${name}()
% ${name.toUpperCase()} Buses of channel ${commentText(channel.name)}: Simulink.Bus objects in the base workspace, and as members of a struct.
buses = struct();
${buses.text}
bus_names = fieldnames(buses);
for k = 1:numel(bus_names)
  assignin('base', bus_names{k}, buses.(bus_names{k}));
end
end

${foreignText("emitters/simulink/foreign/buses.m")}
`;
}

class Buses {
  text = "";
  readonly #names: MemberNames;
  readonly #prefix: string;
  readonly #scope = new Names(MATLAB);

  constructor(channel: ChannelModel, names: MemberNames) {
    this.#names = names;
    this.#prefix = pascalCase(channel.identifier);
  }

  /**
   * Adds a bus after the buses of its nested records.
   * @returns its name
   */
  add(preferred: string, members: readonly Member[], words: readonly string[]): string {
    const name = this.#scope.declare(`${this.#prefix}_${preferred}`);
    const elements = [...this.#names.of(members)].map(([member, label]) => this.#element(member, label, preferred));
    this.text += `buses.${name} = bus(${quoted(words.join(". "))}, [ ...\n${elements.map((line) => `  ${line}; ...\n`).join("")}]);\n`;
    return name;
  }

  #element(member: Member, label: string, owner: string): string {
    const { dimensions, element } = shapeOf(member);
    const size = dimensions.length === 0 ? "1" : `[${dimensions.join(" ")}]`;
    if (element?.kind === "record") {
      const inner = this.add(`${owner}_${pascalCase(label)}`, element.members, [element.path, ...element.words]);
      return `element(${quoted(label)}, ${quoted(`Bus: ${inner}`)}, ${size}, '', ${quoted(member.words.join(" "))})`;
    }
    const type = element === undefined ? "uint8" : typeOf(element);
    const unit = element === undefined || element.rule !== undefined ? "" : (element.unit ?? "");
    const states = element?.kind === "field" ? (element.enumeration?.words ?? []) : [];
    const words = [element?.ctype ?? "", ...states, ...member.words].join(". ");
    return `element(${quoted(label)}, ${quoted(type)}, ${size}, ${quoted(unit)}, ${quoted(words)})`;
  }
}

function decodeText(channel: ChannelModel, tool: Tool, names: MemberNames, limits: Limits): string {
  const { frames, messages } = channel;
  const name = `${channel.identifier}_decode`;
  const functions = messages.map((message, index) => messageText(message, index, channel, names, limits));
  const cases = messages.map(({ id }, index) => `  case ${id}\n    [name, raw, stored] = message_${index + 1}(bytes);`);
  const read =
    frames.id === undefined || frames.idFrom !== undefined
      ? `id = ${frames.idFrom === undefined ? (messages[0]?.id ?? 0) : "port"};`
      : idText(frames.id);
  return `% ${generatedBy(tool)}
function [name, raw, stored] = ${name}(bytes${frames.idFrom === undefined ? "" : ", port"})
% ${name.toUpperCase()} Decodes a frame of channel ${commentText(channel.name)}, a row of uint8. Returns the struct's name, its fields as in the bus,
% and a containers.Map of the stored columns. An unknown frame is an error.
bytes = uint8(bytes(:)');
${read}
switch id
${cases.join("\n")}
  otherwise
    error('${channel.identifier}:unknownId', 'unknown struct ID %d', id);
end
end

${functions.join("\n")}
function need(bytes, count)
if numel(bytes) < count
  error('${channel.identifier}:tooShort', '%d bytes, and the message has %d', numel(bytes), count);
end
end

${foreignText("emitters/simulink/foreign/coding.m")}
`;
}

function idText({ byteOffset, byteLength, byteOrder, mask, shift, addend }: Locator): string {
  const places = Array.from({ length: byteLength }, (_, index) => byteOffset + index + 1);
  const rows = places.map((place, index) => {
    const weight = byteOrder === "big" ? byteLength - 1 - index : index;
    return `${place} 0 8 ${8 * weight}`;
  });
  const more = addend === 0 ? "" : ` + ${addend}`;
  return `need(bytes, ${byteOffset + byteLength});
id = double(bitshift(bitand(bits(bytes, [${rows.join("; ")}]), uint64(${mask})), -${shift}))${more};`;
}

function messageText(
  message: Message,
  index: number,
  { frames }: ChannelModel,
  names: MemberNames,
  limits: Limits,
): string {
  const start = frames.payloadOffset * 8;
  const raw: string[] = [];
  const stored: string[] = [];
  const visit = (member: Member, place: string): void => {
    if (member.kind === "record")
      for (const [inner, label] of names.of(member.members)) visit(inner, `${place}.${label}`);
    else if (member.kind === "array") {
      for (const [at, element] of member.elements.entries()) visit(element, indexed(place, at + 1));
    } else {
      const whole = member.type === "text" && place.endsWith(")") ? indexed(place, ":") : place;
      raw.push(`${whole} = ${readText(member, start)};`);
      stored.push(...storedText(member, whole, limits));
    }
  };
  for (const [member, label] of names.of(message.members)) visit(member, `raw.${label}`);
  return `function [name, raw, stored] = message_${index + 1}(bytes)
% ${commentText(`${message.name}, ${message.source}`)}
need(bytes, ${frames.payloadOffset + message.wireSize + frames.trailer});
name = ${quoted(message.name)};
raw = struct();
${raw.join("\n")}
stored = containers.Map();
${stored.join("\n")}
end
`;
}

/** Adds an index: `raw.v(2)` → `raw.v(2, 1)`. For a text, the last index is `:`: `raw.v(2, :)`. */
function indexed(place: string, at: number | ":"): string {
  return place.endsWith(")") ? `${place.slice(0, -1)}, ${at})` : `${place}(${at})`;
}

function readText(field: Field, start: number): string {
  const { type, bitOffset, bitWidth, byteOrder } = field;
  const first = (bitOffset + start) / 8 + 1;
  if (type === "text") return `bytes(${first}:${first + bitWidth / 8 - 1})`;
  const rows = bytePieces(field, byteOrder).map(
    ({ byte, shift, width, fieldShift }) => `${byte + start / 8 + 1} ${shift} ${width} ${fieldShift}`,
  );
  const value = `bits(bytes, [${rows.join("; ")}])`;
  if (type === "bool") return `${value} ~= 0`;
  if (type === "float32") return `typecast(uint32(${value}), 'single')`;
  if (type === "float64") return `typecast(${value}, 'double')`;
  return isSigned(field) ? `${typeOf(field)}(signed(${value}, ${bitWidth}))` : `${typeOf(field)}(${value})`;
}

function storedText(field: Field, place: string, limits: Limits): string[] {
  const { excluded, rule, type, column } = field;
  if (excluded) return [];
  const key = `stored(${quoted(column)})`;
  if (type === "text") return [`${key} = text(${place});`];
  if (rule === undefined) return [`${key} = ${place};`];
  if (rule.line === undefined)
    return [
      `% ${commentText(limits.say(field, `the rule '${rule.text}' is not a factor and offset: its column is left out`))}`,
    ];
  return [`${key} = ${rule.line.slope} * double(${place}) + ${rule.line.offset};`];
}

/** A MATLAB string on one line. */
function quoted(text: string): string {
  return `'${heldBy("MATLAB string", lineText(text))}'`;
}

export const SIMULINK_EMITTER: Emitter = {
  name: "simulink",
  writes: "<channel>_bus.m and <channel>_decode.m: buses of Simulink, and a decoder for MATLAB and Octave",
  reading: "ids",
  presence: ONE_SIZE,
  emit: simulink,
};
