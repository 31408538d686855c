/** The latest values of a measurement, or those at the pointer; each name switches its line on and off. */

import type { ColumnDescription } from "../../../api/measurement-catalogue.ts";
import { element, setText } from "./dom.ts";
import { formatLike } from "./format.ts";

interface Row {
  readonly description: ColumnDescription;
  readonly root: HTMLTableRowElement;
  readonly name: HTMLButtonElement;
  readonly value: HTMLTableCellElement;
  /** Once a value had a fraction, all are shown with places. */
  kind: "integers" | "fractions";
}

export class ValueTable {
  readonly root: HTMLElement;
  readonly #body = element("tbody");
  readonly #rows = new Map<string, Row>();
  readonly #onToggle: (column: string) => void;

  constructor(onToggle: (column: string) => void) {
    this.#onToggle = onToggle;
    this.root = element("table", { class: "values" }, columnWidths(), this.#body);
  }

  /** Adds rows for columns that are new; message fields (length, ID, checksum) stand last. */
  describe(columns: readonly ColumnDescription[]): void {
    const ordered = [
      ...columns.filter(({ role }) => role !== "frame"),
      ...columns.filter(({ role }) => role === "frame"),
    ];
    for (const description of ordered) {
      if (this.#rows.has(description.name)) continue;
      const row = this.#newRow(description);
      this.#rows.set(description.name, row);
    }
    this.#body.replaceChildren(...ordered.map(({ name }) => this.#rows.get(name)!.root));
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
      const text = this.#text(row, valueFor(name));
      setText(row.value, text);
      if (text.length > 9 && row.value.title !== text) row.value.title = text;
    }
  }

  #newRow(description: ColumnDescription): Row {
    const { name: label, role, unit, type } = description;
    const name = element("button", { type: "button", class: "name", title: describe(description) }, label);
    if (type === "string") name.disabled = true;
    else name.addEventListener("click", () => this.#onToggle(label));
    const value = element("td", { class: type === "string" ? "value text" : "value" });
    // Without a unit there is more room for long texts and numbers.
    if (unit === undefined) value.colSpan = 2;
    const cells = unit === undefined ? [value] : [value, element("td", { class: "unit", title: unit }, unit)];
    const head = element("th", { scope: "row" }, name);
    const root = element("tr", { class: role === "frame" ? "frame" : undefined }, head, ...cells);
    return { description, root, name, value, kind: "integers" };
  }

  #text(row: Row, value: unknown): string {
    if (value === undefined || value === null) return "–";
    if (typeof value !== "number") return String(value);
    if (row.description.role === "flag") return value === 0 ? "off" : "on";
    if (!Number.isInteger(value)) row.kind = "fractions";
    return formatLike(value, row.kind);
  }
}

function columnWidths(): HTMLElement {
  return element("colgroup", {}, element("col"), element("col"), element("col"));
}

function describe({ name, type, unit }: ColumnDescription): string {
  return `${name}: ${type}${unit === undefined ? "" : `, ${unit}`}`;
}
