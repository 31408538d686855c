/** Quick fixes: what a diagnostic's hint says, as an edit. */

import { type CodeAction, CodeActionKind, type Diagnostic, type Range, type TextEdit } from "vscode-languageserver";
import { ABI_NAMES } from "../../runtime/channels/abi-names.ts";
import type { ChannelModel, Message } from "../codec/model.ts";
import type { FieldIndex, FoundMember } from "./field-index.ts";
import { sectionLines } from "./ini-place.ts";
import { paddingOf } from "./layout-text.ts";
import { rangeOf, uriOf } from "./places.ts";
import type { Project, State } from "./project.ts";
import { SOURCE } from "./published.ts";
import { reordered } from "./reorder.ts";
import { type StructLines, structBody } from "./struct-lines.ts";

export interface ActionContext {
  readonly project: Project;
  readonly state: State;
  readonly uri: string;
  /** As diagnostics show it. */
  readonly file: string;
  readonly text: string;
  /** The text of the configuration. */
  readonly configuration: string;
  /** Padding of a struct if the header had this text. */
  readonly tried: (text: string, struct: string) => Promise<number | undefined>;
}

export function fixes(diagnostic: Diagnostic, context: ActionContext): CodeAction[] {
  if (diagnostic.source !== SOURCE) return [];
  const found = FIXES[String(diagnostic.code)]?.(diagnostic, context) ?? [];
  const preferred = found.length === 1;
  const nearest = /did you mean '([^']+)'/.exec(textOf(diagnostic))?.[1];
  const named = nearest === undefined ? [] : [replacement(`Write '${nearest}'`, nearest, diagnostic, context)];
  return [...found.map((action) => ({ ...action, diagnostics: [diagnostic], isPreferred: preferred })), ...named];
}

function textOf({ message }: Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}

type Fix = (diagnostic: Diagnostic, context: ActionContext) => CodeAction[];

const FIXES: Readonly<Record<string, Fix>> = {
  W204: (diagnostic, context) => {
    const computed = /hint: write ([\d.]+),/.exec(textOf(diagnostic))?.[1];
    return computed === undefined ? [] : [replacement(`Write ${computed}`, computed, diagnostic, context)];
  },
  W201: (diagnostic, context) => correctLength(diagnostic, context),
  W203: (diagnostic, context) => correctLength(diagnostic, context),
  N202: (diagnostic, context) => [
    ...pack(diagnostic, context),
    ...channelsHere(context).flatMap(({ name }) => setKey(`lab-${name}`, "layout", "packed", context)),
  ],
  W210: (_, context) =>
    assumed(context).flatMap((name) => ABI_NAMES.flatMap((abi) => setKey(`lab-${name}`, "abi", abi, context))),
  W212: (_, context) =>
    channelsHere(context).flatMap(({ name }) =>
      ["-x c", "-x c++"].flatMap((flags) => setKey(`lab-${name}`, "cflags", flags, context)),
    ),
  E310: ({ range }, context) => [
    edit("Insert ';'", [{ range: { start: range.start, end: range.start }, newText: ";" }], context),
  ],
  W321: (diagnostic, context) => [replacement("Write '@rule:'", "@rule:", diagnostic, context)],
  E306: (diagnostic, context) => {
    const name = /for a product write '(\w+) \*/.exec(textOf(diagnostic))?.[1];
    const { start } = diagnostic.range;
    const rest = (context.text.split(/\r\n|\r|\n/)[start.line] ?? "").slice(start.character);
    const called = name !== undefined && /^(\w+)\s*\(/.exec(rest);
    if (!called || called[1] !== name) return [];
    const range = { start, end: { line: start.line, character: start.character + called[0].length - 1 } };
    return [edit(`Multiply by '${name}'`, [{ range, newText: `${name} * ` }], context)];
  },
  E407: (diagnostic, context) => {
    const free = nextFreeId(diagnostic, context);
    const written = textAt(context.text, diagnostic.range);
    const number = /^(0[xX][0-9a-fA-F]+|\d+)/.exec(written)?.[0];
    if (free === undefined || number === undefined) return [];
    const shown = /^0[xX]/.test(number) ? `0x${free.toString(16).padStart(number.length - 2, "0")}` : String(free);
    const { start } = diagnostic.range;
    const range = { start, end: { line: start.line, character: start.character + number.length } };
    return [edit(`Use ID ${shown}, which is free`, [{ range, newText: shown }], context)];
  },
};

/** IDs are bytes, unless the section says otherwise. */
const HIGHEST_ID = 255;

function nextFreeId(diagnostic: Diagnostic, { state, file, uri, project }: ActionContext): number | undefined {
  const { range } = diagnostic;
  const struct = /'([^']+)'/.exec(textOf(diagnostic))?.[1];
  const inConfiguration = uri === uriOf(project.file);
  const channel = state.channels.find(({ declarations }) =>
    declarations.messages.some(({ name, initialSpans, named, span }) => {
      const place = named?.span ?? initialSpans.get("ID") ?? span;
      const isHere = inConfiguration || place.file === file;
      return name === struct && isHere && place.start.line === range.start.line + 1;
    }),
  );
  if (channel === undefined) return undefined;
  const ids = new Set(
    channel.declarations.messages.map(({ initials, named }) => named?.id ?? Number(initials.get("ID"))),
  );
  for (let id = 1; id <= HIGHEST_ID; id++) if (!ids.has(id)) return id;
  return undefined;
}

