/** The report of `/health`, for people, the page and probes. */

import type { ChannelActivity } from "../intake/activity.ts";
import type { Noticed } from "../intake/intake.ts";
import type { RejectionCode } from "../model/error-signal.ts";
import type { PartStatus } from "../model/part-status.ts";

/** A UDP channel, or a device that sends over HTTP or MQTT. */
export interface ChannelHealth extends Omit<ChannelActivity, "noticed">, Partial<Noticed> {
  readonly udpPort?: number;
  /** What to check while nothing has arrived. */
  readonly advice?: string;
}

export interface HealthReport {
  readonly version: string;
  /** The commit from which the program was built; absent if unknown. */
  readonly commit?: string;
  /** Version of the tables of time zones. */
  readonly zones: string;
  /** First digits of the SHA-256 of `catalogue.json`; absent without channels. */
  readonly codecs?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** True once all parts that data needs are open. */
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, PartStatus>>;
  readonly channels: readonly ChannelHealth[];
  /** Increases with each change of a channel. */
  readonly change: number;
  /** `after` for the next page of channels; absent on the last page. */
  readonly next?: number;
  /** Sentences for the operator: name collisions, a clock that runs ahead. */
  readonly warnings: readonly string[];
}

/** Default number of devices on one page. */
export const DEFAULT_LISTED = 1000;

/** Selects the channels to list. */
export interface ChannelListQuery {
  /** `next` of the previous page. */
  readonly after?: number;
  /** Maximum number of devices; channels with headers are all on the first page. */
  readonly limit?: number;
  /** `change` of an earlier report: only devices that have changed since. */
  readonly since?: number;
  /** Part of a name; case is ignored. */
  readonly search?: string;
}

export type HealthState = PartStatus["state"];

/** The state of the worst part. */
export function healthState(report: HealthReport): HealthState {
  const states = Object.values(report.parts).map((part) => part.state);
  if (states.includes("down")) return "down";
  return states.includes("degraded") ? "degraded" : "ok";
}

const ADVICE: Readonly<Record<RejectionCode, string>> = {
  "unknown-id":
    "The ID names no struct of this channel; give a struct this ID in the header or in 'messages', and generate again.",
  "wrong-length":
    "The message is not as long as its struct; compare packing and ABI of the header with the firmware's.",
  "too-short": "A message has at least a length and an ID byte.",
  checksum:
    "The frame was damaged in transmission, or it has another kind of checksum; `channel-message <channel> find-check` names it.",
  unexpected:
    "A number that each frame of the channel has, by 'expect', is another one: the frame is of another version or kind, or a part of a larger message.",
  skipped: "These bytes of the stream are not part of a frame; check 'framing', 'id' and 'length' of the channel.",
  "bad-json": "The body is not JSON; the message names line and column.",
  "bad-csv": "The CSV cannot be read; the message names the row.",
  "bad-form": "The body is not a URL-encoded form.",
  "bad-time": "Send times as ISO 8601 or as epoch seconds, milliseconds, microseconds or nanoseconds.",
  "bad-value": "A value cannot be stored; the message names it.",
  empty: "The payload holds no value.",
  "no-header": "Send the CSV's column names first, in a line that begins with '## '.",
  "no-content-type": "Send a Content-Type header, such as application/json.",
  "unknown-content-type": "Send application/json, text/csv or application/x-www-form-urlencoded.",
  "unknown-address": "Addresses are <realm>/<network>/<gateway>/<node> or <realm>/channel/<network>-<gateway>-<node>.",
  "unknown-realm": "The realm is not configured; add a [realm-<name>] section.",
  "unknown-topic": "Data is sent to <address>/data.json or <address>/data/<field>, events to <address>/event.json.",
  "wrong-method": "Data is sent with POST.",
  "too-large": "The message is over the size limit; send it in parts.",
  incomplete: "The body was incomplete or too slow; check the sender's connection, then send it again.",
  forbidden: "The sender may not write here; see [auth] and allow_from.",
  unavailable: "The service could not keep data; check the parts that are down, then send it again.",
  "type-conflict": "A field keeps the type it was first stored with; send that type, or use another name.",
  "store-refused": "The database refused the row; the message contains its error.",
  "store-away":
    "An output was unavailable or too slow until its backlog was full; when it is back, send it these rows with `channel-message rejects retry`.",
};

/** Advice for the sender or the operator about a rejection. */
export function adviceFor(code: RejectionCode): string {
  return ADVICE[code];
}

/** Why a UDP channel may be silent. */
export function silenceAdvice(host: string, port: number): string {
  const local = host.startsWith("127.") || host === "::1";
  const reach = local
    ? `it listens on ${host}, so only programs on this machine can reach it; to change that, set 'listen'`
    : "check the firewall and 'allow_from'";
  return `Nothing has arrived since the start. Send to UDP port ${port}; ${reach}.`;
}
