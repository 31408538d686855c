/** channels.ini → Settings, with every problem named by its line. */

import { readFileSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";
import { dirname, join, relative, resolve } from "node:path";
import { ABI_NAMES } from "./abi-names.ts";
import { readCluster } from "./cluster-keys.ts";
import { type DisplayRule, parseDisplayRule } from "./display-rule.ts";
import { parseDoors } from "./doors.ts";
import { parseEmit } from "./emit-names.ts";
import { readChannelFrames } from "./frame-keys.ts";
import { type IniFile, parseIni } from "./ini.ts";
import { DROP_FIELDS, SECTIONS } from "./keys.ts";
import { didYouMean } from "./nearest.ts";
import { describe, type ReadingContext, SectionReader } from "./section-reader.ts";
import {
  type ChannelSettings,
  type ClusterRole,
  ConfigError,
  type ConfigProblem,
  type Door,
  type NamedStore,
  type RealmSettings,
  type Settings,
  type TlsFiles,
  type VersionSettings,
} from "./settings.ts";
import { readStore } from "./store-keys.ts";
import {
  parseChoice,
  parseDefines,
  parseEndpoint,
  parseFlags,
  parseList,
  parseMilliseconds,
  parsePort,
  parseSize,
  parseStoreUrl,
  parseTimezone,
  parseUrl,
  parseWampTopic,
} from "./values.ts";

const LOOPBACK = "127.0.0.1";

export interface LoadOptions {
  readonly file?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** `optional` for programs that only look at channels (the generator, the command line); absent: `needed`. */
  readonly secrets?: "needed" | "optional";
  /** The `--role` option. */
  readonly role?: ClusterRole;
}

/**
 * @param options.file the `--config` option; else the environment's `SVC_CONFIG`, else `channels.ini` in `cwd`
 * @throws ConfigError with all problems found
 */
export function loadSettings(options: LoadOptions = {}): Settings {
  const cwd = options.cwd ?? process.cwd();
  const environment = options.env ?? process.env;
  const file = resolve(cwd, options.file ?? (environment["SVC_CONFIG"] || "channels.ini"));
  const shown = relative(cwd, file).startsWith("..") ? file : relative(cwd, file);
  return parseSettings(readConfiguration(file, shown), {
    file,
    shown,
    environment,
    secrets: options.secrets ?? "needed",
    ...(options.role && { role: options.role }),
  });
}

/** The same for a text at hand; `file` is what relative paths are relative to. */
export function parseSettings(
  text: string,
  source: {
    file: string;
    shown: string;
    environment: NodeJS.ProcessEnv;
    secrets?: "needed" | "optional";
    role?: ClusterRole;
  },
): Settings {
  const ini = parseIni(text);
  const problems: ConfigProblem[] = [...ini.problems];
  checkSections(ini, problems);
  const context = { problems, environment: source.environment, secrets: source.secrets ?? ("needed" as const) };
  const settings = buildSettings(ini, source.file, context, source.role);
  if (problems.length > 0) throw configError(source.shown, problems);
  return settings;
}

function readConfiguration(file: string, shown: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    const hint = "name one with --config FILE or the environment variable SVC_CONFIG";
    throw configError(shown, [{ line: 0, column: 1, message: `configuration file ${reason}; ${hint}` }]);
  }
}

function configError(shown: string, problems: ConfigProblem[]): ConfigError {
  const ordered = [...problems].sort((a, b) => a.line - b.line);
  const lines = ordered.map(({ line, message }) => `${shown}${line === 0 ? "" : `:${line}`}: ${message}`);
  return new ConfigError(lines.join("\n"), ordered);
}

function checkSections(ini: IniFile, problems: ConfigProblem[]): void {
  if (!ini.sections.has("lab")) {
    const message = "there is no [lab] section; add one with 'channels = ' and the names of the channel sections";
    problems.push({ line: 0, column: 1, message });
  }
  const known = SECTIONS.map(({ section }) => section);
  for (const { name, line } of ini.sections.values()) {
    if (describe(name) !== undefined) continue;
    problems.push({
      line,
      column: 1,
      message: `there is no section [${name}]${didYouMean(name, known)}; known are ${known.join(", ")}`,
    });
  }
}

