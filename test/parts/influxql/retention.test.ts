/** Queries over rows, and over the summaries that remain of them. */

import { EVERYBODY } from "../../../runtime/http/caller.ts";
import { influxqlApi } from "../../../runtime/parts/influxql/influxql-api.ts";
import { type Answers, NOW, PLACE, testAggregates } from "../../support/retained-store.ts";

/** The answers to queries of Grafana's builder. */
const answered: Answers = async (store) => {
  const api = influxqlApi({ store, caller: () => EVERYBODY, now: () => NOW });
  const fields = "mean(value), min(counter), max(value), first(value), last(counter), count(value), spread(value)";
  const queries = [
    `SELECT ${fields} FROM ${PLACE.measurement} WHERE time > now() - 90d GROUP BY time(1h) fill(none)`,
    `SELECT ${fields} FROM ${PLACE.measurement}`,
    `SELECT first(counter) FROM ${PLACE.measurement}`,
  ];
  const answers = queries.map(async (q) => {
    const answer = await api.request(`/query?${new URLSearchParams({ db: PLACE.database, q })}`);
    const text = (await answer.text()).replaceAll(/"\d{4}-\d\d-[^"]*Z"/g, '"time"');
    return JSON.parse(text) as unknown;
  });
  return Promise.all(answers);
};

testAggregates("exports and InfluxQL", answered, 3);
