/** Tiles of a map server under a track, where `[http] map_tiles` names one. Web Mercator, 256 pixels a tile. */

import type { Theme } from "../theme-colours.ts";
import { type Plot, type Scale, xOf, yOf } from "./canvas.ts";

/** A map of one panel: beyond this, coarser tiles are taken. */
const MOST_AT_ONCE = 48;
const MOST_KEPT = 256;
const TILE_PIXELS = 256;
const FINEST = 19;
/** Where Web Mercator ends. */
const MOST_LATITUDE = 85.0511;

export class MapTiles {
  readonly #template: string;
  readonly #attribution: string;
  readonly #images = new Map<string, HTMLImageElement>();
  readonly #onLoad: () => void;

  /** @param onLoad called when a tile is there to be drawn */
  constructor(onLoad: () => void) {
    const [template = "", ...attribution] = (documentMeta("map-tiles") ?? "").split(" ");
    this.#template = template;
    this.#attribution = attribution.join(" ");
    this.#onLoad = onLoad;
  }

  get isThere(): boolean {
    return this.#template !== "";
  }

  draw(plot: Plot, x: Scale, y: Scale, theme: Theme): void {
    const { ctx, left, top, width, height } = plot;
    const wanted = tilesIn(x, y, width);
    ctx.save();
    ctx.globalAlpha = 0.8;
    for (const { z, column, row } of wanted) {
      const image = this.#image(z, column, row);
      if (!image.complete || image.naturalWidth === 0) continue;
      const [west, east] = [longitudeOf(column, z), longitudeOf(column + 1, z)];
      const [north, south] = [latitudeOf(row, z), latitudeOf(row + 1, z)];
      const [fromX, fromY] = [xOf(plot, x, west), yOf(plot, y, north)];
      ctx.drawImage(image, fromX, fromY, xOf(plot, x, east) - fromX, yOf(plot, y, south) - fromY);
    }
    ctx.restore();
    ctx.fillStyle = theme.text;
    ctx.textAlign = "right";
    ctx.textBaseline = "bottom";
    ctx.fillText(this.#attribution, left + width - 4, top + height - 3);
  }

  #image(z: number, column: number, row: number): HTMLImageElement {
    const count = 2 ** z;
    const around = ((column % count) + count) % count;
    const places: Readonly<Record<string, number>> = { z, x: around, y: row };
    const url = this.#template.replace(/\{([xyz])\}/g, (_match, name: string) => String(places[name]));
    const known = this.#images.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.#images.keys();
    if (this.#images.size >= MOST_KEPT) this.#images.delete(oldest!);
    const image = new Image();
    image.addEventListener("load", this.#onLoad);
    image.src = url;
    this.#images.set(url, image);
    return image;
  }
}

interface Tile {
  readonly z: number;
  /** May lie beside the world, which goes round. */
  readonly column: number;
  readonly row: number;
}

/** @param width pixels */
export function tilesIn(x: Scale, y: Scale, width: number): Tile[] {
  const [north, south] = [Math.min(y.max, MOST_LATITUDE), Math.max(y.min, -MOST_LATITUDE)];
  if (north <= south) return [];
  const wanted = Math.log2((360 * width) / (TILE_PIXELS * (x.max - x.min)));
  for (let z = Math.max(0, Math.min(FINEST, Math.round(wanted))); ; z -= 1) {
    const [first, last] = [Math.floor(columnOf(x.min, z)), Math.floor(columnOf(x.max, z))];
    const [top, bottom] = [Math.floor(rowOf(north, z)), Math.min(2 ** z - 1, Math.floor(rowOf(south, z)))];
    if (z > 0 && (last - first + 1) * (bottom - top + 1) > MOST_AT_ONCE) continue;
    const tiles: Tile[] = [];
    for (let column = first; column <= last && tiles.length < MOST_AT_ONCE; column += 1)
      for (let row = Math.max(0, top); row <= bottom; row += 1) tiles.push({ z, column, row });
    return tiles;
  }
}

function columnOf(longitude: number, z: number): number {
  return ((longitude + 180) / 360) * 2 ** z;
}

function rowOf(latitude: number, z: number): number {
  return ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
}

function longitudeOf(column: number, z: number): number {
  return (column / 2 ** z) * 360 - 180;
}

function latitudeOf(row: number, z: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
}

/** What the service wrote into the page's head; absent where pictures are drawn without a page. */
function documentMeta(name: string): string | undefined {
  if (typeof document === "undefined" || typeof document.querySelector !== "function") return undefined;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
