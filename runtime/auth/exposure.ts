/** Finds listeners that strangers can reach and use. */

import { isLoopback } from "../http/client-address.ts";
import type { Settings } from "../settings/settings.ts";

/** One sentence for each such listener. */
export function exposures({ http, mqtt, channels, auth }: Settings): string[] {
  const own = [{ name: "HTTP", ...http }, ...(mqtt.url === undefined ? [{ name: "MQTT", ...mqtt }] : [])];
  const reachable = own.filter(({ listen }) => !isLoopback(listen.host));
  const sentences = reachable.flatMap(({ name, listen, tls }) => {
    const start = `${name} on ${listen.host} is reachable from other machines`;
    if (auth.usersFile === undefined) return [`${start}, and anybody may read and write: set [auth] users_file`];
    const advice = `set tls_certificate in [${name.toLowerCase()}]`;
    return tls === undefined ? [`${start} without TLS, and passwords can be overheard: ${advice}`] : [];
  });
  for (const { name, udpHost, allowFrom } of channels) {
    if (isLoopback(udpHost) || allowFrom.length > 0) continue;
    sentences.push(`UDP channel ${name} on ${udpHost} accepts datagrams from any address: set allow_from`);
  }
  return sentences;
}
