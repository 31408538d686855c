/** Reads channels.ini to Settings, and reports every problem with its line. */

import { existsSync, readFileSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";
import { dirname, join, relative, resolve } from "node:path";
import type { AbiName } from "./abi-names.ts";
import { readCluster } from "./cluster-keys.ts";
import { type DisplayRule, parseDisplayRule } from "./display-rule.ts";
import { readChannelFrames } from "./frame-keys.ts";
import { type ConfigProblem, type IniFile, parseIni } from "./ini.ts";
import type { SectionDescription } from "./key.ts";
import { type Described, describe, SECTIONS, type SectionName } from "./keys.ts";
import { didYouMean } from "./nearest.ts";
import type { Part } from "./part.ts";
import { PARTS, type PartSettings } from "./parts.ts";
import { ALL_REALMS, isKotori, KOTORI_TAGS } from "./realm-words.ts";
import { type ReadingContext, SectionReader } from "./section-reader.ts";
import {
  type ChannelEndpoint,
  type ChannelSettings,
  type ClusterRole,
  ConfigError,
  type NamedStore,
  type RealmSettings,
  type Settings,
  type WebhookSettings,
} from "./settings.ts";
import { parseStoreUrl, readStore } from "./store-keys.ts";
import { placesIn, type TopicMap, VENDORS } from "./topic-maps.ts";
import { parseList, parseSize, type VersionSettings } from "./values.ts";
import { writtenKeys } from "./written-keys.ts";

export interface LoadOptions {
  readonly file?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** `optional` for programs that only read channels (the generator, the command line); default: `needed`. */
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

/** The same for a given text; relative paths are relative to `file`. */
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
  const { environment, secrets = "needed" } = source;
  const path = (text: string) => resolve(dirname(source.file), text);
  const data = (name: string) => path(join(environment["SVC_DATA"] || "data", name));
  const context = { problems, environment, secrets, places: { path, data, environment } };
  const settings = buildSettings(ini, source.file, context, source.role);
  if (problems.length > 0) throw configError(source.shown, problems);
  return settings;
}

/**
 * Reads a channel whose keys do not come from a file, with the same checks.
 * @param values by key, in the file's notation
 * @throws ConfigError
 */
export function parseChannel(name: string, values: ReadonlyMap<string, string>): ChannelSettings {
  const entries = new Map(
    [...values].map(([key, value]) => {
      const place = { line: 0, column: 1 };
      return [key, { key, value, ...place, parts: value.split("\n").map((text) => ({ text, ...place })) }];
    }),
  );
  const problems: ConfigProblem[] = [];
  const places = { path: (text: string) => text, data: (text: string) => text, environment: {} };
  const context = { problems, environment: {}, secrets: "optional", places } as const;
  const listed = `lab-${name}`;
  const section = new SectionReader(
    listed,
    describe(listed) as Described<"lab-<channel>">,
    { name: listed, line: 0, entries },
    context,
  );
  const channel = channelSettings(listed, section, "");
  if (channel === undefined || problems.length > 0) throw configError(`channel '${name}'`, problems);
  return channel;
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
  const section = readers(ini, context);
  const maxBytes = section("journal").get("max_size");
  const cluster = readCluster(section("cluster"), role);
  const room: Room =
    cluster === undefined ? { of: "journal", maxBytes } : { of: "cluster", maxBytes: cluster.maxBytes };
  const stores = namedStores(ini, section, room);
  const storeBacklogBytes = section("store").value("backlog", (text) => backlogOf(text, room));
  if (role !== undefined && cluster === undefined) {
    context.problems.push({ line: 0, column: 1, message: `--role ${role} needs [cluster] url = nats://host:4222` });
  }
  return {
    ...readParts(section),
    keys: writtenKeys(ini, context.environment),
    file,
    directory: dirname(file),
    generatedDirectory: context.places.path("generated"),
    gen: {
      emit: section("gen").get("emit"),
      emitDirectory: section("gen").get("emit_dir"),
      importExtension: section("gen").get("import_extension"),
      int64: section("gen").get("int64"),
      typedArrays: section("gen").get("typed_arrays") === "yes",
    },
    channels: channels(ini, section, dirname(file)),
    realms: withMaps(realms(ini, section), topicMaps(ini, section)),
    store: readStore(section("store"), context.places),
    ...(stores.length > 0 && { stores }),
    ...(storeBacklogBytes !== undefined && { storeBacklogBytes }),
    webhooks: webhooks(ini, section),
    ...(cluster && { cluster }),
  };
}

function readParts(section: SectionOf): PartSettings {
  const read = Object.entries(PARTS).map(([name, part]: [string, Part<SectionDescription, unknown>]) => [
    name,
    part.read(section(part.section.section as SectionName)),
  ]);
  return Object.fromEntries(read) as PartSettings;
}

/** @param name of the section in the file; by default the described name */
type SectionOf = <Name extends SectionName>(described: Name, name?: string) => SectionReader<Described<Name>>;

function readers(ini: IniFile, context: ReadingContext): SectionOf {
  const known = new Map<string, SectionReader>();
  return (described, name = described) => {
    const reader =
      known.get(name) ??
      new SectionReader(name, describe(described) as SectionDescription, ini.sections.get(name), context);
    known.set(name, reader);
    return reader as unknown as SectionReader<Described<typeof described>>;
  };
}

type ChannelReader = SectionReader<Described<"lab-<channel>">>;

function channels(ini: IniFile, section: SectionOf, directory: string): ChannelSettings[] {
  const lab = section("lab");
  const ports = new Map<string, string>();
  const result: ChannelSettings[] = [];
  const listed = lab.optional("channels") ?? [];
  for (const [index, name] of listed.entries()) {
    if (listed.indexOf(name) < index) {
      lab.problem("channels", `[${name}] occurs twice in channels; remove one`);
      continue;
    }
    if (!ini.sections.has(name) || !name.startsWith("lab-")) {
      lab.problem("channels", `channel section [${name}] does not exist${didYouMean(name, channelSections(ini))}`);
      continue;
    }
    const reader = section("lab-<channel>", name);
    const channel = channelSettings(name, reader, section("udp").get("listen"));
    if (channel === undefined) continue;
    claimPorts(channel, name, reader, ports);
    const library = libraryFolder(directory, channel.abi);
    const more = existsSync(library) ? [...(channel.moreIncludePaths ?? []), library] : channel.moreIncludePaths;
    result.push(more === undefined ? channel : { ...channel, moreIncludePaths: more });
  }
  return result;
}

/**
 * Headers of the target's compiler that `gen` copied into the project. If it exists, it is the last folder of each include path.
 * @param directory of the configuration file
 */
export function libraryFolder(directory: string, abi: AbiName): string {
  return join(directory, "library-headers", abi);
}

function claimPorts(
  channel: ChannelSettings,
  listed: string,
  section: ChannelReader,
  claimed: Map<string, string>,
): void {
  const { udpPort, sources = udpPort === undefined ? [] : [{ kind: "udp", port: udpPort }] } = channel;
  for (const endpoint of sources) {
    if (endpoint.kind === "stdin") {
      const other = claimed.get("stdin");
      if (other !== undefined) section.problem("sources", `standard input is read by [${other}] already`);
      claimed.set("stdin", listed);
    }
    if ((endpoint.kind !== "udp" && endpoint.kind !== "tcp-listen") || endpoint.port === 0) continue;
    const key = endpoint.kind === "udp" && section.text("udp_port") !== undefined ? "udp_port" : "sources";
    const claim = `${endpoint.kind} ${endpoint.port}`;
    const taken = claimed.get(claim);
    const shown =
      key === "udp_port"
        ? `udp_port ${endpoint.port}`
        : `${endpoint.kind === "udp" ? "UDP" : "TCP"} port ${endpoint.port}`;
    if (taken !== undefined) {
      section.problem(key, `${shown} is used by [${taken}] and [${listed}]; each channel needs its own`);
    }
    claimed.set(claim, listed);
  }
}

function channelSections(ini: IniFile): string[] {
  return [...ini.sections.keys()].filter((name) => name.startsWith("lab-"));
}

function publishedAs(publish: ChannelSettings["publish"]): Pick<ChannelSettings, "publish"> {
  return publish === undefined ? {} : { publish };
}

function flags(cflags: string[] | undefined): Pick<ChannelSettings, "cflags"> {
  return cflags === undefined || cflags.length === 0 ? {} : { cflags };
}

function channelSettings(listed: string, section: ChannelReader, defaultHost: string): ChannelSettings | undefined {
  const { udpPort, sources } = endpoints(section);
  const wampTopic = section.get("wamp_topic");
  const [includePath, ...moreIncludePaths] = section.get("include_path") ?? [];
  const versions = section.get("versions");
  const headerFiles = versions?.at(-1)?.headerFiles ?? section.get("header_files");
  if (versions !== undefined && section.text("header_files") !== undefined) {
    section.problem("header_files", "header_files cannot be combined with versions, which name their header files");
  }
  const rest = {
    udpHost: section.get("listen") ?? defaultHost,
    abi: section.get("abi"),
    ...(section.text("abi") === undefined && { abiAssumed: true as const }),
    layout: section.get("layout"),
    byteOrder: section.get("byte_order"),
    defines: section.get("defines") ?? new Map<string, string>(),
    ...flags(section.get("cflags")),
    storeExclude: section.get("store_exclude"),
    emit: section.get("emit"),
    ...publishedAs(section.get("publish")),
    allowFrom: section.get("allow_from"),
    tcpIdleMs: section.get("tcp_idle"),
    ...(section.get("ack") === "on" && { acknowledges: true as const }),
  };
  const frames = readChannelFrames(section, rest.byteOrder);
  if (udpPort === undefined && sources === undefined) return undefined;
  if (wampTopic === undefined || includePath === undefined || headerFiles === undefined) return undefined;
  const name = listed.slice("lab-".length);
  const versionColumns = section.get("version_columns");
  if (versionColumns.length > 0 && versions === undefined) {
    section.problem("version_columns", "version_columns belongs to 'versions', which the section does not have");
  }
  const several = versions && {
    versions,
    pins: pins(section, versions),
    ...(versionColumns.length > 0 && { versionColumns }),
  };
  return {
    name,
    udpPort,
    ...(sources && { sources }),
    wampTopic,
    includePath,
    ...(moreIncludePaths.length > 0 && { moreIncludePaths }),
    headerFiles,
    ...several,
    ...rest,
    ...frames,
  };
}

/** `udp_port` adds one endpoint; `sources` may repeat it and add others. */
function endpoints(section: ChannelReader): {
  udpPort: number | undefined;
  sources: readonly ChannelEndpoint[] | undefined;
} {
  const sources = section.get("sources");
  const isNeeded = section.entry("sources") === undefined;
  const written = isNeeded ? section.get("udp_port") : section.optional("udp_port");
  const udp = (sources ?? []).filter((endpoint) => endpoint.kind === "udp");
  if (udp.length > 1) section.problem("sources", "a channel has one UDP source; make another channel of the second");
  const named = udp[0];
  if (named !== undefined && written !== undefined && named.port !== written) {
    section.problem("udp_port", `udp_port = ${written} and sources = udp:${named.port} are different ports`);
  }
  const all =
    named !== undefined || written === undefined
      ? sources
      : [{ kind: "udp" as const, port: written }, ...(sources ?? [])];
  return { udpPort: named?.port ?? written, sources: sources && all };
}

function pins(section: ChannelReader, versions: readonly VersionSettings[]): Map<string, string> {
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
  const all = ini.sections.has("realms") ? section("realms") : undefined;
  const named = [...ini.sections.keys()]
    .filter((name) => name.startsWith("realm-") && name.length > "realm-".length)
    .map((name) => {
      const reader = section("realm-<name>", name);
      const rules = fieldRules(reader);
      const binary = reader.value("binary", (text) => channelName(text, ini));
      return {
        ...(binary !== undefined && { binary }),
        ...(rules.size > 0 && { rules }),
        ...realmReading(reader, all),
        name: name.slice("realm-".length),
        networks: [...reader.get("networks")].sort((a, b) => b.length - a.length),
      };
    });
  if (all === undefined || (all.text("default") ?? (named.length === 0 ? "open" : "closed")) === "closed") return named;
  return [...named, { ...realmReading(all, undefined), name: ALL_REALMS, networks: [] }];
}

type RealmReader = SectionReader<Described<"realm-<name>">> | SectionReader<Described<"realms">>;

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

function topicMaps(ini: IniFile, section: SectionOf): TopicMap[] {
  const isClosed =
    [...ini.sections.keys()].some((name) => name.startsWith("realm-")) &&
    ini.sections.get("realms")?.entries.get("default")?.value !== "open";
  return [...ini.sections.keys()]
    .filter((name) => name.startsWith("map-") && name.length > "map-".length)
    .flatMap((name) => {
      const reader = section("map-<name>", name);
      const [address, vendor, topics] = [reader.get("address"), reader.get("vendor"), reader.get("topic")];
      if (address === undefined) return [];
      const realm = address.split("/")[0] ?? "";
      if (isClosed && !ini.sections.has(`realm-${realm}`))
        reader.problem(
          "address",
          `address: realm '${realm}' has no section [realm-${realm}]; write one, or [realms] default = open`,
        );
      const own = topics.map((topic) => ({
        topic,
        dialect: reader.get("dialect"),
        ...given("field", reader.get("field")),
      }));
      const ready = vendor === undefined ? [] : (VENDORS[vendor] ?? []);
      if (own.length + ready.length === 0) reader.problem("address", `[${name}] has neither 'topic' nor 'vendor'`);
      return [...ready, ...own].map((map): TopicMap => {
        const most = map.topic.split("/").filter((level) => level === "+").length;
        if (Math.max(placesIn(address), placesIn(map.field ?? "")) > most)
          reader.problem("address", `'${map.topic}' has ${most} places for {1}, {2} …`);
        if (map.dialect === "value" && map.field === undefined)
          reader.problem("dialect", "dialect: a plain value needs 'field', its name");
        return { ...map, address, ...given("time", reader.get("time")) };
      });
    });
}

function given<Name extends string>(name: Name, value: string | undefined): { readonly [name in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: string });
}

