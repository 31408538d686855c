/** Live rows for Foxglove Studio. */

import type { PartKind } from "../part-kind.ts";

export const FOXGLOVE: PartKind = {
  name: "foxglove",
  open: () => ({ view: async (view) => (await import("./foxglove.ts")).openFoxglove(view) }),
};
