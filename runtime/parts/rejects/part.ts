/** Dead letters: list, show, retry and drop them, over HTTP and with `channel-message`. */

import type { PartKind } from "../part-kind.ts";

export const REJECTS: PartKind = {
  name: "rejects",
  open: () => ({
    async exchange({ routes, rejected, callers }) {
      const { rejectsApi } = await import("./rejects-api.ts");
      routes.route("/", rejectsApi({ ...rejected, ...callers }));
      return undefined;
    },
  }),
  actions: async () => [(await import("./rejects-action.ts")).rejects],
};
