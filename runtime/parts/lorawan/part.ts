/** Commands to devices behind LoRaWAN network servers: The Things Stack and ChirpStack. */

import type { PartKind } from "../part-kind.ts";
import { SERVER_KEYS, SERVERS, type ServerSettings } from "./keys.ts";
import { LORAWAN_NETWORK } from "./network.ts";

export const LORAWAN: PartKind<ServerSettings> = {
  name: "lorawan",
  keys: [SERVER_KEYS],
  settings: SERVERS,
  network: LORAWAN_NETWORK,
  open: (settings) => ({
    async exchange({ provided }) {
      const { WebhookDownlinks } = await import("./webhook-downlinks.ts");
      const { downlinks, chirpstack } = settings();
      provided.postedReplies = [...(provided.postedReplies ?? []), new WebhookDownlinks(downlinks, chirpstack)];
      return undefined;
    },
  }),
};
