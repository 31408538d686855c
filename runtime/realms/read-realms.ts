/** Reads the realms, with the topics of vendors. */

import type { ConfigurationFile } from "../config/configuration-file.ts";
import { type DisplayRule, parseDisplayRule } from "../config/display-rule.ts";
import { partOf } from "../config/part.ts";
import type { SectionReader } from "../config/section-reader.ts";
import { parseList } from "../config/values.ts";
import { didYouMean } from "../lib/nearest.ts";
import type { AddressForms, RealmForms } from "../model/address-forms.ts";
import { ALL_REALMS, type RealmSettings, type TopicMap } from "../model/realm-settings.ts";
import { mapSection, REALM, type REALM_KEYS, REALMS } from "./keys.ts";
import { placesIn, type Ready, VENDORS } from "./topic-maps.ts";

type Forms = readonly Pick<AddressForms, "realm">[];

/** @param forms those of parts @param dialects how payloads on vendors' topics may be read */
export function realmPart(forms: Forms, dialects: readonly string[]) {
  const map = mapSection(dialects);
  return partOf([REALMS, REALM, map], (file): readonly RealmSettings[] =>
    withMaps(readRealms(file, forms), topicMaps(file, map)),
  );
}

function readRealms(file: ConfigurationFile, forms: Forms): RealmSettings[] {
  const all = file.has("realms") ? file.section(REALMS) : undefined;
  const named = file.names("realm-").map((name) => {
    const reader = file.section(REALM, name);
    const rules = fieldRules(reader);
    const binary = reader.value("binary", (text) => channelName(text, file));
    return {
      ...(binary !== undefined && { binary }),
      ...(rules.size > 0 && { rules }),
      ...realmReading(reader, all, forms),
      name: name.slice("realm-".length),
      networks: [...reader.get("networks")].sort((a, b) => b.length - a.length),
    };
  });
  if (all === undefined || (all.text("default") ?? (named.length === 0 ? "open" : "closed")) === "closed") return named;
  return [...named, { ...realmReading(all, undefined, forms), name: ALL_REALMS, networks: [] }];
}

/**
 * Each realm gets its own maps. Maps of realms without a section are kept with the settings for all realms, which keeps
 * these realms open.
 */
function withMaps(realms: readonly RealmSettings[], maps: readonly TopicMap[]): RealmSettings[] {
  const realmIn = ({ address }: TopicMap) => address.split("/")[0] ?? "";
  const named = realms.map((realm) => {
    const own = maps.filter((map) => realmIn(map) === realm.name);
    return own.length === 0 ? realm : { ...realm, maps: own };
  });
  const others = maps.filter((map) => !realms.some(({ name }) => name === realmIn(map)));
  if (others.length === 0) return named;
  const all = named.find(({ name }) => name === ALL_REALMS);
  const rest = named.filter((realm) => realm !== all);
  return [...rest, { name: ALL_REALMS, networks: [], timezone: "UTC", ...all, maps: others }];
}

function topicMaps(file: ConfigurationFile, map: ReturnType<typeof mapSection>): TopicMap[] {
  const isClosed = file.names("realm-").length > 0 && file.written("realms", "default") !== "open";
  return file.names("map-").flatMap((name) => {
    const reader = file.section(map, name);
    const [address, vendor, topics] = [reader.get("address"), reader.get("vendor"), reader.get("topic")];
    if (address === undefined) return [];
    const realm = address.split("/")[0] ?? "";
    if (isClosed && !file.has(`realm-${realm}`))
      reader.problem(
        "address",
        `address: realm '${realm}' has no section [realm-${realm}]; write one, or [realms] default = open`,
      );
    const own = topics.map(
      (topic): Ready => ({
        topic,
        dialect: reader.get("dialect"),
        ...given("field", reader.get("field")),
      }),
    );
    const ready = vendor === undefined ? [] : (VENDORS[vendor] ?? []);
    if (own.length + ready.length === 0) reader.problem("address", `[${name}] has neither 'topic' nor 'vendor'`);
    return [...ready, ...own].map((one): TopicMap => {
      const most = one.topic.split("/").filter((level) => level === "+").length + (one.more?.length ?? 0);
      if (Math.max(placesIn(address), placesIn(one.field ?? "")) > most)
        reader.problem("address", `'${one.topic}' has ${most} places for {1}, {2} …`);
      if (one.dialect === "value" && one.field === undefined)
        reader.problem("dialect", "dialect: a plain value needs 'field', its name");
      return { ...one, address, ...given("time", reader.get("time")) };
    });
  });
}

function given<Name extends string>(name: Name, value: string | undefined): { readonly [name in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: string });
}

/** How bodies and addresses are read; `[realms]` provides the defaults. */
function realmReading(
  reader: SectionReader<typeof REALM> | SectionReader<typeof REALMS>,
  all: SectionReader<typeof REALMS> | undefined,
  forms: Forms,
) {
  const of = reader as SectionReader<typeof REALMS>;
  const get = <Name extends RealmKey>(name: Name) =>
    (of.entry(name) === undefined && all !== undefined ? all : of).get(name);
  const added = forms.flatMap(({ realm }) => realm?.((name) => get(name as RealmKey)) ?? []);
  const defaults: RealmForms["defaults"] = Object.assign({}, ...added.map((one) => one.defaults));
  return {
    timezone: get("timezone"),
    ...present("time", get("time")),
    ...present("text", get("text")),
    ...present(
      "compat",
      added.flatMap(({ compat }) => compat),
    ),
    ...present("tags", get("tags") ?? defaults?.tags ?? []),
    ...present("directNetworks", get("direct_networks")),
    ...(get("decimal") === "comma" && { decimal: "comma" as const }),
    ...(get("dates") !== "iso" && { dates: get("dates") as "day-first" | "month-first" | "year-first" }),
    ...present("series", get("series")),
    ...(get("times") === "any" && { times: "any" as const }),
    ...(get("arrays") === "by-place" && { arrays: "by-place" as const }),
    ...(get("names") === "lower" && { names: "lower" as const }),
    ...(get("addresses") !== "wide" && { addresses: get("addresses") as "short" | "basic" }),
    ...((get("republish") ?? defaults?.republish) === "on" && { republish: true as const }),
  };
}

type RealmKey = (typeof REALM_KEYS)[number]["key"];

function present<Name extends string, Value>(
  name: Name,
  values: readonly Value[],
): { readonly [name in Name]?: readonly Value[] } {
  return values.length === 0 ? {} : ({ [name]: values } as { [name in Name]: readonly Value[] });
}

/** `rule.<field> = unit=°C; warn=10..30` */
function fieldRules(reader: SectionReader<typeof REALM>): ReadonlyMap<string, DisplayRule> {
  const rules = new Map<string, DisplayRule>();
  for (const field of reader.family("rule.").keys()) {
    const rule = reader.value(`rule.${field}`, parseDisplayRule);
    if (rule !== undefined) rules.set(field.toLowerCase(), rule);
  }
  return rules;
}

/** A channel's name, with or without `lab-`. The channel must be active. */
function channelName(text: string, file: ConfigurationFile): string {
  const listed = parseList(file.written("lab", "channels") ?? "");
  const found = listed.find((section) => section === text || section === `lab-${text}`);
  if (found !== undefined) return found.slice("lab-".length);
  const names = listed.map((section) => section.replace(/^lab-/, ""));
  throw new Error(`there is no channel '${text}'${didYouMean(text, names)}; known are ${names.join(", ") || "none"}`);
}
