/** Stored rows over MQTT, messages of HTTP devices again over MQTT, and Home Assistant. */

import type { PartKind } from "../part-kind.ts";
import { PUBLISH, type PublishSettings } from "./keys.ts";

export const PUBLISH_PART: PartKind<PublishSettings> = {
  name: "publish",
  settings: PUBLISH,
  open: (settings) => ({
    ingest: async (ingest) => (await import("./publish.ts")).publishRows(ingest, settings),
    storing: async (storing) => (await import("./announcing.ts")).announceRows(storing, settings),
  }),
  follow: async () => (await import("./rows-follower.ts")).followRows,
};
