/** The newest stored values in Prometheus' text format, with their times. */

import type { Context, Hono } from "hono";
import type { ColumnValue } from "../codec/struct-codec.ts";
import type { Callers } from "../http/caller.ts";
import { durationNs, ParameterError, query as parameter, several } from "../http/parameters.ts";
import type { Grant } from "../http/permission.ts";
import { type Route, routed } from "../http/route.ts";
import { groupBy } from "../lib/group-by.ts";
import { ownTurn } from "../lib/turns.ts";
import { newestBefore } from "../model/newest.ts";
import type { MeasurementInfo, NewestQuery } from "../model/store.ts";
import { DatabaseAway } from "../store/database-away.ts";
import { DATABASE, MEASUREMENT } from "./common-parameters.ts";
import { METRICS_TYPE } from "./metrics.ts";
import { PREFIX } from "./metrics-sources.ts";
import { nowNs } from "./now.ts";
import { READERS, type ReadableStore } from "./readable.ts";
import { once, textStream } from "./text-stream.ts";
import { WaitingSlots } from "./waiting-slots.ts";

export interface ValuesApiOptions extends Callers {
  readonly store: ReadableStore;
  readonly now?: () => bigint;
}

const LIMITS = { running: 2, runningOfOne: 1, waiting: 20, waitingOfOne: 4 };
const MOST_MEASUREMENTS = 1_000;
const MOST_VALUES = 50_000;
const NAME = `${PREFIX}value`;
const HEAD = `# HELP ${NAME} The newest value of a column, with its time\n# TYPE ${NAME} gauge\n`;

/** Default maximum age: Prometheus' own limit for stale values. [Prometheus, Staleness] */
const MAX_AGE = "5m";

interface WithSlots extends ValuesApiOptions {
  readonly slots: WaitingSlots;
}

const ROUTES: readonly Route<WithSlots>[] = [
  {
    method: "get",
    path: "/metrics/values",
    summary: "The newest values, in Prometheus' text format",
    parameters: [
      several(DATABASE, ["mqttkit_1_testdrive"]),
      several(MEASUREMENT, ["area_42_node_1_sensors"]),
      parameter("max_age", `Without values that are older; ${MAX_AGE} unless given`, MAX_AGE),
    ],
    answers: ["text/plain"],
    errors: [403, 503],
    may: READERS,
    handle: readValues,
  },
];

export function valuesApi(parts: ValuesApiOptions): Hono {
  return routed(ROUTES, { ...parts, slots: new WaitingSlots(LIMITS) });
}

async function readValues(context: Context, parts: WithSlots, grant: Grant): Promise<Response> {
  const query = new URL(context.req.url).searchParams;
  const ageNs = durationNs(query.get("max_age") ?? MAX_AGE);
  if (ageNs === undefined || ageNs === 0n) throw new ParameterError("Parameter 'max_age' has to be a duration like 5m");
  const slot = await parts.slots.take(parts.client?.(context) ?? "");
  if (typeof slot === "string") {
    context.header("Retry-After", "5");
    return context.text("Too many ask for values at once", slot === "all" ? 503 : 429);
  }
  try {
    const wanted = await wantedOf(parts, query);
    const text = HEAD + (await samplesOf(parts.store, wanted, (parts.now ?? nowNs)(), ageNs));
    // The permission may have been withdrawn while the values were read.
    grant.insist();
    const body = textStream(once(text), { grant, context });
    return context.body(body, 200, { "Content-Type": METRICS_TYPE });
  } finally {
    slot();
  }
}

async function wantedOf({ store }: ValuesApiOptions, query: URLSearchParams): Promise<MeasurementInfo[]> {
  const [databases, measurements] = [query.getAll("database"), query.getAll("measurement")];
  const isNamed = (names: readonly string[], name: string) => names.length === 0 || names.includes(name);
  const wanted = (await store.measurements()).filter(
    ({ database, measurement }) => isNamed(databases, database) && isNamed(measurements, measurement),
  );
  if (wanted.length > MOST_MEASUREMENTS)
    throw new ParameterError(
      `${wanted.length} measurements are too many for one answer of ${MOST_MEASUREMENTS}: name some ('database', 'measurement')`,
    );
  return wanted;
}

/** Leaves out older rows. */
async function samplesOf(
  store: ReadableStore,
  wanted: readonly MeasurementInfo[],
  nowNs: bigint,
  ageNs: bigint,
): Promise<string> {
  const range = { fromNs: nowNs - ageNs, toNs: newestBefore(nowNs), limit: 1 };
  const newest = new Map<MeasurementInfo, string>();
  // A device's columns are those of the others of its kind.
  for (const alike of groupBy(wanted, (info) => JSON.stringify(numericOf(info))).values()) {
    await ownTurn();
    for (const [info, rows] of await newestOf(store, alike, range)) newest.set(info, rows);
  }
  const lines: string[] = [];
  for (const info of wanted) {
    const rows: readonly NewestRow[] = JSON.parse(newest.get(info) ?? "[]");
    for (const row of rows) lines.push(...samplesOfRow(info, row));
    if (lines.length > MOST_VALUES) throw tooMany();
  }
  return lines.join("");
}

/** JSON, of measurements with the same numeric columns. */
async function newestOf(
  store: ReadableStore,
  alike: readonly MeasurementInfo[],
  range: Omit<NewestQuery, "places" | "columns">,
): Promise<readonly (readonly [MeasurementInfo, string])[]> {
  const columns = numericOf(alike[0]!);
  if (columns.length === 0) return [];
  const places = alike.map(({ database, measurement }) => ({ database, measurement }));
  const answers = await store.newestRows({ places, columns, ...range });
  if (answers === "too-many") throw tooMany();
  return answers.map((answer = "[]", index) => {
    if (typeof answer === "object") throw new DatabaseAway(answer.error);
    return [alike[index]!, answer];
  });
}

function numericOf({ columns }: MeasurementInfo): string[] {
  return [...columns].filter(([, type]) => type !== "string").map(([name]) => name);
}

function tooMany(): ParameterError {
  return new ParameterError(`More than ${MOST_VALUES} values: name some measurements ('database', 'measurement')`);
}

interface NewestRow extends Readonly<Record<string, ColumnValue | null>> {
  readonly time: string;
}

function* samplesOfRow({ database, measurement }: MeasurementInfo, { time, ...values }: NewestRow): Generator<string> {
  const place = `database=${label(database)},measurement=${label(measurement)}`;
  for (const [column, value] of Object.entries(values)) {
    if (value === null || typeof value === "string") continue;
    yield `${NAME}{${place},column=${label(column)}} ${Number(value)} ${Date.parse(time)}\n`;
  }
}

/** [Prometheus, Exposition formats: label_value] */
function label(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
