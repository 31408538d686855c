/** Family 3xx: rules, expressions, stored names. */

import type { Span } from "../../source/span.ts";
import type { DiagnosticKind } from "../diagnostic.ts";
import { type Fix, insertFix, keyFix, nearestFix, nearestItem, packFix, ruleFix, textFix } from "../fix.ts";

const rule = (line: string): string =>
  `struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    uint16_t level; ${line}\n} tank = {5, 4};`;

const member = (length: number, line: string): string =>
  `struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    ${line}\n} tank = {${length}, 4};`;

const suggestion = (nearest: string | undefined): string =>
  nearest === undefined ? "" : ` (did you mean '${nearest}'?)`;

/** Another stored name for the field. */
function renameFix(
  { field, column }: { readonly field: string; readonly column: string },
  span: Span | undefined,
): Fix[] {
  const own = /[A-Za-z_]\w*(?=(?:\[\d+\])*$)/.exec(field)?.[0] ?? "value";
  const isOwn = column.toLowerCase().split(".").at(-1) === own.toLowerCase();
  const name = isOwn ? `${own}_2` : own;
  return ruleFix(`Store it as '${name}'`, span, "name", name);
}

function excludeFix(field: string): Fix {
  const name = field.replace(/[.[].*$/, "");
  return keyFix(undefined, "store_exclude", name, "added", `Do not store '${name}' (store_exclude)`);
}

interface UnknownName {
  readonly field: string;
  readonly name: string;
  readonly nearest: string | undefined;
  /** True if the name is a unit. */
  readonly unit: boolean;
  /** True if the name is called as a function. */
  readonly call: boolean;
}

export const RULES = {
  E301: {
    severity: "error",
    title: "Unknown name in an expression",
    explanation:
      "An expression may use the field, other numeric fields of the record or struct, and constants such as `pi`.",
    example: rule("//5 @rule: expr=levl / 10"),
    message: (details: UnknownName) =>
      `rule for '${details.field}' uses unknown name '${details.name}'${suggestion(details.nearest)}`,
    hint: ({ name, nearest, unit, call }: UnknownName) => {
      // Half the short names are units: 'volt' beside a field 'volts' is a mistake in its name.
      if (unit && nearest === undefined) return `an expression has no units: write 'unit=${name}' as a separate part`;
      if (call) return "docs/rules.md lists the functions";
      return "use the field's own name, another numeric field of the struct, or a constant like pi";
    },
  },
  E302: {
    severity: "error",
    title: "Wrong number of arguments",
    example: rule("//5 @rule: expr=atan2(level)"),
    message: (details: { field: string; name: string; expected: string; given: number }) =>
      `rule for '${details.field}' calls ${details.name} with ${details.given} argument${details.given === 1 ? "" : "s"}, it takes ${details.expected}`,
  },
  E303: {
    severity: "error",
    title: "Expression is not numeric",
    example: rule('//5 @rule: expr=level + "1"'),
    message: (details: { field: string; construct: string }) =>
      `rule for '${details.field}' contains ${details.construct}, an expression is made of numbers, fields, operators and functions`,
  },
  E304: {
    severity: "error",
    title: "Expression cannot be read",
    example: rule("//5 @rule: expr=(level - 3"),
    message: (details: { field: string; problem: string }) =>
      `expression of the rule for '${details.field}' cannot be read: ${details.problem}`,
  },
  E305: {
    severity: "error",
    title: "Function without a numeric result",
    example: rule("//5 @rule: expr=level * random()"),
    message: (details: { field: string; name: string }) =>
      `rule for '${details.field}' calls '${details.name}', which is not a function of plain numbers`,
  },
  E306: {
    severity: "error",
    title: "Call of a field or constant",
    explanation: "For a product write `*`.",
    example: rule("//5 @rule: expr=level (3 + 1)"),
    message: (details: { field: string; name: string }) =>
      `rule for '${details.field}' calls '${details.name}', which is a number`,
    hint: (details: { field: string; name: string }) => `for a product write '${details.name} * (…)'`,
    fixes: ({ name }: { name: string }, span) => insertFix(`Multiply by '${name}'`, span, " *", "behind"),
  },
  E307: {
    severity: "error",
    title: "Field without a numeric value in an expression",
    explanation: "It is an array, a text or a nested record.",
    example:
      "struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    uint8_t  raw[2];\n    uint16_t level; //6 @rule: expr=level - raw\n} tank = {6, 4};",
    message: (details: { field: string; name: string; what: string }) =>
      `rule for '${details.field}' uses '${details.name}', which is ${details.what}`,
  },
  E308: {
    severity: "error",
    title: "Expression too large",
    example: rule("//5 @rule: expr=((((…))))"),
    message: (details: { field: string; what: string; limit: number }) =>
      `expression of the rule for '${details.field}' has more than ${details.limit} ${details.what}`,
  },
  E309: {
    severity: "error",
    title: "Expression on a field that is not numeric",
    example:
      "struct struct_tank {\n    uint8_t length;\n    uint8_t ID;\n    char    label[8]; //10 @rule: expr=label * 2\n} tank = {10, 4};",
    message: (details: { field: string; what: string; part: string }) =>
      `rule for '${details.field}' gives '${details.part}' to ${details.what}`,
  },
  E310: {
    severity: "error",
    title: "Missing semicolon between the parts of a rule",
    example: rule("//5 @rule: name=depth expr=level / 10"),
    message: (details: { field: string; part: string }) =>
      `missing ';' before '${details.part}=' in the rule for '${details.field}'`,
    fixes: (_, span) => insertFix("Insert ';'", span, ";", "before"),
  },
  E311: {
    severity: "error",
    title: "Part of a rule given twice",
    example: rule("//5 @rule: unit=m; unit=cm"),
    message: (details: { field: string; part: string }) =>
      `the rule for '${details.field}' gives '${details.part}' twice`,
  },
  E312: {
    severity: "error",
    title: "Unknown part of a rule",
    example: rule("//5 @rule: units=m"),
    message: (details: { field: string; part: string; nearest: string | undefined }) =>
      `the rule for '${details.field}' has unknown part '${details.part}'${suggestion(details.nearest)}`,
    hint: () => "a rule is '@rule: name=…; expr=…; unit=…', each part optional",
  },
  E313: {
    severity: "error",
    title: "Empty rule",
    example: rule("//5 @rule:"),
    message: (details: { field: string }) => `the rule for '${details.field}' is empty`,
    hint: () => "a rule is '@rule: name=…; expr=…; unit=…', each part optional",
  },
  E314: {
    severity: "error",
    title: "Empty part of a rule",
    example: rule("//5 @rule: name=; unit=m"),
    message: (details: { field: string; part: string }) =>
      `the rule for '${details.field}' gives no value for '${details.part}'`,
  },
  E315: {
    severity: "error",
    title: "Name or unit is not printable",
    example: rule("//5 @rule: unit=m\u200b"),
    message: (details: { field: string; part: string; character: string }) =>
      `'${details.part}' in the rule for '${details.field}' contains the unprintable character ${details.character}`,
  },
  E316: {
    severity: "error",
    title: "Rule on a line without a field",
    example:
      "struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    // @rule: unit=m\n    uint16_t level;\n} tank = {5, 4};",
    message: (_details: object) => "this rule is on a line without a field",
    hint: () => "put the comment on the line of the field it is for",
    fixes: (_: object, span) =>
      span === undefined ? [] : [{ title: "Move the rule to the next field", edits: [{ kind: "move rule", span }] }],
  },
  E317: {
    severity: "error",
    title: "Two fields with one stored name",
    example:
      "struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    uint16_t level;\n    uint16_t raw; //6 @rule: name=level\n} tank = {6, 4};",
    message: (details: { field: string; column: string; first: string; firstLine: number }) =>
      `'${details.field}' is stored as '${details.column}', the name that '${details.first}' in line ${details.firstLine} already has`,
    hint: () => "give one of them another name by a rule: '@rule: name=…'",
    fixes: (details: { field: string; column: string }, span) => renameFix(details, span),
  },
  E318: {
    severity: "error",
    title: "Two stored names that differ in case only",
    explanation: "DuckDB ignores case.",
    example:
      "struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    uint16_t level;\n    uint16_t Level;\n} tank = {6, 4};",
    message: (details: { field: string; column: string; first: string; firstColumn: string; firstLine: number }) =>
      `'${details.field}' is stored as '${details.column}', which differs from the '${details.firstColumn}' of '${details.first}' in line ${details.firstLine} by case only`,
    hint: (details: { field: string }) =>
      `databases take both for one column: give one of them another name by a rule: '@rule: name=…', or leave it out: 'store_exclude = ${details.field}'`,
    fixes: (details: { field: string; column: string }, span) => [
      ...renameFix(details, span),
      excludeFix(details.field),
    ],
  },
  E319: {
    severity: "error",
    title: "Reserved stored name",
    explanation: "`time` and `_hex_` in any case.",
    example: "struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    uint32_t time;\n} tank = {6, 4};",
    message: (details: { field: string; column: string }) =>
      `'${details.field}' is stored as '${details.column}', a reserved name`,
    hint: () => "give it another name by a rule, '@rule: name=…', or leave it out with 'store_exclude'",
    fixes: (details: { field: string; column: string }, span) => [
      ...renameFix(details, span),
      excludeFix(details.field),
    ],
  },
  E320: {
    severity: "error",
    title: "Two rules for one field",
    example: rule("//5 @rule: unit=m @rule: name=depth"),
    /** `marker`: that of the second one, if both are in one comment. */
    message: (details: { field: string; marker: string | undefined }) => `'${details.field}' has a second rule`,
    hint: () => "put all parts into one rule: '@rule: name=…; expr=…; unit=…'",
    fixes: ({ marker }: { readonly marker: string | undefined }, span) =>
      span === undefined || marker === undefined
        ? []
        : [{ title: "Put all parts into one rule", edits: [{ kind: "word", span, word: marker, text: ";" }] }],
  },
  E325: {
    severity: "error",
    title: "Name or unit too long",
    example: rule("//5 @rule: name=the_level_of_the_water_in_the_tank_as_…"),
    message: (details: { field: string; part: string; length: number; limit: number }) =>
      `'${details.part}' in the rule for '${details.field}' has ${details.length} characters, ${details.limit} are allowed`,
  },
  E326: {
    severity: "error",
    title: "Rule too long",
    example: rule("//5 @rule: name=level;                                          …"),
    message: (details: { field: string; limit: number }) =>
      `the rule for '${details.field}' has more than ${details.limit} characters`,
  },
  E327: {
    severity: "error",
    title: "Limits, states or an interval that cannot be read",
    explanation:
      "`warn` and `alarm` are ranges of good values, `hold` a duration, `states` names of whole numbers, `@every` an interval.",
    example: rule("//5 @rule: warn=20..10"),
    message: (details: { field: string; part: string; expected: string }) =>
      `'${details.part}' of '${details.field}' is not ${details.expected}`,
  },
  W321: {
    severity: "warning",
    title: "Rule marker not written `@rule:`",
    explanation: "structline accepts it. Other tools look for `@rule:`.",
    example: rule("//5 @ rule: unit=m"),
    message: (details: { marker: string }) => `'${details.marker}' is taken as '@rule:'`,
    hint: () => "write '@rule:'",
    fixes: ({ marker }: { marker: string }, span) =>
      span === undefined
        ? []
        : [{ title: "Write '@rule:'", edits: [{ kind: "word", span, word: marker, text: "@rule:" }] }],
  },
  W322: {
    severity: "warning",
    title: "Constant expression",
    example: rule("//5 @rule: expr=10 / 4"),
    message: (details: { field: string }) => `the expression of the rule for '${details.field}' is constant`,
    hint: (details: { field: string }) => `use '${details.field}' in it, or leave the field out with 'store_exclude'`,
    fixes: ({ field }: { field: string }) => [excludeFix(field)],
  },
  W323: {
    severity: "warning",
    title: "Expression does not use its own field",
    example:
      "struct struct_tank {\n    uint8_t  length;\n    uint8_t  ID;\n    uint16_t raw;\n    uint16_t level; //6 @rule: expr=raw / 10\n} tank = {6, 4};",
    message: (details: { field: string; shared: string | undefined }) =>
      `the expression of the rule for '${details.field}' does not use '${details.field}'`,
    hint: ({ field, shared }: { field: string; shared: string | undefined }) =>
      shared === undefined
        ? `what is stored as '${field}' does not depend on it`
        : `a rule applies to all fields of its line: '${field}' gets a value of '${shared}'; give each field a line and a rule of its own`,
  },
  W324: {
    severity: "warning",
    title: "`store_exclude` names no field",
    explanation: "Name a field's path, stored name, or top-level member.",
    example: "store_exclude = lenght, ck",
    message: (details: { channel: string; entry: string; nearest: string | undefined }) =>
      `store_exclude of channel '${details.channel}' names '${details.entry}', which is not a field of its structs${suggestion(details.nearest)}`,
    fixes: (details: { channel: string; entry: string; nearest: string | undefined }) =>
      nearestItem(details.channel, details.entry, details.nearest),
  },
  E330: {
    severity: "error",
    title: "unknown checksum",
    explanation: "See [configuration](configuration.md) (`check`).",
    example: member(4, "uint16_t crc; // @check: crc16/modbsu"),
    message: (details: { readonly field: string; readonly name: string; readonly nearest: string | undefined }) =>
      `'${details.field}': there is no checksum '${details.name}'${details.nearest === undefined ? "" : ` (did you mean '${details.nearest}'?)`}`,
    hint: () => "write crc16/modbus, crc8/maxim-dow, crc32, sum8, xor8, fletcher16 …",
  },
  E331: {
    severity: "error",
    title: "checksum in a field that cannot hold it",
    explanation: "It needs an integer field of its own width.",
    example: member(3, "uint8_t crc; // @check: crc16/modbus"),
    message: (details: { readonly field: string; readonly name: string; readonly bits: number }) =>
      `'${details.field}' is not an integer of ${details.bits} bits, which ${details.name} takes`,
    hint: () => "declare the field with the checksum's width",
  },
  E332: {
    severity: "error",
    title: "wrong part of a checksum",
    example: member(4, "uint16_t crc; // @check: crc16/modbus from=lenght"),
    message: (details: { readonly field: string; readonly key: string; readonly value: string }) =>
      details.key === "from" || details.key === "to"
        ? `'${details.field}': the struct has no field '${details.value}'`
        : `'${details.field}': @check has no part '${details.key}'`,
    hint: () => "write @check: crc16/modbus from=first to=last",
  },
  E333: {
    severity: "error",
    title: "wrong byte order of a field",
    example: member(4, "uint16_t speed; // @order: network"),
    message: (details: { readonly field: string; readonly text: string }) =>
      `'${details.field}': '${details.text}' is not a byte order`,
    hint: () => "write @order: big or @order: little",
    fixes: (_, span) =>
      ["big", "little"].flatMap((order) => textFix(`Write @order: ${order}`, span, `@order: ${order}`)),
  },
  E334: {
    severity: "error",
    title: "byte order of a bit-field",
    example: member(4, "uint16_t mode : 3; // @order: big"),
    message: (details: { readonly field: string }) => `'${details.field}' is a bit-field and has no byte order`,
    hint: () =>
      "write '@order: big' above its struct, or 'order=big' at the message: its bits are then allocated from the other end",
  },
  E335: {
    severity: "error",
    title: "tag that cannot be read",
    example: member(8, "uint32_t t; // @time: usec"),
    message: (details: { readonly field: string; readonly tag: string; readonly text: string; expected: string }) =>
      `'${details.field}': ${details.text === "" ? `${details.tag} is empty` : `'${details.text}' is not valid for ${details.tag}`}; it takes ${details.expected}`,
  },
  E336: {
    severity: "error",
    title: "tag at a field that cannot have it",
    explanation: "A counter and a clock are one number each, outside of arrays. Samples are an array.",
    example: member(6, "float seq; // @seq"),
    message: (details: { readonly field: string; readonly tag: string; readonly needed: string }) =>
      `'${details.field}' cannot be ${details.tag}, which takes ${details.needed}`,
  },
  E337: {
    severity: "error",
    title: "a second counter or clock in one struct",
    example: member(8, "uint16_t seq; // @seq\n    uint16_t count; // @seq"),
    message: (details: { readonly field: string; readonly first: string; readonly tag: string }) =>
      `'${details.field}' has the tag that '${details.first}' already has`,
    hint: () => "remove one of the two tags",
    fixes: ({ tag }: { readonly tag: string }, span) =>
      span === undefined ? [] : [{ title: `Remove this ${tag}`, edits: [{ kind: "tag", span, tag }] }],
  },
  E338: {
    severity: "error",
    title: "a part of a time without the others",
    example: member(6, "uint32_t tow; // @time: tow ms"),
    message: (details: { readonly field: string; readonly missing: string }) =>
      `'${details.field}' is a part of a time: no field of the struct has @time: ${details.missing}`,
  },
  N339: {
    severity: "note",
    title: "Reserved or repeated name in a vendor's header",
    explanation:
      "A header whose structs `messages` names needs no change. Names that differ by case only are one column in a database.",
    example: "[lab-rig]\nmessages = 7 event_t",
    message: (details: { field: string; column: string; like: string | undefined }) =>
      `'${details.field}' is stored as '${details.column}', because ${details.like === undefined ? `'${details.field}' is a reserved name` : `it differs from '${details.like}' by case only`}`,
    hint: () => "a rule gives it another name: '@rule: name=…'",
    fixes: ({ column }: { column: string }, span) => ruleFix(`Write '@rule: name=${column}'`, span, "name", column),
  },
  E340: {
    severity: "error",
    title: "count, condition or rule that uses a field that may be absent",
    explanation: "Use only fields that every message contains.",
    example: member(5, "uint8_t m; // @if: ID & 1\n    uint8_t v[4]; // @count: m"),
    /** `usable`: fields that every message has. */
    message: (details: { readonly field: string; readonly used: string; readonly usable: readonly string[] }) =>
      `'${details.field}' depends on '${details.used}', which not every message has, or not before it`,
    hint: ({ usable }: { readonly usable: readonly string[] }) =>
      `use fields that every message has: ${usable.slice(0, 8).join(", ")}${usable.length > 8 ? ", …" : ""}`,
  },
  E341: {
    severity: "error",
    title: "padding between members that may be absent",
    explanation:
      "Members with `@count` and `@if` follow each other without padding, so the compiler must not add any between them.",
    example: member(12, "uint8_t v[3]; // @count: ID\n    uint32_t t; // @if: ID & 1"),
    message: (details: { readonly field: string; readonly padding: number }) =>
      `'${details.field}' has ${details.padding} byte${details.padding === 1 ? "" : "s"} of padding before it`,
    hint: () => "pack the struct: #pragma pack(1), or 'layout = packed' in the channel's section",
    fixes: (_, span) => [...packFix(span), keyFix(undefined, "layout", "packed")],
  },
  W342: {
    severity: "warning",
    title: "misspelled tag",
    explanation: "Tags are written in lower case. structline ignores other words with `@`, such as those of Doxygen.",
    example: member(4, "uint16_t seq; // @sequ"),
    message: (details: { readonly tag: string; readonly nearest: string }) =>
      `'${details.tag}' is ignored (did you mean '${details.nearest}'?)`,
    hint: (details: { readonly nearest: string }) => `write '${details.nearest}', or remove the '@'`,
  },
  E350: {
    severity: "error",
    title: "command that cannot be read",
    explanation: "See [commands](commands.md).",
    example: `${member(4, "uint16_t target;")} // @command: timout=2s`,
    message: (details: { readonly struct: string; readonly text: string; readonly expected: string }) =>
      `@command of '${details.struct}': ${details.text}; ${details.expected}`,
    fixes: ({ text }: { readonly text: string }, span) => {
      const [, word, meant] = /'(\w+)[^']*' \(did you mean '([^']+)'\?\)/.exec(text) ?? [];
      return word === undefined ? [] : nearestFix(span, word, meant);
    },
  },
  E351: {
    severity: "error",
    title: "acknowledgement by an unknown struct",
    example: `${member(4, "uint16_t target;")} // @command: ack=struct_akc`,
    message: (details: { readonly struct: string; readonly ack: string; readonly nearest: string | undefined }) =>
      `@command of '${details.struct}': the channel has no other message '${details.ack}'${suggestion(details.nearest)}`,
  },
  E352: {
    severity: "error",
    title: "condition of a command that cannot be checked",
    explanation: "`if=` tests the channel's other messages, `ok=` the acknowledgement.",
    example: `${member(4, "uint16_t target;")} // @command: if="mdoe == 2"`,
    message: (details: { readonly struct: string; readonly condition: string; readonly reason: string }) =>
      `@command of '${details.struct}': '${details.condition}' ${details.reason}`,
  },
  W353: {
    severity: "warning",
    title: "`@command` without a message struct",
    example: "// @command: confirm\nint x;\nstruct struct_tank { uint8_t length, ID; uint16_t target; } tank = {4, 4};",
    message: (_: { readonly next: { readonly name: string; readonly line: number } | undefined }) =>
      "this @command belongs to no message struct",
    hint: ({ next }: { readonly next: { readonly name: string; readonly line: number } | undefined }) =>
      next === undefined
        ? "write it directly above a struct with a length and an ID"
        : `write it directly above '${next.name}' in line ${next.line}, or behind its closing brace`,
  },
} as const satisfies Record<string, DiagnosticKind>;
