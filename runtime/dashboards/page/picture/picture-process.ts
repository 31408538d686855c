/** Draws one picture with the page's own code, in a separate process with its own memory. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { PictureTheme } from "../browser/picture.ts";
import type { DrawAnswer, DrawOrder } from "./picture-protocol.ts";
import { installStandIn } from "./stand-in.ts";
import { themeOf } from "./style-theme.ts";

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
  const canvas = await import("@napi-rs/canvas").catch(() => undefined);
  if (canvas === undefined) {
    return end({
      answer: "missing",
      message: "Pictures need the package @napi-rs/canvas, which is not installed here",
    });
  }
  try {
    const bytes = await draw(order, canvas);
    process.stdout.write(bytes, () => void end({ answer: "done" }));
  } catch (error) {
    const isRefused = error instanceof Error && error.constructor.name === "PictureError";
    await end({ answer: isRefused ? "refused" : "failed", message: (error as Error).message });
  }
}

function end(answer: DrawAnswer): void {
  process.send?.(answer, () => process.exit());
}

async function draw(order: DrawOrder, library: typeof import("@napi-rs/canvas")): Promise<Uint8Array> {
  const { createCanvas, GlobalFonts, Path2D, SvgExportFlag } = library;
  const { style, font } = files();
  GlobalFonts.register(readFileSync(font), FONT_NAME);
  const theme = themeOf(readFileSync(style, "utf8"), order.theme) as PictureTheme;
  let context = prepared(createCanvas(1, 1).getContext("2d"));
  installStandIn(order.scale, Path2D, () => context);
  const { arrangePicture } = await import("../browser/picture.ts");
  const picture = await arrangePicture(order, theme, context as unknown as CanvasRenderingContext2D);
  const [width, height] = [order.width * order.scale, picture.height * order.scale];
  if (order.format === "png") {
    const canvas = createCanvas(width, height);
    context = prepared(canvas.getContext("2d"));
    await picture.draw(context as unknown as CanvasRenderingContext2D);
    return canvas.encode("png");
  }
  // Text as paths looks the same everywhere, and contains nothing that could be parsed as markup.
  const canvas = createCanvas(width, height, SvgExportFlag.ConvertTextToPaths);
  context = prepared(canvas.getContext("2d"));
  await picture.draw(context as unknown as CanvasRenderingContext2D);
  return withText(canvas.getContent().toString("utf8"), { ...order, width, height }, picture.description);
}

/** uPlot clears the area below its chart, which has the picture's background; the canvas refuses text with a NUL. */
function prepared(context: SKRSContext2D): SKRSContext2D {
  const { fillText, measureText } = context;
  const drawable = (text: string) => text.replaceAll("\0", "\uFFFD");
  return Object.assign(context, {
    clearRect: () => {},
    fillText: (text: string, x: number, y: number) => fillText.call(context, drawable(text), x, y),
    measureText: (text: string) => measureText.call(context, drawable(text)),
  });
}

/** For users who cannot see it, and for programs that scale it. */
function withText(
  svg: string,
  { title, width, height }: { title: string; width: number; height: number },
  description: string,
): Uint8Array {
  const words = `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>`;
  return Buffer.from(svg.replace(/<svg ([^>]*)>/, `<svg role="img" viewBox="0 0 ${width} ${height}" $1>${words}`));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Removes characters that are invalid in XML 1.0. [XML 1.0, 2.2 Characters] */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>]/g, (character) => ENTITIES[character]!);
}

/** Beside the bundle, or in the sources during development. */
function files(): { style: string; font: string } {
  if (!import.meta.url.endsWith(".ts")) {
    return { style: beside("./picture/style.css"), font: beside("./picture/Roboto-Regular.woff2") };
  }
  const fonts = createRequire(import.meta.url).resolve("roboto-fontface/package.json");
  return {
    style: beside("../browser/style.css"),
    font: fonts.replace(/package\.json$/, "fonts/roboto/Roboto-Regular.woff2"),
  };
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
