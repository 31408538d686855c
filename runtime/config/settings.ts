/** The configuration, typed and with all defaults filled in. */

import type { FrameFormat, Framing } from "../frames/frame-format.ts";
import type { AbiName } from "./abi-names.ts";
import type { DisplayRule } from "./display-rule.ts";
import type { EmitName } from "./emit-names.ts";
import type { ConfigProblem } from "./ini.ts";
import type { Keep } from "./keep.ts";
import type { WrittenKeys } from "./key.ts";
import type { PartSettings } from "./parts.ts";
import type { DialectName } from "./realm-words.ts";
import type { TopicMap } from "./topic-maps.ts";
import type { Endpoint, VersionSettings } from "./values.ts";

/** One entry of `messages`: assigns an ID to a struct [D36]. */
export interface NamedMessage {
  /** Undefined for an enumerator, whose value is in the headers. */
  readonly id: number | undefined;
  /** As written: `0x10`, `'GPS1'`, `PACKET_ID_MOTION`. */
  readonly idText: string;
  /** Struct, class or typedef. */
  readonly struct: string;
  /** Appended to what the trailer's checksum covers (MAVLink's CRC_EXTRA). */
  readonly checkExtra: number | undefined;
  /** `checkExtra` as a macro or constant of the headers: `extra=MAVLINK_MSG_ID_ATTITUDE_CRC`. */
  readonly extraName?: string;
  /** The struct's byte order, if it differs from the channel's. */
  readonly order?: "little" | "big";
  /** Line in the configuration file. */
  readonly line: number;
  readonly column: number;
}

/** A channel's messages and frames; each property is absent if the section does not set it. */
export interface ChannelFrames {
  readonly messages?: readonly NamedMessage[];
  readonly frames?: FrameFormat;
  readonly framing?: Framing;
}

export interface SerialSettings {
  /** `/dev/ttyUSB0`, `/dev/serial/by-id/…`, `COM3`. */
  readonly path: string;
  readonly baudRate: number;
  readonly dataBits: 5 | 6 | 7 | 8;
  readonly parity: "none" | "even" | "odd" | "mark" | "space";
  readonly stopBits: 1 | 1.5 | 2;
}

export type ChannelEndpoint =
  | { readonly kind: "file"; readonly path: string }
  /** Standard input. */
  | { readonly kind: "stdin" }
  | {
      readonly kind: "udp";
      readonly port: number;
      /** A multicast group, and the interface (its name or address) it is joined on. */
      readonly group?: string;
      readonly interface?: string;
    }
  | {
      readonly kind: "tcp-listen" /** Undefined: the section's address. */;
      readonly host: string | undefined;
      readonly port: number;
    }
  | { readonly kind: "tcp-connect"; readonly endpoint: Endpoint }
  | { readonly kind: "serial"; readonly serial: SerialSettings }
  | { readonly kind: "mqtt"; readonly filter: string };

/** `[lab-<channel>]` */
export interface ChannelSettings extends ChannelFrames {
  /** The section's name without `lab-`. */
  readonly name: string;
  /** Undefined: no endpoint of the channel is a UDP port. */
  readonly udpPort: number | undefined;
  /** Absent: the UDP port only. */
  readonly sources?: readonly ChannelEndpoint[];
  /** Address that the UDP socket binds to; `listen` of the section, else of `[udp]`, else loopback. */
  readonly udpHost: string;
  readonly wampTopic: string;
  /** Absolute path. */
  readonly includePath: string;
  /** Further folders, searched for headers that the first one does not have. */
  readonly moreIncludePaths?: readonly string[];
  readonly headerFiles: readonly string[];
  readonly abi: AbiName;
  /** The section does not set `abi`: it is the default. */
  readonly abiAssumed?: true;
  readonly layout: "natural" | "packed" | undefined;
  readonly byteOrder: "little" | "big";
  readonly defines: ReadonlyMap<string, string>;
  /** Compiler flags, one word each. */
  readonly cflags?: readonly string[];
  readonly storeExclude: readonly string[];
  /** Firmware versions in use at the same time, oldest first; `headerFiles` belongs to the last one. */
  readonly versions?: readonly VersionSettings[];
  /** Fields that older versions store in their own columns. */
  readonly versionColumns?: readonly string[];
  /** Sender's address → the firmware version that it sends. */
  readonly pins?: ReadonlyMap<string, string>;
  /** Whether stored rows are published over MQTT; by default as in `[publish] mqtt`. */
  readonly publish?: "json" | "off";
  /** Definitions for other tools, in addition to the codecs. */
  readonly emit?: readonly EmitName[];
  /** CIDR networks from which datagrams are accepted; empty: all. */
  readonly allowFrom: readonly string[];
  /** A TCP endpoint of the channel closes a connection after this idle time. */
  readonly tcpIdleMs: number;
  /** Frames with their board's number are acknowledged on the same path. */
  readonly acknowledges?: true;
}

