/** A section with one owner, which declares its keys and reads them, in the owner's folder. */

import type { SectionDescription } from "./key.ts";
import type { SectionReader } from "./section-reader.ts";

export interface Part<Section extends SectionDescription, Value> {
  readonly section: Section;
  readonly read: (section: SectionReader<Section>) => Value;
}

export function part<const Section extends SectionDescription, Value>(
  section: Section,
  read: (section: SectionReader<Section>) => Value,
): Part<Section, Value> {
  return { section, read };
}
