/** `openc3-cosmos-<channel>/`: a plugin with the channel as a target. [OpenC3 COSMOS 7, configuration] */

import type { Locator } from "../../../runtime/frames/locator.ts";
import { type Emit, generatedBy, type Limits, type Tool } from "../../codec/emitter.ts";
import { hasChecks } from "../../codec/frame-checks.ts";
import {
  type ArrayMember,
  type ChannelModel,
  type Field,
  fieldsIn,
  flatWords,
  isFloat,
  isSigned,
  type Member,
  type Message,
  syncWord,
} from "../../codec/model.ts";
import { COSMOS, Names, namesOf, PLAIN } from "../../codec/namer.ts";
import { flatName } from "../../codec/names.ts";
import { commentText, heldBy, lineText } from "../../codec/text.ts";
import { type Emitter, FIXED_PLACES } from "../shared/emitter.ts";
import { bytePieces, locatedBits } from "../shared/places.ts";
import { checksumsFile, checksumsText } from "./cosmos-checksums.ts";

const cosmos: Emit = (channels, tool, limits) =>
  channels.flatMap((channel) => {
    const target = targetName(channel);
    const files = {
      [`targets/${target}/cmd_tlm/tlm.txt`]: packetsText(channel, tool, TELEMETRY(limits), limits),
      [`targets/${target}/cmd_tlm/cmd.txt`]: packetsText(channel, tool, COMMAND, limits),
      ...(hasChecks(channel) && {
        [`targets/${target}/lib/${checksumsFile(target)}`]: `# ${generatedBy(tool)}\n${checksumsText(channel, target, packetsOf(channel))}`,
      }),
      ...pluginFiles(channel, target, tool),
    };
    const folder = `openc3-cosmos-${channel.stem}`;
    return Object.entries(files).map(([path, text]) => ({
      path: `${folder}/${path}`,
      text: heldBy("ERB", text),
      built: false,
    }));
  });

function targetName({ identifier }: ChannelModel): string {
  return namesOf(COSMOS, [identifier])[0] ?? "";
}

/** Messages with the names of their packets. */
function packetsOf({ messages }: ChannelModel): (readonly [Message, string])[] {
  const scope = new Names(COSMOS);
  return messages.map((message) => [message, scope.declare(message.identifier)]);
}

