/** Frames of one channel → points: the struct by the frame's ID, then the generated codec. Hot path. */

import { columnsOf } from "../codec/fields.ts";
import type { ChannelCodecs, ColumnValue, StructCodec } from "../codec/struct-codec.ts";
import { type CodecFrame, frameTable } from "../frames/channel-frames.ts";
import { FirmwareVersions } from "../frames/firmware-versions.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../frames/frame-format.ts";
import { type FrameProblem, type FrameTable, isFrameProblem } from "../frames/frame-table.ts";
import { readLocator } from "../frames/locator.ts";
import { ValueError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { PointColumn } from "../telemetry/point.ts";
import type { Decoded } from "./intake.ts";

/** The layout's number (`StructCodec.schema`). */
export const SCHEMA_COLUMN = "_schema_";

const NO_REJECTIONS: Decoded["rejections"] = [];

/** One page and one view over it serve all frames: a DataView for each costs more than the decoding. Twice the largest frame, for one that is completed. */
const PAGE = Buffer.alloc(2 * 65_536);
const VIEW = new DataView(PAGE.buffer, PAGE.byteOffset, PAGE.byteLength);

export interface DatagramChannel {
  readonly name: string;
  readonly wampTopic: string;
  readonly codecs: ChannelCodecs;
  /** Absent: a length byte, an ID byte, and the struct is the frame. */
  readonly frames?: FrameFormat;
  /** Sender's address → name of the version it sends. */
  readonly pins?: ReadonlyMap<string, string>;
}

/** A binary payload of a device. */
export interface BinaryMessage {
  readonly payload: Uint8Array;
  readonly port: number | undefined;
  readonly schema: number | undefined;
}

/** A binary payload of a device, decoded. */
export interface BinaryValues {
  readonly columns: readonly PointColumn[];
  readonly values: readonly (ColumnValue | undefined)[];
  /** Values that are not finite, left out. */
  readonly missing: number;
  readonly schema: number;
}

export class DatagramDecoder {
  readonly channel: DatagramChannel;
  readonly database: string;
  /** Of the newest version, where there are several. */
  readonly table: FrameTable<CodecFrame>;
  readonly #versions: FirmwareVersions;
  readonly #severalVersions: boolean;
  readonly #columns = new Map<StructCodec, readonly PointColumn[]>();

  constructor(channel: DatagramChannel) {
    this.channel = channel;
    this.database = channel.wampTopic.replaceAll(".", "_");
    const { codecs, frames = PLAIN_FORMAT, pins } = channel;
    this.table = frameTable(channel.name, frames, codecs);
    this.#versions = new FirmwareVersions(channel.name, frames, codecs, pins);
    this.#severalVersions = codecs.older !== undefined;
    const layouts = [codecs, ...(codecs.older ?? [])].flatMap(({ structs }) => structs);
    for (const codec of [...layouts, ...(codecs.former ?? [])]) this.#columns.set(codec, this.#pointColumns(codec));
  }

  /** One point, or one rejection [D13, D14]. A message that was decoded before, and says as what, is decoded as that. */
  decode(message: Message): Decoded {
    const found = this.#written(message, this.#find(message));
    if (isFrameProblem(found)) {
      return { points: [], rejections: [{ error: new ValueError(found.message, found.code), message }] };
    }
    return this.#decodeAs(found, message);
  }

  /**
   * By a version's name or a layout's number instead of what the message shows.
   * @returns undefined where the channel has no such layout of the message's struct
   */
  decodeBy(nameOrSchema: string, message: Message): Decoded | undefined {
    const found = this.#versions.layoutOf(message.payload, nameOrSchema);
    if (found === undefined) return undefined;
    const { codec } = found;
    const { payloadOffset, trailer } = this.table.format;
    const bytes = message.payload.length - payloadOffset - trailer;
    if (bytes >= codec.wireSize && bytes <= codec.size) return this.#decodeAs(found, message);
    const text = `${codec.name} has ${codec.wireSize} bytes in that layout; this message has ${bytes}`;
    return { points: [], rejections: [{ error: new ValueError(text, "wrong-length"), message }] };
  }

  #find({ payload, sender }: Pick<Message, "payload" | "sender">): CodecFrame | FrameProblem {
    return this.#severalVersions ? this.#versions.find(payload, sender) : this.table.find(payload);
  }

  /** What the log says of the message, where the headers have moved on since. */
  #written({ schema, payload }: Pick<Message, "schema" | "payload">, found: CodecFrame | FrameProblem) {
    if (schema === undefined || (!isFrameProblem(found) && found.schema === schema)) return found;
    return this.#versions.layoutOf(payload, schemaText(schema)) ?? found;
  }

  #decodeAs({ codec, schema }: CodecFrame, message: Message): Decoded {
    const { payload } = message;
    PAGE.set(payload);
    const hex = PAGE.toString("hex", 0, payload.length);
    const values: (ColumnValue | undefined)[] = [];
    codec.storedValues(VIEW, this.#complete(payload.length, codec), values as ColumnValue[]);
    const missing = leaveOutNotFinite(values);
    const lengthByteDiffers = this.#saysOtherLength(payload, codec) ? 1 : 0;
    if (this.#severalVersions) values.push(codec.schema);
    values.push(hex);
    const point = {
      database: this.database,
      measurement: codec.measurement,
      timeNs: message.receivedNs,
      timeSource: "receipt" as const,
      columns: this.#columns.get(codec) ?? [],
      values,
    };
    if (missing + lengthByteDiffers === 0) return { points: [point], rejections: NO_REJECTIONS, schema };
    return { points: [point], rejections: NO_REJECTIONS, schema, noticed: { lengthByteDiffers, missing } };
  }

  /**
   * Columns and values of a frame that belongs to a device, without the hexadecimal text's companions of a channel's row.
   * @param message `schema`: what it was decoded as before; `port`: the LoRaWAN port it came by, where it has one
   * @throws ValueError why it is none of the channel's
   */
  deviceValues({ payload, port, schema }: BinaryMessage): BinaryValues {
    const isByPort = this.table.format.idFrom === "fport" && port !== undefined;
    const today = isByPort ? this.table.findAs(port, payload) : this.table.find(payload);
    const found = this.#written({ payload, ...(schema !== undefined && { schema }) }, today);
    if (isFrameProblem(found)) throw new ValueError(found.message, found.code);
    PAGE.set(payload);
    const hex = PAGE.toString("hex", 0, payload.length);
    const { codec } = found;
    const values: (ColumnValue | undefined)[] = [];
    codec.storedValues(VIEW, this.#complete(payload.length, codec), values as ColumnValue[]);
    const missing = leaveOutNotFinite(values);
    if (this.#severalVersions) values.push(codec.schema);
    return { columns: this.#columns.get(codec) ?? [], values: [...values, hex], missing, schema: found.schema };
  }

  /** The decoded raw record, for the bus; only for a message that `decode` took. */
  raw(message: Pick<Message, "payload" | "sender">): { codec: StructCodec; record: object } {
    const { payload } = message;
    const found = this.#severalVersions ? this.#find(message) : this.table.peek(payload, 0, payload.length);
    if (found === undefined || isFrameProblem(found)) throw new Error("raw() was called for a frame that was rejected");
    PAGE.set(payload);
    const { codec } = found;
    return { codec, record: codec.decode(VIEW, this.#complete(payload.length, codec)) };
  }

  /** Where several versions send at once, each row says which layout it was decoded with. */
  #pointColumns(codec: StructCodec): readonly PointColumn[] {
    const columns = columnsOf(codec).map(({ name, kind, unsigned }) => ({
      name,
      type: unsigned ? ("unsigned" as const) : kind,
    }));
    const schema = this.#severalVersions ? [{ name: SCHEMA_COLUMN, type: "string" as const }] : [];
    return [...columns, ...schema, { name: "_hex_", type: "string" }];
  }

  #saysOtherLength(payload: Uint8Array, codec: StructCodec): boolean {
    if (this.channel.frames === undefined) return payload[0] !== codec.length;
    const { length } = this.table.format;
    return length !== undefined && readLocator(length, payload, 0, payload.length) !== payload.length;
  }

  /** Where the struct begins in the page; what a short frame lacks of it becomes 0. */
  #complete(frameBytes: number, { wireSize }: StructCodec): number {
    const { payloadOffset, trailer } = this.table.format;
    const end = frameBytes - trailer;
    if (end < payloadOffset + wireSize) PAGE.fill(0, Math.max(end, 0), payloadOffset + wireSize);
    return payloadOffset;
  }
}

function schemaText(schema: number): string {
  return schema.toString(16).padStart(8, "0");
}

/** @returns how many */
function leaveOutNotFinite(values: (ColumnValue | undefined)[]): number {
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value !== "number" || Number.isFinite(value)) continue;
    values[index] = undefined;
    count++;
  }
  return count;
}
