/** Parses payloads such as `0x05022a0021`, and finds their structs. */

import type { ChannelSettings } from "../channels/channel-settings.ts";
import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import { type CodecFrame, frameTable, messageBytes } from "../frames/channel-frames.ts";
import { FirmwareVersions } from "../frames/firmware-versions.ts";
import { PLAIN_FORMAT } from "../frames/frame-format.ts";
import { type FrameTable, isFrameProblem, leastBytes } from "../frames/frame-table.ts";
import { CommandError } from "./command-error.ts";

/** @throws CommandError if the text has no `0x`, an invalid digit, or an odd number of digits */
export function parsePayload(text: string): Buffer {
  if (!/^0x/i.test(text)) throw new CommandError(`payload '${clip(text)}' does not begin with 0x`);
  const digits = text.slice(2);
  const wrong = /[^0-9a-fA-F]/.exec(digits);
  if (wrong !== null) {
    throw new CommandError(
      `payload '${clip(text)}' has a character that is not a hexadecimal digit: '${clip(wrong[0])}' at position ${wrong.index + 3}`,
    );
  }
  if (digits.length % 2 === 1) {
    throw new CommandError(
      `payload '${clip(text)}' has an odd number of hexadecimal digits (${digits.length}); a byte has two`,
    );
  }
  return Buffer.from(digits, "hex");
}

/** A payload's struct and the position of its bytes. */
export interface Dispatched {
  readonly codec: StructCodec;
  readonly view: DataView;
  readonly byteOffset: number;
  /** Length of the message itself. */
  readonly byteLength: number;
}

/** Finds the structs of a channel's payloads, by the same rules as the service. */
export class PayloadReader {
  readonly #channel: ChannelSettings;
  readonly #codecs: ChannelCodecs;
  readonly #table: FrameTable<CodecFrame> | undefined;
  readonly #versions: FirmwareVersions | undefined;
  readonly #schema: string;

  /**
   * @param schema `own`: the version that the payload shows; `today`: the newest; otherwise a version's name or a
   * layout's number
   */
  constructor(channel: ChannelSettings, codecs: ChannelCodecs, schema = "own") {
    this.#schema = schema;
    this.#channel = channel;
    this.#codecs = codecs;
    const { frames } = channel;
    const isPlain =
      frames === undefined &&
      codecs.structs.every(({ fields, variable }) => !variable && fields.every(({ check }) => !check));
    const format = frames ?? PLAIN_FORMAT;
    this.#table = isPlain ? undefined : frameTable(channel.name, format, codecs);
    const one = schema === "today" || (schema === "own" && codecs.older === undefined);
    this.#versions = one ? undefined : new FirmwareVersions(channel.name, format, codecs);
  }

  /** @param view begins at the payload's beginning @throws CommandError */
  read(payload: Uint8Array, view: DataView): Dispatched {
    const codec = this.#codecOf(payload);
    const format = this.#table?.formatOf(payload) ?? PLAIN_FORMAT;
    const { payloadOffset, trailer } = format;
    const end = payload.length - trailer;
    const place = { codec, byteOffset: payloadOffset };
    if (codec.variable === undefined && end >= payloadOffset + codec.wireSize) {
      return { ...place, view, byteLength: codec.wireSize };
    }
    const completed = new Uint8Array(Math.max(payloadOffset + codec.wireSize, end));
    completed.set(payload.subarray(0, Math.max(end, 0)));
    const whole = new DataView(completed.buffer);
    const byteLength = messageBytes(codec, format, whole, payloadOffset, payload.length);
    return { ...place, view: whole, byteLength };
  }

  #codecOf(payload: Uint8Array): StructCodec {
    if (this.#versions !== undefined && this.#schema !== "own") return this.#layoutOf(payload, this.#versions);
    const found = this.#versions?.find(payload, "") ?? this.#table?.find(payload);
    if (found === undefined) return dispatch(this.#channel.name, this.#codecs, payload);
    if (isFrameProblem(found)) throw new CommandError(found.message);
    return found.codec;
  }

  #layoutOf(payload: Uint8Array, versions: FirmwareVersions): StructCodec {
    const codec = versions.layoutOf(payload, this.#schema)?.codec;
    if (codec === undefined) {
      const numbers = [...this.#codecs.structs, ...(this.#codecs.former ?? [])].map(({ schema }) => schema);
      const known = ["own", "today", ...versions.names, ...numbers].join(", ");
      const message = `channel '${this.#channel.name}' has no layout '${this.#schema}' of this struct; known are ${known}`;
      throw new CommandError(message);
    }
    const { payloadOffset, trailer } = this.#table?.formatOf(payload) ?? PLAIN_FORMAT;
    const bytes = payload.length - payloadOffset - trailer;
    if (bytes >= leastBytes(codec) && bytes <= codec.size) return codec;
    throw new CommandError(`${codec.name} has ${codec.wireSize} bytes in that layout; this payload has ${bytes}`);
  }
}

/** The payload's struct [D13]. @throws CommandError */
function dispatch(channel: string, codecs: ChannelCodecs, payload: Uint8Array): StructCodec {
  const [, id] = payload;
  if (id === undefined) {
    throw new CommandError(`a message has at least two bytes, length and ID; this payload has ${payload.length}`);
  }
  const codec = codecs.byId[id];
  if (codec === undefined) {
    const known = codecs.structs.map((struct) => `${struct.id} (${struct.name})`).join(", ") || "none";
    throw new CommandError(`channel '${channel}' has no struct with ID ${id}; known are ${known}`);
  }
  const { wireSize, size, name } = codec;
  if (payload.length < wireSize || payload.length > size) {
    const expected = wireSize === size ? `${size}` : `${wireSize} to ${size}`;
    throw new CommandError(`${name} (ID ${id}) has ${expected} bytes; this payload has ${payload.length}`);
  }
  return codec;
}

function clip(text: string): string {
  const shown = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "?");
  return shown.length > 80 ? `${shown.slice(0, 77)}…` : shown;
}
