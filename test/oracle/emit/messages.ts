/** Messages of channels with our codec's values, to compare with those of another program. */

import type { EmittedFile } from "../../../generator/codec/emitted-file.ts";
import { compileChannel } from "../../../generator/compile.ts";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import { hasErrors } from "../../../generator/diagnostics/order.ts";
import { emitAll } from "../../../generator/emitters/emit.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import type { ByteOrder } from "../../../generator/plan/channel-plan.ts";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import type { CompiledChannel } from "../../../generator/rules/compiled-rule.ts";
import { folderReader } from "../../../generator/source/folder-reader.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue, FieldInfo, StructCodec } from "../../../runtime/codec/struct-codec.ts";
import type { FrameFormat, Framing } from "../../../runtime/frames/frame-format.ts";
import { planOf } from "../../support/channel-plan.ts";
import { channelsOf, viewOf } from "../../support/compiled-channels.ts";
import { ROOT, type SampleHeader, samplePlan } from "../../support/sample-headers.ts";
import { Random } from "../layout/random.ts";
import { StructMaker } from "../layout/random-struct.ts";

export interface EmittedChannel {
  readonly name: string;
  readonly compiled: CompiledChannel;
  readonly files: readonly EmittedFile[];
  /** Notes of the formats. */
  readonly limits: readonly Diagnostic[];
  readonly codecs: readonly StructCodec[];
  /** The bytes on the wire: a struct in its frame. */
  readonly frame: (message: SampleMessage) => Uint8Array;
}

export interface SampleMessage {
  readonly codec: StructCodec;
  readonly bytes: Uint8Array;
  /** By path. */
  readonly raw: Readonly<Record<string, ColumnValue>>;
  /** By stored name. */
  readonly stored: Readonly<Record<string, ColumnValue>>;
}

export async function emitSample(header: SampleHeader, emit: readonly string[]): Promise<EmittedChannel> {
  const reader = folderReader([header.folder], ROOT);
  return emitted(compileChannel({ plan: samplePlan(header, emit), reader }).value);
}

/** A header's text as a channel. */
export async function emitText(
  text: string,
  emit: readonly string[],
  more: { readonly byteOrder?: ByteOrder } = {},
): Promise<EmittedChannel> {
  const plan = planOf({ name: "text", headerFiles: ["text.h"], emit, ...more });
  const { value, diagnostics } = compileChannel({ plan, reader: memoryReader({ "text.h": text }) });
  if (hasErrors(diagnostics)) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return emitted(value);
}

/** Random structs with IDs 1, 2, … as one channel without rules. */
export async function emitRandom(
  { seed, count, abi, byteOrder }: { seed: number; count: number; abi: AbiName; byteOrder: ByteOrder },
  emit: readonly string[],
): Promise<EmittedChannel> {
  const maker = new StructMaker(new Random(seed), abi);
  const messages = Array.from({ length: count }, (_, index) => {
    const message = maker.message();
    return { ...message, initials: new Map([...message.initials, ["ID", BigInt(index + 1)] as const]) };
  });
  const plan = planOf({ name: `random-${seed}`, abi, byteOrder, layout: "natural", emit });
  const declarations = { messages, enums: [], files: [{ path: "random.h", sha256: "" }], strayComments: [] };
  const structs = compileRules(layOutChannel(declarations, plan).value, plan).value;
  return emitted({ plan, declarations, structs });
}

async function emitted(compiled: CompiledChannel): Promise<EmittedChannel> {
  const { value: files, diagnostics: limits } = emitAll([compiled], { version: "0.0.0" });
  const codecs = (await channelsOf(files))[compiled.plan.name]!.structs;
  const { frames } = compiled.plan;
  const frame = ({ codec, bytes }: SampleMessage) => (frames === undefined ? bytes : framed(frames, codec.id, bytes));
  return { name: compiled.plan.name, compiled, files, limits, codecs, frame };
}

/** Adds the frame's bytes around a struct, including its ID. */
function framed({ id, payloadOffset, trailer }: FrameFormat, number: number, bytes: Uint8Array): Uint8Array {
  const frame = new Uint8Array(payloadOffset + bytes.length + trailer).fill(0xa5);
  frame.set(bytes, payloadOffset);
  if (id === undefined) return frame;
  const places = Array.from({ length: id.byteLength }, (_, index) => id.byteOffset + index);
  if (id.byteOrder === "big") places.reverse();
  places.forEach((place, index) => {
    const others = ~Math.floor(id.mask / 256 ** index) & (id.byteOrder === "big" ? 0xa5 : 0);
    frame[place] = (Math.floor((number * 2 ** id.shift) / 256 ** index) & 0xff) | (others & 0xff);
  });
  return frame;
}

/** The header's messages in custom frame formats [D37]. */
export async function emitFramed(
  header: SampleHeader,
  frames: FrameFormat,
  emit: readonly string[],
  framing?: Framing,
): Promise<EmittedChannel> {
  const reader = folderReader([header.folder], ROOT);
  const { value } = compileChannel({ plan: samplePlan(header, emit), reader });
  return emitted({ ...value, plan: { ...value.plan, frames, ...(framing && { framing }) } });
}

/** Messages with random bytes, or mostly zeros or ones; IDs are right. */
export function sampleMessages({ codecs }: EmittedChannel, perStruct: number, seed = 1): SampleMessage[] {
  const random = new Random(seed);
  return codecs.flatMap((codec) =>
    Array.from({ length: perStruct }, (_, round) => {
      const bytes = Uint8Array.from({ length: codec.wireSize }, () => {
        if (round === 0) return 0;
        if (round === 1) return 0xff;
        return random.integer(0, 255);
      });
      tameText(codec, bytes, random);
      bytes[0] = codec.length & 0xff;
      bytes[1] = codec.id;
      if (codec.variable !== undefined) setCounts(codec, bytes);
      return messageOf(codec, bytes);
    }),
  );
}

