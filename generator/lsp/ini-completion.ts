/** Completion and hover in `channels.ini`. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import { ABI_NAMES } from "../../runtime/channels/abi-names.ts";
import { includePathsOf } from "../../runtime/channels/channel-settings.ts";
import { parseIni } from "../../runtime/config/ini.ts";
import type { KeyDescription } from "../../runtime/config/key.ts";
import { checksumNames } from "../../runtime/frames/checksum.ts";
import { PUBLIC_PROTOCOLS } from "../../runtime/frames/protocols.ts";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import { describe, SECTIONS } from "../../runtime/settings/sections.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { EMITS } from "../emitters/emitters.ts";
import { plain, snippet } from "./completion.ts";
import { code } from "./hover.ts";
import { type IniPlace, iniPlace } from "./ini-place.ts";
import type { State } from "./project.ts";

export function iniCompletion(text: string, at: { line: number; character: number }, state: State): CompletionItem[] {
  const place = iniPlace(text, at.line, at.character);
  if (place === undefined) return [];
  if (place.kind === "section") return sections(text);
  if (place.kind === "key") return keys(text, place);
  return values(text, place, state);
}

function sections(text: string): CompletionItem[] {
  const present = new Set(parseIni(text).sections.keys());
  return SECTIONS.filter(({ section }) => !present.has(section)).map(({ section, meaning }) => ({
    ...snippet(section, section.replace(/<(\w+)>/, "${1:$1}"), meaning),
    kind: CompletionItemKind.Module,
  }));
}

function keys(text: string, { section, description }: IniPlace): CompletionItem[] {
  if (section === undefined || description === undefined) return [];
  const present = parseIni(text).sections.get(section)?.entries;
  const free = description.keys.filter(({ key }) => !present?.has(key));
  const named = free.map((key) => ({
    ...snippet(key.key, `${key.key.replace(/<(\w+)>/, "${1:$1}")} = `, ""),
    kind: CompletionItemKind.Property,
    detail: defaultText(key),
    documentation: { kind: "markdown" as const, value: keyText(key) },
  }));
  const known = new Set(free.map(({ key }) => key));
  const isChannel = description.section.startsWith("lab-");
  const protocols = PUBLIC_PROTOCOLS.filter((one) => isChannel && Object.keys(one.keys).every((key) => known.has(key)));
  return [
    ...named,
    ...protocols.map((one) => ({
      label: `frames of ${one.name}`,
      kind: CompletionItemKind.Snippet,
      insertText: Object.entries(one.keys)
        .map(([key, value]) => `${key} = ${value}`)
        .join("\n"),
      insertTextFormat: InsertTextFormat.PlainText,
      detail: `the keys of ${one.name}`,
    })),
  ];
}

function defaultText({ default: fallback, example }: KeyDescription): string {
  if (fallback === "required") return "required";
  if (fallback !== undefined) return `default ${fallback}`;
  return example === undefined ? "" : `example ${example}`;
}

export function keyText(key: KeyDescription): string {
  const { meaning, example } = key;
  const fallback = defaultText(key);
  return [
    ...(fallback.startsWith("example") || fallback === "" ? [] : [fallback]),
    meaning,
    ...(example === undefined ? [] : [`Example: ${code(example)}`]),
  ].join("\n\n");
}

interface KeyPlace {
  readonly text: string;
  readonly section: string;
  readonly state: State;
  /** Of the section, if it could be read. */
  readonly channel: Settings["channels"][number] | undefined;
}

const value = (label: string) => plain(label, CompletionItemKind.Value);

/** By key; undefined: nothing is known of the channel yet. */
const VALUES: Readonly<Record<string, (keyPlace: KeyPlace) => CompletionItem[] | undefined>> = dictionary({
  channels: ({ text }) => [...parseIni(text).sections.keys()].filter((name) => name.startsWith("lab-")).map(value),
  abi: () => ABI_NAMES.map((name) => plain(name, CompletionItemKind.EnumMember)),
  emit: () => EMITS.map(({ name, writes }) => ({ ...value(name), detail: writes })),
  check: () => checksumNames().map(value),
  udp_port: ({ text, section }) => ports(text, section),
  sources: ({ text, section }) =>
    ports(text, section).flatMap((one) => ["udp", "tcp"].map((each) => ({ ...one, label: `${each}:${one.label}` }))),
  messages: ({ state, channel }) => channel && messages(state, channel.name),
  header_files: headers,
  versions: headers,
  store_exclude: columns,
  version_columns: columns,
  binary: ({ state }) => channelsOf(state).map(({ name }) => value(name)),
  databases: ({ state }) => channelsOf(state).map(({ wampTopic }) => value(wampTopic.replaceAll(".", "_"))),
});

function channelsOf({ settings }: State): Settings["channels"] {
  return settings?.channels ?? [];
}

function headers({ channel }: KeyPlace): CompletionItem[] | undefined {
  const names = channel && includePathsOf(channel).flatMap(headersIn);
  return names && [...new Set(names)].map((name) => plain(name, CompletionItemKind.File));
}