function buildSettings(ini: IniFile, file: string, context: ReadingContext, role?: ClusterRole): Settings {
  const directory = dirname(file);
  const section = (name: string) => new SectionReader(name, ini.sections.get(name), context);
  const path = (text: string) => resolve(directory, text);
  const data = (name: string) => path(join(context.environment["SVC_DATA"] || "data", name));
  const udp = section("udp");
  const http = section("http");
  const mqtt = section("mqtt");
  const wamp = section("wamp");
  const store = section("store");
  const journal = section("journal");
  const log = section("log");
  const stores = namedStores(ini, section);
  const cluster = readCluster(section("cluster"), path, role);
  if (role !== undefined && cluster === undefined) {
    context.problems.push({ line: 0, column: 1, message: `--role ${role} needs [cluster] url = nats://host:4222` });
  }
  return {
    file,
    directory,
    generatedDirectory: path("generated"),
    channels: channels(ini, section, path, udp.value("listen", host) ?? LOOPBACK),
    realms: realms(ini, section),
    http: {
      listen: http.value("listen", endpoint) ?? { host: LOOPBACK, port: 24642 },
      maxBodyBytes: http.value("max_body", parseSize) ?? 2 * 1024 ** 2,
      corsOrigins: http.value("cors_origins", parseList) ?? [],
      dropFields: http.value("drop_fields", (text) => (text === "none" ? [] : parseList(text))) ?? DROP_FIELDS,
      hosts: http.value("hosts", parseList) ?? [],
      tls: tls(http, path),
    },
    mqtt: {
      url: mqtt.value("url", (text) => parseUrl(text, ["mqtt", "mqtts"])),
      listen: mqtt.value("listen", endpoint) ?? { host: LOOPBACK, port: 1883 },
      username: mqtt.text("username"),
      password: mqtt.text("password"),
      clientId: mqtt.text("client_id") ?? "structline",
      ca: mqtt.value("tls_ca", path),
      tls: tls(mqtt, path),
    },
    wamp: {
      url: wamp.value("url", (text) => parseUrl(text, ["ws", "wss"])),
      realm: wamp.text("realm") ?? "lab",
    },
    store: readStore(store, path, data, context.environment),
    ...(stores.length > 0 && { stores }),
    grafana: grafana(section("grafana")),
    journal: {
      directory: journal.value("directory", path) ?? data("journal"),
      maxBytes: journal.value("max_size", parseSize) ?? 4 * 1024 ** 3,
      commitIntervalMs: journal.value("commit_interval", parseMilliseconds) ?? 5,
    },
    log: {
      level: log.value("level", (text) => parseChoice(text, ["debug", "info", "warn", "error"])) ?? "info",
      format: log.value("format", (text) => parseChoice(text, ["pretty", "json"])) ?? "pretty",
    },
    auth: { usersFile: section("auth").value("users_file", path) },
    ...(cluster && { cluster }),
  };
}

type SectionOf = (name: string) => SectionReader;
type PathOf = (text: string) => string;

function channels(ini: IniFile, section: SectionOf, path: PathOf, defaultHost: string): ChannelSettings[] {
  const lab = section("lab");
  const ports = new Map<string, string>();
  const result: ChannelSettings[] = [];
  for (const listed of new Set(lab.value("channels", parseList) ?? [])) {
    if (!ini.sections.has(listed) || !listed.startsWith("lab-")) {
      lab.problem("channels", `channel section [${listed}] does not exist${didYouMean(listed, channelSections(ini))}`);
      continue;
    }
    const reader = section(listed);
    const channel = channelSettings(listed, reader, path, defaultHost);
    if (channel === undefined) continue;
    claimPorts(channel, listed, reader, ports);
    result.push(channel);
  }
  return result;
}

function claimPorts(
  channel: ChannelSettings,
  listed: string,
  section: SectionReader,
  claimed: Map<string, string>,
): void {
  const { udpPort, sources = udpPort === undefined ? [] : [{ kind: "udp", port: udpPort }] } = channel;
  for (const door of sources) {
    if (door.kind === "stdin") {
      const other = claimed.get("stdin");
      if (other !== undefined) section.problem("sources", `standard input is read by [${other}] already`);
      claimed.set("stdin", listed);
    }
    if ((door.kind !== "udp" && door.kind !== "tcp-listen") || door.port === 0) continue;
    const key = door.kind === "udp" && section.text("udp_port") !== undefined ? "udp_port" : "sources";
    const claim = `${door.kind} ${door.port}`;
    const taken = claimed.get(claim);
    const shown =
      key === "udp_port" ? `udp_port ${door.port}` : `${door.kind === "udp" ? "UDP" : "TCP"} port ${door.port}`;
    if (taken !== undefined) {
      section.problem(key, `${shown} is used by [${taken}] and [${listed}]; each channel needs its own`);
    }
    claimed.set(claim, listed);
  }
}