/** How bodies and addresses are read; `[realms]` provides the defaults. */
function realmReading(reader: RealmReader, all: SectionReader<Described<"realms">> | undefined) {
  const of = reader as SectionReader<Described<"realms">>;
  const get = <Name extends RealmKey>(name: Name) =>
    (of.entry(name) === undefined && all !== undefined ? all : of).get(name);
  return {
    timezone: get("timezone"),
    ...present("time", get("time")),
    ...present("text", get("text")),
    ...present("compat", get("compat")),
    ...present("tags", get("tags") ?? (isKotori(get("compat")) ? KOTORI_TAGS : [])),
    ...present("directNetworks", get("direct_networks")),
    ...(get("arrays") === "by-place" && { arrays: "by-place" as const }),
    ...(get("names") === "lower" && { names: "lower" as const }),
    ...(get("addresses") !== "wide" && { addresses: get("addresses") as "short" | "basic" }),
    ...((get("republish") ?? (isKotori(get("compat")) ? "on" : "off")) === "on" && { republish: true as const }),
  };
}

type RealmKey =
  | "timezone"
  | "time"
  | "text"
  | "arrays"
  | "compat"
  | "names"
  | "addresses"
  | "direct_networks"
  | "tags"
  | "republish";

function present<Name extends string, Value>(
  name: Name,
  values: readonly Value[],
): { readonly [name in Name]?: readonly Value[] } {
  return values.length === 0 ? {} : ({ [name]: values } as { [name in Name]: readonly Value[] });
}

