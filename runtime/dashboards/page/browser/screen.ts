/** How much higher charts are on a high screen, so that a wall is not left empty. */

const STEPS = [
  [1900, 1.8],
  [1400, 1.35],
] as const;

const queries = STEPS.map(([pixels, scale]) => [matchMedia(`(min-height: ${pixels}px)`), scale] as const);

/** Asked from media queries: a window's height would be a question to the layout. */
export function chartScale(): number {
  return queries.find(([query]) => query.matches)?.[1] ?? 1;
}

export function onScreenChange(listener: () => void): void {
  for (const [query] of queries) query.addEventListener("change", listener);
}
