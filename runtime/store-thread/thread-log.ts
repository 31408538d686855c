/** A log that the store's thread brings to the outputs: the journal, or one that several processes share, which a part has. */

import type { CodecChoice } from "../intake/decoding-epoch.ts";
import type { LogReader } from "../model/message-log.ts";
import type { PartStatus } from "../model/part-status.ts";
import { FormerOutputs, type StoreOutput } from "../store/routing.ts";
import type { WorkerOptions } from "./protocol.ts";
import { RemoteLog, type RemoteLogOptions } from "./remote-log.ts";
import { onceFrom, type RowSelection } from "./takes.ts";

export interface ThreadLog {
  /** For each output. */
  readonly outputs: readonly ({ readonly reader: LogReader } & Partial<RowSelection>)[];
  /** Readers whose blocks the other half has. */
  readonly remote: readonly RemoteLog[];
  /** If the thread reads it itself. */
  readonly status?: () => PartStatus;
  readonly close?: () => Promise<void>;
}

export interface ThreadLogOptions extends Pick<RemoteLogOptions, "link" | "report"> {
  readonly options: WorkerOptions;
  readonly stores: readonly StoreOutput[];
  readonly onFinding: (sentence: string) => void;
}

export interface LogKind {
  /** Which codecs may replace missing ones. */
  readonly choice: CodecChoice;
  /** Which rejections are told: of single rows, too, since a crash may have lost those of the arrival. */
  readonly tells: "rows" | "messages";
  open(parts: ThreadLogOptions): Promise<ThreadLog>;
}

export const JOURNAL_LOG: LogKind = {
  choice: "exact",
  tells: "rows",
  /** Each output has its own position, so one that is away does not delay the others. */
  async open({ options: { outputs, idPrefix, handover }, link, report }) {
    const former = handover && new FormerOutputs(handover);
    const remote = outputs.map((output) => new RemoteLog({ link, output, idPrefix, report }));
    return { remote, outputs: remote.map((reader) => ({ reader, ...onceFrom(reader, former) })) };
  },
};
