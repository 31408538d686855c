/**
 * `<channel>.lorawan.js`: payload formatters for The Things Stack and ChirpStack, with `decodeUplink` and `encodeDownlink`;
 * `<channel>_lorawan/` is for The Things Network's device repository.
 */

import type { Locator } from "../../../runtime/frames/locator.ts";
import { type Emit, generatedBy, type Limits, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import { type Check, checksOf, checksumText, hasChecks, placeText } from "../../codec/frame-checks.ts";
import {
  type ChannelModel,
  type Field,
  isFloat,
  isSigned,
  type Message,
  storedKey,
  syncWord,
} from "../../codec/model.ts";
import { Names, PLAIN } from "../../codec/namer.ts";
import { payloadSizes } from "../../codec/payload-sizes.ts";
import { commentText, stringLiteral } from "../../codec/text.ts";
import { writeExpression } from "../../rules/print-expression.ts";
import { type Emitter, FIXED_PLACES } from "../shared/emitter.ts";
import { SCRIPT_RULES, scriptNumber } from "../shared/notations.ts";
import { deviceFiles } from "./lorawan-device.ts";

const lorawan: Emit = (channels, tool, limits) =>
  channels.flatMap((channel) => {
    const key = nameKey(channel.messages, limits);
    const text = scriptText(channel, key, tool, limits);
    return [{ path: `${channel.stem}.lorawan.js`, text, built: false }, ...deviceFiles(channel, text, key, tool)];
  });

function scriptText(channel: ChannelModel, key: string, tool: Tool, limits: Limits): string {
  const { messages } = channel;
  const names = messages.map(({ name, id }) => `  ${stringLiteral(name)}: ${id}`).join(",\n");
  const entries = messages.map((message) => messageText(message, channel, limits));
  const text = `${[
    `// ${generatedBy(tool)}
// Channel ${commentText(channel.name)}: paste it as the payload formatter (The Things Stack: custom JavaScript; ChirpStack: codec of the
// device profile). An uplink gives the stored values; a downlink takes them, with the struct's name as ${stringLiteral(key)}.`,
    uplinkText(channel),
    `function decodeDownlink(input) {
  return decodeUplink(input);
}`,
    downlinkText(channel, key),
    `var IDS = {\n${names}\n};`,
    `var MESSAGES = {\n${entries.join(",\n")}\n};`,
    foreignText("emitters/lorawan/foreign/coding.es5.js"),
    foreignText("emitters/lorawan/foreign/rules.es5.js"),
    ...(hasChecks(channel) ? [foreignText("emitters/lorawan/foreign/frames.es5.js")] : []),
  ].join("\n\n")}\n`;
  const [first] = messages;
  if (text.length > MOST_CHARACTERS && first !== undefined) {
    const what = `the file has ${text.length} characters, and The Things Stack allows ${MOST_CHARACTERS}: minify it, or emit fewer messages`;
    limits.say({ path: channel.name, span: first.span }, what);
  }
  return text;
}

function downlinkText(channel: ChannelModel, key: string): string {
  const { channel: compiled, frames } = channel;
  const { id, idFrom, length, payloadOffset, trailer } = frames;
  // In the plain format, ID and length are fields of the struct, with their initial values.
  const isPlain = compiled.plan.frames === undefined;
  const write = (at: Locator | undefined, value: string) =>
    isPlain || at === undefined
      ? []
      : [
          `  writeMasked(bytes, ${at.byteOffset}, ${at.byteLength}, ${at.byteOrder === "big"}, ${at.mask}, (${value} - ${at.addend}) * ${2 ** at.shift});`,
        ];
  return `function encodeDownlink(input) {
  var name = input.data.${key};
  var id = Object.prototype.hasOwnProperty.call(IDS, name) ? IDS[name] : -1;
  var message = MESSAGES[id];
  if (!message) return { bytes: [], fPort: 1, errors: ["data.${key} names no struct of the channel"] };
  var bytes = zeros(message.wireSize);
  try {
    message.encode(input.data, bytes);
  } catch (error) {
    return { bytes: [], fPort: 1, errors: [error.message] };
  }
${[
  ...(payloadOffset + trailer === 0 ? [] : [`  bytes = zeros(${payloadOffset}).concat(bytes, zeros(${trailer}));`]),
  ...syncWord(channel).map((byte, at) => `  bytes[${at}] = ${byte};`),
  ...write(length, "bytes.length"),
  ...(idFrom === undefined ? write(id, "id") : []),
  ...(hasChecks(channel) ? ["  message.seal(bytes);"] : []),
  `  return { bytes: bytes, fPort: ${idFrom === "fport" ? "id" : "1"}, warnings: [], errors: [] };`,
].join("\n")}
}`;
}

/** Maximum length of a payload formatter. [The Things Stack 3, MessagePayloadFormatters] */
const MOST_CHARACTERS = 40_960;

/** Key of the struct's name in a downlink; it differs from all field names. */
function nameKey(messages: readonly Message[], limits: Limits): string {
  const fields = messages.flatMap((message) => message.fields);
  const taken = fields.find((field) => storedKey(field) === "message");
  const scope = new Names(PLAIN, fields.map(storedKey));
  const key = scope.declare("message");
  if (taken !== undefined)
    limits.say(taken, `a downlink has the struct's name under '${key}', because this field is 'message'`);
  return key;
}

