/** Decodes a channel's frames in the browser, with the modules and the framers of the service. No DOM. */

import type { StructCodec } from "../../../../codec/struct-codec.ts";
import { frameTable, messageBytes } from "../../../../frames/channel-frames.ts";
import { FirmwareVersions } from "../../../../frames/firmware-versions.ts";
import type { Framing } from "../../../../frames/frame-format.ts";
import { type FrameProblem, isFrameProblem } from "../../../../frames/frame-table.ts";
import type { FrameSink } from "../../../../frames/framer.ts";
import { openFramer } from "../../../../frames/stream-framer.ts";
import { FrameRows, type RowValues } from "../../../../intake/frame-rows.ts";
import type { OfferedChannel, OfferedStruct } from "../../../../model/offered-channel.ts";

export interface DecodedRow {
  readonly measurement: string;
  /** Relative to the frame's time. */
  readonly offsetMs: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** @param address relative to the service */
export type LoadModule = (address: string) => Promise<Readonly<Record<string, Partial<StructCodec>>>>;

export class ChannelDecoder {
  readonly offered: OfferedChannel;
  readonly table: ReturnType<typeof frameTable>;
  readonly #framing: Framing;
  readonly #versions: FirmwareVersions;
  readonly #rows = new Map<StructCodec, FrameRows>();

  private constructor(offered: OfferedChannel, versions: readonly (readonly StructCodec[])[]) {
    const { name, format } = offered;
    const [newest, ...older] = versions.map((structs, i) => {
      const { version } = offered.versions[i]!;
      return { name, structs, byId: {}, ...(version !== undefined && { version }) };
    });
    const codecs = { ...newest!, ...(older.length > 0 && { older }) };
    this.offered = offered;
    this.table = frameTable(name, format, codecs);
    this.#framing = withBytes(offered.framing);
    this.#versions = new FirmwareVersions(name, format, codecs);
  }

  static async load(offered: OfferedChannel, load: LoadModule): Promise<ChannelDecoder> {
    const structs = await Promise.all(
      offered.versions.map(({ structs }) => Promise.all(structs.map((one) => codecOf(one, load)))),
    );
    return new ChannelDecoder(offered, structs);
  }

  /** Cuts a stream, as the service cuts it. */
  framer(sink: FrameSink) {
    return openFramer(this.#framing, this.table, sink);
  }

  /** In time order; or why the service would refuse the frame. */
  decode(frame: Uint8Array): readonly DecodedRow[] | FrameProblem {
    const found = this.#versions.find(frame, "");
    if (isFrameProblem(found)) return found;
    const { codec } = found;
    const format = this.table.formatOf(frame);
    const { payloadOffset, trailer } = format;
    // Bytes that a short frame lacks are 0.
    const bytes = new Uint8Array(Math.max(frame.length, payloadOffset + codec.wireSize));
    bytes.set(frame);
    if (frame.length < bytes.length) bytes.fill(0, Math.max(frame.length - trailer, 0));
    const view = new DataView(bytes.buffer);
    const values: RowValues = [];
    codec.storedValues(view, payloadOffset, values, messageBytes(codec, format, view, payloadOffset, frame.length));
    return this.#rowsOf(codec, values);
  }

  #rowsOf(codec: StructCodec, values: RowValues): DecodedRow[] {
    const rows = this.#rows.get(codec) ?? new FrameRows(codec);
    this.#rows.set(codec, rows);
    return rows.of(values).map(({ offsetNs, values: row }) => ({
      measurement: codec.measurement,
      offsetMs: offsetNs / 1e6,
      values: Object.fromEntries(rows.columns.map(({ name }, i) => [name, row[i]])),
    }));
  }
}

async function codecOf({ schema, module }: OfferedStruct, load: LoadModule): Promise<StructCodec> {
  const found = Object.values(await load(module)).find((one) => one.schema === schema);
  if (found === undefined) throw new Error(`${module} has no codec ${schema}`);
  return found as StructCodec;
}

function withBytes(framing: Framing): Framing {
  if (framing.kind !== "sync") return framing;
  const { word, others = [] } = framing;
  return { kind: "sync", word: Uint8Array.from(word), others: others.map((one) => Uint8Array.from(one)) };
}

/** The other channel whose frames most of the bytes are; undefined if there is none. */
export async function channelOf(
  bytes: Uint8Array,
  others: readonly OfferedChannel[],
  load: LoadModule,
): Promise<string | undefined> {
  for (const offered of others) {
    const decoder = await ChannelDecoder.load(offered, load);
    let skipped = 0;
    let frames = 0;
    const framer = decoder.framer({
      frame: (frame) => {
        if (isFrameProblem(decoder.decode(frame))) skipped += frame.length;
        else frames += 1;
      },
      skipped: (run) => {
        skipped += run.length;
      },
    });
    framer.push(bytes);
    framer.end();
    if (frames > 1 && skipped * 2 < bytes.length) return offered.name;
  }
  return undefined;
}
