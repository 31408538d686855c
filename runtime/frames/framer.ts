/** The interfaces between a framer, which cuts a stream into frames, and its receiver. */

/** Receives the parts of a stream in order, and owns their bytes. */
export interface FrameSink {
  frame(bytes: Uint8Array): void;
  /** Bytes outside frames; a long run arrives in several pieces. */
  skipped(bytes: Uint8Array): void;
}

export interface StreamFramer<Table = never> {
  /** Continues with another table; absent if frames are cut without one. */
  use?(table: Table): void;
  push(chunk: Uint8Array): void;
  /** The stream is silent: gives up an unfinished frame, unless it is the only thing waiting. */
  pause(): void;
  /** The stream ends: reports waiting bytes as skipped. */
  end(): void;
  /** Number of bytes that wait for more. */
  readonly waiting: number;
}

/** Maximum number of skipped bytes reported in one piece. */
export const RUN_BYTES = 4096;

/** The largest frame of a stream, bytes. */
export const MAX_FRAME_BYTES = 65_535;
