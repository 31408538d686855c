/**
 * `<channel>_lorawan/`: the device in the form of The Things Network's device repository, with the formatter and examples for it.
 * [github.com/TheThingsNetwork/lorawan-devices, README]
 */

import { checksumOf } from "../../../runtime/frames/checksum.ts";
import type { FrameNumber } from "../../../runtime/frames/frame-format.ts";
import type { Locator } from "../../../runtime/frames/locator.ts";
import type { EmittedFile } from "../../codec/emitted-file.ts";
import { generatedBy, type Tool } from "../../codec/emitter.ts";
import { checksOf } from "../../codec/frame-checks.ts";
import { type ChannelModel, type Field, isFloat, isSigned, type Message, syncWord } from "../../codec/model.ts";
import { lineText } from "../../codec/text.ts";
import { evaluate } from "../../rules/fold.ts";
import { writeExpression } from "../../rules/print-expression.ts";
import { SCRIPT_RULES } from "../shared/notations.ts";
import { bytePieces, writeInitial } from "../shared/places.ts";
import { type Yaml, yamlText } from "../shared/yaml-text.ts";

/** @param key of the struct's name in a downlink */
export function deviceFiles(channel: ChannelModel, script: string, key: string, tool: Tool): EmittedFile[] {
  const id = deviceId(channel);
  const head = `# ${generatedBy(tool)}\n# Copy the folder to vendor/<your ID> of the repository, and correct what only you know.\n`;
  const profile = { id: `${id}-profile`, codec: `${id}-codec` };
  const files: Readonly<Record<string, string>> = {
    "index.yaml": `${head}${yamlText({ endDevices: [id] })}\n`,
    [`${id}.yaml`]: `${head}${yamlText({
      name: lineText(channel.name),
      description: `Sends ${channel.messages.map(({ name }) => lineText(name)).join(", ")}`,
      firmwareVersions: [
        { version: "1.0", numeric: 1, profiles: { "EU863-870": profile, "US902-928": profile } as unknown as Yaml },
      ],
    })}\n`,
    [`${id}-profile.yaml`]: `${head}${yamlText(PROFILE)}\n`,
    [`${id}-codec.yaml`]: `${head}${yamlText(codec(channel, `${id}.js`, key))}\n`,
    [`${id}.js`]: script,
  };
  const folder = `${channel.stem}_lorawan`;
  return Object.entries(files).map(([path, text]) => ({ path: `${folder}/${path}`, text, built: false }));
}

/** Identifiers have 3 to 36 lower-case letters, digits and single hyphens; `-profile` is added to this one. */
function deviceId({ stem }: ChannelModel): string {
  const words = stem.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const id = words.join("-").slice(0, 28).replace(/-$/, "");
  return id.length < 3 ? `device-${id || "1"}` : id;
}

/** A device of class A that joins over the air. */
const PROFILE = {
  macVersion: "1.0.3",
  regionalParametersVersion: "RP001-1.0.3-RevA",
  supportsJoin: true,
  maxEIRP: 16,
  supports32bitFCnt: true,
  supportsClassB: false,
  supportsClassC: false,
};

function codec(channel: ChannelModel, fileName: string, key: string): Yaml {
  const examples = channel.messages.slice(0, MOST_EXAMPLES).map((message) => {
    const description = `${lineText(message.name)} with its initial values`;
    const bytes = frameOf(channel, message);
    const sent = { fPort: portOf(channel, message), bytes };
    const up = {
      description,
      input: sent,
      output: { data: dataOf(message, bytes.slice(channel.frames.payloadOffset)) },
    };
    const down = {
      ...{ description, input: { data: { [key]: message.name } } },
      output: { ...sent, warnings: [], errors: [] },
    };
    return { up, down };
  });
  const received = { fileName, examples: examples.map(({ up }) => up) };
  return {
    uplinkDecoder: received,
    downlinkEncoder: { fileName, examples: examples.map(({ down }) => down) },
    downlinkDecoder: received,
  } as unknown as Yaml;
}

const MOST_EXAMPLES = 20;

function portOf({ frames }: ChannelModel, { id }: Message): number {
  return frames.idFrom === "fport" ? id : 1;
}

