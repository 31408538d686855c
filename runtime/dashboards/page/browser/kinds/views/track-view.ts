/**
 * A track: latitude and longitude over coastlines or map tiles, with a grid, a scale, and the position in the world.
 */

import { latitudesIn, longitudesIn } from "../../../../../codec/column-role.ts";
import type { Theme } from "../../app/theme-colours.ts";
import { formatTime, inLanguage } from "../../text/format.ts";
import { say } from "../../text/words.ts";
import type { PanelView, ViewContext } from "../kind.ts";
import { Coast, drawCoast, drawWorld } from "../map/coast.ts";
import { MapTiles } from "../map/map-tiles.ts";
import { numericNames } from "../numeric-names.ts";
import { pointedRow, RowsPicture } from "../rows.ts";
import { boundsOf, drawAxes, type Plot, type Scale, xOf, yOf } from "./canvas.ts";
import { pictureView } from "./picture-view.tsx";

interface TrackPoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
}

/** More positions do not make the picture clearer. */
const MOST_POSITIONS = 20_000;
/** Below this size, coastlines have no visible shape. */
const COAST_FROM_DEGREES = 0.5;
/** Pixels: in a smaller picture, a world map would leave no room. */
const LEAST_FOR_WORLD = 420;
const METRES_PER_DEGREE = 111_320;

class TrackPicture extends RowsPicture {
  readonly height = 1.4;
  readonly #coast = new Coast();
  readonly #tiles: MapTiles;

  constructor(context: ViewContext) {
    super(context, MOST_POSITIONS);
    this.#tiles = new MapTiles(() => {
      context.feed.version += 1;
    });
  }

  paint(plot: Plot, theme: Theme): void {
    const places = this.#places();
    const [x, y] = scales(places.flat(), plot);
    drawAxes(plot, x, y, theme);
    plot.ctx.save();
    plot.ctx.beginPath();
    plot.ctx.rect(plot.left, plot.top, plot.width, plot.height);
    plot.ctx.clip();
    if (this.#tiles.isThere && places.length > 0) this.#tiles.draw(plot, x, y, theme);
    else if (x.max - x.min > COAST_FROM_DEGREES) drawCoast(plot, x, y, this.#coast.lines, theme.faint);
    for (const stretch of places) path(plot, x, y, stretch, theme.lines[0]!);
    const first = places[0]?.[0];
    const last = places.at(-1)?.at(-1);
    if (first !== undefined) dot(plot, x, y, first, theme.faint, 3);
    if (last !== undefined) dot(plot, x, y, last, theme.lines[0]!, 5);
    const pointed = pointedRow(places.flat(), this.context);
    if (pointed !== undefined) dot(plot, x, y, pointed, theme.mark, 5);
    plot.ctx.restore();
    scaleBar(plot, x, (y.min + y.max) / 2, theme.text);
    if (last !== undefined && plot.width > LEAST_FOR_WORLD) {
      const track = places.flat().map(({ lon, lat }) => [xOf(plot, x, lon), yOf(plot, y, lat)] as const);
      drawWorld(plot, last, track, this.#coast.lines, theme);
    }
  }

  tell(): string {
    const places = this.#places().flat();
    const shown = pointedRow(places, this.context) ?? places.at(-1);
    if (shown === undefined) return this.trouble;
    const at = formatTime(shown.timeMs, this.context.nowMs());
    return say(
      "{0}°, {1}° at {2}; {3} long",
      inLanguage(shown.lat.toFixed(6)),
      inLanguage(shown.lon.toFixed(6)),
      at,
      formatMetres(distance(places)),
    );
  }

  describe(): string {
    const places = this.#places().flat();
    const last = places.at(-1);
    if (last === undefined) return say("no positions in this time span");
    return say(
      "a track of {0} positions, {1} long, now at {2}, {3}",
      places.length,
      formatMetres(distance(places)),
      inLanguage(last.lat.toFixed(5)),
      inLanguage(last.lon.toFixed(5)),
    );
  }

  /** Visible positions; a gap begins a new part. */
  #places(): TrackPoint[][] {
    const { options } = this.context.settings();
    const names = numericNames(this.context.feed.description);
    const lat = String(options?.["lat"] ?? latitudesIn(names)[0] ?? "");
    const lon = String(options?.["lon"] ?? longitudesIn(names)[0] ?? "");
    return this.stretches([lat, lon])
      .map((rows) =>
        rows.map(({ timeMs, values }): TrackPoint => ({ timeMs, lat: values[0]!, lon: values[1]! })).filter(isPlace),
      )
      .filter((stretch) => stretch.length > 0);
  }
}

// Receivers without a fix send zeros.
function isPlace({ lat, lon }: TrackPoint): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 360 && (lat !== 0 || lon !== 0);
}

