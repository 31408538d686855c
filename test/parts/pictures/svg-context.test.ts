/** The context that writes SVG, beside a canvas: the same calls give the same pixels. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { createCanvas, GlobalFonts, loadImage, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { SvgContext, SvgPath } from "../../../runtime/parts/pictures/page/svg-context.ts";

const FONT = "fonts/roboto/Roboto-Regular.woff2";
const [WIDTH, HEIGHT] = [300, 200];
const fonts = createRequire(import.meta.url).resolve("roboto-fontface/package.json");
GlobalFonts.register(readFileSync(fonts.replace("package.json", FONT)), "ui-sans-serif");

type Path = Pick<Path2D, "moveTo" | "lineTo" | "rect" | "arc">;
type Draw = (ctx: SKRSContext2D, path: (build: (path: Path) => void) => Path2D) => void;

function pathsOf(kind: new () => Path): Parameters<Draw>[1] {
  return (build) => {
    const path = new kind();
    build(path);
    return path as unknown as Path2D;
  };
}

function fileOf(draw: Draw): string {
  const context = new SvgContext();
  draw(context as unknown as SKRSContext2D, pathsOf(SvgPath));
  return context.file({ width: WIDTH, height: HEIGHT }, { title: "", description: "" });
}

/** Red, green, blue and alpha of each pixel, row by row: of the canvas, and of the SVG. */
async function drawnBoth(draw: Draw): Promise<Uint8ClampedArray[]> {
  const [canvas, image] = [createCanvas(WIDTH, HEIGHT).getContext("2d"), createCanvas(WIDTH, HEIGHT).getContext("2d")];
  draw(canvas, pathsOf(Path2D));
  image.drawImage(await loadImage(Buffer.from(fileOf(draw))), 0, 0);
  return [canvas, image].map((ctx) => ctx.getImageData(0, 0, WIDTH, HEIGHT).data);
}

/** The share of the drawn pixels that differ visibly. */
async function difference(draw: Draw): Promise<number> {
  const [expected, found] = await drawnBoth(draw);
  let [drawn, different] = [0, 0];
  for (let at = 0; at < expected!.length; at += 4) {
    if (expected![at + 3] === 0 && found![at + 3] === 0) continue;
    drawn += 1;
    if ([0, 1, 2, 3].some((i) => Math.abs(expected![at + i]! - found![at + i]!) > 40)) different += 1;
  }
  assert.ok(drawn > 50, `${drawn} pixels are drawn`);
  return different / drawn;
}

