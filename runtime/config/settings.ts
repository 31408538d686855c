/** The configuration, typed and with all defaults filled in. */

import type { FrameFormat, Framing } from "../frames/frame-format.ts";
import type { AbiName } from "./abi-names.ts";
import type { DisplayRule } from "./display-rule.ts";
import type { EmitName } from "./emit-names.ts";
import type { Keep } from "./keep.ts";
import type { WrittenKeys } from "./key.ts";
import type { DialectName } from "./realm-words.ts";
import type { TopicMap } from "./topic-maps.ts";

export interface Endpoint {
  readonly host: string;
  /** 0 lets the system choose (tests). */
  readonly port: number;
}

/** One entry of `messages`: which struct is which message [D36]. */
export interface NamedMessage {
  /** Undefined where it is an enumerator's, whose value the headers know. */
  readonly id: number | undefined;
  /** As written: `0x10`, `'GPS1'`, `PACKET_ID_MOTION`. */
  readonly idText: string;
  /** Struct, class or typedef. */
  readonly struct: string;
  /** Appended to what the trailer's checksum covers (MAVLink's CRC_EXTRA). */
  readonly checkExtra: number | undefined;
  /** The same as a macro or constant of the headers: `extra=MAVLINK_MSG_ID_ATTITUDE_CRC`. */
  readonly extraName?: string;
  /** Of the struct, where it is not the channel's. */
  readonly order?: "little" | "big";
  /** In the configuration file. */
  readonly line: number;
  readonly column: number;
}

/** What a channel says of its messages and frames; each absent where the section says nothing of it. */
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
      readonly kind: "tcp-listen" /** Undefined: as the section listens. */;
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
  /** Where the UDP socket binds; `listen` of the section, else of `[udp]`, else loopback. */
  readonly udpHost: string;
  readonly wampTopic: string;
  /** Absolute. */
  readonly includePath: string;
  /** Further folders, where headers that are not in the first one are looked for. */
  readonly moreIncludePaths?: readonly string[];
  readonly headerFiles: readonly string[];
  readonly abi: AbiName;
  /** The section does not say it: `abi` is the default. */
  readonly abiAssumed?: true;
  readonly layout: "natural" | "packed" | undefined;
  readonly byteOrder: "little" | "big";
  readonly defines: ReadonlyMap<string, string>;
  /** Compiler flags, one word each. */
  readonly cflags?: readonly string[];
  readonly storeExclude: readonly string[];
  /** Versions of the firmware that send at once, oldest first; `headerFiles` are the last one's. */
  readonly versions?: readonly VersionSettings[];
  /** Fields that older versions store in columns of their own. */
  readonly versionColumns?: readonly string[];
  /** Sender's address → name of the version it sends. */
  readonly pins?: ReadonlyMap<string, string>;
  /** Whether stored rows are published over MQTT; as `[publish] mqtt` says where absent. */
  readonly publish?: "json" | "off";
  /** Definitions for other tools, beside the codecs. */
  readonly emit?: readonly EmitName[];
  /** CIDR networks datagrams are taken from; empty takes all. */
  readonly allowFrom: readonly string[];
  /** After which a silent connection to a TCP endpoint of the channel is closed. */
  readonly tcpIdleMs: number;
  /** Frames that their boards number are acknowledged by the way they came. */
  readonly acknowledges?: true;
}

export interface VersionSettings {
  readonly name: string;
  readonly headerFiles: readonly string[];
}

/** Of an older version of a channel among generated codecs: `rig@v1`. */
export function olderName(channel: string, version: string): string {
  return `${channel}@${version}`;
}

/** `[gen]` */
export interface GenSettings {
  /** Definitions of all channels. */
  readonly emit: readonly EmitName[];
  /** Absolute; absent: the output folder. */
  readonly emitDirectory: string | undefined;
  /** Absent: by the project that it is for. */
  readonly importExtension: "ts" | "js" | "none" | undefined;
  /** How the records of `gen --out` have 64-bit integers. */
  readonly int64: "bigint" | "number" | "string";
  /** Whether they have arrays of numbers as typed arrays. */
  readonly typedArrays: boolean;
}

