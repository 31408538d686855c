/** What can be asked over HTTP: each route with its parameters and answers. Examples are requests that the sample lab answers. */

import { AGGREGATES, FORMATS } from "../export/export-request.ts";
import { FORMAT_ENCODERS } from "../export/formats.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly description: string;
  readonly schema: object;
  readonly example: string | number | readonly string[];
}

export interface Operation {
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  /** Content types → examples. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Content types of a success; none: 204. */
  readonly answers: readonly string[];
  readonly errors: readonly number[];
}

const text = (maximum = 4096) => ({ type: "string", maxLength: maximum });
const oneOf = (words: readonly string[]) => ({ type: "string", enum: words });
const query = (
  name: string,
  description: string,
  example: Parameter["example"],
  schema: object = text(),
): Parameter => ({
  name,
  in: "query",
  description,
  schema,
  example,
});
const needed = (parameter: Parameter): Parameter => ({ ...parameter, required: true });
const inPath = (name: string, description: string, example: string | number, schema: object = text()): Parameter => ({
  ...query(name, description, example, schema),
  in: "path",
  required: true,
});

const DATABASE = query("database", "Database, as `/read/measurements` lists it", "mqttkit_1_testdrive");
const MEASUREMENT = query("measurement", "Measurement", "area_42_node_1_sensors");
const PLACE = [needed(DATABASE), needed(MEASUREMENT)];
const several = (parameter: Parameter, example: readonly string[]): Parameter => ({
  ...parameter,
  schema: { type: "array", items: text() },
  example,
});
const COLUMN = several(query("column", "Only this column; may be repeated", []), ["temperature"]);
const RANGE = [
  query("from", "Rows from this time on: ISO 8601, epoch (s, ms, µs, ns), `now-2h30m`, `-15m`", "now-1d"),
  query("to", "Rows before this time", "now"),
];
const ZONE = query("tz", "IANA time zone of times without one, of days, and of written times", "Europe/Berlin");
const format = (first: string) => query("format", `Format; ${first} unless given`, "csv", oneOf(FORMATS));
const limit = (most: number, otherwise: number) =>
  query("limit", `At most so many; ${otherwise} unless given`, 10, { type: "integer", minimum: 1, maximum: most });
const NEXT = (kind: "text" | "number") =>
  kind === "text"
    ? query("after", "`next` of the page before", "mqttkit_1_testdrive/area_42_node_1_sensors")
    : query("after", "`next` of the page before", 1000, { type: "integer", minimum: 0 });
const SEARCH = query("search", "Only names that contain this, in any case", "area_42", text(200));
const size = (name: string, what: string, example: number, minimum: number, maximum: number) =>
  query(name, what, example, { type: "integer", minimum, maximum });
const PICTURE = [
  needed(several(DATABASE, ["mqttkit_1_testdrive"])),
  needed(several(MEASUREMENT, ["area_42_node_1_sensors"])),
  COLUMN,
  ...RANGE,
  ZONE,
  size("width", "Pixels; 1000 unless given", 600, 200, 8000),
  size("height", "Pixels; as the charts need it unless given", 400, 100, 16_000),
  query("title", "Above the charts; the measurement's unless given", "Tuesday's run", text(200)),
  query("theme", "Colours of the page", "dark", oneOf(["light", "dark"])),
  query(
    "settings",
    "A panel's settings as the page keeps them: `columns` (unit, colour, drawn, rate, chart, shown), `axes`, `derived`",
    '{"axes":{"temperature":{"min":0,"max":50}}}',
  ),
];
const ROWS = query("rows", "Whether to count the rows of the range as well", "yes", oneOf(["no", "yes"]));
const WAIT = query("wait", "Whether to wait until all that was received is stored", "stored", oneOf(["no", "stored"]));
const EXPORTED = [...new Set(FORMATS.map((name) => FORMAT_ENCODERS[name].contentType.split(";")[0]!))];

const KEY: Parameter = {
  ...query("Idempotency-Key", "What comes again with the same one is stored once", "3f0c2a9e-17", text(255)),
  in: "header",
};
const COMMAND_KEY: Parameter = { ...KEY, description: "A repeated order with the same key is the same command" };
const DEVICE = inPath("address", "With its slashes", "mqttkit-1/testdrive/area-42/node-1");
const COMMAND = {
  "application/json": { command: "set_point", fields: { target: 21.5 }, to: "10.0.0.7", confirm: false, wait: true },
};
const PRECISION = query("precision", "What times count in: ns, us, ms, s, m or h", "s", text(20));

const LINE_TAGS = query(
  "tags",
  "`series`: each combination of tags is its own measurement; `columns`: tags are columns of the measurement",
  "series",
  text(20),
);

