/** Drawing tools for pictures: an area between axes, scales, colours. Uses a canvas, no DOM. */

import type { Theme } from "../../app/theme-colours.ts";
import { ticks } from "./ticks.ts";

export interface Plot {
  readonly ctx: CanvasRenderingContext2D;
  /** The area between the axes, CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const MARGIN = { left: 66, right: 12, top: 16, bottom: 40 } as const;
export const FONT = "11px ui-sans-serif, system-ui, sans-serif";

export function plotArea(ctx: CanvasRenderingContext2D, width: number, height: number): Plot {
  return {
    ctx,
    left: MARGIN.left,
    top: MARGIN.top,
    width: width - MARGIN.left - MARGIN.right,
    height: height - MARGIN.top - MARGIN.bottom,
  };
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly label: string;
  /** Text of a tick; `step` is the distance between two ticks. */
  readonly text: (value: number, step: number) => string;
}

const LEAST_TICKS = 4;
/** From the plot to the horizontal axis's title, below its ticks. */
const TITLE_BELOW = 22;

/** Grid, ticks and labels of both axes. @param corner text above the plot, at the right */
export function drawAxes(plot: Plot, x: Scale, y: Scale, theme: Theme, corner = ""): void {
  const { ctx, left, top, width, height } = plot;
  ctx.lineWidth = 1;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  const rows = ticks(y.min, y.max, height / 40);
  for (const value of rows) {
    const at = yOf(plot, y, value);
    line(ctx, theme.grid, left, at, left + width, at);
    ctx.fillText(y.text(value, stepOf(rows)), left - 6, at);
  }
  ctx.textBaseline = "top";
  ctx.textAlign = "center";
  const columns = ticks(x.min, x.max, width / 90, LEAST_TICKS);
  for (const value of columns) {
    const at = xOf(plot, x, value);
    line(ctx, theme.grid, at, top, at, top + height);
    ctx.fillText(x.text(value, stepOf(columns)), at, top + height + 6);
  }
  ctx.textBaseline = "bottom";
  ctx.textAlign = "left";
  ctx.fillText(y.label, left, top - 3);
  ctx.textAlign = "right";
  ctx.fillText(corner, left + width, top - 3);
  ctx.textBaseline = "top";
  ctx.textAlign = "center";
  ctx.fillText(x.label, left + width / 2, top + height + TITLE_BELOW);
}

function stepOf([first = 0, second = first + 1]: readonly number[]): number {
  return Number((second - first).toPrecision(9));
}

export function xOf({ left, width }: Plot, { min, max }: Scale, value: number): number {
  return left + ((value - min) / (max - min)) * width;
}

export function yOf({ top, height }: Plot, { min, max }: Scale, value: number): number {
  return top + height - ((value - min) / (max - min)) * height;
}

/** The extremes; undefined without values. */
export function boundsOf(values: readonly number[]): [min: number, max: number] | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
  return min <= max ? [min, max] : undefined;
}

function line(ctx: CanvasRenderingContext2D, colour: string, x0: number, y0: number, x1: number, y1: number): void {
  ctx.strokeStyle = colour;
  ctx.beginPath();
  ctx.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
  ctx.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
  ctx.stroke();
}

/** A colour between dark and bright, 0–1, with even perceived steps; readable on both backgrounds. */
export function heat(share: number): string {
  const at = Math.max(0, Math.min(1, share));
  return `hsl(${Math.round(255 - 215 * at)} 75% ${Math.round(22 + 48 * at)}%)`;
}
