/**
 * InfluxQL over stored data, for Grafana's InfluxDB data source and InfluxDB's own clients.
 */

import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { READERS } from "../../api/readable.ts";
import { WaitingSlots } from "../../api/waiting-slots.ts";
import { INFLUXQL, INFLUXQL_STATEMENT } from "../../http/influxdb-parameters.ts";
import { needed } from "../../http/parameters.ts";
import { type Route, routed } from "../../http/route.ts";
import { INTEGER, listOf, mapOf, record, TEXT, VALUE } from "../../http/schema.ts";
import { failure, type InfluxqlApiOptions, LIMITS, type Querying } from "./responses.ts";
import { InfluxqlError } from "./tokens.ts";

const MAX_BYTES = 64 * 1024;
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

const answer = async (...query: Parameters<typeof import("./answer-influxql.ts").answerInfluxql>) =>
  (await import("./answer-influxql.ts")).answerInfluxql(...query);

export function influxqlApi(parts: InfluxqlApiOptions): Hono {
  const api = routed(ROUTES, { ...parts, slots: new WaitingSlots(LIMITS) });
  api.onError((error) => {
    if (error instanceof InfluxqlError) return failure(400, `error parsing query: ${error.message}`);
    throw error;
  });
  return api;
}
