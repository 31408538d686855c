/** Last stored values from a running service. */

import { parseExact } from "../../runtime/lib/parse-exact.ts";
import { trimmedEnd } from "../../runtime/lib/trimmed-end.ts";
import { unanswered } from "../../runtime/lib/unanswered.ts";
import type { ChannelModel, Message } from "../codec/model.ts";

/** A hover must not wait longer, in ms. */
const PATIENCE_MS = 1500;

export interface Service {
  readonly url: string;
  /** From the environment. */
  readonly token: string | undefined;
}

export type LiveRow =
  | { readonly kind: "row"; readonly time: string; readonly values: Readonly<Record<string, unknown>> }
  /** Why there is no value, in one sentence. */
  | { readonly kind: "none"; readonly reason: string };

/** The panel of a message on the service's page. */
export function panelUrl({ url }: Service, channel: ChannelModel, { measurement }: Message): string {
  return `${baseOf(url)}/?panel=${encodeURIComponent(`${databaseOf(channel)} ${measurement}`)}`;
}

export function isPanelUrl({ url }: Service, uri: string): boolean {
  return uri.startsWith(`${baseOf(url)}/?panel=`);
}

function databaseOf({ channel: { plan } }: ChannelModel): string {
  return plan.wampTopic.replaceAll(".", "_");
}

function baseOf(url: string): string {
  return trimmedEnd(url, "/");
}

export async function lastRow({ url, token }: Service, channel: ChannelModel, message: Message): Promise<LiveRow> {
  const query = new URLSearchParams({
    database: databaseOf(channel),
    measurement: message.measurement,
    limit: "1",
  });
  try {
    const response = await fetch(`${baseOf(url)}/read/rows?${query}`, {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: "error",
    });
    if (!response.ok) return { kind: "none", reason: refusal(response.status, token) };
    return rowOf(await response.text());
  } catch (error) {
    return { kind: "none", reason: unanswered(url, error) };
  }
}

function refusal(status: number, token: string | undefined): string {
  if (status === 401 || status === 403) {
    return token === undefined
      ? "the service wants a token: set STRUCTLINE_TOKEN"
      : "the token of STRUCTLINE_TOKEN may not read this channel";
  }
  // What a token may not read does not exist for it.
  if (status === 404) return "no stored row, or no permission to read it";
  return `the service says ${status}`;
}

function rowOf(text: string): LiveRow {
  const exact = (digits: string) => (/^-?\d{16,}$/.test(digits) ? BigInt(digits) : Number(digits));
  const { rows = [] } = parseExact(text, exact) as { readonly rows?: readonly Readonly<Record<string, unknown>>[] };
  const row = rows.at(-1);
  if (row === undefined) return { kind: "none", reason: "nothing is stored yet" };
  // The protocol's JSON has no integers beyond 2^53: they go as text.
  const values = Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? String(value) : value]);
  return { kind: "row", time: String(row["time"]), values: Object.fromEntries(values) };
}
