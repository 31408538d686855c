/** A channel's configuration, as the compiler's phases read it. */

import type { AbiName } from "../../runtime/channels/abi-names.ts";
import type { CompilerName } from "../../runtime/channels/compiler-names.ts";
import type { FrameFormat, Framing } from "../../runtime/frames/frame-format.ts";
import type { Span } from "../source/span.ts";

export type ByteOrder = "little" | "big";

/** The settings of a channel that affect its codecs. */
export interface ChannelPlan {
  readonly name: string;
  /** Undefined if the channel has no UDP port of its own. */
  readonly udpPort: number | undefined;
  readonly wampTopic: string;
  /** Absolute path. */
  readonly includePath: string;
  /** More folders to search for headers that are not in `includePath`. */
  readonly moreIncludePaths?: readonly string[];
  readonly headerFiles: readonly string[];
  readonly abi: AbiName;
  /** The compiler, where the section names one. */
  readonly compiler?: CompilerName;
  /** Set if the section has no `abi`. */
  readonly abiAssumed?: true;
  readonly byteOrder: ByteOrder;
  /** `undefined`: chosen for each struct, see D5. */
  readonly layout: "natural" | "packed" | undefined;
  /** Macros: name → replacement text (`""` for none; `A` alone is `1`). */
  readonly defines: ReadonlyMap<string, string>;
  /** Compiler flags as in the project file, one per item: `-fpack-struct=1`, `-DNAME=1`. */
  readonly cflags?: readonly string[];
  readonly storeExclude: readonly string[];
  /** Name of this firmware version, if the channel has several. */
  readonly version?: string;
  /** For an older version: the channel's name. */
  readonly versionOf?: string;
  /** Fields for which older versions have their own columns. */
  readonly versionColumns?: readonly string[];
  /** Some senders are bound to a version. */
  readonly pinned?: true;
  /** Definitions to write in addition to the default ones. */
  readonly emit?: readonly string[];
  /** Which structs are messages [D36]; absent if the headers' initialisers say it [D8]. */
  readonly messages?: readonly PlannedMessage[];
  /** The frame format, if the section configures one [D37]. */
  readonly frames?: FrameFormat;
  /** How a byte stream is split into frames, if the section says it. */
  readonly framing?: Framing;
}

/** One entry of the section's `messages`. */
export interface PlannedMessage {
  /** Undefined if the ID is a name from the headers. */
  readonly id: number | undefined;
  /** As written in the configuration. */
  readonly idText: string;
  readonly struct: string;
  /** An extra byte that the frame checksum includes. */
  readonly checkExtra: number | undefined;
  /** The extra byte as a name from the headers. */
  readonly extraName?: string;
  /** The struct's byte order, if it differs from the channel's. */
  readonly order?: ByteOrder;
  /** The number of elements of an array without a size at its end. */
  readonly count?: { readonly text: string; readonly most: number };
  /** Position in the configuration file. */
  readonly span: Span;
}
