/** MQTT topics that this service alone publishes on: what comes back on them from a broker is never data. Pure. */

import { isAnnotations } from "./address.ts";

/** Behind a device's or a channel's address. */
const ENDINGS = /\/(?:(?:error|alarm|stored|stored-event|command-state)\.json|command\.bin)$/;
/** Of Home Assistant: its own messages, and configurations for it. */
const HOME_ASSISTANT = "homeassistant";

/** Rows of a channel's message, as stored. */
export function rowTopic(wampTopic: string, measurement: string): string {
  return `${wampTopic.replaceAll(".", "/")}/${measurement}/data.json`;
}

/** Rows of a device, as stored; `address` is its wide one. */
export function deviceRowTopic(address: string, measurement: string): string {
  return `${address}/stored${isAnnotations(measurement) ? "-event" : ""}.json`;
}

/** @param published WAMP topics of channels whose rows are published: devices cannot have topics of that form */
export function isOwnTopic(topic: string, published: readonly string[]): boolean {
  if (ENDINGS.test(topic) || topic.startsWith(`${HOME_ASSISTANT}/`)) return true;
  return published.some((wampTopic) => {
    const prefix = `${wampTopic.replaceAll(".", "/")}/`;
    return topic.startsWith(prefix) && /^[^/]+\/data\.json$/.test(topic.slice(prefix.length));
  });
}

/** Orders of commands. */
export function isCommandTopic(topic: string): boolean {
  return /[^/]\/command\.json$/.test(topic);
}

/** A device that may only write hears what was wrong, and what it is told to do. */
export function isSignalTopic(topic: string): boolean {
  return /\/(?:(?:error|alarm)\.json|command\.bin)$/.test(topic);
}

/** Nobody but the service may publish here, whatever realm is permitted. */
export function isReservedTopic(topic: string, published: readonly string[]): boolean {
  return isOwnTopic(topic, published) && !topic.startsWith(`${HOME_ASSISTANT}/`);
}
