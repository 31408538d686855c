/** `gen --adopt CHANNEL`: writes the `messages =` of a channel whose headers do not say which struct is which message [D36]. */

import { readFileSync } from "node:fs";
import { type IniSection, parseIni } from "../../runtime/config/ini.ts";
import { nearest } from "../../runtime/config/nearest.ts";
import { includePathsOf, type Settings } from "../../runtime/config/settings.ts";
import { type SuggestedFrame, suggestFrame } from "../check/suggest-frame.ts";
import { type Suggestion, suggestMessages } from "../check/suggest-messages.ts";
import { parseChannel } from "../messages/parse-channel.ts";
import { plansOf } from "../plan/plans-of.ts";
import { folderReader } from "../source/folder-reader.ts";
import { targetOf } from "../targets/flags.ts";
import type { CType, RecordDeclaration } from "../types/declarations.ts";
import { writeWhole } from "./write-whole.ts";

export type Adoption =
  /** What was done, a line each. */
  | { readonly kind: "done"; readonly lines: readonly string[] }
  /** One sentence. */
  | { readonly kind: "refused"; readonly sentence: string };

/** @param channel as in the configuration, with or without `lab-` */
export function adopt(channel: string, settings: Settings): Adoption {
  const { channels, file, directory } = settings;
  const found = channels.find(({ name }) => name === channel || `lab-${name}` === channel);
  if (found === undefined) {
    const names = channels.map(({ name }) => name);
    const near = nearest(channel, names);
    const hint = near === undefined ? `known are ${names.join(", ")}` : `did you mean '${near}'?`;
    return refused(`there is no channel '${channel}'; ${hint}`);
  }
  const { name } = found;
  const section = `[lab-${name}]`;
  if (found.messages !== undefined) return refused(`'messages' stands in ${section} already`);
  const [plan] = plansOf(found, [], file);
  const declared = parseChannel(plan!, folderReader(includePathsOf(found), directory)).value;
  if (declared.messages.length > 0) {
    return refused(
      `the headers of channel '${name}' say themselves which structs are messages; there is nothing to adopt`,
    );
  }
  const wanted = chosen(suggestMessages(declared.structs ?? [], declared.enums, targetOf(plan!)));
  if (wanted.length === 0) return refused(`the headers of channel '${name}' have no struct that could be a message`);
  const text = readFileSync(file, "utf8");
  const place = parseIni(text).sections.get(`lab-${name}`);
  if (place === undefined) return refused(`${section} is not in ${file}`);
  const records = wanted.map(({ record }) => record);
  const frame = keysOf(suggestFrame(records, targetOf(plan!), plan!.byteOrder), place);
  writeWhole(file, inserted(text, place, [...frame, ...messageLines(wanted)]));
  return { kind: "done", lines: said(wanted, section, frame, found.frames !== undefined) };
}

function refused(sentence: string): Adoption {
  return { kind: "refused", sentence };
}

interface Chosen extends Suggestion {
  /** No enumerator says it: a number in order. */
  readonly isGuess: boolean;
}

/** Where enumerators name messages: these; else all structs that are no part of another one. */
function chosen(suggestions: readonly Suggestion[]): Chosen[] {
  const usable = suggestions.filter(({ size }) => size !== undefined && size > 0);
  const named = usable.filter(({ id }) => !/^\d/.test(id));
  if (named.length > 0) return named.map((each) => ({ ...each, isGuess: false }));
  const parts = new Set(usable.flatMap(({ record }) => partsOf(record)));
  const whole = usable.filter(({ record }) => !parts.has(record));
  return whole.map((each, index) => ({ ...each, id: String(index + 1), isGuess: true }));
}

function partsOf({ members }: RecordDeclaration): RecordDeclaration[] {
  return members.flatMap((member) => (member.kind === "anonymous" ? partsOf(member.record) : recordsIn(member.type)));
}

function recordsIn(type: CType): RecordDeclaration[] {
  if (type.kind === "array") return recordsIn(type.element);
  return type.kind === "record" ? [type.record, ...partsOf(type.record)] : [];
}

/** The lines that the section does not have yet; none where a frame is made up as it is without them. */
function keysOf(frame: SuggestedFrame | undefined, { entries }: IniSection): string[] {
  if (frame === undefined || (frame.id.text === "u8@1" && frame.length.text === "u8@0")) return [];
  return (["id", "length"] as const)
    .filter((key) => !entries.has(key))
    .map((key) => `${key} = ${frame[key].text}  ; guessed: ${frame[key].reason}`);
}

/** Behind the last line of the section, with the line ends that the file has. */
function inserted(text: string, { line, entries }: IniSection, added: readonly string[]): string {
  const last = Math.max(line, ...[...entries.values()].flatMap((entry) => entry.parts.map((part) => part.line)));
  const lines = text.split(/\r\n|\r|\n/);
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  return [...lines.slice(0, last), ...added, ...lines.slice(last)].join(end);
}

function messageLines(messages: readonly Chosen[]): string[] {
  const names = messages.map(({ id, record }) => `${id} ${nameOf(record)}`);
  const widest = Math.max(...names.map(({ length }) => length));
  return messages.map(({ size, isGuess }, index) => {
    const note = `${size} byte${size === 1 ? "" : "s"}${isGuess ? ", ID guessed" : ""}`;
    return `${index === 0 ? "messages = " : "           "}${names[index]!.padEnd(widest)}  ; ${note}`;
  });
}

function nameOf({ name = "", scope = [] }: RecordDeclaration): string {
  return [...scope, name].join("::");
}

function said(messages: readonly Chosen[], section: string, frame: readonly string[], hasFrames: boolean): string[] {
  const guessed = messages.filter(({ isGuess }) => isGuess).length;
  return [
    `${section}: wrote messages = ${messages.map(({ id, record }) => `${id} ${nameOf(record)}`).join(", ")}`,
    ...(guessed > 0 ? ["no enumerator names the messages: the IDs are guessed, put those that the device sends"] : []),
    ...frame.map((line) => `${section}: wrote ${line.replace("  ; guessed:", ", guessed:")}`),
    ...(hasFrames || frame.length > 0
      ? []
      : [
          "frames are taken to begin with a length and an ID byte; else say where they stand: id =, length = (docs/frames.md)",
        ]),
  ];
}
