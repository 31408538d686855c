/** MQTT as a source: `…/data.json`, `…/event.json` and `…/data/<field>`. */

import { DeviceMessages } from "../../intake/device-messages.ts";
import { parseOwnTopic, readBody } from "../dialects/dialects.ts";
import type { SourceType } from "../source.ts";

export const mqtt: SourceType = {
  name: "mqtt",
  messages: (epoch, observer) => new DeviceMessages(ADDRESSING, epoch, observer),
  make: async (context) => {
    const { MqttSource } = await import("./mqtt-source.ts");
    return new MqttSource(context);
  },
};

const ADDRESSING = {
  source: "mqtt",
  transport: "MQTT",
  parse: parseOwnTopic,
  read: readBody,
  topic: (topic: string) => topic,
  empty: "Empty message",
};