function correctLength(diagnostic: Diagnostic, context: ActionContext): CodeAction[] {
  const { state, file } = context;
  const line = diagnostic.range.start.line + 1;
  for (const { structs } of state.channels) {
    for (const { layout } of structs) {
      const span = layout.message.initialSpans.get("length");
      const isHere = span?.file === file && (span.start.line === line || layout.message.span.start.line === line);
      if (span === undefined || !isHere || layout.size > 255) continue;
      const edits = [{ range: rangeOf(span), newText: String(layout.size) }];
      return [edit(`Set the length to ${layout.size}`, edits, context)];
    }
  }
  return [];
}

/** `#pragma pack` around the struct. */
function pack({ range }: Diagnostic, context: ActionContext): CodeAction[] {
  const lines = context.text.split(/\r\n|\r|\n/);
  const body = structBody(lines, range.start.line);
  return body === undefined ? [] : [packed(body, context)];
}

function packed({ first, last }: StructLines, context: ActionContext): CodeAction {
  const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 0 } });
  return edit(
    "Pack the struct: #pragma pack(push, 1)",
    [
      { range: at(first), newText: "#pragma pack(push, 1)\n" },
      { range: at(last + 1), newText: "#pragma pack(pop)\n" },
    ],
    context,
  );
}

/** What the editor offers at a place without a diagnostic. */
export async function offers(range: Range, context: ActionContext): Promise<CodeAction[]> {
  const { index } = context.state;
  const line = range.start.line + 1;
  const members = index.membersOn(context.file, line).filter(isNewest);
  const messages = index.messagesOn(context.file, line).filter(isNewest);
  const ofFields = members.slice(0, 1).flatMap((found) => fieldOffers(found, index, context));
  const ofStructs = await Promise.all(messages.slice(0, 1).map(({ message }) => paddingOffers(message, context)));
  return [...ofFields, ...ofStructs.flat()];
}

function isNewest({ channel: { channel } }: { readonly channel: ChannelModel }): boolean {
  return channel.plan.versionOf === undefined;
}

/** Enums whose states are offered for a field. */
const MOST_ENUMS = 5;

function fieldOffers({ channel, member, fields }: FoundMember, _: FieldIndex, context: ActionContext): CodeAction[] {
  const [first] = fields;
  if (first === undefined) return [];
  const found: CodeAction[] = [];
  const refactor = (title: string, edits: readonly TextEdit[]) =>
    found.push({ ...edit(title, edits, context), kind: CodeActionKind.RefactorRewrite });
  if (first.compiled.ruleSpan === undefined && first.type !== "text") {
    const end = endOfLine(context.text, member.span.start.line - 1);
    const opens = end.hasComment ? " " : "  // ";
    refactor("Add a rule with a unit", [{ range: end.range, newText: `${opens}@rule: unit=V` }]);
    const isWhole = !/^float/.test(first.type) && first.enumeration === undefined;
    for (const { name, values } of isWhole ? channel.enumerations.slice(0, MOST_ENUMS) : []) {
      const states = values.map((one) => `${one.value}=${one.name}`).join(", ");
      refactor(`Add the states of enum ${name}`, [{ range: end.range, newText: `${opens}@rule: states=${states}` }]);
    }
  }
  if (!first.excluded) {
    const name = /^\w+/.exec(member.path)?.[0] ?? member.name;
    const section = `lab-${channel.name}`;
    found.push(
      ...addToList(section, "store_exclude", name, context).map((action) => ({
        ...action,
        title: `Do not store '${name}' (store_exclude)`,
        kind: CodeActionKind.RefactorRewrite,
      })),
    );
  }
  return found;
}

