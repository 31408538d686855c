/** Coastlines under a track, and a small world map with its position. Uses a canvas, no DOM. */

import type { Theme } from "../../app/theme-colours.ts";
import { loadPart } from "../../data/load-part.ts";
import { type Plot, type Scale, xOf, yOf } from "../views/canvas.ts";
import { type Line, parseCoast } from "./coast-lines.ts";

/** Loaded with the first map. */
export class Coast {
  #lines: readonly Line[] | undefined;
  #isLoading = false;

  /** Empty until they are loaded. */
  get lines(): readonly Line[] {
    if (this.#lines === undefined && !this.#isLoading) {
      this.#isLoading = true;
      void loadPart(() => import("./coastline.ts")).then(({ COASTLINE, STEPS_PER_DEGREE }) => {
        this.#lines = parseCoast(COASTLINE, STEPS_PER_DEGREE);
      });
    }
    return this.#lines ?? [];
  }
}

export function drawCoast(plot: Plot, x: Scale, y: Scale, lines: readonly Line[], colour: string): void {
  const { ctx } = plot;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const line of lines)
    line.forEach(([lon, lat], i) => {
      const at = [xOf(plot, x, lon), yOf(plot, y, lat)] as const;
      // The coast continues at the other side of the map.
      if (i === 0 || Math.abs(lon - line[i - 1]![0]) > MOST_STEP_DEGREES) ctx.moveTo(...at);
      else ctx.lineTo(...at);
    });
  ctx.stroke();
}

const MOST_STEP_DEGREES = 30;
const WORLD = { width: 132, height: 66, margin: 6 } as const;

type Point = readonly [x: number, y: number];

/** In the corner with the smallest part of the track, with a dot at the position. @param track pixels */
export function drawWorld(
  plot: Plot,
  { lat, lon }: { readonly lat: number; readonly lon: number },
  track: readonly Point[],
  lines: readonly Line[],
  theme: Theme,
): void {
  const { ctx } = plot;
  const scale = { label: "", text: String };
  const world = leastCovered(plot, track);
  const [x, y] = [
    { ...scale, min: -180, max: 180 },
    { ...scale, min: -90, max: 90 },
  ];
  ctx.fillStyle = theme.onMark;
  ctx.strokeStyle = theme.grid;
  ctx.lineWidth = 1;
  ctx.fillRect(world.left, world.top, world.width, world.height);
  ctx.strokeRect(world.left + 0.5, world.top + 0.5, world.width - 1, world.height - 1);
  drawCoast(world, x, y, lines, theme.faint);
  ctx.fillStyle = theme.lines[0]!;
  ctx.beginPath();
  ctx.arc(xOf(world, x, lon), yOf(world, y, lat), 3, 0, 2 * Math.PI);
  ctx.fill();
}

function leastCovered({ ctx, left, top, width, height }: Plot, track: readonly Point[]): Plot {
  const { margin } = WORLD;
  const right = left + width - WORLD.width - margin;
  const bottom = top + height - WORLD.height - margin;
  // The lower left corner has the scale.
  const corners = [
    [right, top + margin],
    [left + margin, top + margin],
    [right, bottom],
  ] as const;
  const made = corners.map(([x, y]): Plot => ({ ctx, left: x, top: y, width: WORLD.width, height: WORLD.height }));
  const covered = (one: Plot) =>
    track.filter(([x, y]) => x >= one.left && x <= one.left + one.width && y >= one.top && y <= one.top + one.height)
      .length;
  return made.sort((a, b) => covered(a) - covered(b))[0]!;
}
