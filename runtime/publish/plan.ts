/** Which stored rows are published over MQTT, and how: what the configuration says, as the store's thread has to know it. */

import type { Settings } from "../config/settings.ts";

export interface PublishPlan {
  /** Rows of devices. */
  readonly devices: boolean;
  /** Names of channels whose rows are. */
  readonly channels: readonly string[];
  /** Of one topic no more than a row in this time; 0: every row. */
  readonly intervalMs: number;
  /** The broker keeps the newest row of each topic. */
  readonly retain: boolean;
}

export const NOTHING_PUBLISHED: PublishPlan = { devices: false, channels: [], intervalMs: 0, retain: false };

type PublishSettings = Pick<Settings, "channels" | "publish">;

export function publishPlan({ channels, publish }: PublishSettings): PublishPlan {
  if (publish === undefined) return NOTHING_PUBLISHED;
  return {
    devices: publish.mqtt === "json",
    channels: channels.filter((channel) => (channel.publish ?? publish.mqtt) === "json").map(({ name }) => name),
    intervalMs: publish.intervalMs,
    retain: publish.retain,
  };
}

/** WAMP topics of those channels: what comes on the topics of their rows is not a device's. */
export function publishedChannels(settings: PublishSettings): string[] {
  const { channels } = publishPlan(settings);
  return settings.channels.filter(({ name }) => channels.includes(name)).map(({ wampTopic }) => wampTopic);
}
