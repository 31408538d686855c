/** Section `[mqtt]`. */

import { part } from "../../config/part.ts";
import { TLS_KEYS, tlsOf } from "../../config/tls-keys.ts";
import { parsePath, url, yesOrNo } from "../../config/values.ts";

export const MQTT = part(
  {
    section: "mqtt",
    meaning: "The MQTT side: an embedded broker, or an external one.",
    keys: [
      {
        key: "url",
        parse: url("mqtt", "mqtts"),
        shown: "without secrets",
        meaning: "External broker: `mqtt://host:1883`, `mqtts://host:8883`, instead of the embedded one.",
      },
      { key: "username", meaning: "For the external broker." },
      { key: "password", shown: "never", meaning: "For the external broker." },
      {
        key: "client_id",
        default: "structline",
        meaning: "Durable session at the external broker; each instance needs its own.",
      },
      {
        key: "tls_ca",
        parse: parsePath,
        meaning: "PEM file of the external broker's authority.",
      },
      {
        key: "commands",
        parse: yesOrNo,
        default: "yes",
        meaning: "`no`: leave the topics `…/command.json` to another service at the same broker.",
      },
      ...TLS_KEYS,
    ],
  },
  (section) => {
    section.together("tls_certificate", "tls_key");
    return {
      url: section.get("url"),
      username: section.get("username"),
      password: section.get("password"),
      clientId: section.get("client_id"),
      ca: section.get("tls_ca"),
      takesOrders: section.get("commands") === "yes",
      tls: tlsOf(section.get("tls_certificate"), section.get("tls_key")),
    };
  },
);

export type MqttSettings = ReturnType<typeof MQTT.read>;