/** Files that every plugin needs. `openc3cli validate` checks the gem that `gem build` makes from them. */
function pluginFiles(model: ChannelModel, target: string, tool: Tool): Readonly<Record<string, string>> {
  const { stem, channel } = model;
  const head = `# ${generatedBy(tool)}\n`;
  const port = channel.plan.udpPort;
  // The interface only reads. Writing to port 0 would fail when it starts.
  const udp = `INTERFACE ${target}_INT openc3/interfaces/udp_interface.py 127.0.0.1 nil ${port}\n  MAP_TARGET ${target}\n`;
  const hasPort = port !== undefined && port !== 0;
  const protocol = `PROTOCOL WRITE ${checksumsFile(target)} ${target}`;
  const checksums = hasPort ? `  ${protocol}\n` : `# Write under the interface of this target: ${protocol}\n`;
  return {
    "plugin.txt": `${head}TARGET ${target} ${target}\n${hasPort ? udp : ""}${hasChecks(model) ? checksums : ""}`,
    [`targets/${target}/target.txt`]: `${head}LANGUAGE python\n`,
    "README.md": `<!-- ${generatedBy(tool)} -->

# openc3-cosmos-${stem}

\`gem build openc3-cosmos-${stem}.gemspec\`, then install the gem in the Admin Console of COSMOS.
${
  hasChecks(model)
    ? `
\`${protocol}\` in \`plugin.txt\` writes the checksums of commands. The interface that sends them needs this line.
`
    : ""
}`,
    [`openc3-cosmos-${stem}.gemspec`]: `${head}Gem::Specification.new do |spec|
  spec.name = ${rubyString(`openc3-cosmos-${stem}`)}
  spec.version = "1.0.0"
  spec.summary = ${rubyString(`Channel ${lineText(channel.plan.name)}`)}
  spec.description = ${rubyString(`Telemetry and commands of the channel ${lineText(channel.plan.name)}`)}
  spec.authors = ["structline"]
  spec.homepage = "https://openc3.com"
  spec.license = "Nonstandard"
  spec.metadata = { "openc3_cosmos_minimum_version" => "6.0.0" }
  spec.files = Dir.glob("{targets}/**/*") + %w[README.md plugin.txt]
end
`,
  };
}

function rubyString(text: string): string {
  return `'${heldBy("Ruby string", text)}'`;
}

/** State names must differ when compared without case. */
const STATES = PLAIN;

/** How a file writes its packets: as telemetry or as commands. */
interface Kind {
  readonly keyword: "TELEMETRY" | "COMMAND";
  readonly item: (field: Field, place: string, doc: string) => string[];
  readonly id: (name: string, place: string, id: number) => string;
  /** A number with the same value in each packet. */
  readonly fixed: (name: string, place: string, value: bigint, doc: string) => string;
  /** An array of plain numbers, `width` bits each. */
  readonly array: (place: string, doc: string) => string;
  readonly bits: (name: string, place: string, width: number, doc: string) => string[];
}

function packetsText(channel: ChannelModel, tool: Tool, kind: Kind, limits: Limits): string {
  const packets = packetsOf(channel).map(([message, packet]) => packetText(message, packet, { channel, kind, limits }));
  return `${[`# ${generatedBy(tool)}\n# Channel ${commentText(channel.name)}`, ...packets].join("\n\n")}\n`;
}

function packetText(
  message: Message,
  packet: string,
  { channel, kind, limits }: { channel: ChannelModel; kind: Kind; limits: Limits },
): string {
  const { frames, byteOrder } = channel;
  const items = new Names(COSMOS);
  const arrays = arraysOf(message, kind);
  const ownLimits = kind.keyword === "TELEMETRY" ? limits : undefined;
  const names = message.fields.map((field) => {
    const array = arrays.get(field);
    if (array?.fields[0] === field) return items.declare(flatName(array.member.path), ownLimits?.renamed(array.member));
    return array === undefined ? items.declare(flatName(field.path), ownLimits?.renamed(field)) : "";
  });
  const start = frames.payloadOffset * 8;
  const end = start + message.wireSize * 8;
  let hasId = false;
  const lines = message.fields.flatMap((field, index) => {
    const array = arrays.get(field);
    const offset = bitOffsetOf(field, field.byteOrder) + start;
    if (array !== undefined) {
      return array.fields[0] === field ? arrayItem(array, `${names[index]} ${offset}`, { kind, message }) : [];
    }
    if (offset + field.bitWidth > end) return splitItem(field, items, { start, kind, ownLimits });
    const order = field.byteOrder === byteOrder ? "" : ` ${endian(field.byteOrder)}`;
    const doc = `${quoted([`${field.ctype} ${field.path}`, ...flatWords(field)].join(": "))}${order}`;
    const place = `${offset} ${field.bitWidth}`;
    const name = names[index] ?? "";
    const isId = frames.id !== undefined && isWholeId(field, frames.id, start);
    hasId ||= isId;
    const item = isId ? [kind.id(name, place, message.id)] : kind.item(field, `${name} ${place}`, doc);
    return [...item, `    META FIELD ${quoted(field.path)}`, ...(field.shared ? ["    OVERLAP"] : [])];
  });
  if (frames.id !== undefined && !hasId) {
    lines.push(
      `${kind.id("FRAME_ID", placeOfLocator(frames.id), message.id)} "struct ID" ${endian(frames.id.byteOrder)}`,
      "    OVERLAP",
    );
  }
  lines.push(...headLines(channel, message, items, kind), ...trailerLines(frames.trailer, end, items, kind));
  const target = targetName(channel);
  const head = `${message.name}, ${message.source}: ${message.wireSize} bytes`;
  const doc = quoted([head, ...message.words].join(". "));
  return [
    `${kind.keyword} ${target} ${packet} ${byteOrder.toUpperCase()}_ENDIAN ${doc}`,
    ...lines.map((line) => `  ${line}`),
  ].join("\n");
}

interface PlainArray {
  readonly member: ArrayMember;
  readonly fields: readonly Field[];
}

/** Arrays of numbers that have no rules, limits or states, by their fields. Arrays in commands have no initial values. */
function arraysOf(message: Message, { keyword }: Kind): ReadonlyMap<Field, PlainArray> {
  const found = new Map<Field, PlainArray>();
  const look = (member: Member): void => {
    if (member.kind === "record") member.members.forEach(look);
    if (member.kind !== "array") return;
    const fields = fieldsIn(member);
    const [first] = fields;
    const isPlain = fields.every(
      (field, index) =>
        field.type === first?.type &&
        /^(?:\[\d+\])+$/.test(field.path.slice(member.path.length)) &&
        !["text", "bool"].includes(field.type) &&
        field.bitOffset === first.bitOffset + index * first.bitWidth &&
        (field.rule ?? field.limits ?? field.enumeration) === undefined &&
        !field.shared &&
        (keyword === "TELEMETRY" || field.initial === undefined),
    );
    if (isPlain) for (const field of fields) found.set(field, { member, fields });
    else member.elements.forEach(look);
  };
  message.members.forEach(look);
  return found;
}

function arrayItem(
  { member, fields }: PlainArray,
  place: string,
  { kind, message }: { readonly kind: Kind; readonly message: Message },
): string[] {
  const [first] = fields;
  const last = fields.at(-1);
  if (first === undefined || last === undefined) return [];
  const shape = (last.path.slice(member.path.length).match(/\d+/g) ?? []).map((index) => Number(index) + 1);
  const words = member.words.map((line) => `: ${line}`).join("");
  const order = first.byteOrder === message.byteOrder ? "" : ` ${endian(first.byteOrder)}`;
  const doc = `${quoted(`${first.ctype} ${member.path}${shape.map((size) => `[${size}]`).join("")}${words}`)}${order}`;
  const bits = `${first.bitWidth} ${typeOf(first)} ${first.bitWidth * fields.length}`;
  const units = first.unit === undefined ? [] : [`    UNITS ${quoted(first.unit)} ${quoted(first.unit)}`];
  const meta = [`    META FIELD ${quoted(member.path)}`, `    META SHAPE ${shape.join(" ")}`];
  return [kind.array(`${place} ${bits}`, doc), ...meta, ...units];
}

/** Items before the message: the sync word and the length. */
function headLines(channel: ChannelModel, message: Message, items: Names, kind: Kind): string[] {
  const { frames } = channel;
  const { length, payloadOffset, trailer } = frames;
  const sync = syncWord(channel);
  const word = sync.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  const lines: string[] = [];
  if (sync.length > 0 && sync.length <= payloadOffset)
    lines.push(kind.fixed(items.declare("FRAME_SYNC"), `0 ${8 * sync.length}`, word, `"sync word" BIG_ENDIAN`));
  if (length !== undefined && length.byteOffset + length.byteLength <= payloadOffset) {
    const says = BigInt(payloadOffset + message.wireSize + trailer - length.addend);
    const doc = `"length" ${endian(length.byteOrder)}`;
    lines.push(kind.fixed(items.declare("FRAME_LENGTH"), placeOfLocator(length), says, doc), "    OVERLAP");
  }
  return lines;
}

/** The trailer is part of the packet, because COSMOS compares the packet's size with the received size. */
function trailerLines(bytes: number, end: number, items: Names, kind: Kind): string[] {
  const width = bytes * 8;
  if (width === 0 || width > 48) return [];
  return kind.bits(items.declare("FRAME_TRAILER"), `${end} ${width}`, width, `"trailer" BIG_ENDIAN`);
}

/** COSMOS derives the packet's size from the ends of its items. Split this one, because it would end after the packet. */
function splitItem(
  field: Field,
  items: Names,
  { start, kind, ownLimits }: { start: number; kind: Kind; ownLimits: Limits | undefined },
): string[] {
  const what = "its bits in each byte are a separate item, because COSMOS would otherwise extend the packet by a byte";
  ownLimits?.say(field, what);
  const parts = bytePieces(field, field.byteOrder).flatMap((piece) => {
    const name = items.declare(`${flatName(field.path)}_bits_${piece.fieldShift}`);
    const place = `${start + piece.byte * 8 + 8 - piece.shift - piece.width} ${piece.width}`;
    const doc = `${quoted(`bits from ${piece.fieldShift} of ${field.ctype} ${field.path}`)} BIG_ENDIAN`;
    return kind.bits(name, place, piece.width, doc);
  });
  return [`# ${commentText(field.path)}: ${what}`, ...parts];
}

