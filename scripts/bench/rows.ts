/** All rows: each file of `rows/` exports some. */

import { readdirSync } from "node:fs";
import type { Row } from "./row.ts";

/** Their order in the table; others follow. */
const ORDER = [
  "decode",
  "encode",
  "rules",
  "udp",
  "udp-influxdb",
  "udp-cost",
  "inline-caches",
  "influxdb",
  "duckdb",
  "http-json",
  "csv",
  "mqtt",
  "latency",
  "idle",
  "start",
  "install",
  "generate",
  "bindgen",
];

const FOLDER = new URL("rows/", import.meta.url);

const loaded = await Promise.all(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map(async (name): Promise<object> => import(new URL(name, FOLDER).href)),
);

export const ROWS: readonly Row[] = loaded
  .flatMap((exports) => Object.values(exports).filter(isRow))
  .sort((a, b) => placeOf(a) - placeOf(b));

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "about" in value && "run" in value;
}

function placeOf({ name }: Row): number {
  const place = ORDER.indexOf(name);
  return place < 0 ? ORDER.length : place;
}

/** @throws Error (one sentence) */
export function findRow(name: string): Row {
  const row = ROWS.find((each) => each.name === name);
  if (row !== undefined) return row;
  throw new Error(`there is no row '${name}'; known are ${ROWS.map((each) => each.name).join(", ")}`);
}
