/** Section `[journal]`. */

import { part } from "../config/part.ts";
import { parseMilliseconds, parsePath, size } from "../config/values.ts";

export const JOURNAL = part(
  {
    section: "journal",
    meaning: "The durable log between the sources and the store.",
    keys: [
      {
        key: "directory",
        parse: parsePath,
        absent: (at) => at.data("journal"),
        default: "data/journal",
        meaning: "Its folder; dead letters are beside it.",
      },
      {
        key: "max_size",
        parse: size("1M"),
        default: "4G",
        meaning: "How much may wait for the store. When it is full, senders get 503 and no PUBACK.",
      },
      {
        key: "commit_interval",
        parse: parseMilliseconds,
        default: "5ms",
        meaning:
          "How long a message may wait, so that several are written together; ten times as long if no sender waits for it, as for a datagram.",
      },
    ],
  },
  (section) => {
    return {
      directory: section.get("directory"),
      maxBytes: section.get("max_size"),
      commitIntervalMs: section.get("commit_interval"),
    };
  },
);
