/** Result of the messages phase: the message structs with their initial values. */

import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { FieldComment, NamedEnum, RecordDeclaration } from "../types/declarations.ts";

export type InitialValue = bigint | number | string | boolean;

/** A message's entry in the configuration [D36]. */
export interface MessageName {
  readonly id: number;
  readonly checkExtra: number | undefined;
  /** Byte order, if it differs from the channel's. */
  readonly order?: ByteOrder;
  /** Position in the configuration file. */
  readonly span: Span;
}

/** A message: a struct that begins with the bytes `length` and `ID` [D8], or that the configuration names [D36]. */
export interface MessageDeclaration {
  readonly record: RecordDeclaration;
  /** The struct's tag, else its typedef's name. */
  readonly name: string;
  /** Initial values by C designator (`gps.v[0]`), from any style of initialiser [D1]. A `char[n]` text is one entry. */
  readonly initials: ReadonlyMap<string, InitialValue>;
  /** Positions of the initial values of `length` and `ID`, for diagnostics. */
  readonly initialSpans: ReadonlyMap<string, Span>;
  /** The struct has a constructor of its own: values in braces are its arguments. */
  readonly hasConstructor?: true;
  /** The header initialises `length` with `sizeof` of the struct, so it always equals the target's size. */
  readonly lengthIsSize?: boolean;
  /** The headers use `sizeof` in constants, so packing would change more than padding. */
  readonly measured?: boolean;
  /** Absent if the header's initialisers give the ID. */
  readonly named?: MessageName;
  /** The ID is the initial value of the field at the position that the channel's `id` gives [D37]. */
  readonly idByPlace?: true;
  readonly span: Span;
}

/** A struct in a branch that is not compiled. */
export interface InactiveStruct {
  /** The typedef's name, then the tag. */
  readonly names: readonly string[];
  /** Place and condition, and what to say if the firmware's compiler takes the branch. */
  readonly reason: string;
}

/** Other facts from the headers. Each is computed on demand, because most runs need none. */
export interface HeaderFacts {
  /** Names that `messages` can use for a struct, typedef names before the tag. */
  namesOf(record: RecordDeclaration): readonly string[];
  /** The reason why the struct cannot be a message, as text; undefined if it can. */
  problemOf(record: RecordDeclaration): string | undefined;
  /** Structs in branches that are not compiled, each with the reason. */
  inactive(): readonly InactiveStruct[];
  /** False for text in a branch that is not compiled. */
  isCompiled(path: string, offset: number): boolean;
  /** Integer constants and macros by name. */
  constants(): ReadonlyMap<string, bigint>;
}

/** All headers of a channel after the syntax phase. */
export interface ChannelDeclarations {
  readonly messages: readonly MessageDeclaration[];
  /** All enums, for the catalogue. */
  readonly enums: readonly NamedEnum[];
  /** All files in reading order: shown path and SHA-256 of the bytes (hex). */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** Comments with a rule, `@every` or `@command` on a line without a field [D9]. */
  readonly strayComments: readonly FieldComment[];
  /** Number of message structs that are missing from `messages` because of reported errors. */
  readonly unreadable?: number;
  /** All top-level structs, whether messages or not. */
  readonly structs?: readonly RecordDeclaration[];
  readonly facts?: HeaderFacts;
}
