/** `/read/sql`: SELECT over measurements. */

import type { PartKind } from "../part-kind.ts";

export const SQL: PartKind = {
  name: "sql",
  open: () => ({
    async view({ routes, store, log, callers }) {
      const { sqlApi } = await import("./sql-api.ts");
      routes.route("/", sqlApi({ store, log, ...callers }));
      return undefined;
    },
  }),
  actions: async () => [(await import("./sql-action.ts")).sql],
};
