/** Stored rows over MQTT, messages of HTTP devices again over MQTT, and Home Assistant. */

import type { PartKind } from "../part-kind.ts";
import { PUBLISH, type PublishSettings } from "./keys.ts";

export const PUBLISH_PART: PartKind<PublishSettings> = {
  name: "publish",
  settings: PUBLISH,
  topics: [
    { form: /\/stored(?:-event)?\.json$/, publishes: "service" },
    // Home Assistant's topics: its own messages, and configurations for it.
    { form: /^homeassistant\//, publishes: "service-or-others" },
  ],
  open: (settings) => ({
    ingest: async (ingest) => (await import("./publish.ts")).publishRows(ingest, settings),
    storing: async (storing) => (await import("./announcing.ts")).announceRows(storing, settings),
  }),
  follow: async () => (await import("./rows-follower.ts")).followRows,
};
