/** Reads one section's keys, collecting problems with their places instead of stopping at the first. */

import type { IniEntry, IniSection } from "./ini.ts";
import type { KeyDescription, Places, SectionDescription, ValueOf } from "./key.ts";
import { type KeysOf, SECTIONS, type SectionName } from "./keys.ts";
import { didYouMean } from "./nearest.ts";
import type { ConfigProblem } from "./settings.ts";

/** Blanks and line ends are none of these. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** `${NAME}` in a value is the environment variable's. */
const VARIABLE = /\$\{([^}]*)\}/g;

export interface ReadingContext {
  /** Gets what is wrong. */
  readonly problems: ConfigProblem[];
  readonly environment: NodeJS.ProcessEnv;
  /** `optional`: outside the channels, a key whose variable is not set counts as absent. */
  readonly secrets: "needed" | "optional";
  readonly places: Places;
}

/** Of the section that is described under this name. */
export class SectionReader<Section extends SectionName = SectionName> {
  readonly #name: string;
  readonly #section: IniSection | undefined;
  readonly #problems: ConfigProblem[];
  readonly #context: ReadingContext;
  readonly #values = new Map<string, unknown>();

  constructor(name: string, section: IniSection | undefined, context: ReadingContext) {
    this.#name = name;
    this.#section = section;
    this.#problems = context.problems;
    this.#context = context;
    if (section !== undefined) this.#checkKeys(section);
  }

  /** As the key's declaration reads it; its default when the key is absent, empty or wrong (then a problem was noted). */
  get<Name extends KeysOf<Section>["key"]>(name: Name): ValueOf<Extract<KeysOf<Section>, { key: Name }>> {
    if (this.#declared(name).default === "required" && this.entry(name) === undefined) {
      this.problem(name, `[${this.#name}] has no '${name}'`);
    }
    return this.#read(name) as ValueOf<Extract<KeysOf<Section>, { key: Name }>>;
  }

  /** The same of a key that need not be written where others are. */
  optional<Name extends KeysOf<Section>["key"]>(name: Name): ValueOf<Extract<KeysOf<Section>, { key: Name }>> {
    return this.#read(name) as ValueOf<Extract<KeysOf<Section>, { key: Name }>>;
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
      const control = CONTROL.exec(text ?? "")?.[0].charCodeAt(0);
      if (control !== undefined)
        throw new Error(`the value has a control character (U+${control.toString(16).padStart(4, "0")}); delete it`);
      return text === undefined || text === "" ? undefined : parse(text);
    } catch (error) {
      this.problem(key, `${key}: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** A problem when one of both is there without the other. */
  together(...[one, other]: readonly [string, string]): void {
    const [given, missing] = this.text(one) === undefined ? [other, one] : [one, other];
    if (this.text(given) !== undefined && this.text(missing) === undefined)
      this.problem(given, `${given} is given without ${missing}`);
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

  /** Once for each key: so is what is wrong with it told. */
  #read(name: string): unknown {
    if (!this.#values.has(name)) this.#values.set(name, this.#parsed(name));
    return this.#values.get(name);
  }

  #parsed(name: string): unknown {
    const { parse = asWritten, default: fallback, absent } = this.#declared(name);
    const { places } = this.#context;
    const written = this.value(name, (text) => parse(text, places));
    if (written !== undefined || absent !== undefined) return written ?? absent?.(places);
    return fallback === undefined || fallback === "required" ? undefined : parse(fallback, places);
  }

  #declared(name: string): KeyDescription {
    return describe(this.#name)!.keys.find(({ key }) => key === name)!;
  }

  /** Undefined when a variable is not set of a secret that this program does not need. */
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
    const described = describe(this.#name);
    const known = described?.keys.map(({ key }) => key) ?? [];
    for (const entry of section.entries.values()) {
      if (described !== undefined && keyIn(described, entry.key) !== undefined) continue;
      this.#problems.push({
        line: entry.line,
        column: 1,
        message: `[${this.#name}] has no key '${entry.key}'${didYouMean(entry.key, known)}; known are ${known.join(", ")}`,
      });
    }
  }
}

function asWritten(text: string): string {
  return text;
}

/** `device.10.0.7.12` is of the family `device.` */
function isOf(family: string, key: string): boolean {
  return key.startsWith(family) && key.length > family.length;
}

/** Those that are not set are left out. */
export function expandVariables(text: string, environment: NodeJS.ProcessEnv): string {
  return text.replace(VARIABLE, (_, name: string) => environment[name] ?? "");
}

/** The description of a key; `device.10.0.7.12` is described by `device.<address>`. */
export function keyIn({ keys }: SectionDescription, name: string): KeyDescription | undefined {
  return keys.find(({ key }) => {
    const family = /^(.*\.)<\w+>$/.exec(key)?.[1];
    return family === undefined ? key === name : isOf(family, name);
  });
}

/** The description of a section; `lab-rig` is described by `lab-<channel>`. */
export function describe(name: string): SectionDescription | undefined {
  return SECTIONS.find(({ section }) => {
    const family = /^(.*-)<\w+>$/.exec(section)?.[1];
    return family === undefined ? section === name : name.startsWith(family) && name.length > family.length;
  });
}
