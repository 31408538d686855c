/** Exports rows to files of days, as Parquet or MCAP. */

import type { PartKind } from "../part-kind.ts";

export const ARCHIVE: PartKind = {
  name: "archive",
  actions: async () => [(await import("./archive-action.ts")).archive],
};
