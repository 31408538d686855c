/** The first frames of a recording, decoded by the codecs that were just made of it. */

import { fieldsOf } from "../../runtime/codec/fields.ts";
import { loadCodecs } from "../../runtime/config/load-codecs.ts";
import { loadSettings } from "../../runtime/config/load-settings.ts";
import { type CodecFrame, frameTable } from "../../runtime/frames/channel-frames.ts";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import { isFrameProblem } from "../../runtime/frames/frame-table.ts";
import { openFramer } from "../../runtime/frames/stream-framer.ts";
import type { Recording } from "./identify.ts";

const MOST_SAMPLES = 3;
const MOST_FIELDS = 6;

/** @param file the configuration */
export async function samplesOf(channel: string, file: string, { pieces, kind }: Recording): Promise<string[]> {
  const settings = loadSettings({ file, secrets: "optional" });
  const found = settings.channels.filter(({ name }) => name === channel);
  const codecs = (await loadCodecs({ ...settings, channels: found }, "current")).get(channel);
  if (codecs === undefined) return [];
  const { frames = PLAIN_FORMAT, framing } = found[0]!;
  const table = frameTable(channel, frames, codecs);
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
      if (samples.length < MOST_SAMPLES) samples.push(sampleText(struct, bytes, frames.payloadOffset));
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
  return [
    `the recording: ${decoded} frames decode, ${[...problems.values()].reduce((sum, count) => sum + count, 0)} do not, ${skipped} bytes are not a frame`,
    ...samples.map((sample) => `  ${sample}`),
    ...rejected.map(([message, count]) => `  not decoded (${count}): ${message}`),
  ];
}

function sampleText({ codec, name }: CodecFrame, frame: Uint8Array, payloadOffset: number): string {
  const page = new Uint8Array(payloadOffset + Math.max(codec.wireSize, frame.length));
  page.set(frame);
  // What a short frame lacks is zero, also where its checksum stands.
  const stored = codec.toStored(codec.decode(new DataView(page.buffer), payloadOffset) as never) as Readonly<
    Record<string, unknown>
  >;
  const shown = fieldsOf(codec)
    .slice(0, MOST_FIELDS)
    .map(({ column, unit }) => `${column} ${String(stored[column])}${unit === undefined ? "" : ` ${unit}`}`);
  return `${name}: ${shown.join(", ")}${fieldsOf(codec).length > MOST_FIELDS ? ", …" : ""}`;
}
