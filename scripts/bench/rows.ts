/** All rows, in the order of the table. */

import type { Row } from "./row.ts";
import { benthosSources, telegrafSources } from "./rows/agents.ts";
import { bindgen } from "./rows/bindgen.ts";
import { decode, encode } from "./rows/codec.ts";
import { csv } from "./rows/csv.ts";
import { duckdb } from "./rows/duckdb.ts";
import { generate } from "./rows/generate.ts";
import { httpJson } from "./rows/http-json.ts";
import { influxdb } from "./rows/influxdb.ts";
import { inlineCaches } from "./rows/inline-caches.ts";
import { install } from "./rows/install.ts";
import { latency } from "./rows/latency.ts";
import { mqtt } from "./rows/mqtt.ts";
import { idle, start } from "./rows/process.ts";
import { rules } from "./rows/rules.ts";
import { telegraf } from "./rows/telegraf.ts";
import { udp, udpCost, udpInfluxdb } from "./rows/udp.ts";

export const ROWS: readonly Row[] = [
  decode,
  encode,
  rules,
  udp,
  udpInfluxdb,
  udpCost,
  inlineCaches,
  influxdb,
  duckdb,
  httpJson,
  csv,
  mqtt,
  latency,
  idle,
  start,
  install,
  generate,
  bindgen,
  telegraf,
  telegrafSources,
  benthosSources,
];

/** @throws Error (one sentence) */
export function findRow(name: string): Row {
  const row = ROWS.find((each) => each.name === name);
  if (row !== undefined) return row;
  throw new Error(`there is no row '${name}'; known are ${ROWS.map((each) => each.name).join(", ")}`);
}
