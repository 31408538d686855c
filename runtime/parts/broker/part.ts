/** An MQTT broker inside the service, used without `[mqtt] url`. */

import type { PartKind } from "../part-kind.ts";
import { BROKER_KEYS, BROKER_SETTINGS, type BrokerSettings } from "./keys.ts";

export const BROKER: PartKind<BrokerSettings> = {
  name: "broker",
  keys: [BROKER_KEYS],
  settings: BROKER_SETTINGS,
  broker: {
    listen: ({ listen }) => listen,
    async make(settings) {
      const { EmbeddedBroker } = await import("./embedded-broker.ts");
      return (options) => new EmbeddedBroker(settings, options);
    },
  },
};
