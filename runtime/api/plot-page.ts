/** An interactive plot of a table, as one file that loads no others. */

import type { Cell } from "../model/batch.ts";
import type { WholeTable } from "./address-table.ts";
import { escapeHtml } from "./escape-html.ts";
import type { PlotTable } from "./plot-table.ts";

/** @param template `plot.html`, built by `scripts/build/page.mjs` */
export function plotPage(template: string, table: WholeTable, title: string): string {
  const data = JSON.stringify(plotTable(table)).replaceAll("<", "\\u003c");
  return template.replace(/%(TITLE|DATA)%/g, (_, what) => (what === "TITLE" ? escapeHtml(title) : data));
}

/** Columns with numbers. Rows are in time order, however the table was sorted. */
function plotTable({ names, rows }: WholeTable): PlotTable {
  const at = names.indexOf("time");
  const ordered = at < 0 ? rows : rows.toSorted((a, b) => Number(secondsOf(a[at]) - secondsOf(b[at])));
  const series = names.flatMap((name, index) => {
    const values = ordered.map((row) => numberOf(row[index]));
    return index === at || values.every((value) => value === null) ? [] : [{ name, values }];
  });
  return at < 0 ? { series } : { times: ordered.map((row) => secondsOf(row[at])), series };
}

function secondsOf(timeNs: Cell | undefined): number {
  return Number(BigInt((timeNs ?? 0n) as bigint)) / 1e9;
}

function numberOf(value: Cell | undefined): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  const isNumber = typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
  return isNumber ? Number(value) : null;
}
