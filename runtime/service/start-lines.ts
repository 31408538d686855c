/** The lines that the service prints after its start: each listener, the page, the topics, and warnings. */

import { exposures } from "../auth/exposure.ts";
import type { HttpListener } from "../http/http-listener.ts";
import { ZONE_VERSION } from "../model/time-zone.ts";
import type { Settings } from "../settings/settings.ts";
import type { Source } from "../sources/source.ts";

export interface Listeners {
  readonly version: string;
  readonly http: (Pick<HttpListener, "url" | "webSocketUrl"> & Partial<Pick<HttpListener, "otherUrls">>) | undefined;
  /** By name, in starting order. */
  readonly sources: ReadonlyMap<string, Pick<Source, "lines">>;
  /** Where else live events go. */
  readonly bus?: string | undefined;
  /** Further warnings. */
  readonly warnings: readonly string[];
}

export function startLines(settings: Settings, { version, http, sources, bus, warnings }: Listeners): string[] {
  const { realm } = settings.wamp;
  const others = bus ? `, and ${bus}` : "";
  return [
    `structline ${version} runs with ${settings.file}`,
    line("page", `${http?.url}/`),
    ...(http?.otherUrls ?? []).map((url) => line("page", `${url}/  from other machines`)),
    ...[...sources].flatMap(([name, source]) => source.lines().map((text) => line(name, text))),
    line("wamp", `${http?.webSocketUrl}  realm ${realm}${others}`),
    line("pid", `${process.pid}  ${signals(process.platform)}`),
    line("health", `${http?.url}/health`),
    ...[...exposures(settings), ...warnings, ...unsetClock(new Date())].map((warning) => `  WARNING ${warning}`),
  ];
}

/** Tables of time zones cannot be older than the clock: a machine without a battery for it may start years ago. */
export function unsetClock(now: Date): string[] {
  if (now.getUTCFullYear() >= Number.parseInt(ZONE_VERSION, 10)) return [];
  return [
    `the clock of this machine is not set: it says ${now.toISOString().slice(0, 10)}, and rows get that time; set it, then 'channel-message times' corrects what was stored`,
  ];
}

/** What exists on the system: Windows has no signals. */
export function signals(platform: NodeJS.Platform): string {
  return platform === "win32"
    ? "'structline reload' reads the configuration again, Ctrl-C ends"
    : "kill -HUP reads the configuration again, kill -TERM ends";
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(6)} ${text}`;
}
