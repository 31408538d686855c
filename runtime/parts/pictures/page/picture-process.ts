/**
 * Draws one picture as SVG with the page's own code, in a separate process with its own memory. A PNG is that SVG,
 * rasterised by the optional package.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { pick, themeFrom } from "../../../dashboards/page/browser/app/theme-colours.ts";
import { doesNotLoad } from "../../../lib/native-package.ts";
import type { DrawAnswer, DrawOrder } from "../picture-protocol.ts";
import type { PictureTheme } from "./picture.ts";
import { SvgContext, SvgPath } from "./svg-context.ts";

const MOST_RESIDENT_BYTES = 2 ** 30;
/** A name from the page's font list: our font is then used on any machine. */
const FONT_NAME = "ui-sans-serif";

setPriority(process.pid, 10);
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_RESIDENT_BYTES)
    void end({ answer: "failed", message: "it takes too much memory" });
}, 20).unref();
process.once("disconnect", () => process.exit());
process.once("message", (order: DrawOrder) => void follow(order));

async function follow(order: DrawOrder): Promise<void> {
  let canvas: typeof import("@napi-rs/canvas") | undefined;
  try {
    if (order.format === "png") canvas = await import("@napi-rs/canvas");
  } catch (error) {
    return end({ answer: "missing", message: `${withoutCanvas(error as Error)}; /read/plot.svg needs none` });
  }
  try {
    const svg = Buffer.from(await drawSvg(order));
    process.stdout.write(canvas === undefined ? svg : await rasterise(svg, canvas), () => void end({ answer: "done" }));
  } catch (error) {
    const isRefused = error instanceof Error && error.constructor.name === "PictureError";
    await end({ answer: isRefused ? "refused" : "failed", message: (error as Error).message });
  }
}

function withoutCanvas(error: NodeJS.ErrnoException): string {
  return error.code === "ERR_MODULE_NOT_FOUND"
    ? "PNG pictures need the package @napi-rs/canvas, which is not installed here: npm install @napi-rs/canvas"
    : `there are no PNG pictures here: ${doesNotLoad("@napi-rs/canvas", error)}`;
}

function end(answer: DrawAnswer): void {
  process.send?.(answer, () => process.exit());
}

async function drawSvg(order: DrawOrder): Promise<string> {
  const theme = themeOf(readFileSync(files().style, "utf8"), order.theme) as PictureTheme;
  const context = new SvgContext();
  const drawn = context as unknown as CanvasRenderingContext2D;
  installStandIn(order.scale, SvgPath, context);
  const { arrangePicture } = await import("./picture.ts");
  const { height, description, draw } = await arrangePicture(order, theme, drawn);
  await draw(drawn);
  const size = { width: order.width * order.scale, height: height * order.scale };
  return context.file(size, { title: order.title, description });
}

async function rasterise(svg: Buffer, library: typeof import("@napi-rs/canvas")): Promise<Uint8Array> {
  const { createCanvas, GlobalFonts, loadImage } = library;
  GlobalFonts.register(readFileSync(files().font), FONT_NAME);
  const image = await loadImage(svg);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.encode("png");
}

/** Beside the bundle, or in the sources during development. */
function files(): { style: string; font: string } {
  if (!import.meta.url.endsWith(".ts")) {
    return { style: beside("./picture/style.css"), font: beside("./picture/Roboto-Regular.woff2") };
  }
  const fonts = createRequire(import.meta.url).resolve("roboto-fontface/package.json");
  return {
    style: beside("../../../dashboards/page/browser/style.css"),
    font: fonts.replace(/package\.json$/, "fonts/roboto/Roboto-Regular.woff2"),
  };
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** The part of a browser's document that uPlot uses: empty elements, and a given canvas. */
type Globals = Record<string, unknown>;

class StandIn {
  readonly style: Globals = {};
  readonly classList = { add() {}, remove() {}, contains: () => false };
  readonly clientWidth = 0;
  readonly clientHeight = 0;
  addEventListener(): void {}
  removeEventListener(): void {}
  dispatchEvent(): void {}
  appendChild(): void {}
  insertBefore(): void {}
  remove(): void {}
  setAttribute(): void {}
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 0, height: 0 };
  }
}

/**
 * Must be called before uPlot is loaded.
 * @param context of every canvas created from now on
 */
function installStandIn(scale: number, path2D: unknown, context: unknown): void {
  class Canvas extends StandIn {
    width = 0;
    height = 0;
    getContext(): unknown {
      return context;
    }
  }
  const document = new StandIn() as StandIn & { createElement?: unknown };
  document.createElement = (tag: string) => (tag === "canvas" ? new Canvas() : new StandIn());
  const known: Globals = { document, window: new StandIn(), navigator: { language: "en-US" }, Path2D: path2D };
  known["devicePixelRatio"] = scale;
  known["matchMedia"] = () => new StandIn();
  known["HTMLElement"] = StandIn;
  // Node's own navigator can only be replaced by a definition.
  for (const [name, value] of Object.entries(known)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Reads the custom properties of `:root`, each with its light and its dark value. */
function themeOf(css: string, kind: "light" | "dark"): object {
  const body = /:root\s*\{([^}]*)\}/.exec(css)?.[1] ?? "";
  const values = new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [`--${name}`, value!]));
  const read = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`the style sheet has no ${name}`);
    return value;
  };
  return { ...themeFrom(read, kind), panel: pick(read("--panel").trim(), kind) };
}
