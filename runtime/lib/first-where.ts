/** Binary search: the first index at which `holds` is true, or `length`. It must be true at all later ones, too. */
export function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