const INFLUXQL_STATEMENT =
  'SELECT mean("temperature") FROM "area_42_node_1_sensors" WHERE time > now() - 1h GROUP BY time(1m)';
const INFLUXQL = [
  query("q", "Statements", INFLUXQL_STATEMENT),
  query("db", "The database", "mqttkit_1_testdrive"),
  query(
    "epoch",
    "Times as a number of these since 1970; otherwise as ISO 8601",
    "ms",
    oneOf(["ns", "u", "ms", "s", "m", "h"]),
  ),
  query("rp", "Passed over", ""),
  query("chunked", "Passed over: an answer is whole", ""),
  query("chunk_size", "Passed over", ""),
  query("pretty", "Passed over", ""),
  query("params", "Passed over", ""),
  query("u", "Passed over: credentials stand in a header", ""),
  query("p", "Passed over: credentials stand in a header", ""),
];

/** The same for each kind of address that takes commands. */
function commandsOf(path: string, owner: string, parameter: Parameter): readonly Operation[] {
  return [
    {
      method: "post",
      path: `${path}/command`,
      summary: `Sends a command to a board of ${owner}; \`wait\` answers once the command has ended`,
      parameters: [parameter, COMMAND_KEY],
      body: COMMAND,
      answers: ["application/json"],
      errors: [400, 401, 403, 404, 409, 413, 415, 501, 503],
    },
    {
      method: "get",
      path: `${path}/command`,
      summary: `Commands that ${owner} takes with their fields, known boards, and the newest commands`,
      parameters: [parameter],
      answers: ["application/json"],
      errors: [404, 501],
    },
  ];
}

