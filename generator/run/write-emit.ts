/** `gen --emit LIST`: writes `[gen] emit =` into the configuration file, so that every clone generates the same files. */

import { readFileSync } from "node:fs";
import { parseIni } from "../../runtime/config/ini.ts";
import { EMIT_NAMES } from "../emitters/emitters.ts";
import { writeWhole } from "./write-whole.ts";

/** @returns a line that says what was done; undefined if the file already has the value */
export function writeEmit(file: string, names: readonly string[]): string | undefined {
  const text = readFileSync(file, "utf8");
  const wanted = names.length === 0 ? undefined : names.length === EMIT_NAMES.length ? "all" : names.join(", ");
  const written = withEmit(text, wanted);
  if (written === text) return undefined;
  writeWhole(file, written);
  return wanted === undefined ? "[gen]: deleted emit" : `[gen]: wrote emit = ${wanted}`;
}

/** Keeps everything else, including the file's line ends. */
function withEmit(text: string, wanted: string | undefined): string {
  const section = parseIni(text).sections.get("gen");
  const entry = section?.entries.get("emit");
  if ((entry?.value ?? "") === (wanted ?? "")) return text;
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const lines = text.split(/\r\n|\r|\n/);
  const line = wanted === undefined ? [] : [`emit = ${wanted}`];
  if (entry !== undefined) {
    const last = Math.max(entry.line, ...entry.parts.map((part) => part.line));
    lines.splice(entry.line - 1, last - entry.line + 1, ...line);
  } else if (section !== undefined) lines.splice(section.line, 0, ...line);
  else lines.splice(lines.at(-1) === "" ? lines.length - 1 : lines.length, 0, "", "[gen]", ...line);
  return lines.join(end);
}
