/** What the messages phase hands on: the records that are messages, with the initial values the headers give them. */

import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import type { FieldComment, NamedEnum, RecordDeclaration } from "../types/declarations.ts";

/** A value an initialiser gives. */
export type InitialValue = bigint | number | string | boolean;

/** What the configuration says of a message [D36]. */
export interface MessageName {
  readonly id: number;
  readonly checkExtra: number | undefined;
  /** Where it is not the channel's. */
  readonly order?: ByteOrder;
  /** In the configuration file. */
  readonly span: Span;
}

/** A struct whose first two members are `length` and `ID`, both one byte [D8], or one that the configuration names [D36]. */
export interface MessageDeclaration {
  readonly record: RecordDeclaration;
  /** The struct's tag, else its typedef's name. */
  readonly name: string;
  /** Initialisers by C designator (`gps.v[0]`), from whichever initialiser style the header uses [D1]; a `char[n]` text is one entry. */
  readonly initials: ReadonlyMap<string, InitialValue>;
  /** Where `length` and `ID` got their values, for diagnostics. */
  readonly initialSpans: ReadonlyMap<string, Span>;
  /** The header declares the length as `sizeof` of the struct itself: it is what the target's layout makes it. */
  readonly lengthIsSize?: boolean;
  /** The headers compute with sizes of structs, so that packing them would change more than their padding. */
  readonly measured?: boolean;
  /** Absent: the header's initialisers give the ID. */
  readonly named?: MessageName;
  /** The ID is the initial value of whichever field lies where the channel's frames have theirs [D37]. */
  readonly idByPlace?: true;
  readonly span: Span;
}

/** What headers say besides their messages. Each is computed when it is asked for: most runs need nothing of it. */
export interface HeaderFacts {
  /** Names by which `messages` can call a struct, a typedef's before its tag. */
  namesOf(record: RecordDeclaration): readonly string[];
  /** Why the struct cannot be a message, in words; undefined where nothing stands against it. */
  problemOf(record: RecordDeclaration): string | undefined;
  /** Integer constants and macros by name, in no order. */
  constants(): ReadonlyMap<string, bigint>;
}

/** All headers of one channel after the syntax phase. */
export interface ChannelDeclarations {
  readonly messages: readonly MessageDeclaration[];
  /** Every enum seen, for the catalogue. */
  readonly enums: readonly NamedEnum[];
  /** Every file read, in order: shown path and SHA-256 of its bytes (hex). */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** Comments with a rule, `@every` or `@command` on a line that has no field [D9]. */
  readonly strayComments: readonly FieldComment[];
  /** Message structs that are not among `messages` because of errors, which the diagnostics tell. */
  readonly unreadable?: number;
  /** Structs that the headers declare outside of others, messages or not. */
  readonly structs?: readonly RecordDeclaration[];
  /** What else is known of them. */
  readonly facts?: HeaderFacts;
}
