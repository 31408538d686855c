/** Selects the layout of a frame when several firmware versions send at once. */

import { fieldsOf, stepsOf, valueAt } from "../codec/fields.ts";
import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import { type CodecFrame, codecFrame, frameTable, messageBytes } from "./channel-frames.ts";
import { type FrameFormat, formatOf } from "./frame-format.ts";
import { type FrameProblem, type FrameTable, isFrameProblem, leastBytes } from "./frame-table.ts";
import { readLocator } from "./locator.ts";

interface Version {
  readonly name: string | undefined;
  readonly table: FrameTable<CodecFrame>;
}

export class FirmwareVersions {
  /** Newest first. */
  readonly #versions: readonly Version[];
  readonly #format: FrameFormat;
  readonly #pins: ReadonlyMap<string, string>;
  /** Layouts that no version uses any more, by number. */
  readonly #former: ReadonlyMap<string, CodecFrame>;

  constructor(
    channel: string,
    format: FrameFormat,
    codecs: ChannelCodecs,
    pins: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#format = format;
    this.#pins = pins;
    this.#versions = [codecs, ...(codecs.older ?? [])].map((version) => {
      return { name: version.version, table: frameTable(channel, format, version) };
    });
    this.#former = new Map((codecs.former ?? []).map((codec) => [codec.schema, codecFrame(codec)]));
  }

  /** Newest first. */
  get names(): readonly string[] {
    return this.#versions.flatMap(({ name }) => name ?? []);
  }

  /**
   * Selects by the field tagged `@version`, else by the length, else by the sender's pin, else the newest.
   * @param id came separately from the frame
   */
  find(frame: Uint8Array, sender: string, id?: number): CodecFrame | FrameProblem {
    const found = this.#versions.map(({ name, table }) => ({ name, result: table.find(frame, id) }));
    const fitting = found.flatMap(({ name, result }) => (isFrameProblem(result) ? [] : [{ name, result }]));
    const [newest] = fitting;
    if (newest === undefined) return problemOf(found.map(({ result }) => result).filter(isFrameProblem));
    if (fitting.length === 1) return newest.result;
    const tagged = fitting.find(({ result }) =>
      saysItself(result.codec, frame, formatOf(this.#format, frame, 0, frame.length)),
    );
    const pin = tagged === undefined ? this.#pins.get(addressOf(sender)) : undefined;
    const pinned = pin === undefined ? undefined : fitting.find(({ name }) => name === pin);
    return (tagged ?? pinned ?? newest).result;
  }

  /** The layout of a frame's struct by a version's name or the layout's number, even if the frame does not match it. */
  layoutOf(frame: Uint8Array, nameOrSchema: string): CodecFrame | undefined {
    for (const { name, table } of this.#versions) {
      const found = table.peek(frame, 0, frame.length);
      if (found !== undefined && (name === nameOrSchema || found.codec.schema === nameOrSchema)) return found;
    }
    const former = this.#former.get(nameOrSchema);
    const { id } = formatOf(this.#format, frame, 0, frame.length);
    return id === undefined || former?.id === readLocator(id, frame, 0, frame.length) ? former : undefined;
  }
}

/** Prefers the problem of a version that knows the struct over that of one that does not. */
function problemOf(problems: readonly FrameProblem[]): FrameProblem {
  const [first] = problems;
  if (first === undefined) throw new Error("a channel without a version");
  return problems.find(({ code }) => code !== "unknown-id") ?? first;
}

function saysItself(codec: StructCodec, frame: Uint8Array, format: FrameFormat): boolean {
  const { payloadOffset } = format;
  const field = fieldsOf(codec).find(({ version }) => version !== undefined);
  if (field === undefined || frame.length < payloadOffset + leastBytes(codec)) return false;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  const record = codec.decode(view, payloadOffset, messageBytes(codec, format, view, payloadOffset, frame.length));
  return Number(valueAt(record, stepsOf(field.path))) === field.version;
}

/** `10.0.7.12` for `10.0.7.12:50123` and `http://ida@10.0.7.12`; the part between the brackets for `[::1]:50123`. */
function addressOf(sender: string): string {
  return sender
    .replace(/^[a-z]+:\/\/(?:[^@]*@)?/, "")
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1");
}