/** What decoding takes of a realm; of all that have no section where its name is `*`. */
export interface DecodedRealm {
  readonly name: string;
  /** Longest first [D26]. */
  readonly networks: readonly string[];
  /** IANA name; times without a zone are of this zone [D23]. */
  readonly timezone: string;
  /** Channel whose structs the devices' binary payloads are. */
  readonly binary?: string;
  /** Fields that give the time, before those that are known; within an object `outer.inner`. */
  readonly time?: readonly string[];
  /** Fields whose numbers are names, and stay texts. */
  readonly text?: readonly string[];
  /** Fields that are texts, and tags where the store has tags. */
  readonly tags?: readonly string[];
  /** Columns of an array's objects are named by their places. */
  readonly arrays?: "by-place";
  /** Dialects that its devices may speak. */
  readonly compat?: readonly DialectName[];
  /** Databases and measurements are in small letters. */
  readonly names?: "lower";
  /** `<realm>/<network>/<node>` is an address, or `<realm>/<node>`. */
  readonly addresses?: "short" | "basic";
  /** Topics of vendors that mean addresses of this realm. */
  readonly maps?: readonly TopicMap[];
  /** Networks that direct addresses may name; all where empty. */
  readonly directNetworks?: readonly string[];
}

/** `[realm-<name>]` */
export interface RealmSettings extends DecodedRealm {
  /** How fields of its devices are judged and shown, by their name in small letters. */
  readonly rules?: ReadonlyMap<string, DisplayRule>;
  /** What comes over HTTP is published over MQTT. */
  readonly republish?: true;
}

export interface TlsFiles {
  /** Absolute paths. */
  readonly certificate: string;
  readonly key: string;
}

export interface HttpSettings {
  readonly listen: Endpoint;
  /** Bytes of a body that must be held whole (everything but CSV). */
  readonly maxBodyBytes: number;
  /** Origins allowed by CORS; `*` for all; empty for none. */
  readonly corsOrigins: readonly string[];
  /** Fields of bodies that are never kept, such as passwords; compared without regard to case. */
  readonly dropFields?: readonly string[];
  /** Names that the service is called by beside addresses and localhost; for listeners on loopback without [auth]. */
  readonly hosts?: readonly string[];
  /** Path under which a proxy shows the service, such as `/telemetry`. */
  readonly basePath?: string;
  /** Address of a map's tiles with `{z}`, `{x}` and `{y}`; behind a blank whom the map names as its source. */
  readonly mapTiles?: string;
  /** Sources of the page's `frame-ancestors`; none where absent or empty. */
  readonly frameAncestors?: readonly string[];
  /** Servers that commands are pushed to, where their own posts say so; none where absent. */
  readonly downlinks?: readonly string[];
  readonly tls: TlsFiles | undefined;
}

export interface MqttSettings {
  /** An external broker (`mqtt://…`, `mqtts://…`); absent: the embedded one on `listen`. */
  readonly url: string | undefined;
  readonly listen: Endpoint;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly clientId: string;
  readonly ca: string | undefined;
  readonly tls: TlsFiles | undefined;
  /** After which a durable client that is away has no session at the embedded broker any more. */
  readonly sessionExpiryMs: number;
}

/** `[publish]` */
export interface PublishSettings {
  readonly mqtt: "json" | "off";
  readonly intervalMs: number;
  readonly retain: boolean;
  readonly homeAssistant: "on" | "off";
  /** Without a row for so long a value is unavailable in Home Assistant. */
  readonly staleMs: number;
}

export interface WampSettings {
  /** An external router; absent: only the embedded one at `/ws`. */
  readonly url: string | undefined;
  readonly realm: string;
}

/** A bucket of S3, or of a server that speaks its protocol. */
export interface BucketSettings {
  readonly bucket: string;
  /** Of its keys, without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Amazon's of the region where absent. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The bucket is the first part of the path, not of the host. */
  readonly isPathStyle: boolean;
  /** Absolute: a file with the keys; those of the environment where absent. */
  readonly credentials: string | undefined;
  readonly cacheBytes: number;
}

export type StoreSettings =
  | {
      readonly kind: "duckdb";
      /** Absolute, or `:memory:`. */
      readonly path: string;
      /** Absolute: hours that are over become Parquet files in this folder. */
      readonly parquet?: string;
      /** Which gets those files; the folder is a cache for it. */
      readonly bucket?: BucketSettings;
      /** A new database takes over the files of one that is lost. */
      readonly adopt?: boolean;
      /** Everything is kept where absent. */
      readonly keep?: Keep;
    }
  | {
      readonly kind: "influxdb";
      /** `auto` asks the server. */
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
      /** `postgres://user:password@host:5432/database`, with what its client understands behind `?`. */
      readonly url: string;
    };

