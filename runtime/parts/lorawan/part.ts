/** Commands to devices behind LoRaWAN network servers: The Things Stack and ChirpStack. */

import { addedKeys, partOf } from "../../config/part.ts";
import { none, parseList, url } from "../../config/values.ts";
import type { PartKind } from "../part-kind.ts";
import { LORAWAN_NETWORK } from "./network.ts";

/** Servers of networks that take commands, in `[http]`, to which they post. */
const SERVER_KEYS = addedKeys({
  section: "http",
  keys: [
    {
      key: "downlinks",
      parse: (text: string) => parseList(text).map(url("http", "https")),
      absent: none,
      meaning: "Servers of The Things Stack to which commands may be [pushed](commands.md#lorawan).",
      example: "https://eu1.cloud.thethings.network",
    },
    {
      key: "chirpstack",
      parse: url("http", "https"),
      shown: "without secrets",
      meaning:
        "ChirpStack's REST API, which takes [commands](commands.md#lorawan) to devices whose uplinks ChirpStack posts; its API token as password.",
      example: "http://:TOKEN@127.0.0.1:8090",
    },
  ],
});

const SERVERS = partOf([], (file) => {
  const section = file.section(SERVER_KEYS);
  return { downlinks: section.get("downlinks"), chirpstack: section.optional("chirpstack") };
});

type ServerSettings = ReturnType<typeof SERVERS.read>;

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
