/** Positions of names beside the ends of lines. No DOM. */

/** Selects items evenly, including the first and the last. */
export function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most || most < 2) return items.slice(0, Math.max(1, most));
  return Array.from({ length: most }, (_none, i) => items[Math.round((i * (items.length - 1)) / (most - 1))]!);
}

/** Moves ordered positions at least `height` apart, within the chart. */
export function apart(wanted: readonly number[], top: number, bottom: number, height: number): number[] {
  const places: number[] = [];
  for (const y of wanted) places.push(Math.max(y, (places.at(-1) ?? top - height / 2) + height));
  for (let i = places.length - 1, limit = bottom; i >= 0; i -= 1, limit = places[i + 1]! - height)
    places[i] = Math.min(places[i]!, limit);
  return places;
}
