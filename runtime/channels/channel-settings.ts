/** Channels as configured: `[lab-<channel>]`. */

import type { Endpoint } from "../config/values.ts";
import type { FrameFormat, Framing } from "../frames/frame-format.ts";
import type { AbiName } from "./abi-names.ts";
import type { CompilerName } from "./compiler-names.ts";

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
  /** How many elements the array without a size at the struct's end has: `rest` or an expression, and at most `most`. */
  readonly count?: { readonly text: string; readonly most: number };
  /** Line in the configuration file. */
  readonly line: number;
  readonly column: number;
  /** One past the entry's last character. */
  readonly end: { readonly line: number; readonly column: number };
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
  | { readonly kind: "mqtt"; readonly filter: string }
  /** A CAN bus: an interface of Linux. */
  | { readonly kind: "can"; readonly interface: string }
  /** A CAN bus by an adapter at a serial port. */
  | { readonly kind: "slcan"; readonly path: string; readonly bitRate: number };

export interface VersionSettings {
  readonly name: string;
  readonly headerFiles: readonly string[];
}

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
  /** `init` guessed it, and said so in the comment behind it. */
  readonly abiGuessed?: true;
  readonly layout: "natural" | "packed" | undefined;
  readonly byteOrder: "little" | "big";
  readonly defines: ReadonlyMap<string, string>;
  /** Compiler flags, one word each. */
  readonly cflags?: readonly string[];
  /** The compiler, where the section names one. */
  readonly compiler?: CompilerName;
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
  readonly emit?: readonly string[];
  /** CIDR networks from which datagrams are accepted; empty: all. */
  readonly allowFrom: readonly string[];
  /** A TCP endpoint of the channel closes a connection after this idle time. */
  readonly tcpIdleMs: number;
  /** Frames with their board's number are acknowledged on the same path. */
  readonly acknowledges?: true;
  /** Another channel whose commands the devices of this one take. */
  readonly commands?: string;
  /** Which frames with an unknown ID become dead letters: the first of each ID, or none; absent: all. */
  readonly unknownIds?: "once" | "count";
}

/** Name of an older version of a channel in the generated codecs: `rig@v1`. */
export function olderName(channel: string, version: string): string {
  return `${channel}@${version}`;
}

/** The folders with a channel's headers, in search order. */
export function includePathsOf({
  includePath,
  moreIncludePaths = [],
}: Pick<ChannelSettings, "includePath" | "moreIncludePaths">): readonly string[] {
  return [includePath, ...moreIncludePaths];
}

/** The configured channels, and where their files are. */
export interface ConfiguredChannels {
  readonly channels: readonly ChannelSettings[];
  /** Absolute path of the configuration file. */
  readonly file: string;
  /** Its folder; relative paths start there. */
  readonly directory: string;
  /** `generated/` beside it. */
  readonly generatedDirectory: string;
}
