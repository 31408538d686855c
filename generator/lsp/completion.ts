/** Completion in comments of headers: tags, parts of a rule, functions, fields, units, checksums. */

import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import { checksumNames } from "../../runtime/frames/checksum.ts";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import type { Message } from "../codec/model.ts";
import { CONSTANTS } from "../rules/constants.ts";
import { FUNCTIONS } from "../rules/functions.ts";
import { conversionOf } from "../rules/units.ts";
import type { FieldIndex } from "./field-index.ts";

const TAGS: readonly (readonly [name: string, insert: string, meaning: string])[] = [
  ["@rule", "@rule: ", "stored name, value, unit, limits and states of the field"],
  ["@every", "@every: ${1:100ms}", "how often the device sends the struct"],
  ["@command", "@command", "the struct is a command to the device"],
  ["@version", "@version: ${1:1}", "the field holds the number of the firmware's layout"],
  ["@check", "@check: ${1:crc16/modbus}", "the field is a checksum of the struct"],
  ["@seq", "@seq", "the field counts messages, so that lost ones are known"],
  [
    "@time",
    "@time: ${1|ms since boot,us since boot,s epoch,ms epoch,week/tow,cds,cuc|}",
    "the field is the device's clock",
  ],
  ["@samples", "@samples: dt=${1:1ms}", "the array's elements are samples at a fixed interval"],
  ["@count", "@count: ${1:n}", "how many elements of the array a message has"],
  ["@if", "@if: ${1:flags & 1}", "the member is there only if this holds"],
  ["@order", "@order: ${1|big,little|}", "byte order of the field, or of the struct below"],
];

const PARTS: readonly (readonly [name: string, insert: string, meaning: string])[] = [
  ["name", "name=${1:name}", "replaces the field's own part of the stored name"],
  ["expr", "expr=${1:raw / 100}", "the stored value, from raw values of fields"],
  ["unit", "unit=${1:V}", "unit of the stored value"],
  ["warn", "warn=${1:10}..${2:20}", "range of good values; outside is a warning"],
  ["alarm", "alarm=${1:5}..${2:25}", "range of good values; outside is an alarm"],
  ["hold", "hold=${1:3s}", "how long a value must be outside"],
  ["states", "states=${1:0=off, 1=on}", "names of whole numbers"],
];

/** Common units; what each converts to is computed. */
const UNITS = [
  ..."V mV kV A mA uA W mW kW Wh kWh ohm kohm F uF nF H mH Hz kHz MHz s ms us min h degC degF K m mm cm km in ft mi".split(
    " ",
  ),
  ..."m/s km/h mph knot m/s^2 deg rad deg/s rad/s 1/min kg g lb N kN N.m Pa hPa kPa bar psi J kJ l ml m^3 l/min m^3/h lux".split(
    " ",
  ),
  ..."% ppm dB dBm".split(" "),
];

let conversions: ReadonlyMap<string, readonly string[]> | undefined;

function convertible(): ReadonlyMap<string, readonly string[]> {
  conversions ??= new Map(
    UNITS.map((unit) => [unit, UNITS.filter((other) => other !== unit && conversionOf(unit, other) !== undefined)]),
  );
  return conversions;
}

/** The comment's text before the position; undefined outside of comments. */
export function commentBefore(text: string, offset: number): string | undefined {
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const slashes = line.indexOf("//");
  if (slashes >= 0) return line.slice(slashes + 2);
  const open = before.lastIndexOf("/*");
  return open >= 0 && before.indexOf("*/", open) < 0 ? before.slice(open + 2) : undefined;
}

/** A rule goes on in lines that begin with a part, or with what may become one. */
const RULE = /@rule[ \t]*:([^\n]*(?:\n[ \t*]*\w+[ \t]*=[^\n]*)*(?:\n[ \t*]*\w*)?)$/i;

export interface HeaderPlace {
  readonly index: FieldIndex;
  /** As diagnostics show it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export function headerCompletion(comment: string, place: HeaderPlace): CompletionItem[] {
  const rule = RULE.exec(comment);
  if (rule !== null) return inRule((rule[1] ?? "").replace(/\n[ \t*]*/g, " "), place);
  const [, named = "", text = ""] = /@(\w+)(?:[ \t]*:|(?=[ \t]))[ \t]*([^@\n]*)$/.exec(comment) ?? [];
  if (named !== "") return inTag(named, text, place);
  const tag = /@\w*$/.exec(comment);
  if (tag === null) return [];
  return TAGS.map(([label, insertText, documentation]) => ({
    ...snippet(label, insertText, documentation),
    // An editor's word has no `@`.
    ...(tag[0].length > 0 && { filterText: label.slice(1), insertText: insertText.slice(1) }),
  }));
}

/** What stands behind a tag, by its name. */
const VALUES: Readonly<Record<string, readonly string[]>> = dictionary({
  every: ["10ms", "100ms", "1s", "1min"],
  seq: ["shared"],
  order: ["big", "little"],
  time: [
    ...["ms since boot", "us since boot", "s epoch", "ms epoch", "us epoch", "ns epoch"],
    ...["week", "tow ms", "week/tow", "cds day", "cds ms", "cuc s", "cuc fraction"],
  ],
  samples: ["dt=1ms", "at=end", "at=start", "index"],
  command: ["ack=", "timeout=2s", "confirm", 'if="', 'ok="', "fresh=10s"],
});

