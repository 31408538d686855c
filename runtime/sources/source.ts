/**
 * What every source is: a folder of its own, registered once in `registry.ts`.
 *
 * A `SourceType` says two things. `messages` is what others have to know of its messages; it is pure, and used again on the
 * store's side, where no socket is. `make` makes the source: it turns input into `Delivery`s and passes them to intake,
 * which answers each exactly once with `acknowledge` or `refuse`. Nothing outside the folder asks which source a message is of.
 */

import type { Hono } from "hono";
import type { ChannelCodecs } from "../codec/struct-codec.ts";
import type { Commands, WayBack } from "../commands/command.ts";
import type { Settings } from "../config/settings.ts";
import type { DirectHandler } from "../http/direct.ts";
import type { CsvHeaders } from "../intake/csv-headers.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import type { Intake } from "../intake/intake.ts";
import type { Decoding, MessageKind } from "../intake/message-kind.ts";
import type { SignalTransport } from "../signals/signals.ts";
import type { Clock } from "../telemetry/clock.ts";
import type { Log } from "../telemetry/log.ts";
import type { NameCollisions } from "../telemetry/name-collisions.ts";
import type { OwnMark } from "../telemetry/own-mark.ts";
import type { Observable } from "../telemetry/part-status.ts";
import type { HttpAccess } from "./http/access.ts";
import type { MqttAccess } from "./mqtt/access.ts";
import type { UdpChannels } from "./udp/udp-channels.ts";

/** A source that is open, or will be opened. */
export interface Source extends Observable {
  /** Opens it. @throws Error with one sentence when it cannot be, for the operator */
  start(): Promise<void>;
  /** Takes nothing more; resolves when what came was handed on. Signals can still be carried. */
  stop(): Promise<void>;
  /** After all was stored and signalled. */
  close?(): Promise<void>;
  /** Reads TLS files again. */
  reloadTls?(): void;
  /** The configuration was read again; codecs of its channels hold already. @throws Error with one sentence for what of it cannot be served; the rest is */
  reload?(configuration: Configuration): Promise<void>;
  /** What to print once it runs, without the source's name. */
  lines(): readonly string[];
  /** Where the source can carry error signals to its senders. */
  readonly signals?: SignalTransport;
  /** How commands reach those who send. */
  readonly wayBack?: WayBack;
}

/** What the configuration files say, and the codecs that belong to it. */
export interface Configuration {
  readonly settings: Settings;
  readonly codecs: ReadonlyMap<string, ChannelCodecs>;
}

/** Told each address of a device where messages come in, to see whether names fall together. */
export type NameObserver = Pick<NameCollisions, "note">;

/** What a node of a cluster shares with others, and by what it is told from them. */
export interface ClusterPlace {
  readonly lab: string;
  /** Identity of its journal. */
  readonly node: string;
}

export interface SourceContext {
  /** Absent where there is one process. */
  readonly place?: ClusterPlace;
  readonly configuration: Configuration;
  readonly decoding: Decoding;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly log: Log;
  readonly channels: UdpChannels;
  readonly csvHeaders: CsvHeaders;
  /** On messages of our own, which are not taken in. */
  readonly mark: OwnMark;
  /** The source cannot do its work any more, however often it is tried: one sentence why. */
  readonly onFailed: (reason: string) => void;
  /** Routes of the one HTTP server, and how that is. */
  readonly routes: Hono;
  readonly listener: Observable & { readonly url: string | undefined; answerFirst(handler: DirectHandler): void };
  /** Orders, and commands for those who fetch them. */
  readonly commands?: Commands;
  /** Absent: everybody may do everything. */
  readonly access?: { readonly http: HttpAccess; readonly mqtt: MqttAccess };
}

export interface SourceType {
  /** As it stands in each message of the log: never to be given to something else. */
  readonly name: string;
  /** Of an epoch: nothing else may change what a message means. */
  messages(epoch: DecodingEpoch, observer?: NameObserver): MessageKind;
  /** Loads what it needs only then; nothing is opened before `start`. */
  make(context: SourceContext): Promise<Source>;
}
