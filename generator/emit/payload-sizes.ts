/** The sizes of a message that a definition accepts in frames. */

import type { ChannelModel, Message } from "./model.ts";

/** Payload sizes, bytes; without `most` there is no limit. */
export interface PayloadSizes {
  readonly least: number;
  readonly most: number | undefined;
}

/**
 * Sizes by `short` and `long` of the channel. A message with `@count` or `@if` must be the whole struct: these definitions read its
 * optional parts as always present, so any other message would be read at wrong places.
 */
export function payloadSizes({ frames: { short, long } }: ChannelModel, message: Message): PayloadSizes {
  const { wireSize, size, struct } = message;
  const mustBeWhole = struct.variable !== undefined;
  return {
    least: short === "zero" && !mustBeWhole ? 0 : wireSize,
    most: long === "ignore" && !mustBeWhole ? undefined : size,
  };
}
