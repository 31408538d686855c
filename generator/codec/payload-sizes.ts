/** The sizes of a message that a definition accepts in frames. */

import type { Arrangement } from "./arrangement.ts";
import type { ChannelModel, Message } from "./model.ts";

/** Payload sizes, bytes; without `most` there is no limit. */
export interface PayloadSizes {
  readonly least: number;
  readonly most: number | undefined;
}

/**
 * Sizes by `short` and `long` of the channel. A definition that does not follow `@count` and `@if` accepts only the whole struct of
 * such messages: it reads optional parts as always present, so it would read any other message at wrong places.
 * @param followed the optional parts that the definition follows
 */
export function payloadSizes(
  { frames: { short, long } }: ChannelModel,
  { wireSize, size, struct }: Message,
  followed?: Arrangement,
): PayloadSizes {
  const mustBeWhole = struct.variable !== undefined && followed === undefined;
  return {
    least: short === "zero" && !mustBeWhole ? 0 : (followed?.least ?? wireSize),
    most: long === "ignore" && !mustBeWhole ? undefined : size,
  };
}
