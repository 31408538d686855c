/** Family 1xx: header syntax. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import type { Span } from "../../source/span.ts";
import type { DiagnosticKind } from "../diagnostic.ts";
import { type Fix, insertFix, keyFix, textFix } from "../fix.ts";

interface Named {
  readonly name: string;
}

interface OfMember {
  readonly member: string;
}

interface OfType extends OfMember {
  readonly type: string;
}

const suggestion = (name: string | undefined): string => (name === undefined ? "" : ` (did you mean '${name}'?)`);

/** Names that are offered for `defines`. */
const MOST_NAMES = 8;

/** The third character → what `??` and it stand for. [C17 5.2.1.1] */
const TRIGRAPHS: Readonly<Record<string, string>> = dictionary({
  ...{ "=": "#", "/": "\\", "'": "^", "(": "[", ")": "]", "!": "|", "<": "{", ">": "}", "-": "~" },
});

/** The macro that an `#error` asks for. */
function macroIn(text: string): string | undefined {
  return /\b[A-Z][A-Z0-9_]{2,}\b/.exec(text)?.[0];
}

function packedMacro(name: string): Fix {
  return keyFix(undefined, "defines", `${name}=__attribute__((packed))`, "added");
}

function pushAndPop(span: Span | undefined, pack: number): Fix[] {
  if (span === undefined) return [];
  const edits = [
    { kind: "line", span, text: `#pragma pack(push, ${pack})` },
    { kind: "file end", file: span.file, text: "#pragma pack(pop)" },
  ] as const;
  return [{ title: `Write #pragma pack(push, ${pack}), and pop at the end`, edits }];
}