/** Identifies a frame's message by the channel's frame format [D37]. */
function uplinkText(channel: ChannelModel): string {
  const { frames, messages } = channel;
  const { payloadOffset, trailer, short } = frames;
  const id = frames.idFrom === undefined ? frames.id : undefined;
  const least = Math.max(payloadOffset + trailer, id === undefined ? 0 : id.byteOffset + id.byteLength);
  const only = String(messages[0]?.id ?? 0);
  const read = frames.idFrom === "fport" ? "input.fPort" : id === undefined ? only : locatedText(id);
  const slice = payloadOffset + trailer === 0 ? "" : `.slice(${payloadOffset}, input.bytes.length - ${trailer})`;
  return [
    "function decodeUplink(input) {",
    `  if (input.bytes.length < ${least}) return { errors: [input.bytes.length + " bytes are not a message"] };`,
    `  var id = ${read};`,
    "  var message = MESSAGES[id];",
    '  if (!message) return { errors: ["unknown struct ID " + id] };',
    `  var bytes = input.bytes${slice};`,
    "  if (bytes.length < message.least || bytes.length > message.most) {",
    '    return { errors: [message.name + " has " + message.wireSize + " bytes, not " + bytes.length] };',
    "  }",
    ...(hasChecks(channel)
      ? [
          "  var wrong = message.wrongChecksum(input.bytes);",
          '  if (wrong) return { errors: [message.name + ": the checksum " + wrong + " is wrong"] };',
        ]
      : []),
    ...(short === "zero"
      ? ["  bytes = bytes.slice();", "  while (bytes.length < message.wireSize) bytes.push(0);"]
      : []),
    "  return { data: message.decode(bytes) };",
    "}",
  ].join("\n");
}

/** Reads the number at the locator in `input.bytes`. */
function locatedText({ byteOffset, byteLength, byteOrder, mask, shift }: Locator): string {
  const places = Array.from({ length: byteLength }, (_, index) => byteOffset + index);
  const terms = (byteOrder === "big" ? places : places.reverse()).map((place, index) => {
    const scale = 256 ** (byteLength - 1 - index);
    return `input.bytes[${place}]${scale === 1 ? "" : ` * ${scale}`}`;
  });
  const sum = terms.join(" + ");
  return mask === 2 ** (8 * byteLength) - 1 ? sum : `((${sum}) & ${mask}) >>> ${shift}`;
}

function messageText(message: Message, channel: ChannelModel, limits: Limits): string {
  const { least, most = "Infinity" } = payloadSizes(channel, message);
  const reads = message.fields.map((field) => `      ${decodeLine(field, message, limits)}`);
  const writes = message.fields.map((field) => `      ${encodeLine(field)}`);
  return `  // ${commentText(message.name)}, ${commentText(message.source)}
  ${message.id}: {
    name: ${stringLiteral(message.name)},
    wireSize: ${message.wireSize},
    least: ${least},
    most: ${most},${hasChecks(channel) ? `\n${checkFunctions(channel, message)}` : ""}
    decode: function (bytes) {
      var data = {};
${reads.join("\n")}
      return data;
    },
    encode: function (data, bytes) {
      var value;
${writes.join("\n")}
    }
  }`;
}

/** `wrongChecksum` and `seal`, which verify and write the checksums of a whole frame. */
function checkFunctions(channel: ChannelModel, message: Message): string {
  const checks = checksOf(channel, message);
  const verified = checks.map((check) => {
    const { algorithm, at, byteLength, byteOrder } = check;
    const there = channel.frames.short === "zero" && at >= 0 ? `frame.length >= ${at + byteLength} && ` : "";
    const read = `readNumber(frame, ${placeText(check, "frame.length")}, ${byteLength}, ${byteOrder === "big"})`;
    return `      if (${there}${read} !== (${sumText(check)})) return ${stringLiteral(algorithm)};`;
  });
  const written = checks.map((check) => {
    const { byteLength, byteOrder } = check;
    const mask = 2 ** (8 * byteLength) - 1;
    return `      writeMasked(frame, ${placeText(check, "frame.length")}, ${byteLength}, ${byteOrder === "big"}, ${mask}, ${sumText(check)});`;
  });
  return `    wrongChecksum: function (frame) {
${[...verified, '      return "";'].join("\n")}
    },
    seal: function (frame) {
${written.join("\n")}
    },`;
}