function inTag(name: string, text: string, place: HeaderPlace): CompletionItem[] {
  const [, part = ""] = /(\w+)=\w*$/.exec(text) ?? [];
  if (name === "check") {
    if (part === "from" || part === "to") return fieldItems(place);
    return /^\S*$/.test(text)
      ? checksumNames().map((one) => plain(one, CompletionItemKind.EnumMember))
      : ["from=", "to="].map((one) => plain(one, CompletionItemKind.Keyword));
  }
  if (name === "count" || name === "if") return fieldItems(place);
  if (name === "command" && part === "ack") {
    const names = place.index.messagesIn(place.file).map(({ message }) => message.name);
    return [...new Set(names)].map((one) => plain(one, CompletionItemKind.Struct));
  }
  if (part !== "") return [];
  // A part is written once.
  const values = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  const left = (values ?? []).filter((one) => !text.includes(one.replace(/=.*$/, "=")));
  return left.map((one) => plain(one, CompletionItemKind.EnumMember));
}

/** Numbers of the message. */
function fieldItems(place: HeaderPlace): CompletionItem[] {
  const fields = new Map<string, CompletionItem>();
  for (const message of messagesOf(place)) {
    for (const { name, path, ctype, type, unit } of message.fields) {
      const top = /^\w+/.exec(path)?.[0] ?? name;
      if (type === "text") continue;
      const detail = `${ctype}${unit === undefined ? "" : `, stored in ${unit}`}`;
      fields.set(top, { ...plain(top, CompletionItemKind.Field), detail, sortText: `0${top}` });
    }
  }
  return [...fields.values()];
}

function inRule(text: string, place: HeaderPlace): CompletionItem[] {
  const part = text.slice(text.lastIndexOf(";") + 1);
  const [, name, value = ""] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? [];
  if (name === undefined) {
    const given = new Set([...text.matchAll(/(\w+)\s*=/g)].map(([, each]) => each));
    return PARTS.filter(([each]) => !given.has(each)).map(([label, insert, meaning]) =>
      snippet(label, insert, meaning),
    );
  }
  if (name === "expr") return inExpression(place);
  if (name === "unit") return units();
  if (name === "warn" || name === "alarm")
    return [snippet("10..20", `\${1:10}..\${2:20}`, "range of good values; one end may be left out")];
  if (name === "hold") return ["1s", "3s", "1min"].map((one) => plain(one, CompletionItemKind.Value));
  if (name === "states" && /(^|,)\s*\w*$/.test(value)) return states(place);
  return [];
}

function units(): CompletionItem[] {
  return [...convertible()].map(([unit, others]) => ({
    ...plain(unit, CompletionItemKind.Unit),
    detail: others.length === 0 ? "converts to no other unit" : `converts to ${others.join(", ")}`,
  }));
}

/** Messages with a member on the line, or the nearest above it. */
function messagesOf({ index, file, line }: HeaderPlace): Message[] {
  const here = index.membersOn(file, line).map(({ message }) => message);
  if (here.length > 0) return here;
  const above = index.messagesIn(file).filter(({ message: { span } }) => span.start.line <= line);
  const nearest = above.sort((a, b) => b.message.span.start.line - a.message.span.start.line)[0];
  return nearest === undefined ? [] : [nearest.message];
}

function inExpression(place: HeaderPlace): CompletionItem[] {
  const functions = [...FUNCTIONS].map(([name, { takes, example, group }]) => ({
    ...snippet(name, `${name}($1)`, `${group}: ${example}`),
    kind: CompletionItemKind.Function,
    detail: `${name}(${argumentsText(takes)})`,
  }));
  const constants = [...CONSTANTS].map(([name, value]) => ({
    ...plain(name, CompletionItemKind.Constant),
    detail: String(value),
  }));
  return [...fieldItems(place), ...functions, ...constants];
}

function argumentsText([least, most]: readonly [number, number]): string {
  const names = Array.from({ length: Math.min(3, Number.isFinite(most) ? most : Math.max(2, least)) }, (_, at) => {
    const name = "xyz"[at] ?? "";
    return at < least ? name : `[${name}]`;
  });
  return `${names.join(", ")}${Number.isFinite(most) ? "" : ", …"}`;
}

/** The states of the field's enum, and those of other enums of the channel. */
function states({ index, file, line }: HeaderPlace): CompletionItem[] {
  const own = index.membersOn(file, line).map(({ channel }) => channel);
  const channels = own.length > 0 ? own : index.models;
  const texts = new Map(channels.flatMap(({ enumerations }) => enumerations).map((each) => [each.name, each.values]));
  return [...texts].map(([name, values]) => ({
    ...plain(statesText(values), CompletionItemKind.Enum),
    filterText: name,
    detail: `states of enum ${name}`,
  }));
}

/** If names share a value, the first one counts. */
export function statesText(values: readonly { readonly name: string; readonly value: number | bigint }[]): string {
  const names = new Map([...values].reverse().map(({ name, value }) => [String(value), name]));
  return [...names]
    .reverse()
    .map(([value, name]) => `${value}=${name}`)
    .join(", ");
}

export function plain(label: string, kind: CompletionItemKind): CompletionItem {
  return { label, kind };
}

export function snippet(label: string, insertText: string, documentation: string): CompletionItem {
  return {
    label,
    kind: CompletionItemKind.Keyword,
    insertText,
    insertTextFormat: InsertTextFormat.Snippet,
    documentation,
  };
}
