/** The keys as written in the configuration, so that a reload can report what changed and what needs a restart. */

import { basename } from "node:path";
import type { IniFile } from "../config/ini.ts";
import type { KeyDescription, Reload, WrittenKey, WrittenKeys } from "../config/key.ts";
import { expandVariables, keyIn } from "../config/section-reader.ts";
import { redact } from "../config/values.ts";
import { describe } from "./sections.ts";
import type { Settings } from "./settings.ts";

export function writtenKeys(ini: IniFile, environment: NodeJS.ProcessEnv): WrittenKeys {
  const written = new Map<string, WrittenKey>();
  for (const { name, entries, line: begin, from: origin } of ini.sections.values()) {
    const section = describe(name);
    if (section === undefined) continue;
    const { reload = "restart" } = section;
    if (section.section !== name)
      written.set(`[${name}]`, {
        ...{ text: "there", shown: "there", reload, line: begin, column: 1 },
        ...(origin !== undefined && { from: origin }),
      });
    for (const { key, value, line, column, from } of entries.values()) {
      const declared = keyIn(section, key);
      if (declared === undefined || value === "" || value === declared.default) continue;
      const text = expandVariables(value, environment);
      written.set(`[${name}] ${key}`, {
        text,
        shown: shownOf(declared, text),
        reload: declared.reload ?? reload,
        line,
        column,
        ...(from !== undefined && { from }),
      });
    }
  }
  return written;
}

/** Keys whose value differs. */
export function changedKeys(before: WrittenKeys, after: WrittenKeys, reload: Reload): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    return (old ?? now)?.reload === reload && old?.text !== now?.text;
  });
}

/** A sentence for each changed key that needs a restart, with the value in use. */
export function pendingRestarts(running: Settings, read: Settings): string[] {
  return changedKeys(running.keys, read.keys, "restart").map((name) => {
    return `${name} was changed and needs a restart; ${runningText(running, name)} runs`;
  });
}

/** Adds the line of the first key to the sentence: `[mqtt] listen (channels.ini:7)`. */
export function withLine({ keys, file }: Settings, sentence: string): string {
  return sentence.replace(/\[[\w-]+\] \w+/, (name) => {
    const { line, from } = keys.get(name) ?? {};
    if (from !== undefined) return `${name} (${from})`;
    return line === undefined ? name : `${name} (${basename(file)}:${line})`;
  });
}

function runningText({ keys }: Settings, name: string): string {
  const written = keys.get(name);
  if (written !== undefined) return `'${written.shown}'`;
  const [, section = "", key = ""] = /^\[(.*)\] ?(.*)$/.exec(name) ?? [];
  const described = describe(section);
  const fallback = described && keyIn(described, key)?.default;
  return fallback === undefined ? "nothing" : `'${fallback}', the default,`;
}

function shownOf({ shown }: KeyDescription, text: string): string {
  if (shown === "never") return "***";
  return shown === "without secrets" ? redact(text).replace(/([?&]\w*token=)[^&]*/gi, "$1***") : text;
}
