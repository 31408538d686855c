/** The UDP port of a channel, for actions that need one. */

import type { ChannelSettings } from "../channels/channel-settings.ts";
import { UsageError } from "./command-error.ts";

/** @throws UsageError that names the missing option if the channel has no port */
export function udpPortOf({ name, udpPort }: ChannelSettings, option: "port" | "target"): number {
  if (udpPort !== undefined) return udpPort;
  const example = option === "port" ? "--port=8888" : "--target=udp://localhost:8888";
  throw new UsageError(`channel '${name}' has no UDP port; name one with ${example}`);
}