function columns({ state, channel }: KeyPlace): CompletionItem[] | undefined {
  const model = channel && state.index.models.find(({ name }) => name === channel.name);
  const names = new Set(model?.messages.flatMap(({ fields }) => fields.map(({ column }) => column)));
  return channel && [...names].map((name) => plain(name, CompletionItemKind.Field));
}

function values(text: string, { section = "", key = "", description }: IniPlace, state: State): CompletionItem[] {
  const channel = channelsOf(state).find(({ name }) => `lab-${name}` === section);
  const known = Object.hasOwn(VALUES, key) ? VALUES[key]?.({ text, section, state, channel }) : undefined;
  if (known !== undefined) return known;
  const words = description?.keys.find((each) => each.key === key)?.parse?.choices;
  if (words !== undefined) return words.map((name) => plain(name, CompletionItemKind.EnumMember));
  if (key.startsWith("device.") && channel?.versions !== undefined)
    return channel.versions.map(({ name }) => value(name));
  const protocols = PUBLIC_PROTOCOLS.flatMap(({ name, keys: given }) => {
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    return own === undefined ? [] : [{ ...value(own), detail: name }];
  });
  const described = description?.keys.find((each) => each.key === key);
  const examples = [described?.default, described?.example].filter((one) => isValue(one, described));
  const own = [...new Set(examples)].map((one) => ({ ...value(one ?? ""), detail: described?.meaning ?? "" }));
  return [...new Map([...own, ...protocols].map((one) => [one.label, one])).values()];
}

/** A default may be a description: "by the length", "udp:<udp_port>". */
function isValue(text: string | undefined, key: KeyDescription | undefined): boolean {
  if (text === undefined || text === "required" || text.includes("<")) return false;
  const same = (path: string) => path;
  try {
    key?.parse?.(text, { path: same, data: same, environment: {} });
    return true;
  } catch {
    return false;
  }
}

const PORTS = /(?<=^|[:,\s])\d+(?=\s*(?:,|$))/g;

/** A port that no section has, and who has the others. */
function ports(text: string, section: string): CompletionItem[] {
  const used = new Map<number, string>();
  for (const { name, entries } of parseIni(text).sections.values()) {
    if (name === section) continue;
    for (const { key, value } of entries.values()) {
      if (!/^(?:listen|udp_port|sources)$/.test(key)) continue;
      for (const [port] of value.matchAll(PORTS)) used.set(Number(port), name);
    }
  }
  let free = Math.max(8887, ...[...used.keys()].filter((port) => port >= 8888 && port < 65_000)) + 1;
  while (used.has(free)) free++;
  const inUse = [...used].map(([port, name]) => `${port} [${name}]`).join(", ");
  const detail = inUse === "" ? "no port is in use" : `in use: ${inUse}`;
  return [{ ...plain(String(free), CompletionItemKind.Value), detail }];
}

/** Structs that are not messages yet, with the next free ID. */
function messages(state: State, channel: string): CompletionItem[] {
  const compiled = state.channels.find(({ plan }) => plan.name === channel);
  if (compiled === undefined) return [];
  const { declarations, structs } = compiled;
  const ids = new Set(structs.map(({ layout }) => layout.id));
  let free = 0;
  while (ids.has(free)) free++;
  const taken = new Set(structs.map(({ layout }) => layout.message.name));
  const names = (declarations.structs ?? []).flatMap((record) => {
    const [name] = declarations.facts?.namesOf(record) ?? [];
    return name === undefined || taken.has(record.name ?? "") ? [] : [name];
  });
  return names.map((name) => ({
    ...plain(`${free} ${name}`, CompletionItemKind.Struct),
    filterText: name,
    detail: `ID ${free} is free`,
  }));
}

/** Also those in its folders, such as of another version. */
function headersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inner = entries.filter((entry) => entry.isDirectory()).slice(0, MOST_FOLDERS);
    const names = [
      ...entries.map(({ name }) => name),
      ...inner.flatMap(({ name }) => namesIn(join(folder, name), name)),
    ];
    return names.filter((name) => /\.(?:h|hh|hpp|hxx|H)$/.test(name));
  } catch {
    return [];
  }
}

const MOST_FOLDERS = 50;

function namesIn(folder: string, prefix: string): string[] {
  try {
    return readdirSync(folder).map((name) => `${prefix}/${name}`);
  } catch {
    return [];
  }
}

/** The documentation of the key or section at the position. */
export function iniHover(text: string, at: { line: number; character: number }): string | undefined {
  const line = text.split(/\r\n|\r|\n/)[at.line] ?? "";
  const section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim();
  if (section !== undefined) {
    const found = describe(section);
    return found && `**[${found.section}]**\n\n${found.meaning}`;
  }
  const key = /^\s*([^=:\s]+?)\s*[=:]/.exec(line)?.[1];
  const place = iniPlace(text, at.line, line.length);
  const known = place?.description?.keys.find((each) => each.key === (key ?? place.key));
  return known && `**${known.key}**\n\n${keyText(known)}`;
}
