/** Pictures for reports, checked pixel by pixel, and refused requests. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { RecentErrors } from "../../../runtime/api/recent-errors.ts";
import type { Point } from "../../../runtime/model/point.ts";
import type { Store, StoreAccess } from "../../../runtime/model/store.ts";
import { picturesApi } from "../../../runtime/parts/pictures/pictures-api.ts";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { openPage } from "../../support/browser.ts";
import { readerOf } from "../../support/callers.ts";
import { MemoryStore } from "../../support/memory-store.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SECOND = 1_000_000_000n;
const T0 = 1_769_860_800n * SECOND;
const ROWS = 600;
/** A single outlier. */
const SPIKE = 150;

function sample(): MemoryStore {
  const store = new MemoryStore();
  const columns = { temperature: "float", ok: "boolean", mode: "string" } as const;
  const rows = Array.from({ length: ROWS }, (_none, i) => ({
    timeNs: T0 + BigInt(i) * SECOND,
    values: { temperature: i === SPIKE ? 50 : 20 + Math.sin(i / 30), ok: i % 60 < 30 },
  }));
  store.add("mqttkit_1_testdrive", "node_1_sensors", columns, rows);
  store.add("mqttkit_1_testdrive", "node_1_events", { title: "string" }, [
    { timeNs: T0 + 300n * SECOND, values: { title: "<script>alert(1)</script>" } },
  ]);
  store.add("secret", "plans", { v: "float" }, rows.slice(0, 2));
  return store;
}

function api(store: StoreAccess = sample()) {
  return picturesApi({
    store,
    channels: () => [],
    recentErrors: new RecentErrors(),
    wampRealm: "lab",
    deviceRules: (_database, column) =>
      ({ temperature: { unit: "°C" }, energy: { unit: "J" }, loss: { unit: "J" } })[column],
    caller: () => readerOf((database) => database !== "secret"),
  });
}

const PLACE = "database=mqttkit_1_testdrive&measurement=node_1_sensors";
const RANGE = `from=1769860800&to=${1_769_860_800 + ROWS}`;

async function picture(path: string, store?: StoreAccess): Promise<Buffer> {
  const answer = await api(store).request(path);
  assert.equal(answer.status, 200, await answer.clone().text());
  return Buffer.from(await answer.arrayBuffer());
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly data: Uint8ClampedArray;
}

async function pixels(bytes: Buffer): Promise<Pixels> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const ctx = createCanvas(width, height).getContext("2d");
  ctx.drawImage(image, 0, 0);
  return { width, height, data: ctx.getImageData(0, 0, width, height).data };
}

function isNear({ data, width }: Pixels, x: number, y: number, colour: readonly number[]): boolean {
  return colour.every((value, i) => Math.abs(data[(y * width + x) * 4 + i]! - value) < 40);
}

/** The highest pixel of the page's first line below `fromY` in each column: blue with soft edges. */
function highest({ data, width, height }: Pixels, fromY: number): (number | undefined)[] {
  return Array.from({ length: width }, (_none, x) => {
    for (let y = fromY; y < height; y += 1) {
      const at = (y * width + x) * 4;
      if (data[at + 2]! - data[at]! > 60) return y;
    }
    return undefined;
  });
}

/** Enough rows to be downsampled. */
async function manyRows(): Promise<Store> {
  const rows = 20_000;
  const store = openDuckdbStore({ path: join(temporaryFolder(), "telemetry.duckdb") });
  await store.open();
  const origin = { id: "", message: {} } as Point["origin"];
  const columns = [{ name: "temperature", type: "float" }] as const;
  const points = Array.from({ length: rows }, (_none, i): Point => {
    const timeNs = T0 + (BigInt(i) * BigInt(ROWS) * SECOND) / BigInt(rows);
    const values = [i === (SPIKE * rows) / ROWS ? 50 : 20 + Math.sin(i / 900)];
    const place = { database: "mqttkit_1_testdrive", measurement: "node_1_sensors" };
    return { ...place, timeNs, timeSource: "receipt", columns, values, origin };
  });
  await store.write(points, rows);
  return store;
}

