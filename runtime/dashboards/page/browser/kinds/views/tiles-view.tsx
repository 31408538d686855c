/** Views of one value: a number with its history, a gauge, a state with its duration. */

import { type JSX, render } from "preact";
import { mainColumn } from "../../../../../model/main-column.ts";
import type { ColumnDescription } from "../../../../../model/measurement.ts";
import { stretches } from "../../chart/chart-overlays.ts";
import { allColumns } from "../../chart/chart-shapes.ts";
import { SPARK_HEIGHT, sparkPaths } from "../../chart/spark-path.ts";
import { numeric } from "../../data/latest-values.ts";
import { TextStates } from "../../series/text-states.ts";
import { formatAge, formatNumber, formatOf, missingText } from "../../text/format.ts";
import { limitState, limitText } from "../../text/limit-watch.ts";
import { STYLED, stateColour, stateName } from "../../text/state-colour.ts";
import { rangeText, type ValueText, valueText } from "../../text/value-text.ts";
import { say } from "../../text/words.ts";
import { place } from "../../ui/place.ts";
import { FIGURES } from "../figures.ts";
import { arcPath, gaugeRange, zonesOf } from "../gauge.ts";
import type { MakeView, PanelView, ViewContext } from "../kind.ts";

type Figure = (typeof FIGURES)[number];
/** Width of the picture below a value; it is stretched to the panel. */
const STAT_WIDTH = 400;

/** Content of a tile: its series, value, and a note. */
interface TileValue {
  readonly name: string;
  readonly column: ColumnDescription;
  readonly value: unknown;
}

const NOTHING = { text: "–", unit: "", note: "", missing: "" };

/** Common base of all tiles: a value, its note, and a picture below. */
abstract class Tile implements PanelView {
  readonly root = place("div", "one-value");
  protected readonly context: ViewContext;
  #text = NOTHING;
  #picture: JSX.Element;

  constructor(context: ViewContext, empty: JSX.Element) {
    this.context = context;
    this.#picture = empty;
    this.#render();
  }

  arrange(): void {}
  clear(): void {}
  resize(): void {}
  protected abstract picture(): JSX.Element;

  draw(): void {
    this.#picture = this.picture();
    this.#render();
  }

  write(): void {
    const { series, pointerMs, nowMs } = this.context;
    const now = nowMs();
    if (this.figure !== "last") series.keepStatistics();
    const shown = this.shownValue(pointerMs());
    const missing = shown === undefined || pointerMs() !== undefined ? "" : this.#missingText(shown);
    this.#text =
      shown === undefined ? NOTHING : { ...this.textOf(shown), note: missing || this.noteOf(shown, now), missing };
    this.root.dataset["limit"] = shown === undefined ? "" : limitState(shown.column, shown.value);
    this.#render();
  }

  #render(): void {
    const { text, unit, note, missing } = this.#text;
    render(
      <>
        <p>
          <b class={missing === "" ? "" : "old"}>{text}</b>
          <small>{unit}</small>
          <span class="tile-note">{note}</span>
        </p>
        <div class="one-drawn" aria-hidden="true">
          {this.#picture}
        </div>
      </>,
      this.root,
    );
  }

  describe(): string {
    const shown = this.shownValue(undefined);
    if (shown === undefined) return say("no values in this time span");
    const { text, unit } = this.textOf(shown);
    const missing = this.#missingText(shown);
    return `${shown.name}: ${text}${unit === "" ? "" : ` ${unit}`}${missing === "" ? "" : `, ${missing}`}`;
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
  protected shownValue(pointerMs: number | undefined): TileValue | undefined {
    const all = this.names.flatMap((name): TileValue[] => {
      const column = this.columnOf(name);
      return column === undefined ? [] : [{ name, column, value: this.valueOf(name, pointerMs) }];
    });
    if (all.length < 2) return all[0];
    const way = this.figure === "min" ? -1 : 1;
    return all
      .filter(({ value }) => numeric(value) !== undefined)
      .sort((a, b) => way * (numeric(b.value)! - numeric(a.value)!))[0];
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
      return pointed !== undefined && "range" in pointed ? this.#rangeText(name, pointed.range) : pointed?.value;
    }
    if (this.figure !== "last") return series.statistics(name)?.[this.figure] ?? undefined;
    return series.latest(name);
  }

