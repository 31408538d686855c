/**
 * Writes measurements to one MCAP file: rows as JSON with a JSON Schema, which Foxglove and similar programs show, and
 * the original frames with the header's text as their schema. [mcap.dev, spec]
 */

import { existsSync } from "node:fs";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { McapIndexedReader, McapWriter } from "@mcap/core";
import { jsonSchema, schemaName, topicOf } from "../../api/measurement-schema.ts";
import { type ChannelSettings, includePathsOf } from "../../channels/channel-settings.ts";
import { CommandError } from "../../cli/command-error.ts";
import { type ArchiveOrder, exportedLines } from "../../cli/exported-lines.ts";
import { stringifyExact } from "../../lib/exact-json.ts";
import { parseExactIntegers } from "../../lib/parse-exact.ts";
import type { MeasurementDescription } from "../../model/measurement.ts";
import { parseTime } from "../../model/time.ts";

/** Matches the bytes in a line of JSON. It cannot match inside a text, where quotes are escaped. */
const HEX = /,"_hex_":(?:null|"(?:0x)?([0-9a-f]*)")/i;
const CHUNK_BYTES = 1 << 20;

/**
 * The file appears only when it is complete and was read back.
 * @returns a summary in one line
 */
export async function archiveMcap(
  order: ArchiveOrder,
  path: string,
  channels: readonly ChannelSettings[],
): Promise<string> {
  const unfinished = `${path}.unfinished`;
  const handle = await open(unfinished, "w").catch((error: Error) => {
    throw new CommandError(`${path} cannot be written: ${error.message}`);
  });
  try {
    const counted = await writeAll(order, handle, channels).finally(() => handle.close());
    await readBack(unfinished, counted.rows + counted.frames);
    await rename(unfinished, path);
    order.bar.clear();
    const { rows, frames, bytes } = counted;
    return `${path}: ${rows} rows and ${frames} frames of ${order.measurements.length} measurements, ${(bytes / 1e6).toFixed(1)} MB`;
  } finally {
    await rm(unfinished, { force: true });
  }
}

interface Counted {
  rows: number;
  frames: number;
  bytes: number;
}

async function writeAll(
  order: ArchiveOrder,
  handle: FileHandle,
  channels: readonly ChannelSettings[],
): Promise<Counted> {
  const counted: Counted = { rows: 0, frames: 0, bytes: 0 };
  const write = async (bytes: Uint8Array) => {
    counted.bytes += bytes.byteLength;
    await handle.writeFile(bytes);
  };
  const writer = new McapWriter({ writable: { write, position: () => BigInt(counted.bytes) }, chunkSize: CHUNK_BYTES });
  await writer.start({ profile: "", library: "structline" });
  const texts = await headerTexts(channels, order.measurements);
  for (const [name, text] of texts) await addHeader(writer, name, text);
  for (const description of order.measurements)
    await writeMeasurement(writer, description, texts.get(description.group) ?? "", order, counted);
  await writer.end();
  await handle.sync();
  return counted;
}

async function writeMeasurement(
  writer: McapWriter,
  description: MeasurementDescription,
  header: string,
  { client, range, bar }: ArchiveOrder,
  counted: Counted,
): Promise<void> {
  const columns = description.columns.filter(({ name }) => name !== "_hex_");
  const rows = await registerRows(writer, { ...description, columns });
  const isFramed = columns.length < description.columns.length && description.kind === "struct";
  const frames = isFramed ? await registerFrames(writer, description, header) : undefined;
  for await (const line of exportedLines(client, queryOf(description, range))) {
    const [, hex] = HEX.exec(line) ?? [];
    const row = Buffer.from(givenValues(frames === undefined ? line : line.replace(HEX, "")));
    await add(writer, rows, timeOf(line), row, counted.rows++);
    if (frames !== undefined && hex !== undefined) {
      await add(writer, frames, timeOf(line), Buffer.from(hex, "hex"), counted.frames++);
    }
    bar.update(0, counted.rows);
  }
}