/** `rule.<field> = unit=°C; warn=10..30` */
function fieldRules(reader: SectionReader<Described<"realm-<name>">>): ReadonlyMap<string, DisplayRule> {
  const rules = new Map<string, DisplayRule>();
  for (const field of reader.family("rule.").keys()) {
    const rule = reader.value(`rule.${field}`, parseDisplayRule);
    if (rule !== undefined) rules.set(field.toLowerCase(), rule);
  }
  return rules;
}

/** A channel's name, with or without `lab-`. The channel must be active. */
function channelName(text: string, ini: IniFile): string {
  const listed = parseList(ini.sections.get("lab")?.entries.get("channels")?.value ?? "");
  const found = listed.find((section) => section === text || section === `lab-${text}`);
  if (found !== undefined) return found.slice("lab-".length);
  const names = listed.map((section) => section.replace(/^lab-/, ""));
  throw new Error(`there is no channel '${text}'${didYouMean(text, names)}; known are ${names.join(", ") || "none"}`);
}

function storeNames(ini: IniFile): string[] {
  return [...ini.sections.keys()].filter((name) => /^store-./.test(name));
}

function namedStores(ini: IniFile, section: SectionOf, room: Room): NamedStore[] {
  return storeNames(ini).flatMap((name) => {
    const reader = section("store-<name>", name);
    const databases = reader.get("databases") ?? [];
    reader.get("url");
    const store = reader.value("url", (text) => {
      const parsed = parseStoreUrl(text, reader.get("token"), (path) => path);
      if (parsed.kind === "influxdb") return parsed;
      throw new Error("only InfluxDB can store a part of the databases; write influxdb://host:8086");
    });
    const backlogBytes = reader.value("backlog", (text) => backlogOf(text, room));
    if (store === undefined) return [];
    return [
      { name: name.slice("store-".length), databases, store, ...(backlogBytes !== undefined && { backlogBytes }) },
    ];
  });
}

/** The log that the outputs share. */
interface Room {
  readonly of: "journal" | "cluster";
  readonly maxBytes: number;
}

/** @throws Error */
function backlogOf(text: string, { of, maxBytes }: Room): number {
  const bytes = parseSize(text);
  if (bytes < maxBytes) return bytes;
  throw new Error(`backlog must be less than [${of}] max_size (${maxBytes} bytes): other stores need room, too`);
}

function webhooks(ini: IniFile, section: SectionOf): WebhookSettings[] {
  const names = [...ini.sections.keys()].filter((name) => /^webhook-./.test(name));
  return names.flatMap((name) => {
    const reader = section("webhook-<name>", name);
    const rest = { send: reader.get("send"), databases: reader.get("databases") };
    const secrets = { token: reader.get("token"), secret: reader.get("secret") };
    const url = reader.get("url");
    return url === undefined ? [] : [{ name: name.slice("webhook-".length), url, ...rest, ...secrets }];
  });
}
