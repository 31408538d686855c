/** Compares rows of XTCE files' containers with those of space-packet-parser or Yamcs. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DefinedField } from "../../../generator/definitions/definition.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { yamcsAnswers } from "../emit/yamcs.ts";
import { Random } from "../layout/random.ts";
import { put } from "./dbc.ts";
import { type DefinedChannel, definedChannel, shown, storedOf } from "./defined.ts";

const PEER = fileURLToPath(new URL("xtce-peer.py", import.meta.url));
/** Bytes of parts that are left out. */
const MORE_BYTES = 400;

export interface ContainerComparison {
  readonly containers: number;
  readonly values: number;
  /** Packets that the peer refuses. */
  readonly refused: readonly string[];
  readonly leftOut: readonly string[];
  readonly differences: readonly string[];
}

type Value = string | null | { readonly text?: string; readonly bytes?: string };
type Answer = { readonly values: Readonly<Record<string, Value>> } & { readonly error?: string };

export async function compareXtce(
  file: string,
  text: string,
  perContainer: number,
  answersOf: (path: string, frames: readonly Frame[], channel: DefinedChannel) => Answer[] = spacePacketParser,
): Promise<ContainerComparison> {
  const channel = await definedChannel(basename(file), text);
  const folder = temporaryFolder();
  try {
    const path = join(folder, "definition.xml");
    writeFileSync(path, text);
    const frames = framesOf(channel, perContainer);
    const answers = frames.length === 0 ? [] : answersOf(path, frames, channel);
    const refused = new Set<string>();
    let values = 0;
    const differences = frames.flatMap(({ id, data }, index) => {
      const answer = answers[index]!;
      const codec = channel.codecs.find((each) => each.id === id)!;
      if (answer.error !== undefined) {
        refused.add(`${codec.name}: ${answer.error}`);
        return [];
      }
      const row = storedOf(codec, data.subarray(0, codec.size));
      values += Object.keys(row).length;
      // The peer keeps the last of several values of a name.
      const again = channel.notes.flatMap(
        (note) => /\.(\S+): it occurs again, and is stored as '([^']*)'/.exec(note)?.slice(1) ?? [],
      );
      const uncalibrated = channel.notes.flatMap(
        (note) => /\.(\S+): .* the raw value is stored$/.exec(note)?.slice(1) ?? [],
      );
      for (const name of [...again, ...uncalibrated]) delete row[name];
      return valueDifferences(row, answer.values).map(
        (each) => `${codec.name} ${Buffer.from(data).toString("hex")}: ${each}`,
      );
    });
    const leftOut = channel.notes.filter((note) => note.includes("left out"));
    return { containers: channel.codecs.length, values, refused: [...refused], leftOut, differences };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function spacePacketParser(path: string, frames: readonly Frame[]): Answer[] {
  const input = frames.map(({ data }) => `${Buffer.from(data).toString("hex")}\n`).join("");
  return run(PYTHON_PROGRAM, [PEER, path], input)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

/** Values of Yamcs: the raw ones of what has names, and of bytes and texts. */
export function yamcs(path: string, frames: readonly Frame[], { definition }: DefinedChannel): Answer[] {
  const messages = new Map(definition.messages.map((message) => [message.id, message]));
  // Its name in XTCE 1.2, which Yamcs insists on, and epochs as times: Yamcs reads no time whose epoch is a date, and nothing behind it.
  const text = readFileSync(path, "utf8").replaceAll('"IEEE754"', '"IEEE754_1985"');
  writeFileSync(path, text.replaceAll(/(Epoch>\s*\d{4}-\d\d-\d\d)(?=\s*<)/g, "$1T00:00:00Z"));
  const packets = frames.map(({ id, data }) => ({ container: messages.get(id)!.name, bytes: data }));
  return yamcsAnswers(path, packets).map((line, index): Answer => {
    const fields = new Map(messages.get(frames[index]!.id)!.fields.map((field) => [field.name, field]));
    const entries = line.slice(1).split("\u0001").slice(0, -1);
    return {
      values: Object.fromEntries(
        entries.map((entry) => {
          const [name = "", raw = "", value = ""] = entry.split("\t");
          const { type, states } = fields.get(name) ?? {};
          const time = /^\d{4}-.*Z$/.test(value) ? String(Date.parse(value) / 1000) : value;
          const given = states === undefined ? time : raw;
          return [name, type === "text" ? { text: raw } : type === "bytes" ? { bytes: raw } : given];
        }),
      ),
    };
  });
}

interface Frame {
  readonly id: number;
  readonly data: Uint8Array;
}

function framesOf({ definition }: DefinedChannel, perContainer: number): Frame[] {
  const random = new Random(13);
  const [place = "none"] = definition.keys.map((key) => key.replace(/^id = /, "").replace(/\s*;.*/, ""));
  return definition.messages.flatMap(({ id, size, fields }) =>
    Array.from({ length: perContainer }, (_, round): Frame => {
      const most = round % 2 === 0 ? 255 : 127;
      const data = Uint8Array.from({ length: size + MORE_BYTES }, () => (round === 0 ? 0 : random.integer(0, most)));
      for (const field of fields) makeReadable(data, field, round, random);
      if (place !== "none") putId(data, place, id);
      return { id, data };
    }),
  );
}

/** The peers refuse values without a label, and texts without their end. */
function makeReadable(data: Uint8Array, field: DefinedField, round: number, random: Random): void {
  const { type, bit, width, states } = field;
  if (states && round > 0) put(data, field, random.pick(states)[0]);
  if (type === "text") put(data, { bit: bit + width - 8, width: 8, order: "big" }, 0);
}

function putId(data: Uint8Array, place: string, id: number): void {
  const { byteOffset, byteLength, byteOrder, mask, shift } = parseLocator(place, "id");
  const bits = BigInt(id) << BigInt(shift);
  for (let index = 0; index < byteLength; index++) {
    const at = byteOffset + (byteOrder === "big" ? byteLength - 1 - index : index);
    const kept = Number((BigInt(mask >>> 0) >> BigInt(8 * index)) & 0xffn);
    data[at] = ((data[at] ?? 0) & ~kept) | (Number((bits >> BigInt(8 * index)) & 0xffn) & kept);
  }
}

function valueDifferences(row: Readonly<Record<string, unknown>>, values: Answer["values"]): string[] {
  return Object.entries(row).flatMap(([column, found]) => {
    const [name = "", index] = column.split(/\.(\d+)$/);
    const value = values[column] ?? values[name] ?? values[name.replace(/_$/, "")];
    if (value === undefined || value === null) return [`${column} ${shown(found)}, and the peer has none`];
    return isSame(found, value, index) ? [] : [`${column} ${shown(found)}, the peer ${JSON.stringify(value)}`];
  });
}

function isSame(found: unknown, value: Exclude<Value, null>, index: string | undefined): boolean {
  if (typeof value === "object") {
    if (value.bytes !== undefined && typeof found === "string")
      return found === new TextDecoder().decode(Buffer.from(value.bytes, "hex")).split("\0", 1)[0];
    if (value.bytes !== undefined) return Buffer.from(value.bytes, "hex")[Number(index ?? 0)] === found;
    return typeof found === "string" && (found === value.text || /[^ -~]/.test(`${value.text}${found}`));
  }
  if (typeof found === "bigint") return /^-?\d+$/.test(value) && BigInt(value) === found;
  // Yamcs prints numbers of 32 bits with the digits that these need.
  return typeof found === "number" && (found === Number(value) || Math.fround(found) === Math.fround(Number(value)));
}
