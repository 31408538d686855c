/** Firmware versions that are published elsewhere: found, compiled and decoded while the service runs. */

import type { PartKind } from "../part-kind.ts";
import { RELEASE_SETTINGS, type ReleaseSettings } from "./keys.ts";

export const RELEASES_PART: PartKind<ReleaseSettings> = {
  name: "releases",
  settings: RELEASE_SETTINGS,
  async prepare({ from }, channels) {
    if (from !== undefined) await (await import("./unfinished.ts")).completeCodecs(channels);
  },
  open: (settings) => ({
    async exchange(exchange) {
      const started = settings();
      if (started.from === undefined) return undefined;
      const { ReleaseWatch } = await import("./release-watch.ts");
      return new ReleaseWatch({ ...started, from: started.from }, exchange);
    },
  }),
};
