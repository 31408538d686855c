/**
 * InfluxQL over stored data, for Grafana's InfluxDB data source and InfluxDB's own clients.
 */

import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { nowNs } from "../../api/now.ts";
import { READERS, type ReadableStore } from "../../api/readable.ts";
import { once, textStream } from "../../api/text-stream.ts";
import { WaitingSlots } from "../../api/waiting-slots.ts";
import type { Callers } from "../../http/caller.ts";
import { INFLUXQL, INFLUXQL_STATEMENT } from "../../http/influxdb-parameters.ts";
import { needed, UNIT_NS } from "../../http/parameters.ts";
import { type Grant, NotPermitted } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import { INTEGER, listOf, mapOf, record, TEXT, VALUE } from "../../http/schema.ts";
import { stringifyExact } from "../../lib/exact-json.ts";
import { ownTurn } from "../../lib/turns.ts";
import { formatNs } from "../../model/clock.ts";
import type { MeasurementInfo } from "../../model/store.ts";
import { parseInfluxql } from "./parse.ts";
import { countedBy, MOST_VALUES, runSelect } from "./select.ts";
import type { Listing, Select, Statement } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

export interface InfluxqlApiParts extends Callers {
  readonly store: ReadableStore;
  readonly now?: () => bigint;
}

const MAX_BYTES = 64 * 1024;
const LIMITS = { running: 2, waiting: 300, waitingOfOne: 100 };
const MOST_NAMES = 10_000;

/** Units for times in answers, ns. */
const { ns, us, ms, s, m, h } = UNIT_NS;
const EPOCHS: Readonly<Record<string, bigint>> = { ns, n: ns, u: us, µ: us, us, ms, s, m, h };

interface Series {
  readonly name?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly values: readonly (readonly unknown[])[];
}

interface QueryContext {
  readonly parts: InfluxqlApiParts;
  /** Database of the request. */
  readonly database: string | undefined;
  readonly epochNs: bigint | undefined;
  readonly nowNs: bigint;
  /** Gets the databases of which the answer shows something. */
  readonly shown: Set<string>;
}

interface Querying extends InfluxqlApiParts {
  readonly slots: WaitingSlots;
}

const FAILURE = record({ error: TEXT });
const SERIES = record({
  "name?": TEXT,
  "tags?": mapOf(TEXT),
  columns: listOf(TEXT),
  values: listOf(listOf(VALUE)),
});
const RESULTS = record({
  results: listOf(record({ statement_id: INTEGER, "series?": listOf(SERIES), "error?": TEXT })),
});
const ROUTES: readonly Route<Querying>[] = [
  {
    method: "get",
    path: "/query",
    summary: "InfluxQL for Grafana's data source InfluxDB",
    answer: RESULTS,
    failure: FAILURE,
    parameters: INFLUXQL.map((one) => (["q", "db"].includes(one.name) ? needed(one) : one)),
    errors: [403, 413, 503],
    may: READERS,
    handle: (context, parts, grant) => answer(parts, context, grant, new Map()),
  },
  {
    method: "post",
    path: "/query",
    summary: "The same, with the parameters in a form or in the address",
    answer: RESULTS,
    failure: FAILURE,
    parameters: INFLUXQL,
    body: {
      "application/x-www-form-urlencoded": `${new URLSearchParams({ db: "mqttkit_1_testdrive", q: INFLUXQL_STATEMENT })}`,
    },
    errors: [403, 503],
    may: READERS,
    limit: bodyLimit({ maxSize: MAX_BYTES, onError: () => failure(413, `a query has at most ${MAX_BYTES} bytes`) }),
    handle: async (context, parts, grant) => {
      const form = await context.req.parseBody().catch(() => ({}));
      return answer(parts, context, grant, new Map(Object.entries(form)));
    },
  },
];

export function influxqlApi(parts: InfluxqlApiParts): Hono {
  const api = routed(ROUTES, { ...parts, slots: new WaitingSlots(LIMITS) });
  api.onError((error) => {
    if (error instanceof InfluxqlError) return failure(400, `error parsing query: ${error.message}`);
    throw error;
  });
  return api;
}

