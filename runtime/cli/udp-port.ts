/** The UDP port of a channel, for actions that need one. */

import type { ChannelSettings } from "../channels/channel-settings.ts";
import { UsageError } from "./command-error.ts";

/** @throws UsageError that names the missing option if the channel has no port */
export function udpPortOf({ name, udpPort }: ChannelSettings, option: "port" | "target"): number {
  // With port 0 the service takes a free one, which only it knows.
  if (udpPort !== undefined && (udpPort !== 0 || option === "port")) return udpPort;
  const example = option === "port" ? "--port=8888" : "--target=udp://localhost:8888";
  const what = udpPort === 0 ? "takes any free UDP port" : "has no UDP port";
  throw new UsageError(`channel '${name}' ${what}; name one with ${example}`);
}