for (const [what, open] of [
  ["600 rows", async () => sample()],
  ["20,000 rows of the embedded store", manyRows],
] as const) {
  test(`a PNG of ${what} has the requested size, and an outlier is at the right place`, async () => {
    const store = await open();
    const axes = encodeURIComponent('{"axes":{"temperature":{"min":0,"max":100}}}');
    const path = `/read/plot.png?${PLACE}&${RANGE}&column=temperature&width=600&height=300&settings=${axes}`;
    const image = await pixels(await picture(path, store));
    await store.close();
    assert.deepEqual([image.width, image.height], [600, 300]);
    // Below title and legend. Usual values are at 20 of 100, the spike is at 50, a quarter of the way to the right.
    const tops = highest(image, 70);
    const usual = tops[300]!;
    const peak = Math.min(...tops.map((top) => top ?? Number.POSITIVE_INFINITY));
    const at = tops.indexOf(peak);
    const [first, last] = [tops.findIndex((top) => top !== undefined), tops.findLastIndex((top) => top !== undefined)];
    assert.ok(
      Math.abs((at - first) / (last - first) - SPIKE / ROWS) < 0.01,
      `the spike is at ${at} of ${first}–${last}`,
    );
    const perDegree = (usual - peak) / 30;
    assert.ok(perDegree > 1.5 && perDegree < 2.3, `${perDegree} pixels for each degree`);
  });
}

const TITLES = ["<b>&\0\"'", "a\u{1F600}\n]]><!-- {x}"];

/** Names that would be markup, if they were not escaped. */
function hostile(): MemoryStore {
  const store = new MemoryStore();
  const values = { '"/><script>alert(1)</script>': 1, "&amp; ]]>": 2, mode: "</text>\u0001<a href='//x'>" };
  const columns = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? "string" : "float"] as const),
  );
  const rows = [0, 1, 2].map((i) => ({ timeNs: T0 + BigInt(i * 200) * SECOND, values }));
  store.add("mqttkit_1_testdrive", "node_1_sensors", columns, rows);
  store.add("mqttkit_1_testdrive", "node_1_events", { title: "string" }, [
    { timeNs: T0 + 300n * SECOND, values: { title: "<script>alert(1)</script>" } },
  ]);
  return store;
}

/** The SVG in Chromium, with the font of a PNG: the texts, whether XML's parser takes it, and the pixels. */
async function inChromium(svg: string): Promise<{ texts: string[]; elements: string[]; pixels: Pixels }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "image/svg+xml" }).end(svg);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { page, problems, close } = await openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  try {
    const texts = await page.locator("title, desc, text").allTextContents();
    const elements = await page.evaluate<string[]>(`[...document.querySelectorAll("*")].map(({ tagName }) => tagName)`);
    const fonts = createRequire(import.meta.url).resolve("roboto-fontface/package.json");
    const font = readFileSync(fonts.replace("package.json", "fonts/roboto/Roboto-Regular.woff2")).toString("base64");
    await page.evaluate(`(async () => {
      const face = new FontFace("Picture", "url(data:font/woff2;base64,${font})");
      document.fonts.add(await face.load());
      for (const text of document.querySelectorAll("text")) text.setAttribute("font-family", "Picture");
    })()`);
    const [width, height] = [/ width="(\d+)"/, / height="(\d+)"/].map((size) => Number(size.exec(svg)![1]));
    await page.setViewportSize({ width: width!, height: height! });
    const shot = await page.screenshot();
    assert.deepEqual(problems, []);
    return { texts, elements: [...new Set(elements)].sort(), pixels: await pixels(shot) };
  } finally {
    await close();
    server.close();
  }
}

test("a browser shows the SVG as the PNG is", { skip: requires("chromium-headless-shell") }, async () => {
  const path = (format: string) => `/read/plot.${format}?${PLACE}&${RANGE}&width=500&title=Run&tz=Europe/Berlin`;
  const svg = (await picture(path("svg"))).toString();
  const [{ texts, pixels: drawn }, png] = [await inChromium(svg), await pixels(await picture(path("png")))];
  assert.deepEqual(texts.slice(0, 5), [
    "Run",
    "temperature: from 19.00 to 50.00 °C; ok: from 0 to 1; mode",
    "Run",
    "2026-01-31 13:00:00 – 13:10:00 (Europe/Berlin)",
    "temperature  19.00 … 50.00 °C",
  ]);
  assert.deepEqual([drawn.width, drawn.height], [png.width, png.height]);
  let different = 0;
  for (let y = 0; y < png.height; y += 1) {
    for (let x = 0; x < png.width; x += 1) {
      const at = (y * png.width + x) * 4;
      if (!isNear(drawn, x, y, [...png.data.subarray(at, at + 3)])) different += 1;
    }
  }
  assert.ok(different / (png.width * png.height) < 0.02, `${different} pixels differ`);
});

