/** One column against another. */

import type { Theme } from "../../app/theme-colours.ts";
import { axisRange, unitOf } from "../../chart/chart-shapes.ts";
import type { Row } from "../../series/sampled-rows.ts";
import { formatAs, formatTick, formatTime } from "../../text/format.ts";
import { say } from "../../text/words.ts";
import type { PanelView, ViewContext } from "../kind.ts";
import { numericNames } from "../numeric-names.ts";
import { pointedRow, RowsPicture } from "../rows.ts";
import { boundsOf, drawAxes, type Plot, type Scale, xOf, yOf } from "./canvas.ts";
import { pictureView } from "./picture-view.tsx";

/** More points do not make the picture clearer. */
const MOST_POINTS = 20_000;

class XyPicture extends RowsPicture {
  readonly height = 1.3;

  paint(plot: Plot, theme: Theme): void {
    const [xName, yName] = this.#names();
    const rows = this.#rows();
    const places = rows.map(({ values }) => [values[0]!, values[1]!] as const);
    const x = this.#scale(
      xName,
      places.map(([value]) => value),
    );
    const y = this.#scale(
      yName,
      places.map(([, value]) => value),
    );
    drawAxes(plot, x, y, theme);
    const { ctx } = plot;
    const asLine = this.context.settings().options?.["as"] === "line";
    ctx.strokeStyle = theme.lines[0]!;
    ctx.lineWidth = 1.5;
    if (asLine) {
      ctx.beginPath();
      for (const [at, value] of places) ctx.lineTo(xOf(plot, x, at), yOf(plot, y, value));
      ctx.stroke();
    } else {
      // Older points are paler.
      places.forEach(([at, value], i) => {
        ctx.globalAlpha = 0.25 + 0.75 * (i / places.length);
        ctx.fillStyle = theme.lines[0]!;
        ctx.fillRect(xOf(plot, x, at) - 1.5, yOf(plot, y, value) - 1.5, 3, 3);
      });
      ctx.globalAlpha = 1;
    }
    const [at, value] = this.#shown(rows)?.values ?? [];
    if (at === undefined || value === undefined) return;
    ctx.fillStyle = theme.mark;
    ctx.beginPath();
    ctx.arc(xOf(plot, x, at), yOf(plot, y, value), 4.5, 0, 2 * Math.PI);
    ctx.fill();
  }

  tell(): string {
    const names = this.#names();
    const shown = this.#shown(this.#rows());
    if (shown === undefined) return this.trouble;
    const values = shown.values.map(
      (value, i) => `${names[i]} ${formatAs(value, this.context.series.format(names[i]!, undefined))}`,
    );
    return say("{0} at {1}", values.join(", "), formatTime(shown.timeMs, this.context.nowMs()));
  }

  describe(): string {
    const [xName, yName] = this.#names();
    const { length } = this.#rows();
    const { count = length } = this;
    return length < count
      ? say("{0} against {1}, {2} points of {3} rows", yName, xName, length, count)
      : say("{0} against {1}, {2} points", yName, xName, length);
  }

  #names(): [x: string, y: string] {
    const { options } = this.context.settings();
    const [first = "", second = first] = numericNames(this.context.feed.description);
    return [String(options?.["x"] ?? first), String(options?.["y"] ?? second)];
  }

  #rows(): Row[] {
    return this.stretches(this.#names()).flat();
  }

  #shown(rows: readonly Row[]): Row | undefined {
    return pointedRow(rows, this.context) ?? rows.at(-1);
  }

  #scale(name: string, values: readonly number[]): Scale {
    const settings = this.context.settings();
    const bounds = boundsOf(values);
    const [low, high] = bounds === undefined ? [0, 1] : axisRange(...bounds, settings.axes?.[name] ?? {});
    const column = this.context.feed.description.columns.find((one) => one.name === name);
    const unit = column === undefined ? undefined : unitOf(column, settings);
    return { min: low, max: high, label: unit === undefined ? name : `${name}, ${unit}`, text: formatTick };
  }
}

export function make(context: ViewContext): PanelView {
  return pictureView(context, new XyPicture(context, MOST_POINTS));
}
