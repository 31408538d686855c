/** Datagrams of one UDP channel → points: dispatch by the second byte, then the generated codec. Hot path. */

import { columnsOf } from "../codec/fields.ts";
import type { ChannelCodecs, ColumnValue, StructCodec } from "../codec/struct-codec.ts";
import { ValueError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { PointColumn } from "../telemetry/point.ts";
import type { Decoded } from "./intake.ts";

const NO_REJECTIONS: Decoded["rejections"] = [];

/** One page and one view over it serve all datagrams: a DataView for each costs more than the decoding. */
const PAGE = Buffer.alloc(65_536);
const VIEW = new DataView(PAGE.buffer, PAGE.byteOffset, PAGE.byteLength);

export interface DatagramChannel {
  readonly name: string;
  readonly wampTopic: string;
  readonly codecs: ChannelCodecs;
}

export class DatagramDecoder {
  readonly channel: DatagramChannel;
  readonly database: string;
  readonly #columns = new Map<StructCodec, readonly PointColumn[]>();

  constructor(channel: DatagramChannel) {
    this.channel = channel;
    this.database = channel.wampTopic.replaceAll(".", "_");
    for (const codec of channel.codecs.structs) this.#columns.set(codec, pointColumns(codec));
  }

  /** One point, or one rejection [D13, D14]. */
  decode(message: Message): Decoded {
    const codec = this.#dispatch(message.payload);
    if (codec instanceof ValueError) return { points: [], rejections: [{ error: codec, message }] };
    const { payload } = message;
    PAGE.set(payload);
    const values: (ColumnValue | undefined)[] = [];
    codec.storedValues(VIEW, 0, values as ColumnValue[]);
    const missing = leaveOutNotFinite(values);
    const lengthByteDiffers = payload[0] === codec.length ? 0 : 1;
    values.push(PAGE.toString("hex", 0, payload.length));
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
    const codec = this.channel.codecs.byId[payload[1] ?? -1];
    if (codec === undefined) throw new Error("raw() was called for a datagram that was rejected");
    PAGE.set(payload);
    return { codec, record: codec.decode(VIEW, 0) };
  }

  #dispatch(payload: Uint8Array): StructCodec | ValueError {
    const [, id] = payload;
    if (id === undefined) {
      return new ValueError(
        `a message has at least two bytes, length and ID; this one has ${payload.length}`,
        "too-short",
      );
    }
    const codec = this.channel.codecs.byId[id];
    if (codec === undefined) {
      const known = this.channel.codecs.structs.map((struct) => struct.id).join(", ") || "none";
      return new ValueError(
        `struct ID ${id} is not declared in channel '${this.channel.name}'; known are ${known}`,
        "unknown-id",
      );
    }
    const { wireSize, size } = codec;
    if (payload.length >= wireSize && payload.length <= size) return codec;
    const expected = wireSize === size ? `${size}` : `${wireSize} to ${size}`;
    return new ValueError(
      `${codec.name} (ID ${id}) has ${expected} bytes; this message has ${payload.length}`,
      "wrong-length",
    );
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
