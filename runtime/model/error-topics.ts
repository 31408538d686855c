/** Topics for error signals [D14, D27]. Pure. */

import { type Address, type AddressResult, channelId } from "./address.ts";

/**
 * The received address with `error.json`, and for a direct or device address also the wide one; none if the address
 * names no channel.
 */
export function errorTopics(result: AddressResult): readonly string[] {
  const arrived = result.address?.arrived ?? result.problem?.arrived;
  if (arrived === undefined) return [];
  const topics = new Set([`${arrived}/error.json`]);
  if (result.address !== undefined) topics.add(wideErrorTopic(result.address));
  return [...topics];
}

/** `wampTopic` with slashes instead of dots [D14]. */
export function udpErrorTopic(wampTopic: string): string {
  return `${wampTopic.replaceAll(".", "/")}/error.json`;
}

function wideErrorTopic(address: Address): string {
  return `${channelId(address).slice(1)}/error.json`;
}