/** Without what the row lacks: the schema has no null, which Foxglove's form of JSON Schema does not know. */
export function givenValues(line: string): string {
  if (!line.includes(":null")) return line;
  const row = parseExactIntegers(line) as Record<string, unknown>;
  return stringifyExact(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)));
}

/** The text of a channel's current headers. */
async function headerTexts(
  channels: readonly ChannelSettings[],
  measurements: readonly MeasurementDescription[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(measurements.filter(({ kind }) => kind === "struct").map(({ group }) => group));
  const texts = new Map<string, string>();
  for (const channel of channels.filter(({ name }) => wanted.has(name))) {
    const { name, headerFiles } = channel;
    const parts = headerFiles.map(async (file) => {
      const path = includePathsOf(channel).map((folder) => join(folder, file));
      const text = await readFile(path.find(existsSync) ?? path[0]!, "utf8").catch((error: Error) => {
        throw new CommandError(`the header of channel '${name}' cannot be read: ${error.message}`);
      });
      return headerFiles.length === 1 ? text : `/* ${file} */\n${text}`;
    });
    texts.set(name, (await Promise.all(parts)).join("\n"));
  }
  return texts;
}

async function addHeader(writer: McapWriter, channel: string, text: string): Promise<void> {
  const data = Buffer.from(text);
  await writer.addAttachment({ name: `${channel}.h`, mediaType: "text/x-c", data, logTime: 0n, createTime: 0n });
}

async function registerRows(writer: McapWriter, description: MeasurementDescription): Promise<number> {
  const schemaId = await writer.registerSchema({
    name: schemaName(description),
    encoding: "jsonschema",
    data: Buffer.from(JSON.stringify(jsonSchema(description))),
  });
  return writer.registerChannel({
    schemaId,
    topic: topicOf(description),
    messageEncoding: "json",
    metadata: new Map(),
  });
}

async function registerFrames(
  writer: McapWriter,
  description: MeasurementDescription,
  header: string,
): Promise<number> {
  const name = description.struct?.name ?? description.measurement;
  const schemaId = await writer.registerSchema({ name, encoding: "c", data: Buffer.from(header) });
  const metadata = new Map([
    ["struct", name],
    ["id", String(description.struct?.id ?? "")],
  ]);
  return writer.registerChannel({
    schemaId,
    topic: `${topicOf(description)}/frame`,
    messageEncoding: "c-struct",
    metadata,
  });
}

function queryOf({ database, measurement }: MeasurementDescription, range: ArchiveOrder["range"]): URLSearchParams {
  return new URLSearchParams({ database, measurement, ...range, format: "ndjson" });
}

/** The time at the beginning of a line. */
function timeOf(line: string): bigint {
  return parseTime(line.slice('{"time":"'.length, line.indexOf('"', '{"time":"'.length)), "UTC");
}

async function add(
  writer: McapWriter,
  channelId: number,
  timeNs: bigint,
  data: Uint8Array,
  sequence: number,
): Promise<void> {
  if (timeNs < 0n) throw new CommandError("MCAP has no times before 1970: choose later rows with --from");
  await writer.addMessage({ channelId, sequence: sequence >>> 0, logTime: timeNs, publishTime: timeNs, data });
}

/** Reads the file with another reader, which must find every message through the file's index. */
async function readBack(path: string, messages: number): Promise<void> {
  const handle = await open(path);
  try {
    const size = async () => BigInt((await handle.stat()).size);
    const read = async (offset: bigint, length: bigint) => {
      const bytes = new Uint8Array(Number(length));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, Number(offset));
      return bytes.subarray(0, bytesRead);
    };
    const reader = await McapIndexedReader.Initialize({ readable: { size, read } });
    const found = Number(reader.statistics?.messageCount ?? -1n);
    if (found !== messages)
      throw new CommandError(`${path}: ${messages} messages were written, but only ${found} can be read`);
  } finally {
    await handle.close();
  }
}
