/**
 * What a part is: a folder beside this file, whose `part.ts` exports one of these, and a line in `parts.ts`. It is read whenever the
 * configuration is: its code is loaded only by the functions below, in processes that need it.
 */

import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import type { ReadApiOptions } from "../api/read-api.ts";
import type { ReloadOutcome } from "../api/reload-api.ts";
import type { Viewers } from "../bus/viewers.ts";
import type { ChannelSettings, ConfiguredChannels } from "../channels/channel-settings.ts";
import type { Action } from "../cli/action.ts";
import type { OwnedSections } from "../config/configuration-file.ts";
import type { AddedKeys } from "../config/key.ts";
import type { Caller, Callers } from "../http/caller.ts";
import type { DatagramChannel } from "../intake/datagram-decoder.ts";
import type { DecodingEpoch } from "../intake/decoding-epoch.ts";
import type { Intake } from "../intake/intake.ts";
import type { Decoding, MessageKind } from "../intake/message-kind.ts";
import type { ClockJumps } from "../journal/clock-jumps.ts";
import type { DeadLetters } from "../journal/dead-letter-access.ts";
import type { DeadLetter } from "../journal/dead-letters.ts";
import type { Events } from "../lib/events.ts";
import type { Log } from "../lib/log.ts";
import type { AddressForms } from "../model/address-forms.ts";
import type { Bus } from "../model/bus.ts";
import type { Clock } from "../model/clock.ts";
import type { Commander, ReplyPath } from "../model/command.ts";
import type { Counters } from "../model/counters.ts";
import type { DeviceNetwork } from "../model/device-network.ts";
import type { DeviceRules, ServedChannel } from "../model/measurement.ts";
import type { Message } from "../model/message.ts";
import type { Nodes } from "../model/nodes.ts";
import type { OwnMark } from "../model/own-mark.ts";
import type { Point } from "../model/point.ts";
import type { Provided } from "../model/provided.ts";
import type { RealmSettings } from "../model/realm-settings.ts";
import type { Running } from "../model/running.ts";
import type { ServiceEvents } from "../model/service-events.ts";
import type { SharedLogSettings } from "../model/shared-log.ts";
import type { Facts, StoreAccess } from "../model/store.ts";
import type { TopicRule } from "../model/topics.ts";
import type { Outgoing } from "../signals/outbox.ts";
import type { EndpointKind } from "../sources/frames/stream-endpoint.ts";
import type { BrokerKind } from "../sources/mqtt/broker-kind.ts";
import type { SourceType } from "../sources/source.ts";
import type { DepotKind } from "../store/duckdb/depot-kind.ts";
import type { InfluxqlAccess, StoreKind } from "../store/kind.ts";
import type { LogKind } from "../store-thread/thread-log.ts";
import type { Joining, Member } from "./sharing.ts";

export interface PartKind<Settings = unknown> {
  /** Its folder's name, and its name in `--parts`. */
  readonly name: string;
  /** Its sections of `channels.ini`. */
  readonly settings?: OwnedSections<Settings>;
  /** Its metrics. */
  readonly counters?: Counters;
  /** Keys that it adds to sections of the core. */
  readonly keys?: readonly AddedKeys[];
  /** Sources, whose routes come before those of ours. */
  readonly sources?: readonly SourceType[];
  /** Endpoints of channels: kinds of `sources`. */
  readonly endpoints?: readonly EndpointKind[];
  /** A broker inside the service. One part of a build has it. */
  readonly broker?: BrokerKind<Settings>;
  /** Stores: what `[store] url` may be. */
  readonly stores?: readonly StoreKind[];
  /** Places for DuckDB's files of past hours: what may follow `parquet:`. */
  readonly depots?: readonly DepotKind[];
  /** Called before a process of the service loads the codecs. @throws Error with one sentence for the operator */
  prepare?(settings: Settings, channels: ConfiguredChannels): Promise<void>;
  /**
   * Called once in a process of the service.
   * @param settings what its sections say; a reload changes it
   */
  open?(settings: () => Settings): OpenPart;
  /** Addresses and bodies of other services' devices. */
  readonly forms?: AddressForms;
  /** A network with servers of its own, through which devices send and are commanded. */
  readonly network?: DeviceNetwork;
  /** Its topics over MQTT that carry no data. */
  readonly topics?: readonly TopicRule[];
  /** Messages that it writes into the log itself. They are decoded in the store's thread, too. */
  messages?(epoch: DecodingEpoch): MessageKind;
  /** A log that several processes share. One part of a build has it. */
  readonly shared?: SharedLog;
  /** What follows stored rows in the store's thread, which loads it. */
  follow?(): Promise<MakeFollower>;
  /** What it adds to `channel-message`. */
  actions?(): Promise<readonly Action[]>;
}

