/** Adds a firmware version to a channel's section, and keeps everything else of the file. */

import { parseIni } from "../../runtime/config/ini.ts";

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
  const added = `versions = ${before.replace(/\s*,\s*$/, "")}, ${version}: ${headerFiles.join("+")}`;
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const lines = text.split(/\r\n|\r|\n/);
  const last = Math.max(entry.line, ...entry.parts.map((part) => part.line));
  lines.splice(entry.line - 1, last - entry.line + 1, added);
  return lines.join(end);
}
