/** Decodes stored payloads again. */

import type { PartKind } from "../part-kind.ts";

export const REPLAY: PartKind = {
  name: "replay",
  open: () => ({
    async view({ routes, store, channel, settled, log, callers }) {
      const { replayApi } = await import("./replay-api.ts");
      routes.route("/", replayApi({ store, channel, settled, log, ...callers }));
      return undefined;
    },
  }),
  actions: async () => [(await import("./replay-action.ts")).replay],
};
