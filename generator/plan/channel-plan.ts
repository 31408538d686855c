/** What the configuration says of a channel: what every phase may ask. */

import type { AbiName } from "../../runtime/config/abi-names.ts";
import type { EmitName } from "../../runtime/config/emit-names.ts";
import type { FrameFormat, Framing } from "../../runtime/frames/frame-format.ts";
import type { Span } from "../source/span.ts";

export type ByteOrder = "little" | "big";

/** The settings of a channel that shape its codecs. */
export interface ChannelPlan {
  readonly name: string;
  /** Undefined: the channel's frames come from other endpoints only. */
  readonly udpPort: number | undefined;
  readonly wampTopic: string;
  /** Absolute. */
  readonly includePath: string;
  /** Further folders, where headers that are not in the first one are looked for. */
  readonly moreIncludePaths?: readonly string[];
  readonly headerFiles: readonly string[];
  readonly abi: AbiName;
  /** The section does not say it. */
  readonly abiAssumed?: true;
  readonly byteOrder: ByteOrder;
  /** `undefined`: decided for each struct by D5. */
  readonly layout: "natural" | "packed" | undefined;
  /** Macros: name → replacement text (`""` for none; `A` alone is `1`). */
  readonly defines: ReadonlyMap<string, string>;
  /** Compiler flags as the project file has them, each one word: `-fpack-struct=1`, `-DNAME=1`. */
  readonly cflags?: readonly string[];
  readonly storeExclude: readonly string[];
  /** Name of this version of the firmware, where the channel has several. */
  readonly version?: string;
  /** An older version: the channel's name. */
  readonly versionOf?: string;
  /** Fields that older versions store in columns of their own. */
  readonly versionColumns?: readonly string[];
  /** Some senders are pinned to a version. */
  readonly pinned?: true;
  /** Definitions wanted beside what is always written. */
  readonly emit?: readonly EmitName[];
  /** Which struct is which message [D36]; absent: the headers' initialisers say it [D8]. */
  readonly messages?: readonly PlannedMessage[];
  /** How frames are made up, where the section says something of it [D37]. */
  readonly frames?: FrameFormat;
  /** How streams of them are cut, where the section says it. */
  readonly framing?: Framing;
}

/** One entry of the section's `messages`. */
export interface PlannedMessage {
  /** Undefined: the headers know the name. */
  readonly id: number | undefined;
  /** As written. */
  readonly idText: string;
  readonly struct: string;
  /** A byte that the trailer's checksum covers, too. */
  readonly checkExtra: number | undefined;
  /** The same by a name that the headers know. */
  readonly extraName?: string;
  /** Of the struct, where it is not the channel's. */
  readonly order?: ByteOrder;
  /** In the configuration file. */
  readonly span: Span;
}