/** The whole frame of a struct with its initial values. */
function frameOf(channel: ChannelModel, message: Message): number[] {
  const { payloadOffset, trailer } = channel.frames;
  const struct = new Array<number>(message.wireSize).fill(0);
  for (const field of message.fields) writeInitial(struct, field);
  const frame = [...new Array<number>(payloadOffset).fill(0), ...struct, ...new Array<number>(trailer).fill(0)];
  for (const [at, byte] of syncWord(channel).entries()) frame[at] = byte;
  for (const { place, value } of numbersOf(channel, message, frame.length)) writeNumber(frame, place, value);
  for (const { algorithm, at, byteLength, byteOrder, from, to, extra } of checksOf(channel, message)) {
    const start = at < 0 ? frame.length + at : at;
    const given = extra === undefined ? undefined : Uint8Array.of(extra);
    const value = checksumOf(algorithm)?.of(Uint8Array.from(frame), from, to ?? start, given) ?? 0;
    const mask = 2 ** (8 * byteLength) - 1;
    writeNumber(frame, { byteOffset: start, byteLength, byteOrder, mask, shift: 0, addend: 0 }, value);
  }
  return frame;
}

/** What the section's keys write around the struct. */
function numbersOf({ frames, channel }: ChannelModel, message: Message, bytes: number): FrameNumber[] {
  const { id, idFrom, length, expect = [] } = frames;
  if (channel.plan.frames === undefined) return [];
  const sized = length === undefined ? [] : [{ place: length, value: bytes }];
  const named = id === undefined || idFrom !== undefined ? [] : [{ place: id, value: message.id }];
  return [...sized, ...named, ...expect];
}

function writeNumber(
  frame: number[],
  { byteOffset, byteLength, byteOrder, mask, shift, addend }: Omit<Locator, "type">,
  value: number,
): void {
  const placed = (BigInt(value - addend) << BigInt(shift)) & BigInt(mask);
  for (let index = 0; index < byteLength; index++) {
    const at = byteOffset + (byteOrder === "big" ? byteLength - 1 - index : index);
    const bits = Number((BigInt(mask) >> BigInt(8 * index)) & 255n);
    frame[at] = ((frame[at] ?? 0) & ~bits) | Number((placed >> BigInt(8 * index)) & 255n);
  }
}

/** What `decodeUplink` gives for the struct. */
function dataOf(message: Message, struct: readonly number[]): object {
  // Without a prototype, because a column may be called `__proto__`.
  const data: Record<string, unknown> = Object.create(null);
  for (const field of message.fields) {
    const value = storedValue(field, message, struct);
    if (value !== undefined) put(data, field.column, value);
  }
  return data;
}

/** Undefined if the formatter leaves the field out. */
function storedValue(
  field: Field,
  message: Message,
  struct: readonly number[],
): string | number | boolean | null | undefined {
  const raw = rawValue(field, struct);
  if (field.rule === undefined) return typeof raw === "number" && !Number.isFinite(raw) ? null : raw;
  if (!("text" in writeExpression(field.rule.expression, SCRIPT_RULES, () => "0"))) return undefined;
  const value = evaluate(field.rule.expression, (path) => {
    const other = message.fieldByPath.get(path);
    return other === undefined ? Number.NaN : Number(rawValue(other, struct));
  });
  return Number.isFinite(value) ? value + 0 : null;
}

/** Read from the bytes, because members of a union share them. */
function rawValue(field: Field, struct: readonly number[]): string | number | boolean {
  const { type, bitOffset, bitWidth } = field;
  if (type === "text") {
    const bytes = struct.slice(bitOffset / 8, (bitOffset + bitWidth) / 8);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(Uint8Array.from(end < 0 ? bytes : bytes.slice(0, end)));
  }
  const bits = bytePieces(field, field.byteOrder).reduce((sum, { byte, shift, width, fieldShift }) => {
    const piece = ((struct[byte] ?? 0) >> shift) & (2 ** width - 1);
    return sum | (BigInt(piece) << BigInt(fieldShift));
  }, 0n);
  if (type === "bool") return bits !== 0n;
  if (!isFloat(field)) return Number(isSigned(field) ? BigInt.asIntN(bitWidth, bits) : bits);
  // Adding 0 makes -0 a 0, as JSON does.
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  return (bitWidth === 64 ? view.getFloat64(0) : view.getFloat32(4)) + 0;
}

/** As the formatter does: array elements are in arrays, values that JSON lacks are left out there only as null. */
function put(data: Record<string, unknown>, column: string, value: unknown): void {
  const [, name = column, indices = ""] = /^(.+?)((?:\.\d+)+)$/.exec(column) ?? [];
  const steps = [name, ...indices.split(".").slice(1)];
  if (value === null && steps.length === 1) return;
  let holder = data;
  for (const step of steps.slice(0, -1)) {
    holder[step] ??= [];
    holder = holder[step] as Record<string, unknown>;
  }
  holder[steps.at(-1) ?? ""] = value;
}
