/** Publishes decoded messages to an external WAMP router, too. */

import { addedKeys, partOf } from "../../config/part.ts";
import { url } from "../../config/values.ts";
import type { PartKind } from "../part-kind.ts";

/** Another WAMP router, in `[wamp]`. */
const ROUTER_KEYS = addedKeys({
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

const ROUTER_URL = partOf([], (file) => file.section(ROUTER_KEYS).optional("url"));

export const ROUTER: PartKind<string | undefined> = {
  name: "router",
  keys: [ROUTER_KEYS],
  settings: ROUTER_URL,
  open: (settings) => ({
    async bus(realm) {
      const url = settings();
      if (url === undefined) return undefined;
      const { openExternalBus } = await import("./external-bus.ts");
      return openExternalBus({ url, realm });
    },
  }),
};
