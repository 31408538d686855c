/** Reads one section's keys, collecting problems with their places instead of stopping at the first. */

import type { IniEntry, IniSection } from "./ini.ts";
import { SECTIONS, type SectionDescription } from "./keys.ts";
import { didYouMean } from "./nearest.ts";
import type { ConfigProblem } from "./settings.ts";

/** `${NAME}` in a value is the environment variable's. */
const VARIABLE = /\$\{([^}]*)\}/g;

export interface ReadingContext {
  /** Gets what is wrong. */
  readonly problems: ConfigProblem[];
  readonly environment: NodeJS.ProcessEnv;
  /** `optional`: outside the channels, a key whose variable is not set counts as absent. */
  readonly secrets: "needed" | "optional";
}

export class SectionReader {
  readonly #name: string;
  readonly #section: IniSection | undefined;
  readonly #problems: ConfigProblem[];
  readonly #context: ReadingContext;

  constructor(name: string, section: IniSection | undefined, context: ReadingContext) {
    this.#name = name;
    this.#section = section;
    this.#problems = context.problems;
    this.#context = context;
    if (section !== undefined) this.#checkKeys(section);
  }

  /** The value; undefined when the key is absent or empty. */
  text(key: string): string | undefined {
    return this.value(key, (text) => text);
  }

  /** The parsed value; undefined when the key is absent, empty or wrong (then a problem was noted). */
  value<T>(key: string, parse: (text: string) => T): T | undefined {
    const entry = this.#section?.entries.get(key);
    if (entry === undefined) return undefined;
    try {
      const text = this.#expand(entry.value);
      return text === undefined || text === "" ? undefined : parse(text);
    } catch (error) {
      this.problem(key, `${key}: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Like `value`, and a problem when the key is absent or empty. */
  required<T>(key: string, parse: (text: string) => T): T | undefined {
    const entry = this.#section?.entries.get(key);
    if (entry === undefined || entry.value === "") this.problem(key, `[${this.#name}] has no '${key}'`);
    return this.value(key, parse);
  }

  /** The value's lines with their places, variables not replaced; undefined when the key is absent or empty. */
  entry(key: string): IniEntry | undefined {
    const entry = this.#section?.entries.get(key);
    return entry?.value === "" ? undefined : entry;
  }

  problemAt(problem: ConfigProblem): void {
    this.#problems.push(problem);
  }

  /** Of the keys that begin with `family`: the rest → the value. */
  family(family: string): Map<string, string> {
    const keys = [...(this.#section?.entries.keys() ?? [])].filter((key) => isOf(family, key));
    return new Map(keys.map((key) => [key.slice(family.length), this.text(key) ?? ""]));
  }

  problem(key: string, message: string): void {
    const entry = this.#section?.entries.get(key);
    this.#problems.push({
      line: entry?.line ?? this.#section?.line ?? 0,
      column: entry?.column ?? 1,
      message,
    });
  }

  line(key: string): number {
    return this.#section?.entries.get(key)?.line ?? this.#section?.line ?? 0;
  }

  /** Undefined when a variable is not set of a secret that this program does not need. */
  #expand(text: string): string | undefined {
    const { environment, secrets } = this.#context;
    const unset = [...text.matchAll(VARIABLE)].find(([, name = ""]) => environment[name] === undefined);
    if (unset !== undefined) {
      if (secrets === "optional" && !/^lab(-|$)/.test(this.#name)) return undefined;
      throw new Error(`environment variable '${unset[1]}' is not set`);
    }
    return text.replace(VARIABLE, (_, name: string) => environment[name] ?? "");
  }

  #checkKeys(section: IniSection): void {
    const known = describe(this.#name)?.keys.map(({ key }) => key) ?? [];
    const families = known.flatMap((key) => /^(.*\.)<\w+>$/.exec(key)?.[1] ?? []);
    for (const entry of section.entries.values()) {
      if (known.includes(entry.key) || families.some((family) => isOf(family, entry.key))) continue;
      this.#problems.push({
        line: entry.line,
        column: 1,
        message: `[${this.#name}] has no key '${entry.key}'${didYouMean(entry.key, known)}; known are ${known.join(", ")}`,
      });
    }
  }
}

/** `device.10.0.7.12` is of the family `device.` */
function isOf(family: string, key: string): boolean {
  return key.startsWith(family) && key.length > family.length;
}

/** The description of a section; `lab-rig` is described by `lab-<channel>`. */
export function describe(name: string): SectionDescription | undefined {
  return SECTIONS.find(({ section }) => {
    const family = /^(.*-)<\w+>$/.exec(section)?.[1];
    return family === undefined ? section === name : name.startsWith(family) && name.length > family.length;
  });
}
