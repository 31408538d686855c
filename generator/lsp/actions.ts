/** Quick fixes: what a diagnostic's hint says, as an edit. */

import { isDeepStrictEqual } from "node:util";
import { type CodeAction, CodeActionKind, type Diagnostic, type Range, type TextEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { ChannelModel, Field, Member, Message } from "../codec/model.ts";
import type { Fix } from "../diagnostics/fix.ts";
import { statesText } from "./completion.ts";
import {
  type FileEdit,
  inLineEnds,
  insert,
  keyEdit,
  linesOf,
  packEdits,
  resolved,
  ruleEnd,
  type Texts,
} from "./edits.ts";
import type { FoundMember, FoundMessage } from "./field-index.ts";
import { counted, paddingOf } from "./layout-text.ts";
import { uriOf } from "./places.ts";
import type { Project, State } from "./project.ts";
import { editorDiagnostic } from "./published.ts";
import { reordered } from "./reorder.ts";
import { structBody } from "./struct-lines.ts";

export interface ActionContext {
  readonly project: Project;
  readonly state: State;
  readonly uri: string;
  /** As diagnostics show it. */
  readonly file: string;
  readonly text: string;
  /** The text of the configuration. */
  readonly configuration: string;
  readonly texts: Texts;
  /** What the compiler would say if the header had this text. */
  readonly tried: (text: string) => Promise<State>;
}

/** The fixes of the compiler's diagnostics at the range, and of those that the editor names. */
export function fixes(range: Range, named: readonly Diagnostic[], context: ActionContext): CodeAction[] {
  const { state, project, file } = context;
  const ours = state.diagnostics.filter(({ span }) => (span?.file ?? project.shownOf(project.file)) === file);
  const shown = ours.map((diagnostic) => ({
    fixes: diagnostic.fixes ?? [],
    shown: editorDiagnostic(diagnostic, project),
  }));
  const matching = shown.filter(
    (one) => touches(one.shown.range, range) || named.some((other) => isSame(one.shown, other)),
  );
  return matching.flatMap(({ fixes: found, shown: diagnostic }) => {
    const actions = found.flatMap((fix) => {
      const files = resolved(fix, file, context.texts);
      if (files === undefined) return [];
      const changes = Object.fromEntries(files.map(({ path }) => [uriOf(path), editsOf(files, path)]));
      return [
        { title: titleOf(fix, context), kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], edit: { changes } },
      ];
    });
    return actions.map((action) => ({ ...action, isPreferred: actions.length === 1 }));
  });

  function editsOf(files: readonly FileEdit[], path: string): TextEdit[] {
    return files.filter((one) => one.path === path).flatMap(({ edits }) => edits);
  }
}

/** Names the section that the fix changes, if the diagnostic did not. */
function titleOf({ title, edits }: Fix, { texts, file }: ActionContext): string {
  const [first] = edits;
  if (first?.kind !== "key" || first.channel !== undefined || title.includes("[lab-")) return title;
  const [channel] = texts.channelsOf(file);
  return channel === undefined ? title : `${title} in [lab-${channel}]`;
}

function touches(a: Range, b: Range): boolean {
  const isBefore = (one: Range, other: Range) =>
    one.end.line < other.start.line || (one.end.line === other.start.line && one.end.character < other.start.character);
  return !isBefore(a, b) && !isBefore(b, a);
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.message === b.message && isDeepStrictEqual(a.range, b.range);
}

/** What the editor offers at a place without a diagnostic. */
export async function offers(range: Range, context: ActionContext): Promise<CodeAction[]> {
  const { index } = context.state;
  const line = range.start.line + 1;
  const members = index.membersOn(context.file, line).filter(isNewest);
  const messages = index.messagesOn(context.file, line).filter(isNewest);
  const ofFields = members.slice(0, 1).flatMap((found) => fieldOffers(found, context));
  const [message] = messages;
  return [...ofFields, ...(message === undefined ? [] : await paddingOffers(message, context))];
}

function isNewest({ channel: { channel } }: { readonly channel: ChannelModel }): boolean {
  return channel.plan.versionOf === undefined;
}

/** Enums whose states are offered for a field, and names of such an enum. */
const MOST_ENUMS = 5;
const MOST_VALUES = 64;

function fieldOffers({ channel, member, fields }: FoundMember, context: ActionContext): CodeAction[] {
  const [first] = fields;
  if (first === undefined) return [];
  const found: CodeAction[] = [];
  const refactor = (title: string, edits: readonly TextEdit[]) =>
    found.push({ ...edit(title, edits, context), kind: CodeActionKind.RefactorRewrite });
  if (first.compiled.ruleSpan === undefined && first.type !== "text" && takesRule(member, context)) {
    const line = member.span.start.line - 1;
    const { character, opens } = ruleEnd(linesOf(context.text)[line] ?? "");
    refactor("Add a rule with a unit", [insert(line, character, `${opens}@rule: unit=V`)]);
    for (const { name, values } of channel.enumerations.filter((one) => fits(one, first)).slice(0, MOST_ENUMS))
      refactor(`Add the states of enum ${name}`, [
        insert(line, character, `${opens}@rule: states=${statesText(values)}`),
      ]);
  }
  if (!first.excluded) {
    const name = /^\w+/.exec(member.path)?.[0] ?? member.name;
    found.push(...excludeAction(channel.name, name, context));
  }
  return found;
}

