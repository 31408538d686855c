/** Address endings of earlier versions of Kotori and its devices, and of firmware that sends no ending. */

import type { Dialect } from "./dialect.ts";

export const aliases: Dialect = {
  name: "aliases",
  meaning:
    "Other endings for the same: `message-json`, `data/__json__` (Homie), `loop` (WeeWX) and no ending at all are `data.json`; `event/__json__` is `event.json`; `measure/<field>` is `data/<field>`; PUT is POST.",
  topics: {
    "message-json": { kind: "data" },
    "data/__json__": { kind: "data" },
    loop: { kind: "data" },
    "": { kind: "data" },
    "event/__json__": { kind: "event" },
    "measure/+": { kind: "value" },
  },
};
