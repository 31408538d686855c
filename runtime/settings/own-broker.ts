/** The MQTT broker inside the service: of the part that has one. */

import type { Endpoint } from "../config/values.ts";
import { PARTS } from "../parts/parts.ts";
import type { MakeBroker } from "../sources/mqtt/broker-kind.ts";
import type { Settings } from "./settings.ts";

const { name = "", broker } = PARTS.find((part) => part.broker !== undefined) ?? {};

/** Where it listens; undefined: there is none, or an external one is used. */
export function ownBroker({ mqtt, parts }: Pick<Settings, "mqtt" | "parts">): Endpoint | undefined {
  return mqtt.url === undefined ? broker?.listen(parts[name]) : undefined;
}

/** Loads its code. */
export function brokerMaker({ parts }: Pick<Settings, "parts">): (() => Promise<MakeBroker>) | undefined {
  return broker && (() => broker.make(parts[name]));
}
