/** Quick fixes: what a diagnostic's hint says, as an edit. */

import { isDeepStrictEqual } from "node:util";
import { type CodeAction, CodeActionKind, type Diagnostic, type Range, type TextEdit } from "vscode-languageserver";
import type { ChannelModel, Message } from "../codec/model.ts";
import type { Fix } from "../diagnostics/fix.ts";
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
import type { FieldIndex, FoundMember } from "./field-index.ts";
import { paddingOf } from "./layout-text.ts";
import { uriOf } from "./places.ts";
import type { Project, State } from "./project.ts";
import { editorDiagnostic } from "./published.ts";
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
  readonly texts: Texts;
  /** Padding of a struct if the header had this text. */
  readonly tried: (text: string, struct: string) => Promise<number | undefined>;
}

/** The fixes of the compiler's diagnostics at the range, and of those that the editor names. */
export function fixes(range: Range, named: readonly Diagnostic[], context: ActionContext): CodeAction[] {
  const { state, project, file } = context;
  const ours = state.diagnostics.filter(({ span }) => (span?.file ?? project.shownOf(project.file)) === file);
  const shown = ours.map((diagnostic) => ({
    fixes: diagnostic.fixes ?? [],
    shown: editorDiagnostic(diagnostic, project),
  }));
  const asked = shown.filter(
    (one) => touches(one.shown.range, range) || named.some((other) => isSame(one.shown, other)),
  );
  return asked.flatMap(({ fixes: found, shown: diagnostic }) => {
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

function packed(body: StructLines, context: ActionContext): CodeAction | undefined {
  const edits = packEdits(body.first, linesOf(context.text));
  return edits && edit("Pack the struct: #pragma pack(push, 1)", edits, context);
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
    const line = member.span.start.line - 1;
    const { character, opens } = ruleEnd(linesOf(context.text)[line] ?? "");
    refactor("Add a rule with a unit", [insert(line, character, `${opens}@rule: unit=V`)]);
    const isWhole = !/^float/.test(first.type) && first.enumeration === undefined;
    for (const { name, values } of isWhole ? channel.enumerations.slice(0, MOST_ENUMS) : []) {
      const states = values.map((one) => `${one.value}=${one.name}`).join(", ");
      refactor(`Add the states of enum ${name}`, [insert(line, character, `${opens}@rule: states=${states}`)]);
    }
  }
  if (!first.excluded) {
    const name = /^\w+/.exec(member.path)?.[0] ?? member.name;
    found.push(...excludeAction(channel.name, name, context));
  }
  return found;
}

async function paddingOffers(message: Message, context: ActionContext): Promise<CodeAction[]> {
  const padding = paddingOf(message);
  if (padding === 0) return [];
  const lines = linesOf(context.text);
  const body = structBody(lines, message.span.start.line - 1);
  if (body === undefined) return [];
  const saved = `saves ${padding} byte${padding === 1 ? "" : "s"}, and changes the wire`;
  const pack = packed(body, context);
  const title = `Pack the struct: #pragma pack(push, 1) (${saved})`;
  const found: CodeAction[] = pack === undefined ? [] : [{ ...pack, title, kind: CodeActionKind.RefactorRewrite }];
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
