/** Views of one value: a number with its history, a gauge, a state with its duration. */

import { mainColumn } from "../../../../model/main-column.ts";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import { stretches } from "../chart-overlays.ts";
import { allColumns } from "../chart-shapes.ts";
import { element, setText } from "../dom.ts";
import { formatAge, formatNumber } from "../format.ts";
import { limitState, limitText } from "../limit-watch.ts";
import { SPARK_HEIGHT, sparkPaths } from "../spark-path.ts";
import { stateColour, stateName } from "../state-colour.ts";
import { TextStates } from "../text-states.ts";
import { type ValueText, valueText } from "../value-text.ts";
import { say } from "../words.ts";
import { FIGURES } from "./figures.ts";
import { arcPath, gaugeRange, zonesOf } from "./gauge.ts";
import type { MakeView, PanelView, ViewContext } from "./kind.ts";

const SVG = "http://www.w3.org/2000/svg";
type Figure = (typeof FIGURES)[number];
/** Width of the picture below a value; it is stretched to the panel. */
const STAT_WIDTH = 400;

/** Content of a tile: its series, value, and a note. */
interface TileValue {
  readonly name: string;
  readonly column: ColumnDescription;
  readonly value: unknown;
}

/** Common base of all tiles: a value, its note, and a picture below. */
abstract class Tile implements PanelView {
  readonly root: HTMLElement;
  protected readonly context: ViewContext;
  readonly #value = element("b");
  readonly #unit = element("small");
  readonly #note = element("span", { class: "tile-note" });

