/** MQTT as a source: `…/data.json`, `…/event.json` and `…/data/<field>`. */

import type { Addressing } from "../../intake/addressing.ts";
import { type DeviceAddressing, DeviceMessages } from "../../intake/device-messages.ts";
import type { SourceType } from "../source.ts";

export const mqtt: SourceType = {
  name: "mqtt",
  messages: (epoch, addressing, observer) => new DeviceMessages(ofMqtt(addressing), epoch, observer),
  make: async (context) => {
    const { MqttSource } = await import("./mqtt-source.ts");
    return new MqttSource(context);
  },
};

function ofMqtt(addressing: Addressing): DeviceAddressing {
  return {
    source: "mqtt",
    transport: "MQTT",
    parse: addressing.parseTopic,
    read: (reading, body) => addressing.read(reading, body),
    bodies: (realm) => addressing.bodies(realm),
    topic: (topic) => topic,
    empty: "Empty message",
  };
}
