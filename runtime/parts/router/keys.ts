/** Another WAMP router, in `[wamp]`. */

import { addedKeys, partOf } from "../../config/part.ts";
import { url } from "../../config/values.ts";

export const ROUTER_KEYS = addedKeys({
  section: "wamp",
  keys: [
    {
      key: "url",
      parse: url("ws", "wss"),
      shown: "without secrets",
      meaning: "External WAMP router (`ws://host:8080/ws`) for decoded messages.",
    },
  ],
});

export const ROUTER_URL = partOf([], (file) => file.section(ROUTER_KEYS).optional("url"));
