/** "Did you mean": the known name most like an unknown one. */

/** `undefined` when none is near enough: at most a third of the letters may differ. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours; `limit` or more is reported as `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (left.length > 64 || right.length > 64) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const replaced = (last[j - 1] ?? 0) + (same ? 0 : 1);
      const least = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      row.push(swapped ? Math.min(least, (beforeLast[j - 2] ?? 0) + 1) : least);
    }
    beforeLast = last;
    last = row;
  }
  return Math.min(last[right.length] ?? limit, limit);
}
