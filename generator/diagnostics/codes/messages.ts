/** Family 4xx: messages and channels. */

import type { DiagnosticKind } from "../diagnostic.ts";
import { idFix, keyFix, nearestItem } from "../fix.ts";

interface Header {
  readonly header: string;
  readonly channel: string;
}

interface Named {
  readonly name: string;
}

interface Unknown extends Named {
  readonly nearest: string | undefined;
}

interface UnknownStruct extends Unknown {
  readonly known: readonly string[];
  /** The reason, if a branch of `#if` that does not hold declares it. */
  readonly hidden: string | undefined;
  /** Includes that were not found and may declare it. */
  readonly missing: readonly string[];
}

function notFound(missing: readonly string[]): string {
  return missing.length === 0 ? "" : `; these includes were not found: ${missing.slice(0, 5).join(", ")}`;
}

function didYouMean(nearest: string | undefined): string {
  return nearest === undefined ? "" : ` (did you mean '${nearest}'?)`;
}

/** Structs that a hint names. */
const MOST_STRUCTS = 12;

interface FreeId {
  /** An ID that no message of the channel has; undefined if there is none. */
  readonly free: number | undefined;
}

interface WithoutId extends FreeId {
  /** How it is declared. */
  readonly keyword: "struct" | "class" | "union";
}

interface NoMessages {
  readonly channel: string;
  readonly headers: readonly string[];
  /** Candidate structs, each with an ID before it: `1 gps_t`. */
  readonly structs: readonly string[];
}

