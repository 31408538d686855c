/** Random messages of the types of `.proto` files: what Google's own library encoded, and what we read. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { parseTypedRows, typedRowsText } from "../../../runtime/model/typed-rows.ts";
import { readMessage } from "../../../runtime/parts/protobuf/read-message.ts";
import { flat } from "../../../runtime/parts/protobuf/rows.ts";
import { loadSchema, type Schema } from "../../../runtime/parts/protobuf/schema.ts";
import { PROTO_PROGRAM, run } from "../../support/peers.ts";

const PEER = fileURLToPath(new URL("protobuf-peer.py", import.meta.url));

export interface ProtoComparison {
  readonly types: number;
  readonly messages: number;
  readonly values: number;
  readonly differences: readonly string[];
}

/** @param folder with everything that the files import @param count messages of each type */
export async function compareProto(folder: string, files: readonly string[], count: number): Promise<ProtoComparison> {
  const lines = run(PROTO_PROGRAM, [PEER, folder, String(count), ...files])
    .trim()
    .split("\n")
    .filter(Boolean);
  const schemas = new Map<string, Schema>();
  const types = new Set<string>();
  const differences: string[] = [];
  let values = 0;
  for (const line of lines) {
    const sent = JSON.parse(line) as { file: string; type: string; bytes: string; values: Record<string, unknown> };
    const schema = schemas.get(sent.file) ?? (await loadSchema(join(folder, sent.file)));
    schemas.set(sent.file, schema);
    types.add(sent.type);
    const wanted = sorted(Object.entries(sent.values));
    const found = valuesOf(schema, sent.type, Buffer.from(sent.bytes, "hex"));
    values += Object.keys(wanted).length;
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(found)]))
      if (!isDeepStrictEqual(wanted[name], found[name]))
        differences.push(`${sent.type} ${name}: ${shown(found[name])}, wanted ${shown(wanted[name])}`);
  }
  return { types: types.size, messages: lines.length, values, differences };
}

function valuesOf(schema: Schema, type: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const open = (name: string, content: Uint8Array) => {
    const known = schema.known(name);
    return known && readMessage(known, content);
  };
  const values = flat(readMessage(schema.type(type), bytes), { open });
  const [row] = parseTypedRows(Buffer.from(typedRowsText([{ values }])));
  return sorted(row!.values.map(({ name, value }) => [name, typeof value === "bigint" ? String(value) : value]));
}

function sorted(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
