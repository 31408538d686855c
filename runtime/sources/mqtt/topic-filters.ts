/** What is subscribed to at an external broker. */

import type { RealmSettings } from "../../config/settings.ts";

/** Data, event and plain value topics of the configured realms, or of all when none is configured. */
export function topicFilters(realms: readonly RealmSettings[]): string[] {
  return realms.length === 0 ? realmFilters("+") : realms.flatMap(({ name }) => realmFilters(name));
}

function realmFilters(realm: string): string[] {
  const devices = [`${realm}/+/+/+`, `${realm}/channel/+`, `${realm}/device/+`];
  return devices.flatMap((device) => [`${device}/data.json`, `${device}/event.json`, `${device}/data/+`]);
}
