/**
 * `POST /read/sql`: one SELECT over measurements (`"database"."measurement"`, or the name alone), in any format of an
 * export.
 */

import type { Context, Hono } from "hono";
import { EXPORTED, RANGE, TABLE, ZONE } from "../../api/common-parameters.ts";
import { releasing } from "../../api/export-answer.ts";
import { timeZoneOf } from "../../api/export-query.ts";
import { ExportSlots, tooManyExports } from "../../api/export-slots.ts";
import { nowNs } from "../../api/now.ts";
import { READERS, type ReadableStore } from "../../api/readable.ts";
import { textStream } from "../../api/text-stream.ts";
import { exported } from "../../formats/encode-export.ts";
import { FORMAT_NAMES, formatNamed } from "../../formats/formats.ts";
import { atMost } from "../../http/answers.ts";
import type { Callers } from "../../http/caller.ts";
import { ALL_TIMES, interval, oneOf, ParameterError, word } from "../../http/parameters.ts";
import type { Grant } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import type { Log } from "../../lib/log.ts";
import { didYouMean } from "../../lib/nearest.ts";
import { ownTurn } from "../../lib/turns.ts";
import type { MeasurementInfo } from "../../model/store.ts";
import { runSql, SqlError, type SqlSource } from "./run-sql.ts";
import type { SqlReferences } from "./sql-protocol.ts";

export interface SqlApiOptions extends Callers {
  readonly store: ReadableStore;
  readonly timeoutMs?: number;
  readonly log?: Log;
}

const TIMEOUT_MS = 30_000;
const LIMITS = { all: 2, ofOne: 1 };
/** Each measurement is copied for the query. */
const MOST_TABLES = 100;

interface Querying extends SqlApiOptions {
  readonly slots: ExportSlots;
}

const FORMAT = oneOf("format", "Format", ["json", ...FORMAT_NAMES.filter((format) => format !== "json")], "csv");
const ROUTES: readonly Route<Querying>[] = [
  {
    method: "post",
    path: "/read/sql",
    summary: "Runs one SELECT over measurements",
    answer: TABLE,
    parameters: [FORMAT, ...RANGE, ZONE],
    body: { "text/plain": "SELECT max(temperature) AS warmest FROM mqttkit_1_testdrive.area_42_node_1_sensors" },
    answers: EXPORTED,
    errors: [429, 503],
    may: READERS,
    limit: atMost(64 * 1024, "A query"),
    handle: answerSql,
  },
];

export function sqlApi(parts: SqlApiOptions): Hono {
  return routed(ROUTES, { ...parts, slots: new ExportSlots(LIMITS) });
}

async function answerSql(context: Context, parts: Querying, grant: Grant): Promise<Response> {
  const { slots } = parts;
  const query = new URL(context.req.url).searchParams;
  const format = word(query, FORMAT);
  const timeZone = timeZoneOf(query);
  const range = interval(query, nowNs(), ALL_TIMES, timeZone);
  const sql = await context.req.text();
  if (sql.trim() === "") throw new ParameterError("The body of the request has to be a SELECT statement");
  const slot = slots.take(parts.client?.(context) ?? "");
  if (typeof slot === "string") return tooManyExports(context, slot, "queries", slots.limits);
  let visible: readonly MeasurementInfo[] = [];
  const tables = async (references: SqlReferences): Promise<SqlSource[]> => {
    await ownTurn();
    visible = await parts.store.measurements();
    return measurementsOf(references, visible).map((info) => source(info, references.columns, parts.store, range));
  };
  const run = { sql, format, timeZone, timeoutMs: parts.timeoutMs ?? TIMEOUT_MS, tables };
  const bytes = await runSql(run).catch((error: Error) => {
    slot.release();
    throw error instanceof SqlError ? namingMeasurements(error, visible) : error;
  });
  return context.body(textStream(releasing(bytes, slot.release), { grant, context, slot, log: parts.log }), 200, {
    "Content-Type": formatNamed(format).contentType,
  });
}

/** @throws ParameterError for a table that does not exist, or may not be read */
function measurementsOf({ tables }: SqlReferences, visible: readonly MeasurementInfo[]): MeasurementInfo[] {
  const wanted = new Map(tables.map(({ schema, name }) => [JSON.stringify([schema, name]), { schema, name }]));
  if (wanted.size > MOST_TABLES)
    throw new ParameterError(`A query names at most ${MOST_TABLES} measurements, this one ${wanted.size}`);
  const known = new Map<string, MeasurementInfo[]>();
  for (const info of visible) {
    for (const key of [keyOf("", info.measurement), keyOf(info.database, info.measurement)]) {
      const others = known.get(key);
      if (others === undefined) known.set(key, [info]);
      else others.push(info);
    }
  }
  const chosen = new Set<MeasurementInfo>();
  for (const table of wanted.values()) {
    const one = chosenOf(table, known.get(keyOf(table.schema, table.name)) ?? []);
    if (one !== undefined) chosen.add(one);
    // Without a database, it may be the name of a WITH clause; DuckDB reports unknown names.
    else if (table.schema !== "") throw unknownTable(table, visible);
  }
  return [...chosen];
}

/** DuckDB ignores the case of names. */
function keyOf(schema: string, name: string): string {
  return `${schema}\0${name}`.toLowerCase();
}

function chosenOf(
  { schema, name }: SqlReferences["tables"][number],
  found: readonly MeasurementInfo[],
): MeasurementInfo | undefined {
  const exact = found.filter((one) => one.measurement === name && (schema === "" || one.database === schema));
  const [chosen, ...more] = exact.length > 0 ? exact : found;
  if (more.length === 0) return chosen;
  const names = [chosen!, ...more.slice(0, 10)].map(({ database, measurement }) => `"${database}"."${measurement}"`);
  throw new ParameterError(`There are several measurements '${name}': choose one of ${names.join(", ")}`);
}

function unknownTable({ schema, name }: { schema: string; name: string }, visible: readonly MeasurementInfo[]) {
  const inside = visible.filter(({ database }) => same(database, schema));
  const near =
    inside.length === 0
      ? didYouMean(schema, new Set(visible.map(({ database }) => database)))
      : didYouMean(
          name,
          inside.map(({ measurement }) => measurement),
        );
  return new ParameterError(`There is no measurement '${name}' in database '${schema}'${near}`);
}

/** DuckDB suggests its own tables (`pg_index`) for an unknown name; replace that with measurements. */
function namingMeasurements(error: SqlError, visible: readonly MeasurementInfo[]): Error {
  const [, name] = /Table with name (.+?) does not exist!/.exec(error.message) ?? [];
  if (name === undefined) return error;
  const names = new Set(visible.map(({ measurement }) => measurement));
  return new ParameterError(`There is no measurement '${name}'${didYouMean(name, names)}`);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function source(
  { database, measurement, columns }: MeasurementInfo,
  wanted: SqlReferences["columns"],
  store: ReadableStore,
  range: { readonly fromNs: bigint; readonly toNs: bigint },
): SqlSource {
  const named = [...columns].filter(([name]) => wanted === "all" || wanted.includes(name.toLowerCase()));
  const request = {
    sources: [{ database, measurement, columns: named.map(([name, type]) => ({ name, type, as: name })), rows: "all" }],
    combine: "join",
    ...range,
    fill: "none",
    timeZone: "UTC",
    format: "parquet",
  } as const;
  return { schema: database, name: measurement, bytes: exported(store, request) };
}
