/**
 * Parsers for values of the configuration file. Each throws an Error with one sentence that does not contain the
 * position.
 */

import { EMIT_NAMES, EMITS, type EmitName } from "./emit-names.ts";
import type { Places } from "./key.ts";
import { didYouMean } from "./nearest.ts";

export interface Endpoint {
  readonly host: string;
  /** With 0, the system chooses a port (tests). */
  readonly port: number;
}

export interface VersionSettings {
  readonly name: string;
  readonly headerFiles: readonly string[];
}

/** A path relative to the configuration file. */
export function parsePath(text: string, at: Places): string {
  return at.path(text);
}

/** For keys without a value if they are absent. */
export const nothing = (): undefined => undefined;
export const none = (): never[] => [];

export function parseList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 0 && port <= 65535)) throw new Error(`'${text}' is not a port (0 to 65535)`);
  return port;
}

const LOOPBACK = "127.0.0.1";

/** `host:port`, `[::1]:port`, `:port` or `port`. */
export function parseEndpoint(text: string): Endpoint {
  const match = /^(?:(\[[^\]]+\]|[^:]*):)?(\d+)$/.exec(text);
  if (match === null) throw new Error(`'${text}' is not an address; write it as host:port`);
  const host = (match[1] ?? "").replace(/^\[|\]$/g, "");
  return { host: host === "" ? LOOPBACK : host, port: parsePort(match[2] ?? "") };
}

const SIZE_UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };

/** `512`, `64k`, `10M`, `4G` (binary multiples); bytes. */
export function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text);
  const unit = SIZE_UNITS[(match?.[2] ?? "").toLowerCase()];
  if (match === null || unit === undefined) throw new Error(`'${text}' is not a size; write 512, 64k, 10M or 4G`);
  return Math.floor(Number(match[1]) * unit);
}

/** A size within limits, which are given in the same notation. */
export function size(least: string, most = "8192T"): (text: string) => number {
  return (text) => {
    const bytes = parseSize(text);
    if (bytes < parseSize(least)) throw new Error(`'${text}' is too little; write at least ${least}`);
    if (bytes > parseSize(most)) throw new Error(`'${text}' is too much; write at most ${most}`);
    return bytes;
  };
}

export function count(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) throw new Error(`'${text}' is not a number from ${least} to ${most}`);
    return number;
  };
}

/** `5ms`, `2s`, `5` (ms); milliseconds. */
export function parseMilliseconds(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s)?$/.exec(text);
  if (match === null) throw new Error(`'${text}' is not a duration; write 5ms or 2s`);
  return Number(match[1]) * (match[2] === "s" ? 1000 : 1);
}

const DURATION_UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `90s`, `30min`, `1h`, `7d`; milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d)$/.exec(text);
  const milliseconds = Number(match?.[1]) * (DURATION_UNITS[match?.[2] ?? ""] ?? Number.NaN);
  // The maximum of a timer. [ECMAScript hosts: a signed number of 32 bits]
  if (!(milliseconds > 0 && milliseconds <= 2 ** 31 - 1))
    throw new Error(`'${text}' is not a time up to 24 days; write 90s, 30min, 1h or 7d`);
  return milliseconds;
}

export function oneOf<const T extends string>(choices: readonly T[]): (text: string) => T {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) {
      // Among few words, the most similar one is often the opposite: 'on' is like 'no'.
      const hint = choices.length < 4 ? "" : didYouMean(text, choices);
      throw new Error(`'${text}' is not one of ${choices.join(", ")}${hint}`);
    }
    return choice;
  };
}

/** `A, B=2`: name → replacement text; a bare name is defined as 1, as `cc -DA` does. */
export function parseDefines(text: string): Map<string, string> {
  const defines = new Map<string, string>();
  for (const item of parseList(text)) {
    const match = /^([A-Za-z_]\w*)(?:\s*=\s*(.*))?$/.exec(item);
    if (match === null) throw new Error(`'${item}' is not a macro definition; write NAME or NAME=value`);
    defines.set(match[1] ?? "", match[2] ?? "1");
  }
  return defines;
}

/** Splits words like a shell: `-DNAME="a b" -Os`. */
export function parseFlags(text: string): string[] {
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) throw new Error("a quote is not closed");
  return [...text.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ""));
}

export function parseTimezone(text: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new Error(`'${text}' is not a time zone; write an IANA name like Europe/Berlin`);
  }
}

/** A WAMP URI of the loose kind, in dotted form. [WAMP 2, URIs] */
export function parseWampTopic(text: string): string {
  if (!/^[^\s#.]+(\.[^\s#.]+)*$/.test(text)) {
    throw new Error(`'${text}' is not a WAMP topic; write names joined by dots, without blanks or '#'`);
  }
  return text;
}

export function url(...protocols: readonly string[]): (text: string) => string {
  return (text) => parseUrl(text, protocols);
}

function parseUrl(text: string, protocols: readonly string[]): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol.replace(":", "") : "";
  if (!protocols.includes(protocol)) {
    throw new Error(
      `'${redact(text)}' is not an address of the form ${protocols.map((name) => `${name}://host`).join(" or ")}`,
    );
  }
  return text.replace(/\/+$/, "");
}

