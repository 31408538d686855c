/** Its keys in `[mqtt]`. */

import { addedKeys, partOf } from "../../config/part.ts";
import { parseDuration, parseEndpoint } from "../../config/values.ts";

export const BROKER_KEYS = addedKeys({
  section: "mqtt",
  keys: [
    {
      key: "listen",
      parse: parseEndpoint,
      default: "127.0.0.1:1883",
      meaning: "The embedded broker's `host:port`.",
    },
    {
      key: "session_expiry",
      parse: parseDuration,
      default: "1d",
      meaning: "How long the embedded broker keeps a durable session without a connection.",
    },
  ],
});

export const BROKER_SETTINGS = partOf([], (file) => {
  const section = file.section(BROKER_KEYS);
  return { listen: section.get("listen"), sessionExpiryMs: section.get("session_expiry") };
});

export type BrokerSettings = ReturnType<typeof BROKER_SETTINGS.read>;
