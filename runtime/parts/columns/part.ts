/** Turns columns of texts into columns of numbers. */

import type { PartKind } from "../part-kind.ts";

export const COLUMNS: PartKind = {
  name: "columns",
  open: () => ({
    async view({ routes, store, settled, log, callers }) {
      const { columnsApi } = await import("./columns-api.ts");
      routes.route("/", columnsApi({ store, settled, log, ...callers }));
      return undefined;
    },
  }),
  actions: async () => [(await import("./columns-action.ts")).columns],
};