export const OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/read/measurements",
    summary: "Lists measurements and describes their columns, page by page; `next` is there if more follow",
    parameters: [limit(2000, 1000), NEXT("text"), SEARCH],
    answers: ["application/json"],
    errors: [304, 400, 404],
  },
  {
    method: "get",
    path: "/read/series",
    summary: "Columns over time, downsampled for a chart with their extremes",
    parameters: [
      ...PLACE,
      COLUMN,
      ...RANGE,
      query("points", "At most about so many for each column; 1000 unless given", 100, {
        type: "integer",
        minimum: 2,
        maximum: 10_000,
      }),
      query("time", "Times as epoch ms with a fraction, or as exact ns", "ns", oneOf(["ms", "ns"])),
      WAIT,
    ],
    answers: ["application/json"],
    errors: [400, 404],
  },
  {
    method: "get",
    path: "/read/statistics",
    summary: "Count, least, greatest, mean, deviation, first and last value of columns, over all rows of a range",
    parameters: [...PLACE, COLUMN, ...RANGE, WAIT, ROWS],
    answers: ["application/json"],
    errors: [400, 404],
  },
  {
    method: "get",
    path: "/read/statistics/all",
    summary: "The same of all measurements of a database that have a value in the range, in pages",
    parameters: [needed(DATABASE), needed(COLUMN), SEARCH, limit(10_000, 1000), NEXT("text"), ...RANGE, WAIT],
    answers: ["application/json"],
    errors: [400, 404],
  },
  {
    method: "get",
    path: "/read/rows",
    summary: "The newest rows, exact",
    parameters: [...PLACE, COLUMN, ...RANGE, limit(10_000, 100)],
    answers: ["application/json"],
    errors: [400, 404],
  },
  {
    method: "get",
    path: "/read/struct",
    summary: "Fields of a struct with their offsets",
    parameters: [
      needed({ ...DATABASE, example: "lab_rig_telemetry" }),
      needed({ ...MEASUREMENT, example: "01_mount" }),
    ],
    answers: ["application/json"],
    errors: [400, 404],
  },
  {
    method: "get",
    path: "/read/export",
    summary: "All rows of a range as a file, streamed",
    parameters: [
      needed(several(DATABASE, ["mqttkit_1_testdrive"])),
      needed(several(MEASUREMENT, ["area_42_node_1_sensors"])),
      COLUMN,
      ...RANGE,
      format("csv"),
      query("every", "One row for each stretch of this width", "1h30m"),
      query("aggregate", "Of what `every` makes: repeated, or with commas", "min,max", text()),
      query("fill", "Text for missing values; with `every` also rows for empty stretches", "previous"),
      ZONE,
      query(
        "combine",
        "Several measurements: joined on time, or one below the other",
        "stack",
        oneOf(["join", "stack"]),
      ),
      WAIT,
    ].map((one) =>
      one.name === "aggregate" ? { ...one, description: `${one.description}: ${AGGREGATES.join(", ")}` } : one,
    ),
    answers: EXPORTED,
    errors: [304, 400, 404, 429, 503],
  },
  {
    method: "get",
    path: "/read/plot.png",
    summary: "Panels as a PNG picture, drawn as on the page",
    parameters: [...PICTURE, size("scale", "Pixels of the picture per pixel of its size", 2, 1, 4)],
    answers: ["image/png"],
    errors: [400, 404, 501, 503],
  },
  {
    method: "get",
    path: "/read/plot.svg",
    summary: "Panels as an SVG picture",
    parameters: PICTURE,
    answers: ["image/svg+xml"],
    errors: [400, 404, 501, 503],
  },
  {
    method: "post",
    path: "/read/sql",
    summary: "Runs one SELECT over measurements",
    parameters: [format("json"), ...RANGE, ZONE],
    body: { "text/plain": "SELECT max(temperature) AS warmest FROM mqttkit_1_testdrive.area_42_node_1_sensors" },
    answers: EXPORTED,
    errors: [400, 413, 429, 503],
  },
  {
    method: "get",
    path: "/read/errors",
    summary: "The newest errors, with what to do about them",
    parameters: [query("address", "Only of this channel or device", "rig"), limit(1000, 100)],
    answers: ["application/json"],
    errors: [400],
  },
  {
    method: "get",
    path: "/health",
    summary: "The state of the service and of each part",
    parameters: [
      query("probe", "For probes: only whether it lives, or is ready", "ready", oneOf(["report", "live", "ready"])),
      query("scope", "`node`: this process; `cluster`: all nodes of one", "node", { type: "string" }),
      limit(2000, 1000),
      NEXT("number"),
      SEARCH,
    ],
    answers: ["application/json", "text/plain"],
    errors: [400, 503],
  },
  { method: "get", path: "/metrics", summary: "Metrics for Prometheus", answers: ["text/plain"], errors: [404] },
  {
    method: "get",
    path: "/rejects",
    summary: "Lists rejected messages",
    parameters: [
      query("address", "Only of this address", "rig"),
      query("code", "Only of this kind", "unknown-id"),
      limit(100_000, 100),
    ],
    answers: ["application/json"],
    errors: [400, 403, 503],
  },
  {
    method: "get",
    path: "/rejects/{id}",
    summary: "One rejected message with its payload",
    parameters: [inPath("id", "Its number", 1, { type: "integer", minimum: 1 })],
    answers: ["application/json"],
    errors: [403, 404, 503],
  },
  {
    method: "post",
    path: "/rejects/retry",
    summary: "Retries rejected messages at their original times",
    body: { "application/json": { ids: [1] } },
    answers: ["application/json"],
    errors: [400, 403, 409, 503],
  },
  {
    method: "post",
    path: "/rejects/drop",
    summary: "Deletes rejected messages",
    body: { "application/json": { all: true, address: "rig" } },
    answers: ["application/json"],
    errors: [400, 403, 503],
  },
  {
    method: "post",
    path: "/replay/{channel}",
    summary: "Decodes stored payloads again with the current header; without `apply` it only reports the changes",
    parameters: [inPath("channel", "A UDP channel", "rig")],
    body: { "application/json": { from: "-1h", struct: "mount" } },
    answers: ["application/x-ndjson"],
    errors: [400, 403, 404, 409, 503],
  },
  {
    method: "get",
    path: "/times",
    summary: "Jumps of the system clock that times of receipt followed, and the rows before them",
    answers: ["application/json"],
    errors: [403],
  },
  {
    method: "post",
    path: "/times/move",
    summary: "Moves the rows received before a clock jump to their times by the corrected clock",
    body: { "application/json": { id: 1 } },
    answers: ["application/json"],
    errors: [400, 403, 404, 409, 501, 503],
  },
  {
    method: "post",
    path: "/times/drop",
    summary: "Removes a clock jump from the list; its rows do not change",
    body: { "application/json": { id: 1 } },
    answers: ["application/json"],
    errors: [400, 403, 404],
  },
  {
    method: "get",
    path: "/alarms",
    summary: "Active alarms, the newest thousand, muted columns, and whether this process keeps alarms",
    answers: ["application/json"],
    errors: [],
  },
  {
    method: "post",
    path: "/alarms/acknowledge",
    summary: "Acknowledges an alarm, with a note",
    body: { "application/json": { id: 1, note: "pump ordered" } },
    answers: [],
    errors: [400, 403, 404, 413, 501, 503],
  },
  {
    method: "post",
    path: "/alarms/mute",
    summary: "Mutes a column's alarms for some minutes, or until the alarm clears; 0 minutes ends it",
    body: { "application/json": { database: "lab_rig_telemetry", measurement: "01_mount", column: "t", minutes: 60 } },
    answers: [],
    errors: [400, 403, 413, 501, 503],
  },
  {
    method: "get",
    path: "/alarms/limits",
    summary: "Whether you may set limits of a database",
    parameters: [needed(DATABASE)],
    answers: ["application/json"],
    errors: [],
  },
  {
    method: "put",
    path: "/alarms/limits",
    summary: "Replaces the limits of a column's rule; null restores them, {} turns them off",
    body: {
      "application/json": {
        database: "lab_rig_telemetry",
        measurement: "01_mount",
        column: "t",
        limits: { warn: { min: 5, max: 40 }, alarm: { max: 60 }, holdMs: 3000 },
      },
    },
    answers: [],
    errors: [400, 403, 409, 413, 501, 503],
  },
  {
    method: "get",
    path: "/layouts",
    summary: "Dashboards of the page, shared and your own, and the start dashboard",
    answers: ["application/json"],
    errors: [],
  },
  {
    method: "put",
    path: "/layouts",
    summary: "Sets the start dashboard",
    body: { "application/json": { start: "default" } },
    answers: [],
    errors: [400, 403, 413],
  },
  {
    method: "put",
    path: "/layouts/{name}",
    summary: "Saves a dashboard of the page",
    parameters: [
      inPath("name", "1 to 64 letters, digits, blanks, '.', '-', '_'; '~' before one's own", "wall", text(65)),
    ],
    body: { "application/json": { order: [], panels: {}, added: {} } },
    answers: [],
    errors: [400, 403, 412, 413],
  },
  {
    method: "get",
    path: "/layouts/{name}/grafana",
    summary: "A dashboard of the page as a Grafana dashboard (store InfluxDB)",
    parameters: [inPath("name", "Its name", "wall", text(65))],
    answers: ["application/json"],
    errors: [404, 501],
  },
  {
    method: "get",
    path: "/layouts/{name}",
    summary: "A dashboard of the page",
    parameters: [inPath("name", "Its name", "wall", text(65))],
    answers: ["application/json"],
    errors: [400, 403],
  },
  {
    method: "delete",
    path: "/layouts/{name}",
    summary: "Deletes a dashboard of the page",
    parameters: [inPath("name", "Its name", "wall", text(64))],
    answers: [],
    errors: [400, 403],
  },
  {
    method: "delete",
    path: "/measurements",
    summary: "Deletes a measurement with all its rows (embedded store)",
    parameters: [...PLACE, needed(query("confirm", "The measurement's name again", "area_42_node_1_sensors"))],
    answers: [],
    errors: [400, 403, 404, 501],
  },
  {
    method: "post",
    path: "/api/{address}/data",
    summary: "Data of a device: `<realm>/<network>/<gateway>/<node>`, or `<realm>/channel/<channel_id>`",
    parameters: [DEVICE, KEY],
    body: {
      "application/json": { temperature: 42.84, humidity: 83 },
      "application/x-www-form-urlencoded": "temperature=42.84&humidity=83",
      "text/csv": "## time,temperature,humidity\n2026-01-31T12:00:00Z,42.84,83\n",
    },
    answers: ["application/json"],
    errors: [400, 401, 403, 404, 413, 415, 503],
  },
  {
    method: "post",
    path: "/api/{address}/event",
    summary: "An annotation of a device",
    parameters: [DEVICE, KEY],
    body: { "application/json": { title: "Maintenance", text: "Sensor cleaned", tags: "service" } },
    answers: ["application/json"],
    errors: [400, 401, 403, 404, 413, 415, 503],
  },
  {
    method: "post",
    path: "/api/lab/{channel}/data",
    summary:
      "Frames of a channel with `http` in its `sources`: hexadecimal lines, or bytes (`application/octet-stream`): a frame or a framed stream",
    parameters: [inPath("channel", "A channel", "h2m")],
    body: { "text/plain": "0x05022a0021\n" },
    answers: ["application/json"],
    errors: [400, 401, 403, 404, 413, 415, 503],
  },
  ...commandsOf("/api/lab/{channel}", "a channel", inPath("channel", "A channel", "rig")),
  ...commandsOf("/api/{address}", "a device of a realm with `binary`", DEVICE),
  {
    method: "get",
    path: "/commands",
    summary: "All channels and devices that take commands, and the newest commands",
    answers: ["application/json"],
    errors: [501],
  },
  {
    method: "get",
    path: "/commands/places",
    summary: "Addresses of the channels and devices that take your commands",
    answers: ["application/json"],
    errors: [],
  },
  {
    method: "get",
    path: "/commands/{id}",
    summary: "One command, with its state",
    parameters: [inPath("id", "As the order's answer has it", 1, { type: "integer", minimum: 1 })],
    answers: ["application/json"],
    errors: [404],
  },
  {
    method: "delete",
    path: "/commands/{id}",
    summary: "Withdraws a command that is not on its way yet",
    parameters: [inPath("id", "As the order's answer has it", 1, { type: "integer", minimum: 1 })],
    answers: ["application/json"],
    errors: [401, 403, 404, 409, 501],
  },
  {
    method: "get",
    path: "/api/{address}/data.{suffix}",
    summary: "Rows of a device by its own address, as Kotori answers; `event.{suffix}` for its annotations",
    parameters: [
      DEVICE,
      inPath(
        "suffix",
        "csv, txt, tsv, json, html, xlsx, duckdb, png, datatables, dygraphs, bokeh, vega, vega.json",
        "csv",
      ),
      query("from", "A time, `YYYYMMDD`, or like now-8d5h3m", "now-10d"),
      query("to", "The same; a day means its end", "now"),
      query("sort", "Columns, with commas", "time"),
      query("direction", "Of the order", "ascending", oneOf(["ascending", "descending"])),
      query("exclude", "Columns left out, with commas", "humidity"),
      query("include", "Columns in addition to the time, separated by commas", "temperature"),
      query("pad", "Fill a gap with the value before it", "true", text()),
      query("backfill", "Fill a gap with the value after it", "true", text()),
      query("interpolate", "Fill a gap by linear interpolation", "true", text()),
      limit(1_000_000, 1_000_000),
      query("scalar", "The first value of this column, as text", "temperature"),
    ],
    answers: ["text/csv", "text/plain", "application/json", "text/html"],
    errors: [302, 400, 404, 429, 501, 503],
  },
  {
    method: "post",
    path: "/write",
    summary: "Line protocol, as for InfluxDB 1",
    parameters: [
      needed(query("db", "A database", "telegraf")),
      PRECISION,
      LINE_TAGS,
      query("rp", "Passed over", ""),
      query("consistency", "Passed over", ""),
      query("u", "Passed over: credentials stand in a header", ""),
      query("p", "Passed over: credentials stand in a header", ""),
    ],
    body: { "text/plain": "weather,site=north temperature=21.5\n" },
    answers: [],
    errors: [400, 401, 403, 404, 413, 503],
  },
  {
    method: "post",
    path: "/api/v2/write",
    summary: "Line protocol, as for InfluxDB 2",
    parameters: [
      needed(query("bucket", "A database", "telegraf")),
      PRECISION,
      LINE_TAGS,
      query("org", "Passed over", ""),
      query("orgID", "Passed over", ""),
    ],
    body: { "text/plain": "weather,site=north temperature=21.5\n" },
    answers: [],
    errors: [400, 401, 403, 404, 413, 503],
  },
  {
    method: "get",
    path: "/ping",
    summary: "Answers clients of InfluxDB that check for a server",
    answers: [],
    errors: [401],
  },
  {
    method: "get",
    path: "/query",
    summary: "InfluxQL for Grafana's data source InfluxDB",
    parameters: INFLUXQL.map((parameter) => (["q", "db"].includes(parameter.name) ? needed(parameter) : parameter)),
    answers: ["application/json"],
    errors: [400, 403, 413, 503],
  },
  {
    method: "post",
    path: "/query",
    summary: "The same, with the parameters in a form or in the address",
    parameters: INFLUXQL,
    body: {
      "application/x-www-form-urlencoded": `${new URLSearchParams({ db: "mqttkit_1_testdrive", q: INFLUXQL_STATEMENT })}`,
    },
    answers: ["application/json"],
    errors: [400, 403, 413, 503],
  },
  {
    method: "get",
    path: "/metrics/values",
    summary: "The newest values that you may read, in Prometheus' text format",
    parameters: [
      several(DATABASE, ["mqttkit_1_testdrive"]),
      several(MEASUREMENT, ["area_42_node_1_sensors"]),
      query("max_age", "Without values that are older; 5m unless given", "5m"),
    ],
    answers: ["text/plain"],
    errors: [400, 403, 503],
  },
  {
    method: "get",
    path: "/grafana/datasources.yaml",
    summary: "Grafana's data sources of the databases that you may read, as a provisioning file",
    answers: ["application/yaml"],
    errors: [],
  },
  { method: "get", path: "/api/openapi.json", summary: "This description", answers: ["application/json"], errors: [] },
  { method: "get", path: "/", summary: "The page", answers: ["text/html"], errors: [] },
];
