/**
 * The values of a measurement, newest or at the pointer, with statistics; a click on a name switches its line on and
 * off.
 */

import type { ColumnDescription } from "../../../api/measurement-catalogue.ts";
import type { ColumnStatistics } from "../../../store/store.ts";
import { stateName } from "./chart-overlays.ts";
import { button, element, setText } from "./dom.ts";
import { formatAs, formatInteger, formatNumber, formatOf, formatPower, type NumberFormat } from "./format.ts";
import { limitState } from "./limit-watch.ts";
import { say } from "./words.ts";

/** Data type of a dragged series: the column's name; its panel knows the measurement. */
export const SERIES_TYPE = "application/x-structline-series";

interface Row {
  readonly description: ColumnDescription;
  readonly root: HTMLElement;
  readonly name: HTMLButtonElement;
  readonly value: HTMLElement;
  readonly statistics: Readonly<Record<"min" | "mean" | "max", HTMLElement>>;
  readonly cursors: Readonly<Record<"a" | "b" | "delta", HTMLElement>>;
  readonly unit: HTMLElement;
  /** The extremes of its numbers, and whether one is not an integer: they determine the common format. */
  min: number;
  max: number;
  fraction: number | undefined;
  format: NumberFormat;
  /** What is shown, if the newest value belongs to it. */
  live: ColumnStatistics | undefined;
}

/** Statistics up to this size are written with all digits. */
const MOST_PLAIN = 1e8;
const FIGURES = ["min", "mean", "max"] as const;

type Cursors = Readonly<Record<"a" | "b", number | undefined>>;

export class ValueTable {
  readonly root: HTMLElement;
  readonly #table: HTMLElement;
  readonly #body = element("tbody");
  /** Shows columns that describe the message, not a measured value. */
  readonly #more: HTMLButtonElement;
  #frames = 0;
  readonly #rows = new Map<string, Row>();
  readonly #onToggle: (column: string) => void;

