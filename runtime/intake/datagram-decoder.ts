/** Frames of one channel → points: the struct by the frame's ID, then the generated codec. Hot path. */

import { columnsOf } from "../codec/fields.ts";
import type { ChannelCodecs, ColumnValue, StructCodec } from "../codec/struct-codec.ts";
import { type CodecFrame, frameTable } from "../frames/channel-frames.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../frames/frame-format.ts";
import { type FrameTable, isFrameProblem } from "../frames/frame-table.ts";
import { readLocator } from "../frames/locator.ts";
import { ValueError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { PointColumn } from "../telemetry/point.ts";
import type { Decoded } from "./intake.ts";

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
}

export class DatagramDecoder {
  readonly channel: DatagramChannel;
  readonly database: string;
  readonly table: FrameTable<CodecFrame>;
  readonly #columns = new Map<StructCodec, readonly PointColumn[]>();

  constructor(channel: DatagramChannel) {
    this.channel = channel;
    this.database = channel.wampTopic.replaceAll(".", "_");
    this.table = frameTable(channel.name, channel.frames ?? PLAIN_FORMAT, channel.codecs);
    for (const codec of channel.codecs.structs) this.#columns.set(codec, pointColumns(codec));
  }

  /** One point, or one rejection [D13, D14]. */
  decode(message: Message): Decoded {
    const { payload } = message;
    const found = this.table.find(payload);
    if (isFrameProblem(found)) {
      return { points: [], rejections: [{ error: new ValueError(found.message, found.code), message }] };
    }
    const { codec } = found;
    PAGE.set(payload);
    const hex = PAGE.toString("hex", 0, payload.length);
    const values: (ColumnValue | undefined)[] = [];
    codec.storedValues(VIEW, this.#complete(payload.length, codec), values as ColumnValue[]);
    const missing = leaveOutNotFinite(values);
    const lengthByteDiffers = this.#saysOtherLength(payload, codec) ? 1 : 0;
    values.push(hex);
    const point = {
      database: this.database,
      measurement: codec.measurement,
      timeNs: message.receivedNs,
      timeSource: "receipt" as const,
      columns: this.#columns.get(codec) ?? [],
      values,
    };
    if (missing + lengthByteDiffers === 0) return { points: [point], rejections: NO_REJECTIONS };
    return { points: [point], rejections: NO_REJECTIONS, noticed: { lengthByteDiffers, missing } };
  }

  /** The decoded raw record, for the bus; only for a payload that `decode` took. */
  raw(payload: Uint8Array): { codec: StructCodec; record: object } {
    const found = this.table.peek(payload, 0, payload.length);
    if (found === undefined) throw new Error("raw() was called for a frame that was rejected");
    PAGE.set(payload);
    const { codec } = found;
    return { codec, record: codec.decode(VIEW, this.#complete(payload.length, codec)) };
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

function pointColumns(codec: StructCodec): readonly PointColumn[] {
  const columns = columnsOf(codec).map(({ name, kind, unsigned }) => ({
    name,
    type: unsigned ? ("unsigned" as const) : kind,
  }));
  return [...columns, { name: "_hex_", type: "string" }];
}
