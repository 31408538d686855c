/**
 * The values of a measurement, newest or at the pointer, with statistics; a click on a name switches its line on and
 * off.
 */

import { type JSX, render } from "preact";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import type { ColumnStatistics } from "../../../../model/store.ts";
import { SERIES_TYPE } from "../chart/series-drag.ts";
import { type DatedValue, numeric } from "../data/latest-values.ts";
import { formatAs, formatInteger, formatOf, type NumberFormat, unitIn } from "../text/format.ts";
import { limitState } from "../text/limit-watch.ts";
import { rangeText, valueText } from "../text/value-text.ts";
import { say } from "../text/words.ts";
import { Cut } from "../ui/cut.tsx";
import { place } from "../ui/place.ts";
import type { Pointed } from "./panel-series.ts";

interface Row {
  readonly description: ColumnDescription;
  readonly name: HTMLButtonElement;
  readonly value: HTMLElement;
  readonly statistics: Readonly<Record<(typeof FIGURES)[number], HTMLElement>>;
  readonly cursors: Readonly<Record<"a" | "b" | "delta", HTMLElement>>;
  readonly unit: HTMLElement;
  format: NumberFormat;
  /** Its statistics. */
  found: ColumnStatistics | undefined;
  /** Whether the newest value belongs to them. */
  isLive: boolean;
}

/** Characters. */
const LONG = 9;
const MOST_DECIMALS = 9;
const FIGURES = ["min", "mean", "max", "deviation"] as const;

type Cursors = Readonly<Record<"a" | "b", number | undefined>>;

export class ValueTable {
  readonly root = place("div", "legend");
  readonly #table: HTMLTableElement;
  #columns: readonly ColumnDescription[] = [];
  readonly #rows = new Map<string, Row>();
  readonly #onToggle: (column: string) => void;
  readonly #formatOf: (column: string, unit: string | undefined) => NumberFormat;

