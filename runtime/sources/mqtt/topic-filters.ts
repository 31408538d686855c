/** What is subscribed to at an external broker. */

import type { RealmSettings } from "../../config/settings.ts";
import { CHANNELS_REALM } from "../../telemetry/address.ts";

/** Data, event and plain value topics of the configured realms, or of all when none is configured. */
export function topicFilters(realms: readonly RealmSettings[]): string[] {
  if (realms.length === 0) return realmFilters("+");
  const names = realms.map(({ name }) => name);
  const channels = names.includes(CHANNELS_REALM) ? [] : [networkEvents(CHANNELS_REALM)];
  return [...names.flatMap(realmFilters), ...channels];
}

function realmFilters(realm: string): string[] {
  const devices = [`${realm}/+/+/+`, `${realm}/channel/+`, `${realm}/device/+`];
  const filters = devices.flatMap((device) => [`${device}/data.json`, `${device}/event.json`, `${device}/data/+`]);
  return [...filters, networkEvents(realm)];
}

/** Events of a whole network, or of a UDP channel. */
function networkEvents(realm: string): string {
  return `${realm}/+/event.json`;
}
