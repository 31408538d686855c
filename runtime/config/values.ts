/**
 * Parsers for values of the configuration file. Each throws an Error with one sentence that does not contain the
 * position.
 */

import { dictionary } from "../lib/dictionary.ts";
import { didYouMean } from "../lib/nearest.ts";
import { trimmedEnd } from "../lib/trimmed-end.ts";
import type { Surroundings } from "./key.ts";

export interface Endpoint {
  readonly host: string;
  /** With 0, the system chooses a port (tests). */
  readonly port: number;
}

/** A path relative to the configuration file. */
export function parsePath(text: string, at: Surroundings): string {
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

const SIZE_UNITS: Readonly<Record<string, number>> = dictionary({
  "": 1,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
});

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

const DURATION_UNITS: Readonly<Record<string, number>> = dictionary({
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
});

/** `90s`, `30min`, `1h`, `7d`; milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d)$/.exec(text);
  const milliseconds = Number(match?.[1]) * (DURATION_UNITS[match?.[2] ?? ""] ?? Number.NaN);
  // The maximum of a timer. [ECMAScript hosts: a signed number of 32 bits]
  if (!(milliseconds > 0 && milliseconds <= 2 ** 31 - 1))
    throw new Error(`'${text}' is not a time up to 24 days; write 90s, 30min, 1h or 7d`);
  return milliseconds;
}

export function oneOf<const T extends string>(
  choices: readonly T[],
): ((text: string) => T) & { readonly choices: readonly T[] } {
  const parse = (text: string): T => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) {
      // Among few words, the most similar one is often the opposite: 'on' is like 'no'.
      const hint = choices.length < 4 ? "" : didYouMean(text, choices);
      throw new Error(`'${text}' is not one of ${choices.join(", ")}${hint}`);
    }
    return choice;
  };
  return Object.assign(parse, { choices });
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
  return trimmedEnd(text, "/");
}

/** A URL without its password, for messages and logs. */
export function redact(url: string): string {
  return url.replace(/\/\/([^/@:]*):[^/]*@/, "//$1:***@");
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

export const yesOrNo = oneOf(["yes", "no"]);
