/** Section `[sparkplug]`. */

import { part } from "../../config/part.ts";
import { parseList, parsePath, url, yesOrNo } from "../../config/values.ts";

export const SPARKPLUG_SECTION = part(
  {
    section: "sparkplug",
    reload: "applied",
    meaning: "The service as an [edge node](devices.md#as-an-edge-node) of Sparkplug B; off without `url`.",
    keys: [
      {
        key: "url",
        parse: url("mqtt", "mqtts"),
        shown: "without secrets",
        meaning: "The hosts' broker: `mqtt://host:1883`, `mqtts://host:8883`.",
      },
      { key: "username", meaning: "For the broker." },
      { key: "password", shown: "never", meaning: "For the broker." },
      { key: "tls_ca", parse: parsePath, meaning: "PEM file of the broker's authority." },
      { key: "group", parse: parseId, meaning: "The edge node's group." },
      {
        key: "edge",
        parse: parseId,
        meaning: "The edge node's name: it sends every stored row, with a device for each measurement.",
      },
      {
        key: "databases",
        parse: parseList,
        default: "*",
        meaning: "Databases whose rows are sent; `*` stands for any text.",
        example: "lab_rig, plant_*",
      },
      {
        key: "aliases",
        parse: yesOrNo,
        default: "yes",
        meaning: "`no` for hosts that know metrics only by their names: each value then has its name.",
      },
      {
        key: "primary_host",
        parse: parseId,
        meaning: "Rows wait while this host is offline.",
      },
      {
        key: "host",
        parse: parseId,
        meaning: "The service's own name as a host: edge nodes see at `spBv1.0/STATE/<host>` whether it runs.",
      },
    ],
  },
  (section) => {
    section.together("group", "edge");
    const [broker, group, edge] = [section.get("url"), section.get("group"), section.get("edge")];
    const host = section.get("host");
    if (broker === undefined && (edge ?? host) !== undefined)
      section.problem(edge === undefined ? "host" : "edge", "needs the broker's 'url'");
    return broker === undefined
      ? undefined
      : {
          broker: {
            url: broker,
            username: section.get("username"),
            password: section.get("password"),
            ca: section.get("tls_ca"),
          },
          edge:
            group === undefined || edge === undefined
              ? undefined
              : {
                  group,
                  edge,
                  databases: section.get("databases"),
                  hasAliases: section.get("aliases") === "yes",
                  primaryHost: section.get("primary_host"),
                },
          host,
        };
  },
);

/** Undefined: off. */
export type SparkplugSettings = ReturnType<typeof SPARKPLUG_SECTION.read>;
type Set = NonNullable<SparkplugSettings>;
export type BrokerSettings = Set["broker"];
export type EdgeSettings = NonNullable<Set["edge"]>;

/** @throws Error for what a topic cannot have as a level */
function parseId(text: string): string {
  if (/[/+#\0]/.test(text)) throw new Error(`'${text}' must not contain '/', '+' or '#'`);
  return text;
}
