/** All rows, in the order of the table. */

import type { Row } from "./row.ts";
import { httpJson } from "./rows/http-json.ts";

export const ROWS: readonly Row[] = [httpJson];

/** @throws Error (one sentence) */
export function findRow(name: string): Row {
  const row = ROWS.find((each) => each.name === name);
  if (row !== undefined) return row;
  throw new Error(`there is no row '${name}'; known are ${ROWS.map((each) => each.name).join(", ")}`);
}
