/** Family 2xx: sizes, offsets, packing. */

import { ABI_NAMES } from "../../../runtime/channels/abi-names.ts";
import type { Span } from "../../source/span.ts";
import type { DiagnosticKind } from "../diagnostic.ts";
import { type Fix, keyFix, packFix, textFix } from "../fix.ts";

interface WrongOffset {
  readonly field: string;
  readonly noted: string;
  readonly computed: string;
}

export const LAYOUT = {
  W201: {
    severity: "warning",
    title: "declared length fits neither layout",
    explanation:
      "structline uses natural layout, and cannot decode datagrams of the declared length. Correct the length, a type or the packing, or set `layout`.",
    example: "struct struct_tank { uint8_t length, ID, valve; uint16_t level; } tank = {9, 4};",
    message: (details: {
      readonly struct: string;
      readonly declared: number;
      readonly natural: string;
      /** Absent if it equals the natural layout. */
      readonly packed: string | undefined;
      readonly wrong: WrongOffset | undefined;
      /** The length to write; undefined if the header has none to correct. */
      readonly right: number | undefined;
    }) =>
      details.packed === undefined
        ? `'${details.struct}' declares ${details.declared} bytes but has ${details.natural}${firstWrong(details.wrong)}`
        : `'${details.struct}' declares ${details.declared} bytes but has ${details.natural} in natural layout and ${details.packed} packed${firstWrong(details.wrong)}`,
    hint: () => "correct the length or the fields, or give the struct the packing of the firmware's compiler",
    fixes: (details: { readonly right: number | undefined }, span) => lengthFix(details.right, span),
  },
  N202: {
    severity: "note",
    title: "packed layout assumed",
    explanation:
      "Only a layout without padding gives the declared length. To remove the note, write `#pragma pack(push, 1)` or `layout = packed`.",
    example: "struct struct_tank { uint8_t length, ID, valve; uint16_t level; } tank = {5, 4};",
    message: (details: { readonly struct: string; readonly declared: number; readonly natural: string }) =>
      `'${details.struct}' declares ${details.declared} bytes, which only packed layout gives (natural: ${details.natural}); structline uses packed layout`,
    hint: () => "say so in the header with '#pragma pack(push, 1)', or with 'layout = packed' in the channel's section",
    fixes: (_, span) => [...packFix(span), keyFix(undefined, "layout", "packed")],
  },
  W203: {
    severity: "warning",
    title: "declared length does not fit the channel's layout",
    explanation: "structline uses `layout`. The length bytes of datagrams will differ.",
    example:
      "; with layout = natural\nstruct struct_tank { uint8_t length, ID, valve; uint16_t level; } tank = {5, 4};",
    message: (details: {
      readonly struct: string;
      readonly declared: number;
      readonly layout: "natural" | "packed";
      readonly extent: string;
      readonly right: number | undefined;
    }) =>
      `'${details.struct}' declares ${details.declared} bytes but has ${details.extent} in ${details.layout} layout`,
    hint: () => "correct the length, or the 'layout' of the channel's section",
    fixes: (details: { readonly right: number | undefined }, span) => lengthFix(details.right, span),
  },
  W204: {
    severity: "warning",
    title: "wrong offset comment",
    explanation:
      "A number after a field is the position of its last byte, from 1, or `byte.bit`. Comments never change the layout.",
    example: "struct struct_tank { uint8_t length, ID; //2\n  uint16_t level;  //5\n} tank = {4, 4};",
    message: (details: WrongOffset) =>
      `the comment places '${details.field}' at ${details.noted}, the layout at ${details.computed}`,
    hint: (details: WrongOffset) => `write ${details.computed}, or correct the fields before it`,
    fixes: (details: WrongOffset, span) => textFix(`Write ${details.computed}`, span, details.computed),
  },
  E205: {
    severity: "error",
    title: "struct larger than a datagram",
    explanation: "A datagram holds at most 65,507 bytes.",
    example: "struct struct_image { uint8_t length; uint8_t ID; uint8_t pixels[640][480]; } image = {0, 4};",
    message: (details: { readonly struct: string; readonly size: number; readonly limit: number }) =>
      `'${details.struct}' has ${details.size} bytes; a UDP datagram holds at most ${details.limit}`,
    hint: () => "send it in parts, each with its own struct",
  },
  E206: {
    severity: "error",
    title: "bit-field wider than its type",
    explanation: "An enum may be smaller than an int. A `bool` in C has one bit.",
    example:
      "// abi = arm-eabi\nenum mode { IDLE, RUN };\nstruct struct_state { uint8_t length, ID; enum mode mode : 9; } state = {4, 4};",
    message: (details: {
      readonly name: string;
      readonly ctype: string;
      readonly width: number;
      readonly limit: number;
    }) => `bit-field${quoted(details.name)} has ${details.width} bits, its type '${details.ctype}' ${details.limit}`,
    hint: (details: { readonly width: number }) =>
      details.width <= 64 ? "choose a wider type" : "use an array of bytes",
  },
  E207: {
    severity: "error",
    title: "enum without an integer type",
    example:
      "enum limits { LOWEST = -1, HIGHEST = 0xFFFFFFFFFFFFFFFF };\nstruct struct_a { uint8_t length; uint8_t ID; enum limits v; } a = {10, 1};",
    message: (details: { readonly enum: string }) =>
      `no integer type holds all values of the enum${quoted(details.enum)}`,
    hint: () => "make all its values fit int64_t, or all of them uint64_t",
  },
  E208: {
    severity: "error",
    title: "array of over-aligned elements",
    example:
      "typedef uint8_t cell_t __attribute__((aligned(4)));\nstruct struct_state { uint8_t length; uint8_t ID; cell_t cells[3]; } state = {16, 4};",
    message: (details: { readonly name: string; readonly size: number; readonly alignment: number }) =>
      `elements of '${details.name}' have size ${details.size} but alignment ${details.alignment}`,
    hint: () => "align the array, not its element type",
  },
  E209: {
    severity: "error",
    title: "struct with very many fields",
    explanation: "Each array element is a field; the limit is 20,000.",
    example: "struct struct_dump { uint8_t length; uint8_t ID; uint8_t page[20000]; } dump = {0, 4};",
    message: (details: { readonly struct: string; readonly count: number; readonly limit: number }) =>
      `'${details.struct}' has ${details.count} fields, counting array elements; at most ${details.limit} can be read`,
    hint: () => "send it as several messages, or declare text as 'char name[n]', which is one field",
  },
  W210: {
    severity: "warning",
    title: "layout depends on the processor, and the channel names none",
    explanation: "structline assumes `x86-64`, which is wrong for most firmware. Set `abi`.",
    example: "struct struct_tank { uint8_t length; uint8_t ID; unsigned long level; } tank = { .ID = 4 };",
    message: (details: {
      readonly channel: string;
      readonly struct: string;
      /** Number of other structs in the channel with the same problem. */
      readonly more: number;
      readonly abi: string;
      readonly field: string;
      readonly is: string;
      readonly others: readonly { readonly abi: string; readonly has: string }[];
    }) =>
      `'${details.field}'${details.more === 0 ? "" : ` (and ${details.more} more struct${details.more === 1 ? "" : "s"})`} depends on the processor: ${details.is} for ${details.abi}, the default; ${grouped(details.others)}`,
    hint: () => "name the processor that the firmware runs on: 'abi = …' in the channel's section",
    fixes: ({ channel }: { readonly channel: string }) => ABI_NAMES.map((abi) => keyFix(channel, "abi", abi)),
  },
  W213: {
    severity: "warning",
    title: "layout depends on the compiler, and the channel names none",
    explanation:
      "structline follows GCC from version 12. Older g++ or clang lay out this struct otherwise: the widths of enums on ARM, packed classes, base classes with default values, bit-fields with an alignment. Set `compiler`.",
    example:
      "struct part { uint8_t a = 1; uint32_t b = 2; };\nstruct struct_a { uint8_t length; uint8_t ID = 2; part p; } __attribute__((packed)); struct_a a;",
    message: (details: {
      readonly struct: string;
      /** Number of other structs in the channel with the same problem. */
      readonly more: number;
      readonly abi: string;
      readonly field: string;
      readonly is: string;
      readonly others: readonly { readonly abi: string; readonly has: string }[];
    }) =>
      `'${details.field}' in '${details.struct}'${details.more === 0 ? "" : ` (and ${details.more} more struct${details.more === 1 ? "" : "s"})`} depends on the compiler: ${details.is} for gcc from version 12, which is assumed; ${grouped(details.others)}`,
    hint: () =>
      "name the compiler that builds the firmware in the channel's section: 'compiler = gcc', or one that is listed above",
    fixes: ({ others }: { readonly others: readonly { readonly abi: string }[] }) =>
      ["gcc", ...others.map(({ abi }) => abi)].map((name) => keyFix(undefined, "compiler", name)),
  },
  W212: {
    severity: "warning",
    title: "layout depends on the language, and nothing sets it",
    explanation:
      "Headers called `.h` are read as C unless they need C++. An empty struct, or what `#ifdef __cplusplus` declares, differs in C++. Name the language in `cflags`.",
    example:
      "struct empty {};\nstruct struct_tank { uint8_t length; uint8_t ID; struct empty e; uint8_t level; } tank = { 3, 4 };",
    message: (details: {
      readonly channel: string;
      readonly struct: string;
      /** Undefined for the whole struct. */
      readonly field: string | undefined;
      readonly is: string;
      readonly has: string;
      readonly more: number;
    }) =>
      `'${details.field ?? details.struct}'${details.more === 0 ? "" : ` (and ${details.more} more struct${details.more === 1 ? "" : "s"})`} depends on the language: ${details.is} in C, as which the headers are read; ${details.has} in C++`,
    hint: () => "name the language of the firmware in the channel's section: 'cflags = -x c++' or 'cflags = -x c'",
    fixes: ({ channel }: { readonly channel: string }) =>
      ["-x c", "-x c++"].map((flags) => keyFix(channel, "cflags", flags, "appended")),
  },
  E211: {
    severity: "error",
    title: "packed member that an empty class of the same type moves",
    explanation:
      "Two objects of one empty class must not have one address. g++ moves the second by the alignment of the type around it, clang by the packed one.",
    example:
      "struct tag {};\nstruct part : tag { uint32_t v; };\n#pragma pack(push, 1)\nstruct body : tag { part p; };\n#pragma pack(pop)\nstruct struct_state { uint8_t length = 7; uint8_t ID = 4; body b; } state;",
    message: ({ name }: { readonly name: string }) =>
      `compilers place this member of '${name}' differently: it begins with an empty class that is there already`,
    hint: () => "give the second struct another empty class, or none",
  },
} as const satisfies Record<string, DiagnosticKind>;

function lengthFix(right: number | undefined, span: Span | undefined): Fix[] {
  if (right === undefined || span === undefined) return [];
  return [{ title: `Set the length to ${right}`, edits: [{ kind: "number", span, value: right }] }];
}

function firstWrong(wrong: WrongOffset | undefined): string {
  if (wrong === undefined) return "";
  return `; the first offset comment that disagrees places '${wrong.field}' at ${wrong.noted}, not at ${wrong.computed}`;
}

function quoted(name: string): string {
  return name === "" ? "" : ` '${name}'`;
}

/** `uint32 at byte 4 for arm-eabi, avr; …` */
function grouped(others: readonly { readonly abi: string; readonly has: string }[]): string {
  const places = [...new Set(others.map(({ has }) => has))];
  return places
    .map((place) => `${place} for ${others.flatMap(({ abi, has }) => (has === place ? [abi] : [])).join(", ")}`)
    .join("; ");
}