  #missingText({ name }: TileValue): string {
    const { series, nowMs } = this.context;
    return this.figure === "last" ? missingText(series.missingSince(name), nowMs()) : "";
  }

  #rangeText(name: string, range: { readonly min: number; readonly max: number }): string {
    return rangeText(range, this.context.series.format(name, this.columnOf(name)?.unit));
  }

  protected textOf({ name, column, value }: TileValue): ValueText {
    const unit = this.context.settings().columns?.[column.name]?.unit ?? column.unit;
    return valueText(column, value, this.context.series.format(name, unit), unit);
  }

  protected noteOf({ name, column, value }: TileValue, _nowMs: number): string {
    const limit = limitText(column, value);
    if (limit !== "") return limit;
    const isFigure = this.figure !== "last" && this.context.pointerMs() === undefined;
    const figure = isFigure ? say(this.figure) : "";
    return this.names.length > 1 ? name : [name, figure].filter((text) => text !== "").join(", ");
  }
}

class StatTile extends Tile {
  constructor(context: ViewContext) {
    super(context, <Spark line="" band="" />);
  }

  protected picture(): JSX.Element {
    const name = this.shownValue(undefined)?.name;
    const { series, timeline } = this.context;
    return name === undefined ? (
      <Spark line="" band="" />
    ) : (
      <Spark {...sparkPaths(series.aligned([name]), timeline.span(), STAT_WIDTH)} />
    );
  }
}

function Spark({ line, band }: { readonly line: string; readonly band: string }): JSX.Element {
  return (
    <svg class="sparkline" viewBox={`0 0 ${STAT_WIDTH} ${SPARK_HEIGHT}`} preserveAspectRatio="none">
      <path class="band" d={band} />
      <path d={line} />
    </svg>
  );
}

class GaugeTile extends Tile {
  constructor(context: ViewContext) {
    super(context, <svg class="gauge" viewBox="0 0 120 66" />);
  }

  protected picture(): JSX.Element {
    const shown = this.shownValue(this.context.pointerMs());
    const value = numeric(shown?.value);
    const { options, axes } = this.context.settings();
    const extent = shown && this.context.series.extent(shown.name);
    const [from, to] = gaugeRange(options ?? {}, axes?.[shown?.name ?? ""], shown?.column.limits, extent);
    const share = (one: number) => Math.max(0, Math.min(1, (one - from) / (to - from)));
    return (
      <svg class="gauge" viewBox="0 0 120 66">
        <path d={arcPath(0, 1, 44)} class="track" />
        {value !== undefined && <path d={arcPath(0, share(value), 44)} class="filled" />}
        {zonesOf(shown?.column.limits, from, to).map((zone) => (
          <path key={zone.from} d={arcPath(share(zone.from), share(zone.to), 54)} class={`zone ${zone.kind}`} />
        ))}
        <text x="4" y="65" text-anchor="start">
          {this.#end(shown, from)}
        </text>
        <text x="116" y="65" text-anchor="end">
          {this.#end(shown, to)}
        </text>
      </svg>
    );
  }

  /** In the unit of the value. */
  #end(shown: TileValue | undefined, end: number): string {
    const { prefix, factor } =
      shown === undefined ? formatOf([]) : this.context.series.format(shown.name, shown.column.unit);
    return prefix === "" ? formatNumber(end) : formatNumber(end * factor);
  }
}

class StateTile extends Tile {
  readonly #texts: TextStates;
  #runs: ReturnType<typeof stretches> = [];

  constructor(context: ViewContext) {
    super(context, <div class="state-strip" />);
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
    const atMs = this.context.pointerMs() ?? Math.min(nowMs, this.context.series.endMs);
    const run = this.#runs.findLast(({ fromMs }) => fromMs <= atMs);
    if (run === undefined) return column.name;
    // The first one may have begun before the span.
    return say(run === this.#runs[0] ? "for {0} or longer" : "for {0}", formatAge(atMs - run.fromMs));
  }

  protected picture(): JSX.Element {
    const [name = ""] = this.names;
    const { series, timeline } = this.context;
    const span = timeline.span();
    const [times, cells = []] = this.#texts.aligned([name], series);
    const runs = stretches(times, cells, span);
    this.#runs = runs;
    const column = this.columnOf(name);
    const percent = (ms: number) => Math.max(0, Math.min(100, ((ms - span.fromMs) / (span.toMs - span.fromMs)) * 100));
    return (
      <div class="state-strip">
        {runs.map(({ value, fromMs, toMs }) => {
          const text = stateName(value, column);
          const left = `${percent(fromMs).toFixed(1)}%`;
          const width = `${(percent(toMs) - percent(fromMs)).toFixed(1)}%`;
          return (
            <span key={fromMs} title={text} style={{ left, width, background: stateColour(value, STYLED, column) }}>
              <i>{text}</i>
            </span>
          );
        })}
      </div>
    );
  }
}

export const makeStat: MakeView = (context) => new StatTile(context);
export const makeGauge: MakeView = (context) => new GaugeTile(context);
export const makeState: MakeView = (context) => new StateTile(context);
