/** Adds a firmware version to a channel's section or takes it away, and keeps everything else of the file. */

import { type IniEntry, parseIni } from "../../runtime/config/ini.ts";

/** Name of the headers that the section had alone. */
const FIRST = "local";

/**
 * The file's text with the version as the newest one.
 * @throws Error (one sentence) if the section has no headers
 */
export function withVersion(text: string, section: string, version: string, headerFiles: readonly string[]): string {
  const entries = parseIni(text).sections.get(section)?.entries;
  const [versions, alone] = [entries?.get("versions"), entries?.get("header_files")];
  const entry = versions ?? alone;
  if (entry === undefined) throw new Error(`[${section}] has neither header_files nor versions in the file`);
  const before = versions?.value ?? `${FIRST}: ${(alone?.value ?? "").split(/\s*,\s*/).join("+")}`;
  return withEntry(text, entry, `${before.replace(/\s*,\s*$/, "")}, ${version}: ${headerFiles.join("+")}`);
}

/**
 * The file's text without the version.
 * @throws Error (one sentence) if it is the only one
 */
export function withoutVersion(text: string, section: string, version: string): string {
  const entry = parseIni(text).sections.get(section)?.entries.get("versions");
  const all = (entry?.value ?? "").split(/\s*,\s*/).filter((each) => each !== "");
  const others = all.filter((each) => each.split(":")[0]?.trim() !== version);
  if (entry === undefined || others.length === 0) throw new Error(`[${section}] has no other version than ${version}`);
  return withEntry(text, entry, others.join(", "));
}

/** Replaces the entry, which may have several lines. */
function withEntry(text: string, entry: IniEntry, versions: string): string {
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const lines = text.split(/\r\n|\r|\n/);
  const last = Math.max(entry.line, ...entry.parts.map((part) => part.line));
  lines.splice(entry.line - 1, last - entry.line + 1, `versions = ${versions}`);
  return lines.join(end);
}
