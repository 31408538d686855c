/** Definitions, references, outline and the rename of a stored name. */

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type DocumentSymbol,
  type Location,
  type Range,
  ResponseError,
  SymbolKind,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parseIni } from "../../runtime/config/ini.ts";
import type { ChannelModel, Member, Message } from "../codec/model.ts";
import type { CompiledChannel } from "../rules/compiled-rule.ts";
import { ruleTextOf } from "../rules/rule-text.ts";
import type { Span } from "../source/span.ts";
import { commentBefore } from "./completion.ts";
import type { FieldIndex, FoundMember } from "./field-index.ts";
import { iniPlace } from "./ini-place.ts";
import { positionOf, rangeOf, uriOf } from "./places.ts";
import type { Project, State } from "./project.ts";

export interface Place {
  readonly project: Project;
  readonly state: State;
  /** As diagnostics show it. */
  readonly file: string;
  readonly text: string;
  /** From 0. */
  readonly line: number;
  readonly character: number;
}

interface Word {
  readonly text: string;
  readonly range: Range;
}

export function wordAt(text: string, line: number, character: number): Word | undefined {
  const content = text.split(/\r\n|\r|\n/)[line] ?? "";
  for (const { 0: word, index } of content.matchAll(/[A-Za-z_]\w*/g)) {
    if (index <= character && character <= index + word.length) {
      return {
        text: word,
        range: { start: { line, character: index }, end: { line, character: index + word.length } },
      };
    }
  }
  return undefined;
}

/** From a field in a rule to its declaration, from `channels.ini` to a struct or a header. */
export function definitions(place: Place): Location[] {
  const { project, file, text, line, character } = place;
  if (resolve(project.directory, file) === project.file) return definitionsOfIni(place);
  const word = wordAt(text, line, character);
  const offset = TextDocument.create("", "", 0, text).offsetAt({ line, character });
  if (word === undefined || commentBefore(text, offset) === undefined) return [];
  const messages = new Set(membersBeside(place).map(({ message }) => message));
  const spans = [...messages].flatMap((message) => spansNamed(message.members, word.text));
  return locations(spans, project);
}

/** Members that the comment at the place belongs to. */
function membersBeside({ state: { index }, file, line, character }: Place): FoundMember[] {
  const ofRule = index.membersOfRule(file, positionOf({ line, character }));
  return ofRule.length > 0 ? ofRule : index.membersOn(file, line + 1);
}

function spansNamed(members: readonly Member[], name: string): Span[] {
  return members.flatMap((member) => {
    const inside =
      member.kind === "record" ? member.members : member.kind === "array" ? member.elements.slice(0, 1) : [];
    const inner = spansNamed(inside, name);
    return member.name === name ? [member.span, ...inner] : inner;
  });
}

function definitionsOfIni({ project, state, text, line, character }: Place): Location[] {
  const at = iniPlace(text, line, (text.split(/\r\n|\r|\n/)[line] ?? "").length);
  const content = text.split(/\r\n|\r|\n/)[line] ?? "";
  const item = [...content.matchAll(/[^\s,=]+/g)].find(
    ({ 0: word, index }) => index <= character && character <= index + word.length,
  )?.[0];
  if (at === undefined || item === undefined) return [];
  if (at.key === "channels") return sectionOf(text, item, project);
  const channel = state.settings?.channels.find(({ name }) => `lab-${name}` === at.section);
  if (at.key === "header_files" && channel !== undefined) {
    const file = join(channel.includePath, item);
    return existsSync(file) ? [{ uri: uriOf(file), range: TOP }] : [];
  }
  const named = state.channels.filter(({ plan }) => plan.name === channel?.name);
  const records = named.flatMap(({ declarations }) => declarations.structs ?? []);
  const spans = records.filter(({ name }) => name === item).map(({ span }) => span);
  const messages = named.flatMap(({ declarations }) => declarations.messages.filter(({ name }) => name === item));
  return locations([...spans, ...messages.map(({ span }) => span)], project);
}

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function sectionOf(text: string, name: string, { file }: Project): Location[] {
  const section = parseIni(text).sections.get(name);
  if (section === undefined) return [];
  const at = { line: section.line - 1, character: 0 };
  return [{ uri: uriOf(file), range: { start: at, end: at } }];
}

