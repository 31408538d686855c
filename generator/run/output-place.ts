/** Where outputs lie: all in one folder, or definitions for other tools in a folder of their own. */

import { join, relative, sep } from "node:path";
import { DEFINITIONS_FOLDER } from "../emit/emitted-file.ts";

export interface OutputPlace {
  /** Absolute, as all others. */
  readonly folder: string;
  /** Absent: as all other files. */
  readonly definitions: string | undefined;
}

/** @param path as the emitter has it, with slashes */
export function placeOf({ folder, definitions }: OutputPlace, path: string): string {
  if (definitions === undefined || !path.startsWith(`${DEFINITIONS_FOLDER}/`)) return join(folder, path);
  return join(definitions, path.slice(DEFINITIONS_FOLDER.length + 1));
}

/** For people: relative to the output folder. */
export function shownOutput(place: OutputPlace, path: string): string {
  return relative(place.folder, placeOf(place, path)).split(sep).join("/");
}
