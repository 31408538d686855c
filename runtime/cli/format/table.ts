/** Tables in the format `simple` of Python's tabulate, which users' scripts parse. */

import { paint } from "./colour.ts";

/** A title, or a title with more. */
export type TableColumn =
  | string
  | { readonly title: string; readonly align?: "left" | "right"; readonly minimumWidth?: number };

/** A column of numbers. */
export function right(title: string): TableColumn {
  return { title, align: "right" };
}

/** Header, rule, rows; columns two blanks apart; no trailing blanks. */
export function table(given: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const columns = given.map((one) => (typeof one === "string" ? { title: one } : one));
  const widths = columns.map((column, index) =>
    Math.max(column.minimumWidth ?? 0, column.title.length + 2, ...rows.map((row) => width(row[index] ?? ""))),
  );
  const line = (cells: readonly string[], align: (index: number) => "left" | "right") =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0, align(index)))
      .join("  ")
      .trimEnd();
  const titles = line(
    columns.map(({ title }) => title),
    () => "left",
  );
  return [
    paint("strong", titles),
    paint("faint", widths.map((size) => "-".repeat(size)).join("  ")),
    ...rows.map((row) => line(row, (index) => columns[index]?.align ?? "left")),
  ];
}

/** Two columns without a header, the first padded to its widest cell; a row of one cell stands alone. */
export function pairs(rows: readonly (readonly [string, string?])[]): string[] {
  const widest = Math.max(0, ...rows.map(([key, value]) => (value === undefined ? 0 : width(key))));
  return rows.map(([key, value]) => (value === undefined ? key : `${pad(key, widest, "left")}  ${value}`.trimEnd()));
}

function pad(text: string, size: number, align: "left" | "right"): string {
  const blanks = " ".repeat(Math.max(0, size - width(text)));
  return align === "left" ? text + blanks : blanks + text;
}

/** Counts code points, which is close enough to terminal columns for field names. */
function width(text: string): number {
  return [...text].length;
}
