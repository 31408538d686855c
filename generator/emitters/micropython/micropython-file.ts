/** `<channel>_micropython/<channel>.py`: reads and writes the channel's frames on boards that run MicroPython. */

import type { Locator } from "../../../runtime/frames/locator.ts";
import { type Arrangement, countText, type Following, followedParts, presenceIn } from "../../codec/arrangement.ts";
import { frameSize, sentSize, sizesOf } from "../../codec/c-text.ts";
import { generatedBy, type Limits, perChannel, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import { checksOf, checksumText, hasChecks, placeText, snakeCalls } from "../../codec/frame-checks.ts";
import { type ChannelModel, type Field, isFloat, isSigned, type Message, syncWord } from "../../codec/model.ts";
import { commentText } from "../../codec/text.ts";
import { schemaOf } from "../../layout/schema.ts";
import { linked } from "../shared/c-link-file.ts";
import { delimitedOf } from "../shared/c-link-stream.ts";
import type { Emitter } from "../shared/emitter.ts";
import { expectedBits, expectedEnd } from "../shared/expected.ts";
import { MICROPYTHON_COUNTS, pythonNumber } from "../shared/notations.ts";
import { writeInitial } from "../shared/places.ts";
import { pythonString } from "../shared/python-text.ts";

const FOLLOWING: Following = { notation: MICROPYTHON_COUNTS };

const micropython = perChannel(
  ({ identifier }) => `${identifier}_micropython/${identifier}.py`,
  (channel, { tool, limits }) => moduleText(channel, tool, limits),
);

function moduleText(whole: ChannelModel, tool: Tool, limits: Limits): string {
  const fixed = linked(whole).messages;
  const messages = whole.messages.filter((one) => fixed.includes(one) || followedParts(one, FOLLOWING) !== undefined);
  const channel = { ...whole, messages };
  for (const message of whole.messages.filter((one) => !channel.messages.includes(one)))
    limits.say(message, "it ends with an array without a number: the message is left out");
  const { framing } = channel.channel.plan;
  const [first] = channel.messages;
  if (framing?.kind === "lines" && framing.encoding === "base64" && first !== undefined)
    limits.say(first, "base64 lines are neither written nor parsed");
  const delimited = delimitedOf(channel);
  const coding = delimited === undefined ? undefined : (framing?.kind as "cobs" | "slip" | "lines");
  if (coding === undefined && channel.frames.length === undefined)
    for (const message of messages.filter((one) => followedParts(one, FOLLOWING) !== undefined))
      limits.say(message, "a stream's frames do not tell their size: the parser finds it only as the whole struct");
  const imports = [
    ...(coding === "lines" ? ["from binascii import hexlify, unhexlify"] : []),
    "from struct import pack_into, unpack_from",
  ];
  const sections = [
    `# ${generatedBy(tool)}\n# Channel ${commentText(channel.name)}: Message(name), frame(message), decode(bytes), stream(message), Parser().\n\n${imports.join("\n")}`,
    kindsText(channel, limits),
    constantsText(channel, delimited),
    numberText(channel),
    expectedText(channel),
    sizeText(channel),
    aroundText(channel),
    ...(messages.some((one) => followedParts(one, FOLLOWING) !== undefined)
      ? [foreignText("emitters/micropython/foreign/micropython_parts.py")]
      : []),
    ...(hasChecks(channel) ? [foreignText("emitters/micropython/foreign/micropython_sums.py")] : []),
    sumsText(channel),
    coding === undefined
      ? "def _encoded(data):\n    return data\n\n\ndef _decoded(data):\n    return data"
      : foreignText(`emitters/micropython/foreign/micropython_${coding}.py`),
    foreignText("emitters/micropython/foreign/micropython.py"),
    partsText(channel),
  ];
  return `${sections.join("\n\n\n")}\n`;
}

/** The messages: number, schema, smallest and largest size of the struct, initial bytes, fields. */
function kindsText(channel: ChannelModel, limits: Limits): string {
  const kinds = channel.messages.map((message) => {
    const [least, most] = sizesOf(channel, message);
    const parts = followedParts(message, FOLLOWING);
    const unlimited = parts === undefined ? most === undefined : channel.frames.long === "ignore";
    const largest = unlimited ? 0 : (parts?.size ?? message.wireSize + (most ?? 0) - least);
    const bytes = new Array<number>(sentSize(channel, message)).fill(0);
    for (const field of message.fields) writeInitial(bytes, field);
    const initial = bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
    const head = `${message.id}, 0x${schemaOf(message.struct.layout)}, ${message.wireSize}, ${largest}`;
    const fields = message.fields.map((field) => `        ${fieldText(field, limits)},`);
    return `    ${pythonString(message.identifier)}: (${head}, b"${initial}", {\n${fields.join("\n")}\n    }),`;
  });
  return `# Message: ID, schema, smallest and largest struct, initial bytes, fields (first byte, bytes, big-endian, shift, bits, kind, slope, offset).\nKINDS = {\n${kinds.join("\n")}\n}`;
}

/** What the functions know of the messages that may lack parts. */
function partsText(channel: ChannelModel): string {
  const found = channel.messages.flatMap((message) => {
    const parts = followedParts(message, FOLLOWING);
    return parts === undefined ? [] : [{ message, parts }];
  });
  const functions = found.flatMap(({ message, parts }) => [
    countingText(`_end_${message.id}`, message, parts, true),
    countingText(`_inside_${message.id}`, message, parts, false),
  ]);
  const entries = found.map(({ message, parts }) => {
    const rows = parts.parts.map(({ byteOffset, elementBytes, most, place, expression, node }) => {
      const code = place === "kept" ? 0 : place === "next" ? 1 : 2;
      const rest = expression !== "rest" ? 0 : node === "array" ? 1 : 2;
      return `(${byteOffset}, ${elementBytes}, ${most}, ${code}, ${rest})`;
    });
    const around = message.fields.flatMap((field) => {
      const guards = presenceIn(field, parts).guards.map(({ part, element }) => `(${part.index}, ${element})`);
      return guards.length === 0 ? [] : [`${pythonString(field.column)}: (${guards.join(", ")},)`];
    });
    const [first] = message.fields;
    const isLength = first?.name === "length" && first.type === "uint8" && !first.bitField;
    const length = isLength ? (first.initial ?? -1) : -1;
    const longer = channel.frames.long === "ignore" ? "True" : "False";
    const head = `${parts.least}, ${parts.whole}, ${parts.size}, ${longer}, ${length}`;
    const counting = `_end_${message.id}, _inside_${message.id}`;
    return `    ${pythonString(message.identifier)}: (${head}, (${rows.join(", ")},), {${around.join(", ")}}, ${counting}),\n`;
  });
  return [...functions, entries.length === 0 ? "_PARTS = {}" : `_PARTS = {\n${entries.join("")}}`].join("\n\n\n");
}

function countingText(name: string, message: Message, found: Arrangement, ofEnd: boolean): string {
  const lines = found.parts.flatMap((part) => {
    if ((part.place !== "kept") !== ofEnd) return [];
    const count = countText(part, found, {
      notation: MICROPYTHON_COUNTS,
      field: (path) => rawText(message.fieldByPath.get(path)),
      present: (index, element) => `there[${index}] > ${element}`,
      unless: (conditions, value) => `${value} if ${conditions.join(" and ")} else 0`,
    });
    return count === undefined ? [] : [`    there[${part.index}] = ${count}`];
  });
  return [`def ${name}(data, there):`, ...(lines.length === 0 ? ["    pass"] : lines)].join("\n");
}

function rawText(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined;
  const { at, length, shift } = wordOf(field);
  const big = Number(field.byteOrder === "big");
  const read = `_raw(data, ${at}, ${length}, ${big}, ${shift}, ${field.bitWidth}, "${kindOf(field)}")`;
  return field.type === "bool" ? `(1 if ${read} else 0)` : read;
}

function fieldText(field: Field, limits: Limits): string {
  const { at, length, shift } = wordOf(field);
  const kind = kindOf(field);
  const line = field.rule?.line;
  // A board's float has 24 bits, which is not enough for integers of 64.
  const isWide = field.bitWidth > 32 && !isFloat(field);
  const isInvertible = line !== undefined && line.slope !== 0 && kind !== "s" && kind !== "b" && !isWide;
  if (field.rule !== undefined && !isInvertible)
    limits.say(field, "its rule has no inverse: its raw value is set and read");
  const rule = isInvertible ? `${pythonNumber(line.slope)}, ${pythonNumber(line.offset)}` : "None, 0";
  const big = Number(field.byteOrder === "big");
  return `${pythonString(field.column)}: (${at}, ${length}, ${big}, ${shift}, ${field.bitWidth}, "${kind}", ${rule})`;
}

/** As in Python's `struct` for floats; `s` text, `b` bool, `i` and `u` integers. */
function kindOf(field: Field): string {
  if (field.type === "text") return "s";
  if (field.type === "bool") return "b";
  if (isFloat(field)) return field.bitWidth === 32 ? "f" : "d";
  return isSigned(field) ? "i" : "u";
}

/** The bytes that contain the field, and the position of its least significant bit in their number. */
function wordOf({ bitOffset, bitWidth, byteOrder }: Field): { at: number; length: number; shift: number } {
  const at = Math.floor(bitOffset / 8);
  const end = bitOffset + bitWidth;
  const length = Math.ceil(end / 8) - at;
  return { at, length, shift: byteOrder === "little" ? bitOffset - at * 8 : (at + length) * 8 - end };
}

function constantsText(channel: ChannelModel, delimited: ReturnType<typeof delimitedOf>): string {
  const { frames, messages } = channel;
  const { payloadOffset, trailer, id, length } = frames;
  const end = (locator: Locator | undefined) => (locator === undefined ? 0 : locator.byteOffset + locator.byteLength);
  const largest = Math.max(
    0,
    ...messages.map((message) => sizesOf(channel, message)[1] ?? frameSize(channel, message)),
  );
  const need = Math.max(
    1,
    payloadOffset + trailer,
    end(id),
    end(length),
    syncWord(channel).length,
    expectedEnd(channel),
  );
  return `_HEAD = ${payloadOffset}
_TRAILER = ${trailer}
# Frames that end early are completed with zeros.
_SHORT = ${frames.short === "zero" ? "True" : "False"}
# Bytes that tell a frame's ID and size.
_NEED = ${need}
_DELIMITER = ${delimited === undefined ? "None" : delimited.delimiter}
_MOST = ${delimited === undefined ? largest : delimited.most(largest)}`;
}

function readText(locator: Locator, at = "at"): string {
  const { byteOffset, byteLength, byteOrder, mask, shift, addend } = locator;
  const read = `_get(data, ${at} + ${byteOffset}, ${byteLength}, ${Number(byteOrder === "big")})`;
  return `((${read} & ${mask}) >> ${shift}) + ${addend}`;
}

function numberText({ frames: { id }, messages }: ChannelModel): string {
  return `def _number(data, at):\n    return ${id === undefined ? String(messages[0]?.id ?? 0) : readText(id)}`;
}

/** Whether the frame has the numbers that each has. */
function expectedText(channel: ChannelModel): string {
  const numbers = expectedBits(channel).map(
    ({ byteOffset, byteLength, byteOrder, mask, bits }) =>
      `_get(data, ${byteOffset}, ${byteLength}, ${Number(byteOrder === "big")}) & ${mask} == ${bits}`,
  );
  return `def _expected(data):\n    return ${numbers.join(" and ") || "True"}`;
}

/** The size of the frame that begins here; 0 if none does. */
function sizeText(channel: ChannelModel): string {
  const { frames, messages } = channel;
  const others = [
    ...syncWord(channel).map((byte, at) => `data[${at}] != ${byte}`),
    ...(expectedBits(channel).length === 0 ? [] : ["not _expected(data)"]),
  ];
  const refuse = others.length === 0 ? [] : [`    if ${others.join(" or ")}:`, "        return 0"];
  const sizes = messages.map((message) => `${message.id}: ${frameSize(channel, message)}`).join(", ");
  const most = Math.max(0, ...messages.map((message) => sizesOf(channel, message)[1] ?? frameSize(channel, message)));
  const body =
    frames.length === undefined
      ? [`    return {${sizes}}.get(number, 0)`]
      : [
          `    size = ${readText(frames.length, "0")}`,
          `    return size if ${frames.payloadOffset + frames.trailer} < size <= ${most} and number in (${messages.map(({ id }) => `${id},`).join(" ")}) else 0`,
        ];
  return ["def _size(data, number):", ...refuse, ...body].join("\n");
}

/** Writes what stands around the struct: sync word, length, ID. */
function aroundText(channel: ChannelModel): string {
  const { length, id, idFrom, expect = [] } = channel.frames;
  const isPlain = channel.channel.plan.frames === undefined;
  const lines = [
    ...syncWord(channel).map((byte, at) => `    data[${at}] = ${byte}`),
    ...(isPlain || length === undefined ? [] : [writeText(length, "len(data)")]),
    ...(isPlain || id === undefined || idFrom !== undefined ? [] : [writeText(id, "number")]),
    ...expect.map(({ place, value }) => writeText(place, String(value))),
  ];
  return ["def _around(data, number):", ...(lines.length === 0 ? ["    pass"] : lines)].join("\n");
}

function writeText({ byteOffset, byteLength, byteOrder, mask, shift, addend }: Locator, value: string): string {
  return `    _put(data, ${byteOffset}, ${byteLength}, ${Number(byteOrder === "big")}, ${mask}, (${value} - ${addend}) << ${shift})`;
}

/** Each checksum is computed when the one before is written, which it may cover. */
function sumsText(channel: ChannelModel): string {
  const lines = channel.messages.flatMap((message) =>
    checksOf(channel, message).flatMap((check) => {
      const place = placeText(check, "len(data)");
      const given = `data, ${check.from}, ${check.to ?? place}, ${check.extra ?? -1}`;
      const sum = snakeCalls(checksumText(check, given), "_");
      const isAlways = channel.frames.short !== "zero" || check.at < 0;
      const there = isAlways ? "" : ` and len(data) >= ${check.at + check.byteLength}`;
      return [
        `    if number == ${message.id}${there}:`,
        `        yield ${place}, ${check.byteLength}, ${Number(check.byteOrder === "big")}, ${sum}`,
      ];
    }),
  );
  if (lines.length === 0) return "def _sums(data, number):\n    return ()";
  return ["def _sums(data, number):", ...lines].join("\n");
}

export const MICROPYTHON_EMITTER: Emitter = {
  name: "micropython",
  writes:
    "<channel>_micropython/<channel>.py: frames, a parser of streams and range-checked fields for boards that run MicroPython",
  reading: "all",
  expects: true,
  presence: FOLLOWING,
  emit: micropython,
};