function locations(spans: readonly Span[], project: Project): Location[] {
  const found = spans.map((span) => ({ uri: uriOf(project.pathOf(span.file)), range: rangeOf(span) }));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** From a field or a struct to its generated codec and to its entry in the catalogue. */
export function generatedPlaces({ state, file, line, character }: Place): Location[] {
  const at = positionOf({ line, character });
  const members = state.index.membersAt(file, at);
  const messages = [...members, ...state.index.messagesAt(file, at)];
  const { folder, file: catalogue } = state.preview.place;
  if (folder === "") return [];
  return messages.flatMap(({ message, ...rest }) => {
    const member = "member" in rest ? (rest as FoundMember).member : undefined;
    const names = member === undefined ? [message.typeName] : [member.name];
    return [
      ...lineWith(join(folder, `${message.module}.ts`), names),
      ...lineWith(join(folder, catalogue), [`"${member?.path ?? message.name}"`], `"${message.name}"`),
    ];
  });
}

/** The first line with one of the words, behind a line with `after`. */
function lineWith(file: string, words: readonly string[], after = ""): Location[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  const from = after === "" ? 0 : lines.findIndex((line) => line.includes(after));
  const pattern = new RegExp(`(?<!\\w)(?:${words.map(escaped).join("|")})(?!\\w)`);
  const line = lines.findIndex((text, index) => index >= from && pattern.test(text) && !text.startsWith("//"));
  if (from < 0 || line < 0) return [];
  const character = pattern.exec(lines[line] ?? "")?.index ?? 0;
  return [{ uri: uriOf(file), range: { start: { line, character }, end: { line, character } } }];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Members of the struct's type in messages of all channels, and its entries in `channels.ini`; of a field, rules that use it.
 * @param declaration whether the struct's own declaration counts
 */
export function references(place: Place, configuration: string, declaration: "with" | "without"): Location[] {
  const { project, state, file, text, line, character } = place;
  const word = wordAt(text, line, character);
  if (word === undefined) return [];
  const at = positionOf({ line, character });
  const members = state.index.membersAt(file, at);
  const spans =
    members.length > 0
      ? members.flatMap(({ message, member }) => [member.span, ...rulesWith(message, member.name)])
      : state.channels.flatMap((channel) => [
          ...(declaration === "with" ? declarationsOf(word.text, channel) : []),
          ...channel.structs.flatMap(({ layout }) =>
            usesOf(word.text, layout.members, layout.message.span, layout.message.name),
          ),
        ]);
  return [...locations(spans, project), ...inConfiguration(configuration, word.text, project)];
}

/** A struct by its tag or by a typedef. */
function declarationsOf(name: string, { declarations: { structs = [], facts } }: CompiledChannel): Span[] {
  return structs.filter((record) => (facts?.namesOf(record) ?? [record.name]).includes(name)).map(({ span }) => span);
}

type Nodes = readonly { readonly kind: string; readonly ctype: string; readonly span: Span }[];

function usesOf(name: string, members: Nodes, span: Span, message: string): Span[] {
  const isType = new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`);
  const own = message === name ? [span] : [];
  return [
    ...own,
    ...members.flatMap((node) => {
      const inner = "members" in node ? usesOf(name, node.members as Nodes, span, "") : [];
      const elements = "elements" in node ? usesOf(name, node.elements as Nodes, span, "") : [];
      return isType.test(node.ctype) ? [node.span, ...inner, ...elements] : [...inner, ...elements];
    }),
  ];
}

/** Rules of the message that use the field. */
function rulesWith({ fields }: Message, name: string): Span[] {
  const uses = new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`);
  return fields.flatMap(({ rule, compiled: { ruleSpan } }) =>
    rule !== undefined && ruleSpan !== undefined && uses.test(rule.text) ? [ruleSpan] : [],
  );
}

function inConfiguration(text: string, name: string, { file }: Project): Location[] {
  const uses = new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`);
  return [...parseIni(text).sections.values()].flatMap(({ entries }) =>
    [...entries.values()].flatMap(({ key, parts }) =>
      !["messages", "store_exclude", "version_columns"].includes(key)
        ? []
        : parts.flatMap((part) => {
            const found = uses.exec(part.text);
            if (found === null) return [];
            const start = { line: part.line - 1, character: part.column - 1 + found.index };
            return [
              { uri: uriOf(file), range: { start, end: { ...start, character: start.character + name.length } } },
            ];
          }),
    ),
  );
}

/** Structs of a header with their fields. */
export function outline(index: FieldIndex, file: string): DocumentSymbol[] {
  const seen = new Set<number>();
  return index.messagesIn(file).flatMap(({ message }) => {
    if (seen.has(message.span.start.line)) return [];
    seen.add(message.span.start.line);
    const inside = message.members.filter(
      ({ span }) => span.file === file && span.start.line >= message.span.start.line,
    );
    const end = inside.at(-1)?.span.end ?? message.span.end;
    return [
      {
        name: message.name,
        detail: `${message.size} bytes, ID ${message.id}`,
        kind: SymbolKind.Struct,
        range: rangeOf({ start: message.span.start, end }),
        selectionRange: rangeOf(message.span),
        children: inside.map((member) => ({
          name: member.name,
          detail: member.kind === "field" ? `${member.ctype} @${member.node.byteOffset}` : member.kind,
          kind: SymbolKind.Field,
          range: rangeOf(member.span),
          selectionRange: rangeOf(member.span),
        })),
      },
    ];
  });
}

/** Sections and keys of `channels.ini`. */
export function iniOutline(text: string): DocumentSymbol[] {
  const lines = text.split(/\r\n|\r|\n/);
  return [...parseIni(text).sections.values()].map(({ name, line, entries }) => {
    const children = [...entries.values()].map((entry) => {
      const range = lineRange(lines, entry.line - 1);
      const symbol = { name: entry.key, detail: entry.value, kind: SymbolKind.Property };
      return { ...symbol, range, selectionRange: range };
    });
    const range = lineRange(lines, line - 1);
    const end = children.at(-1)?.range.end ?? range.end;
    return { name, kind: SymbolKind.Namespace, range: { start: range.start, end }, selectionRange: range, children };
  });
}

function lineRange(lines: readonly string[], line: number): Range {
  return { start: { line, character: 0 }, end: { line, character: (lines[line] ?? "").length } };
}

/** The value of `name=` in the rule at the place: only stored names are renamed here, the C name is the C server's. */
export function storedNameAt({ state: { index }, file, text, line, character }: Place): Word | undefined {
  const at = positionOf({ line, character });
  const span = index.membersOfRule(file, at)[0]?.fields[0]?.compiled.ruleSpan;
  if (span === undefined) return undefined;
  const document = TextDocument.create("", "", 0, text);
  const { start, end } = rangeOf(span);
  const name = ruleTextOf(document.getText({ start, end }))?.parts.get("name");
  if (name === undefined) return undefined;
  const from = document.offsetAt(start) + name.offset;
  const range = { start: document.positionAt(from), end: document.positionAt(from + name.text.length) };
  const place = document.offsetAt({ line, character });
  return from <= place && place <= from + name.text.length ? { text: name.text, range } : undefined;
}

/**
 * The edit, and what it breaks.
 * @throws ResponseError for a name that cannot be stored
 */
export function renamed(
  place: Place,
  uri: string,
  newName: string,
  configuration: string,
): { readonly edit: WorkspaceEdit; readonly note: string } {
  const word = storedNameAt(place);
  if (word === undefined) throw new ResponseError(-32602, "there is no stored name here");
  const name = newName.trim();
  if (name === "" || /[;\p{C}]|\*\/|@rule/u.test(name))
    throw new ResponseError(-32602, "a name is not empty, and has no ';', no '*/' and no line end");
  const taken = takenBy(place, name);
  if (taken !== undefined) throw new ResponseError(-32602, `'${taken}' is stored as '${name}' already`);
  const columns = columnsOf(place);
  const lines = linesWith(columns, configuration);
  const note = [
    `Stored as '${name}' instead of '${columns.slice(0, 4).join("', '")}'.`,
    "Rows that are stored keep the old column; alarms, panels and queries that name it must change.",
    ...(lines.length === 0 ? [] : [`channels.ini names it in line ${lines.join(", ")}.`]),
  ].join(" ");
  const edits = [{ range: word.range, newText: name, annotationId: "stored-name" }];
  const annotation = { label: "Rename the stored column", needsConfirmation: true, description: note };
  const documentChanges = [{ textDocument: { uri, version: null }, edits }];
  return { edit: { documentChanges, changeAnnotations: { "stored-name": annotation } }, note };
}

function newestOf({ state, file, line, character }: Place): FoundMember[] {
  const found = state.index.membersOfRule(file, positionOf({ line, character }));
  return found.filter(({ channel }: { channel: ChannelModel }) => channel.channel.plan.versionOf === undefined);
}

function columnsOf(place: Place): string[] {
  return [...new Set(newestOf(place).flatMap(({ fields }) => fields.map(({ column }) => column)))];
}

/** Another field of the message with this stored name. Databases ignore case. */
function takenBy(place: Place, name: string): string | undefined {
  const own = newestOf(place);
  const others = own.flatMap(({ message, fields }) => message.fields.filter((field) => !fields.includes(field)));
  return others.find(({ column }) => column.toLowerCase() === name.toLowerCase())?.path;
}

/** Lines of the configuration whose values name one of the columns. */
function linesWith(columns: readonly string[], configuration: string): number[] {
  const names = new RegExp(`(?<![\\w.])(?:${columns.map(escaped).join("|")})(?!\\w)`);
  const entries = [...parseIni(configuration).sections.values()].flatMap(({ entries: own }) => [...own.values()]);
  const parts = columns.length === 0 ? [] : entries.flatMap((entry) => entry.parts);
  return [...new Set(parts.filter(({ text }) => names.test(text)).map(({ line }) => line))];
}