async function answer(
  parts: Querying,
  context: Context,
  grant: Grant,
  form: ReadonlyMap<string, unknown>,
): Promise<Response> {
  const asked = new URL(context.req.url).searchParams;
  const parameter = (name: string): string | undefined => {
    const value = asked.get(name) ?? form.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const epoch = parameter("epoch");
  const epochNs = epoch === undefined ? undefined : EPOCHS[epoch];
  if (epoch !== undefined && epochNs === undefined)
    throw new InfluxqlError(`epoch '${epoch.slice(0, 20)}' is not one of ${Object.keys(EPOCHS).join(", ")}`);
  const now = (parts.now ?? nowNs)();
  const statements = parseInfluxql(parameter("q") ?? "", now);
  const slot = await parts.slots.take(parts.client?.(context) ?? "");
  if (typeof slot === "string") return tooMany(slot);
  try {
    const shown = new Set<string>();
    const all: QueryContext = { parts, database: parameter("db"), epochNs, nowNs: now, shown };
    const results: object[] = [];
    for (const [index, statement] of statements.entries()) {
      results.push({ statement_id: index, ...(await resultOf(statement, all)) });
      if (context.req.raw.signal.aborted) break;
    }
    const text = `${stringifyExact({ results })}\n`;
    // The permission may have been withdrawn during the query.
    insist(grant, shown);
    const body = textStream(once(text), { grant, context });
    return new Response(body, { headers: HEADERS });
  } finally {
    slot();
  }
}

/** Also for databases of which a statement showed only names, while another one took its time. @throws NotPermitted */
function insist(grant: Grant, shown: ReadonlySet<string>): void {
  grant.insist();
  if ([...shown].some((database) => !grant.caller.mayDatabase("read", database)))
    throw new NotPermitted("You may no longer read this");
}

const HEADERS = { "Content-Type": "application/json", "X-Influxdb-Version": "1.8.10-structline" };

/** One statement's error does not affect the answers to the others. [InfluxDB 1.8, HTTP API] */
async function resultOf(
  statement: Statement,
  asked: QueryContext,
): Promise<{ series?: readonly Series[]; error?: string }> {
  try {
    const series = await seriesOf(statement, asked);
    return series.length === 0 ? {} : { series };
  } catch (error) {
    if (error instanceof InfluxqlError || error instanceof RangeError) return { error: error.message };
    throw error;
  }
}

async function seriesOf(statement: Statement, asked: QueryContext): Promise<readonly Series[]> {
  switch (statement.kind) {
    case "create":
    case "tags":
      return [];
    case "refused":
      throw new InfluxqlError(`error parsing query: ${statement.sentence}`);
    case "select":
      return selected(statement, asked);
    case "databases": {
      const names = [...new Set((await visible(asked)).map(({ database }) => database))].sort();
      for (const name of names) asked.shown.add(name);
      return [{ name: "databases", columns: ["name"], values: names.map((name) => [name]) }];
    }
    case "policies":
      return [
        {
          columns: ["name", "duration", "shardGroupDuration", "replicaN", "default"],
          values: [["autogen", "0s", "168h0m0s", 1, true]],
        },
      ];
    default:
      return named(statement, asked);
  }
}

async function named(
  { kind, database, pattern, measurements, keys, limit = MOST_NAMES, offset }: Listing,
  asked: QueryContext,
): Promise<readonly Series[]> {
  const all = await ofDatabase(asked, database);
  const isWanted = (name: string) => measurements?.some((place) => place.measurements.isWanted(name)) ?? true;
  const found = all
    .filter(({ measurement }) => (pattern?.isWanted(measurement) ?? true) && isWanted(measurement))
    .sort((a, b) => (a.measurement < b.measurement ? -1 : 1));
  const page = <Item>(items: readonly Item[]) => items.slice(offset, offset + limit);
  switch (kind) {
    case "measurements":
    case "series": {
      const isSeries = kind === "series";
      const values = page(found).map(({ measurement }) => [isSeries ? seriesKey(measurement) : measurement]);
      if (values.length === 0) return [];
      return [isSeries ? { columns: ["key"], values } : { name: "measurements", columns: ["name"], values }];
    }
    case "fields":
      return found.slice(0, MOST_NAMES).map(({ measurement, columns }) => ({
        name: measurement,
        columns: ["fieldKey", "fieldType"],
        // InfluxDB's names of the types are the same. [InfluxDB 1.8, SHOW FIELD KEYS]
        values: page([...columns].sort(([a], [b]) => (a < b ? -1 : 1))),
      }));
    case "tag-values":
      return tagValues(found, keys, page, asked);
  }
}

/** A measurement of one series that was written in InfluxDB's format has its key as its name. */
function seriesKey(measurement: string): string {
  return measurement.replaceAll(" ", "\\ ");
}

/** The values of text columns. */
async function tagValues(
  found: readonly MeasurementInfo[],
  keys: readonly string[],
  page: <Item>(items: readonly Item[]) => readonly Item[],
  asked: QueryContext,
): Promise<readonly Series[]> {
  const series: Series[] = [];
  for (const { database, measurement, columns } of found) {
    const values: [string, string][] = [];
    for (const key of keys.filter((name) => columns.get(name) === "string").sort()) {
      const source = { store: asked.parts.store, database, measurement, columns, nowNs: asked.nowNs };
      const rows = await runSelect(countedBy(key), source);
      for (const { tags } of rows) if (tags?.[key]) values.push([key, tags[key]]);
    }
    const shown = page(values);
    if (shown.length > 0) series.push({ name: measurement, columns: ["key", "value"], values: shown });
  }
  return series;
}

/** Maximum number of measurements for one pattern. */
const MOST_SERIES = 2000;

async function selected(select: Select, asked: QueryContext): Promise<readonly Series[]> {
  const series: Series[] = [];
  let cells = 0;
  for (const { database: named, measurements } of select.from) {
    const found = (await ofDatabase(asked, named)).filter(({ measurement }) => measurements.isWanted(measurement));
    if (found.length > MOST_SERIES) throw new InfluxqlError(`more than ${MOST_SERIES} measurements have such a name`);
    for (const { database, measurement, columns } of found.sort((a, b) => (a.measurement < b.measurement ? -1 : 1))) {
      const { store } = asked.parts;
      const time = timeWriter(asked.epochNs);
      for (const rows of await runSelect(select, { store, database, measurement, columns, nowNs: asked.nowNs })) {
        const { timesNs, values, tags } = rows;
        cells += timesNs.length * rows.columns.length;
        if (cells > MOST_VALUES)
          throw new InfluxqlError(`more than ${MOST_VALUES} values: choose a shorter time range`);
        series.push({
          name: measurement,
          ...(tags !== undefined && { tags }),
          columns: rows.columns,
          values: timesNs.map((timeNs, row) => [time(timeNs), ...values.map((of) => of[row])]),
        });
      }
    }
  }
  return series;
}

function timeWriter(epochNs: bigint | undefined): (timeNs: bigint) => unknown {
  if (epochNs === undefined) return formatNs;
  // Small integers become plain numbers, which are faster to write.
  return (timeNs) => (epochNs === 1n ? timeNs : Number(timeNs / epochNs));
}

async function ofDatabase(asked: QueryContext, named: string | undefined): Promise<MeasurementInfo[]> {
  const database = named ?? asked.database;
  if (database === undefined) throw new InfluxqlError("database name required");
  const found = (await visible(asked)).filter((one) => one.database === database);
  // Databases that the sender may not read are answered like unknown ones.
  if (found.length === 0) throw new InfluxqlError(`database not found: ${database.slice(0, 200)}`);
  asked.shown.add(database);
  return found;
}

async function visible({ parts }: QueryContext): Promise<MeasurementInfo[]> {
  await ownTurn();
  return [...(await parts.store.measurements())];
}

function tooMany(whose: "client" | "all"): Response {
  const headers = { "Retry-After": "5" };
  if (whose === "all") return failure(503, `${LIMITS.waiting} queries wait already`, headers);
  return failure(429, `${LIMITS.waitingOfOne} queries of yours wait already`, headers);
}

function failure(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${JSON.stringify({ error })}\n`, { status, headers: { ...HEADERS, ...headers } });
}