/** Whether a rule at the line's end is of this member, and may say more than its name. */
function takesRule(member: Member, { state, file, text }: ActionContext): boolean {
  const { start, end } = member.span;
  const others = state.index
    .membersOn(file, start.line)
    .filter(({ member: { span } }) => span.start.column !== start.column);
  const rest = (linesOf(text)[end.line - 1] ?? "").slice(end.column - 1);
  return !isRecord(member) && others.length === 0 && rest.includes(";") && !rest.endsWith("\\");
}

function isRecord(member: Member | undefined): boolean {
  return member?.kind === "array" ? isRecord(member.elements[0]) : member?.kind === "record";
}

/** Whether the field can have all values of the enum. */
function fits({ values }: ChannelModel["enumerations"][number], { type, enumeration, bitWidth }: Field): boolean {
  if (!/^u?int/.test(type) || enumeration !== undefined || values.length > MOST_VALUES) return false;
  const signed = type.startsWith("i");
  const [least, most] = signed ? [-(2 ** (bitWidth - 1)), 2 ** (bitWidth - 1) - 1] : [0, 2 ** bitWidth - 1];
  return values.every(({ value }) => least <= value && value <= most);
}

async function paddingOffers({ channel, message }: FoundMessage, context: ActionContext): Promise<CodeAction[]> {
  const padding = paddingOf(message);
  const lines = linesOf(context.text);
  const body = padding === 0 ? undefined : structBody(lines, message.span.start.line - 1);
  if (body === undefined) return [];
  const { text } = context;
  const packing = packEdits(message.span.start.line - 1, lines) ?? [];
  const order = reordered(lines, body, message, initialsOf(message, context));
  const tries = [
    { title: "Pack the struct: #pragma pack(push, 1)", text: withEdits(text, packing) },
    { title: "Reorder the fields by alignment", text: order === undefined ? text : order.join(lineEnd(text)) },
  ];
  const found: CodeAction[] = [];
  for (const one of tries.filter((each) => each.text !== text)) {
    const declared = await withDeclaredLayout(one.text, context);
    const after = await context.tried(declared);
    const model = after.index.models.find(({ name }) => name === channel.name);
    const same = model?.messages.find(({ name }) => name === message.name);
    const saved = padding - (same === undefined ? padding : paddingOf(same));
    if (saved <= 0 || problemsOf(after) > problemsOf(context.state)) continue;
    const title = `${one.title} (saves ${saved} of ${counted(padding, "byte")} of padding, and changes the wire)`;
    found.push({ ...edit(title, [difference(text, declared)], context), kind: CodeActionKind.RefactorRewrite });
  }
  return found;
}

/** What a header says of its own layout: a declared length, offsets in comments. */
const DECLARED = new Set(["W201", "W203", "W204"]);

/** The header with the declared length and offsets that its layout has. */
async function withDeclaredLayout(text: string, { tried, file, texts }: ActionContext): Promise<string> {
  const wrong = (await tried(text)).diagnostics.filter(({ code, span }) => DECLARED.has(code) && span?.file === file);
  const edits = wrong.flatMap(({ fixes: [first] = [] }) =>
    first === undefined ? [] : (resolved(first, file, { ...texts, textOf: () => text }) ?? []),
  );
  return withEdits(
    text,
    edits.flatMap((one) => one.edits),
  );
}

function problemsOf({ diagnostics }: State): number {
  return diagnostics.filter(({ severity }) => severity !== "note").length;
}

function withEdits(text: string, edits: readonly TextEdit[]): string {
  const document = TextDocument.create("", "", 0, text);
  return TextDocument.applyEdits(
    document,
    edits.map((one) => inLineEnds(one, text)),
  );
}

function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** One edit of the lines that differ. */
function difference(before: string, after: string): TextEdit {
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let [first, last] = [0, 0];
  while (first < most && old[first] === now[first]) first++;
  while (last < most - first && old[old.length - 1 - last] === now[now.length - 1 - last]) last++;
  const end = old.length - 1 - last;
  const range = {
    start: { line: first, character: 0 },
    end: { line: end, character: (old[end] ?? "").length },
  };
  return { range, newText: now.slice(first, now.length - last).join("\n") };
}

function initialsOf({ name, span }: Message, { state }: ActionContext): number {
  const declared = state.channels.flatMap(({ declarations }) => declarations.messages);
  return declared.find((one) => one.name === name && one.span.file === span.file)?.initials.size ?? 0;
}

function excludeAction(channel: string, name: string, { project, configuration }: ActionContext): CodeAction[] {
  const key = { channel, key: "store_exclude", value: name, how: "added" } as const;
  const changed = keyEdit(key, `lab-${channel}`, configuration);
  if (changed === undefined) return [];
  const changes = { [uriOf(project.file)]: [inLineEnds(changed, configuration)] };
  return [{ title: `Do not store '${name}' (store_exclude)`, kind: CodeActionKind.RefactorRewrite, edit: { changes } }];
}

function edit(title: string, edits: readonly TextEdit[], { uri, text }: ActionContext): CodeAction {
  const changes = { [uri]: edits.map((one) => inLineEnds(one, text)) };
  return { title, kind: CodeActionKind.QuickFix, edit: { changes } };
}