export interface SharedLog {
  /** Undefined: the process is alone. They may say more than the core reads. */
  readonly settings: OwnedSections<SharedLogSettings | undefined>;
  /** Routes of a node, for the documentation. */
  routes(): Promise<Hono>;
  /** Metrics of its nodes. */
  readonly counters: readonly Counters[];
  /** Those of the log, as a storing process reads it. */
  readonly logCounters: Counters;
  /** For the store's thread, which loads it. */
  threadLog(): Promise<LogKind>;
}

/** @returns what follows the rows of all outputs */
export type MakeFollower = (thread: FollowedThread) => Follower;

export interface FollowedThread {
  /** How the row's message was decoded. */
  readonly kindOf: (row: Point) => Pick<MessageKind, "rowTopic">;
  /** Tells the part in the main thread. */
  readonly tell: (said: unknown) => void;
}

export interface Follower {
  /** Whether it passes rows on. */
  readonly isOn: boolean;
  /** What `StoredRows.configure` was given; a started thread gets it again. */
  configure(configured: unknown): void;
  /** Rows that were stored; refused ones are not among them. Hot path. */
  stored(rows: readonly Point[]): void;
  /** Tells what it holds back: the process stops. */
  flush(): void;
}

/** A part in a process. In its order: what it returns is started, stopped and closed with the others. */
export interface OpenPart {
  /** Joins the processes that share the log (`shared`). */
  join?(joining: Joining): Promise<Member>;
  /** In every process: another bus for live events, on which the service only publishes. The realm is that of our own router. */
  bus?(realm: string): Promise<Bus | undefined>;
  /** In a process with a log of its own, before messages arrive. */
  ingest?(ingest: Ingest): Promise<Running | undefined>;
  /** In a process that receives messages, and in each node of a cluster. The sources, whose routes match every address, come later. */
  exchange?(exchange: Exchange): Promise<Running | undefined>;
  /** In a process with a log of its own that stores. */
  storing?(storing: Storing): Promise<Running | undefined>;
  /** In a process that answers viewers. */
  view?(view: View): Promise<Running | undefined>;
}

/** What a part sees of a process with a log of its own. */
export interface Ingest {
  readonly log: Log;
  readonly clock: Clock;
  readonly events: Events<ServiceEvents>;
  readonly provided: Provided;
  /** The folder for its files. */
  readonly directory: string;
  readonly channels: () => readonly ServedChannel[];
  /** As configured now. */
  readonly realms: () => readonly RealmSettings[];
  /** The realm of a database, whose budgets it uses. */
  readonly realmOf: (database: string) => string;
  /** How messages are decoded now. */
  readonly decoding: Decoding;
  /** Sends a signal over MQTT, when a broker is connected. */
  readonly signal: (topic: string, signal: object) => void;
  /** Publishes rows over MQTT, in order, when a broker is connected. */
  readonly publish: (row: Outgoing) => void;
  /** Marks messages that the service itself publishes on topics of devices. */
  readonly mark: OwnMark;
  /** As configured now. */
  readonly channelSettings: () => readonly ChannelSettings[];
}

/** What a part sees of a process that receives messages and answers devices. */
export interface Exchange {
  readonly log: Log;
  readonly clock: Clock;
  readonly events: Events<ServiceEvents>;
  readonly provided: Provided;
  /** The folder for its files. */
  readonly directory: string;
  readonly routes: Hono;
  readonly callers: Callers;
  readonly decoding: Decoding;
  readonly channels: () => readonly ServedChannel[];
  /** As configured now. */
  readonly channelSettings: () => readonly ChannelSettings[];
  /** The configuration's file; and what reads it again. */
  readonly configuration: { readonly file: string; readonly reload: () => Promise<ReloadOutcome> };
  /** Absent: other nodes of the cluster receive the messages. */
  readonly intake?: Intake;
  /** Absent: another process stores. */
  readonly stored?: StoredValues;
  readonly rejected: Rejected;
  /** How the sources reach devices; none before the start. */
  readonly replyPaths: () => readonly ReplyPath[];
  /** Publishes over MQTT where a broker is connected; nothing is kept for later. */
  readonly signal: (topic: string, payload: string | Uint8Array) => void;
  /** Whether the nodes of a cluster use one broker: messages on its topics arrive at any of them. */
  readonly hasSharedBroker: boolean;
  /** Whether the credential is still valid and permits the command. */
  readonly mayCommand: (by: Commander, place: string, command: string) => boolean;
  /** The other nodes of the cluster. */
  readonly nodes?: Nodes;
}

