/** In a cluster, all outputs share one cursor. */

import type { Settings } from "../config/settings.ts";

/** At most one sentence for the administrator about this difference from a single process. */
export function oneCursor({ cluster, stores = [] }: Settings): string[] {
  if (cluster === undefined || stores.length === 0) return [];
  const names = ["[store]", ...stores.map(({ name }) => `[store-${name}]`)];
  return [
    `In a cluster ${names.join(", ")} have one cursor: while one of them is away, nothing is stored in the others (docs/stores.md)`,
  ];
}
