/** What cuts a stream of bytes into frames, and what it gives them to. */

/** What a stream was cut into, in order. The bytes are the receiver's own. */
export interface FrameSink {
  frame(bytes: Uint8Array): void;
  /** A run of bytes that is not a frame; a long run comes in several pieces. */
  skipped(bytes: Uint8Array): void;
}

export interface StreamFramer<Table = never> {
  /** The frames are those of another table from now on; absent where bytes are cut without one. */
  use?(table: Table): void;
  push(chunk: Uint8Array): void;
  /** The stream is silent: what would be a frame only if more bytes had come is given up, but for one that just begins. */
  pause(): void;
  /** The stream ends: what waits is told as skipped. */
  end(): void;
  /** Bytes that wait for more. */
  readonly waiting: number;
}

/** Bytes of a run that is told in one piece. */
export const RUN_BYTES = 4096;

/** The largest frame of a stream, bytes. */
export const MAX_FRAME_BYTES = 65_535;
