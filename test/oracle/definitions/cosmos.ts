/** Compares rows of COSMOS files' packets, and the bytes of its commands, with OpenC3's. */

import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import type { FrameFormat } from "../../../runtime/frames/frame-format.ts";
import type { FieldInput } from "../../../runtime/model/command.ts";
import { PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Random } from "../layout/random.ts";
import { ordersOf } from "./cosmos-orders.ts";
import { type DefinedChannel, definedChannel, shown, storedOf } from "./defined.ts";

const PEER = fileURLToPath(new URL("cosmos-peer.py", import.meta.url));

export interface PacketComparison {
  readonly packets: number;
  readonly values: number;
  /** That were built. */
  readonly commands: number;
  readonly leftOut: readonly string[];
  readonly differences: readonly string[];
}

/** What sends a command: its bytes with these fields. */
export type BuildCommand = (
  codec: StructCodec,
  fields: Readonly<Record<string, FieldInput>>,
  parts: { readonly frames?: FrameFormat },
) => Uint8Array;

type Value = string | null | { readonly text?: string; readonly bytes?: string };

interface Answer {
  readonly values: Readonly<Record<string, Value>>;
  /** Of a command. */
  readonly hex?: string;
  readonly refused?: string;
}

/** @param build without it, commands are not compared */
export async function compareCosmos(
  file: string,
  text: string,
  perPacket: number,
  build?: BuildCommand,
): Promise<PacketComparison> {
  const channel = await definedChannel(basename(file), text);
  const folder = temporaryFolder();
  try {
    const path = join(folder, "tlm.txt");
    writeFileSync(path, text);
    const frames = framesOf(channel, perPacket);
    const orders = build === undefined ? [] : ordersOf(channel, perPacket);
    const input = [
      ...frames.map(({ codec, data }) => `${nameOf(channel, codec)} ${Buffer.from(data).toString("hex")}\n`),
      ...orders.map(({ name, given }) => `${name} ${JSON.stringify(given)}\n`),
    ];
    const [head = "{}", ...lines] = run(PYTHON_PROGRAM, [PEER, path], input.join("")).trim().split("\n");
    const items = JSON.parse(head) as Readonly<Record<string, readonly string[]>>;
    const answers = lines.map((line) => JSON.parse(line) as Answer);
    const lost = Object.entries(items).flatMap(([packet, names]) => lostIn(channel, packet, names));
    const found = frames.flatMap(({ codec, data }, index) => {
      const place = `${codec.name} ${Buffer.from(data).toString("hex")}`;
      const differences = valueDifferences(storedOf(codec, data), answers[index]!, channel.notes);
      return differences.map((difference) => `${place}: ${difference}`);
    });
    const built = orders.flatMap(({ codec, name, given, fields }, index) => {
      const { hex, refused } = answers[frames.length + index]!;
      const { frames: format } = channel;
      const own = Buffer.from(build!(codec, fields, format ? { frames: format } : {})).toString("hex");
      return own === hex ? [] : [`${name} ${JSON.stringify(given)}: ${own}, OpenC3 ${hex ?? refused}`];
    });
    const values = answers.reduce((sum, answer) => sum + Object.keys(answer.values).length, 0);
    const leftOut = channel.notes.filter((note) => note.includes("left out"));
    return {
      packets: channel.codecs.length,
      values,
      leftOut,
      commands: orders.length,
      differences: [...lost, ...found, ...built],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function nameOf({ definition }: DefinedChannel, { id }: StructCodec): string {
  return definition.messages.find((message) => message.id === id)!.name;
}

/** Packets and items without a field and without a note. */
function lostIn({ definition, notes }: DefinedChannel, packet: string, items: readonly string[]): string[] {
  const message = definition.messages.find(({ name }) => name.toUpperCase() === packet);
  const isSaid = (name: string) => notes.some((note) => note.toUpperCase().includes(name));
  if (message === undefined) return isSaid(packet) ? [] : [`${packet}: no struct, and no note`];
  const names = new Set(message.fields.map(({ name }) => name.toUpperCase()));
  return items.flatMap((name) => {
    return names.has(name) || isSaid(`${packet}.${name} `) ? [] : [`${packet}.${name}: no field, and no note`];
  });
}

function framesOf(
  { definition, codecs }: DefinedChannel,
  perPacket: number,
): { codec: StructCodec; data: Uint8Array }[] {
  const random = new Random(11);
  return definition.messages.flatMap(({ id, size, command }) => {
    if (command !== undefined) return [];
    const codec = codecs.find((each) => each.id === id)!;
    return Array.from({ length: perPacket }, (_, round) => {
      const data = Uint8Array.from({ length: size }, () =>
        round === 0 ? 0 : round === 1 ? 255 : random.integer(0, round % 2 === 0 ? 255 : 127),
      );
      return { codec, data };
    });
  });
}

type Row = ReadonlyMap<string, unknown>;

function valueDifferences(
  row: Readonly<Record<string, unknown>>,
  { values }: Answer,
  notes: readonly string[],
): string[] {
  const own: Row = new Map(Object.entries(row).map(([name, value]) => [name.toUpperCase(), value]));
  return Object.entries(values).flatMap(([name, value]) => {
    const renamed = notes.find((note) => note.toUpperCase().includes(`.${name.toUpperCase()}: STORED AS`));
    const column = (/stored as '([^']*)'/.exec(renamed ?? "")?.[1] ?? name).toUpperCase();
    return difference(own, column, value, notes).map((text) => `${name} ${text}, OpenC3 ${JSON.stringify(value)}`);
  });
}

function difference(own: Row, column: string, value: Value, notes: readonly string[]): string[] {
  if (typeof value === "object" && value?.bytes !== undefined) {
    if (typeof own.get(column) === "string") return [];
    const length = value.bytes.length / 2;
    const seen = Array.from({ length }, (_, index) => Number(own.get(`${column}.${index}`) ?? own.get(column)));
    return Buffer.from(seen).toString("hex") === value.bytes ? [] : [Buffer.from(seen).toString("hex")];
  }
  const found = own.has(column) ? own.get(column) : own.get(column.replace(".", "_"));
  if (found !== undefined) return isSame(found, value) ? [] : [shown(found)];
  // A value that is not finite is not stored.
  const isSaid = value === null || notes.some((note) => note.toUpperCase().includes(`.${column.split(".")[0]} `));
  return isSaid ? [] : ["is missing"];
}

function isSame(found: unknown, value: Value): boolean {
  if (value === null) return false;
  // OpenC3 has its own reading of bytes that are no UTF-8.
  if (typeof value === "object")
    return typeof found === "string" && (found === value.text || /[^ -~]/.test(value.text ?? ""));
  if (typeof found === "bigint") return /^-?\d+$/.test(value) && BigInt(value) === found;
  return typeof found === "number" && found === Number(value);
}