for (const title of TITLES) {
  test(`names are text, not markup: ${JSON.stringify(title)}`, {
    skip: requires("chromium-headless-shell"),
  }, async () => {
    const query = `${PLACE}&${RANGE}&width=900&title=${encodeURIComponent(title)}`;
    const svg = (await picture(`/read/plot.svg?${query}`, hostile())).toString();
    const { texts, elements } = await inChromium(svg);
    assert.deepEqual(elements, ["clipPath", "desc", "g", "path", "svg", "text", "title"]);
    const shown = title.replace("\0", "\ufffd").replace("\n", " ");
    assert.deepEqual([texts[0], texts[2]], [shown, shown]);
    assert.match(texts[1]!, /^"\/><script>alert\(1\)<\/script>: from 1.* to 1.*; &amp; \]\]>: from 2.* to 2.*; mode$/);
    for (const name of [
      /^"\/><script>alert\(1\)<\/script> {2}1/,
      /^&amp; \]\]> {2}2/,
      /^<\/text>\ufffd<a href='\/\/x'>$/,
    ]) {
      assert.ok(
        texts.some((text) => name.test(text)),
        `${name} in ${JSON.stringify(texts)}`,
      );
    }
  });
}

test("a picture's numbers have the SI prefix that the page gives them, at its axis and in its legend", async () => {
  const store = new MemoryStore();
  const rows = Array.from({ length: ROWS }, (_none, i) => ({
    timeNs: T0 + BigInt(i) * SECOND,
    values: { energy: 400_000 + 1000 * i, loss: 500 + i / 2 },
  }));
  store.add("mqttkit_1_testdrive", "node_1_sensors", { energy: "float", loss: "float" }, rows);
  const texts = async (settings: object) => {
    const query = `${PLACE}&${RANGE}&width=900&settings=${encodeURIComponent(JSON.stringify(settings))}`;
    const svg = (await picture(`/read/plot.svg?${query}`, store)).toString();
    return [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text!);
  };
  const apart = await texts({});
  assert.ok(apart.includes("energy  400.0 … 999.0 kJ"), apart.join("; "));
  assert.ok(apart.includes("loss  500.0 … 799.5 J"), apart.join("; "));
  assert.ok(apart.includes("800") && !apart.some((text) => text.includes("\u202f")), apart.join("; "));
  // On one axis, in its prefix.
  const together = await texts({ columns: { energy: { chart: 1 }, loss: { chart: 1 } } });
  assert.ok(together.includes("loss  0.5 … 0.8 kJ"), together.join("; "));
});

test("the points of an SVG's line are the rows", async () => {
  const axes = encodeURIComponent('{"axes":{"temperature":{"min":0,"max":100}}}');
  const query = `${PLACE}&${RANGE}&column=temperature&width=3000&height=600&settings=${axes}`;
  const svg = (await picture(`/read/plot.svg?${query}`)).toString();
  // uPlot's clip path is half a line larger than the area of the chart.
  const [, left, top, width, height] = /<clipPath [^>]*><path d="M (\S+) (\S+)h (\S+)v (\S+)h/.exec(svg)!.map(Number);
  const line = /<path d="([^"]*)"[^>]* stroke="#24629f"/.exec(svg)![1]!;
  const points = [...line.matchAll(/[ML] (\S+) ([^\sML]+)/g)].map(([, x, y]) => [
    ((Number(x) - left! - 0.5) / (width! - 1)) * ROWS,
    100 - ((Number(y) - top! - 0.5) / (height! - 1)) * 100,
  ]);
  assert.equal(points.length, ROWS);
  for (const [i, [seconds, value]] of points.entries()) {
    assert.ok(Math.abs(seconds! - i) < 0.02, `row ${i} is at ${seconds}`);
    assert.ok(Math.abs(value! - (i === SPIKE ? 50 : 20 + Math.sin(i / 30))) < 0.02, `row ${i} is ${value}`);
  }
});