/** Left, top, right and bottom of what is drawn. */
function box(pixels: Uint8ClampedArray): number[] {
  const drawn = Array.from({ length: WIDTH * HEIGHT }, (_none, i) => i).filter((i) => pixels[i * 4 + 3]! > 80);
  const [x, y] = [drawn.map((i) => i % WIDTH), drawn.map((i) => Math.floor(i / WIDTH))];
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

const zigzag = (path: Pick<Path, "moveTo" | "lineTo">) => {
  path.moveTo(10, 10);
  for (let i = 1; i < 12; i += 1) path.lineTo(10 + i * 20, i % 2 === 0 ? 20.25 : 150.75);
};

const CALLS: Readonly<Record<string, Draw>> = {
  "a path of the context, with a dash": (ctx) => {
    ctx.setLineDash([6, 4]);
    ctx.strokeStyle = "#c03020";
    ctx.lineWidth = 3;
    ctx.beginPath();
    zigzag(ctx);
    ctx.stroke();
  },
  "a Path2D, filled and stroked, with round joins and transparent colours": (ctx, path) => {
    const line = path(zigzag);
    ctx.lineJoin = "round";
    ctx.lineCap = "round";
    ctx.lineWidth = 6;
    ctx.fillStyle = "#2060a040";
    ctx.strokeStyle = "transparent";
    ctx.stroke(line);
    ctx.fill(line);
    ctx.globalAlpha = 0.5;
    ctx.strokeStyle = "#2060a0";
    ctx.stroke(line);
  },
  "clips within clips, and what restore ends": (ctx, path) => {
    ctx.save();
    ctx.clip(path((area) => area.rect(20, 20, 200, 100)));
    ctx.save();
    ctx.translate(10.5, 0);
    ctx.beginPath();
    ctx.rect(50, 0, 60, 200);
    ctx.clip();
    ctx.fillStyle = "#208040";
    ctx.fillRect(0, 0, 300, 200);
    ctx.restore();
    ctx.fillRect(0, 110, 300, 60);
    ctx.restore();
    ctx.fillRect(280, 180, 10, 10);
  },
  "scaled, moved and turned": (ctx, path) => {
    ctx.scale(2, 1.5);
    ctx.translate(60, 20);
    ctx.rotate(0.4);
    ctx.fillRect(0, 0, 40, 20);
    ctx.stroke(path((area) => area.rect(5, 30, 30, 15)));
  },
  circles: (ctx, path) => {
    const points = path((circles) => {
      for (const x of [40, 120.5, 200]) {
        circles.moveTo(x + 12, 80);
        circles.arc(x, 80, 12, 0, 2 * Math.PI);
      }
    });
    ctx.fillStyle = "#ffcc00";
    ctx.fill(points);
    ctx.stroke(points);
  },
  "positions that are not finite": (ctx) => {
    ctx.beginPath();
    ctx.moveTo(10, 10);
    ctx.lineTo(Number.NaN, 50);
    ctx.lineTo(100, Number.POSITIVE_INFINITY);
    ctx.lineTo(200, 150);
    ctx.lineWidth = 4;
    ctx.stroke();
  },
  "a path without a start": (ctx) => {
    ctx.beginPath();
    ctx.lineTo(20, 20);
    ctx.lineTo(200, 150);
    ctx.lineWidth = 4;
    ctx.stroke();
  },
  "a line far outside": (ctx) => {
    ctx.beginPath();
    ctx.moveTo(10, 10);
    ctx.lineTo(150, 1e25);
    ctx.lineWidth = 4;
    ctx.stroke();
  },
};

for (const [what, draw] of Object.entries(CALLS)) {
  test(`${what}: the pixels of a canvas`, async () => {
    const share = await difference(draw);
    assert.ok(share < 0.02, `${share} of the pixels differ`);
  });
}

for (const baseline of ["alphabetic", "top", "middle", "bottom"] as const) {
  for (const align of ["left", "center", "right"] as const) {
    for (const angle of [0, -Math.PI / 2]) {
      test(`text on its ${baseline} line, ${align}, turned by ${angle}, is where a canvas writes it`, async () => {
        const [expected, found] = await drawnBoth((ctx) => {
          ctx.translate(150, 100);
          ctx.rotate(angle);
          ctx.font = "16px ui-sans-serif, system-ui, sans-serif";
          [ctx.textBaseline, ctx.textAlign, ctx.fillStyle] = [baseline, align, "#802020"];
          ctx.fillText("Hgp  <&> 12", 0, 0);
        });
        const [canvas, svg] = [box(expected!), box(found!)];
        assert.ok(
          canvas.every((edge, i) => Math.abs(edge - svg[i]!) <= 1),
          `${svg.join(" ")}, not ${canvas.join(" ")}`,
        );
      });
    }
  }
}

test("text has the width that it has on a canvas with Roboto", () => {
  const canvas = createCanvas(1, 1).getContext("2d");
  const svg = new SvgContext();
  for (const text of [
    "battery_voltage  3.10 … 4.20 V",
    "2026-01-31 13:00:00 – 13:10:00 (Europe/Berlin)",
    "Größe ÀÉÎÕÜ",
    "0",
  ]) {
    canvas.font = svg.font = "11px ui-sans-serif";
    const [expected, found] = [canvas.measureText(text).width, svg.measureText(text).width];
    assert.ok(Math.abs(found / expected - 1) < 0.02, `${text}: ${found}, not ${expected}`);
  }
});

test("each printable ASCII character has the font's width", () => {
  const canvas = createCanvas(1, 1).getContext("2d");
  const svg = new SvgContext();
  canvas.font = svg.font = "1000px ui-sans-serif";
  const characters = Array.from({ length: 95 }, (_none, i) => String.fromCharCode(0x20 + i));
  assert.deepEqual(
    characters.map((character) => svg.measureText(character).width),
    characters.map((character) => Math.round(canvas.measureText(character).width)),
  );
});

test("what it cannot draw is an error, not a wrong picture", () => {
  assert.throws(() => new SvgPath().arc(0, 0, 5, 0, 1), /an arc that is not a circle/);
});
