/** Sections with one owner, which declares their keys and reads them, in the owner's folder. */

import type { ConfigurationFile, OwnedSections } from "./configuration-file.ts";
import type { AddedKeys, SectionDescription } from "./key.ts";
import type { SectionReader } from "./section-reader.ts";

/** A part with one section. */
export function part<const Section extends SectionDescription, Value>(
  section: Section,
  read: (section: SectionReader<Section>) => Value,
): OwnedSections<Value> {
  return { sections: [section], read: (file) => read(file.section(section)) };
}

/** A part with several sections, families of sections, or needs of other parts. */
export function partOf<Value>(
  sections: readonly SectionDescription[],
  read: (file: ConfigurationFile) => Value,
): OwnedSections<Value> {
  return { sections, read };
}

/** Declares keys of a part in a section of the core, with their types. */
export function addedKeys<const Added extends AddedKeys>(declared: Added): Added & { readonly meaning: "" } {
  return { meaning: "", ...declared };
}

/** Declares a section with the types of its keys. */
export function section<const Section extends SectionDescription>(declared: Section): Section {
  return declared;
}
