/** Sections with one owner, which declares their keys and reads them, in the owner's folder. */

import type { SectionDescription } from "./key.ts";
import type { Part, Reading } from "./reading.ts";
import type { SectionReader } from "./section-reader.ts";

/** A part with one section. */
export function part<const Section extends SectionDescription, Value>(
  section: Section,
  read: (section: SectionReader<Section>) => Value,
): Part<Value> {
  return { sections: [section], read: (file) => read(file.section(section)) };
}

/** A part with several sections, families of sections, or needs of other parts. */
export function partOf<Value>(sections: readonly SectionDescription[], read: (file: Reading) => Value): Part<Value> {
  return { sections, read };
}

/** Declares a section with the types of its keys. */
export function section<const Section extends SectionDescription>(declared: Section): Section {
  return declared;
}
