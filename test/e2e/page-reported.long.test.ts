/** What users of other dashboards reported of theirs (the issue beside each), tried on ours: nothing hangs, and nothing false is drawn. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { describedStruct, type PageServer, servedChannel, type Target } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const PLANT = servedChannel("plant", describedStruct("pump", 1, [{ path: "v", expr: "v" }]));
const PUMP: Target = { database: PLANT.database, measurement: "01_pump", topic: PLANT.wampTopic };
const END_MS = Date.parse("2026-11-01T12:00:00Z");

type Rows = readonly (readonly [atMs: number, value: number])[];

const seconds = (value: (i: number) => number): Rows => Array.from({ length: 60 }, (_, i) => [1000 * i, value(i)]);

function shown(rows: Rows, lengthMs: number, body: (page: Page, server: PageServer) => Promise<void>): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString();
  const fill = ({ store }: PageServer) => {
    for (const [atMs, v] of rows) {
      const timeNs = BigInt(END_MS - lengthMs) * 1_000_000n + BigInt(Math.round(atMs * 1e6));
      store.add(PUMP.database, PUMP.measurement, { v: "float" }, [{ timeNs, values: { v } }]);
    }
  };
  const query = `?show=panels&from=${iso(END_MS - lengthMs)}&to=${iso(END_MS)}`;
  return withPage({ channels: [PLANT], fill, query }, body);
}

/** Part of the plot's height and width that the line covers: `[top, bottom, columns]`. */
function drawn(page: Page): Promise<readonly [top: number, bottom: number, columns: number]> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector(".panel canvas");
    const plot = document.querySelector(".panel .u-over");
    if (canvas === null || plot === null) return [1, 0, 0];
    const at = plot.getBoundingClientRect(), whole = canvas.getBoundingClientRect();
    const ratio = canvas.width / Math.max(1, whole.width);
    const [width, height] = [Math.round(at.width * ratio), Math.round(at.height * ratio)];
    const { data } = canvas.getContext("2d").getImageData((at.left - whole.left) * ratio, (at.top - whole.top) * ratio, width, height);
    let [top, bottom] = [1, 0];
    const columns = new Set();
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const i = 4 * (y * width + x);
        // The grid is grey.
        const [r, g, b, a] = data.slice(i, i + 4);
        if (a < 100 || Math.max(r, g, b) - Math.min(r, g, b) < 60) continue;
        top = Math.min(top, y / height);
        bottom = Math.max(bottom, y / height);
        columns.add(x);
      }
    return [top, bottom, columns.size / width];
  })()`);
}

const untilDrawn = (page: Page, least = 0.5) =>
  until(async () => {
    const [, , columns] = await drawn(page);
    return columns >= least;
  }, "the line is drawn");

async function saysNothingOdd(page: Page): Promise<void> {
  const text = (await page.locator("main").textContent()) ?? "";
  assert.doesNotMatch(text, /NaN|Infinity|undefined|\[object/);
}

const LEVELS: readonly (readonly [what: string, value: number])[] = [
  // https://github.com/grafana/grafana/pull/29077
  ["zero", 0],
  // https://github.com/sg-s/xolotl/issues/303
  ["42", 42],
  ["a number that differs by its last bit", 9_007_199_254_740_991],
  // https://github.com/grafana/grafana/issues/7186
  ["1e-307", 1e-307],
  ["the least double", 5e-324],
  ["nearly the largest double", 1.7e308],
];

for (const [what, value] of LEVELS)
  test(`a value that stays at ${what} is a line inside of its chart`, { skip }, () =>
    shown(
      seconds(() => value),
      60_000,
      async (page) => {
        await untilDrawn(page);
        const [top, bottom] = await drawn(page);
        assert.ok(top > 0.02 && bottom < 0.98 && bottom - top < 0.1, `${top} to ${bottom}`);
        await saysNothingOdd(page);
      },
    ),
  );

// https://github.com/grafana/grafana/issues/1402
test("values at both ends of a double's range neither hang the page nor hide those between them", { skip }, () =>
  shown(
    seconds((i) => (i % 20 === 10 ? Number.MAX_VALUE : i % 20 === 0 ? -Number.MAX_VALUE : 1)),
    60_000,
    async (page) => {
      await untilDrawn(page);
      await page.keyboard.press("?");
      await page.locator("dialog[open]").waitFor();
      await saysNothingOdd(page);
    },
  ),
);

// https://github.com/leeoniya/uPlot/issues/1098, https://github.com/grafana/grafana/issues/63256
test(
  "a logarithmic axis that begins a little below a power of ten does not hang the page, and has labels",
  { skip },
  () =>
    shown(
      seconds((i) => 1.5 + (i % 20) / 4),
      60_000,
      async (page) => {
        await untilDrawn(page);
        await page.getByRole("button", { name: "Actions for pump" }).click();
        await page.getByRole("menuitem", { name: "Settings…" }).click();
        const settings = page.getByRole("complementary", { name: "Settings" });
        await settings.getByLabel("Scale").selectOption("log");
        await settings.getByLabel("Lowest").fill("0.00099");
        await settings.getByLabel("Lowest").press("Tab");
        await settings.getByLabel("Lowest").fill("0");
        await settings.getByLabel("Lowest").press("Tab");
        await untilDrawn(page);
        await saysNothingOdd(page);
      },
    ),
);

// https://github.com/PlotJuggler/PlotJuggler/issues/472
test("a hundred rows within a millisecond are told apart", { skip }, () =>
  shown(
    Array.from({ length: 100 }, (_, i) => [i / 100, i % 2] as const),
    1,
    async (page) => {
      await untilDrawn(page, 0.9);
      await saysNothingOdd(page);
    },
  ),
);

// https://github.com/FlowFuse/node-red-dashboard/issues/487
test("live rows that arrive out of order are one line in the order of their times", { skip }, () =>
  withPage({ channels: [PLANT] }, async (page, server) => {
    const nowMs = Date.now();
    for (const s of [30, 10, 20, 25, 5, 15, 1]) server.send(PUMP, { v: s }, BigInt(nowMs - s * 1000) * 1_000_000n);
    const value = page.locator("table.values tr", { hasText: "v" }).locator(".value").first();
    await value.filter({ hasText: /^1(\.0)?$/ }).waitFor();
    await saysNothingOdd(page);
  }),
);

// https://github.com/spyder-ide/spyder/issues/13900
test("a chart is as sharp and as wide as its panel after each change of the window", { skip }, () =>
  shown(
    seconds((i) => i),
    60_000,
    async (page) => {
      await untilDrawn(page);
      for (const width of [500, 1900, 801]) {
        await page.setViewportSize({ width, height: 700 });
        const fits = () =>
          page.evaluate<boolean>(`(() => {
            const canvas = document.querySelector(".panel canvas");
            const { width } = canvas.getBoundingClientRect();
            const panel = canvas.closest(".panel").getBoundingClientRect();
            return Math.abs(canvas.width - width * devicePixelRatio) <= 1 && width <= panel.width && width > 0.5 * panel.width;
          })()`);
        await until(fits, `it fits a window of ${width}`);
        await untilDrawn(page);
      }
    },
  ),
);
