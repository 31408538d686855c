/** Reads the active channels. */

import { existsSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";
import { join } from "node:path";
import { configError } from "../config/config-error.ts";
import type { ConfigurationFile } from "../config/configuration-file.ts";
import type { ConfigProblem } from "../config/ini.ts";
import { partOf } from "../config/part.ts";
import { SectionReader } from "../config/section-reader.ts";
import { dictionary } from "../lib/dictionary.ts";
import { didYouMean } from "../lib/nearest.ts";
import { type AbiName, GUESSED } from "./abi-names.ts";
import type { ChannelEndpoint, ChannelSettings, VersionSettings } from "./channel-settings.ts";
import type { CompilerName } from "./compiler-names.ts";
import { readChannelFrames } from "./frame-keys.ts";
import { CHANNEL, LAB } from "./keys.ts";
import { UDP } from "./udp-keys.ts";

export const CHANNELS = partOf([LAB, CHANNEL], readChannels);

/**
 * Reads a channel whose keys do not come from a file, with the same checks.
 * @param values by key, in the file's notation
 * @throws ConfigError
 */
export function parseChannel(name: string, values: ReadonlyMap<string, string>): ChannelSettings {
  const entries = new Map(
    [...values].map(([key, value]) => {
      const position = { line: 0, column: 1 };
      return [key, { key, value, ...position, parts: value.split("\n").map((text) => ({ text, ...position })) }];
    }),
  );
  const problems: ConfigProblem[] = [];
  const surroundings = { path: (text: string) => text, data: (text: string) => text, environment: {} };
  const context = { problems, environment: {}, secrets: "optional", surroundings } as const;
  const listed = `lab-${name}`;
  const section = new SectionReader(listed, CHANNEL, { name: listed, line: 0, entries }, context);
  const channel = channelSettings(listed, section, "");
  if (channel === undefined || problems.length > 0) throw configError(`channel '${name}'`, problems);
  return channel;
}

function readChannels(file: ConfigurationFile): readonly ChannelSettings[] {
  const lab = file.section(LAB);
  const directory = file.surroundings.path("");
  const ports = new Map<string, string>();
  const result: ChannelSettings[] = [];
  const listed = lab.optional("channels") ?? [];
  for (const [index, name] of listed.entries()) {
    if (listed.indexOf(name) < index) {
      lab.problem("channels", `[${name}] occurs twice in channels; remove one`);
      continue;
    }
    if (!file.names("lab-").includes(name)) {
      lab.problem("channels", `channel section [${name}] does not exist${sectionHint(name, file.names("lab-"))}`);
      continue;
    }
    const reader = file.section(CHANNEL, name);
    const channel = channelSettings(name, reader, file.part(UDP).listen);
    if (channel === undefined) continue;
    claimPorts(channel, name, reader, ports);
    checkCommands(channel, reader, listed);
    const library = libraryFolder(directory, channel.abi);
    const more = existsSync(library) ? [...(channel.moreIncludePaths ?? []), library] : channel.moreIncludePaths;
    result.push(more === undefined ? channel : { ...channel, moreIncludePaths: more });
  }
  return result;
}

function sectionHint(name: string, sections: readonly string[]): string {
  const words = name.split(/[\s;]+/).filter((word) => word !== "");
  const isList = words.length > 1 && words.some((word) => sections.includes(word));
  if (isList) return `; separate channels with commas: channels = ${words.join(", ")}`;
  const prefixed = `lab-${name}`;
  return sections.includes(prefixed) ? ` (did you mean '${prefixed}'?)` : didYouMean(name, sections);
}

/**
 * Headers of the target's compiler that `gen` copied into the project. If it exists, it is the last folder of each include path.
 * @param directory of the configuration file
 */
export function libraryFolder(directory: string, abi: AbiName): string {
  return join(directory, "library-headers", abi);
}

function commandsOf(section: SectionReader<typeof CHANNEL>): Pick<ChannelSettings, "commands"> {
  const commands = section.get("commands");
  return commands === undefined ? {} : { commands };
}

function checkCommands(
  { name, commands }: ChannelSettings,
  section: SectionReader<typeof CHANNEL>,
  listed: readonly string[],
): void {
  const others = listed.map((each) => each.slice("lab-".length)).filter((each) => each !== name);
  if (commands !== undefined && !others.includes(commands))
    section.problem("commands", `'${commands}' is not another channel${didYouMean(commands, others)}`);
}

function claimPorts(
  channel: ChannelSettings,
  listed: string,
  section: SectionReader<typeof CHANNEL>,
  claimed: Map<string, string>,
): void {
  const { udpPort, sources = udpPort === undefined ? [] : [{ kind: "udp", port: udpPort }] } = channel;
  for (const endpoint of sources) {
    const claim = claimOf(endpoint);
    if (claim === undefined) continue;
    const key = endpoint.kind === "udp" && section.text("udp_port") !== undefined ? "udp_port" : "sources";
    const taken = claimed.get(claim);
    if (taken !== undefined) {
      const shown = key === "udp_port" ? claim.replace("UDP port", key) : claim;
      const rule = endpoint.kind === "stdin" ? "only one channel can read it" : "each channel needs its own";
      section.problem(key, `${shown} is used by [${taken}] and [${listed}]; ${rule}`);
    }
    claimed.set(claim, listed);
  }
}

/** What only one channel can use. */
function claimOf(endpoint: ChannelEndpoint): string | undefined {
  if (endpoint.kind === "stdin") return "standard input";
  if ((endpoint.kind !== "udp" && endpoint.kind !== "tcp-listen") || endpoint.port === 0) return undefined;
  return `${endpoint.kind === "udp" ? "UDP" : "TCP"} port ${endpoint.port}`;
}

function channelSettings(
  listed: string,
  section: SectionReader<typeof CHANNEL>,
  defaultHost: string,
): ChannelSettings | undefined {
  const { udpPort, sources } = endpoints(section);
  const wampTopic = section.get("wamp_topic");
  const [includePath, ...moreIncludePaths] = section.get("include_path") ?? [];
  const headers = readHeaders(section);
  const [cflags = [], publish] = [section.get("cflags"), section.get("publish")];
  const compiler = readCompiler(section);
  const rest = {
    udpHost: section.get("listen") ?? defaultHost,
    abi: section.get("abi"),
    ...(section.text("abi") === undefined && { abiAssumed: true as const }),
    ...(section.entry("abi")?.comment?.includes(GUESSED) && { abiGuessed: true as const }),
    layout: section.get("layout"),
    byteOrder: section.get("byte_order"),
    defines: section.get("defines") ?? new Map<string, string>(),
    ...(cflags.length > 0 && { cflags }),
    ...(compiler && { compiler }),
    storeExclude: section.get("store_exclude"),
    emit: section.get("emit"),
    ...(publish && { publish }),
    allowFrom: section.get("allow_from"),
    tcpIdleMs: section.get("tcp_idle"),
    ...commandsOf(section),
    ...(section.get("ack") === "on" && { acknowledges: true as const }),
    ...unknownIdsOf(section, sources),
  };
  const frames = readChannelFrames(section, rest.byteOrder);
  if (udpPort === undefined && sources === undefined) return undefined;
  if (wampTopic === undefined || includePath === undefined || headers === undefined) return undefined;
  return {
    name: listed.slice("lab-".length),
    udpPort,
    ...(sources && { sources }),
    wampTopic,
    includePath,
    ...(moreIncludePaths.length > 0 && { moreIncludePaths }),
    ...headers,
    ...rest,
    ...frames,
  };
}

/** A bus has hundreds of messages that a channel does not know. */
function unknownIdsOf(
  section: SectionReader<typeof CHANNEL>,
  sources: readonly ChannelEndpoint[] = [],
): Pick<ChannelSettings, "unknownIds"> {
  const isBus = sources.some(({ kind }) => kind === "can" || kind === "slcan");
  const unknownIds = section.get("unknown_ids") ?? (isBus ? "once" : "keep");
  return unknownIds === "keep" ? {} : { unknownIds };
}

/** Only GCC and clang have versions that lay out differently, and some values of `abi` are one of them. */
function readCompiler(section: SectionReader<typeof CHANNEL>): CompilerName | undefined {
  const [compiler, abi] = [section.get("compiler"), section.get("abi")];
  const only = COMPILER_OF_ABI[abi ?? ""];
  if (compiler === undefined || only === undefined || compiler.split("-")[0] === only) return compiler;
  section.problem("compiler", `abi = ${abi} is the layout of ${only}; compiler = ${compiler} contradicts it`);
  return undefined;
}

const COMPILER_OF_ABI: Readonly<Record<string, string>> = dictionary({
  "arm-eabi-clang": "clang",
  "mingw-x64": "gcc",
  "msvc-x64": "Microsoft's compiler",
  sdcc: "SDCC",
});

/** The header files, of several versions the newest one's. */
function readHeaders(
  section: SectionReader<typeof CHANNEL>,
): Pick<ChannelSettings, "headerFiles" | "versions" | "pins" | "versionColumns"> | undefined {
  const versions = section.get("versions");
  const versionColumns = section.get("version_columns");
  if (versions === undefined) {
    if (versionColumns.length > 0)
      section.problem("version_columns", "version_columns belongs to 'versions', which the section does not have");
    const headerFiles = section.get("header_files");
    return headerFiles && { headerFiles };
  }
  if (section.text("header_files") !== undefined)
    section.problem("header_files", "header_files cannot be combined with versions, which name their header files");
  const newest = versions.at(-1)?.headerFiles;
  const columns = versionColumns.length > 0 && { versionColumns };
  return newest && { headerFiles: newest, versions, pins: pins(section, versions), ...columns };
}

/** `udp_port` adds one endpoint; `sources` may repeat it and add others. */
function endpoints(section: SectionReader<typeof CHANNEL>): {
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

function pins(section: SectionReader<typeof CHANNEL>, versions: readonly VersionSettings[]): Map<string, string> {
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
