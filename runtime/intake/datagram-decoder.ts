/**
 * Decodes frames of one channel to points: finds the struct by the frame's ID, then calls the generated codec. Hot
 * path.
 */

import type { ChannelCodecs, ColumnValue, ColumnValues, StructCodec } from "../codec/struct-codec.ts";
import { type CodecFrame, frameTable, messageBytes } from "../frames/channel-frames.ts";
import { FirmwareVersions } from "../frames/firmware-versions.ts";
import { FactsReader, type FrameFacts } from "../frames/frame-facts.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../frames/frame-format.ts";
import { type FrameProblem, type FrameTable, isFrameProblem, leastBytes } from "../frames/frame-table.ts";
import { readLocator } from "../frames/locator.ts";
import type { RecordHead } from "../journal/record.ts";
import { ValueError } from "../model/error-signal.ts";
import { udpErrorTopic } from "../model/error-topics.ts";
import type { Message } from "../model/message.ts";
import type { RecordedEntry } from "../model/message-log.ts";
import type { FrameColumn, PagedRow } from "../model/paged-row.ts";
import type { Point, PointColumn } from "../model/point.ts";
import { Exponents } from "./exponents.ts";
import { FramePoint, type FrameShape } from "./frame-point.ts";
import { type FrameRow, FrameRows, type RowValues } from "./frame-rows.ts";
import type { Decoded } from "./intake.ts";
import { StructPages } from "./struct-pages.ts";

/** The layout's number (`StructCodec.schema`). */
export const SCHEMA_COLUMN = "_schema_";
/** The time of receipt, ns, in rows that have their sender's time. */
export const RECEIVED_COLUMN = "_received_";

const FRAME_COLUMNS: Readonly<Record<FrameColumn, PointColumn>> = {
  received: { name: RECEIVED_COLUMN, type: "integer" },
  schema: { name: SCHEMA_COLUMN, type: "string" },
  hex: { name: "_hex_", type: "string" },
};

const NO_REJECTIONS: Decoded["rejections"] = [];

/**
 * One buffer and one view serve all frames: a DataView for each costs more than decoding. Twice the largest frame
 * leaves room to complete a short one.
 */
const MOST_FRAME_BYTES = 65_536;
const PAGE = Buffer.alloc(2 * MOST_FRAME_BYTES);
const VIEW = new DataView(PAGE.buffer, PAGE.byteOffset, PAGE.byteLength);

export interface DatagramChannel {
  readonly name: string;
  readonly wampTopic: string;
  readonly codecs: ChannelCodecs;
  /** Absent: a length byte, an ID byte, and the struct is the whole frame. */
  readonly frames?: FrameFormat;
  /** Sender's address → the firmware version that it sends. */
  readonly pins?: ReadonlyMap<string, string>;
  /** Layout → why no codec can decode its frames as at their arrival. */
  readonly lost?: ReadonlyMap<string, string>;
}

/** A binary payload of a device. */
export interface BinaryMessage {
  /** The message that carried the payload. */
  readonly message: Pick<Message, "sender" | "schema" | "receivedNs">;
  readonly payload: Uint8Array;
  /** The LoRaWAN port of the message, if any. */
  readonly port: number | undefined;
}

export interface BinaryRows {
  readonly columns: readonly PointColumn[];
  /** In time order; the message's own row has `offsetNs` 0. */
  readonly rows: readonly FrameRow[];
  /** Number of values left out because they are not finite. */
  readonly missing: number;
  /** As declared. */
  readonly struct: string;
  readonly schema: number;
  readonly facts: FrameFacts | undefined;
}

/** Derived from a struct once. */
interface Decoding {
  readonly codec: StructCodec;
  readonly rows: FrameRows;
  readonly facts: FactsReader | undefined;
  readonly columns: readonly PointColumn[];
  /** Its last columns. */
  readonly more: readonly FrameColumn[];
  /** Set if a frame is always one row. */
  readonly shape: FrameShape | undefined;
  readonly exponents: Exponents;
  /** For its values, where only decoding tells which are left out of a row. */
  readonly scratch: Float64Array | ColumnValues;
}

/** The configured channels; a reload changes them. */
export interface ChannelDirectory {
  decoder(channel: string): DatagramDecoder | undefined;
}

export class DatagramDecoder {
  readonly channel: DatagramChannel;
  readonly database: string;
  readonly errorTopics: readonly string[];
  /** Of the newest version, if there are several. */
  readonly table: FrameTable<CodecFrame>;
  /** The channel's `abi`, if `init` guessed it. It does not change what is decoded, so no epoch records it. */
  guessedAbi: string | undefined;
  readonly #versions: FirmwareVersions;
  readonly #severalVersions: boolean;
  readonly #decodings = new Map<StructCodec, Decoding>();
  readonly #hasFacts: boolean;
  /** By layout; undefined: its rows do not fit into pages. */
  readonly #pages = new Map<number, StructPages | undefined>();
  /** Caches the last look-up: a frame is decoded right after its facts were read. */
  #last: { readonly payload: Uint8Array; readonly found: CodecFrame | FrameProblem } | undefined;

