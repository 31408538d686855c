/** Interface and context of all stream endpoints. */

import type { Writable } from "node:stream";
import type { ChannelEndpoint, ChannelSettings } from "../../channels/channel-settings.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { FrameStream, FrameStreamOptions } from "./frame-stream.ts";

/** Endpoints of a part: of some kinds of `sources`. */
export interface EndpointKind {
  readonly kinds: readonly ChannelEndpoint["kind"][];
  /** Commands reach its senders, whose names begin with the kind. */
  readonly isTwoWay?: true;
  /** Loads its code. */
  make(): Promise<MakeEndpoint>;
}

/** Undefined for an endpoint of another kind. */
export type MakeEndpoint = (
  endpoint: ChannelEndpoint,
  channel: Pick<ChannelSettings, "udpPort">,
  context: EndpointContext,
) => StreamEndpoint | undefined;

export interface StreamEndpoint {
  /** @throws Error (one sentence) if it cannot be opened and retrying is useless */
  open(): Promise<void>;
  /** Accepts nothing more; resolves when everything received was answered. */
  close(): Promise<void>;
  /** Text for the start lines, with the port that the system chose. */
  readonly shown: string;
  /** Undefined while it works. */
  readonly problem: PartStatus["lastError"];
}

/**
 * `clock`: the times of a recording's frames, one for each call; by default the current time. `framing` and `isNumbered`:
 * where they are not the channel's.
 */
export type StreamDetails = Partial<
  Pick<FrameStreamOptions, "clock" | "isRecorded" | "answer" | "framing" | "isNumbered">
>;

export interface EndpointContext {
  readonly channel: string;
  /** Opens a stream for a sender. */
  stream(sender: string, more?: StreamDetails): FrameStream;
  /** Registers a connection that reaches the sender of a stream. Returns a function to call at its end. */
  connected?(sender: string, connection: Writable, stream: FrameStream): () => void;
  /** One line for the operator: connections lost and restored. */
  say(level: "info" | "warn", sentence: string): void;
}

export function problemNow(message: string): NonNullable<PartStatus["lastError"]> {
  return { message, time: new Date().toISOString() };
}