/** Name of an older version of a channel in the generated codecs: `rig@v1`. */
export function olderName(channel: string, version: string): string {
  return `${channel}@${version}`;
}

/** `[gen]` */
export interface GenSettings {
  /** Definitions for all channels. */
  readonly emit: readonly EmitName[];
  /** Absolute path; absent: the output folder. */
  readonly emitDirectory: string | undefined;
  /** Absent: determined from the target project. */
  readonly importExtension: "ts" | "js" | "none" | undefined;
  /** Type of 64-bit integers in records of `gen --out`. */
  readonly int64: "bigint" | "number" | "string";
  /** Whether these records have typed arrays for arrays of numbers. */
  readonly typedArrays: boolean;
}

/** A realm's settings that affect decoding; with the name `*`, those of all realms without a section. */
export interface DecodedRealm {
  readonly name: string;
  /** Longest first [D26]. */
  readonly networks: readonly string[];
  /** IANA name; the zone of times without one [D23]. */
  readonly timezone: string;
  /** The channel whose structs decode the devices' binary payloads. */
  readonly binary?: string;
  /** Time fields, tried before the known ones; inside an object `outer.inner`. */
  readonly time?: readonly string[];
  /** Fields whose numbers are identifiers and stay text. */
  readonly text?: readonly string[];
  /** Fields stored as text, and as tags if the store has tags. */
  readonly tags?: readonly string[];
  /** Objects in arrays: columns are named by index. */
  readonly arrays?: "by-place";
  /** Dialects that its devices may speak. */
  readonly compat?: readonly DialectName[];
  /** Names of databases and measurements are in lower case. */
  readonly names?: "lower";
  /** Which short addresses are valid: `<realm>/<network>/<node>` or `<realm>/<node>`. */
  readonly addresses?: "short" | "basic";
  /** Topics of vendors that map to addresses of this realm. */
  readonly maps?: readonly TopicMap[];
  /** Networks that direct addresses may name; empty: all. */
  readonly directNetworks?: readonly string[];
}

/** `[realm-<name>]` */
export interface RealmSettings extends DecodedRealm {
  /** Display rules for fields of its devices, by lower-case name. */
  readonly rules?: ReadonlyMap<string, DisplayRule>;
  /** Messages received over HTTP are published over MQTT. */
  readonly republish?: true;
}

/** A bucket on S3 or a compatible server. */
export interface BucketSettings {
  readonly bucket: string;
  /** Prefix of its keys, without leading or trailing slashes; may be empty. */
  readonly prefix: string;
  /** Absent: Amazon's for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The bucket is the first part of the path, not part of the host name. */
  readonly isPathStyle: boolean;
  /** Absolute path of a file with the keys; absent: the environment's. */
  readonly credentials: string | undefined;
  readonly cacheBytes: number;
}

