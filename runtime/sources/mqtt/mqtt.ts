/** MQTT as a source: `…/data.json`, `…/event.json` and `…/data/<field>`. */

import { DeviceMessages } from "../../intake/device-messages.ts";
import { publishedChannels } from "../../publish/plan.ts";
import { parseOwnTopic, readBody } from "../dialects/dialects.ts";
import type { SourceType } from "../source.ts";
import { frameTopics } from "./topic-filters.ts";

export const mqtt: SourceType = {
  name: "mqtt",
  messages: (epoch, observer) => new DeviceMessages(ADDRESSING, epoch, observer),
  make: async ({ intake, clock, log, access, node, decoding, mark, commands, configuration: { settings } }) => {
    const { MqttSource } = await import("./mqtt-source.ts");
    const { http } = settings;
    const options = { intake, settings: settings.mqtt, decoding, clock, maxPayloadBytes: http.maxBodyBytes, log };
    const frames = frameTopics(settings.channels);
    const published = publishedChannels(settings);
    return new MqttSource({
      ...options,
      frames,
      published,
      mark,
      ...(commands && { commands }),
      ...(node && { node }),
      ...(access && { access: access.mqtt }),
    });
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