async function paddingOffers(message: Message, context: ActionContext): Promise<CodeAction[]> {
  const padding = paddingOf(message);
  if (padding === 0) return [];
  const lines = context.text.split(/\r\n|\r|\n/);
  const body = structBody(lines, message.span.start.line - 1);
  if (body === undefined) return [];
  const saved = `saves ${padding} byte${padding === 1 ? "" : "s"}, and changes the wire`;
  const found: CodeAction[] = [
    {
      ...packed(body, context),
      title: `Pack the struct: #pragma pack(push, 1) (${saved})`,
      kind: CodeActionKind.RefactorRewrite,
    },
  ];
  const order = reordered(lines, body, message, initialsOf(message, context));
  const left = order && (await context.tried(order.lines.join("\n"), message.name));
  if (order !== undefined && left !== undefined && left < padding) {
    const range = { start: { line: order.from, character: 0 }, end: { line: order.to, character: 0 } };
    const newText = `${order.lines.slice(order.from, order.to).join("\n")}\n`;
    const title = `Reorder the fields by alignment (saves ${padding - left} of ${padding} bytes of padding, and changes the wire)`;
    found.push({ ...edit(title, [{ range, newText }], context), kind: CodeActionKind.RefactorRewrite });
  }
  return found;
}

function initialsOf({ name, span }: Message, { state }: ActionContext): number {
  const declared = state.channels.flatMap(({ declarations }) => declarations.messages);
  return declared.find((one) => one.name === name && one.span.file === span.file)?.initials.size ?? 0;
}

function endOfLine(text: string, line: number): { range: Range; hasComment: boolean } {
  const content = text.split(/\r\n|\r|\n/)[line] ?? "";
  const closed = /\s*\*\/\s*$/.exec(content);
  const character = closed === null ? content.trimEnd().length : closed.index;
  const at = { line, character };
  return { range: { start: at, end: at }, hasComment: closed !== null || /\/\//.test(content) };
}

function channelsHere({ state, file }: ActionContext): ChannelModel[] {
  return state.index.models.filter(
    ({ channel: { plan, declarations } }) =>
      plan.versionOf === undefined && declarations.files.some(({ path }) => path === file),
  );
}

/** Channels without `abi`. */
function assumed(context: ActionContext): string[] {
  return channelsHere(context).flatMap(({ name, channel: { plan } }) => (plan.abiAssumed === true ? [name] : []));
}

function setKey(section: string, key: string, value: string, context: ActionContext): CodeAction[] {
  const place = sectionLines(context.configuration, section);
  if (place === undefined) return [];
  const lines = context.configuration.split(/\r\n|\r|\n/);
  const title = `Set ${key} = ${value} in [${section}]`;
  const present = keyLine(lines, place, key);
  if (present !== undefined) return [];
  const at = { line: place.last, character: (lines[place.last] ?? "").length };
  return [configurationEdit(title, [{ range: { start: at, end: at }, newText: `\n${key} = ${value}` }], context)];
}

function addToList(section: string, key: string, value: string, context: ActionContext): CodeAction[] {
  const place = sectionLines(context.configuration, section);
  if (place === undefined) return [];
  const lines = context.configuration.split(/\r\n|\r|\n/);
  const present = keyLine(lines, place, key);
  if (present === undefined) return setKey(section, key, value, context);
  const content = (lines[present] ?? "").replace(/\s;.*$/, "").trimEnd();
  const at = { line: present, character: content.length };
  return [configurationEdit("", [{ range: { start: at, end: at }, newText: `, ${value}` }], context)];
}

function keyLine(lines: readonly string[], place: { header: number; last: number }, key: string): number | undefined {
  for (let at = place.header + 1; at <= place.last; at++) {
    if (new RegExp(`^\\s*${key}\\s*[=:]`).test(lines[at] ?? "")) return at;
  }
  return undefined;
}

function configurationEdit(title: string, edits: TextEdit[], { project }: ActionContext): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, edit: { changes: { [uriOf(project.file)]: edits } } };
}

function edit(title: string, edits: readonly TextEdit[], { uri }: ActionContext): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, edit: { changes: { [uri]: [...edits] } } };
}

function replacement(title: string, newText: string, diagnostic: Diagnostic, context: ActionContext): CodeAction {
  const action = edit(title, [{ range: diagnostic.range, newText }], context);
  return { ...action, diagnostics: [diagnostic], isPreferred: true };
}

function textAt(text: string, { start, end }: Range): string {
  const line = text.split(/\r\n|\r|\n/)[start.line] ?? "";
  return line.slice(start.character, start.line === end.line ? end.character : undefined);
}
