/**
 * Sends what strangers' devices and programs send to a service, and compares every stored value with what the sender means. The cases
 * are lines of the `.jsonl` files beside: facts in our own words, invented addresses and places.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { Lab, ROOT } from "../lab.ts";

type Values = Readonly<Record<string, number | string>>;

export interface Stranger {
  /** The project or product, and what of it. */
  readonly from: string;
  /** By MQTT below the device's address; absent: by HTTP. */
  readonly topic?: string;
  /** `Content-Type`, `application/json` by default; empty: none. */
  readonly type?: string;
  /** Text as it is, or JSON. */
  readonly body: unknown;
  readonly encoding?: "latin1" | "utf16le";
  /** One of `REALMS`. */
  readonly realm?: string;
  /** Time or `receipt`, and every column. */
  readonly rows?: readonly (readonly [string, Values])[];
  /** The status, and a part of the sentence that names the reason. */
  readonly refused?: readonly [number, string];
}

export interface Verdict {
  readonly stranger: Stranger;
  readonly verdict: "right" | "refused" | "wrong";
  /** What is stored or answered instead. */
  readonly problem?: string;
}

/** What its operator would configure for such devices. */
const REALMS = `[lab]
channels =
[realm-plain]
[realm-places]
arrays = by-place
[realm-german]
decimal = comma
dates = day-first
timezone = Europe/Berlin
[realm-american]
dates = month-first
time = Start Time
[realm-named]
time = ${[
  ...["updateAt", "last_changed", "LastUpdate", "Head.Timestamp", "startsAt", "start_timestamp", "recorded"],
  ...["overview.lastUpdateTime", "site.last_communication_time", "current.time", "createdAt", "metadata.time"],
  ...["meta.time", "data.ts", "date", "temperature.timestamp", "published_at", "TimeInstant", "phenomenonTime"],
  ...[
    "heartbeat.time",
    "TIM",
    "insideTemperature.timestamp",
    "position.fixTime",
    "properties.timestamp",
    "_timestamp",
    "SourceTimestamp",
    "TMSTAMP",
  ],
  ...["Timestamp for sample frequency every 1 min", "Start", "Start Time", "MESS_DATUM"],
].join(", ")}
`;

const AT_ONCE = 8;

/** The cases of files whose name begins with these words. */
export function strangers(kind: "json" | "csv"): Stranger[] {
  const folder = join(ROOT, "test/support/strangers");
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".jsonl"));
  return files.sort().flatMap((name) => {
    const lines = readFileSync(join(folder, name), "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Stranger);
  });
}

/** Starts a service, sends all, and stops it. Verdicts are in the order of the cases. */
export async function checkStrangers(cases: readonly Stranger[]): Promise<Verdict[]> {
  const lab = new Lab({ ini: REALMS, headers: {} });
  try {
    const service = await lab.start();
    const client = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
    const sent = await each(cases, (stranger, index) =>
      send(stranger, { url: service.url, client, node: `n${index}` }),
    );
    await service.settled();
    const verdicts = await each(cases, async (stranger, index) => {
      const answer = sent[index] as Sent;
      const query = new URLSearchParams({
        database: `${realmOf(stranger)}_by`,
        measurement: `gw_n${index}_sensors`,
        limit: "100",
      });
      const response = await fetch(`${service.url}/read/rows?${query}`);
      const { rows = [] } = (response.ok ? await response.json() : {}) as { rows?: Stored[] };
      return verdictOf(stranger, answer, rows);
    });
    await client.endAsync();
    return verdicts;
  } finally {
    await lab.remove();
  }
}

type Stored = Readonly<Record<string, unknown>>;

interface Sent {
  readonly status: number;
  readonly answer: string;
  readonly from: number;
  readonly to: number;
}

async function send(
  stranger: Stranger,
  { url, client, node }: { readonly url: string; readonly client: MqttClient; readonly node: string },
): Promise<Sent> {
  const address = `${realmOf(stranger)}/by/gw/${node}`;
  const { body: content, topic, type = "application/json" } = stranger;
  const body = Buffer.from(typeof content === "string" ? content : JSON.stringify(content), stranger.encoding);
  const from = Date.now();
  if (topic !== undefined) {
    await client.publishAsync(`${address}/${topic}`, body, { qos: 1 });
    return { status: 200, answer: "", from, to: Date.now() };
  }
  const headers: Record<string, string> = type === "" ? {} : { "Content-Type": type };
  const response = await fetch(`${url}/api/${address}/data`, { method: "POST", headers, body });
  return { status: response.status, answer: await response.text(), from, to: Date.now() };
}

function realmOf({ realm = "plain" }: Stranger): string {
  return realm;
}

function verdictOf(stranger: Stranger, sent: Sent, rows: readonly Stored[]): Verdict {
  const problem =
    stranger.refused === undefined ? storedProblem(stranger, sent, rows) : refusalProblem(stranger, sent, rows);
  if (problem !== undefined) return { stranger, verdict: "wrong", problem };
  return { stranger, verdict: stranger.refused === undefined ? "right" : "refused" };
}

function refusalProblem({ refused = [0, ""] }: Stranger, { status, answer }: Sent, rows: readonly Stored[]) {
  const [expected, reason] = refused;
  if (status !== expected || !answer.includes(reason)) return `${status} ${answer.trim()}`;
  return rows.length === 0 ? undefined : `refused, yet ${rows.length} rows are stored`;
}

function storedProblem({ rows: expected = [] }: Stranger, sent: Sent, rows: readonly Stored[]): string | undefined {
  if (sent.status !== 200) return `${sent.status} ${sent.answer.trim()}`;
  const stored = rows.map((row) => rowText(row, sent)).sort();
  const wanted = expected.map(([time, values]) => text(time, values)).sort();
  if (stored.length === wanted.length && stored.every((row, index) => row === wanted[index])) return undefined;
  return `stored ${stored.join(" ") || "nothing"}\n  wanted ${wanted.join(" ") || "nothing"}`;
}

function rowText(row: Stored, { from, to }: Sent): string {
  const { time, ...columns } = row;
  const there = Object.entries(columns).filter(([, value]) => value !== null);
  const ms = Date.parse(String(time));
  // Rows of one message without a time follow each other by a nanosecond.
  const isReceipt = ms >= from - 1 && ms <= to + 1;
  return text(isReceipt ? "receipt" : String(time), Object.fromEntries(there) as Values);
}

function text(time: string, values: Values): string {
  const at = time.replace(/(\.\d*?)0*Z$/, "$1Z").replace(".Z", "Z");
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${at} ${JSON.stringify(Object.fromEntries(sorted))}`;
}

async function each<T, R>(list: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = list.entries();
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
