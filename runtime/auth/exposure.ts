/** Finds listeners that strangers can reach and use. */

import type { Settings } from "../config/settings.ts";
import { isLoopback } from "../http/client-address.ts";

/** One sentence for each such listener. */
export function exposures({ http, mqtt, channels, auth }: Settings): string[] {
  const sentences: string[] = [];
  if (auth.usersFile === undefined) {
    const open = "is reachable from other machines, and anybody may read and write: set [auth] users_file";
    if (!isLoopback(http.listen.host)) sentences.push(`HTTP on ${http.listen.host} ${open}`);
    if (mqtt.url === undefined && !isLoopback(mqtt.listen.host)) sentences.push(`MQTT on ${mqtt.listen.host} ${open}`);
  } else {
    const open = "is reachable from other machines without TLS, and passwords can be overheard: set tls_certificate in";
    if (!isLoopback(http.listen.host) && http.tls === undefined) {
      sentences.push(`HTTP on ${http.listen.host} ${open} [http]`);
    }
    if (mqtt.url === undefined && !isLoopback(mqtt.listen.host) && mqtt.tls === undefined) {
      sentences.push(`MQTT on ${mqtt.listen.host} ${open} [mqtt]`);
    }
  }
  for (const { name, udpHost, allowFrom } of channels) {
    if (isLoopback(udpHost) || allowFrom.length > 0) continue;
    sentences.push(`UDP channel ${name} on ${udpHost} accepts datagrams from any address: set allow_from`);
  }
  return sentences;
}
