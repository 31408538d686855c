/** Interface and context of all stream endpoints. */

import type { Writable } from "node:stream";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { FrameStream } from "./frame-stream.ts";

export interface StreamEndpoint {
  /** @throws Error (one sentence) where it cannot be opened and will not be by itself */
  open(): Promise<void>;
  /** Takes nothing more; resolves when what came was answered. */
  close(): Promise<void>;
  /** As it is printed at the start: with the port that the system chose. */
  readonly shown: string;
  /** Undefined while it works. */
  readonly problem: PartStatus["lastError"];
}

/** When the frames of a recording came, each time anew. */
export interface RecordedTimes {
  nowNs(): bigint;
}

export interface StreamDetails {
  /** Of a recording; else it is now. */
  readonly times?: RecordedTimes;
  /** Sends bytes to whom the stream comes from. */
  readonly answer?: (bytes: Uint8Array) => void;
}

export interface EndpointContext {
  readonly channel: string;
  /** A stream from somebody. */
  stream(sender: string, more?: StreamDetails): FrameStream;
  /** What is written to it reaches the sender. Gives what is to be called at its end. */
  connected?(sender: string, stream: Writable): () => void;
  /** One line for the operator: lost and found connections. */
  say(level: "info" | "warn", sentence: string): void;
}

export function problemNow(message: string): NonNullable<PartStatus["lastError"]> {
  return { message, time: new Date().toISOString() };
}
