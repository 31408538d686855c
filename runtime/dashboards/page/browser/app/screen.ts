/** Scales charts on high screens, so that a wall screen is not left empty. */

const STEPS = [
  [1900, 1.8],
  [1400, 1.35],
] as const;

const queries = STEPS.map(([pixels, scale]) => [matchMedia(`(min-height: ${pixels}px)`), scale] as const);

/** From media queries: reading the window's height would cause a layout. */
export function chartScale(): number {
  return queries.find(([query]) => query.matches)?.[1] ?? 1;
}

export function onScreenChange(listener: () => void): void {
  for (const [query] of queries) query.addEventListener("change", listener);
}