/** Sets counts and conditions so that the message is complete, because definitions without optional parts must read it too. */
function setCounts(codec: StructCodec, bytes: Uint8Array): void {
  const isFixed = ({ byteOffset, presence, path }: FieldInfo) =>
    presence === undefined && path !== "length" && path !== "ID" && byteOffset < codec.wireSize;
  const places = fieldsOf(codec).flatMap((field) => (isFixed(field) ? [field.byteOffset] : []));
  const original = bytes.slice();
  for (const place of places) bytes[place] = 0;
  const present = () => {
    try {
      return leavesOf(codec.decode(viewOf(bytes)));
    } catch {
      return 0;
    }
  };
  for (const place of places) {
    const amounts = Array.from({ length: 256 }, (_, value) => {
      bytes[place] = value;
      return present();
    });
    const most = Math.max(...amounts);
    // Fields that do not affect the others keep their values.
    bytes[place] = amounts.every((amount) => amount === most) ? original[place]! : amounts.indexOf(most);
  }
  if (present() !== codec.fields.length) throw new Error(`${codec.name} has no message with all of its parts`);
}

function leavesOf(value: unknown): number {
  return typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + leavesOf(each), 0)
    : 1;
}

/** Tags of optional parts that a format does not report, although it only reads whole structs. */
export function untoldParts({ codecs, limits }: EmittedChannel, name: string): string[] {
  const told = limits.map(({ message }) => message);
  return codecs.flatMap((codec) =>
    fieldsOf(codec).flatMap(({ presence, path }) => {
      const tags = presence?.split(/, (?=@)/) ?? [];
      const isTold = (tag: string) =>
        told.some((text) => text.includes(name) && text.includes(codec.name) && text.includes(`'${tag}' is ignored`));
      return tags.filter((tag) => !isTold(tag)).map((tag) => `${codec.name}.${path}: ${tag}`);
    }),
  );
}

/** The codec's values for the bytes. */
export function messageOf(codec: StructCodec, bytes: Uint8Array): SampleMessage {
  const raw = codec.decode(viewOf(bytes));
  return {
    codec,
    bytes,
    raw: Object.fromEntries(fieldsOf(codec).map(({ path }) => [path, at(raw, path)])),
    stored: codec.toStored(raw) as Record<string, ColumnValue>,
  };
}

/** Half of the texts consist of letters, including non-ASCII ones; the others stay random. */
function tameText(codec: StructCodec, bytes: Uint8Array, random: Random): void {
  for (const { scalar, byteOffset, bitWidth } of fieldsOf(codec)) {
    if (scalar !== "text" || random.chance(0.5)) continue;
    const length = bitWidth / 8;
    const text = Buffer.from("aé☂𝄞 Zq".repeat(length)).subarray(random.integer(0, 3));
    bytes.set(text.subarray(0, random.integer(0, length)), byteOffset);
  }
}

function at(record: object, path: string): ColumnValue {
  let value: unknown = record;
  for (const step of path.match(/[^.[\]]+/g) ?? []) value = (value as Record<string, unknown>)[step];
  return value as ColumnValue;
}

/** Values in the form that both sides print: integers as decimal digits, others as binary64 bits, NaN as `nan`, text as code points. */
export function neutral(value: ColumnValue | undefined): string {
  switch (typeof value) {
    case "bigint":
      return value.toString();
    case "boolean":
      return value ? "1" : "0";
    case "number":
      return Number.isNaN(value)
        ? "nan"
        : Number.isInteger(value) && !Object.is(value, -0)
          ? BigInt(value).toString()
          : String(value);
    case "string":
      return `'${[...value].map((character) => character.codePointAt(0)!.toString(16)).join(" ")}'`;
    default:
      return "absent";
  }
}

/** True if the values are equal, or numbers within the relative error. */
export function agrees(expected: ColumnValue, seen: ColumnValue | undefined, relative = 0): boolean {
  if (neutral(expected) === neutral(seen)) return true;
  // As numbers, two large integers would look equal.
  if (typeof expected === "bigint" && typeof seen === "bigint") return false;
  if (typeof seen === "string" || typeof expected === "string" || seen === undefined) return false;
  // Other readers show the raw bits of a bool.
  if (typeof expected === "boolean") return Boolean(Number(seen)) === expected;
  const [a, b] = [Number(expected), Number(seen)];
  return a === b || Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b));
}

export interface Seen {
  readonly raw?: Readonly<Record<string, ColumnValue>>;
  readonly stored?: Readonly<Record<string, ColumnValue>>;
}

/** All differences between the codec and the other program for a message. Missing values are not compared. */
export function differences(
  message: SampleMessage,
  seen: Seen,
  { relative = 0, absent = new Set<string>() }: { relative?: number; absent?: ReadonlySet<string> } = {},
): string[] {
  const found: string[] = [];
  const compare = (kind: "raw" | "stored", tolerance: number) => {
    const others = seen[kind];
    if (others === undefined) return;
    for (const [name, value] of Object.entries(message[kind])) {
      if (absent.has(name) && others[name] === undefined) continue;
      if (agrees(value, others[name], tolerance)) continue;
      const hex = Buffer.from(message.bytes).toString("hex");
      found.push(`${message.codec.name} ${hex}: ${kind} ${name}: ${neutral(value)}, not ${neutral(others[name])}`);
    }
  };
  compare("raw", 0);
  compare("stored", relative);
  return found;
}
