/** The frames of a channel's codecs. */

import type { ChannelCodecs, StructCodec } from "../codec/struct-codec.ts";
import type { FrameFormat } from "./frame-format.ts";
import { type FieldCheck, type FrameStruct, FrameTable } from "./frame-table.ts";

export interface CodecFrame extends FrameStruct {
  readonly codec: StructCodec;
  /** The codec's `schema`. */
  readonly schema: number;
}

export function frameTable(channel: string, format: FrameFormat, codecs: ChannelCodecs): FrameTable<CodecFrame> {
  return new FrameTable(channel, format, codecs.structs.map(codecFrame));
}

export function codecFrame(codec: StructCodec): CodecFrame {
  const { name, id, length, wireSize, size, checkExtra, variable } = codec;
  const checks = fieldChecks(codec);
  return {
    ...{ name, id, length, wireSize, size, codec, schema: Number.parseInt(codec.schema, 16) },
    ...(checkExtra !== undefined && { checkExtra: Uint8Array.of(checkExtra) }),
    ...(checks.length > 0 && { checks }),
    ...(variable && { variable }),
  };
}

/**
 * The bytes of a frame's struct, for `decode` and `storedValues`; only the message's own bytes if messages of the
 * struct vary in size. @param byteOffset of the struct in the view, which holds zeros after the frame's end
 */
export function messageBytes(
  { variable, wireSize }: StructCodec,
  { payloadOffset, trailer, short }: FrameFormat,
  view: DataView,
  byteOffset: number,
  frameBytes: number,
): number {
  if (variable === undefined) return wireSize;
  const bytes = frameBytes - payloadOffset - trailer;
  const extent = variable.extent(view, byteOffset, short === "zero" ? Math.max(bytes, variable.leastSize) : bytes);
  return typeof extent === "number" ? extent : bytes;
}

function fieldChecks({ fields }: StructCodec): FieldCheck[] {
  return fields.flatMap(({ path, byteOffset, check }) =>
    check === undefined ? [] : [{ field: path, byteOffset, ...check }],
  );
}
