/** Topic filters for an external broker. */

import type { ChannelSettings } from "../../channels/channel-settings.ts";
import { eventFilters } from "../../lorawan/network-servers.ts";
import { CHANNELS_REALM, isOpen, realmOf } from "../../model/address.ts";
import type { DecodedRealm } from "../../model/realm-settings.ts";
import { ALL_REALMS } from "../../model/realm-words.ts";
import { topicEndings } from "../dialects/dialects.ts";
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
export function topicFilters(realms: readonly DecodedRealm[]): string[] {
  const mapped = realms.flatMap(({ maps = [], binary }) =>
    maps.flatMap(({ topic }) => (binary === undefined ? [topic] : [topic, ...eventFilters(topic)])),
  );
  return [...new Set([...ownFilters(realms), ...mapped])];
}

function ownFilters(realms: readonly DecodedRealm[]): string[] {
  const names = realms.map(({ name }) => name).filter((name) => name !== ALL_REALMS);
  if (isOpen(realms))
    return [...new Set([...dataFilters(realmOf(realms, ALL_REALMS)), ...names.map((name) => `${name}/#`)])];
  const channels = names.includes(CHANNELS_REALM) ? [] : [networkEvents(CHANNELS_REALM), CHANNEL_COMMANDS];
  return [...names.map((name) => `${name}/#`), ...channels];
}

function dataFilters(all: DecodedRealm | undefined): string[] {
  const more = all?.addresses === undefined ? [] : [all.addresses === "short" ? "+/+/+" : "+/+"];
  const devices = ["+/+/+/+", "+/channel/+", "+/device/+", ...more];
  const endings = ["data.json", "event.json", "command.json", "data/+", ...topicEndings(all?.compat ?? [])];
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