  constructor(onToggle: (column: string) => void) {
    this.#onToggle = onToggle;
    this.#more = button("", { class: "more" }, () => {
      this.#table.classList.toggle("with-frames");
      this.#showFrames();
    });
    this.#table = element("table", { class: "values" }, headings(), this.#body);
    this.root = element("div", { class: "legend" }, this.#table, this.#more);
  }

  /** Rows for these columns; message fields (length, ID, checksum) come last. */
  describe(columns: readonly ColumnDescription[]): void {
    const ordered = [
      ...columns.filter(({ role }) => role !== "frame"),
      ...columns.filter(({ role }) => role === "frame"),
    ];
    for (const description of ordered) {
      const known = this.#rows.get(description.name);
      if (known !== undefined && JSON.stringify(known.description) === JSON.stringify(description)) continue;
      this.#rows.set(description.name, this.#newRow(description));
    }
    this.#body.replaceChildren(...ordered.map(({ name }) => this.#rows.get(name)!.root));
    const frames = ordered.filter(({ role }) => role === "frame").length;
    this.#more.hidden = frames === 0;
    this.#frames = frames;
    this.#showFrames();
    const names = new Set(ordered.map(({ name }) => name));
    for (const name of [...this.#rows.keys()]) if (!names.has(name)) this.#rows.delete(name);
  }

  /** `colour` undefined: the column is not drawn. */
  setColour(column: string, colour: string | undefined): void {
    const row = this.#rows.get(column);
    if (row === undefined) return;
    row.name.setAttribute("aria-pressed", String(colour !== undefined));
    row.name.style.setProperty("--swatch", colour ?? "transparent");
  }

  show(valueFor: (column: string) => unknown): void {
    for (const [name, row] of this.#rows) {
      const value = valueFor(name);
      const text = textOf(row, value);
      setNumber(row.value, text);
      const state = limitState(row.description, value);
      if (row.value.dataset["limit"] !== state) row.value.dataset["limit"] = state;
      const live = including(row.live, value);
      if (live !== undefined && live !== row.live) showFigures(row, live, true);
      if (text.length > 9 && row.value.title !== text) row.value.title = text;
    }
  }

  /** @param newest a stored column's newest value, if it is within the span: it may be newer than the statistics */
  showStatistics(
    statisticsFor: (column: string) => ColumnStatistics | undefined,
    span: "statistics" | "betweenCursors",
    newest: (column: string) => unknown,
  ): void {
    const isBetween = span === "betweenCursors";
    this.#table.classList.toggle("between", isBetween);
    for (const [name, row] of this.#rows) {
      const { description, statistics } = row;
      const isNumber = description.role === "value" && description.states === undefined;
      const value = newest(name);
      const found = isNumber ? including(statisticsFor(name), value) : undefined;
      showFigures(row, found, value !== undefined && !isBetween);
      const about = isBetween ? "Of all {0} values between A and B" : "Of all {0} values in this time span";
      for (const key of FIGURES) {
        const title = found === undefined ? "" : digitsOf(row, found[key]) + say(about, formatInteger(found.count));
        if (statistics[key].title !== title) statistics[key].title = title;
      }
    }
  }

  /** Values at both cursors and statistics between them. */
  showCursors({ a, b }: Cursors, valueAt: (column: string, timeMs: number) => number | undefined): void {
    this.#table.classList.toggle("with-cursors", a !== undefined || b !== undefined);
    if (a === undefined && b === undefined) return;
    const show = (row: Row, cursor: "a" | "b", timeMs: number | undefined) => {
      const value = timeMs === undefined ? undefined : valueAt(row.description.name, timeMs);
      setNumber(row.cursors[cursor], value === undefined ? "" : textOf(row, value));
      return value ?? Number.NaN;
    };
    for (const row of this.#rows.values()) {
      const from = show(row, "a", a);
      const delta = show(row, "b", b) - from;
      // States have no difference.
      const isNumber = row.description.states === undefined && row.description.role !== "flag";
      setNumber(row.cursors.delta, isNumber && !Number.isNaN(delta) ? numberIn(row, delta) : "");
    }
  }

  #showFrames(): void {
    const isOpen = this.#table.classList.contains("with-frames");
    this.#more.setAttribute("aria-expanded", String(isOpen));
    setText(this.#more, isOpen ? say("without message fields") : say("{0} message fields", this.#frames));
  }

  #newRow(description: ColumnDescription): Row {
    const { name: label, role, unit, type } = description;
    const name = element("button", { type: "button", class: "name", title: describe(description) }, label);
    if (role === "frame" && type === "string") name.disabled = true;
    else name.addEventListener("click", () => this.#onToggle(label));
    // The name can be dragged to add the series to another panel.
    name.draggable = type !== "string";
    name.addEventListener("dragstart", ({ dataTransfer }) => dataTransfer?.setData(SERIES_TYPE, label));
    const value = cell(type === "string" ? "value text" : "value");
    const unitCell = element("td", { class: "unit", title: unit }, unit ?? "");
    const [min, mean, max] = [cell("statistic"), cell("statistic"), cell("statistic")];
    const [a, b, delta] = [cell("cursor"), cell("cursor"), cell("cursor")];
    const head = element("th", { scope: "row" }, name);
    const kind = role === "frame" ? "frame" : undefined;
    const root = element("tr", { class: kind }, head, value, unitCell, min, mean, max, a, b, delta);
    return {
      description,
      root,
      name,
      value,
      statistics: { min, mean, max },
      cursors: { a, b, delta },
      unit: unitCell,
      min: Number.POSITIVE_INFINITY,
      max: Number.NEGATIVE_INFINITY,
      fraction: undefined,
      format: formatOf([]),
      live: undefined,
    };
  }
}

function textOf(row: Row, value: unknown): string {
  if (value === undefined || value === null) return "–";
  const { role, states } = row.description;
  if (states !== undefined && (typeof value === "number" || typeof value === "bigint"))
    return stateName(Number(value), states);
  if (role === "flag" && (typeof value === "number" || typeof value === "boolean"))
    return say(Number(value) === 0 ? "off" : "on");
  if (typeof value === "bigint") return formatInteger(value);
  return typeof value === "number" ? numberIn(row, value) : String(value);
}

function numberIn(row: Row, value: number): string {
  const isKnown = value >= row.min && value <= row.max && (Number.isInteger(value) || row.fraction !== undefined);
  if (!isKnown) noteNumber(row, value);
  return formatAs(value, row.format);
}

/** The extremes include the value beside them, without waiting for the store's next answer. */
function including(found: ColumnStatistics | undefined, value: unknown): ColumnStatistics | undefined {
  if (found === undefined || typeof value !== "number" || !Number.isFinite(value)) return found;
  return { ...found, min: Math.min(found.min, value), max: Math.max(found.max, value) };
}

/** @param isLive a value that comes now belongs to them */
function showFigures(row: Row, found: ColumnStatistics | undefined, isLive: boolean): void {
  row.live = isLive ? found : undefined;
  if (found !== undefined) {
    row.min = found.min;
    row.max = found.max;
    noteNumber(row, found.last);
  }
  for (const key of FIGURES) {
    const figure = found?.[key] ?? undefined;
    setNumber(row.statistics[key], figure === undefined ? "" : statisticIn(row, figure));
  }
}

/** Means of integers have decimals, unlike the integers. */
function statisticIn(row: Row, value: number): string {
  const { format, min, max, description } = row;
  // Three digits are enough here: the value and the tooltip have all of them.
  if (isLong(row, value)) return formatPower(value * format.factor, 3);
  return formatAs(value, format.decimals > 0 ? format : formatOf([min, max, value], description.unit));
}

/** All digits of a figure that is written as a power. */
function digitsOf(row: Row, figure: number | null): string {
  return figure !== null && isLong(row, figure) ? `${formatNumber(figure)}\n` : "";
}

function isLong({ format }: Row, value: number): boolean {
  return Math.abs(value * format.factor) >= MOST_PLAIN;
}

function noteNumber(row: Row, value: number): void {
  if (!Number.isFinite(value)) return;
  row.min = Math.min(row.min, value);
  row.max = Math.max(row.max, value);
  if (!Number.isInteger(value)) row.fraction = value;
  const { unit } = row.description;
  row.format = formatOf([row.min, row.max, row.fraction], unit);
  setText(row.unit, `${row.format.prefix}${unit ?? ""}`);
}

/** Integer part and decimals, in elements of fixed width. */
function setNumber(place: HTMLElement, text: string): void {
  if (place.textContent === text) return;
  const point = /^[\u2212\d\u202f]*(?=[.,]\d+(e.*)?$)/.exec(text)?.[0].length ?? text.length;
  place.firstChild!.nodeValue = text.slice(0, point);
  setText(place.lastElementChild as HTMLElement, text.slice(point));
}

const HEADINGS: readonly (readonly [text: string, className?: string])[] = [
  ["field"],
  ["value"],
  ["unit", "unit"],
  ["min", "statistic"],
  ["mean", "statistic"],
  ["max", "statistic"],
  ["A", "cursor"],
  ["B", "cursor"],
  ["B − A", "cursor"],
];

function headings(): HTMLElement {
  const cells = HEADINGS.map(([text, className]) => element("th", { scope: "col", class: className }, say(text)));
  return element("thead", {}, element("tr", {}, ...cells));
}

function cell(className: string): HTMLElement {
  return element("td", { class: className }, document.createTextNode(""), element("i"));
}

function describe({ name, type, unit }: ColumnDescription): string {
  return `${name}: ${type}${unit === undefined ? "" : `, ${unit}`}`;
}
