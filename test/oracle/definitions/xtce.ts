/** Compares rows of XTCE files' containers with those of space-packet-parser. */

import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { PYTHON_PROGRAM, run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { Random } from "../layout/random.ts";
import { put } from "./dbc.ts";
import { type DefinedChannel, definedChannel, shown, storedOf } from "./defined.ts";

const PEER = fileURLToPath(new URL("xtce-peer.py", import.meta.url));
/** Bytes of parts that are left out. */
const MORE_BYTES = 400;

export interface ContainerComparison {
  readonly containers: number;
  readonly values: number;
  /** Packets that space-packet-parser refuses. */
  readonly refused: readonly string[];
  readonly leftOut: readonly string[];
  readonly differences: readonly string[];
}

type Value = string | null | { readonly text?: string; readonly bytes?: string };
type Answer = { readonly values: Readonly<Record<string, Value>> } & { readonly error?: string };

export async function compareXtce(file: string, text: string, perContainer: number): Promise<ContainerComparison> {
  const channel = await definedChannel(basename(file), text);
  const folder = temporaryFolder();
  try {
    const path = join(folder, "definition.xml");
    writeFileSync(path, text);
    const frames = framesOf(channel, perContainer);
    const input = frames.map(({ data }) => `${Buffer.from(data).toString("hex")}\n`).join("");
    const answers = run(PYTHON_PROGRAM, [PEER, path], input)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Answer);
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
      for (const name of again) delete row[name];
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
      // The peer refuses values without a label.
      for (const field of fields) if (field.states && round > 0) put(data, field, random.pick(field.states)[0]);
      if (place !== "none") putId(data, place, id);
      return { id, data };
    }),
  );
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
    return typeof found === "string" && (found === value.text || /[^ -~]/.test(value.text ?? ""));
  }
  if (typeof found === "bigint") return /^-?\d+$/.test(value) && BigInt(value) === found;
  return typeof found === "number" && found === Number(value);
}
