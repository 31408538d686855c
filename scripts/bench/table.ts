/** Figures as text, and the table in scripts/bench/FIGURES.md between its two markers. */

import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, release, totalmem } from "node:os";
import { type Figure, isMet, shown } from "./row.ts";
import { ROWS } from "./rows.ts";

const BEGIN = "<!-- bench: begin (written by `npm run bench -- --write`) -->";
const END = "<!-- bench: end -->";
const HEAD =
  "| row | of | median | from … to | wanted | reached | another day | behind it | measured on |\n|---|---|--:|--:|--:|---|--:|---|---|";
const DAY = /^\d{4}-\d\d-\d\d/;

export function formatFigure(figure: Figure): string {
  const met = { true: "reached", false: "not reached", undefined: "" }[`${isMet(figure)}`];
  return `${figure.of.padEnd(34)} ${shownValue(figure).padStart(9)} ${spreadOf(figure).padStart(16)} ${wantedOf(figure).padStart(8)} ${met?.padEnd(11)} ${figure.detail}`;
}

/** Rows that were not measured stay unchanged; rows that no longer exist are removed. The last figure of another day is kept next to today's. */
export function writeFigures(path: string, measured: ReadonlyMap<string, readonly Figure[]>): void {
  const text = readFileSync(path, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${path} has no place for the table`);
  const before = text.slice(begin + BEGIN.length, end).split("\n");
  const place = machine();
  const lines = ROWS.flatMap(({ name }) => {
    const figures = measured.get(name);
    if (figures === undefined) return before.filter((line) => line.startsWith(`| \`${name}\` |`));
    return figures.map((figure) => lineOf(name, figure, anotherDay(before, name, figure.of, place), place));
  });
  const table = [BEGIN, HEAD, ...lines, ""].join("\n");
  writeFileSync(path, text.slice(0, begin) + table + text.slice(end));
}

/** The figure of the last day before today. */
function anotherDay(lines: readonly string[], name: string, of: string, place: string): string {
  const cells = lines.map((line) => line.split(" | ")).find(([row, what]) => row === `| \`${name}\`` && what === of);
  if (cells === undefined) return "";
  const day = DAY.exec(cells.at(-1) ?? "")?.[0];
  if (day !== undefined && !place.startsWith(day)) return `${cells[2]} (${day})`;
  return cells[6] ?? "";
}

function lineOf(name: string, figure: Figure, earlier: string, place: string): string {
  const met = { true: "yes", false: "**no**", undefined: "" }[`${isMet(figure)}`];
  const cells = [
    `\`${name}\``,
    figure.of,
    shownValue(figure),
    spreadOf(figure),
    wantedOf(figure),
    met,
    earlier,
    figure.detail,
    place,
  ];
  return `| ${cells.join(" | ")} |`;
}

function shownValue({ value, unit }: Figure): string {
  return withUnit(shown(value.median), unit);
}

function spreadOf({ value }: Figure): string {
  return value.low === value.high ? "" : `${shown(value.low)} … ${shown(value.high)}`;
}

function wantedOf({ wanted, unit }: Figure): string {
  if (wanted === undefined) return "";
  return "atLeast" in wanted
    ? `≥ ${withUnit(shown(wanted.atLeast), unit)}`
    : `≤ ${withUnit(shown(wanted.atMost), unit)}`;
}

function withUnit(number: string, unit: Figure["unit"]): string {
  return unit === "×" ? `${number} ×` : `${number} ${unit}`;
}

function machine(): string {
  const date = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${date}, ${cpus().length} × ${arch()}, ${gigabytes} GB, Linux ${release().split("-")[0]}, Node ${process.versions.node}`;
}
