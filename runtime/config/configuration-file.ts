/** One reading of the configuration file: each section and each part is read once, so that each problem is reported once. */

import type { ClusterRole } from "./cluster-roles.ts";
import type { IniFile } from "./ini.ts";
import type { SectionDescription, Surroundings } from "./key.ts";
import { type ReadingContext, SectionReader } from "./section-reader.ts";

export interface OwnedSections<Value> {
  /** In the order of the documentation. */
  readonly sections: readonly SectionDescription[];
  readonly read: (file: ConfigurationFile) => Value;
}

export class ConfigurationFile {
  /** The `--role` option. */
  readonly role: ClusterRole | undefined;
  readonly #ini: IniFile;
  readonly #described: (section: string) => SectionDescription | undefined;
  readonly #context: ReadingContext;
  readonly #sections = new Map<string, SectionReader>();
  readonly #parts = new Map<OwnedSections<unknown>, unknown>();

  /** @param described all sections, with the keys that parts add to them */
  constructor(
    ini: IniFile,
    context: ReadingContext,
    described: (section: string) => SectionDescription | undefined,
    role?: ClusterRole,
  ) {
    this.#described = described;
    this.#ini = ini;
    this.#context = context;
    this.role = role;
  }

  get surroundings(): Surroundings {
    return this.#context.surroundings;
  }

  /** @param name of the section in the file, if `described` is a family */
  section<Section extends SectionDescription>(
    described: Section,
    name: string = described.section,
  ): SectionReader<Section> {
    const reader =
      this.#sections.get(name) ??
      new SectionReader(name, this.#whole(described), this.#ini.sections.get(name), this.#context);
    this.#sections.set(name, reader as SectionReader);
    return reader as SectionReader<Section>;
  }

  #whole(section: SectionDescription): SectionDescription {
    return this.#described(section.section) ?? section;
  }

  /** What a part reads; also for parts that depend on another. */
  part<Value>(part: OwnedSections<Value>): Value {
    if (!this.#parts.has(part)) this.#parts.set(part, part.read(this));
    return this.#parts.get(part) as Value;
  }

  has(section: string): boolean {
    return this.#ini.sections.has(section);
  }

  /** The sections of a family, by its prefix: `realm-`. */
  names(family: string): string[] {
    return [...this.#ini.sections.keys()].filter((name) => name.startsWith(family) && name.length > family.length);
  }

  /** The value as written, without a check. */
  written(section: string, key: string): string | undefined {
    return this.#ini.sections.get(section)?.entries.get(key)?.value;
  }

  /** A problem without a position. */
  problem(message: string): void {
    this.#context.problems.push({ line: 0, column: 1, message });
  }
}
