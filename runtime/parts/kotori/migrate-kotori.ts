/** Converts Kotori's configuration files to ours, with a comment for each setting that has no counterpart. Pure. */

import { type IniEntry, type IniSection, parseIni } from "../../config/ini.ts";
import { dictionary } from "../../lib/dictionary.ts";

export interface KotoriFile {
  /** File name for messages. */
  readonly name: string;
  readonly text: string;
}

type Values = ReadonlyMap<string, string>;

/** The converted configuration, and the number of settings without a counterpart. */
export interface Migration {
  readonly text: string;
  readonly without: number;
}

/** A converted section and the keys that it covers; the others become comments. */
interface Written {
  readonly lines: readonly string[];
  readonly used: readonly string[];
}

/** Keys that need no counterpart. */
const SILENT = ["enable", "type", "application", "app_factory", "realm", "mqtt_topics", "metrics_logger_interval"];
const BUILT_IN = /^kotori\.(?:io\.protocol\.forwarder|io\.export)/;

export function migrateKotori(files: readonly KotoriFile[]): Migration {
  const sections = merged(files);
  const head = files.map(({ name }) => name).join(", ");
  const blocks: string[][] = [[`; Made from Kotori's ${head}. See docs/kotori.md.`]];
  let without = 0;
  const channels = listOf(sections.get("lst")?.get("channels")).filter((name) => sections.has(name));
  blocks.push(["[lab]", `channels = ${channels.map((name) => name.replace(/^lst-/, "lab-")).join(", ")}`]);
  for (const [name, values] of sections) {
    if (name === "main" || name === "lst" || (name.startsWith("lst-") && channels.includes(name) === false)) continue;
    const isOff = ["false", "no", "off", "0"].includes((values.get("enable") ?? "").toLowerCase());
    const { lines, used } = isOff
      ? { lines: [`; [${name}] was not enabled`], used: [...values.keys()] }
      : section(name, values);
    const left = [...values].filter(([key]) => !used.includes(key) && !SILENT.includes(key));
    without += left.length + (lines.some((line) => line.startsWith("; No counterpart")) ? 1 : 0);
    const comments = left.map(([key, value]) => `; No counterpart: ${key} = ${secret(key) ? "***" : value}`);
    if (lines.length + comments.length > 0) blocks.push([...lines, ...comments]);
  }
  return { text: `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`, without };
}

/** Files of `[main] include`, in order. */
export function includesOf(text: string): readonly string[] {
  return listOf(parseIni(text).sections.get("main")?.entries.get("include")?.value);
}

/** Later files take precedence, key by key, as in Python's ConfigParser. */
function merged(files: readonly KotoriFile[]): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  for (const { text } of files) {
    for (const { name, entries } of parseIni(text).sections.values() as Iterable<IniSection>) {
      const values = sections.get(name) ?? new Map<string, string>();
      sections.set(name, values);
      for (const { key, value } of entries.values() as Iterable<IniEntry>) values.set(key, oneLine(value));
    }
  }
  return sections;
}

/** Servers that both connect to: our section, the scheme of its URL, and the port unless given. */
const SERVERS: Readonly<Record<string, readonly [section: string, scheme: string, port: number]>> = dictionary({
  mqtt: ["mqtt", "mqtt", 1883],
  influxdb: ["store", "influxdb", 8086],
  grafana: ["grafana", "http", 3000],
});

function section(name: string, values: Values): Written {
  const server = SERVERS[name];
  if (server !== undefined) return serverSection(server, values);
  switch (name) {
    case "kotori":
      return {
        lines: ["[http]", `listen = ${host(values.get("http_listen"))}:${values.get("http_port") ?? 24642}`],
        used: ["http_listen", "http_port"],
      };
    case "wamp":
      return {
        lines: [`; [wamp] ${values.get("uri") ?? ""}: a router is built in, at /ws of [http] listen`],
        used: ["uri"],
      };
    case "mongodb":
      return { lines: ["; [mongodb]: CSV headers are remembered in the store"], used: [...values.keys()] };
    default:
      return name.startsWith("lst-") ? channel(name, values) : application(name, values);
  }
}

/** A store's log-in is in its URL. */
function serverSection([ours, scheme, port]: (typeof SERVERS)[string], values: Values): Written {
  const isStore = ours === "store";
  const address = `${isStore ? login(values) : ""}${host(values.get("host"))}:${values.get("port") ?? port}`;
  return {
    lines: [`[${ours}]`, `url = ${scheme}://${address}`, ...(isStore ? [] : credentials(values))],
    used: ["host", "port", "username", "password", ...(isStore ? ["pool_size"] : [])],
  };
}

function channel(name: string, values: Values): Written {
  const keys = ["udp_port", "wamp_topic", "include_path", "header_files"];
  const lines = keys.flatMap((key) => (values.has(key) ? [`${key} = ${values.get(key)}`] : []));
  return { lines: [`[${name.replace(/^lst-/, "lab-")}]`, ...lines], used: keys };
}

function application(name: string, values: Values): Written {
  const realm = values.get("realm") ?? name;
  const made = values.get("application") ?? values.get("app_factory") ?? values.get("type") ?? "";
  if (name.endsWith(":mqtt"))
    return {
      lines: [`; No counterpart: [${name}], a separate broker for a realm; there is one broker, [mqtt] url`],
      used: [...values.keys()],
    };
  if (BUILT_IN.test(made))
    return { lines: [`; [${name}]: acquisition and export over HTTP are built in`], used: [...values.keys()] };
  if (!values.has("mqtt_topics"))
    return { lines: [`; No counterpart: [${name}]${made === "" ? "" : ` (${made})`}`], used: [...values.keys()] };
  const networks = values.get("direct_channel_allowed_networks");
  return {
    lines: [
      `[realm-${realm}]`,
      "compat = kotori",
      "names = lower",
      "timezone = Europe/Berlin",
      ...(/application\.basic/.test(made) ? ["addresses = basic"] : []),
      ...(networks === undefined ? [] : [`direct_networks = ${networks}`]),
    ],
    used: ["direct_channel_allowed_networks"],
  };
}

function credentials(values: Values): string[] {
  return ["username", "password"].flatMap((key) => (values.has(key) ? [`${key} = ${values.get(key)}`] : []));
}

function login(values: Values): string {
  const [name, password] = [values.get("username"), values.get("password")];
  return name === undefined ? "" : `${encodeURIComponent(name)}:${encodeURIComponent(password ?? "")}@`;
}

function secret(key: string): boolean {
  return /pass|token|secret|key/i.test(key);
}

function host(text = "localhost"): string {
  return text === "localhost" ? "127.0.0.1" : text.includes(":") && !text.startsWith("[") ? `[${text}]` : text;
}

function listOf(text = ""): string[] {
  return text
    .split(/[\s,]+/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** A value must stay on one line, so that it cannot add a section. */
function oneLine(value: string): string {
  return value.replace(/[\r\n]+/g, " ").trim();
}
