/** Alarms as a table for other programs: one line for each, the newest first. */

import type { AlarmEntry } from "../../model/alarms.ts";

type Cell = string | number | undefined;

const COLUMNS: readonly (readonly [name: string, of: (entry: AlarmEntry) => Cell])[] = [
  ["id", ({ id }) => id],
  ["time", ({ time }) => time],
  ["cleared", ({ cleared }) => cleared],
  ["level", ({ level }) => level],
  ["database", ({ database }) => database],
  ["measurement", ({ measurement }) => measurement],
  ["column", ({ column }) => column],
  ["value", ({ value }) => (Number.isFinite(value) ? value : undefined)],
  ["worst", ({ worst, value }) => worst ?? (Number.isFinite(value) ? value : undefined)],
  ["unit", ({ unit }) => unit],
  ["count", ({ count = 1 }) => count],
  ["again", ({ again }) => again],
  ["seen_by", ({ seen }) => seen?.by],
  ["seen", ({ seen }) => seen?.time],
  ["note", ({ seen }) => seen?.note],
  ["message", ({ message }) => message],
];

export function alarmsCsv(entries: readonly AlarmEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map(([, of]) => cell(of(entry))).join(","));
  return `${[COLUMNS.map(([name]) => name).join(","), ...lines].join("\r\n")}\r\n`;
}

/** A text that a spreadsheet would calculate is marked as a text: notes and names come from others. */
function cell(value: Cell): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value ?? "") ? `'${value}` : (value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
