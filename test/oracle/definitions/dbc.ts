/** Compares rows of DBC files' messages with cantools'. */

import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeDefinition } from "../../../generator/init/definition-text.ts";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import { CAN_PROGRAM } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Random } from "../layout/random.ts";
import { type DefinedChannel, definedChannel, shown, storedOf } from "./defined.ts";

const PEER = fileURLToPath(new URL("dbc-peer.py", import.meta.url));

export interface DbcComparison {
  readonly file: string;
  readonly messages: number;
  readonly signals: number;
  /** Values that both read. */
  readonly values: number;
  /** Frames that cantools refuses: a switch has a value that no signal is for. */
  readonly refused: number;
  /** Messages that cantools cannot read, such as those whose signals overlap. */
  readonly unread: readonly string[];
  readonly leftOut: readonly string[];
  readonly differences: readonly string[];
}

interface PeerMessage {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly signals: readonly { readonly name: string; readonly unit: string | null; readonly bits: number }[];
}

type Answer = { readonly values: Readonly<Record<string, string>> } & { readonly error?: string };

export async function compareDbc(file: string, bytes: Uint8Array, perMessage: number): Promise<DbcComparison> {
  const channel = await definedChannel(file, decodeDefinition(bytes));
  const folder = temporaryFolder();
  try {
    const path = join(folder, basename(file));
    writeFileSync(path, bytes);
    const frames = framesOf(channel, perMessage);
    // Parameter groups of J1939, from any sender: the struct begins with the ID.
    const isByGroup = channel.definition.keys[0]?.includes("&0x83ffff00") === true;
    const sent = frames.map(({ id, data }, index) => {
      if (!isByGroup) return { id, data: Buffer.from(data).toString("hex") };
      const whole = id * 256 + (index % 254) + 2 ** 26 * (index % 8);
      Buffer.from(data.buffer).writeUInt32BE(whole);
      return { id: whole, data: Buffer.from(data.subarray(4)).toString("hex") };
    });
    const lines = [{ file: path, mask: isByGroup ? 0x3ffff00 : 0x1fffffff }, ...sent];
    const { stdout, stderr, status } = spawnSync(CAN_PROGRAM, [PEER], {
      input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
    if (status !== 0) throw new Error(stderr.slice(-2000));
    const [head, ...answers] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    if (isByGroup)
      for (const [index, { values = {} }] of answers.entries()) values.source_address = String(sent[index]!.id % 256);
    if (head.error !== undefined) throw new Error(`cantools: ${head.error}`);
    return comparison(file, channel, { messages: head.messages, frames, answers });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Frame {
  readonly id: number;
  readonly data: Uint8Array;
}

/** Random data of the messages' sizes; all zeros and all ones are among them. */
export function framesOf({ definition }: DefinedChannel, perMessage: number): Frame[] {
  const random = new Random(7);
  return definition.messages.flatMap(({ id, size, fields }) => {
    const switches = fields.flatMap(({ present = [] }) => present.flat());
    return Array.from({ length: perMessage }, (_, round): Frame => {
      const data = Uint8Array.from({ length: size }, () =>
        round === 0 ? 0 : round === 1 ? 255 : random.integer(0, 255),
      );
      // Random switches would nearly always have a value without signals.
      for (const { field, from, to } of round > 1
        ? switches.filter(() => random.chance(2 / (1 + switches.length)))
        : []) {
        const place = fields.find(({ name }) => name === field);
        if (place !== undefined) put(data, place, random.integer(from, to));
      }
      return { id, data };
    });
  });
}

export function put(
  data: Uint8Array,
  { bit, width, order }: { bit: number; width: number; order: string },
  value: number,
): void {
  for (let index = 0; index < width; index++) {
    const at = bit + index;
    const shift = order === "little" ? at % 8 : 7 - (at % 8);
    const one = Math.floor(value / 2 ** (order === "little" ? index : width - 1 - index)) % 2;
    const byte = Math.floor(at / 8);
    data[byte] = ((data[byte] ?? 0) & ~(1 << shift)) | (one << shift);
  }
}

interface Answers {
  readonly messages: readonly PeerMessage[];
  readonly frames: readonly Frame[];
  readonly answers: readonly Answer[];
}

function comparison(file: string, channel: DefinedChannel, { messages, frames, answers }: Answers): DbcComparison {
  const { definition, codecs, notes } = channel;
  const byId = new Map(codecs.map((codec) => [codec.id, codec]));
  const byName = new Map(definition.messages.map(({ name, id }) => [name, byId.get(id)]));
  const differences = messages.flatMap((message) =>
    declared(message, byId.get(message.id) ?? byName.get(message.name), notes),
  );
  let values = 0;
  let refused = 0;
  const unread = new Set<string>();
  for (const [index, { id, data }] of frames.entries()) {
    const answer = answers[index]!;
    const codec = byId.get(id)!;
    if (answer.error === undefined) {
      values += Object.keys(answer.values).length;
      const place = `${codec.name} ${Buffer.from(data).toString("hex")}`;
      differences.push(
        ...valueDifferences(storedOf(codec, data), answer.values, notes).map((text) => `${place}: ${text}`),
      );
    } else if (/multiplexer/i.test(answer.error)) refused++;
    else unread.add(`${codec.name}: ${answer.error}`);
  }
  const signals = definition.messages.reduce((sum, { fields }) => sum + fields.length, 0);
  const leftOut = notes.filter((note) => note.includes("left out"));
  const counts = { messages: definition.messages.length, signals, values, refused };
  return { file: basename(file), ...counts, unread: [...unread], leftOut, differences };
}

function isSaid(notes: readonly string[], ...names: string[]): boolean {
  return notes.some((note) => names.every((name) => note.includes(name)));
}

/** Messages, signals and units that the struct lacks without a note. */
function declared({ name, signals }: PeerMessage, codec: StructCodec | undefined, notes: readonly string[]): string[] {
  if (codec === undefined) return isSaid(notes, name) ? [] : [`${name}: no struct, and no note`];
  const columns = new Map(fieldsOf(codec).map((field) => [field.column.toLowerCase(), field]));
  return signals.flatMap((signal) => {
    const field = columns.get(signal.name.toLowerCase());
    const place = `${name}.${signal.name}`;
    if (field === undefined)
      return isSaid(notes, `${place} `) || isSaid(notes, `${place}: stored as`)
        ? []
        : [`${place}: no field, and no note`];
    const unit = signal.unit?.trim() ?? "";
    const isPlain = !/[;@]|^-$|[^ -~]/.test(unit);
    const isOther = isPlain && (field.unit ?? "") !== unit && !isSaid(notes, signal.name, "unit");
    return isOther ? [`${place}: unit '${field.unit}', not '${unit}'`] : [];
  });
}

function valueDifferences(
  row: Readonly<Record<string, unknown>>,
  values: Answer["values"],
  notes: readonly string[],
): string[] {
  const names = new Set(Object.keys(row));
  const found = Object.entries(values).flatMap(([name, text]) => {
    const taken = notes.find((note) => note.includes(`.${name}: stored as`));
    const own = taken === undefined ? name : (/stored as '([^']*)'/.exec(taken)?.[1] ?? "");
    if (!names.delete(own)) return isSaid(notes, `.${name} `) ? [] : [`${name} is missing, cantools ${text}`];
    return isSame(row[own], text) ? [] : [`${name} ${shown(row[own])}, cantools ${text}`];
  });
  return [...found, ...[...names].map((own) => `${own} ${shown(row[own])}, cantools has none`)];
}

function isSame(value: unknown, text: string): boolean {
  if (typeof value === "bigint") return /^-?\d+$/.test(text) && BigInt(text) === value;
  return typeof value === "number" && value === Number(text);
}
