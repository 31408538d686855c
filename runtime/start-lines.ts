/** What the service prints once it runs: a line for each listener, the page, the topics, and what to beware of. */

import { exposures } from "./auth/exposure.ts";
import type { Settings } from "./config/settings.ts";
import { shownUrl } from "./telemetry/shown-url.ts";
import type { UdpChannels } from "./udp-channels.ts";

export interface Listeners {
  readonly version: string;
  readonly http: { readonly url: string; readonly webSocketUrl: string };
  /** Port of the embedded broker. */
  readonly mqtt: { readonly port: number | undefined };
  readonly channels: UdpChannels;
}

export function startLines(settings: Settings, { version, http, mqtt, channels }: Listeners): string[] {
  const { realm, url: external } = settings.wamp;
  const mqttPlace =
    settings.mqtt.url === undefined ? `mqtt://${settings.mqtt.listen.host}:${mqtt.port}` : "external broker";
  return [
    `structline ${version} runs with ${settings.file}`,
    `  page   ${http.url}/`,
    `  http   POST ${http.url}/api/<realm>/<network>/<gateway>/<node>/data`,
    `  mqtt   ${mqttPlace}  topic <realm>/<network>/<gateway>/<node>/data.json, errors on …/error.json`,
    `  wamp   ${http.webSocketUrl}  realm ${realm}${external === undefined ? "" : `, and external router ${shownUrl(external)}`}`,
    ...channels.lines().map((line) => `  udp    ${line}`),
    `  health ${http.url}/health`,
    ...exposures(settings).map((exposure) => `  WARNING ${exposure}`),
  ];
}