  constructor(
    onToggle: (column: string) => void,
    formatOf: (column: string, unit: string | undefined) => NumberFormat,
  ) {
    this.#onToggle = onToggle;
    this.#formatOf = formatOf;
    this.#frame();
    this.#table = this.root.querySelector("table")!;
    const sizes = new ResizeObserver(() => {
      this.root.classList.toggle("scrolls", this.root.scrollWidth > this.root.clientWidth);
    });
    sizes.observe(this.root);
    sizes.observe(this.#table);
  }

  /** Rows for these columns; message fields (length, ID, checksum) come last. */
  describe(columns: readonly ColumnDescription[]): void {
    const ordered = [
      ...columns.filter(({ role }) => role !== "frame"),
      ...columns.filter(({ role }) => role === "frame"),
    ];
    this.#columns = ordered;
    this.#frame();
    const rows = this.#table.tBodies[0]!.rows;
    for (const [i, description] of ordered.entries()) {
      const known = this.#rows.get(description.name);
      if (known !== undefined && JSON.stringify(known.description) === JSON.stringify(description)) continue;
      this.#rows.set(description.name, rowOf(description, rows[i]!));
    }
    const names = new Set(ordered.map(({ name }) => name));
    for (const name of [...this.#rows.keys()]) if (!names.has(name)) this.#rows.delete(name);
    this.#showUnits();
  }

  /** Names need the room of units that no column has. */
  #showUnits(): void {
    const hasUnits = [...this.#rows.values()].some(({ unit }) => unit.textContent !== "");
    this.#table.classList.toggle("without-units", !hasUnits);
  }

  /** Numbers change with each frame: `show` writes them into the cells. */
  #frame(): void {
    const frames = this.#columns.filter(({ role }) => role === "frame").length;
    const isOpen = this.#table?.classList.contains("with-frames") === true;
    const closed = frames === 1 ? say("1 message field") : say("{0} message fields", frames);
    render(
      <>
        <table class="values">
          <thead>
            <tr>
              {HEADINGS.map(([text, className]) => (
                <th key={text} scope="col" class={className}>
                  {say(text)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {this.#columns.map((column) => (
              <Cells key={column.name} column={column} onToggle={() => this.#onToggle(column.name)} />
            ))}
          </tbody>
        </table>
        {/* Columns that describe the message, not a measured value. */}
        <button
          type="button"
          class="more"
          hidden={frames === 0}
          aria-expanded={isOpen}
          onClick={() => {
            this.#table.classList.toggle("with-frames");
            this.#frame();
          }}
        >
          {isOpen ? say("without message fields") : closed}
        </button>
      </>,
      this.root,
    );
  }

  /** `colour` undefined: the column is not drawn. */
  setColour(column: string, colour: string | undefined): void {
    const row = this.#rows.get(column);
    if (row === undefined) return;
    row.name.setAttribute("aria-pressed", String(colour !== undefined));
    row.name.style.setProperty("--swatch", colour ?? "transparent");
  }

  /** The colours of states, which change with their values. */
  setStates(colourOf: (column: string) => string | undefined): void {
    for (const [name, { name: label }] of this.#rows) {
      const colour = colourOf(name);
      if (colour !== undefined && label.style.getPropertyValue("--swatch") !== colour)
        label.style.setProperty("--swatch", colour);
    }
  }

  /** @param missingText how long a field has had no value, for the title of its last one; empty if it has one */
  show(pointedAt: (column: string) => Pointed | undefined, missingText: (column: string) => string): void {
    for (const [name, row] of this.#rows) {
      const pointed = pointedAt(name);
      const value = pointed !== undefined && "value" in pointed ? pointed.value : undefined;
      const isOther = this.#reformat(row);
      const text = pointedText(row, pointed);
      setNumber(row.value, text);
      const state = limitState(row.description, value);
      if (row.value.dataset["limit"] !== state) row.value.dataset["limit"] = state;
      const found = row.isLive ? including(row.found, value) : row.found;
      if (isOther || found !== row.found) showFigures(row, found);
      titled(row.value, text, missingText(name));
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
      row.isLive = value !== undefined && !isBetween;
      this.#reformat(row);
      showFigures(row, found);
      const about = isBetween ? "Of all {0} values between A and B" : "Of all {0} values in this time span";
      for (const key of FIGURES) {
        const title = found === undefined ? "" : say(about, formatInteger(found.count));
        if (statistics[key].title !== title) statistics[key].title = title;
      }
    }
  }

  /** Values at both cursors and statistics between them. */
  showCursors(
    { a, b }: Cursors,
    valueAt: (column: string, cursor: "a" | "b", timeMs: number) => DatedValue | undefined,
    timeText: (timeMs: number) => string,
  ): void {
    this.#table.classList.toggle("with-cursors", a !== undefined || b !== undefined);
    if (a === undefined && b === undefined) return;
    const show = (row: Row, cursor: "a" | "b", timeMs: number | undefined) => {
      const found = timeMs === undefined ? undefined : valueAt(row.description.name, cursor, timeMs);
      const value = found?.value ?? undefined;
      const place = row.cursors[cursor];
      setNumber(place, value === undefined ? "" : valueText(row.description, value, row.format).text);
      const title = found === undefined ? "" : say("row of {0}", timeText(found.timeMs));
      if (place.title !== title) place.title = title;
      return value;
    };
    for (const row of this.#rows.values()) {
      const from = show(row, "a", a);
      const delta = difference(from, show(row, "b", b));
      // States have no difference.
      const isNumber = row.description.states === undefined && row.description.role !== "flag";
      setNumber(row.cursors.delta, isNumber && delta !== undefined ? formatAs(delta, row.format) : "");
    }
  }

  /** @returns whether the row's figures must be written anew */
  #reformat(row: Row): boolean {
    const { name, unit } = row.description;
    const format = this.#formatOf(name, unit);
    if (JSON.stringify(format) === JSON.stringify(row.format)) return false;
    row.format = format;
    setText(row.unit, unitIn(format, unit));
    this.#showUnits();
    const places = Math.max(...[...this.#rows.values()].map(placesOf));
    this.#table.style.setProperty("--places", places === 0 ? "0" : `${places + 0.5}ch`);
    return true;
  }
}

function Cells(props: { readonly column: ColumnDescription; readonly onToggle: () => void }): JSX.Element {
  const { column, onToggle } = props;
  const { name, role, unit, type } = column;
  return (
    <tr class={role === "frame" ? "frame" : undefined}>
      <th scope="row">
        <button
          type="button"
          class="name"
          title={describe(column)}
          aria-label={name}
          disabled={role === "frame" && type === "string"}
          onClick={onToggle}
          // The name can be dragged to add the series to another panel.
          draggable={type !== "string"}
          onDragStart={({ dataTransfer }) => dataTransfer?.setData(SERIES_TYPE, name)}
        >
          <Cut name={name} />
        </button>
      </th>
      {CELLS.map((className, i) =>
        className === "unit" ? (
          <td key={className} class={className} title={unit} />
        ) : (
          <td key={`${className} ${i}`} class={className === "value" && type === "string" ? "value text" : className}>
            <i />
          </td>
        ),
      )}
    </tr>
  );
}

function rowOf(description: ColumnDescription, root: HTMLTableRowElement): Row {
  const [head, value, unit, a, b, delta, min, mean, max, deviation] = root.cells;
  // Integers stand before the decimals.
  for (const { firstChild } of root.cells) if (firstChild?.nodeName === "I") firstChild.before("");
  unit!.textContent = description.unit ?? "";
  return {
    description,
    name: head!.querySelector("button")!,
    value: value!,
    statistics: { min: min!, mean: mean!, max: max!, deviation: deviation! },
    cursors: { a: a!, b: b!, delta: delta! },
    unit: unit!,
    format: formatOf([]),
    found: undefined,
    isLive: false,
  };
}

function titled(cell: HTMLElement, text: string, missing: string): void {
  cell.classList.toggle("old", missing !== "");
  const title = missing === "" && text.length > LONG ? text : missing;
  if (cell.title !== title) cell.title = title;
}

function pointedText({ description, format }: Row, pointed: Pointed | undefined): string {
  if (pointed === undefined || "value" in pointed) return valueText(description, pointed?.value, format).text;
  const isNumber = description.role === "value" && description.states === undefined;
  return isNumber ? rangeText(pointed.range, format) : "…";
}

/** Exact also for integers that a double cannot hold. */
function difference(from: unknown, to: unknown): number | bigint | undefined {
  if (typeof from === "number" && typeof to === "number") return to - from;
  const isInteger = (value: unknown): value is number | bigint =>
    typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  return isInteger(from) && isInteger(to) ? BigInt(to) - BigInt(from) : undefined;
}

/** The extremes include the value beside them, without waiting for the store's next answer. */
function including(found: ColumnStatistics | undefined, value: unknown): ColumnStatistics | undefined {
  const own = typeof value === "bigint" ? value : numeric(value);
  if (found === undefined || own === undefined || typeof value === "boolean") return found;
  return { ...found, min: own < found.min ? own : found.min, max: own > found.max ? own : found.max };
}

function showFigures(row: Row, found: ColumnStatistics | undefined): void {
  row.found = found;
  for (const key of FIGURES) {
    const figure = found?.[key] ?? undefined;
    const format = key === "deviation" ? fineFor(found?.deviation ?? undefined, row.format) : row.format;
    setNumber(row.statistics[key], figure === undefined ? "" : formatAs(figure, format));
  }
}

/** Two significant digits at least: a small deviation among large values must not read 0. */
function fineFor(figure: number | undefined, format: NumberFormat): NumberFormat {
  const { decimals, between, factor } = format;
  if (figure === undefined || figure === 0 || decimals === undefined) return format;
  const needed = Math.min(MOST_DECIMALS, 1 - Math.floor(Math.log10(Math.abs(figure * factor))));
  return { ...format, decimals: Math.max(decimals, needed), between: Math.max(between, needed) };
}

function placesOf({ description: { role, states }, format: { decimals, between } }: Row): number {
  return role === "value" && states === undefined ? decimals || between : 0;
}

/** Integer part and decimals, in elements of fixed width; what is too long for that also uses the room of the decimals. */
function setNumber(place: HTMLElement, text: string): void {
  if (place.textContent === text) return;
  const point = /^[\u2212\d\u202f]*(?=[.,]\d+(e.*)?$)/.exec(text)?.[0].length ?? (text.length > LONG ? 0 : text.length);
  place.firstChild!.nodeValue = text.slice(0, point);
  setText(place.lastElementChild!, text.slice(point));
}

const HEADINGS: readonly (readonly [text: string, className?: string])[] = [
  ["field"],
  ["value"],
  ["unit", "unit"],
  ["A", "cursor"],
  ["B", "cursor"],
  ["B − A", "cursor"],
  ["min", "statistic"],
  ["mean", "statistic"],
  ["max", "statistic"],
  ["deviation", "deviation"],
];

/** Cells of a row, behind its name. */
const CELLS = HEADINGS.slice(1).map(([text, className]) => className ?? text);

/** Only if it differs, to avoid a needless layout. */
function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

function describe({ name, type, unit }: ColumnDescription): string {
  return `${name}: ${type}${unit === undefined ? "" : `, ${unit}`}`;
}