  /** A wrong firmware sends the same mistake again and again. */
  #lastError: ValueError | undefined;

  constructor(channel: DatagramChannel) {
    this.channel = channel;
    this.database = channel.wampTopic.replaceAll(".", "_");
    this.errorTopics = [udpErrorTopic(channel.wampTopic)];
    const { codecs, frames = PLAIN_FORMAT, pins } = channel;
    this.table = frameTable(channel.name, frames, codecs);
    this.#versions = new FirmwareVersions(channel.name, frames, codecs, pins);
    this.#severalVersions = codecs.older !== undefined;
    const layouts = [codecs, ...(codecs.older ?? [])].flatMap(({ structs }) => structs);
    for (const codec of [...layouts, ...(codecs.former ?? [])]) this.#decodings.set(codec, this.#decoding(codec));
    this.#hasFacts = [...this.#decodings.values()].some(({ facts }) => facts !== undefined);
  }

  /**
   * The message's counter and clock, by its tags; undefined if its struct has none or the message cannot be decoded.
   */
  facts(message: Message): FrameFacts | undefined {
    if (!this.#hasFacts) return undefined;
    const found = this.#find(message);
    this.#last = { payload: message.payload, found };
    if (isFrameProblem(found)) return undefined;
    PAGE.set(message.payload);
    const { codec } = found;
    return this.#decodings.get(codec)?.facts?.read(VIEW, this.#complete(message.payload, codec), message.receivedNs);
  }

  /** One point, or one rejection [D13, D14]. A message with a recorded layout is decoded with that layout. */
  decode(message: Message): Decoded {
    const found = this.#written(message, this.#find(message));
    return isFrameProblem(found) ? this.#rejected(found, message) : this.#decodeAs(found, message);
  }

  /**
   * The same for a message that arrives. Its point reads its values when somebody asks: whether a frame is accepted depends on its
   * length, ID and checksums alone. [hot path]
   */
  arrived(message: Message): Decoded {
    const found = this.#written(message, this.#find(message));
    if (isFrameProblem(found)) return this.#rejected(found, message);
    const { codec, schema } = found;
    const decoding = this.#decodings.get(codec)!;
    if (decoding.shape === undefined) return this.#decodeAs(found, message);
    const points = [new FramePoint(decoding.shape, message)];
    const missing = this.#leftOut(decoding, message.payload);
    const lengthByteDiffers = this.#saysOtherLength(message.payload, codec) ? 1 : 0;
    if (missing + lengthByteDiffers === 0) return { points, rejections: NO_REJECTIONS, schema };
    return { points, rejections: NO_REJECTIONS, schema, noticed: { lengthByteDiffers, missing } };
  }

  #rejected(problem: FrameProblem, message: Message): Decoded {
    const text = problem.code === "wrong-length" ? `${problem.message}${this.#doubt}` : problem.message;
    const last = this.#lastError;
    const error = last?.message === text && last.code === problem.code ? last : new ValueError(text, problem.code);
    this.#lastError = error;
    return { points: [], rejections: [{ error, message }] };
  }

  /**
   * The row of a message in the log, which was accepted with the layout that the log recorded; undefined: `decode` says
   * what it has. [hot path]
   */
  paged(head: Readonly<RecordHead>, entry: RecordedEntry): PagedRow | undefined {
    const { schema, payloadAt, end } = head;
    let pages = this.#pages.get(schema);
    if (pages === undefined) {
      if (this.#pages.has(schema)) return undefined;
      pages = this.#pagesOf(schema);
      this.#pages.set(schema, pages);
      if (pages === undefined) return undefined;
    }
    const bytes = end - payloadAt;
    if (bytes > MOST_FRAME_BYTES) return undefined;
    entry.block.copy(PAGE, 0, payloadAt, end);
    const format = this.table.formatOf(PAGE, 0, bytes);
    const { codec } = pages;
    const { payloadOffset, trailer } = format;
    if (bytes - trailer < payloadOffset + codec.wireSize)
      PAGE.fill(0, Math.max(bytes - trailer, 0), payloadOffset + codec.wireSize);
    const own = messageBytes(codec, format, VIEW, payloadOffset, bytes);
    return pages.add(VIEW, payloadOffset, own, head, entry);
  }

  /** Of the struct with this layout, if there is one only. */
  #pagesOf(schema: number): StructPages | undefined {
    if (this.channel.lost !== undefined) return undefined;
    const [found, another] = [...this.#decodings.values()].filter(
      ({ codec }) => Number.parseInt(codec.schema, 16) === schema,
    );
    if (found === undefined || another !== undefined || !found.rows.isOne) return undefined;
    const { codec, columns, more } = found;
    return new StructPages({ database: this.database, codec, columns, more });
  }