function sumText(check: Check): string {
  const { from, to, extra = -1 } = check;
  return checksumText(check, `frame, ${from}, ${to ?? placeText(check, "frame.length")}, ${extra}`);
}

function decodeLine(field: Field, message: Message, limits: Limits): string {
  const key = stringLiteral(field.column);
  const unit = field.unit === undefined ? "" : ` // ${commentText(field.unit)}`;
  if (field.rule === undefined) {
    if (field.bitWidth > 53 && !isFloat(field) && field.type !== "text") {
      const what = limits.say(field, "an integer of more than 53 bits loses its last digits in a JavaScript number");
      return `put(data, ${key}, ${readText(field)}); // ${commentText(what)}`;
    }
    return `put(data, ${key}, ${readText(field)});${unit}`;
  }
  const written = writeExpression(field.rule.expression, SCRIPT_RULES, (path) =>
    numberText(message.fieldByPath.get(path)),
  );
  if ("text" in written) return `put(data, ${key}, ${written.text});${unit}`;
  const what = `the rule '${field.rule.text}' needs '${written.missing}', which is not available in ECMAScript 5`;
  return `// ${commentText(field.column)}: ${commentText(limits.say(field, what))}`;
}

/** An expression that reads the raw value. */
function readText(field: Field): string {
  const { bitOffset, bitWidth, type } = field;
  if (type === "text") return `readText(bytes, ${bitOffset / 8}, ${bitWidth / 8})`;
  const little = field.byteOrder === "little";
  if (isFloat(field)) return `readFloat(bytes, ${bitOffset}, ${bitWidth}, ${little})`;
  const value = `readInteger(bytes, ${bitOffset}, ${bitWidth}, ${isSigned(field)}, ${little})`;
  return type === "bool" ? `${value} !== 0` : value;
}

function numberText(field: Field | undefined): string {
  if (field === undefined) throw new Error("a rule uses a field that the message lacks");
  return field.type === "bool" ? `(${readText(field)} ? 1 : 0)` : readText(field);
}

/** Applies the inverse rule if there is one. Otherwise takes the raw value under the codec's raw key. */
function encodeLine(field: Field): string {
  const { bitOffset, bitWidth, type, initial } = field;
  const key = stringLiteral(storedKey(field));
  const write = `if (value !== undefined) ${writeText(field, inverseText(field) ?? "value", key)}`;
  const fallback =
    initial === undefined ? "undefined" : typeof initial === "string" ? stringLiteral(initial) : "undefined";
  const start = `value = given(data, ${key}, ${fallback});`;
  if (initial === undefined || typeof initial === "string") return `${start} ${write}`;
  // An initial value is raw, so no rule is inverted.
  const little = field.byteOrder === "little";
  const raw = type === "bool" ? String(Number(initial)) : scriptNumber(Number(initial));
  const plain = isFloat(field)
    ? `writeFloat(bytes, ${bitOffset}, ${bitWidth}, ${raw}, ${little});`
    : `writeInteger(bytes, ${bitOffset}, ${bitWidth}, ${raw}, ${little});`;
  return `${start} ${write} else ${plain}`;
}

function writeText(field: Field, value: string, key: string): string {
  const { bitOffset, bitWidth, type } = field;
  const little = field.byteOrder === "little";
  if (type === "text") return `writeText(bytes, ${bitOffset / 8}, ${bitWidth / 8}, String(${value}));`;
  if (type === "bool" && value === "value")
    return `writeInteger(bytes, ${bitOffset}, ${bitWidth}, value ? 1 : 0, ${little});`;
  if (isFloat(field)) return `writeFloat(bytes, ${bitOffset}, ${bitWidth}, Number(${value}), ${little});`;
  return `writeInteger(bytes, ${bitOffset}, ${bitWidth}, whole(${value}, ${key}), ${little});`;
}

function inverseText({ compiled: field }: Field): string | undefined {
  if (field.inverse === undefined) return undefined;
  const written = writeExpression(field.inverse.expression, SCRIPT_RULES, () => "Number(value)");
  return "text" in written ? written.text : undefined;
}

export const LORAWAN_EMITTER: Emitter = {
  name: "lorawan",
  writes:
    "<channel>.lorawan.js: decodeUplink and encodeDownlink for The Things Stack and ChirpStack; <channel>_lorawan/: the same for the device repository",
  reading: "all",
  presence: FIXED_PLACES,
  emit: lorawan,
};
