/** Suggests the name that a rule probably meant. */

import { nearest } from "../../runtime/lib/nearest.ts";

/** Among equally near names, prefers the longest common prefix. For a single letter, only the other case counts as near. */
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
