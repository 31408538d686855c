/** `<channel>.dbc`: messages that fit into CAN or CAN FD frames, for CAN tools. [Vector, DBC file format 1.0] */

import { generatedBy, type Limits, perChannel, type Tool } from "../../codec/emitter.ts";
import { type ChannelModel, type Field, flatWords, isSigned, type Message } from "../../codec/model.ts";
import { DBC, Names } from "../../codec/namer.ts";
import { flatName } from "../../codec/names.ts";
import { heldBy, lineText } from "../../codec/text.ts";
import { type Emitter, FIXED_PLACES } from "../shared/emitter.ts";

const dbc = perChannel(
  ({ stem }) => `${stem}.dbc`,
  (channel, { tool, limits }) => databaseText(channel, tool, limits),
);

/** Size of a CAN FD frame in bytes; a classic frame has up to eight. */
const MOST_BYTES = 64;
/** Largest ID of an extended frame. The DBC format marks extended IDs with the highest bit. */
const MOST_ID = 0x1fff_ffff;
const EXTENDED = 0x8000_0000;
const STANDARD = 0x7ff;
/** The format's name for an unknown sender or receiver. Headers do not name nodes. */
const NO_NODE = "Vector__XXX";

interface Signal {
  readonly field: Field;
  readonly name: string;
}

interface Frame {
  readonly message: Message;
  readonly name: string;
  readonly id: number;
  readonly signals: readonly Signal[];
}

function databaseText(channel: ChannelModel, tool: Tool, limits: Limits): string {
  const names = new Names(DBC);
  const frames = channel.messages.flatMap((message): Frame[] => {
    const reason = objection(message);
    if (reason !== undefined) {
      limits.say(message, reason);
      return [];
    }
    const name = names.declare(message.identifier, limits.renamed(message));
    const id = message.id > STANDARD ? message.id + EXTENDED : message.id;
    return [{ message, name, id, signals: signalsOf(message, limits) }];
  });
  const text = [
    'VERSION ""',
    "NS_ :\n\tCM_\n\tBA_DEF_\n\tBA_\n\tVAL_\n\tBA_DEF_DEF_\n\tSIG_VALTYPE_",
    "BS_:",
    "BU_:",
    ...frames.map((frame) => frameText(frame, limits)),
    `CM_ ${quoted(`${generatedBy(tool)} Channel ${channel.name}`)};`,
    frames.flatMap(commentLines).join("\n"),
    formatLines(frames).join("\n"),
    frames.flatMap(({ id, signals }) => signals.flatMap((signal) => valueLines(id, signal))).join("\n"),
    frames.flatMap(({ id, signals }) => signals.flatMap((signal) => floatLines(id, signal))).join("\n"),
  ];
  return `${text.filter((part) => part !== "").join("\n\n")}\n`;
}

function objection({ wireSize, id }: Message): string | undefined {
  if (wireSize > MOST_BYTES) return `a CAN frame has up to ${MOST_BYTES} bytes: the message is left out`;
  return id > MOST_ID ? "a CAN ID has up to 29 bits: the message is left out" : undefined;
}

/** Tools do not support text or signals that share bits. */
function signalsOf(message: Message, limits: Limits): Signal[] {
  const scope = new Names(DBC);
  const used = new Set<number>();
  return message.fields.flatMap((field): Signal[] => {
    const bits = Array.from({ length: field.bitWidth }, (_, index) => field.bitOffset + index);
    if (field.type === "text") limits.say(field, "a signal is a number: the text is left out");
    else if (bits.some((bit) => used.has(bit))) {
      limits.say(field, "it shares bits with an earlier member, which signals must not: it is left out");
    } else {
      for (const bit of bits) used.add(bit);
      return [{ field, name: scope.declare(flatName(field.path), limits.renamed(field)) }];
    }
    return [];
  });
}

