/** The values at the pointer, of all lines, flags and states of a panel: one box beside the pointer. */

import { type JSX, render } from "preact";
import type { Chart } from "../../chart/chart.ts";
import type { ChartLine, ChartShape } from "../../chart/chart-shapes.ts";
import type { PanelSeries, Pointed } from "../../panel/panel-series.ts";
import { formatTime } from "../../text/format.ts";
import { STYLED, stateColour } from "../../text/state-colour.ts";
import { rangeText, valueText } from "../../text/value-text.ts";
import { say } from "../../text/words.ts";
import { place } from "../../ui/place.ts";

/** More lines are only counted: those nearest to the pointer are named. */
const MOST_LINES = 14;
const GAP = 14;

export interface Tipped {
  readonly column: string;
  readonly colour: string | undefined;
  readonly text: string;
  readonly unit: string;
}

interface TipOptions {
  readonly charts: readonly Chart[];
  readonly series: PanelSeries;
  readonly nowMs: number;
  /** @param isExact false: without asking the store for rows */
  readonly pointedAt: (column: string, timeMs: number, isExact: boolean) => Pointed | undefined;
  /** Also where the pointer is in another panel. */
  readonly always: boolean;
}

export class PointerTip {
  readonly #holder: HTMLElement;
  readonly #root = place("div", "readings");

  constructor(holder: HTMLElement) {
    this.#holder = holder;
  }

  /** @param timeMs time at the pointer; undefined: none. @param rowMs of the row whose values are shown */
  show(options: TipOptions, timeMs: number | undefined, rowMs: number | undefined): void {
    const { charts, always, nowMs } = options;
    const pointed = charts.find(({ pointerY }) => pointerY !== undefined && this.#isOver());
    const at = pointed ?? charts[0];
    if (timeMs === undefined || at === undefined || (pointed === undefined && !always)) {
      render(null, this.#root);
      return;
    }
    const all = charts.flatMap(({ shape }) => linesOf(shape, options, timeMs));
    const chosen = all.length <= MOST_LINES ? all : nearest(at, all, timeMs);
    const shown = chosen.flatMap((one) => tipped(one, options, timeMs));
    // A panel draws its charts anew, which empties the holder.
    if (this.#root.parentNode !== this.#holder) this.#holder.append(this.#root);
    render(
      all.length === 0 ? null : <Tip timeText={formatTime(rowMs ?? timeMs, nowMs)} {...{ shown, all: all.length }} />,
      this.#root,
    );
    this.#place(at, timeMs);
  }

  /** uPlot moves the pointer of all charts to the same time; one of them has the real pointer. */
  #isOver(): boolean {
    return this.#holder.matches(":hover");
  }

  #place(chart: Chart, timeMs: number): void {
    const box = this.#root.firstElementChild as HTMLElement | null;
    if (box === null) return;
    const { area } = chart;
    const x = area.left + chart.pointOf(timeMs, 0, "left").x;
    const y = chart.root.offsetTop + area.top + (chart.pointerY ?? 0);
    const isLeft = x > (area.left + area.width) * 0.6;
    const below = Math.max(0, Math.min(this.#holder.clientHeight - box.offsetHeight, y + GAP));
    box.style.setProperty("left", `${isLeft ? x - GAP : x + GAP}px`);
    box.style.setProperty("top", `${below}px`);
    box.classList.toggle("left", isLeft);
  }
}

function Tip(props: {
  readonly timeText: string;
  readonly shown: readonly Tipped[];
  readonly all: number;
}): JSX.Element {
  const { timeText, shown, all } = props;
  return (
    <div class="tip">
      <strong>{timeText}</strong>
      <dl>
        {shown.map(({ column, colour, text, unit }) => (
          <div key={column}>
            <dt style={{ "--swatch": colour ?? "transparent" }}>{column}</dt>
            <dd>{text}</dd>
            <small>{unit}</small>
          </div>
        ))}
      </dl>
      {shown.length < all && <small>{say("and {0} more", all - shown.length)}</small>}
    </div>
  );
}

/** A line with a value at the pointer, as its points say. */
interface Met {
  readonly shape: ChartShape;
  readonly line: ChartLine;
  readonly drawn: Pointed;
}

function linesOf(shape: ChartShape, { pointedAt }: TipOptions, timeMs: number): Met[] {
  return shape.lines.flatMap((line) => {
    const drawn = pointedAt(line.column, timeMs, false);
    return drawn === undefined ? [] : [{ shape, line, drawn }];
  });
}

function tipped({ shape, line }: Met, { series, pointedAt }: TipOptions, timeMs: number): Tipped[] {
  const pointed = pointedAt(line.column, timeMs, true);
  if (pointed === undefined) return [];
  const { text, unit } = pointedText(line, shape, pointed, series);
  const { kind } = shape;
  const value = "value" in pointed ? pointed.value : undefined;
  const isState = kind === "strips" && (typeof value === "number" || typeof value === "string");
  const colour = kind === "strips" ? (isState ? stateColour(value, STYLED, line) : undefined) : line.colour;
  return [{ column: line.column, colour, text, unit }];
}

function pointedText(line: ChartLine, shape: ChartShape, pointed: Pointed, series: PanelSeries) {
  const unit = shape.kind === "lines" ? shape[line.axis]?.unit : undefined;
  const format = series.format(line.column, unit);
  if ("range" in pointed && shape.kind === "lines")
    return { text: rangeText(pointed.range, format), unit: valueText(VALUE, pointed.range.max, format, unit).unit };
  if ("range" in pointed) return { text: "…", unit: "" };
  const isFlag = shape.kind === "lanes" && line.top === 1;
  const column = {
    ...VALUE,
    role: isFlag ? ("flag" as const) : VALUE.role,
    ...(line.states && { states: line.states }),
  };
  return valueText(column, pointed.value, format, unit);
}

const VALUE = { role: "value", type: "float" } as const;

/** The lines of the chart under the pointer that are nearest to it. */
function nearest(chart: Chart, all: readonly Met[], timeMs: number): readonly Met[] {
  const { pointerY = 0 } = chart;
  const far = ({ line, drawn }: Met) => {
    const value = "range" in drawn ? drawn.range.min : Number(drawn.value);
    return Math.abs(chart.pointOf(timeMs, value, line.axis).y - pointerY);
  };
  return all
    .filter(({ shape }) => shape === chart.shape)
    .map((one) => ({ one, far: far(one) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST_LINES)
    .map(({ one }) => one);
}
