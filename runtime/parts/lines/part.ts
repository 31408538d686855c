/** InfluxDB's line protocol over HTTP: `/write`, `/api/v2/write` and the like. */

import type { PartKind } from "../part-kind.ts";
import { LineMessages } from "./line-messages.ts";

export const LINES: PartKind = {
  name: "lines",
  sources: [
    {
      name: "lines",
      messages: (epoch) => new LineMessages(epoch),
      make: async (context) => {
        const { LineWrites } = await import("./line-writes.ts");
        return new LineWrites(context);
      },
    },
  ],
};
