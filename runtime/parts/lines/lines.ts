/** InfluxDB's line protocol over HTTP as a source. */

import type { SourceType } from "../../sources/source.ts";
import { LineMessages } from "./line-messages.ts";

export const lines: SourceType = {
  name: "lines",
  messages: (epoch) => new LineMessages(epoch),
  make: async (context) => {
    const { LineWrites } = await import("./line-writes.ts");
    return new LineWrites(context);
  },
};