function channelSections(ini: IniFile): string[] {
  return [...ini.sections.keys()].filter((name) => name.startsWith("lab-"));
}

function flags(cflags: string[] | undefined): Pick<ChannelSettings, "cflags"> {
  return cflags === undefined || cflags.length === 0 ? {} : { cflags };
}

function channelSettings(
  listed: string,
  section: SectionReader,
  path: PathOf,
  defaultHost: string,
): ChannelSettings | undefined {
  const { udpPort, sources } = doors(section, path);
  const wampTopic = section.required("wamp_topic", parseWampTopic);
  const includePath = section.required("include_path", path);
  const versions = section.value("versions", parseVersions);
  const headerFiles = versions?.at(-1)?.headerFiles ?? section.required("header_files", parseList);
  if (versions !== undefined && section.text("header_files") !== undefined) {
    section.problem("header_files", "header_files stands beside versions, which name the header files of each");
  }
  const rest = {
    udpHost: section.value("listen", host) ?? defaultHost,
    abi: section.value("abi", (text) => parseChoice(text, ABI_NAMES)) ?? ("x86-64" as const),
    layout: section.value("layout", (text) => parseChoice(text, ["natural", "packed"])),
    byteOrder: section.value("byte_order", (text) => parseChoice(text, ["little", "big"])) ?? ("little" as const),
    defines: section.value("defines", parseDefines) ?? new Map<string, string>(),
    ...flags(section.value("cflags", parseFlags)),
    storeExclude: section.value("store_exclude", parseList) ?? [],
    emit: section.value("emit", parseEmit) ?? [],
    allowFrom: section.value("allow_from", networks) ?? [],
  };
  const frames = readChannelFrames(section, rest.byteOrder);
  if (udpPort === undefined && sources === undefined) return undefined;
  if (wampTopic === undefined || includePath === undefined || headerFiles === undefined) return undefined;
  const name = listed.slice("lab-".length);
  const several = versions && { versions, pins: pins(section, versions) };
  return {
    name,
    udpPort,
    ...(sources && { sources }),
    wampTopic,
    includePath,
    headerFiles,
    ...several,
    ...rest,
    ...frames,
  };
}

/** `udp_port` is one door; `sources` may name it, too, or others. */
function doors(
  section: SectionReader,
  path: PathOf,
): { udpPort: number | undefined; sources: readonly Door[] | undefined } {
  const sources = section
    .value("sources", parseDoors)
    ?.map((door) => (door.kind === "file" ? { ...door, path: path(door.path) } : door));
  const isNeeded = section.entry("sources") === undefined;
  const written = isNeeded ? section.required("udp_port", parsePort) : section.value("udp_port", parsePort);
  const udp = (sources ?? []).filter((door) => door.kind === "udp");
  if (udp.length > 1) section.problem("sources", "a channel has one UDP source; make another channel of the second");
  const named = udp[0];
  if (named !== undefined && written !== undefined && named.port !== written) {
    section.problem("udp_port", `udp_port = ${written} and sources = udp:${named.port} are not the same port`);
  }
  const all =
    named !== undefined || written === undefined
      ? sources
      : [{ kind: "udp" as const, port: written }, ...(sources ?? [])];
  return { udpPort: named?.port ?? written, sources: sources && all };
}