/** The dead letters, in a cluster of all nodes. */
export interface Rejected {
  readonly deadLetters: DeadLetters;
  /** Accepts the message again, at its original time. @throws Error with the reason */
  readonly retry: (letter: DeadLetter) => Promise<void>;
  /** A payload in readable form. */
  readonly show: (message: Message) => string;
  /** Explains the bytes of a channel's frame and why it may not decode; undefined for other messages. */
  readonly explain: (message: Message) => string | undefined;
}

/** The store of this process, including all messages received before the query. */
export interface StoredValues {
  readonly store: Pick<StoreAccess, "rows" | "fieldTypes">;
  settled(timeoutMs: number): Promise<boolean>;
}

/** What a part sees of a process with a log of its own that stores. */
export interface Storing {
  readonly log: Log;
  readonly version: string;
  /** The service's name at brokers. */
  readonly instance: string;
  readonly events: Events<ServiceEvents>;
  readonly store: StoreAccess;
  readonly facts: Facts;
  readonly rows: StoredRows;
  readonly publish: (row: Outgoing) => void;
  readonly channels: () => readonly ServedChannel[];
  readonly channelSettings: () => readonly ChannelSettings[];
  /** Of the channel's firmware, if its codecs have one. */
  readonly firmware: (channel: string) => string | undefined;
  readonly deviceRules: DeviceRules;
}

/** The part's follower in the store's thread. */
export interface StoredRows {
  /** Plain data for the follower, now and whenever the thread starts again. */
  configure(configured: unknown): void;
  onMessage(listener: (said: unknown) => void): void;
}

/** What a part sees of a process that answers viewers. */
export interface View {
  readonly log: Log;
  readonly events: Events<ServiceEvents>;
  readonly provided: Provided;
  /** Its routes. The page, which answers all other paths, comes last. */
  readonly routes: Hono;
  /** The callers of its routes. */
  readonly callers: Callers;
  /** The caller of a WebSocket; undefined without a valid credential. */
  readonly viewer: (request: IncomingMessage) => Caller | undefined;
  readonly needsCredentials: boolean;
  readonly viewers: Viewers;
  readonly store: StoreAccess;
  readonly facts: Facts;
  /** The store and the channels, as the read API has them. */
  readonly reading: ReadApiOptions;
  /** Resolves when everything received so far is stored; to false if that takes too long. */
  readonly settled: () => Promise<boolean>;
  readonly channels: () => readonly ServedChannel[];
  /** The active channel of this name. */
  readonly channel: (name: string) => DatagramChannel | undefined;
  /** As configured now. */
  readonly channelSettings: () => readonly ChannelSettings[];
  readonly jumps: ClockJumps;
  /** Servers with InfluxQL that store. */
  readonly influxql: {
    readonly main: InfluxqlAccess | undefined;
    /** Undefined: the database is in the main store. */
    readonly of: (database: string) => InfluxqlAccess | undefined;
  };
  /** This service's address, with the path of a proxy. */
  readonly url: () => string;
  readonly basePath: string;
}

/** What a part that a build leaves out could be configured with. The build writes it into the list of parts. */
export interface LeftOutPart {
  readonly name: string;
  /** Such as `grafana`, or `realm-<name>`. */
  readonly sections: readonly string[];
  /** Keys in sections of the core: `wamp.url`. */
  readonly keys: readonly string[];
  /** Beginnings of `[store] url`. */
  readonly stores: readonly string[];
  /** Words for `dialect` in sections of vendors' topics. */
  readonly dialects: readonly string[];
  readonly endpoints: readonly string[];
}
