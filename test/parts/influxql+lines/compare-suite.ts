/** Asks the queries of InfluxDB's suite of InfluxDB itself and of our `/query`, over the same rows. */

import { isDeepStrictEqual } from "node:util";
import type { FieldType } from "../../../runtime/model/point.ts";
import type { Row } from "../../../runtime/model/store.ts";
import { influxqlApi } from "../../../runtime/parts/influxql/influxql-api.ts";
import { parseLine, splitLines } from "../../../runtime/parts/lines/line-protocol.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { readSuite, type SuiteQuery, type SuiteTest } from "./server-suite.ts";

export type Verdict = "equal" | "refused" | "differs" | "not asked";

export interface Compared {
  readonly test: string;
  readonly command: string;
  readonly verdict: Verdict;
  /** Why it was refused or not asked. */
  readonly why: string;
  readonly ours: string;
  readonly theirs: string;
}

/** @param only a part of the name of the tests that run */
export async function compareSuite(source: string, only = ""): Promise<readonly Compared[]> {
  const nowNs = (BigInt(Date.now()) / 1000n) * 1_000_000_000n;
  const influxd = await startInfluxd();
  try {
    const found: Compared[] = [];
    for (const test of readSuite(source, nowNs).filter(({ name }) => name.includes(only)))
      found.push(...(await compared(influxd, test, nowNs)));
    return found;
  } finally {
    await influxd.stop();
  }
}

async function compared(influxd: Influxd, test: SuiteTest, nowNs: bigint): Promise<Compared[]> {
  const notAsked = (query: SuiteQuery, why: string): Compared => ({
    test: test.name,
    command: query.command,
    verdict: "not asked",
    why,
    ours: "",
    theirs: "",
  });
  if (test.unread !== "") return test.queries.map((query) => notAsked(query, test.unread));
  await influxd.dropAll();
  await influxd.query('CREATE DATABASE "db0" WITH NAME "rp0"');
  for (const body of test.writes) {
    const written = await fetch(`${influxd.url}/write?db=db0&rp=rp0`, { method: "POST", body });
    if (!written.ok)
      return test.queries.map((query) => notAsked(query, `InfluxDB refuses the rows: ${written.status}`));
  }
  const api = influxqlApi({ store: storeOf(test.writes, nowNs), now: () => BigInt(Date.now()) * 1_000_000n });
  const result: Compared[] = [];
  for (const query of test.queries) {
    if (!isRead(query.command)) {
      result.push(notAsked(query, "it writes, deletes or administers"));
      continue;
    }
    const form = new URLSearchParams({ db: "db0", ...query.parameters, q: query.command });
    const request = { method: "POST", body: form };
    const theirs = await (await fetch(`${influxd.url}/query`, request)).text();
    const ours = await (await api.request("/query", { method: "POST", body: new URLSearchParams(form) })).text();
    result.push({ test: test.name, command: query.command, ...verdictOf(ours, theirs), ours, theirs });
  }
  return result;
}

function isRead(command: string): boolean {
  return /^\s*(select|show)\b/i.test(command) && !/\binto\b/i.test(command);
}

interface Answer {
  readonly error?: string;
  readonly results?: readonly { readonly error?: string }[];
}

function verdictOf(ours: string, theirs: string): Pick<Compared, "verdict" | "why"> {
  const [mine, own] = [JSON.parse(ours), JSON.parse(theirs)] as [Answer, Answer];
  if (isDeepStrictEqual(mine, own)) return { verdict: "equal", why: "" };
  const why = errorOf(mine);
  if (why === undefined) return { verdict: "differs", why: "" };
  return errorOf(own) === undefined ? { verdict: "refused", why } : { verdict: "equal", why: "both refuse it" };
}

function errorOf({ error, results = [] }: Answer): string | undefined {
  return error ?? results.find((one) => one.error !== undefined)?.error;
}

interface Gathered {
  readonly types: Record<string, FieldType>;
  readonly tags: Set<string>;
  readonly rows: Map<string, Row>;
}

/** The rows as they are stored of lines whose tags are columns: one for each series and time. */
function storeOf(writes: readonly string[], nowNs: bigint): MemoryStore {
  const store = new MemoryStore();
  const measurements = new Map<string, Gathered>();
  for (const line of writes.flatMap(splitLines).map(parseLine)) {
    const known: Gathered = measurements.get(line.measurement) ?? { types: {}, tags: new Set(), rows: new Map() };
    measurements.set(line.measurement, known);
    const timeNs = line.time ?? nowNs;
    const values: Record<string, Row["values"][string]> = {};
    for (const [name, value, type] of line.fields) {
      known.types[name] = type;
      values[name] = value;
    }
    for (const [name, value] of line.tags) {
      const as = name in values ? `${name}_1` : name;
      known.types[as] = "string";
      known.tags.add(as);
      values[as] = value;
    }
    const key = JSON.stringify([[...line.tags].sort(), String(timeNs)]);
    const before = known.rows.get(key);
    known.rows.set(key, { timeNs, values: { ...before?.values, ...values } });
  }
  for (const [name, { types, tags, rows }] of measurements) {
    const sorted = [...rows.values()].sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0));
    store.add("db0", name, types, sorted);
    store.tag("db0", name, [...tags]);
  }
  return store;
}