/** The same scale in both directions, so that circles stay round. */
function scales(places: readonly TrackPoint[], { width, height }: Plot): [x: Scale, y: Scale] {
  const [south, north] = boundsOf(places.map(({ lat }) => lat)) ?? [-1, 1];
  const [west, east] = boundsOf(places.map(({ lon }) => lon)) ?? [-1, 1];
  const [lat, lon] = [(south + north) / 2, (west + east) / 2];
  const shrink = Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const perPixel = Math.max(((north - south) * 1.15) / height, ((east - west) * shrink * 1.15) / width, 1e-7);
  const digits = Math.max(1, Math.min(6, -Math.floor(Math.log10(perPixel * 60))));
  const text = (value: number) => inLanguage(value.toFixed(digits));
  const half = { lat: (perPixel * height) / 2, lon: (perPixel * width) / 2 / shrink };
  return [
    { min: lon - half.lon, max: lon + half.lon, label: say("longitude, °"), text },
    { min: lat - half.lat, max: lat + half.lat, label: say("latitude, °"), text },
  ];
}

function path({ ctx, ...plot }: Plot, x: Scale, y: Scale, places: readonly TrackPoint[], colour: string): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.75;
  ctx.lineJoin = "round";
  ctx.beginPath();
  places.forEach(({ lat, lon }, i) => {
    const at = [xOf({ ctx, ...plot }, x, lon), yOf({ ctx, ...plot }, y, lat)] as const;
    if (i === 0) ctx.moveTo(...at);
    else ctx.lineTo(...at);
  });
  ctx.stroke();
}

function dot(plot: Plot, x: Scale, y: Scale, { lat, lon }: TrackPoint, colour: string, radius: number): void {
  plot.ctx.fillStyle = colour;
  plot.ctx.beginPath();
  plot.ctx.arc(xOf(plot, x, lon), yOf(plot, y, lat), radius, 0, 2 * Math.PI);
  plot.ctx.fill();
}

function scaleBar(plot: Plot, x: Scale, lat: number, colour: string): void {
  const { ctx, left, top, width, height } = plot;
  const metresPerPixel = ((x.max - x.min) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)) / width;
  const metres = roundBelow(metresPerPixel * 160);
  const pixels = metres / metresPerPixel;
  const y = top + height - 10;
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(left + 10, y);
  ctx.lineTo(left + 10 + pixels, y);
  ctx.stroke();
  ctx.textAlign = "left";
  ctx.textBaseline = "bottom";
  ctx.fillText(formatMetres(metres), left + 12, y - 3);
}

/** 1, 2 or 5 times a power of ten. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([5, 2].find((digit) => digit * power <= value) ?? 1);
}

function distance(places: readonly TrackPoint[]): number {
  let sum = 0;
  for (let i = 1; i < places.length; i += 1) {
    const [a, b] = [places[i - 1]!, places[i]!];
    const shrink = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
    sum += METRES_PER_DEGREE * Math.hypot(b.lat - a.lat, (b.lon - a.lon) * shrink);
  }
  return sum;
}

function formatMetres(metres: number): string {
  if (metres >= 10_000) return `${Math.round(metres / 1000)} km`;
  if (metres >= 1000) return `${inLanguage((metres / 1000).toFixed(1))} km`;
  return metres >= 1 ? `${Math.round(metres)} m` : `${inLanguage(metres.toFixed(2))} m`;
}

export function make(context: ViewContext): PanelView {
  return pictureView(context, new TrackPicture(context));
}
