/** "Did you mean …": the known name nearest to an unknown one. */

/** The candidate within a third of the name's length of edits (at least one), or undefined. Case does not count. */
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

/** Of thousands of devices: a hint is not worth more time. */
const MOST_COMPARED = 1000;

/** ` (did you mean 'x'?)`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = nearest(name, candidates);
  return candidate === undefined ? "" : ` (did you mean '${candidate}'?)`;
}

/** What is longer is not a name that somebody mistyped, and the comparison takes the product of the lengths. */
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
    // Whatever comes, it gets no nearer: most names are told apart by their first letters.
    if (Math.min(...row) >= limit && Math.min(...last) + 1 >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length]!, limit);
}
