/** Parameters of InfluxDB's requests. Its clients send some that have no effect here. */

import { needed, type Parameter, query, textOf } from "./parameters.ts";

const CREDENTIALS = ["u", "p"].map((name) => query(name, "Ignored: credentials stand in a header", ""));
const passedOver = (...names: readonly string[]) => names.map((name) => query(name, "Ignored", ""));
const OTHERS = [
  query(
    "times",
    "`any`: times before 2000 and more than a day ahead count, too; otherwise such a line has the time of receipt",
    "any",
    textOf(20),
  ),
  query(
    "tags",
    "`series`: each combination of tags is its own measurement; `columns`: tags are columns of the measurement, which has a row for each combination and time",
    "series",
    textOf(20),
  ),
];

const WRITTEN = [query("precision", "What times count in: ns, us, ms, s, m or h", "s", textOf(20)), ...OTHERS];

/** [influxdb1-client for Go: wait_for_leader] */
export const PINGED: readonly Parameter[] = [...passedOver("verbose", "wait_for_leader"), ...CREDENTIALS];

export const WRITE_1: readonly Parameter[] = [
  needed(query("db", "A database", "telegraf")),
  ...WRITTEN,
  ...passedOver("rp", "consistency"),
  ...CREDENTIALS,
];

export const WRITE_2: readonly Parameter[] = [
  needed(query("bucket", "A database", "telegraf")),
  ...WRITTEN,
  // @influxdata/influxdb-client sends the consistency of InfluxDB Enterprise.
  ...passedOver("org", "orgID", "consistency"),
];

export const WRITE_3: readonly Parameter[] = [
  needed(query("db", "A database", "telegraf")),
  query(
    "precision",
    "What times count in: auto (by their size; the default), nanosecond, microsecond, millisecond or second",
    "second",
    textOf(20),
  ),
  query("accept_partial", "`false`: one invalid line refuses all", "true", textOf(5)),
  ...OTHERS,
  // influxdb3-python 0.21.0 sends the organization here, too.
  ...passedOver("no_sync", "org", "orgID"),
];

export const INFLUXQL_STATEMENT =
  'SELECT mean("temperature") FROM "area_42_node_1_sensors" WHERE time > now() - 1h GROUP BY time(1m)';
export const INFLUXQL: readonly Parameter[] = [
  query("q", "Statements", INFLUXQL_STATEMENT),
  query("db", "The database", "mqttkit_1_testdrive"),
  query("epoch", "Times as a number of these since 1970: ns, u, ms, s, m or h; otherwise as ISO 8601", "ms"),
  query("params", "Values of `$name` in the statements: a JSON object", '{"t":"2026-01-31T12:00:00Z"}'),
  ...passedOver("rp", "chunk_size", "pretty"),
  query("chunked", "Ignored: an answer is whole", ""),
  ...CREDENTIALS,
];
