/** One column against another. */

import { axisRange, unitOf } from "../chart-shapes.ts";
import { element, setText } from "../dom.ts";
import { formatNumber, formatTime } from "../format.ts";
import { indexAfter } from "../panel-series.ts";
import { drawAxes, Picture, type Scale, xOf, yOf } from "./canvas.ts";
import { numericNames } from "./columns.ts";
import type { PanelKind, PanelView, ViewContext } from "./kind.ts";

interface Pair {
  readonly timeMs: number;
  readonly x: number;
  readonly y: number;
}

class XyView implements PanelView {
  readonly root: HTMLElement;
  readonly #context: ViewContext;
  readonly #picture = new Picture();
  readonly #text = element("p", { class: "picture-text" });

  constructor(context: ViewContext) {
    this.#context = context;
    this.root = element("div", {}, this.#picture.root, this.#text);
  }

  arrange(): void {}
  clear(): void {}
  resize(): void {}

  draw(): void {
    const theme = this.#context.theme();
    const plot = this.#picture.begin(1.3 * (this.#context.settings().height ?? 1), theme);
    if (plot === undefined) return;
    const [xName, yName] = this.#names();
    const pairs = this.#pairs();
    const [x, y] = [
      this.#scale(
        xName,
        pairs.map((pair) => pair.x),
      ),
      this.#scale(
        yName,
        pairs.map((pair) => pair.y),
      ),
    ];
    drawAxes(plot, x, y, theme);
    const { ctx } = plot;
    const asLine = this.#context.settings().options?.["as"] === "line";
    ctx.strokeStyle = theme.lines[0]!;
    ctx.lineWidth = 1.5;
    if (asLine) {
      ctx.beginPath();
      for (const pair of pairs) ctx.lineTo(xOf(plot, x, pair.x), yOf(plot, y, pair.y));
      ctx.stroke();
    } else {
      // What is older is paler.
      pairs.forEach((pair, i) => {
        ctx.globalAlpha = 0.25 + 0.75 * (i / pairs.length);
        ctx.fillStyle = theme.lines[0]!;
        ctx.fillRect(xOf(plot, x, pair.x) - 1.5, yOf(plot, y, pair.y) - 1.5, 3, 3);
      });
      ctx.globalAlpha = 1;
    }
    const shown = this.#shown(pairs);
    if (shown === undefined) return;
    ctx.fillStyle = theme.mark;
    ctx.beginPath();
    ctx.arc(xOf(plot, x, shown.x), yOf(plot, y, shown.y), 4.5, 0, 2 * Math.PI);
    ctx.fill();
  }

  write(): void {
    const [xName, yName] = this.#names();
    const shown = this.#shown(this.#pairs());
    const now = this.#context.nowMs();
    setText(
      this.#text,
      shown === undefined
        ? ""
        : `${xName} ${formatNumber(shown.x)}, ${yName} ${formatNumber(shown.y)} at ${formatTime(shown.timeMs, now)}`,
    );
  }

  describe(): string {
    const [xName, yName] = this.#names();
    return `${yName} against ${xName}, ${this.#pairs().length} points`;
  }

  #names(): [x: string, y: string] {
    const { options } = this.#context.settings();
    const [first = "", second = first] = numericNames(this.#context.feed.description);
    return [String(options?.["x"] ?? first), String(options?.["y"] ?? second)];
  }

  #pairs(): Pair[] {
    const [times, xs = [], ys = []] = this.#context.series.aligned(this.#names());
    const { fromMs, toMs } = this.#context.timeline.span();
    const pairs: Pair[] = [];
    const end = indexAfter(times, toMs);
    for (let i = indexAfter(times, fromMs); i < end; i += 1) {
      const [x, y] = [xs[i], ys[i]];
      if (typeof x === "number" && typeof y === "number") pairs.push({ timeMs: times[i]!, x, y });
    }
    return pairs;
  }

  #shown(pairs: readonly Pair[]): Pair | undefined {
    const at = this.#context.pointerMs();
    return (at === undefined ? undefined : [...pairs].reverse().find(({ timeMs }) => timeMs <= at)) ?? pairs.at(-1);
  }

  #scale(name: string, values: readonly number[]): Scale {
    const settings = this.#context.settings();
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
    const [low, high] = min <= max ? axisRange(min, max, settings.axes?.[name] ?? {}) : [0, 1];
    const column = this.#context.feed.description.columns.find((one) => one.name === name);
    const unit = column === undefined ? undefined : unitOf(column, settings);
    return { min: low, max: high, label: unit === undefined ? name : `${name}, ${unit}`, text: formatNumber };
  }
}

export const xyKind: PanelKind = {
  name: "xy",
  label: "X against Y",
  fits: (description) => numericNames(description).length >= 2,
  options: (description) => {
    const [first, ...others] = numericNames(description).map((name) => [name, name] as const);
    if (first === undefined) return [];
    return [
      { name: "x", label: "X", choices: [first, ...others] },
      { name: "y", label: "Y", choices: [...others, first] },
      {
        name: "as",
        label: "Drawn as",
        choices: [
          ["points", "points"],
          ["line", "a line"],
        ],
      },
    ];
  },
  make: (context) => new XyView(context),
};
