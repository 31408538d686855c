/** One field of two runs over each other, by the time since their start. */

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ColumnDescription } from "../../../../model/measurement.ts";
import type { Theme } from "../app/theme-colours.ts";
import { Chart, Gutters } from "../chart/chart.ts";
import type { ChartLine, ChartShape } from "../chart/chart-shapes.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { type Cell, indexAfter } from "../data/series-buffer.ts";
import { joinSources } from "../series/other-series.ts";
import { formatAs, formatNumber, formatQuantity, unitIn } from "../text/format.ts";
import { say } from "../text/words.ts";

/** A run's data for the field, and the start that is laid over the other's. */
export interface Layer {
  readonly name: string;
  readonly feed: MeasurementFeed;
  readonly startMs: number;
}

export function RunChart(props: {
  readonly column: ColumnDescription;
  readonly layers: readonly Layer[];
  /** Beginning of the shown span, from the start; 0 if absent. */
  readonly fromMs?: number;
  readonly lengthMs: number;
  readonly theme: Theme;
  /** Time since the start at the pointer, in all charts. */
  readonly pointerMs: number | undefined;
  readonly onPointer: (ms: number | undefined) => void;
}): JSX.Element {
  const { column, layers, fromMs = 0, lengthMs, theme, pointerMs, onPointer } = props;
  const { name, unit } = column;
  const holder = useRef<HTMLDivElement>(null);
  const drawn = useRef<Chart | undefined>(undefined);
  const shape = shapeOf(column, layers, theme);
  const key = JSON.stringify(shape);
  useLayoutEffect(() => {
    const width = holder.current!.clientWidth;
    const events = {
      onZoom: () => {},
      onCursor: onPointer,
      onScale: () => {},
      onDrag: () => {},
      onMoment: () => {},
    };
    const gutters = new Gutters([shape]);
    drawn.current = new Chart(holder.current!, {
      shape,
      width,
      theme,
      gutters,
      events,
      ends: "named",
      time: "elapsed",
    });
    return () => drawn.current!.destroy();
  }, [key, theme]);
  const { times, cells } = joinSources(
    layers.map(({ feed, startMs }, i) => {
      const [own, values] = feed.buffer.aligned([name]);
      return { times: own.map((ms) => ms - startMs), cells: new Map([[lineName(i), values ?? []]]) };
    }),
    lengthMs / layers[0]!.feed.points,
  );
  const format = layers[0]!.feed.format(name, unit);
  // The page is drawn at least every second.
  useLayoutEffect(() => {
    const chart = drawn.current;
    if (chart === undefined) return;
    const { clientWidth } = holder.current!;
    if (clientWidth !== chart.width) chart.resize(clientWidth);
    const data = layers.map((_layer, i) => cells.get(lineName(i)) ?? []);
    chart.draw({ data: [times, ...data], span: { fromMs, toMs: fromMs + lengthMs }, marks: [], format: () => format });
  });
  const isLoading = layers.some(({ feed }) => feed.isLoading);
  const sentences = layers.map((layer, i) => {
    const value = pointerMs === undefined ? undefined : valueAt(times, cells.get(lineName(i)) ?? [], pointerMs);
    return value === undefined ? [] : [`${layer.name} ${formatQuantity(value, unit, format)}`];
  });
  const text =
    pointerMs === undefined
      ? ""
      : say("at {0}: {1}", `${formatNumber(pointerMs / 1000)} s`, sentences.flat().join(", "));
  return (
    <figure class="run-chart" aria-label={name}>
      <div ref={holder} class="chart" aria-hidden="true">
        <p class="chart-title">
          {name}
          <small>{unitIn(format, unit)}</small>
        </p>
      </div>
      <p class="empty">{isLoading ? say("Loading…") : times.length === 0 ? say("no values in this time span") : ""}</p>
      <figcaption class="picture-text">{text || extremes(layers, name, format, unit)}</figcaption>
    </figure>
  );
}

/** The names of the shown columns, with this one or without it. */
export function toggled(shown: readonly ColumnDescription[], name: string): ReadonlySet<string> {
  const names = new Set(shown.map((one) => one.name));
  if (!names.delete(name)) names.add(name);
  return names;
}

/** Two runs may have one name. */
const lineName = (index: number) => "AB"[index] ?? String(index);

function shapeOf({ name, unit, limits }: ColumnDescription, layers: readonly Layer[], theme: Theme): ChartShape {
  const lines = layers.map(
    (_layer, i): ChartLine => ({
      column: lineName(i),
      colour: theme.lines[i === 0 ? 0 : 5]!,
      drawn: "line",
      axis: "left",
      isDashed: false,
      top: 1,
      ...(limits && { limits }),
    }),
  );
  return { kind: "lines", left: { name, title: name, unit }, lines, timeAxis: "labelled", scale: 1.6 };
}

/** The last value before the time, unless a gap is between. */
function valueAt(times: readonly number[], cells: readonly Cell[], timeMs: number): number | undefined {
  for (let i = indexAfter(times, timeMs) - 1; i >= 0; i -= 1) {
    const cell = cells[i];
    if (cell === null) return undefined;
    if (cell !== undefined) return cell;
  }
  return undefined;
}

function extremes(
  layers: readonly Layer[],
  name: string,
  format: ReturnType<MeasurementFeed["format"]>,
  unit: string | undefined,
): string {
  return layers
    .flatMap((layer) => {
      const found = layer.feed.buffer.extent(name);
      return found === undefined
        ? []
        : [
            say(
              "{0}: from {1} to {2}",
              layer.name,
              formatAs(found.min, format),
              formatQuantity(found.max, unit, format),
            ),
          ];
    })
    .join("; ");
}
