/** Decodes a recording with a compiled channel. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fieldsOf } from "../../runtime/codec/fields.ts";
import type { ChannelCodecs } from "../../runtime/codec/struct-codec.ts";
import { loadCodecs } from "../../runtime/config/load-codecs.ts";
import type { ChannelSettings, Settings } from "../../runtime/config/settings.ts";
import { type CodecFrame, frameTable } from "../../runtime/frames/channel-frames.ts";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { isFrameProblem } from "../../runtime/frames/frame-table.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";
import type { EmittedFile } from "../emit/emitted-file.ts";
import type { Recording } from "./identify.ts";

const MOST_SAMPLES = 3;
const MOST_FIELDS = 6;

/** Result of decoding a recording. */
export interface Played {
  /** Number of decoded frames. */
  readonly decoded: number;
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
  { name, frames = PLAIN_FORMAT, framing }: ChannelSettings,
  codecs: ChannelCodecs,
  { pieces, kind }: Recording,
): Played {
  const table = frameTable(name, frames, codecs);
  const samples: string[] = [];
  const problems = new Map<string, number>();
  let decoded = 0;
  let skipped = 0;
  const sink = {
    frame(bytes: Uint8Array) {
      const struct = table.find(bytes);
      if (isFrameProblem(struct)) {
        problems.set(struct.message, (problems.get(struct.message) ?? 0) + 1);
        return;
      }
      decoded++;
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
  const rejected = [...problems].sort(([, a], [, b]) => b - a).slice(0, 3);
  const refused = [...problems.values()].reduce((sum, count) => sum + count, 0);
  return {
    decoded,
    lines: [
      `the recording: ${decoded} frames decode, ${refused} do not, ${skipped} bytes are not a frame`,
      ...samples.map((sample) => `  ${sample}`),
      ...rejected.map(([message, count]) => `  not decoded (${count}): ${message}`),
    ],
  };
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
    .map(({ column, unit }) => `${column} ${String(stored[column])}${unit === undefined ? "" : ` ${unit}`}`);
  return `${name}: ${shown.join(", ")}${fieldsOf(codec).length > MOST_FIELDS ? ", …" : ""}`;
}