function endian(byteOrder: string): string {
  return `${byteOrder.toUpperCase()}_ENDIAN`;
}

/** Bit offset and size; a mask with holes counts as the whole number. */
function placeOfLocator(id: Locator): string {
  const { shift, width } = locatedBits(id) ?? { shift: 0, width: 8 * id.byteLength };
  const bits = { bitWidth: width, bitField: width % 8 !== 0 || width === 24 || shift % 8 !== 0 };
  const first = id.byteOrder === "little" ? shift : 8 * id.byteLength - shift - width;
  return `${bitOffsetOf({ ...bits, bitOffset: id.byteOffset * 8 + first }, id.byteOrder)} ${width}`;
}

/** True if the field is exactly the number that identifies the packet. */
function isWholeId(field: Field, id: NonNullable<ChannelModel["frames"]["id"]>, start: number): boolean {
  return (
    field.bitOffset + start === id.byteOffset * 8 &&
    field.bitWidth === id.byteLength * 8 &&
    id.mask === 2 ** (8 * id.byteLength) - 1
  );
}

/** COSMOS places little-endian bit-fields by their most significant bit, counted from each byte's most significant bit. */
function bitOffsetOf(
  { bitOffset, bitWidth, bitField }: Pick<Field, "bitOffset" | "bitWidth" | "bitField">,
  byteOrder: string,
): number {
  // A byte-aligned field of 8, 16, 32 or 64 bits is placed by its first byte, even if it was declared as a bit-field.
  const isWhole = bitOffset % 8 === 0 && [8, 16, 32, 64].includes(bitWidth);
  if (!bitField || isWhole || byteOrder === "big") return bitOffset;
  const last = bitOffset + bitWidth - 1;
  return Math.floor(last / 8) * 8 + 7 - (last % 8);
}

