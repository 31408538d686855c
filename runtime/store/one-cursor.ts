/** In a cluster all outputs are brought the log as one. */

import type { Settings } from "../config/settings.ts";

/** One sentence at most, for the administrator: what is true of one process is not true there. */
export function oneCursor({ cluster, stores = [] }: Settings): string[] {
  if (cluster === undefined || stores.length === 0) return [];
  const names = ["[store]", ...stores.map(({ name }) => `[store-${name}]`)];
  return [
    `In a cluster ${names.join(", ")} have one cursor: while one of them is away, nothing is stored in the others (docs/stores.md)`,
  ];
}
