/**
 * Keys from outside of the configuration file: `--set section.key=value`, and `STRUCTLINE__SECTION__KEY=value` in the environment, for
 * containers. They replace the file's keys; `--set` also replaces the environment's.
 */

import type { ConfigProblem, IniEntry, IniFile, IniSection } from "./ini.ts";

/** The name of a variable. A single underscore, as in STRUCTLINE_TOKEN, names no key. */
const VARIABLE = /^STRUCTLINE__(.+?)__(.+)$/;

interface Override {
  readonly section: string;
  readonly key: string;
  readonly value: string;
  /** In words of the operator: `--set mqtt.listen`, `STRUCTLINE__MQTT__LISTEN`. */
  readonly from: string;
}

/**
 * @param sections that a configuration can have; variables name them and their keys in capitals, with `_` for `-`
 * @param set values of `--set`
 * @returns the file with the keys from outside
 */
export function overridden(
  ini: IniFile,
  sections: readonly string[],
  { environment, set = [] }: { readonly environment: NodeJS.ProcessEnv; readonly set?: readonly string[] },
): IniFile {
  const problems: ConfigProblem[] = [];
  const known = [...ini.sections.keys(), ...sections];
  const overrides = [
    ...Object.entries(environment).flatMap(([name, value = ""]) => ofVariable(name, value, known)),
    ...set.flatMap((text) => ofOption(text, problems)),
  ];
  if (overrides.length === 0 && problems.length === 0) return ini;
  const all = new Map<string, IniSection>(ini.sections);
  for (const override of overrides) {
    const { name, line, from, entries } = all.get(override.section) ?? emptySection(override);
    const changed = new Map(entries).set(override.key, entryOf(override));
    all.set(name, { name, line, entries: changed, ...(from !== undefined && { from }) });
  }
  return { sections: all, problems: [...ini.problems, ...problems] };
}

function ofVariable(name: string, value: string, known: readonly string[]): Override[] {
  const [, section, key] = VARIABLE.exec(name) ?? [];
  if (section === undefined || key === undefined) return [];
  const wanted = section.toLowerCase();
  const found = known.find((one) => one.toLowerCase().replaceAll("-", "_") === wanted.replaceAll("-", "_"));
  return [{ section: found ?? wanted.replaceAll("_", "-"), key: key.toLowerCase(), value, from: name }];
}

function ofOption(text: string, problems: ConfigProblem[]): Override[] {
  const [, section, key, value = ""] = /^([^.=]+)\.([^=]+)=([\s\S]*)$/.exec(text) ?? [];
  if (section === undefined || key === undefined) {
    const message = `'${text}' is not of the form section.key=value`;
    problems.push({ line: 0, column: 1, message, from: "--set" });
    return [];
  }
  return [
    { section: section.trim(), key: key.trim(), value: value.trim(), from: `--set ${section.trim()}.${key.trim()}` },
  ];
}

function emptySection({ section, from }: Override): IniSection {
  return { name: section, line: 0, entries: new Map(), from };
}

function entryOf({ key, value, from }: Override): IniEntry {
  const parts = value.split(/\r\n|\r|\n/).map((text) => ({ text: text.trim(), line: 0, column: 1 }));
  return {
    key,
    value: parts.map(({ text }) => text).join(" "),
    line: 0,
    column: 1,
    parts: parts.filter(({ text }) => text !== ""),
    from,
  };
}
