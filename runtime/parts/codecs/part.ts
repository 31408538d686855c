/** The channels' codecs for browsers: the page decodes the frames of a board that is plugged in there. */

import type { PartKind } from "../part-kind.ts";

export const CODECS: PartKind = {
  name: "codecs",
  open: () => ({
    async view({ routes, reading, channel, channelSettings, callers }) {
      const { codecsApi } = await import("./codecs-api.ts");
      routes.route("/", codecsApi({ ...reading, channel, channelSettings, ...callers }));
      return undefined;
    },
  }),
};
