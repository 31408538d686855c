/** Everything that can be set of a panel. */

import type { App } from "./app.ts";
import { allColumns, isShown } from "./chart-shapes.ts";
import { labelled, openDialog, select } from "./dialog.ts";
import { button, element } from "./dom.ts";
import { KINDS, kindNamed } from "./kinds/kinds.ts";
import type { Panel } from "./panel.ts";
import type { AxisSettings, ColumnSettings, DerivedColumn, PanelSettings } from "./panel-settings.ts";
import { LINE_COLOURS } from "./theme-colours.ts";

const COLOURS = ["blue", "orange", "green", "purple", "ochre", "teal", "red", "violet"];

export class PanelDialog {
  readonly #app: App;
  readonly #panel: Panel;
  readonly #derived = element("div", { class: "derived" });

  constructor(app: App, panel: Panel) {
    this.#app = app;
    this.#panel = panel;
  }

  open(): void {
    const { settings, feed } = this.#panel;
    const { description } = feed;
    const kinds = KINDS.filter((kind) => kind.fits(description)).map(({ name, label }) => [name, label] as const);
    const options = KINDS.filter((kind) => kind.fits(description)).flatMap((kind) =>
      (kind.options?.(description) ?? []).map(({ name, label, choices }) => {
        const chosen = String(settings.options?.[name] ?? choices[0]?.[0] ?? "");
        const field = labelled(label, select(`option ${name}`, choices, chosen, label));
        field.dataset["kind"] = kind.name;
        return field;
      }),
    );
    this.#derived.replaceChildren(...(settings.derived ?? []).map((one) => derivedRow(one)));
    const add = button("Add a computed series", {}, () => this.#derived.append(derivedRow(undefined)));
    const dialog = openDialog({
      title: `Settings of ${this.#panel.title}`,
      submit: "Apply",
      className: "wide",
      fields: [
        labelled(
          "Title",
          element("input", { name: "title", value: settings.title ?? "", placeholder: this.#panel.title }),
        ),
        labelled("Shown as", select("kind", kinds, kindNamed(settings.kind).name, "Shown as")),
        ...options,
        labelled("Columns wide", numberField("width", settings.width, { min: 1, max: 12, step: 1 })),
        labelled("Height of a chart", numberField("height", settings.height, { min: 0.5, max: 12, step: 0.5 })),
        this.#columnTable(),
        element(
          "fieldset",
          {},
          element("legend", {}, "Computed series"),
          element(
            "p",
            { class: "hint" },
            "In the language of rules: sqrt(x^2 + y^2), volts * amps, t > 20 ? 1 : 0. Columns are named as they are stored, with _ for what is no letter or digit.",
          ),
          this.#derived,
          add,
        ),
      ],
      onSubmit: async (form) => this.#apply(form),
    });
    const kindField = dialog.form.elements.namedItem("kind") as HTMLSelectElement;
    const showOptions = () => {
      for (const field of options) field.hidden = field.dataset["kind"] !== kindField.value;
    };
    kindField.addEventListener("change", showOptions);
    showOptions();
  }

  async #apply(form: FormData): Promise<void> {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const number = (name: string) => (text(name) === "" ? undefined : Number(text(name)));
    const derived = this.#readDerived();
    for (const { name, expression } of derived)
      await this.#app.checkFormula(expression, name, this.#panel.feed.description);
    const options = Object.fromEntries(
      [...form.keys()]
        .filter((key) => key.startsWith("option "))
        .map((key) => [key.slice("option ".length), text(key)]),
    );
    const changed: PanelSettings = {
      kind: text("kind"),
      ...(text("title") !== "" && { title: text("title") }),
      ...(number("width") !== undefined && { width: number("width")! }),
      ...(number("height") !== undefined && { height: number("height")! }),
      ...(this.#panel.settings.hidden === true && { hidden: true }),
      ...(this.#panel.settings.series && { series: this.#panel.settings.series }),
      ...(this.#panel.settings.own === false && { own: false }),
      columns: this.#readColumns(text),
      axes: this.#readAxes(text),
      derived,
      options,
    };
    this.#app.layout.replace(this.#panel.id, changed);
  }

  #columnTable(): HTMLElement {
    const { settings, feed } = this.#panel;
    const { description } = feed;
    const head = ["", "shown", "colour", "unit", "chart", "drawn as", "per second", "axis from", "to"];
    const rows = allColumns(description, settings).map((column, i) => {
      const chosen = settings.columns?.[column.name] ?? {};
      const axis = settings.axes?.[column.name];
      const name = (field: string) => `${field} ${i}`;
      const label = (text: string) => `${text} of ${column.name}`;
      const shown = element("input", { type: "checkbox", name: name("shown"), "aria-label": label("shown") });
      shown.checked = isShown(column, description, settings);
      const rate = element("input", { type: "checkbox", name: name("rate"), "aria-label": label("change per second") });
      rate.checked = chosen.rate === true;
      const colours = [
        ["", "automatic"] as const,
        ...COLOURS.slice(0, LINE_COLOURS).map((colour, n) => [String(n), colour] as const),
      ];
      const unit = element("input", {
        name: name("unit"),
        size: "5",
        value: chosen.unit ?? "",
        placeholder: column.unit ?? "",
        "aria-label": label("unit"),
      });
      const cells = [
        shown,
        select(name("colour"), colours, String(chosen.colour ?? ""), label("colour")),
        unit,
        numberField(name("chart"), chosen.chart, { min: 1, max: 99, step: 1 }, label("chart")),
        select(name("drawn"), DRAWN, chosen.drawn ?? "", label("drawn as")),
        rate,
        numberField(name("min"), axis?.min, { step: "any" }, label("axis from")),
        numberField(name("max"), axis?.max, { step: "any" }, label("axis to")),
      ];
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, column.name),
        ...cells.map((cell) => element("td", {}, cell)),
      );
    });
    return element(
      "div",
      { class: "columns", tabindex: "0", role: "region", "aria-label": "Columns" },
      element(
        "p",
        { class: "hint" },
        "Columns with one chart number share a chart; limits of an axis are those of its first column.",
      ),
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ...head.map((text) => element(text === "" ? "td" : "th", text === "" ? {} : { scope: "col" }, text)),
          ),
        ),
        element("tbody", {}, ...rows),
      ),
    );
  }

  #readColumns(text: (name: string) => string): Record<string, ColumnSettings> {
    const { settings, feed } = this.#panel;
    const { description } = feed;
    const plain: PanelSettings = { ...settings, columns: {} };
    return Object.fromEntries(
      allColumns(description, settings).flatMap((column, i): [string, ColumnSettings][] => {
        const value = (field: string) => text(`${field} ${i}`);
        const drawn = DRAWN.find(([known]) => known !== "" && known === value("drawn"))?.[0];
        const isWanted = value("shown") === "on";
        const chosen: ColumnSettings = {
          ...(isWanted !== isShown(column, description, plain) && { shown: isWanted }),
          ...(value("colour") !== "" && { colour: Number(value("colour")) }),
          ...(value("unit") !== "" && { unit: value("unit") }),
          ...(value("chart") !== "" && { chart: Number(value("chart")) }),
          ...(drawn !== undefined && drawn !== "" && { drawn }),
          ...(value("rate") === "on" && { rate: true }),
        };
        return Object.keys(chosen).length === 0 ? [] : [[column.name, chosen]];
      }),
    );
  }

  #readAxes(text: (name: string) => string): Record<string, AxisSettings> {
    const { settings, feed } = this.#panel;
    return Object.fromEntries(
      allColumns(feed.description, settings).flatMap(({ name }, i): [string, AxisSettings][] => {
        const [min, max] = [text(`min ${i}`), text(`max ${i}`)];
        if (min === "" && max === "") return [];
        return [[name, { ...(min !== "" && { min: Number(min) }), ...(max !== "" && { max: Number(max) }) }]];
      }),
    );
  }

  #readDerived(): DerivedColumn[] {
    return [...this.#derived.querySelectorAll<HTMLElement>(".derived-row")].flatMap((row) => {
      const value = (name: string) => row.querySelector<HTMLInputElement>(`[data-field=${name}]`)!.value.trim();
      const [name, expression, unit] = [value("name"), value("expression"), value("unit")];
      if (name === "" && expression === "") return [];
      if (name === "" || expression === "") throw new Error("A computed series has a name and an expression.");
      return [{ name, expression, ...(unit !== "" && { unit }) }];
    });
  }
}

const DRAWN = [
  ["", "automatic"],
  ["line", "line"],
  ["steps", "steps"],
  ["points", "points"],
  ["states", "states"],
] as const;

function numberField(
  name: string,
  value: number | undefined,
  { min, max, step }: { readonly min?: number; readonly max?: number; readonly step: number | "any" },
  label?: string,
): HTMLInputElement {
  return element("input", {
    type: "number",
    name,
    step: String(step),
    ...(min !== undefined && { min: String(min) }),
    ...(max !== undefined && { max: String(max) }),
    value: value === undefined ? "" : String(value),
    placeholder: "auto",
    "aria-label": label,
  });
}

function derivedRow(known: DerivedColumn | undefined): HTMLElement {
  const field = (name: string, placeholder: string, value: string | undefined) =>
    element("input", {
      "data-field": name,
      placeholder,
      value: value ?? "",
      "aria-label": `${placeholder} of a computed series`,
    });
  const row = element(
    "div",
    { class: "derived-row" },
    field("name", "name", known?.name),
    field("expression", "expression", known?.expression),
    field("unit", "unit", known?.unit),
    button("Remove", {}, () => row.remove()),
  );
  return row;
}
