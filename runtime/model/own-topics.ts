/** MQTT topics on which only this service publishes: messages that a broker returns on them are never data. Pure. */

import { isAnnotations } from "./address.ts";

/** Endings after a device's or a channel's address. */
const ENDINGS = /\/(?:(?:error|alarm|stored|stored-event|command-state)\.json|command\.bin)$/;
/** Home Assistant's topics: its own messages, and configurations for it. */
const HOME_ASSISTANT = "homeassistant";

/** Topic of a channel's stored rows. */
export function rowTopic(wampTopic: string, measurement: string): string {
  return `${wampTopic.replaceAll(".", "/")}/${measurement}/data.json`;
}

/** Topic of a device's stored rows; `address` is its wide one. */
export function deviceRowTopic(address: string, measurement: string): string {
  return `${address}/stored${isAnnotations(measurement) ? "-event" : ""}.json`;
}

/** @param published WAMP topics of channels with published rows: devices cannot use topics of that form */
export function isOwnTopic(topic: string, published: readonly string[]): boolean {
  if (ENDINGS.test(topic) || topic.startsWith(`${HOME_ASSISTANT}/`)) return true;
  return published.some((wampTopic) => {
    const prefix = `${wampTopic.replaceAll(".", "/")}/`;
    return topic.startsWith(prefix) && /^[^/]+\/data\.json$/.test(topic.slice(prefix.length));
  });
}

/** Whether the topic carries commands. */
export function isCommandTopic(topic: string): boolean {
  return /[^/]\/command\.json$/.test(topic);
}

/**
 * Whether the topic carries errors and commands for a device, which even a device with only write permission receives.
 */
export function isSignalTopic(topic: string): boolean {
  return /\/(?:(?:error|alarm)\.json|command\.bin)$/.test(topic);
}

/** Only the service may publish here, whatever realms are permitted. */
export function isReservedTopic(topic: string, published: readonly string[]): boolean {
  return isOwnTopic(topic, published) && !topic.startsWith(`${HOME_ASSISTANT}/`);
}
