/** Section `[publish]`. */

import { part } from "../../config/part.ts";
import { oneOf, parseDuration, parseMilliseconds, yesOrNo } from "../../config/values.ts";

export const PUBLISH = part(
  {
    section: "publish",
    reload: "applied",
    meaning: "Stored rows over MQTT.",
    keys: [
      {
        key: "mqtt",
        parse: oneOf(["json", "off"]),
        default: "off",
        meaning: "`json` publishes [every stored row](tools.md#mqtt-subscribers).",
      },
      {
        key: "interval",
        parse: parseMilliseconds,
        default: "0ms",
        meaning: "Time between two rows of a topic; the newest row is published.",
      },
      {
        key: "retain",
        parse: yesOrNo,
        default: "yes",
        meaning: "Whether the broker keeps each topic's newest row.",
      },
      {
        key: "home_assistant",
        parse: oneOf(["on", "off"]),
        default: "off",
        meaning: "`on`: [Home Assistant](tools.md#home-assistant) finds the columns.",
      },
      {
        key: "stale_after",
        parse: parseDuration,
        default: "1h",
        meaning:
          "Home Assistant shows a value as unavailable after this time, or after three missed messages of a struct with `@every`.",
      },
    ],
  },
  (section) => {
    return {
      mqtt: section.get("mqtt"),
      intervalMs: section.get("interval"),
      retain: section.get("retain") === "yes",
      homeAssistant: section.get("home_assistant"),
      staleMs: section.get("stale_after"),
    };
  },
);

export type PublishSettings = ReturnType<typeof PUBLISH.read>;