export type StoreSettings =
  | {
      readonly kind: "duckdb";
      /** Absolute path, or `:memory:`. */
      readonly path: string;
      /** Absolute path of the folder for Parquet files of past hours. */
      readonly parquet?: string;
      /** The bucket for these files; the folder is its cache. */
      readonly bucket?: BucketSettings;
      /** A new database takes over the files of a lost one. */
      readonly adopt?: boolean;
      /** Absent: everything is kept. */
      readonly keep?: Keep;
    }
  | {
      readonly kind: "influxdb";
      /** `auto` detects it. */
      readonly version: "auto" | "1" | "2" | "3";
      /** `http://host:8086` */
      readonly url: string;
      readonly username: string | undefined;
      readonly password: string | undefined;
      readonly token: string | undefined;
      readonly org: string | undefined;
    }
  | {
      readonly kind: "postgres";
      /** `postgres://user:password@host:5432/database`, with the client's options after `?`. */
      readonly url: string;
    };

/** `[store-<name>]`: an InfluxDB that stores the databases with these names. */
export interface NamedStore {
  readonly name: string;
  /** Patterns with `*` and `?`. */
  readonly databases: readonly string[];
  readonly store: Extract<StoreSettings, { kind: "influxdb" }>;
  /** Absent: half of the journal. */
  readonly backlogBytes?: number;
}

/** `[webhook-<name>]` */
export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  readonly send: readonly ("alarms" | "events")[];
  /** Patterns with `*` and `?`. */
  readonly databases: readonly string[];
  readonly token: string | undefined;
  readonly secret: Uint8Array | undefined;
}

export type ClusterRole = "all" | "ingest" | "store" | "view";

/** `[cluster]` */
export interface ClusterSettings {
  /** `nats://host:4222`, optionally with user and password; any one of them is enough. */
  readonly urls: readonly string[];
  readonly role: ClusterRole;
  /** Which log must have a message before it is acknowledged: the cluster's, or this node's journal. */
  readonly acknowledge: "replicated" | "local";
  /** Name of the cluster, for several clusters on the same servers. */
  readonly name: string;
  /** Partitions of the log; absent: the existing number, or 8 for a new log. */
  readonly partitions: number | undefined;
  /** Times of receipt of node k are k modulo this, ns. */
  readonly nodes: number;
  /** Replicas of each stream; absent: three if there are three servers, else one. */
  readonly replicas: number | undefined;
  /** A store worker that is silent for this long counts as lost. */
  readonly ackWaitMs: number;
  /** How long the node's journal keeps messages that the cluster's log has. */
  readonly keepMs: number;
  /** Size of the cluster's log, bytes. */
  readonly maxBytes: number;
  /** Absolute paths. */
  readonly credentials: string | undefined;
  readonly ca: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

export interface Settings extends Omit<PartSettings, "publish"> {
  /** Each key as written. */
  readonly keys: WrittenKeys;
  /** Absolute path of the INI file. */
  readonly file: string;
  /** Its folder; relative paths start there. */
  readonly directory: string;
  /** `generated/` beside the INI file. */
  readonly generatedDirectory: string;
  readonly gen: GenSettings;
  readonly channels: readonly ChannelSettings[];
  /** Empty: every realm is accepted. */
  readonly realms: readonly RealmSettings[];
  readonly publish?: PartSettings["publish"];
  readonly store: StoreSettings;
  /** Stores for some databases; the first match applies. */
  readonly stores?: readonly NamedStore[];
  /** How much of the journal may wait for the main store if there are others, bytes; absent: half of it. */
  readonly storeBacklogBytes?: number;
  readonly webhooks: readonly WebhookSettings[];
  /** Undefined: one process. */
  readonly cluster?: ClusterSettings;
}

/** `message` is ready to print: `channels.ini:12: …`, one line for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(message: string, problems: readonly ConfigProblem[]) {
    super(message);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** The folders with a channel's headers, in search order. */
export function includePathsOf({
  includePath,
  moreIncludePaths = [],
}: Pick<ChannelSettings, "includePath" | "moreIncludePaths">): readonly string[] {
  return [includePath, ...moreIncludePaths];
}
