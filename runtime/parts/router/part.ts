/** Publishes decoded messages to an external WAMP router, too. */

import type { PartKind } from "../part-kind.ts";
import { ROUTER_KEYS, ROUTER_URL } from "./keys.ts";

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
