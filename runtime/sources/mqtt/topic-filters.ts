/** Topic filters for an external broker. */

import type { ChannelSettings } from "../../channels/channel-settings.ts";
import { type Addressing, OWN_ADDRESSING } from "../../intake/addressing.ts";
import { CHANNELS_REALM, isOpen, PACKED_ENDINGS, realmOf } from "../../model/address.ts";
import { ALL_REALMS, type DecodedRealm } from "../../model/realm-settings.ts";
import type { FrameTopic } from "./reception.ts";

/** Topics for frames of channels (`sources = mqtt:…`). */
export function frameTopics(
  channels: readonly Pick<ChannelSettings, "name" | "sources" | "acknowledges">[],
): FrameTopic[] {
  return channels.flatMap(({ name, sources = [], acknowledges = false }) =>
    sources.flatMap((endpoint) =>
      endpoint.kind === "mqtt" ? [{ filter: endpoint.filter, channel: name, isNumbered: acknowledges }] : [],
    ),
  );
}

/**
 * All topics of the configured realms, so that publications on wrong topics are noticed. Without configured realms,
 * other users of the broker cannot be distinguished: then only data, event and plain value topics.
 */
export function topicFilters(realms: readonly DecodedRealm[], addressing: Addressing = OWN_ADDRESSING): string[] {
  const mapped = realms.flatMap(({ maps = [], binary }) =>
    maps.flatMap(({ topic }) =>
      binary === undefined ? [topic] : [topic, ...addressing.networks.reportFilters(topic)],
    ),
  );
  return [...new Set([...ownFilters(realms, addressing), ...mapped])];
}

function ownFilters(realms: readonly DecodedRealm[], addressing: Addressing): string[] {
  const names = realms.map(({ name }) => name).filter((name) => name !== ALL_REALMS);
  if (isOpen(realms))
    return [...new Set([...dataFilters(realmOf(realms, ALL_REALMS), addressing), ...names.map((name) => `${name}/#`)])];
  const channels = names.includes(CHANNELS_REALM) ? [] : [networkEvents(CHANNELS_REALM), CHANNEL_COMMANDS];
  return [...names.map((name) => `${name}/#`), ...channels];
}

function dataFilters(all: DecodedRealm | undefined, addressing: Addressing): string[] {
  const more = all?.addresses === undefined ? [] : [all.addresses === "short" ? "+/+/+" : "+/+"];
  const devices = ["+/+/+/+", "+/channel/+", "+/device/+", ...more];
  const endings = [
    "data.json",
    ...Object.keys(PACKED_ENDINGS),
    "event.json",
    "command.json",
    "data/+",
    ...addressing.topicEndings(all),
  ];
  return [
    ...devices.flatMap((device) => endings.map((ending) => `${device}/${ending}`)),
    networkEvents("+"),
    CHANNEL_COMMANDS,
  ];
}

const CHANNEL_COMMANDS = `${CHANNELS_REALM}/+/command.json`;

/** Events of a whole network, or of a UDP channel. */
function networkEvents(realm: string): string {
  return `${realm}/+/event.json`;
}