function TELEMETRY(limits: Limits): Kind {
  return {
    keyword: "TELEMETRY",
    item: (field, place, doc) => [
      `ITEM ${place} ${typeOf(field)} ${doc}`,
      ...conversion(field, limits),
      ...valueLines(field),
      ...limitLines(field, limits),
    ],
    id: (name, place, id) => `ID_ITEM ${name} ${place} UINT ${id}`,
    fixed: (name, place, _value, doc) => `ITEM ${name} ${place} UINT ${doc}`,
    array: (place, doc) => `ARRAY_ITEM ${place} ${doc}`,
    bits: (name, place, _width, doc) => [`ITEM ${name} ${place} UINT ${doc}`],
  };
}

/** Commands contain raw values, as the firmware reads them. */
const COMMAND: Kind = {
  keyword: "COMMAND",
  item: (field, place, doc) => {
    const type = typeOf(field);
    if (type === "STRING") return [`PARAMETER ${place} STRING ${quoted(String(field.initial ?? ""))} ${doc}`];
    const range = isFloat(field) ? "MIN MAX" : rangeOf(field);
    return [`PARAMETER ${place} ${type} ${range} ${Number(field.initial ?? 0)} ${doc}`, ...states(field)];
  },
  id: (name, place, id) => `ID_PARAMETER ${name} ${place} UINT ${id} ${id} ${id}`,
  fixed: (name, place, value, doc) => `PARAMETER ${name} ${place} UINT ${value} ${value} ${value} ${doc}`,
  array: (place, doc) => `ARRAY_PARAMETER ${place} ${doc}`,
  bits: (name, place, width, doc) => [`PARAMETER ${name} ${place} UINT 0 ${2 ** width - 1} 0 ${doc}`],
};