export const SYNTAX = {
  E101: {
    severity: "error",
    title: "comment without end",
    explanation: "The rest of the header would be a comment.",
    example: "/* status bits",
    message: (_: object) => "this comment has no end",
    hint: () => "close it with */",
    fixes: (_: object, span) =>
      span === undefined ? [] : [{ title: "Close the comment", edits: [{ kind: "line end", span, text: " */" }] }],
  },
  E102: {
    severity: "error",
    title: "includes nested too deeply",
    example: '#include "next.h"  // which includes another, and so on',
    message: (details: { readonly chain: readonly string[] }) =>
      `headers include each other more than ${details.chain.length} deep`,
    hint: ({ chain }: { readonly chain: readonly string[] }) =>
      `the chain is ${[...chain.slice(0, 3), "…", ...chain.slice(-2)].join(" → ")}: include '${chain.at(-1)}' in '${chain[0]}' itself`,
  },
  E103: {
    severity: "error",
    title: "headers too large",
    example: '#include "b.h"\n#include "b.h"  // each of which includes a.h twice, and so on',
    /** `most`: the header that was read most often. */
    message: (details: { readonly tokens: number; readonly most: string; readonly times: number }) =>
      `the channel's headers have more than ${details.tokens} words with their includes`,
    hint: ({ most, times }: { readonly most: string; readonly times: number }) =>
      times === 1
        ? `name smaller headers in 'header_files'; '${most}' is the last one that was read`
        : `write '#pragma once' into the first line of '${most}', which was read ${times} times`,
    fixes: ({ most, times }: { readonly most: string; readonly times: number }) => {
      const top = { line: 1, column: 1 };
      const span = { file: most, start: top, end: top };
      return times === 1 ? [] : textFix(`Write #pragma once into ${most}`, span, "#pragma once\n");
    },
  },
  E104: {
    severity: "error",
    title: "condition without #endif",
    explanation: "It may hide structs.",
    example: "#ifdef USE_GPS",
    message: (details: { readonly directive: string }) => `#${details.directive} without #endif`,
    hint: () => "write #endif where the conditional part ends",
    fixes: (_, span) =>
      span === undefined
        ? []
        : [{ title: "Write #endif at the end", edits: [{ kind: "file end", file: span.file, text: "#endif" }] }],
  },
  E105: {
    severity: "error",
    title: "#else or #endif without #if",
    example: "#endif",
    message: (details: { readonly directive: string }) => `#${details.directive} without #if`,
    hint: () => "remove it, or write the #if it belongs to",
    fixes: ({ directive }: { readonly directive: string }, span) =>
      span === undefined ? [] : [{ title: `Remove #${directive}`, edits: [{ kind: "line", span }] }],
  },
  E106: {
    severity: "error",
    title: "macro expands without bound",
    example: "#define A B B\n#define B C C  // and so on",
    message: (details: Named & { readonly tokens: number }) =>
      `'${details.name}' expands to more than ${details.tokens} words`,
    hint: () => "write the text out, or simplify the macro",
  },
  E107: {
    severity: "error",
    title: "something is missing",
    explanation: "A semicolon, a bracket or a name.",
    example: "struct struct_a { uint8_t length; uint8_t ID uint8_t ck; } a = {3, 1};",
    message: (details: { readonly what: string; readonly after: string }) =>
      `missing ${details.what} after '${details.after}'`,
    fixes: ({ what }: { readonly what: string }, span) => {
      const text = /^'(.+)'$/.exec(what)?.[1];
      return text === undefined ? [] : insertFix(`Insert '${text}'`, span, text, "before");
    },
  },
  E108: {
    severity: "error",
    title: "text that is not a declaration",
    explanation: "A line of a message struct is not a field.",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint16_t 2nd; } a = {4, 1};",
    message: (details: { readonly found: string; readonly reason?: string }) =>
      details.reason === undefined
        ? `cannot read '${details.found}' as a field`
        : `cannot read '${details.found}': ${details.reason}`,
    hint: () => "a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'",
  },
  E109: {
    severity: "error",
    title: "struct without closing brace",
    example: "struct struct_a { uint8_t length, ID;",
    /** `end`: the last `;` that may belong to the struct. */
    message: (details: Named & { readonly end: Span }) => `'${details.name}' is never closed: its '{' has no '}'`,
    hint: ({ end }: { readonly end: Span }) =>
      `write '};' behind the last field, at the latest in line ${end.end.line}`,
    fixes: ({ end }: { readonly end: Span }) =>
      insertFix(`Close it behind line ${end.end.line}`, end, "\n};", "behind"),
  },
  E110: {
    severity: "error",
    title: "declaration too long or nested too deeply",
    explanation: "A bracket is probably missing.",
    example: "struct a { struct { struct { /* and so on */ } x; } y; };",
    /** `open`: the last bracket without its counterpart. */
    message: (details: { readonly reason: string; readonly open?: { readonly text: string; readonly line: number } }) =>
      `this declaration ${details.reason}`,
    hint: ({ open }: { readonly open?: { readonly text: string; readonly line: number } }) =>
      open === undefined
        ? "declare the inner structs by themselves, before this one"
        : `close the '${open.text}' of line ${open.line}`,
  },
  E111: {
    severity: "error",
    title: "undefined macro",
    explanation: "It may change the layout.",
    example: "struct PACKED struct_a { uint8_t length; uint8_t ID; } a = {2, 1};",
    message: (details: Named) => `'${details.name}' is not defined in any header that was read`,
    hint: (details: Named) =>
      `add its #define to the header, or 'defines = ${details.name}=__attribute__((packed))' to the channel's section if that is its meaning`,
    fixes: ({ name }: Named) => [packedMacro(name)],
  },
  E112: {
    severity: "error",
    title: "unknown type",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint33_t value; } a = {6, 1};",
    message: (details: {
      readonly type: string;
      readonly nearest: string | undefined;
      readonly missing: readonly string[];
    }) => `unknown type '${details.type}'${suggestion(details.nearest)}`,
    hint: (details: {
      readonly type: string;
      readonly nearest: string | undefined;
      readonly missing: readonly string[];
    }) =>
      details.missing.length === 0
        ? "declare the type in the header, or include the header that does"
        : `declare the type in the header, or put the header that does into the include path; not found there: ${details.missing.slice(0, 5).join(", ")}`,
  },
  E113: {
    severity: "error",
    title: "pointer in a message",
    explanation: "An address in the device's memory means nothing to a receiver.",
    example: "struct struct_a { uint8_t length; uint8_t ID; char *name; } a = {6, 1};",
    message: (details: OfMember) => `'${details.member}' is a pointer, which a message cannot hold`,
    hint: () => "send the value itself, a text as 'char name[16];'",
  },
  E114: {
    severity: "error",
    title: "reference in a message",
    explanation: "As E113.",
    example: "struct struct_a { uint8_t length; uint8_t ID; int &count; };",
    message: (details: OfMember) => `'${details.member}' is a reference, which a message cannot hold`,
    hint: () => "send the value itself: leave out the '&'",
    fixes: (_: OfMember, span) =>
      span === undefined ? [] : [{ title: "Leave out '&'", edits: [{ kind: "before", span, word: "&", text: "" }] }],
  },
  E115: {
    severity: "error",
    title: "array without size in a message",
    explanation:
      "Write its size, or `@count`. Where the header must stay as it is, add `count=` to its entry in `messages`, or `long = ignore` to the section, which leaves the array out.",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint8_t data[]; } a = {2, 1};",
    /** `last`: it is the last member of the message. */
    message: (details: OfMember & { readonly last: boolean }) => `'${details.member}' is an array without a size`,
    hint: (details: OfMember & { readonly last: boolean }) =>
      `give it the largest size it has: '${details.member}[16]'${details.last ? "; or write 'count=rest:16' beside the message, or 'long = ignore' to leave it out" : ""}`,
    fixes: ({ member, last }: OfMember & { readonly last: boolean }, span) => [
      ...(span === undefined
        ? []
        : [{ title: `Write '${member}[16]'`, edits: [{ kind: "brackets" as const, span, text: "16" }] }]),
      ...(last ? [keyFix(undefined, "long", "ignore", "set", `Leave '${member}' out: long = ignore`)] : []),
    ],
  },
  E116: {
    severity: "error",
    title: "virtual function in a message",
    explanation: "It adds a hidden pointer.",
    example: "struct struct_a { uint8_t length; uint8_t ID; virtual void send(); };",
    message: (_: object) =>
      "a message struct cannot have virtual functions: they put a hidden pointer in front of its fields",
    hint: () => "leave out 'virtual', or move the function out of the struct",
    fixes: (_: object, span) => textFix("Leave out 'virtual'", span, ""),
  },
  E117: {
    severity: "error",
    title: "long double in a message",
    explanation:
      "On ARM, Xtensa, MSP430 and for Microsoft's compiler it is a double, and is read. Elsewhere its format differs between compilers; on AVR it is a double up to `compiler = gcc-9`.",
    example: "struct struct_a { uint8_t length; uint8_t ID; long double x; };",
    message: (details: OfMember) => `'${details.member}' is a long double, and compilers have different formats for it`,
    hint: () => "use 'double'",
    fixes: (_: OfMember, span) =>
      span === undefined
        ? []
        : [{ title: "Use 'double'", edits: [{ kind: "word", span, word: "long double", text: "double" }] }],
  },
  E118: {
    severity: "error",
    title: "type that a message cannot hold",
    explanation: "The C ABI does not define its layout. Templates may have types and integers as parameters.",
    example: "struct struct_a { uint8_t length; uint8_t ID; std::vector<uint8_t> data; } a = {2, 1};",
    message: (details: OfType & { readonly instead?: string }) =>
      details.member === ""
        ? `the type '${details.type}' cannot be part of a message`
        : `'${details.member}' has the type '${details.type}', which a message cannot hold`,
    hint: (details: OfType & { readonly instead?: string }) =>
      details.instead ?? "use numbers, enums, structs, and arrays of these",
  },
  E119: {
    severity: "error",
    title: "incomplete type",
    example: "struct gps;\nstruct struct_a { uint8_t length, ID; struct gps position; };",
    message: (details: OfType) => `'${details.member}' has the type '${details.type}', which is not complete here`,
    hint: (details: OfType) => `declare '${details.type}' with its fields before it is used`,
  },
  E120: {
    severity: "error",
    title: "base class without a layout",
    explanation: "It is a virtual base class, a union, or not a class.",
    example:
      "union base { uint8_t x; };\nstruct struct_a { uint8_t length, ID; struct part : base { uint8_t y; } p; } a = {4, 1};",
    message: (details: Named & { readonly base: string }) => `'${details.name}' has the base class '${details.base}'`,
    hint: () => "write the fields of the base class at the beginning of the struct",
  },
  E121: {
    severity: "error",
    title: "array size that is not constant",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint8_t data[SIZE]; };",
    message: (details: OfMember & { readonly reason: string }) => `size of '${details.member}': ${details.reason}`,
    hint: () => "write the number, or #define the name in the header (or in the channel's 'defines')",
  },
  E122: {
    severity: "error",
    title: "impossible array size",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint8_t data[2 - 3]; } a = {2, 1};",
    message: (details: OfMember & { readonly size: bigint }) =>
      `'${details.member}' has an impossible array size (${details.size})`,
    hint: () => "a size is a positive number",
  },
  E123: {
    severity: "error",
    title: "bit width that is not constant",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint8_t flag : WIDTH; };",
    message: (details: OfMember & { readonly reason: string }) => `width of '${details.member}': ${details.reason}`,
    hint: () => "write the number, or #define the name in the header (or in the channel's 'defines')",
  },
  E124: {
    severity: "error",
    title: "impossible bit width",
    explanation: "It has at least one bit, and at most as many as its type. Only an unnamed bit-field may have 0.",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint8_t flag : 9; };",
    message: (details: OfType & { readonly width: bigint; readonly most: number }) =>
      `'${details.member}' is ${details.width} bits wide; a bit-field of type '${details.type}' has 1 to ${details.most}`,
  },
  E125: {
    severity: "error",
    title: "bit-field of a wrong type",
    example: "struct struct_a { uint8_t length; uint8_t ID; float x : 4; };",
    message: (details: OfType) => `'${details.member}' cannot be a bit-field: '${details.type}' is not an integer`,
    hint: ({ type }: OfType) => `use an unsigned integer type instead of '${type}'`,
    fixes: ({ type }: OfType, span) =>
      span === undefined
        ? []
        : [{ title: "Write 'unsigned'", edits: [{ kind: "before", span, word: type, text: "unsigned" }] }],
  },
  E126: {
    severity: "error",
    title: "enumerator that is not constant",
    example: "enum mode { IDLE = SOME_NAME };\nstruct struct_a { uint8_t length, ID; enum mode mode; } a = {6, 1};",
    message: (details: Named & { readonly reason: string }) => `value of '${details.name}': ${details.reason}`,
    hint: () => "write the number, or #define the name in the header",
  },
  E127: {
    severity: "error",
    title: "attribute that is not supported",
    explanation: "It changes offsets.",
    example: "struct struct_a { uint8_t length; uint8_t ID; int x __attribute__((mode(TI))); };",
    message: (details: Named) => `attribute '${details.name}' changes the layout and is not supported`,
    hint: (details: Named) =>
      details.name === "scalar_storage_order"
        ? "only GCC has it, for a struct or union in C; other compilers ignore it. Write '@order: big' above the struct, or 'order=big' at its message"
        : "leave it out, in the firmware too",
    fixes: ({ name }: Named, span) =>
      span === undefined || name === "scalar_storage_order"
        ? []
        : [{ title: `Leave out '${name}'`, edits: [{ kind: "attribute", span, to: "nowhere" }] }],
  },
  E128: {
    severity: "error",
    title: "impossible alignment",
    example: "struct struct_a { uint8_t length; uint8_t ID; alignas(3) uint8_t x; };",
    message: (details: { readonly reason: string }) => `alignment: ${details.reason}`,
    hint: () => "write 1, 2, 4, 8 or 16",
  },
  E129: {
    severity: "error",
    title: "initial value that is not constant",
    example: "struct struct_a { uint8_t length; uint8_t ID; } a = {2, NEXT_ID};",
    message: (details: OfMember & { readonly reason: string }) =>
      `initial value of '${details.member}': ${details.reason}`,
    hint: () => "write the number, or #define the name in the header (or in the channel's 'defines')",
  },
  E130: {
    severity: "error",
    title: "too many initial values",
    example: "struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1, 0};",
    /** `extra`: the values that have no member, with the comma before them. */
    message: (details: Named & { readonly count: number; readonly extra: Span }) =>
      `more initial values than '${details.name}' has members`,
    hint: ({ count }: { readonly count: number }) =>
      `remove the last ${count === 1 ? "value" : `${count} values`}, or add the missing fields`,
    fixes: ({ count, extra }: { readonly count: number; readonly extra: Span }) =>
      textFix(`Remove the last ${count === 1 ? "value" : `${count} values`}`, extra, ""),
  },
  E131: {
    severity: "error",
    title: "initial value for a missing member",
    example: "struct struct_a { uint8_t length; uint8_t ID; } a = {.length = 2, .id = 1};",
    message: (details: Named & { readonly nearest: string | undefined }) =>
      `no member '${details.name}' to initialise${suggestion(details.nearest)}`,
  },
  E132: {
    severity: "error",
    title: "initial value of the wrong kind",
    example: 'struct struct_a { uint8_t length, ID; uint16_t n; } a = {4, 1, "x"};',
    message: (details: OfMember & { readonly expected: string }) =>
      `initial value of '${details.member}': expected ${details.expected}`,
  },
  E133: {
    severity: "error",
    title: "member without a name",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint16_t; };",
    message: (details: { readonly type: string }) => `a field of type '${details.type}' has no name`,
    hint: (details: { readonly type: string }) => `write '${details.type} name;'`,
    fixes: ({ type }: { readonly type: string }, span) =>
      span === undefined
        ? []
        : [{ title: `Write '${type} name'`, edits: [{ kind: "word", span, word: type, text: `${type} name` }] }],
  },
  W134: {
    severity: "warning",
    title: "#pragma pack that compilers ignore",
    explanation: "structline ignores it, too.",
    example: "#pragma pack 1",
    message: (details: { readonly compiler: string; readonly reason: string }) =>
      `${details.compiler} ignores this #pragma pack: ${details.reason}`,
    hint: () => "write '#pragma pack(push, 1)' before the structs and '#pragma pack(pop)' after them",
    fixes: (_, span) => pushAndPop(span, 1),
  },
  W135: {
    severity: "warning",
    title: "#pragma pack without end",
    explanation: "In the firmware it also packs later includes. structline begins each listed header unpacked.",
    example: "#pragma pack(1)",
    message: (details: { readonly pack: number }) =>
      `#pragma pack(${details.pack}) is still active at the end of the header`,
    hint: () => "write '#pragma pack(push, 1)' here and '#pragma pack(pop)' at the end",
    fixes: ({ pack }: { readonly pack: number }, span) => pushAndPop(span, pack),
  },
  W136: {
    severity: "warning",
    title: "#pragma pack(pop) without its push",
    explanation:
      "structline ignores it. With an unknown label, it returns to the last push, as GCC does. Clang ignores it, and then structline does for Clang.",
    example: "#pragma pack(pop)",
    /** `pushed`: whether there is a push with another label, or with none. */
    message: (details: { readonly label: string | undefined; readonly pushed: boolean }) =>
      details.label === undefined
        ? "#pragma pack(pop) without a push"
        : `#pragma pack(pop, ${details.label}) without a push of that label`,
    hint: ({ pushed }: { readonly pushed: boolean }) =>
      pushed
        ? "write '#pragma pack(pop)', which does the same"
        : "remove it, or write '#pragma pack(push, 1)' in the line before the first packed struct",
    fixes: ({ pushed }: { readonly pushed: boolean }, span) =>
      span === undefined
        ? []
        : pushed
          ? [{ title: "Leave out the label", edits: [{ kind: "line", span, text: "#pragma pack(pop)" }] }]
          : [{ title: "Remove the line", edits: [{ kind: "line", span }] }],
  },
  W137: {
    severity: "warning",
    title: "#pragma pack inside a struct",
    explanation: "GCC uses the packing at the closing brace, Clang that at the opening one.",
    example: "struct struct_a {\n#pragma pack(1)\n  uint8_t length, ID; uint16_t v; };",
    message: (details: Named & { readonly line: number; readonly applies: boolean }) =>
      details.applies
        ? `#pragma pack changes inside '${details.name}': GCC and structline apply it to the whole struct`
        : `#pragma pack changes inside '${details.name}': Clang and structline apply it only to what follows the struct`,
    hint: ({ line }: { readonly line: number }) => `write it before line ${line}, where the struct begins`,
  },
  W138: {
    severity: "warning",
    title: "#define that cannot be read",
    example: "#define 3COM 1",
    message: (_: object) => "cannot read this #define",
    hint: () => "it reads '#define NAME value' or '#define NAME(a, b) text'",
  },
  W139: {
    severity: "warning",
    title: "active #error",
    explanation: "Set `defines`, `abi` or `cflags`.",
    example: '#ifndef BOARD\n#error "define BOARD"\n#endif',
    message: (details: { readonly text: string }) => `#error ${details.text}`,
    hint: (details: { readonly text: string }) => {
      const name = macroIn(details.text);
      return name === undefined
        ? "choose the branch that the firmware was compiled with: 'abi', 'cflags' or 'defines' in the channel's section"
        : `define ${name} in the channel's section: 'defines = ${name}' or 'defines = ${name}=2'`;
    },
    fixes: ({ text }: { readonly text: string }) => {
      const name = macroIn(text);
      return name === undefined ? [] : [keyFix(undefined, "defines", name, "added")];
    },
  },
  W140: {
    severity: "warning",
    title: "pragma that is not supported",
    explanation: "It may change offsets.",
    example: "#pragma bit_order left",
    message: (details: Named) => `#pragma ${details.name} is not supported`,
    hint: () =>
      "leave it out, in the firmware too, and say what it says for all structs by the channel's keys 'byte_order' and 'layout'",
  },
  W141: {
    severity: "warning",
    title: "#include that cannot be read",
    example: "#include CONFIG_HEADER",
    message: (_: object) => "this #include names no file",
    hint: () => 'write #include "file.h" or #include <file.h>',
  },
  W142: {
    severity: "warning",
    title: "condition that cannot be decided",
    explanation: "structline leaves the branch out.",
    example: "#if VERSION_AT_LEAST(2, 1)",
    message: (details: { readonly directive: string; readonly reason: string }) =>
      `#${details.directive} cannot be decided and counts as false: ${details.reason}`,
    hint: () => "give the macros it needs in the channel's 'defines'",
  },
  W143: {
    severity: "warning",
    title: "macro with the wrong number of arguments",
    explanation: "structline leaves the call as it is.",
    example: "#define FIELD(t, n) t n;\nstruct s { FIELD(uint8_t) };",
    message: (details: Named & { readonly expected: number; readonly given: number }) =>
      `macro '${details.name}' takes ${details.expected} argument${details.expected === 1 ? "" : "s"}, not ${details.given}`,
  },
  W144: {
    severity: "warning",
    title: "macro call without end",
    example: "#define FIELD(n) uint8_t n;\nFIELD(a",
    message: (details: Named) => `the call of macro '${details.name}' has no ')'`,
    hint: () => "close the parenthesis",
  },
  W145: {
    severity: "warning",
    title: "attribute that compilers ignore here",
    explanation: "It belongs to the variable or typedef: GCC and Clang do not pack the struct.",
    example: "typedef struct { uint8_t length; uint8_t ID; uint16_t v; } msg_t __attribute__((packed));",
    message: (details: Named) => `compilers ignore '${details.name}' here`,
    hint: (details: Named) => `write it directly after the closing brace: '} __attribute__((${details.name})) …'`,
    fixes: ({ name }: Named, span) =>
      span === undefined
        ? []
        : [{ title: `Write '${name}' after the brace`, edits: [{ kind: "attribute", span, to: "brace" }] }],
  },
  W146: {
    severity: "warning",
    title: "name like an attribute",
    explanation: "An undefined word here names a variable or type, and packs nothing.",
    example: "struct struct_a { uint8_t length; uint8_t ID; } PACKED;",
    message: (details: Named) => `'${details.name}' is not defined, so it is only a name here and packs nothing`,
    hint: (details: Named) =>
      `add '#define ${details.name} __attribute__((packed))' to the header or to the channel's 'defines'`,
    fixes: ({ name }: Named) => [packedMacro(name)],
  },
  W147: {
    severity: "warning",
    title: "initial value that does not fit",
    explanation: "As in C, the field holds its lower bits.",
    example: "struct struct_a { uint8_t length, ID, n; } a = {3, 1, 300};",
    message: (details: OfType & { readonly value: bigint }) =>
      `${details.value} does not fit '${details.member}' of type '${details.type}'`,
  },
  W148: {
    severity: "warning",
    title: "constructor that cannot be read",
    explanation: "structline reads constant initialisers, and assignments in a constructor without parameters.",
    example: "struct struct_a { uint8_t length; uint8_t ID; struct_a(int id) : length(2), ID(id) {} };",
    message: (details: Named) => `the constructor of '${details.name}' does not give constant initial values`,
    hint: () => "write default values at the fields: 'uint8_t length = 15; uint8_t ID = 14;'",
  },
  W149: {
    severity: "warning",
    title: "brace without its counterpart",
    explanation: "A struct before it may end too early.",
    example: "struct struct_a { uint8_t length; uint8_t ID; }; };",
    message: (_: object) => "'}' closes nothing",
    hint: () => "remove it, or write the '{' it belongs to",
    fixes: (_: object, span) => textFix("Remove '}'", span, ""),
  },
  E150: {
    severity: "error",
    title: "misspelled keyword",
    example: "Struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};",
    message: (details: Named & { readonly nearest: string }) =>
      `unknown word '${details.name}'${suggestion(details.nearest)}`,
  },
  E151: {
    severity: "error",
    title: "too many structs",
    explanation: "A channel has at most 10,000.",
    example: "struct a0 { … }; struct a1 { … }; // and so on",
    message: (details: { readonly most: number }) =>
      `the channel's headers declare more than ${details.most} structs; the rest is not read`,
    hint: () => "name only the headers with the channel's messages in 'header_files'",
  },
  E152: {
    severity: "error",
    title: "text that depends on an unknown macro or header",
    explanation: "Add the header to `include_path`, or set `defines`.",
    example:
      '#include "config.h"  // which is not in the include path\nstruct struct_a { uint8_t length, ID;\n#ifdef WITH_GPS\n  float latitude;\n#endif\n};',
    message: (details: { readonly on: string; readonly hint: string }) => `the text here depends on ${details.on}`,
    hint: (details: { readonly on: string; readonly hint: string }) => details.hint,
  },
  N160: {
    severity: "note",
    title: "reserved names that nothing defines",
    explanation: "The headers test them, and no known compiler defines them for this target. They count as undefined.",
    example: "#ifdef __NO_HCI_DEFS\n#endif",
    message: ({ channel, names }: { readonly channel: string; readonly names: readonly string[] }) =>
      `channel '${channel}': ${names.slice(0, 8).join(", ")}${names.length > 8 ? ` and ${names.length - 8} more` : ""} ${names.length === 1 ? "is" : "are"} tested, and counted as undefined`,
    hint: ({ names: [name] }: { readonly names: readonly string[] }) =>
      `if your build defines one, write 'defines = ${name}'`,
    fixes: ({ channel, names }: { readonly channel: string; readonly names: readonly string[] }) =>
      names.slice(0, MOST_NAMES).map((name) => keyFix(channel, "defines", name, "added")),
  },
  E153: {
    severity: "error",
    title: "one name for two types",
    example:
      "// a.h: struct pos { float x; };   b.h: struct pos { double x; };   c.h, which includes neither:\nstruct struct_c { uint8_t length, ID; struct pos at; } c = {6, 1};",
    message: (details: OfType & { readonly files: readonly string[]; readonly missing: readonly string[] }) =>
      `'${details.member}' has the type '${details.type}', which has two different declarations${details.files.length > 1 ? ` in ${details.files.join(" and ")}` : ""}`,
    hint: (details: OfType & { readonly missing: readonly string[] }) =>
      `give one of the two another name, or put the headers into separate channels${details.missing.length === 0 ? "" : `; these includes were not found: ${details.missing.slice(0, 3).join(", ")}`}`,
  },
  E154: {
    severity: "error",
    title: "static assertion that fails",
    explanation: "The header asserts a size or offset. The firmware has another target, other flags or other packing.",
    example:
      'struct struct_a { uint8_t length; uint8_t ID; uint32_t v; } a = {8, 1};\n_Static_assert(sizeof(struct struct_a) == 6, "packed");',
    message: (details: { readonly text: string }) => `this assertion does not hold: ${details.text}`,
    hint: () => "check the channel's 'abi', 'cflags' and 'layout'",
  },
  E155: {
    severity: "error",
    title: "function where a field should be",
    explanation: "An undefined macro may declare a field here.",
    example: "struct struct_a { uint8_t length; uint8_t ID; FIELD(uint32_t, speed); } a = {6, 1};",
    message: (details: Named) => `'${details.name}(…)' is not a field, and no macro has that name`,
    hint: (details: Named) => `add '#define ${details.name}(…) …' to the header, or include the header that defines it`,
  },
  E156: {
    severity: "error",
    title: "attribute without a declaration",
    explanation: "It changes offsets, and compilers refuse it, ignore it or do not agree.",
    example: "struct struct_a { uint8_t length; uint8_t ID; enum { ON __attribute__((aligned(4))) } v; } a = {8, 1};",
    message: (details: Named) => `attribute '${details.name}' is not allowed here`,
    hint: () => "write it after the field's name, or after the closing brace of the struct",
  },
  E158: {
    severity: "error",
    title: "trigraph",
    explanation: "With a strict standard (`-std=c99`, `-ansi`) the compiler replaces these three characters.",
    example: "; cflags = -std=c99\nstruct struct_a { uint8_t length; uint8_t ID; uint8_t v??(2??); } a = {4, 1};",
    message: ({ text }: { readonly text: string }) => `'${text}' is a trigraph with this channel's flags`,
    hint: () => "write the character itself, or compile with '-std=gnu99' or the like",
    fixes: ({ text }: { readonly text: string }, span) => {
      const character = TRIGRAPHS[text[2] ?? ""];
      return character === undefined ? [] : textFix(`Write '${character}'`, span, character);
    },
  },
  E159: {
    severity: "error",
    title: "lower alignment of an incomplete or C++ struct",
    explanation:
      "A typedef lowers the alignment of a struct that is incomplete there, or of a C++ struct. GCC ignores the first and forgets the second when a variable of the struct is defined; Clang does not.",
    example:
      "typedef struct part part_t __attribute__((aligned(1)));\nstruct part { uint32_t x; };\nstruct struct_a { uint8_t length; uint8_t ID; uint8_t n; part_t v; } a = {8, 1};",
    message: (details: Named & { readonly aligned: number; readonly language: "c" | "c++" }) =>
      `'${details.name}' lowers the alignment of a ${details.language === "c" ? "struct that is not complete here" : "C++ struct"} to ${details.aligned}`,
    hint: ({ language }) =>
      language === "c"
        ? "write the typedef after the struct, or the alignment on the field"
        : "write the alignment on the struct, with 'packed'",
  },
  E161: {
    severity: "error",
    title: "attribute that only a declaration before the struct has",
    explanation:
      "g++ and clang give it to the definition behind it, GCC for C does not. Structure and offsets depend on the compiler then.",
    example:
      "struct __attribute__((packed)) struct_a;\nstruct struct_a { uint8_t length; uint8_t ID; uint32_t v; } a = {8, 1};",
    message: (details: Named & { readonly tag: string }) =>
      `attribute '${details.name}' is at a declaration of '${details.tag}', and not at its definition: compilers do not agree whether it holds`,
    hint: (details: Named & { readonly tag: string }) =>
      `write it also where '${details.tag}' has its braces, or remove it here`,
  },
  W162: {
    severity: "warning",
    title: "attribute that no compiler knows",
    explanation: "Compilers ignore it, with a warning: the field or struct is laid out as without it.",
    example: "struct struct_a { uint8_t length; uint8_t ID; uint32_t v __attribute__((align(8))); } a = {8, 1};",
    message: (details: Named) => `compilers ignore the attribute '${details.name}'`,
    hint: (details: Named) =>
      `write '${/align/i.test(details.name) ? "__attribute__((aligned(…)))" : "__attribute__((packed))"}', or remove it`,
  },
} as const satisfies Record<string, DiagnosticKind>;