/** A folder of programs whose picture process does not find the canvas. */
function withoutCanvas(programs: string): string {
  const folder = temporaryFolder();
  const hooks = `export async function resolve(name, context, next) {
    if (name.startsWith("@napi-rs/canvas")) throw Object.assign(new Error("away"), { code: "ERR_MODULE_NOT_FOUND" });
    return next(name, context);
  }`;
  const program = `import { register } from "node:module";
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
    await import(${JSON.stringify(pathToFileURL(join(programs, "picture-process.mjs")).href)});`;
  writeFileSync(join(folder, "picture-process.mjs"), program);
  return folder;
}

test("SVG needs no package; PNG says which one", async () => {
  const programs = process.env["STRUCTLINE_TEST_PROGRAMS"]!;
  process.env["STRUCTLINE_TEST_PROGRAMS"] = withoutCanvas(programs);
  try {
    const svg = (await picture(`/read/plot.svg?${PLACE}&${RANGE}`)).toString();
    assert.match(svg, /<text [^>]*>temperature {2}19\.00 … 50\.00 °C</);
    const answer = await api().request(`/read/plot.png?${PLACE}&${RANGE}`);
    assert.equal(answer.status, 501);
    assert.match(await answer.text(), /^PNG pictures need the package @napi-rs\/canvas/);
  } finally {
    process.env["STRUCTLINE_TEST_PROGRAMS"] = programs;
  }
});

/** Runs a command in a namespace where no user has a name or a home, as the user of a container. */
const HIDDEN = ["/etc/passwd", "/etc/nsswitch.conf"].map((file) => `mount --bind /dev/null ${file} && `).join("");
const UNNAMED = ["unshare", "-rm", "sh", "-c", `${HIDDEN}exec "$0" "$@"`];
const isUnnamed = spawnSync(UNNAMED[0]!, [...UNNAMED.slice(1), "true"]).status === 0;

test("PNG for a user without a home", { skip: isUnnamed ? false : "needs namespaces of users" }, async () => {
  const node = process.execPath;
  const asUnnamed = join(temporaryFolder(), "node");
  const command = [...UNNAMED, node].map((word) => `'${word}'`).join(" ");
  writeFileSync(asUnnamed, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  const home = process.env["HOME"];
  delete process.env["HOME"];
  process.execPath = asUnnamed;
  try {
    const image = await pixels(await picture(`/read/plot.png?${PLACE}&${RANGE}&width=300&height=300`));
    assert.deepEqual([image.width, image.height], [300, 300]);
  } finally {
    process.execPath = node;
    process.env["HOME"] = home;
  }
});

test("sizes for screens and printers, in the page's dark colours", async () => {
  const image = await pixels(await picture(`/read/plot.png?${PLACE}&${RANGE}&width=300&height=300&scale=3&theme=dark`));
  assert.deepEqual([image.width, image.height], [900, 900]);
  assert.equal(isNear(image, 2, 2, [0x16, 0x1c, 0x22]), true);
});

for (const [query, status, sentence] of [
  ["", 400, /Parameter 'database' is missing/],
  [`${PLACE}&with=600`, 400, /no parameter 'with' \(did you mean 'width'\?\)/],
  [`${PLACE}&width=20000`, 400, /Parameter 'width' has to be an integer from 200 to 8000/],
  [`${PLACE}&width=8000&height=8000`, 400, /more than 50 million pixels/],
  [`${PLACE}&height=100`, 400, /Parameter 'height' has to be at least \d+ for these charts/],
  [`${PLACE}&column=temprature`, 400, /no column 'temprature' \(did you mean 'temperature'\?\)/],
  [`${PLACE}&theme=blue`, 400, /Parameter 'theme' has to be one of light, dark/],
  [`${PLACE}&tz=Europe/Berln`, 400, /time zone like Europe\/Berlin \(did you mean 'Europe\/Berlin'\?\)/],
  [`${PLACE}&settings=%5B`, 400, /Parameter 'settings' has to be a panel's settings as JSON/],
  [`${PLACE}&title=${"x".repeat(201)}`, 400, /Parameter 'title' has at most 200 characters/],
  ["database=secret&measurement=plans", 404, /There is no measurement 'plans' in database 'secret'/],
] as const) {
  test(`refused with ${status}: ${sentence}`, async () => {
    const answer = await api().request(`/read/plot.svg?${query}`);
    assert.equal(answer.status, status);
    assert.match(await answer.text(), sentence);
  });
}
