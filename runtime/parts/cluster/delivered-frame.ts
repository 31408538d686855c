/** A delivered frame of the cluster's log that some outputs of the worker have not stored. */

import type { LogEntry } from "../../model/message-log.ts";
import type { Delivered } from "./partition-reader.ts";
import type { StreamPosition } from "./positions.ts";

/** An entry without a cursor, since each output numbers entries by itself. */
export type FrameEntry = Omit<LogEntry, "cursor" | "epoch">;

/** An output that frames are given to. */
export interface FrameOutput {
  readonly name: string;
  /** Another output has stored the frame; now it waits for those that have not. */
  fallBehind(taken: DeliveredFrame): void;
}

/** A delivery without its bytes. */
export interface FrameDelivery extends StreamPosition, Pick<Delivered, "key"> {
  /** The subject for its acknowledgement. */
  readonly reply: string;
}

export interface DeliveredFrame {
  /** The newest deliveries; deliveries of a deleted consumer are ignored. Several if the frame came in parts. */
  deliveries: readonly FrameDelivery[];
  readonly partition: number;
  readonly node: string;
  readonly epoch: number;
  /** Size of its payloads. */
  readonly bytes: number;
  readonly count: number;
  /** It may be stored already: its messages replace rows with the same times. */
  isAgain: boolean;
  /** Undefined while only the servers have them, because an output is far behind. */
  entries: readonly FrameEntry[] | undefined;
  /** Outputs that have not stored it. */
  readonly left: Set<FrameOutput>;
  /** Number of outputs that have stored it. */
  stored: number;
  /** Another worker gives it to the outputs that left it here, so this worker must not acknowledge it. */
  isLost: boolean;
}