  constructor(context: ViewContext, drawn: Element) {
    this.context = context;
    this.root = element(
      "div",
      { class: "one-value" },
      element("p", {}, this.#value, this.#unit, this.#note),
      element("div", { class: "one-drawn", "aria-hidden": "true" }, drawn),
    );
  }

  arrange(): void {}
  clear(): void {}
  resize(): void {}
  abstract draw(): void;

  write(): void {
    const { series, pointerMs, nowMs } = this.context;
    const now = nowMs();
    if (this.figure !== "last") series.keepStatistics();
    const told = this.told(pointerMs());
    const { text, unit } = told === undefined ? { text: "–", unit: "" } : this.textOf(told);
    setText(this.#value, text);
    setText(this.#unit, unit);
    setText(this.#note, told === undefined ? "" : this.noteOf(told, now));
    this.root.dataset["limit"] = told === undefined ? "" : limitState(told.column, told.value);
  }

  describe(): string {
    const told = this.told(undefined);
    if (told === undefined) return say("no values in this time span");
    const { text, unit } = this.textOf(told);
    return `${told.name}: ${text}${unit === "" ? "" : ` ${unit}`}`;
  }

  protected get figure(): Figure {
    const chosen = this.context.settings().options?.["figure"];
    return FIGURES.find((one) => one === chosen) ?? "last";
  }

  /** Names of its series: those of other devices, or one of its own. */
  protected get names(): readonly string[] {
    const { series, feed, settings } = this.context;
    const { own, options } = settings();
    if (own === false) return series.others.map(({ name }) => name);
    return [String(options?.["column"] ?? mainColumn(feed.description)?.name ?? "")];
  }

  /** With several series the highest value, or the lowest if the user chose the minimum. */
  protected told(pointerMs: number | undefined): TileValue | undefined {
    const all = this.names.flatMap((name): TileValue[] => {
      const column = this.columnOf(name);
      return column === undefined ? [] : [{ name, column, value: this.valueOf(name, pointerMs) }];
    });
    if (all.length < 2) return all[0];
    const numbers = all.filter((one): one is TileValue & { readonly value: number } => typeof one.value === "number");
    const way = this.figure === "min" ? -1 : 1;
    return numbers.sort((a, b) => way * (b.value - a.value))[0];
  }

  protected columnOf(name: string): ColumnDescription | undefined {
    const { series, feed, settings } = this.context;
    return (
      series.other(name)?.description ?? allColumns(feed.description, settings()).find((column) => column.name === name)
    );
  }

  protected valueOf(name: string, pointerMs: number | undefined): unknown {
    const { series } = this.context;
    if (pointerMs !== undefined) {
      const pointed = series.pointedAt(name, pointerMs);
      return pointed !== undefined && "value" in pointed ? pointed.value : undefined;
    }
    if (this.figure !== "last") return series.statistics(name)?.[this.figure] ?? undefined;
    return series.latest(name);
  }

  protected textOf({ name, column, value }: TileValue): ValueText {
    const unit = this.context.settings().columns?.[column.name]?.unit ?? column.unit;
    return valueText(column, value, this.context.series.format(name, unit), unit);
  }

  protected noteOf({ name, column, value }: TileValue, _nowMs: number): string {
    const limit = limitText(column, value);
    if (limit !== "") return limit;
    const figure = this.figure === "last" ? "" : say(this.figure);
    return this.names.length > 1 ? name : [name, figure].filter((text) => text !== "").join(", ");
  }
}

class StatTile extends Tile {
  readonly #path: SVGPathElement;
  readonly #band = svgElement("path", { class: "band" });

  constructor(context: ViewContext) {
    const [svg, path] = picture(`0 0 ${STAT_WIDTH} ${SPARK_HEIGHT}`, "sparkline");
    svg.setAttribute("preserveAspectRatio", "none");
    super(context, svg);
    this.#path = path;
    svg.prepend(this.#band);
  }

  draw(): void {
    const name = this.told(undefined)?.name;
    const { series, timeline } = this.context;
    const { line, band } =
      name === undefined ? { line: "", band: "" } : sparkPaths(series.aligned([name]), timeline.span(), STAT_WIDTH);
    for (const [path, d] of [
      [this.#path, line],
      [this.#band, band],
    ] as const)
      if (path.getAttribute("d") !== d) path.setAttribute("d", d);
  }
}

class GaugeTile extends Tile {
  readonly #svg: SVGElement;
  #drawn = "";

  constructor(context: ViewContext) {
    const [svg] = picture("0 0 120 66", "gauge");
    super(context, svg);
    this.#svg = svg;
  }

  draw(): void {
    const told = this.told(this.context.pointerMs());
    const { options, axes } = this.context.settings();
    const extent = told && this.context.series.extent(told.name);
    const [from, to] = gaugeRange(options ?? {}, axes?.[told?.name ?? ""], told?.column.limits, extent);
    const value = typeof told?.value === "number" ? told.value : undefined;
    const drawn = JSON.stringify([from, to, value, told?.column.limits]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const share = (one: number) => Math.max(0, Math.min(1, (one - from) / (to - from)));
    const zones = zonesOf(told?.column.limits, from, to).map((zone) =>
      svgElement("path", { d: arcPath(share(zone.from), share(zone.to), 54), class: `zone ${zone.kind}` }),
    );
    this.#svg.replaceChildren(
      svgElement("path", { d: arcPath(0, 1, 44), class: "track" }),
      ...(value === undefined ? [] : [svgElement("path", { d: arcPath(0, share(value), 44), class: "filled" })]),
      ...zones,
      svgText(formatNumber(from), 4, "start"),
      svgText(formatNumber(to), 116, "end"),
    );
  }
}

class StateTile extends Tile {
  readonly #strip: HTMLElement;
  readonly #texts: TextStates;
  #sinceMs: number | undefined;
  #drawn = "";

  constructor(context: ViewContext) {
    const strip = element("div", { class: "state-strip" });
    super(context, strip);
    this.#strip = strip;
    this.#texts = new TextStates(context.feed);
    this.arrange();
  }

  override arrange(): void {
    this.#texts.want(this.names);
  }

  protected override valueOf(name: string, pointerMs: number | undefined): unknown {
    const text = this.#texts.valueAt(name, pointerMs ?? this.context.series.endMs);
    return text ?? super.valueOf(name, pointerMs);
  }

  protected override noteOf({ column }: TileValue, nowMs: number): string {
    return this.#sinceMs === undefined
      ? column.name
      : say("for {0}", formatAge(Math.min(nowMs, this.context.series.endMs) - this.#sinceMs));
  }

  draw(): void {
    const [name = ""] = this.names;
    const { series, timeline, theme } = this.context;
    const span = timeline.span();
    const [times, cells = []] = this.#texts.aligned([name], series);
    const runs = stretches(times, cells, span);
    this.#sinceMs = runs.at(-1)?.fromMs;
    const column = this.columnOf(name);
    const percent = (ms: number) => Math.max(0, Math.min(100, ((ms - span.fromMs) / (span.toMs - span.fromMs)) * 100));
    const parts = runs.map(({ value, fromMs, toMs }) => ({
      text: stateName(value, column),
      left: percent(fromMs).toFixed(1),
      width: (percent(toMs) - percent(fromMs)).toFixed(1),
      colour: stateColour(value, theme(), column),
    }));
    const drawn = JSON.stringify(parts);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#strip.replaceChildren(
      ...parts.map(({ text, left, width, colour }) => {
        const part = element("span", { title: text }, element("i", {}, text));
        part.style.cssText = `left: ${left}%; width: ${width}%`;
        part.style.setProperty("background", colour);
        return part;
      }),
    );
  }
}

function svgElement(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function svgText(text: string, x: number, anchor: "start" | "end"): SVGElement {
  const made = svgElement("text", { x: String(x), y: "65", "text-anchor": anchor });
  made.textContent = text;
  return made;
}

function picture(viewBox: string, className: string): [SVGElement, SVGPathElement] {
  const path = svgElement("path", {}) as SVGPathElement;
  const svg = svgElement("svg", { viewBox, class: className });
  svg.append(path);
  return [svg, path];
}

export const makeStat: MakeView = (context) => new StatTile(context);
export const makeGauge: MakeView = (context) => new GaugeTile(context);
export const makeState: MakeView = (context) => new StateTile(context);
