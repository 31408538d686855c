/** `<channel>.tlm.txt` and `<channel>.cmd.txt`: packets of an OpenC3 COSMOS target. [OpenC3 COSMOS 7, configuration] */

import { type ChannelModel, type Field, isFloat, isSigned, locatedBits, type Message } from "./channel-model.ts";
import { type Emit, generatedBy, type Limits, type Tool } from "./emitter.ts";
import { flatName, identifiers } from "./identifiers.ts";
import { commentText, lineText } from "./text.ts";

export const cosmos: Emit = (channels, tool, limits) =>
  channels.flatMap((channel) => [
    { path: `${channel.stem}.tlm.txt`, text: packetsText(channel, tool, TELEMETRY(limits)), built: false },
    { path: `${channel.stem}.cmd.txt`, text: packetsText(channel, tool, COMMAND), built: false },
  ]);

/** How one of the two files writes its packets. */
interface Kind {
  readonly keyword: "TELEMETRY" | "COMMAND";
  readonly item: (field: Field, place: string, doc: string) => string[];
  readonly id: (name: string, place: string, id: number) => string;
}

/** Items that every packet has. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "packet_timeseconds packet_timeformatted received_timeseconds received_timeformatted received_count packet_time " +
    "received_time frame_id"
  ).split(" "),
);

function packetsText(channel: ChannelModel, tool: Tool, kind: Kind): string {
  const packets = channel.messages.map((message) => packetText(message, channel, kind));
  return `${[`# ${generatedBy(tool)}\n# Channel ${commentText(channel.name)}`, ...packets].join("\n\n")}\n`;
}

function packetText(message: Message, channel: ChannelModel, kind: Kind): string {
  const { frames, byteOrder } = channel;
  const names = identifiers(
    message.fields.map(({ path }) => itemName(path)),
    RESERVED,
  ).map((name) => name.replace(/_$/, "_2").toUpperCase());
  const start = frames.payloadOffset * 8;
  const used = new Set<number>();
  const lines = message.fields.flatMap((field, index) => {
    const offset = bitOffsetOf(field, field.byteOrder) + start;
    const isId = frames.id !== undefined && isWholeId(field, frames.id, start);
    const order = field.byteOrder === byteOrder ? "" : ` ${endian(field.byteOrder)}`;
    const doc = `${quoted(`${field.ctype} ${field.path}`)}${order}`;
    const place = `${names[index]} ${offset} ${field.bitWidth}`;
    if (isId) used.add(0);
    const item = isId
      ? [kind.id(names[index] ?? "", `${offset} ${field.bitWidth}`, message.id)]
      : kind.item(field, place, doc);
    return [...item, `    META FIELD ${quoted(field.path)}`, ...(field.shared ? ["    OVERLAP"] : [])];
  });
  if (frames.id !== undefined && used.size === 0) {
    lines.push(
      `${kind.id("FRAME_ID", placeOfId(frames.id), message.id)} "struct ID" ${endian(frames.id.byteOrder)}`,
      "    OVERLAP",
    );
  }
  const target = itemName(channel.identifier).toUpperCase();
  const packet = itemName(message.identifier).toUpperCase();
  const doc = quoted(`${message.name}, ${message.source}: ${message.wireSize} bytes`);
  return [
    `${kind.keyword} ${target} ${packet} ${byteOrder.toUpperCase()}_ENDIAN ${doc}`,
    ...lines.map((line) => `  ${line}`),
  ].join("\n");
}

/** COSMOS takes no two underscores, and none at the end. */
function itemName(path: string): string {
  return flatName(path)
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

function endian(byteOrder: string): string {
  return `${byteOrder.toUpperCase()}_ENDIAN`;
}

/** Bit offset and size; a mask with holes counts as a whole number. */
function placeOfId(id: NonNullable<ChannelModel["frames"]["id"]>): string {
  const { shift, width } = locatedBits(id) ?? { shift: 0, width: 8 * id.byteLength };
  const bits = { bitWidth: width, bitField: width % 8 !== 0 || width === 24 || shift % 8 !== 0 };
  const first = id.byteOrder === "little" ? shift : 8 * id.byteLength - shift - width;
  return `${bitOffsetOf({ ...bits, bitOffset: id.byteOffset * 8 + first }, id.byteOrder)} ${width}`;
}

/** A field that is the dispatching number itself. */
function isWholeId(field: Field, id: NonNullable<ChannelModel["frames"]["id"]>, start: number): boolean {
  return (
    field.bitOffset + start === id.byteOffset * 8 &&
    field.bitWidth === id.byteLength * 8 &&
    id.mask === 2 ** (8 * id.byteLength) - 1
  );
}

/** Little-endian bit-fields are placed by their most significant bit, bits counted from each byte's most significant one. */
function bitOffsetOf(
  { bitOffset, bitWidth, bitField }: Pick<Field, "bitOffset" | "bitWidth" | "bitField">,
  byteOrder: string,
): number {
  // Whole numbers are placed by their first byte, whatever they were declared as.
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
  };
}

/** Raw values: what a command sends is what the firmware reads. */
const COMMAND: Kind = {
  keyword: "COMMAND",
  item: (field, place, doc) => {
    const type = typeOf(field);
    if (type === "STRING") return [`PARAMETER ${place} STRING ${quoted(String(field.initial ?? ""))} ${doc}`];
    const range = isFloat(field) ? "MIN MAX" : rangeOf(field);
    return [`PARAMETER ${place} ${type} ${range} ${Number(field.initial ?? 0)} ${doc}`];
  },
  id: (name, place, id) => `ID_PARAMETER ${name} ${place} UINT ${id} ${id} ${id}`,
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
      `    # ${commentText(limits.say(field, `the rule '${rule.text}' is no polynomial: the raw value stands here${field.limits === undefined ? "" : ", without limits"}`))}`,
    ];
  }
  return [`    POLY_READ_CONVERSION ${rule.line.offset} ${rule.line.slope}`];
}

function valueLines({ unit, rule, enumeration, type }: Field): string[] {
  const isRaw = rule !== undefined && rule.line === undefined;
  const lines: string[] = [];
  if (unit !== undefined && !isRaw) lines.push(`    UNITS ${quoted(unit)} ${quoted(unit)}`);
  if (rule === undefined && type === "bool") {
    lines.push("    STATE FALSE 0", "    STATE TRUE 1");
  }
  if (rule === undefined && enumeration !== undefined) {
    const names = identifiers(enumeration.values.map(({ name }) => name));
    enumeration.values.forEach(({ value }, index) => {
      lines.push(`    STATE ${names[index]} ${value}`);
    });
  }
  return lines;
}

/** COSMOS counts a value that is equal to a limit as beyond it, we do not: whole numbers have the limits' neighbours. */
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
  return `"${lineText(text).replaceAll('"', "'")}"`;
}