/** A URL without its password, for messages and logs. */
export function redact(url: string): string {
  return url.replace(/\/\/([^/@:]*):[^/]*@/, "//$1:***@");
}

/**
 * `kaitai, xtce` or `all` → names in the table's order, without duplicates.
 * @throws Error with one sentence for an unknown name
 */
export function parseEmit(text: string): EmitName[] {
  const given = parseList(text);
  const unknown = given.find((item) => item !== "all" && !Object.hasOwn(EMITS, item));
  if (unknown !== undefined) {
    throw new Error(
      `there is no emitter '${unknown}'${didYouMean(unknown, ["all", ...EMIT_NAMES])}; known are all, ${EMIT_NAMES.join(", ")}`,
    );
  }
  return EMIT_NAMES.filter((name) => given.includes("all") || given.includes(name));
}

/** A list of names; `none` for an empty list. */
export function parseNames(text: string): string[] {
  return text === "none" ? [] : parseList(text);
}

/** The address that a socket binds to. */
export function parseHost(text: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(text)) throw new Error(`'${text}' is not an address`);
  return text;
}

/** Host names of a server. */
export function parseHosts(text: string): string[] {
  return parseList(text).map((host) => {
    if (/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(host)) return host;
    throw new Error(
      `'${redact(host)}' is not a host's name; write it without scheme, port and path: telemetry.example.org`,
    );
  });
}

/** `/telemetry`; without a slash at the end. */
export function parseBasePath(text: string): string {
  const path = text.replace(/\/$/, "");
  if (/^(\/[\w~-][\w.~-]*)+$/.test(path)) return path;
  throw new Error(`'${redact(text)}' is not a path like /telemetry`);
}

/** `https://tile.example.org/{z}/{x}/{y}.png © somebody` */
export function parseMapTiles(text: string): string {
  const [template = ""] = text.split(" ");
  const isWhole = ["{z}", "{x}", "{y}"].every((place) => template.includes(place));
  const isAddress = /^https?:\/\/[\w.:[\]-]+\/[^\s"'<>\\]*$/.test(template) && URL.canParse(template);
  if (isWhole && isAddress && !/\p{Cc}/u.test(text)) return text;
  throw new Error(`'${redact(text)}' is not an address like https://tile.example.org/{z}/{x}/{y}.png`);
}

/** `v1: v1/rig.h, v2: rig.h + extra.h` */
export function parseVersions(text: string): VersionSettings[] {
  const versions = parseList(text).map((item) => {
    const [, name = "", files = ""] = /^([A-Za-z0-9_.-]+)\s*:\s*(.+)$/.exec(item) ?? [];
    if (name === "") throw new Error(`'${item}' is not of the form 'v1: rig.h'`);
    return { name, headerFiles: files.split("+").map((file) => file.trim()) };
  });
  const twice = versions.find(({ name }, index) => versions.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw new Error(`version '${twice.name}' occurs twice`);
  return versions;
}

/** Servers of NATS. */
export function parseServers(text: string): string[] {
  return parseList(text).map(url("nats", "tls"));
}

/** Used as part of NATS subjects, streams and buckets. */
export function parseClusterName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(text)) {
    throw new Error(`'${text}' is not a name for a cluster; write at most 32 letters, digits, '-' and '_'`);
  }
  return text;
}

export function parseRegion(text: string): string {
  if (!/^[a-z0-9-]{1,40}$/i.test(text)) throw new Error(`'${text}' is not a region; write eu-central-1`);
  return text;
}

/**
 * `self, https://wiki.example.org, https://*.example.org:8443` → sources of a `frame-ancestors` directive.
 * @throws Error whose message is one sentence
 */
export function parseFrameAncestors(text: string): string[] {
  return parseList(text).map((site) => {
    if (site === "self") return "'self'";
    // The value becomes part of a header, where a blank or a semicolon would have a meaning.
    if (
      !/^https?:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i.test(
        site,
      )
    )
      throw new Error(`'${site}' is not a site; write https://wiki.example.org, https://*.example.org:8443 or self`);
    return site.toLowerCase();
  });
}

/** @throws Error with one sentence */
export function parseNoticeKinds(text: string): ("alarms" | "events")[] {
  return parseList(text).map(oneOf(["alarms", "events"]));
}

/**
 * The secret's bytes. [Standard Webhooks, Signature scheme] @throws Error with one sentence that does not contain the
 * secret
 */
export function parseWebhookSecret(text: string): Uint8Array {
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length >= 24 && bytes.length <= 64) return bytes;
  throw new Error("it must be 'whsec_' and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32)");
}

export const yesOrNo = oneOf(["yes", "no"]);
