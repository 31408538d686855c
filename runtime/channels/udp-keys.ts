/** Section `[udp]`. */

import { part } from "../config/part.ts";
import { parseHost } from "../config/values.ts";

export const UDP = part(
  {
    section: "udp",
    reload: "applied",
    meaning: "For all UDP channels.",
    keys: [
      {
        key: "listen",
        parse: parseHost,
        default: "127.0.0.1",
        meaning: "Address of UDP sockets; `0.0.0.0` for other machines.",
      },
    ],
  },
  (section) => {
    return { listen: section.get("listen") };
  },
);
