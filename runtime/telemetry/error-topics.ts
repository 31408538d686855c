/** Where errors are signalled [D14, D27]. Pure. */

import { type Address, type AddressResult, channelId } from "./address.ts";

/** The arriving address with `error.json`, for a direct or device address also the wide one; none where no channel is named. */
export function errorTopics(result: AddressResult): readonly string[] {
  const arrived = result.address?.arrived ?? result.problem?.arrived;
  if (arrived === undefined) return [];
  const topics = new Set([`${arrived}/error.json`]);
  if (result.address !== undefined) topics.add(wideErrorTopic(result.address));
  return [...topics];
}

/** `wampTopic` with dots as slashes [D14]. */
export function udpErrorTopic(wampTopic: string): string {
  return `${wampTopic.replaceAll(".", "/")}/error.json`;
}

function wideErrorTopic(address: Address): string {
  return `${channelId(address).slice(1)}/error.json`;
}
