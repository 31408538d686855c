/** The name that was probably meant in a rule. */

import { nearest } from "../../runtime/config/nearest.ts";

/** Of equally near names the one that begins alike longest; for a single letter only the other case is near. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates];
  if (name.length === 1) return known.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return nearest(
    name,
    known.sort((a, b) => commonPrefix(name, b) - commonPrefix(name, a)),
  );
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
