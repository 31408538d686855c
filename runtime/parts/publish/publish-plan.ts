/** Which stored rows are published over MQTT, and how: the configuration in the form for the store's thread. */

import type { ChannelSettings } from "../../channels/channel-settings.ts";
import type { PublishSettings } from "./keys.ts";

export interface PublishPlan {
  /** Publish rows of devices. */
  readonly devices: boolean;
  /** Channels whose rows are published. */
  readonly channels: readonly string[];
  /** Minimum interval between rows on one topic; 0: publish every row. */
  readonly intervalMs: number;
  /** The broker keeps the newest row of each topic. */
  readonly retain: boolean;
}

export const NOTHING_PUBLISHED: PublishPlan = { devices: false, channels: [], intervalMs: 0, retain: false };

interface Publishing {
  readonly channels: readonly ChannelSettings[];
  readonly publish: PublishSettings;
}

export function publishPlan({ channels, publish }: Publishing): PublishPlan {
  return {
    devices: publish.mqtt === "json",
    channels: channels.filter((channel) => (channel.publish ?? publish.mqtt) === "json").map(({ name }) => name),
    intervalMs: publish.intervalMs,
    retain: publish.retain,
  };
}

/** WAMP topics of these channels: messages on the topics of their rows do not come from devices. */
export function publishedChannels(settings: Publishing): string[] {
  const { channels } = publishPlan(settings);
  return settings.channels.filter(({ name }) => channels.includes(name)).map(({ wampTopic }) => wampTopic);
}