function rangeOf(field: Field): string {
  const full = 2n ** BigInt(field.bitWidth);
  return isSigned(field) ? `${-(full / 2n)} ${full / 2n - 1n}` : `0 ${full - 1n}`;
}

function typeOf(field: Field): string {
  if (field.type === "text") return "STRING";
  if (isFloat(field)) return "FLOAT";
  return isSigned(field) ? "INT" : "UINT";
}

function conversion(field: Field, limits: Limits): string[] {
  const { rule } = field;
  if (field.bitWidth === 1 && isSigned(field)) {
    return [`    # ${commentText(limits.say(field, "COSMOS reads a signed field of one bit as 0 or 1, not 0 or -1"))}`];
  }
  if (rule === undefined) return [];
  if (rule.line === undefined) {
    return [
      `    # ${commentText(limits.say(field, `the rule '${rule.text}' is not a polynomial: the raw value stands here${field.limits === undefined ? "" : ", without limits"}`))}`,
    ];
  }
  return [`    POLY_READ_CONVERSION ${rule.line.offset} ${rule.line.slope}`];
}

function states({ type, enumeration }: Field): string[] {
  if (type === "bool") return ["    STATE FALSE 0", "    STATE TRUE 1"];
  const values = enumeration?.values ?? [];
  const names = namesOf(
    STATES,
    values.map(({ name }) => name),
  );
  return values.map(({ value }, index) => `    STATE ${names[index]} ${value}`);
}

function valueLines(field: Field): string[] {
  const { unit, rule } = field;
  const isRaw = rule !== undefined && rule.line === undefined;
  const lines: string[] = [];
  if (unit !== undefined && !isRaw) lines.push(`    UNITS ${quoted(unit)} ${quoted(unit)}`);
  if (rule === undefined) lines.push(...states(field));
  return lines;
}

/** COSMOS treats a value equal to a limit as outside, structline as inside. For integers, move the limit by one. */
function limitLines(field: Field, limits: Limits): string[] {
  const { rule } = field;
  const { alarm, warn } = field.limits ?? {};
  if (alarm === undefined && warn === undefined) return [];
  if (rule !== undefined && rule.line === undefined) return [];
  const isWhole = rule === undefined && !isFloat(field);
  const low = (min: number | undefined) => (min === undefined ? -1e300 : isWhole ? Math.ceil(min) - 1 : min);
  const high = (max: number | undefined) => (max === undefined ? 1e300 : isWhole ? Math.floor(max) + 1 : max);
  const yellow = [low(warn?.min ?? alarm?.min), high(warn?.max ?? alarm?.max)];
  const line = `    LIMITS DEFAULT 1 ENABLED ${low(alarm?.min)} ${yellow.join(" ")} ${high(alarm?.max)}`;
  const lost = [
    ...(isWhole ? [] : ["COSMOS counts a value equal to a limit as beyond it"]),
    ...(field.limits?.holdMs === undefined ? [] : ["COSMOS counts samples, not time: hold is left out"]),
  ];
  const place = { path: `limits of ${field.path}`, span: field.span };
  return [...lost.map((what) => `    # ${commentText(limits.say(place, what))}`), line];
}

function quoted(text: string): string {
  return `"${heldBy("COSMOS string", lineText(text))}"`;
}

export const COSMOS_EMITTER: Emitter = {
  name: "cosmos",
  writes: "openc3-cosmos-<channel>/: a plugin of OpenC3 COSMOS with the channel as a target",
  reading: "ids",
  checks: "written into commands, and not checked",
  presence: FIXED_PLACES,
  emit: cosmos,
};
