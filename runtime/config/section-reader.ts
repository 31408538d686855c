/** Reads one section's keys. Collects problems with their positions instead of stopping at the first. */

import { nearest } from "../lib/nearest.ts";
import type { ConfigProblem, IniEntry, IniSection } from "./ini.ts";
import type { KeyDescription, SectionDescription, Surroundings, ValueOf } from "./key.ts";

/** Control characters other than tab and line ends. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** `${NAME}` in a value is replaced by the environment variable. */
const VARIABLE = /\$\{([^}]*)\}/g;

export interface ReadingContext {
  /** Receives the problems. */
  readonly problems: ConfigProblem[];
  readonly environment: NodeJS.ProcessEnv;
  /** `optional`: outside channel sections, a key whose variable is not set counts as absent. */
  readonly secrets: "needed" | "optional";
  readonly surroundings: Surroundings;
  /** A sentence for a key that is not known here, if there is more to say. */
  readonly leftOutKey?: (section: string, key: string) => string | undefined;
}

type KeysOf<Section extends SectionDescription> = Section["keys"][number];

/** Reads a section by its description. */
export class SectionReader<Section extends SectionDescription = SectionDescription> {
  readonly #name: string;
  readonly #described: SectionDescription;
  readonly #section: IniSection | undefined;
  readonly #problems: ConfigProblem[];
  readonly #context: ReadingContext;
  readonly #values = new Map<string, unknown>();
  /** Keys that an unknown key probably means: they are not missing. */
  readonly #misspelled = new Set<string>();

  constructor(name: string, described: Section, section: IniSection | undefined, context: ReadingContext) {
    this.#name = name;
    this.#described = described;
    this.#section = section;
    this.#problems = context.problems;
    this.#context = context;
    if (section !== undefined) this.#checkKeys(section);
  }

  /**
   * The value parsed by the key's declaration; its default if the key is absent, empty or invalid (then a problem was
   * added).
   */
  get<Name extends KeysOf<Section>["key"]>(name: Name): ValueOf<Extract<KeysOf<Section>, { key: Name }>> {
    const isNeeded = this.#declared(name).default === "required" && this.entry(name) === undefined;
    if (isNeeded && !this.#misspelled.has(name)) {
      this.problem(name, `[${this.#name}] has no '${name}'`);
    }
    return this.#read(name) as ValueOf<Extract<KeysOf<Section>, { key: Name }>>;
  }

  /** The same for a key that may be absent. */
  optional<Name extends KeysOf<Section>["key"]>(name: Name): ValueOf<Extract<KeysOf<Section>, { key: Name }>> {
    return this.#read(name) as ValueOf<Extract<KeysOf<Section>, { key: Name }>>;
  }

  /** The value; undefined if the key is absent or empty. */
  text(key: string): string | undefined {
    return this.value(key, (text) => text);
  }

  /** The parsed value; undefined if the key is absent, empty or invalid (then a problem was added). */
  value<T>(key: string, parse: (text: string) => T): T | undefined {
    const entry = this.#section?.entries.get(key);
    if (entry === undefined) return undefined;
    try {
      const text = this.#expand(entry.value);
      const control = CONTROL.exec(text ?? "")?.[0].charCodeAt(0);
      if (control !== undefined)
        throw new Error(`the value has a control character (U+${control.toString(16).padStart(4, "0")}); delete it`);
      return text === undefined || text === "" ? undefined : parse(text);
    } catch (error) {
      this.problem(key, `${key}: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Adds a problem if only one of two keys is given. */
  together(...[one, other]: readonly [string, string]): void {
    const [given, missing] = this.text(one) === undefined ? [other, one] : [one, other];
    if (this.text(given) !== undefined && this.text(missing) === undefined)
      this.problem(given, `${given} is given without ${missing}`);
  }

  /** The value's lines with their positions, without variables replaced; undefined if the key is absent or empty. */
  entry(key: string): IniEntry | undefined {
    const entry = this.#section?.entries.get(key);
    return entry?.value === "" ? undefined : entry;
  }

  problemAt(problem: ConfigProblem): void {
    this.#problems.push(problem);
  }

  /** Keys with the prefix `family`: the rest of the key → the value. */
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
      ...fromOf(entry ?? this.#section),
    });
  }

  /** Reads each key once, so that its problem is added once. */
  #read(name: string): unknown {
    if (!this.#values.has(name)) this.#values.set(name, this.#parsed(name));
    return this.#values.get(name);
  }

  #parsed(name: string): unknown {
    const { parse = asWritten, default: fallback, absent } = this.#declared(name);
    const { surroundings } = this.#context;
    const written = this.value(name, (text) => parse(text, surroundings));
    if (written !== undefined || absent !== undefined) return written ?? absent?.(surroundings);
    return fallback === undefined || fallback === "required" ? undefined : parse(fallback, surroundings);
  }

  #declared(name: string): KeyDescription {
    return this.#described.keys.find(({ key }) => key === name)!;
  }

  /** Undefined if a variable of a secret is not set and this program does not need the secret. */
  #expand(text: string): string | undefined {
    const { environment, secrets } = this.#context;
    const unset = [...text.matchAll(VARIABLE)].find(([, name = ""]) => environment[name] === undefined);
    if (unset !== undefined) {
      if (secrets === "optional" && !/^lab(-|$)/.test(this.#name)) return undefined;
      throw new Error(`environment variable '${unset[1]}' is not set`);
    }
    return expandVariables(text, environment);
  }

  #checkKeys(section: IniSection): void {
    const known = this.#described.keys.map(({ key }) => key);
    for (const entry of section.entries.values()) {
      if (keyIn(this.#described, entry.key) !== undefined) continue;
      const meant = nearest(entry.key, known);
      if (meant !== undefined) this.#misspelled.add(meant);
      const hint = meant === undefined ? `; known are ${known.join(", ")}` : ` (did you mean '${meant}'?)`;
      this.#problems.push({
        line: entry.line,
        column: 1,
        message:
          this.#context.leftOutKey?.(this.#described.section, entry.key) ??
          `[${this.#name}] has no key '${entry.key}'${hint}`,
        ...fromOf(entry),
      });
    }
  }
}

function fromOf(at: IniEntry | IniSection | undefined): { readonly from?: string } {
  return at?.from === undefined ? {} : { from: at.from };
}

function asWritten(text: string): string {
  return text;
}

/** `device.10.0.7.12` belongs to the family `device.` */
function isOf(family: string, key: string): boolean {
  return key.startsWith(family) && key.length > family.length;
}

/** Leaves out variables that are not set. */
export function expandVariables(text: string, environment: NodeJS.ProcessEnv): string {
  return text.replace(VARIABLE, (_, name: string) => environment[name] ?? "");
}

/** The description of a key; the description `device.<address>` covers `device.10.0.7.12`. */
export function keyIn({ keys }: SectionDescription, name: string): KeyDescription | undefined {
  return keys.find(({ key }) => {
    const family = /^(.*\.)<\w+>$/.exec(key)?.[1];
    return family === undefined ? key === name : isOf(family, name);
  });
}
