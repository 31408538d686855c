/** "Did you mean …": finds the known name that is most similar to an unknown one. */

/**
 * The most similar candidate, with an edit distance of at most a third of the name's length (at least one), or
 * undefined. Case is ignored.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  let compared = 0;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    if (++compared > MOST_COMPARED) break;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** With thousands of devices, a hint must not take too long. */
const MOST_COMPARED = 1000;

/** ` (did you mean 'x'?)`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = nearest(name, candidates);
  return candidate === undefined ? "" : ` (did you mean '${candidate}'?)`;
}

/** Longer texts are not mistyped names, and the comparison takes time proportional to the product of the lengths. */
const LONGEST = 64;

/** Optimal string alignment distance (a transposition is one edit); `limit` when it is at least that. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit || Math.max(a.length, b.length) > LONGEST) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(substitution, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    // The distance cannot shrink again: most names differ in their first letters.
    if (Math.min(...row) >= limit && Math.min(...last) + 1 >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length]!, limit);
}
