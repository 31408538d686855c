/** Sections `[realms]`, `[realm-<name>]` and `[map-<name>]`. */

import { parseDisplayRule } from "../config/display-rule.ts";
import { section } from "../config/part.ts";
import { none, nothing, oneOf, parseList, parseNames } from "../config/values.ts";
import { zoneName } from "../model/time-zone.ts";
import { parseMapAddress, parseMapTopics, VENDORS } from "./topic-maps.ts";

/** Keys for one realm, or for all. */
export const REALM_KEYS = [
  {
    key: "timezone",
    parse: parseTimezone,
    default: "UTC",
    meaning: "IANA zone of times without an offset.",
    example: "Europe/Berlin",
  },
  {
    key: "time",
    parse: parseList,
    absent: none,
    meaning: "Fields with a row's time, before the known ones; in an object `outer.inner`.",
  },
  {
    key: "times",
    parse: oneOf(["checked", "any"]),
    default: "checked",
    meaning:
      "`any`: times before 2000 and more than a day ahead count, too, as in archives. Otherwise such a row is stored at its time of receipt, and counted.",
  },
  {
    key: "decimal",
    parse: oneOf(["point", "comma"]),
    default: "point",
    meaning:
      "`comma`: `1,234` in a text or cell is a number between one and two. `28,9` always is a number; `compat = kotori` implies `comma` in tables with `;`.",
  },
  {
    key: "dates",
    parse: oneOf(["iso", "day-first", "month-first", "year-first"]),
    default: "iso",
    meaning:
      "Order of dates like `03/04/2026`, `3-4-26`. With `iso` they are refused; `31.01.2026` is always day first.",
  },
  {
    key: "series",
    parse: parseList,
    absent: none,
    meaning:
      "Fields that identify a row beside its time, such as `id, model` of sensors behind one receiver: each combination of their values is stored as a series of its own.",
  },
  {
    key: "text",
    parse: parseList,
    absent: none,
    meaning: "Fields whose numbers are names (versions, serial numbers): stored as text, unchanged.",
  },
  {
    key: "arrays",
    parse: oneOf(["by-name", "by-place"]),
    default: "by-name",
    meaning:
      "Column names of objects in an array, from a member (`value_type`, `name`, `n`, `id`, `type` …), or `by-place` (`relays.0.ison`).",
  },
  {
    key: "names",
    parse: oneOf(["as-sent", "lower"]),
    default: "as-sent",
    meaning: "`lower`: databases and measurements in lower case, as in Kotori.",
  },
  {
    key: "addresses",
    parse: oneOf(["wide", "short", "basic"]),
    default: "wide",
    meaning:
      "`short`: `<realm>/<network>/<node>` is an address too, with the gateway `default`. `basic`: `<realm>/<node>` is one, with the database `<realm>_<node>` and the measurements `sensors` and `events`.",
  },
  {
    key: "direct_networks",
    parse: parseList,
    absent: none,
    meaning: "Networks that direct addresses (`<realm>/channel/…`) may name. Default: all.",
  },
  {
    key: "tags",
    parse: parseNames,
    absent: nothing,
    default: "none",
    meaning: "Fields stored as texts, in InfluxDB as tags of new measurements.",
  },
  {
    key: "republish",
    parse: oneOf(["on", "off"]),
    absent: nothing,
    default: "off",
    meaning: "`on`: readings and events from HTTP are [published over MQTT](kotori.md#what-comes-over-http-over-mqtt).",
  },
] as const;

export const REALMS = section({
  section: "realms",
  reload: "applied",
  meaning: "For all realms; a realm's own section takes precedence.",
  keys: [
    {
      key: "default",
      parse: oneOf(["open", "closed"]),
      meaning: "`open` also accepts realms without a section.",
    },
    ...REALM_KEYS,
  ],
});

export const REALM = section({
  section: "realm-<name>",
  reload: "applied",
  meaning: "One realm of HTTP and MQTT addresses. With such a section, the service accepts only named realms.",
  keys: [
    {
      key: "networks",
      parse: parseList,
      absent: none,
      meaning: "Networks with hyphens in their names, for direct addresses.",
    },
    {
      key: "binary",
      meaning: "Channel that decodes [binary payloads](frames.md#lorawan-nodes) of this realm's devices.",
    },
    ...REALM_KEYS,
    {
      key: "rule.<field>",
      parse: parseDisplayRule,
      meaning:
        "Unit, limits and states of a field, as in [rules](rules.md), separated by `;` without a blank before it.",
      example: "unit=°C; warn=10..30",
    },
  ],
});

/** Words for `dialect` that no part has. */
export const OWN_DIALECTS = ["json", "value"] as const;

/** @param dialects how payloads may be read */
export const mapSection = (dialects: readonly string[]) =>
  section({
    section: "map-<name>",
    reload: "applied",
    meaning: "A vendor's MQTT topics as addresses.",
    keys: [
      {
        key: "vendor",
        parse: oneOf(Object.keys(VENDORS) as [string, ...string[]]),
        meaning: "A [known vendor](kotori.md#topics-of-vendors).",
      },
      {
        key: "topic",
        parse: parseMapTopics,
        absent: none,
        meaning: "Topics; the parts at `+` are `{1}`, `{2}` … in the other keys.",
        example: "greenhouse/+/status",
      },
      {
        key: "address",
        parse: parseMapAddress,
        default: "required",
        meaning: "The device's address.",
        example: "home/tasmota/main/{1}",
      },
      {
        key: "dialect",
        parse: oneOf(dialects),
        default: OWN_DIALECTS[0],
        meaning: `How payloads are read: ${dialects.map((name) => `\`${name}\``).join(", ")}; \`value\` is a plain one.`,
      },
      { key: "field", meaning: "Name of a plain value.", example: "{2}" },
      { key: "time", meaning: "Field with the time." },
    ],
  });

function parseTimezone(text: string): string {
  const name = zoneName(text);
  if (name === undefined) throw new Error(`'${text}' is not a time zone; write an IANA name like Europe/Berlin`);
  return name;
}