  /**
   * Decodes with a version's name or a layout's number, whatever the message shows.
   * @returns undefined if the channel has no such layout of the message's struct
   */
  decodeBy(nameOrSchema: string, message: Message): Decoded | undefined {
    const found = this.#versions.layoutOf(message.payload, nameOrSchema);
    if (found === undefined) return undefined;
    const { codec } = found;
    const { payloadOffset, trailer } = this.table.formatOf(message.payload);
    const bytes = message.payload.length - payloadOffset - trailer;
    if (bytes >= leastBytes(codec) && bytes <= codec.size) return this.#decodeAs(found, message);
    const text = `${codec.name} has ${codec.wireSize} bytes in that layout; this message has ${bytes}`;
    return { points: [], rejections: [{ error: new ValueError(text, "wrong-length"), message }] };
  }

  #find({ payload, sender }: Pick<Message, "payload" | "sender">, id?: number): CodecFrame | FrameProblem {
    if (this.#last?.payload === payload) return this.#last.found;
    return this.#severalVersions ? this.#versions.find(payload, sender, id) : this.table.find(payload, id);
  }

  /** Another processor's compiler may lay the struct out otherwise. */
  get #doubt(): string {
    const { name } = this.channel;
    if (this.guessedAbi === undefined) return "";
    return `. 'abi = ${this.guessedAbi}' was GUESSED: 'channel-message ${name} explain 0x…' with this message names the processors that fit`;
  }

  /** The layout that the log recorded for the message, if the headers have changed since. */
  #written({ schema, payload }: Pick<Message, "schema" | "payload">, found: CodecFrame | FrameProblem) {
    if (schema === undefined || (!isFrameProblem(found) && found.schema === schema))
      return this.#notLost(found, schema);
    return this.#notLost(this.#versions.layoutOf(payload, schemaText(schema)) ?? found, schema);
  }

  /** @throws Error if the frame would now decode differently than at its arrival */
  #notLost(found: CodecFrame | FrameProblem, schema: number | undefined): CodecFrame | FrameProblem {
    const { lost } = this.channel;
    if (lost === undefined) return found;
    const layout = schema ?? (isFrameProblem(found) ? undefined : found.schema);
    const reason = layout === undefined ? undefined : lost.get(schemaText(layout));
    if (reason !== undefined) throw new Error(reason);
    return found;
  }

  #decodeAs({ codec, schema }: CodecFrame, message: Message): Decoded {
    const { payload, receivedNs, measuredNs } = message;
    const { rows, columns, missing } = this.#rows(codec, payload, receivedNs);
    const lengthByteDiffers = this.#saysOtherLength(payload, codec) ? 1 : 0;
    const timeNs = measuredNs ?? receivedNs;
    const isOne = rows.length === 1 && measuredNs === undefined;
    const timeSource: Point["timeSource"] = isOne ? "receipt" : "measured";
    const { database } = this;
    const { measurement } = codec;
    const points = rows.map(({ offsetNs, values }) => {
      const rowNs = offsetNs === 0 ? timeNs : timeNs + BigInt(offsetNs);
      return { database, measurement, timeNs: rowNs, timeSource, columns, values };
    });
    if (missing + lengthByteDiffers === 0) return { points, rejections: NO_REJECTIONS, schema };
    return { points, rejections: NO_REJECTIONS, schema, noticed: { lengthByteDiffers, missing } };
  }

  /**
   * Rows of a frame from a device.
   * @throws ValueError if the channel has no such message
   */
  deviceRows({ message, payload, port }: BinaryMessage): BinaryRows {
    const { receivedNs, sender, schema } = message;
    const id = this.table.format.idFrom === "fport" ? port : undefined;
    const today = this.#find({ payload, sender }, id);
    const found = this.#written({ payload, ...(schema !== undefined && { schema }) }, today);
    if (isFrameProblem(found)) throw new ValueError(found.message, found.code);
    const { codec } = found;
    const decoded = this.#rows(codec, payload, receivedNs);
    const facts = this.#decodings.get(codec)?.facts?.read(VIEW, this.table.formatOf(payload).payloadOffset, receivedNs);
    return { ...decoded, facts, struct: codec.name, schema: found.schema };
  }

  /** Number of values that a row of the frame lacks because they are not finite. */
  #leftOut({ codec, exponents, scratch: values }: Decoding, payload: Uint8Array): number {
    const { payloadOffset, trailer } = this.table.formatOf(payload);
    const found = exponents.notFinite(payload, payloadOffset, payload.length - trailer);
    if (found !== undefined) return found;
    values.fill(undefined as never);
    PAGE.set(payload);
    this.#readPage(codec, payload, values as ColumnValues);
    let count = 0;
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (typeof value === "number" && !Number.isFinite(value)) count++;
    }
    return count;
  }

  /** Of the frame in the shared buffer, which is completed there if it is short. */
  #readPage(codec: StructCodec, payload: Uint8Array, values: ColumnValues): void {
    const at = this.#complete(payload, codec);
    const bytes = messageBytes(codec, this.table.formatOf(payload), VIEW, at, payload.length);
    codec.storedValues(VIEW, at, values, bytes);
  }

  /** Leaves the frame in the shared buffer. */
  #rows(codec: StructCodec, payload: Uint8Array, receivedNs: bigint): Omit<BinaryRows, "facts" | "schema" | "struct"> {
    const values: RowValues = [];
    PAGE.set(payload);
    // As it came: a short frame is completed next.
    const hex = PAGE.toString("hex", 0, payload.length);
    this.#readPage(codec, payload, values);
    const missing = leaveOutNotFinite(values);
    const { rows: of, columns, facts } = this.#decodings.get(codec)!;
    const rows = of.of(values);
    for (const row of rows) {
      const isOwn = row.offsetNs === 0;
      if (facts?.hasClock === true) row.values.push(isOwn ? receivedNs : undefined);
      if (this.#severalVersions) row.values.push(isOwn ? codec.schema : undefined);
      row.values.push(isOwn ? hex : undefined);
    }
    return { rows, columns, missing };
  }

  /** The decoded raw record for the bus; only for a message that `decode` accepted. */
  raw(message: Pick<Message, "payload" | "sender">): { codec: StructCodec; record: object } {
    const { payload } = message;
    const found = this.#severalVersions ? this.#find(message) : this.table.peek(payload, 0, payload.length);
    if (found === undefined || isFrameProblem(found)) throw new Error("raw() was called for a frame that was rejected");
    PAGE.set(payload);
    const { codec } = found;
    const at = this.#complete(payload, codec);
    const bytes = messageBytes(codec, this.table.formatOf(payload), VIEW, at, payload.length);
    return { codec, record: codec.decode(VIEW, at, bytes) };
  }

  /** If several versions send at once, each row records the layout it was decoded with. */
  #decoding(codec: StructCodec): Decoding {
    const rows = new FrameRows(codec);
    const facts = FactsReader.of(codec, this.channel.frames);
    const more: FrameColumn[] = ["hex"];
    if (this.#severalVersions) more.unshift("schema");
    if (facts?.hasClock === true) more.unshift("received");
    const columns = [...rows.columns, ...more.map((each) => FRAME_COLUMNS[each])];
    const { database } = this;
    const valuesOf = ({ payload, receivedNs }: Message) => this.#rows(codec, payload, receivedNs).rows[0]!.values;
    const shape = rows.isOne ? { database, measurement: codec.measurement, columns, valuesOf } : undefined;
    return {
      codec,
      rows,
      facts,
      more,
      columns,
      shape,
      exponents: new Exponents(codec),
      scratch: scratchOf(codec, rows.columns),
    };
  }

  #saysOtherLength(payload: Uint8Array, codec: StructCodec): boolean {
    if (this.channel.frames === undefined) {
      const isOwn = codec.variable !== undefined && payload[0] === (payload.length & 0xff);
      return payload[0] !== codec.length && !isOwn;
    }
    const { length } = this.table.formatOf(payload);
    return length !== undefined && readLocator(length, payload, 0, payload.length) !== payload.length;
  }

  /** Where the struct begins in the buffer; bytes that a short frame lacks become 0. */
  #complete(frame: Uint8Array, { wireSize }: StructCodec): number {
    const { payloadOffset, trailer } = this.table.formatOf(frame);
    const end = frame.length - trailer;
    if (end < payloadOffset + wireSize) PAGE.fill(0, Math.max(end, 0), payloadOffset + wireSize);
    return payloadOffset;
  }
}

function schemaText(schema: number): string {
  return schema.toString(16).padStart(8, "0");
}

function scratchOf(codec: StructCodec, columns: readonly PointColumn[]): Decoding["scratch"] {
  // An array of numbers takes numbers and booleans, and would make NaN of what is absent.
  const isPlain = codec.variable === undefined && columns.every(({ type }) => type === "float" || type === "boolean");
  return isPlain ? new Float64Array(columns.length) : [];
}

/** @returns the number of values left out */
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
