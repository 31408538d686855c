/** A view of one picture with a line of text below: the frame of all kinds that draw on a canvas. */

import { render } from "preact";
import type { Theme } from "../../app/theme-colours.ts";
import { place } from "../../ui/place.ts";
import type { PanelView, ViewContext } from "../kind.ts";
import { FONT, type Plot, plotArea } from "./canvas.ts";

/** The content of a kind. It uses a canvas, no DOM. */
export interface Picture {
  /** Relative to the usual height. */
  readonly height: number;
  paint(plot: Plot, theme: Theme): void;
  /** Text below the picture: values at the pointer, or the newest ones. */
  tell(): string;
  /** For users who cannot see it. */
  describe(): string;
  /** The view is no longer visible. */
  release(): void;
}

const HEIGHT = 240;

export function pictureView(context: ViewContext, picture: Picture): PanelView {
  const root = place("div");
  const write = (text: string) =>
    render(
      <>
        <div class="picture">
          <canvas aria-hidden="true" />
        </div>
        <p class="picture-text">{text}</p>
      </>,
      root,
    );
  write("");
  const holder = root.querySelector<HTMLElement>(".picture")!;
  const canvas = root.querySelector("canvas")!;
  /** Cached until a change: reading it at each drawing would cause a layout of the page. */
  let width = 0;
  return {
    root,
    arrange: () => {},
    clear: () => picture.release(),
    resize: () => {
      width = holder.clientWidth;
    },
    draw: () => {
      if (width === 0) width = holder.clientWidth;
      if (width === 0) return;
      const theme = context.theme();
      const height = Math.round(HEIGHT * picture.height * (context.settings().height ?? 1));
      const ctx = cleared(canvas, width, height);
      if (ctx === undefined) return;
      ctx.font = FONT;
      ctx.fillStyle = theme.faint;
      ctx.strokeStyle = theme.grid;
      picture.paint(plotArea(ctx, width, height), theme);
    },
    write: () => write(picture.tell()),
    describe: () => picture.describe(),
  };
}

/** Resizes the canvas to the required size in device pixels. */
function cleared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | undefined {
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.setProperty("width", `${width}px`);
    canvas.style.setProperty("height", `${height}px`);
  }
  const ctx = canvas.getContext("2d");
  if (ctx === null) return undefined;
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  ctx.clearRect(0, 0, width, height);
  return ctx;
}