function frameText({ message, name, id, signals }: Frame, limits: Limits): string {
  const lines = signals.map(({ field, name: signal }) => ` SG_ ${signal} : ${signalText(field, limits)}`);
  return [`BO_ ${id} ${name}: ${dataLength(message.wireSize)} ${NO_NODE}`, ...lines].join("\n");
}

/** Valid lengths of a CAN FD frame. [ISO 11898-1] */
function dataLength(bytes: number): number {
  return bytes <= 8 ? bytes : ([12, 16, 20, 24, 32, 48, MOST_BYTES].find((length) => bytes <= length) ?? bytes);
}

function signalText(field: Field, limits: Limits): string {
  const { bitOffset, bitWidth, byteOrder, rule, unit } = field;
  // A little-endian signal starts at its least significant bit, a big-endian one at its most significant bit.
  const start = byteOrder === "little" ? bitOffset : bitOffset - (bitOffset % 8) + 7 - (bitOffset % 8);
  // A bool is true for every value but 0, which a factor cannot express.
  const isRaw = rule !== undefined && (rule.line === undefined || (field.type === "bool" && bitWidth > 1));
  if (isRaw) limits.say(field, `the rule '${rule.text}' is not a factor and offset: the raw value stands here`);
  const { slope, offset } = (isRaw ? undefined : rule?.line) ?? { slope: 1, offset: 0 };
  const sign = isSigned(field) || field.type.startsWith("float") ? "-" : "+";
  const place = `${start}|${bitWidth}@${byteOrder === "little" ? 1 : 0}${sign}`;
  return `${place} (${slope},${offset}) [0|0] ${quoted(isRaw ? "" : (unit ?? ""))} ${NO_NODE}`;
}

function commentLines({ message, id, signals }: Frame): string[] {
  const said = [`${message.name}, ${message.source}`, ...message.words].join(". ");
  return [
    `CM_ BO_ ${id} ${quoted(said)};`,
    ...signals.map(({ field, name }) => {
      return `CM_ SG_ ${id} ${name} ${quoted([`${field.ctype} ${field.path}`, ...flatWords(field)].join(". "))};`;
    }),
  ];
}

const FORMATS = ["StandardCAN", "ExtendedCAN", ...Array.from({ length: 12 }, (_, index) => `reserved${index + 2}`)];

/** Marks the CAN FD frames, as Vector's tools do. */
function formatLines(frames: readonly Frame[]): string[] {
  const flexible = frames.filter(({ message }) => message.wireSize > 8);
  if (flexible.length === 0) return [];
  const values = [...FORMATS, "StandardCAN_FD", "ExtendedCAN_FD"];
  return [
    `BA_DEF_ BO_ "VFrameFormat" ENUM ${values.map(quoted).join(",")};`,
    'BA_DEF_DEF_ "VFrameFormat" "StandardCAN";',
    ...flexible.map(({ id }) => `BA_ "VFrameFormat" BO_ ${id} ${id >= EXTENDED ? 15 : 14};`),
  ];
}

function valueLines(id: number, { field, name }: Signal): string[] {
  const states = new Map(field.enumeration?.values.map((each) => [each.value, each.name]));
  if (field.type === "bool") states.set(0n, "false").set(1n, "true");
  if (states.size === 0) return [];
  return [`VAL_ ${id} ${name} ${[...states].map(([value, label]) => `${value} ${quoted(label)}`).join(" ")} ;`];
}

function floatLines(id: number, { field: { type }, name }: Signal): string[] {
  return type.startsWith("float") ? [`SIG_VALTYPE_ ${id} ${name} : ${type === "float32" ? 1 : 2};`] : [];
}

function quoted(text: string): string {
  return `"${heldBy("DBC", lineText(text))}"`;
}

export const DBC_EMITTER: Emitter = {
  name: "dbc",
  writes: "<channel>.dbc: messages of up to 64 bytes for CAN tools",
  reading: "none",
  presence: FIXED_PLACES,
  emit: dbc,
};