export const MESSAGES = {
  E401: {
    severity: "error",
    title: "missing header",
    example: "header_files = rgi.h",
    message: (details: Header & { readonly present: readonly string[]; readonly nearest: string | undefined }) =>
      `channel '${details.channel}': header '${details.header}' is not in the include path${details.nearest === undefined ? "" : ` (did you mean '${details.nearest}'?)`}`,
    hint: (details: Header & { readonly present: readonly string[]; readonly nearest: string | undefined }) =>
      details.present.length === 0
        ? "the folder of include_path does not exist, or has no files"
        : `the include path has: ${details.present.slice(0, 20).join(", ")}${details.present.length > 20 ? ", …" : ""}`,
    fixes: ({ channel, header, nearest }: Header & { readonly nearest: string | undefined }) =>
      nearestItem(channel, header, nearest),
  },
  E402: {
    severity: "error",
    title: "header outside the include path",
    example: "header_files = ../secret.h",
    message: (details: Header) =>
      `channel '${details.channel}': header '${details.header}' is outside the include path`,
    hint: () => "copy the header into the include path, or set include_path to a folder above both",
  },
  E403: {
    severity: "error",
    title: "header too large",
    explanation: "The name is probably wrong.",
    example: "header_files = firmware.bin",
    message: (details: Header & { readonly bytes: number }) =>
      `channel '${details.channel}': header '${details.header}' is too large (${details.bytes} bytes)`,
    hint: () => "name a header of at most 4 MB",
  },
  E404: {
    severity: "error",
    title: "unreadable header",
    example: "header_files = src",
    message: (details: Header & { readonly reason: string }) =>
      `channel '${details.channel}': header '${details.header}' cannot be read (${details.reason})`,
  },
  E405: {
    severity: "error",
    title: "channel without messages",
    explanation: "No struct begins with `length` and `ID` of one byte each. For other headers, write `messages`.",
    example: "struct position { uint16_t length; uint8_t id; };",
    message: (details: NoMessages) =>
      `channel '${details.channel}': no message struct in ${details.headers.join(", ")}`,
    hint: ({ structs }: NoMessages) =>
      structs.length === 0
        ? "a message begins 'struct struct_x { uint8_t length; uint8_t ID; …'"
        : `say in the channel's section which struct is which message, with the IDs that the device sends ('gen --adopt' writes it): messages = ${structs.slice(0, MOST_STRUCTS).join(", ")}${structs.length > MOST_STRUCTS ? ", …" : ""}`,
    fixes: ({ channel, structs }: NoMessages) =>
      structs.length === 0 ? [] : [keyFix(channel, "messages", structs.slice(0, MOST_STRUCTS).join(", "))],
  },
  W406: {
    severity: "warning",
    title: "message struct without ID",
    explanation: "structline leaves it out.",
    example: "struct struct_a { uint8_t length; uint8_t ID; };",
    message: (details: Named & WithoutId) => `'${details.name}' is left out: its ID has no initial value`,
    hint: (details: Named) =>
      `give it one after the struct: 'struct ${details.name} { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'`,
    fixes: ({ name, free, keyword }: Named & WithoutId, span) =>
      span === undefined || free === undefined
        ? []
        : [
            {
              title: `Give it ID ${free}, which is free`,
              edits: [{ kind: "instance", span, text: ` ${name}_instance = {sizeof(${keyword} ${name}), ${free}}` }],
            },
          ],
  },
  E407: {
    severity: "error",
    title: "ID used twice",
    example: "struct struct_a { uint8_t length, ID; } a = {2, 1};\nstruct struct_b { uint8_t length, ID; } b = {2, 1};",
    message: (details: Named & FreeId & { readonly id: bigint; readonly other: string }) =>
      `'${details.name}' has the ID ${details.id}, which '${details.other}' already has`,
    hint: () => "give each message struct of the channel its own ID",
    fixes: ({ free }: FreeId, span) => idFix(span, free),
  },
  E408: {
    severity: "error",
    title: "length or ID out of range",
    example: "struct struct_a { uint8_t length; uint8_t ID; } a = {2, 256};",
    message: (details: Named & FreeId & { readonly member: "length" | "ID"; readonly value: bigint }) =>
      `${details.member} of '${details.name}' is ${details.value}, which does not fit a byte`,
    hint: (details: Named & { readonly member: "length" | "ID"; readonly value: bigint }) =>
      details.member === "ID" ? "an ID is between 0 and 255" : "a datagram has at most 65507 bytes",
    fixes: ({ member, free }: FreeId & { readonly member: "length" | "ID" }, span) =>
      member === "ID" ? idFix(span, free) : [],
  },
  E409: {
    severity: "error",
    title: "two message structs with one name",
    example: "struct struct_a { uint8_t length, ID; } a = {2, 1};\nstruct struct_a { uint8_t length, ID; } b = {2, 2};",
    message: (details: Named) => `'${details.name}' is declared twice`,
    hint: () => "rename one of them",
  },
  W410: {
    severity: "warning",
    title: "instances with different initial values",
    explanation: "structline uses the first one with an ID.",
    example: "struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1}, b = {2, 9};",
    message: (details: Named & { readonly member: "length" | "ID"; readonly value: bigint; readonly used: bigint }) =>
      `this instance gives '${details.name}' the ${details.member} ${details.value}; ${details.used} is used`,
    hint: () => "declare one struct for each message",
  },
  E411: {
    severity: "error",
    title: "member declared twice",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint8_t x; uint16_t x; } a = {5, 1};",
    message: (details: Named & { readonly member: string }) => `'${details.name}' has two members '${details.member}'`,
    hint: () => "rename one of them",
  },
  W412: {
    severity: "warning",
    title: "message struct without length",
    explanation: "structline uses natural layout.",
    example: "struct struct_a { uint8_t length; uint8_t ID = 1; };",
    message: (details: Named) => `'${details.name}' declares no length`,
    hint: () => "give 'length' its initial value: the struct's size in bytes",
  },
  N413: {
    severity: "note",
    title: "struct that is almost a message",
    explanation: "A message begins with `length` and `ID`, of one byte each. structline ignores others.",
    example: "struct struct_a { uint16_t length; uint8_t ID; };",
    message: (details: Named & { readonly reason: string }) => `'${details.name}' is ignored: ${details.reason}`,
    hint: () => "a message begins 'uint8_t length; uint8_t ID;'",
  },
  E414: {
    severity: "error",
    title: "named message without struct",
    example: "[lab-rig]\nmessages = 7 gps_tt",
    message: (details: UnknownStruct) => `there is no struct '${details.name}'${didYouMean(details.nearest)}`,
    hint: (details: UnknownStruct) =>
      details.hidden !== undefined
        ? details.hidden
        : details.known.length === 0
          ? `the headers declare no struct${notFound(details.missing)}`
          : `the headers declare: ${details.known.slice(0, 20).join(", ")}${details.known.length > 20 ? ", …" : ""}${notFound(details.missing)}`,
  },
  E415: {
    severity: "error",
    title: "named message is not a struct",
    example: "[lab-rig]\nmessages = 7 uint16_t",
    message: (details: Named) => `'${details.name}' is not a struct`,
    hint: () => "name a struct, a class, or a typedef of one",
  },
  E416: {
    severity: "error",
    title: "named message with an unknown ID",
    example: "[lab-rig]\nmessages = PACKET_ID_MOTOIN PacketMotionData",
    message: (details: Unknown) => `no header gives '${details.name}' a number${didYouMean(details.nearest)}`,
    hint: () => "write the number, or the name of an enumerator",
  },
  E417: {
    severity: "error",
    title: "ID that does not fit its place",
    example: "enum { BIG = 300 };\n\n[lab-rig]\nid = u8@1\nmessages = BIG gps_t",
    message: (details: Named & { readonly value: bigint; readonly most: number }) =>
      `'${details.name}' is ${details.value}, but an ID of this channel is at most ${details.most}`,
    hint: () => "'id' sets the position and width of the ID",
  },
  E418: {
    severity: "error",
    title: "message with two IDs",
    example: "struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};\n\n[lab-rig]\nmessages = 2 struct_a",
    message: (details: Named & { readonly id: number; readonly other: bigint }) =>
      `'${details.name}' has the ID ${details.id} here, but its initialiser gives ${details.other}`,
    hint: () => "use the same ID in both, or remove the initialiser's ID",
    fixes: ({ other }: { readonly other: bigint }, span) =>
      span === undefined
        ? []
        : [
            {
              title: `Use ID ${other}, as its initialiser does`,
              edits: [{ kind: "number", span, value: Number(other) }],
            },
          ],
  },
  E419: {
    severity: "error",
    title: "ID outside the frame",
    example: "struct gps_t { uint8_t fix; };\n\n[lab-rig]\nid = u16le@4\nmessages = 7 gps_t",
    message: (details: Named & { readonly place: string; readonly bytes: number }) =>
      `a frame of '${details.name}' has ${details.bytes} bytes, but the ID is at ${details.place}`,
    hint: () => "'payload_offset' is the number of bytes before the struct, 'trailer' the number after it",
  },
  W421: {
    severity: "warning",
    title: "ID or length inside a field of another type",
    explanation:
      "`id` or `length` (by default `u8@1` and `u8@0`) points into a float, or into a part of a wider number. Probably the messages have neither, or they come before the struct.",
    example: "struct EnvReading { float heat; float humidity; };\n\n[lab-rig]\nmessages = 1 EnvReading",
    message: (
      details: Named & {
        readonly key: "id" | "length";
        readonly place: string;
        readonly field: string;
        readonly ctype: string;
      },
    ) =>
      `the ${details.key === "id" ? "ID" : "length"} at ${details.place} lies inside '${details.field}' (${details.ctype}) of '${details.name}'`,
    hint: (details: { readonly key: "id" | "length" }) =>
      `write '${details.key} = none' if messages have none${details.key === "id" ? " (then the channel has only one message)" : ""}, or set 'payload_offset' if it comes before the struct`,
    fixes: ({ key }: { readonly key: "id" | "length" }) => [keyFix(undefined, key, "none")],
  },
  W420: {
    severity: "warning",
    title: "two structs with names that differ only in case",
    explanation: "File systems and DuckDB may ignore case, so the second one's names get a number.",
    example:
      "struct struct_probe { uint8_t length; uint8_t ID; } a = {2,1};\nstruct struct_Probe { uint8_t length; uint8_t ID; } b = {2,2};",
    message: (details: Named & { readonly other: string }) =>
      `'${details.name}' differs from '${details.other}' by case only: its file is named '${details.name}_2' or the like`,
    hint: () => "rename one of them",
  },
  E422: {
    severity: "error",
    title: "member that a base class also has",
    example:
      "struct head { uint8_t length; uint8_t ID; uint8_t x; };\nstruct struct_a : head { uint16_t x; } a = {6, 1};",
    message: (details: Named & { readonly member: string; readonly base: string }) =>
      `'${details.name}' has '${details.member}' twice: its base class '${details.base}' also has one`,
    hint: () => "rename one of them",
  },
  E423: {
    severity: "error",
    title: "count for a struct without an open array",
    example: "struct gps_t { uint8_t n; uint8_t v[4]; };\n\n[lab-rig]\nmessages = 7 gps_t count=n:4",
    /** `count`: as the entry has it. */
    message: (details: Named & { readonly count: string }) =>
      `'${details.name}' does not end with an array without a size, which 'count=' is for`,
    hint: () => "leave out 'count=', or write '@count' into the member's comment",
    fixes: ({ count }: { readonly count: string }, span) =>
      span === undefined
        ? []
        : [{ title: "Leave out 'count='", edits: [{ kind: "word", span, word: count, text: "" }] }],
  },
} as const satisfies Record<string, DiagnosticKind>;