/** `[store-<name>]`: an InfluxDB that takes the databases of these names. */
export interface NamedStore {
  readonly name: string;
  /** With `*` and `?`. */
  readonly databases: readonly string[];
  readonly store: Extract<StoreSettings, { kind: "influxdb" }>;
  /** Half of the journal where absent. */
  readonly backlogBytes?: number;
}

/** `[webhook-<name>]` */
export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  readonly send: readonly ("alarms" | "events")[];
  /** With `*` and `?`. */
  readonly databases: readonly string[];
  readonly token: string | undefined;
  readonly secret: Uint8Array | undefined;
}

/** E-mails about alarms. */
export interface AlarmSettings {
  readonly smtp: string | undefined;
  readonly email: readonly string[];
  readonly from: string | undefined;
}

export interface GrafanaSettings {
  readonly url: string;
  readonly token: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly folder: string;
  /** Realms whose devices have a dashboard each. */
  readonly nodeDashboards?: readonly string[];
  /** The InfluxDB address as Grafana reaches it; the store's where absent. */
  readonly datasourceUrl: string | undefined;
}

export interface JournalSettings {
  /** Absolute. */
  readonly directory: string;
  readonly maxBytes: number;
  /** Longest time a message waits for its batch to be made durable, ms. */
  readonly commitIntervalMs: number;
}

export type ClusterRole = "all" | "ingest" | "store" | "view";

/** `[cluster]` */
export interface ClusterSettings {
  /** `nats://host:4222`, perhaps with user and password; any of them will do. */
  readonly urls: readonly string[];
  readonly role: ClusterRole;
  /** What an acknowledgement says: the cluster's log has the message, or this node's own journal. */
  readonly acknowledge: "replicated" | "local";
  /** Of the lab among those that share servers. */
  readonly name: string;
  /** Of the log; absent: what it has, 8 where it is made. */
  readonly partitions: number | undefined;
  /** Times of receipt of node k are k modulo this, ns. */
  readonly nodes: number;
  /** Of each stream; absent: three where there are three servers, else one. */
  readonly replicas: number | undefined;
  /** A store worker that is silent for so long is gone. */
  readonly ackWaitMs: number;
  /** How long the node's own journal keeps what the cluster's log has. */
  readonly keepMs: number;
  /** Of the cluster's log, bytes. */
  readonly maxBytes: number;
  /** Absolute paths. */
  readonly credentials: string | undefined;
  readonly ca: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

export interface LogSettings {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly format: "pretty" | "json";
}

/** `[auth]`; users and tokens are in a file of their own. */
export interface AuthSettings {
  /** Absolute path of the users file; absent: everybody may do everything. */
  readonly usersFile: string | undefined;
}

export interface Settings {
  /** What is written of each key. */
  readonly keys: WrittenKeys;
  /** Absolute path of the INI file. */
  readonly file: string;
  /** Its folder: what relative paths are relative to. */
  readonly directory: string;
  /** `generated/` beside the INI file. */
  readonly generatedDirectory: string;
  readonly gen: GenSettings;
  readonly channels: readonly ChannelSettings[];
  /** Empty: every realm is accepted. */
  readonly realms: readonly RealmSettings[];
  readonly http: HttpSettings;
  readonly mqtt: MqttSettings;
  readonly publish?: PublishSettings;
  readonly wamp: WampSettings;
  readonly store: StoreSettings;
  /** Of databases that are elsewhere; the first that fits counts. */
  readonly stores?: readonly NamedStore[];
  /** What may wait for the main store where there are others, bytes of the journal; half of it where absent. */
  readonly storeBacklogBytes?: number;
  readonly grafana: GrafanaSettings | undefined;
  readonly alarms: AlarmSettings;
  readonly webhooks: readonly WebhookSettings[];
  readonly journal: JournalSettings;
  readonly log: LogSettings;
  readonly auth: AuthSettings;
  /** Undefined: one process. */
  readonly cluster?: ClusterSettings;
}

/** A mistake in the configuration file. */
export interface ConfigProblem {
  /** 1-based; 0 where no line can be named (a missing file or section). */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** One sentence, without the place. */
  readonly message: string;
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

/** The folders with a channel's headers, in the order in which they are searched. */
export function includePathsOf({
  includePath,
  moreIncludePaths = [],
}: Pick<ChannelSettings, "includePath" | "moreIncludePaths">): readonly string[] {
  return [includePath, ...moreIncludePaths];
}
