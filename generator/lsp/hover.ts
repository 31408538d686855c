/** What a field or a struct is, where it lies and what is stored. */

import type { ChannelModel, Field, Message } from "../codec/model.ts";
import { codeSpan, heldBy, lineText } from "../codec/text.ts";
import { evaluate } from "../rules/fold.ts";
import type { FieldIndex, FoundMember, FoundMessage } from "./field-index.ts";
import { bytesOf, counted, paddingBefore, paddingOf, wirePicture } from "./layout-text.ts";

/** Messages in which a type's member is described; the others are counted. */
const MOST_MESSAGES = 4;
const MOST_STATES = 16;

export function memberText(found: readonly FoundMember[], index: FieldIndex, live: readonly string[]): string {
  // The versions of a channel share a header: one description for the newest.
  const newest = found.filter(({ channel: { channel } }) => channel.plan.versionOf === undefined);
  const described = newest.length > 0 ? newest : found;
  const shown = described.slice(0, MOST_MESSAGES).map((one) => describe(one, index));
  const rest = described.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${counted(rest, "more message")}`] : []), ...live].join("\n\n---\n\n");
}

function describe({ channel, message, member, fields }: FoundMember, index: FieldIndex): string {
  const [first] = fields;
  const head = `**${code(`${message.name}.${member.path}`)}** · channel ${code(channel.name)}`;
  if (first === undefined) return head;
  const bytes = extentOf(fields);
  const padding = paddingBefore(message, bytes.from);
  const lines = [
    [
      `${code(member.kind === "field" ? first.ctype : first.ctype && `${fields.length} × ${first.ctype}`)}`,
      `offset ${bytes.from}`,
      counted(bytes.to - bytes.from, "byte"),
      ...(first.bitField && member.kind === "field"
        ? [`bits ${first.bitOffset % 8} to ${(first.bitOffset % 8) + first.bitWidth - 1}`]
        : []),
      ...(padding > 0 ? [`${counted(padding, "byte")} of padding before it`] : []),
      ...(first.byteOrder !== channel.byteOrder ? [`${first.byteOrder}-endian`] : []),
    ].join(" · "),
    storedLine(fields),
    ruleLine(first),
    limitsLine(first),
    statesLine(first),
    versionsLine(channel, message, first, index),
    ...(first.words.length > 0 ? [first.words.map(said).join(" ")] : []),
  ];
  return [head, ...lines.filter((line) => line !== "")].join("  \n");
}

function extentOf(fields: readonly Field[]): { from: number; to: number } {
  const places = fields.map(bytesOf);
  return { from: Math.min(...places.map(({ from }) => from)), to: Math.max(...places.map(({ to }) => to)) };
}

function storedLine(fields: readonly Field[]): string {
  const stored = fields.filter(({ excluded }) => !excluded);
  const [first, last] = [stored[0], stored.at(-1)];
  if (first === undefined || last === undefined) return "not stored (`store_exclude`)";
  const names = first === last ? code(first.column) : `${code(first.column)} … ${code(last.column)}`;
  return `stored as ${names}${first.unit === undefined ? "" : ` in ${first.unit}`}`;
}

/** A raw value that the example uses: the initial one if it says something. */
function exampleRaw({ initial, bitWidth, type }: Field): number {
  const given = typeof initial === "number" || typeof initial === "bigint" ? Number(initial) : 0;
  if (given !== 0) return given;
  return type === "float32" || type === "float64"
    ? 100
    : Math.min(100, 2 ** Math.max(1, Math.min(bitWidth, 30) - 1) - 1);
}

function ruleLine(field: Field): string {
  const { rule, unit } = field;
  if (rule === undefined) return "";
  const raw = exampleRaw(field);
  const value = evaluate(rule.expression, (path) => (path === field.path ? raw : 1));
  const shown = Number.isFinite(value) ? Number(value.toPrecision(10)) : value;
  const others = rule.line === undefined ? ", others 1" : "";
  return `rule ${code(rule.text)} · raw ${raw}${others} → ${shown}${unit === undefined ? "" : ` ${unit}`}`;
}

function limitsLine({ limits }: Field): string {
  const range = (name: "warn" | "alarm") => {
    const one = limits?.[name];
    return one === undefined ? [] : [`${name} outside ${one.min ?? ""}..${one.max ?? ""}`];
  };
  return [...range("warn"), ...range("alarm")].join(" · ");
}

function statesLine({ compiled: { states }, enumeration }: Field): string {
  const named = Object.entries(states ?? {}).map(([value, name]) => `${value} ${name}`);
  const all = named.length > 0 ? named : (enumeration?.values ?? []).map(({ name, value }) => `${value} ${name}`);
  if (all.length === 0) return "";
  const rest = all.length - MOST_STATES;
  return `states: ${all.slice(0, MOST_STATES).join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
}

/** Versions of the firmware that have the field, where there are several. */
function versionsLine({ channel: { plan } }: ChannelModel, message: Message, field: Field, index: FieldIndex): string {
  const family = plan.versionOf ?? plan.name;
  const versions = index.models.filter(
    ({ name, channel }) => channel.plan.version !== undefined && (name === family || channel.plan.versionOf === family),
  );
  if (versions.length < 2) return "";
  const having = versions.filter(({ messages }) =>
    messages.some(({ id, fields }) => id === message.id && fields.some(({ path }) => path === field.path)),
  );
  return `firmware: ${having.map(({ channel }) => channel.plan.version).join(", ")} (of ${versions.length})`;
}

export function messageText(found: readonly FoundMessage[], live: readonly string[]): string {
  const newest = found.filter(({ channel: { channel } }) => channel.plan.versionOf === undefined);
  return [...(newest.length > 0 ? newest : found).slice(0, MOST_MESSAGES).map(describeMessage), ...live].join(
    "\n\n---\n\n",
  );
}

function describeMessage({ channel, message }: FoundMessage): string {
  const { struct, size, id, measurement } = message;
  const padding = paddingOf(message);
  const every = struct.everyMs === undefined ? [] : [`every ${struct.everyMs} ms`];
  const facts = [
    counted(size, "byte"),
    `ID ${id}${id > 9 ? ` (0x${id.toString(16)})` : ""}`,
    ...every,
    padding === 0 ? "no padding" : `${counted(padding, "byte")} lost to padding`,
    counted(message.fields.length, "field"),
    `${channel.abi}, ${struct.layout.packing}`,
  ];
  const head = `**${code(message.name)}** · channel ${code(channel.name)}`;
  return [
    [head, facts.join(" · "), `stored as ${code(measurement)}`, ...message.words.map(said)].join("  \n"),
    `\`\`\`text\n${wirePicture(message)}\n\`\`\``,
  ].join("\n\n");
}

/** As code in Markdown. Names are from the header. */
export function code(text: string): string {
  return codeSpan(lineText(text));
}

/** The header's comment as it is, not as Markdown: an editor would load its pictures. */
function said(words: string): string {
  return heldBy("Markdown", words);
}
