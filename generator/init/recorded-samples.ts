/** Decodes a recording with a compiled channel. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ChannelSettings } from "../../runtime/channels/channel-settings.ts";
import { loadCodecs } from "../../runtime/channels/load-codecs.ts";
import { fieldsOf } from "../../runtime/codec/fields.ts";
import { shownValue } from "../../runtime/codec/float-digits.ts";
import type { ChannelCodecs, StructCodec } from "../../runtime/codec/struct-codec.ts";
import { type CodecFrame, frameTable } from "../../runtime/frames/channel-frames.ts";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { isFrameProblem } from "../../runtime/frames/frame-table.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import type { EmittedFile } from "../codec/emitted-file.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Recording } from "./identify.ts";

const MOST_SAMPLES = 3;
const MOST_FIELDS = 6;

export interface Played {
  readonly decoded: number;
  /** Share of the recording's bytes that are in decoded frames. */
  readonly share: number;
  /** Set if most fields vary as numbers of the other byte order do. */
  readonly turned: { readonly order: "little" | "big"; readonly fields: number; readonly others: number } | undefined;
  /** The byte order, if the recording does not show it: no field of two bytes or more changes enough. */
  readonly assumedOrder: ByteOrder | undefined;
  /** Text for the user: the number of frames, the first ones, and why others failed. */
  readonly lines: readonly string[];
}

/**
 * Decodes the recording with the compiled codecs, without writing to the project.
 * @param settings with only this channel
 */
export async function play(settings: Settings, files: readonly EmittedFile[], recording: Recording): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "structline-trial-"));
  try {
    for (const file of files) {
      if (!/\.js$|(?:^|\/)(?:package|catalogue)\.json$/.test(file.path)) continue;
      const path = join(folder, file.path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.text);
    }
    const [channel] = settings.channels;
    const codecs = await loadCodecs({ ...settings, generatedDirectory: folder }, "current");
    return playedBy(channel!, codecs.get(channel!.name)!, recording);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function playedBy(
  { name, frames = PLAIN_FORMAT, framing, byteOrder }: ChannelSettings,
  codecs: ChannelCodecs,
  { pieces, kind }: Recording,
): Played {
  const table = frameTable(name, frames, codecs);
  const votes = new ByteOrderVotes();
  const samples: string[] = [];
  const problems = new Map<string, number>();
  let decoded = 0;
  let decodedBytes = 0;
  let skipped = 0;
  const sink = {
    frame(bytes: Uint8Array) {
      const struct = table.find(bytes);
      if (isFrameProblem(struct)) {
        problems.set(struct.message, (problems.get(struct.message) ?? 0) + 1);
        return;
      }
      decoded++;
      decodedBytes += bytes.length;
      votes.add(struct.codec, bytes, table.formatOf(bytes).payloadOffset);
      if (samples.length < MOST_SAMPLES) samples.push(sampleText(struct, bytes, table.formatOf(bytes).payloadOffset));
    },
    skipped(bytes: Uint8Array) {
      skipped += bytes.length;
    },
  };
  for (const piece of pieces) {
    if (framing === undefined && kind === "datagrams") {
      sink.frame(piece);
      continue;
    }
    const framer = openFramer(framing ?? { kind: "length" }, table, sink);
    framer.push(piece);
    framer.end();
  }
  return {
    decoded,
    share: shareOf(decodedBytes, pieces),
    turned: turnedBy(votes, byteOrder),
    assumedOrder: votes.isOpen ? byteOrder : undefined,
    lines: linesOf({ decoded, skipped, samples, problems }),
  };
}

function shareOf(bytes: number, pieces: readonly Uint8Array[]): number {
  const all = pieces.reduce((sum, { length }) => sum + length, 0);
  return all === 0 ? 0 : bytes / all;
}

function turnedBy(votes: ByteOrderVotes, own: ByteOrder): Played["turned"] {
  const order = own === "big" ? "little" : "big";
  const { [own]: others, [order]: fields } = votes.counts;
  return fields > 2 * others ? { order, fields, others } : undefined;
}

interface Found {
  readonly decoded: number;
  readonly skipped: number;
  readonly samples: readonly string[];
  /** How often each came. */
  readonly problems: ReadonlyMap<string, number>;
}

function linesOf({ decoded, skipped, samples, problems }: Found): string[] {
  const rejected = [...problems].sort(([, a], [, b]) => b - a).slice(0, 3);
  const refused = [...problems.values()].reduce((sum, count) => sum + count, 0);
  return [
    `the recording: ${decoded} frames decode, ${refused} do not, ${skipped} bytes are not a frame`,
    ...samples.map((sample) => `  ${sample}`),
    ...rejected.map(([message, count]) => `  not decoded (${count}): ${message}`),
  ];
}

function sampleText({ codec, name }: CodecFrame, frame: Uint8Array, payloadOffset: number): string {
  const page = new Uint8Array(payloadOffset + Math.max(codec.wireSize, frame.length));
  page.set(frame);
  // A short frame is padded with zeros, also in its checksum.
  const stored = codec.toStored(codec.decode(new DataView(page.buffer), payloadOffset) as never) as Readonly<
    Record<string, unknown>
  >;
  const shown = fieldsOf(codec)
    .slice(0, MOST_FIELDS)
    .map((field) => {
      const { column, unit } = field;
      return `${column} ${String(shownValue(stored[column], field, "stored"))}${unit === undefined ? "" : ` ${unit}`}`;
    });
  return `${name}: ${shown.join(", ")}${fieldsOf(codec).length > MOST_FIELDS ? ", …" : ""}`;
}

/** Finds the byte order of recorded numbers: the most significant byte of a measured value changes less often than the least significant one. */
interface Ends {
  readonly path: string;
  first: number;
  last: number;
  firstChanges: number;
  lastChanges: number;
}

/** Fewer changes are not evidence. */
const LEAST_CHANGES = 4;

class ByteOrderVotes {
  readonly #fields = new Map<string, Ends>();

  add(codec: StructCodec, frame: Uint8Array, payloadOffset: number): void {
    for (const { path, scalar, byteOffset, bitWidth, byteOrder } of fieldsOf(codec)) {
      if (scalar === "text" || bitWidth < 16 || bitWidth % 8 !== 0 || byteOrder !== undefined) continue;
      const from = payloadOffset + byteOffset;
      const first = frame[from];
      const last = frame[from + bitWidth / 8 - 1];
      if (first === undefined || last === undefined) continue;
      const key = `${codec.name}.${path}`;
      const known = this.#fields.get(key);
      if (known === undefined) {
        this.#fields.set(key, { path: key, first, last, firstChanges: 0, lastChanges: 0 });
        continue;
      }
      if (known.first !== first) known.firstChanges++;
      if (known.last !== last) known.lastChanges++;
      Object.assign(known, { first, last });
    }
  }

  /** True if there are numbers of several bytes, and none of them shows its byte order. */
  get isOpen(): boolean {
    const { little, big } = this.counts;
    return this.#fields.size > 0 && little + big === 0;
  }

  /** Number of fields that vary as numbers of each order do. */
  get counts(): { readonly little: number; readonly big: number } {
    const speaks = (less: number, more: number) => more >= LEAST_CHANGES && less * 2 < more;
    const fields = [...this.#fields.values()];
    return {
      little: fields.filter(({ firstChanges, lastChanges }) => speaks(lastChanges, firstChanges)).length,
      big: fields.filter(({ firstChanges, lastChanges }) => speaks(firstChanges, lastChanges)).length,
    };
  }
}
