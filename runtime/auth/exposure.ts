/** Finds listeners that strangers can reach and use. */

import type { ChannelSettings } from "../channels/channel-settings.ts";
import type { Endpoint } from "../config/values.ts";
import { isLoopback } from "../http/client-address.ts";
import type { HttpSettings } from "../http/keys.ts";
import type { MqttSettings } from "../sources/mqtt/keys.ts";
import type { AuthSettings } from "./keys.ts";

interface Listening {
  readonly http: HttpSettings;
  readonly mqtt: Pick<MqttSettings, "tls">;
  /** Where the broker inside the service listens; absent: there is none. */
  readonly broker?: Endpoint;
  readonly channels: readonly ChannelSettings[];
  readonly auth: AuthSettings;
}

/** One sentence for each such listener. */
export function exposures({ http, mqtt, broker, channels, auth }: Listening): string[] {
  const own = [{ name: "HTTP", ...http }, ...(broker ? [{ name: "MQTT", listen: broker, tls: mqtt.tls }] : [])];
  const reachable = own.filter(({ listen }) => !isLoopback(listen.host));
  const sentences = reachable.flatMap(({ name, listen, tls }) => {
    const start = `${name} on ${listen.host} is reachable from other machines`;
    if (auth.usersFile === undefined) return [`${start}, and anybody may read and write: set [auth] users_file`];
    const advice = `set tls_certificate in [${name.toLowerCase()}]`;
    return tls === undefined ? [`${start} without TLS, and passwords can be overheard: ${advice}`] : [];
  });
  return [...sentences, ...openChannels(channels)];
}

const MOST_NAMES = 3;

/** One sentence for all of them. */
function openChannels(channels: readonly ChannelSettings[]): string[] {
  const open = channels.filter(({ udpHost, allowFrom }) => !isLoopback(udpHost) && allowFrom.length === 0);
  const [first] = open;
  if (first === undefined) return [];
  const named = open.slice(0, MOST_NAMES).map(({ name }) => name);
  const others = open.length - named.length;
  const names = `${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
  const isSame = open.every(({ udpHost }) => udpHost === first.udpHost);
  const start = `UDP channel${open.length === 1 ? "" : "s"} ${names}${isSame ? ` on ${first.udpHost}` : ""}`;
  return [`${start} ${open.length === 1 ? "accepts" : "accept"} datagrams from any address: set allow_from`];
}
