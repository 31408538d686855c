/**
 * How processes work as one: what a part that has a shared log gets of the service (`Joining`), and what it gives in place of what one
 * process has for itself (`Member`). Without such a part, or without its configuration, the service uses its own.
 */

import type { Hono } from "hono";
import type { Viewers } from "../bus/viewers.ts";
import type { Role } from "../config/cluster-roles.ts";
import type { Callers } from "../http/caller.ts";
import type { Rejection } from "../intake/intake.ts";
import type { DeadLetters } from "../journal/dead-letter-access.ts";
import type { DeadLetterLog } from "../journal/dead-letter-log.ts";
import type { DeadLetter } from "../journal/dead-letters.ts";
import type { NumberedText } from "../journal/epoch-texts.ts";
import type { FileLog } from "../journal/file-log.ts";
import type { FirstTimes } from "../journal/first-times.ts";
import type { Log } from "../lib/log.ts";
import type { Clock } from "../model/clock.ts";
import type { ClusterReport } from "../model/cluster-report.ts";
import type { LogWriter } from "../model/message-log.ts";
import type { Nodes } from "../model/nodes.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { Removal, Removed } from "../model/removal.ts";
import type { Running } from "../model/running.ts";
import type { NodeIdentity } from "../model/shared-log.ts";
import type { SharedText } from "../model/shared-text.ts";
import type { Facts, StoreAccess } from "../model/store.ts";
import type { Topics } from "../model/topics.ts";
import type { Outbox } from "../signals/outbox.ts";
import type { StoreSettings } from "../store/store-settings.ts";
import type { Epochs, EpochsOptions } from "../store-thread/epochs.ts";

export interface Joining {
  readonly log: Log;
  readonly version: string;
  readonly clock: Clock;
  readonly roles: readonly Role[];
  /** Called, with one sentence why, when the process can no longer work and must be stopped. */
  readonly onFailed: (reason: string) => void;
  /** Identity of this process: its journal's, or, without one, of the machine and the configuration. */
  readonly id: string;
  /** The folder for its files. */
  readonly directory: string;
  readonly store: StoreSettings;
  readonly routes: Hono;
  readonly callers: Callers;
  /** What this process's viewers subscribe to, and where they get events of other nodes. */
  readonly viewers: Pick<Viewers, "subscriptions" | "publish">;
  /** Undefined before the start. */
  readonly state: () => PartStatus["state"] | undefined;
  /** For people and devices. */
  readonly url: () => string;
  /** Makes accounts and sessions the same at all nodes. */
  readonly shareAccess: (text: (name: "users" | "sessions") => SharedText) => void;
  /** Absent: the process receives and stores no messages. */
  readonly own: OwnJournal | undefined;
  readonly topics: Topics;
  /** The MQTT broker of a receiving node: its own, or one for several nodes. */
  readonly broker: "own" | "shared";
  /** How messages of earlier epochs are decoded. */
  readonly epochs: (options: Omit<EpochsOptions, "kindsOf" | "settings">) => Epochs;
  /** The epoch of new messages. */
  readonly epoch: () => NumberedText;
  /** Shows why messages were rejected. */
  readonly noteDeadLetters: (letters: readonly DeadLetter[]) => void;
  /** Another node deleted a measurement. */
  readonly removed: (removed: Removed) => void;
  /** What a stop does before it closes a writer: bring what waits to its target. */
  readonly drained: (writer: {
    readonly waiting: number;
    drain(timeoutMs: number): Promise<boolean>;
  }) => Pick<Running, "stop" | "deadlineMs">;
}

/** The journal of a process that receives or stores messages, and what goes with it. */
export interface OwnJournal {
  readonly messages: FileLog;
  readonly deadLetters: DeadLetterLog;
  readonly refuse: (rejection: Rejection, key: string) => void;
  readonly signals: Outbox;
  readonly rows: Outbox;
}

export type Retry = (letter: DeadLetter) => Promise<void>;

export interface Member {
  readonly node: NodeIdentity;
  readonly parts: readonly Running[];
  /** Keeps facts for all nodes. */
  readonly facts: Facts;
  /** The text of an epoch of any node; undefined if it is lost. @throws Error while it may still come */
  readonly epochText: (number: number) => Promise<string | undefined>;
  /** Adds what other nodes have stored to the store's catalogue. */
  readonly follow: (store: StoreAccess) => StoreAccess;
  /** The state of all nodes. */
  readonly report: () => Promise<ClusterReport>;
  /** First times of messages at all nodes; undefined: those of this process count. */
  readonly firstTimes: FirstTimes | undefined;
  /** Brings this process's journal to the shared log; intake uses the returned log. Call it before anything is appended. */
  readonly forward: (() => Promise<{ readonly log: LogWriter; readonly parts: readonly Running[] }>) | undefined;
  /** Dead letters of all nodes. */
  readonly deadLetters: DeadLetters;
  /** Serves retries for nodes that cannot retry themselves. */
  readonly takeRetries: (retry: Retry) => void;
  /** Asks a node that can retry. */
  readonly passRetry: Retry;
  /** Waits until the stores have everything that the shared log has now. False after this time. */
  readonly stored: (timeoutMs: number) => Promise<boolean>;
  /** From now on, rows that were received before stay deleted, also if they are sent again. @returns takes it back */
  readonly noteRemoval: (removal: Removal) => Promise<() => Promise<void>>;
  /** The other nodes, for a part that asks them. */
  readonly nodesFor: (part: string) => Nodes;
}
