/** Corrects times of receipt from before a jump of the system clock. */

import type { PartKind } from "../part-kind.ts";

export const TIMES: PartKind = {
  name: "times",
  open: () => ({
    async view({ routes, jumps, store, settled, log, callers }) {
      const { timesApi } = await import("./times-api.ts");
      routes.route("/", timesApi({ jumps, store, settled, log, ...callers }));
      return undefined;
    },
  }),
  actions: async () => [(await import("./times-action.ts")).times],
};
