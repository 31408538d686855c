/** Locations of outputs: one folder, or a separate folder for definitions. */

import { join, relative, sep } from "node:path";
import { DEFINITIONS_FOLDER } from "../codec/emitted-file.ts";

export interface OutputPlace {
  /** Absolute path; for all other files. */
  readonly folder: string;
  /** Undefined if definitions are in `folder` too. */
  readonly definitions: string | undefined;
}

/** @param path as emitted, with slashes */
export function placeOf({ folder, definitions }: OutputPlace, path: string): string {
  if (definitions === undefined || !path.startsWith(`${DEFINITIONS_FOLDER}/`)) return join(folder, path);
  return join(definitions, path.slice(DEFINITIONS_FOLDER.length + 1));
}

/** Relative to the output folder, for messages. */
export function shownOutput(place: OutputPlace, path: string): string {
  return relative(place.folder, placeOf(place, path)).split(sep).join("/");
}