/** `v1: v1/rig.h, v2: rig.h + extra.h` */
function parseVersions(text: string): VersionSettings[] {
  const versions = parseList(text).map((item) => {
    const [, name = "", files = ""] = /^([A-Za-z0-9_.-]+)\s*:\s*(.+)$/.exec(item) ?? [];
    if (name === "") throw new Error(`'${item}' is not of the form 'v1: rig.h'`);
    return { name, headerFiles: files.split("+").map((file) => file.trim()) };
  });
  const twice = versions.find(({ name }, index) => versions.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw new Error(`version '${twice.name}' stands twice`);
  return versions;
}

function pins(section: SectionReader, versions: readonly VersionSettings[]): Map<string, string> {
  const known = versions.map(({ name }) => name);
  const pinned = section.family("device.");
  for (const [address, version] of pinned) {
    if (isIPv4(address) === false && isIPv6(address) === false) {
      section.problem(`device.${address}`, `'${address}' is not an IP address`);
    } else if (!known.includes(version)) {
      const message = `there is no version '${version}'${didYouMean(version, known)}; known are ${known.join(", ")}`;
      section.problem(`device.${address}`, message);
    }
  }
  return pinned;
}

function realms(ini: IniFile, section: SectionOf): RealmSettings[] {
  return [...ini.sections.keys()]
    .filter((name) => name.startsWith("realm-") && name.length > "realm-".length)
    .map((name) => {
      const reader = section(name);
      const rules = fieldRules(reader);
      const binary = reader.value("binary", (text) => channelName(text, ini));
      return {
        ...(binary !== undefined && { binary }),
        ...(rules.size > 0 && { rules }),
        name: name.slice("realm-".length),
        networks: (reader.value("networks", parseList) ?? []).sort((a, b) => b.length - a.length),
        timezone: reader.value("timezone", parseTimezone) ?? "UTC",
      };
    });
}

/** `rule.<field> = unit=°C; warn=10..30` */
function fieldRules(reader: SectionReader): ReadonlyMap<string, DisplayRule> {
  const rules = new Map<string, DisplayRule>();
  for (const field of reader.family("rule.").keys()) {
    const rule = reader.value(`rule.${field}`, parseDisplayRule);
    if (rule !== undefined) rules.set(field.toLowerCase(), rule);
  }
  return rules;
}

/** A channel's name, with or without `lab-`; one that is served. */
function channelName(text: string, ini: IniFile): string {
  const listed = parseList(ini.sections.get("lab")?.entries.get("channels")?.value ?? "");
  const found = listed.find((section) => section === text || section === `lab-${text}`);
  if (found !== undefined) return found.slice("lab-".length);
  const names = listed.map((section) => section.replace(/^lab-/, ""));
  throw new Error(`there is no channel '${text}'${didYouMean(text, names)}; known are ${names.join(", ") || "none"}`);
}

function namedStores(ini: IniFile, section: SectionOf): NamedStore[] {
  const names = [...ini.sections.keys()].filter((name) => /^store-./.test(name));
  return names.flatMap((name) => {
    const reader = section(name);
    const databases = reader.required("databases", parseList) ?? [];
    const store = reader.required("url", (text) => {
      const parsed = parseStoreUrl(text, reader.text("token"), (path) => path);
      if (parsed.kind === "influxdb") return parsed;
      throw new Error("only InfluxDB can have a part of the databases; write influxdb://host:8086");
    });
    return store === undefined ? [] : [{ name: name.slice("store-".length), databases, store }];
  });
}

function grafana(section: SectionReader): Settings["grafana"] {
  const web = (text: string) => parseUrl(text, ["http", "https"]);
  const url = section.value("url", web);
  const rest = {
    token: section.text("token"),
    username: section.text("username"),
    password: section.text("password"),
    folder: section.text("folder") ?? "structline",
    datasourceUrl: section.value("datasource_url", web),
  };
  return url === undefined ? undefined : { url, ...rest };
}

function tls(section: SectionReader, path: PathOf): TlsFiles | undefined {
  const certificate = section.value("tls_certificate", path);
  const key = section.value("tls_key", path);
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  if (certificate !== undefined || key !== undefined) {
    const [given, missing] = key === undefined ? ["tls_certificate", "tls_key"] : ["tls_key", "tls_certificate"];
    section.problem(given, `${given} is given without ${missing}`);
  }
  return undefined;
}

function host(text: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(text)) throw new Error(`'${text}' is not an address`);
  return text;
}

function endpoint(text: string): { host: string; port: number } {
  return parseEndpoint(text, LOOPBACK);
}

/** `10.0.7.0/24, ::1` → the same, with the prefix length always written. */
function networks(text: string): string[] {
  return parseList(text).map((item) => {
    const [address = "", prefix] = item.split("/");
    const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
    const length = prefix === undefined ? bits : /^\d+$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (bits === 0 || !(length <= bits)) throw new Error(`'${item}' is not a network; write 10.0.7.0/24`);
    return `${address}/${length}`;
  });
}
