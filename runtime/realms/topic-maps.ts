/** Maps vendors' MQTT topics to addresses: `[map-<name>]` sections and predefined maps. Pure. */

import { dictionary } from "../lib/dictionary.ts";
import type { TopicMap } from "../model/realm-settings.ts";

export type Ready = Omit<TopicMap, "address">;

/** docs/kotori.md explains `{1}` and `{2}`. */
export const VENDORS: Readonly<Record<string, readonly Ready[]>> = dictionary({
  // https://tasmota.github.io/docs/MQTT/
  tasmota: [
    { topic: "tele/+/SENSOR", dialect: "tasmota-sensor", time: "Time" },
    { topic: "tele/+/STATE", dialect: "tasmota-state", time: "Time" },
  ],
  // https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html
  zigbee2mqtt: [{ topic: "zigbee2mqtt/+", dialect: "json", time: "last_seen" }],
  // https://shelly-api-docs.shelly.cloud/gen1/#mqtt-support
  shelly1: [
    { topic: "shellies/+/sensor/+", dialect: "value", field: "{2}" },
    { topic: "shellies/+/relay/+/power", dialect: "value", field: "relay.{2}.power" },
    { topic: "shellies/+/relay/+/energy", dialect: "value", field: "relay.{2}.energy" },
    { topic: "shellies/+/info", dialect: "json", time: "unixtime" },
  ],
  // https://shelly-api-docs.shelly.cloud/gen2/General/RPCChannels#mqtt
  shelly2: [{ topic: "+/events/rpc", dialect: "json", time: "params.ts" }],
  // https://www.opendtu.solar/firmware/mqtt_topics/
  opendtu: [{ topic: "solar/+/+/+", dialect: "value", field: "{2}.{3}" }],
  // https://github.com/matthewwall/weewx-mqtt
  weewx: [{ topic: "weather/loop", dialect: "json", time: "dateTime" }],
  // https://homieiot.github.io/specification/
  homie: [{ topic: "homie/+/+/+", dialect: "value", field: "{2}.{3}" }],
  // https://owntracks.org/booklet/tech/json/
  owntracks: [{ topic: "owntracks/+/+", dialect: "json", time: "tst" }],
  // https://www.thethingsindustries.com/docs/integrations/other-integrations/mqtt/
  ttn: [{ topic: "v3/+/devices/+/up", dialect: "json" }],
  // https://sparkplug.eclipse.org/specification/version/3.0/documents/sparkplug-specification-3.0.0.pdf
  sparkplug: [
    ...["NBIRTH", "NDATA", "NDEATH"].map(
      (kind): Ready => ({ topic: `spBv1.0/+/${kind}/+`, dialect: "sparkplug", more: ["edge_node"] }),
    ),
    ...["DBIRTH", "DDATA", "DDEATH"].map((kind): Ready => ({ topic: `spBv1.0/+/${kind}/+/+`, dialect: "sparkplug" })),
  ],
  // https://www.chirpstack.io/docs/chirpstack/integrations/mqtt.html
  chirpstack: [{ topic: "application/+/device/+/event/up", dialect: "json" }],
});

/** @throws Error with one sentence */
export function parseMapTopics(text: string): readonly string[] {
  const topics = text.split(/[\s,]+/).filter((topic) => topic !== "");
  for (const topic of topics) {
    const levels = topic.split("/");
    if (topic.startsWith("$") || levels.some((level) => level !== "+" && /[+#]/.test(level)))
      throw new Error(`'${topic}' is not a topic with + for what differs`);
  }
  return topics;
}

/** @throws Error with one sentence */
export function parseMapAddress(text: string): string {
  const [realm = "", ...rest] = text.split("/");
  if (rest.length !== 3 || realm.includes("{") || [realm, ...rest].includes(""))
    throw new Error(`'${text}' is not <realm>/<network>/<gateway>/<node>, with {1}, {2} … behind the realm`);
  return text;
}

/** The highest `{n}` of a template. */
export function placesIn(template: string): number {
  return Math.max(0, ...Array.from(template.matchAll(/\{(\d+)\}/g), ([, number]) => Number(number)));
}

/** Replaces `{1}` …; keeps unknown ones. */
export function fillIn(template: string, found: readonly string[]): string {
  return template.replace(/\{(\d+)\}/g, (whole, number) => found[Number(number) - 1] ?? whole);
}

/** The parts that each `+` of a filter matches; undefined if the topic does not match. */
export function wildcardsOf(filter: string, topic: string): readonly string[] | undefined {
  const levels = topic.split("/");
  const wanted = filter.split("/");
  if (wanted.length !== levels.length) return undefined;
  const found: string[] = [];
  for (const [index, level] of wanted.entries()) {
    if (level === "+") found.push(levels[index]!);
    else if (level !== levels[index]) return undefined;
  }
  return found;
}
