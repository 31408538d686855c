/** Names at the ends of a chart's lines, where there is little room. */

/** Length of the common prefix of all names, up to a separator: it carries no information. */
export function commonStart(names: readonly string[]): number {
  const [first = ""] = names;
  if (names.length < 2) return 0;
  let same = 0;
  while (same < first.length && names.every((name) => name[same] === first[same])) same += 1;
  return first.slice(0, same).search(/[^_./ -]*$/);
}

/** Part of a shortened name that is its beginning; the first one that keeps the names apart is used. */
const BEGINNINGS = [0.5, 0.75, 0.25, 1, 0];

/** Names that are too long lose a part, the same of each: two devices must not get one name. */
export function distinctNames(names: readonly string[], fits: (name: string, index: number) => boolean): string[] {
  const cut = (beginning: number) =>
    names.map((name, index) => shortened(name, beginning, (text) => fits(text, index)));
  const different = new Set(names).size;
  for (const beginning of BEGINNINGS) {
    const tried = cut(beginning);
    if (new Set(tried).size === different) return tried;
  }
  return cut(BEGINNINGS[0]!);
}

/** Leaves out as little as necessary behind a part that is the name's beginning. */
export function shortened(name: string, beginning: number, fits: (name: string) => boolean): string {
  if (fits(name)) return name;
  for (let kept = name.length - 1; kept > 1; kept -= 1) {
    const head = Math.ceil(kept * beginning);
    const shorter = `${name.slice(0, head)}…${name.slice(name.length - kept + head)}`;
    if (fits(shorter)) return shorter;
  }
  return name.slice(0, 1);
}
