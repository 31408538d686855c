/** What a position in `channels.ini` is: a section's name, a key or a value. */

import type { SectionDescription } from "../../runtime/config/key.ts";
import { describe } from "../../runtime/settings/sections.ts";

export interface IniPlace {
  readonly kind: "section" | "key" | "value";
  /** Name of the section around it. */
  readonly section: string | undefined;
  readonly description: SectionDescription | undefined;
  /** Present for a value. */
  readonly key?: string;
  /** The part of the item up to the position. */
  readonly typed: string;
}

/** @param line from 0 */
export function iniPlace(text: string, line: number, character: number): IniPlace | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const before = (lines[line] ?? "").slice(0, character);
  if (/^\s*[;#]/.test(before) || /\s;/.test(before)) return undefined;
  const section = sectionAbove(lines, line);
  const description = section === undefined ? undefined : describe(section);
  const head = /^\s*\[([^\]]*)$/.exec(before);
  if (head !== null) return { kind: "section", section, description, typed: head[1] ?? "" };
  const value = /^\s*([^=:\s]+?)\s*[=:]\s*(.*)$/.exec(before);
  if (value !== null)
    return { kind: "value", section, description, key: value[1] ?? "", typed: lastItem(value[2] ?? "") };
  const continued = /^\s+/.test(before) ? keyAbove(lines, line) : undefined;
  if (continued !== undefined) {
    return { kind: "value", section, description, key: continued, typed: lastItem(before.trimStart()) };
  }
  return { kind: "key", section, description, typed: before.trim() };
}

function lastItem(text: string): string {
  return text.slice(text.lastIndexOf(",") + 1).trimStart();
}

function sectionAbove(lines: readonly string[], line: number): string | undefined {
  for (let at = line; at >= 0; at--) {
    const name = /^\s*\[([^\]]+)\]/.exec(lines[at] ?? "")?.[1];
    if (name !== undefined && at < line) return name.trim();
  }
  return undefined;
}

/** The key whose value an indented line continues. */
function keyAbove(lines: readonly string[], line: number): string | undefined {
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at] ?? "";
    if (/^\s*([;#].*)?$/.test(text) || /^\s/.test(text)) continue;
    return /^([^=:\s[]+?)\s*[=:]/.exec(text)?.[1];
  }
  return undefined;
}

/** The line of a section's header and of its last key, from 0. */
export function sectionLines(text: string, name: string): { header: number; last: number } | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const header = lines.findIndex((line) => /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim() === name);
  if (header < 0) return undefined;
  let last = header;
  for (let at = header + 1; at < lines.length && !/^\s*\[/.test(lines[at] ?? ""); at++) {
    if (!/^\s*([;#].*)?$/.test(lines[at] ?? "")) last = at;
  }
  return { header, last };
}
