/** Section `[log]`. */

import { part } from "../config/part.ts";
import { oneOf } from "../config/values.ts";

export const LOG = part(
  {
    section: "log",
    meaning: "Log output, on standard error.",
    keys: [
      {
        key: "level",
        parse: oneOf(["debug", "info", "warn", "error"]),
        default: "info",
        meaning: "`debug`, `info`, `warn` or `error`.",
      },
      {
        key: "format",
        parse: oneOf(["pretty", "json"]),
        default: "pretty",
        meaning: "`pretty` (a line for people) or `json`.",
      },
    ],
  },
  (section) => {
    return { level: section.get("level"), format: section.get("format") };
  },
);
