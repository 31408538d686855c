/** The UDP port of a channel, for actions that need one. */

import type { ChannelSettings } from "../channels/channel-settings.ts";
import { bracketed } from "../lib/bind-failure.ts";
import { dictionary } from "../lib/dictionary.ts";
import { UsageError } from "./command-error.ts";

/** Listeners that `localhost` reaches, or another name of this machine does. */
const OWN: Readonly<Record<string, string>> = dictionary({
  "127.0.0.1": "localhost",
  "0.0.0.0": "localhost",
  "::": "[::1]",
});

/** Where the channel's service listens. @throws UsageError if the channel has no port */
export function udpTargetOf(channel: ChannelSettings): string {
  const { udpHost } = channel;
  return `udp://${OWN[udpHost] ?? bracketed(udpHost)}:${udpPortOf(channel, "target")}`;
}

/** @throws UsageError that names the missing option if the channel has no port */
export function udpPortOf({ name, udpPort }: ChannelSettings, option: "port" | "target"): number {
  // With port 0 the service takes a free one, which only it knows.
  if (udpPort !== undefined && (udpPort !== 0 || option === "port")) return udpPort;
  const example = option === "port" ? "--port=8888" : "--target=udp://localhost:8888";
  const what = udpPort === 0 ? "takes any free UDP port" : "has no UDP port";
  throw new UsageError(`channel '${name}' ${what}; name one with ${example}`);
}
