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
  if (definitions === undefined || !path.startsWith(`${DEFINITIONS_FOLDER}/`)) return within(folder, path);
  return within(definitions, path.slice(DEFINITIONS_FOLDER.length + 1));
}

/** A message has four files, whose paths have nothing to resolve. */
function within(folder: string, path: string): string {
  return sep === "/" && !folder.endsWith("/") ? `${folder}/${path}` : join(folder, path);
}

/** Relative to the output folder, for messages. */
export function shownOutput(place: OutputPlace, path: string): string {
  return relative(place.folder, placeOf(place, path)).split(sep).join("/");
}
