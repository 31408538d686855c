/** Halving: the first index for which it holds, and `length` if there is none. It holds for all later ones, too. */
export function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
