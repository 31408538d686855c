/** Tiles of a map server under a track, if `[http] map_tiles` configures one. Web Mercator, tiles of 256 pixels. */

import type { Theme } from "../../app/theme-colours.ts";
import { type Plot, type Scale, xOf, yOf } from "../views/canvas.ts";
import { latitudeOf, longitudeOf, tilesIn } from "../views/tile-grid.ts";

const MOST_KEPT = 256;

export class MapTiles {
  readonly #template: string;
  readonly #attribution: string;
  readonly #images = new Map<string, HTMLImageElement>();
  readonly #onLoad: () => void;

  /** @param onLoad called when a tile has been loaded */
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

/** Text from the page's head, set by the service; absent if pictures are drawn without a page. */
function documentMeta(name: string): string | undefined {
  if (typeof document === "undefined" || typeof document.querySelector !== "function") return undefined;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
