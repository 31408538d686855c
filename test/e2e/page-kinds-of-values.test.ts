/** Values of every kind as they arrive live: integers of 64 bits, states and texts across gaps, beside what is stored. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { describedStruct, type PageServer, servedChannel } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { pause, until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");

const plant = servedChannel(
  "plant",
  describedStruct("meter", 1, [
    { path: "total", scalar: "uint64", unit: "W", expr: "total", limits: { alarm: { max: 12_000 } } },
    { path: "mode", scalar: "uint8", states: { 0: "idle", 1: "heating" } },
  ]),
);
const METER = { database: plant.database, measurement: "01_meter", topic: plant.wampTopic };
const BOILER = { database: "lab_a", measurement: "b_c_sensors" };
const beginMs = Date.now() - 600_000;

/** Ten minutes of rows, with none from 200 s to 400 s; `heating` since 100 s. */
async function fill({ store }: PageServer): Promise<void> {
  for (let second = 0; second < 598; second += 1) {
    if (second > 200 && second < 400) continue;
    const timeNs = BigInt(beginMs + second * 1000) * 1_000_000n;
    const values = { total: 1000n + BigInt(second), mode: second < 100 ? 0 : 1 };
    store.add(METER.database, METER.measurement, { total: "unsigned", mode: "integer" }, [{ timeNs, values }]);
    const texts = { phase: "on", heat: second };
    store.add(BOILER.database, BOILER.measurement, { phase: "string", heat: "float" }, [{ timeNs, values: texts }]);
  }
  const place = { database: METER.database, measurement: METER.measurement };
  const panels = {
    phase: { kind: "state", title: "phase", options: { column: "phase" } },
    mode: { kind: "state", title: "mode", options: { column: "mode" } },
    total: { kind: "gauge", title: "total", options: { column: "total" } },
    mean: { kind: "stat", title: "mean", options: { column: "total", figure: "mean" } },
  };
  const added = { phase: BOILER, mode: place, total: place, mean: place };
  const layout = { title: "Stand", automatic: false, order: Object.keys(panels), panels, added };
  await store.remember("page layout stand", JSON.stringify(layout));
}

const tile = (page: Page, title: string) =>
  page.locator(".panel", { has: page.getByRole("heading", { name: title, exact: true }) }).locator(".one-value");

test("a field that is not a number any more is not shown as if it were: the table and a tile say since when", {
  skip,
}, async () => {
  const lastMs = Math.floor(Date.now() / 1000) * 1000 - 14_000;
  const fill = async ({ store }: PageServer) => {
    for (let second = -60; second <= 13; second += 1) {
      const timeNs = BigInt(lastMs + second * 1000) * 1_000_000n;
      // What is not a number is not stored.
      const values = second <= 0 ? { total: 7n, mode: 1 } : { mode: 1 };
      store.add(METER.database, METER.measurement, { total: "unsigned", mode: "integer" }, [{ timeNs, values }]);
    }
    const panels = {
      all: { title: "all" },
      total: { kind: "stat", title: "total", options: { column: "total" } },
    };
    const place = { database: METER.database, measurement: METER.measurement };
    const added = { all: place, total: place };
    const layout = { title: "Stand", automatic: false, order: Object.keys(panels), panels, added };
    await store.remember("page layout stand", JSON.stringify(layout));
  };
  await withPage(
    { channels: [plant], fill, query: "?layout=stand", browser: { timezoneId: "UTC" } },
    async (page, server) => {
      const row = (name: string) =>
        page.locator("table.values tr", { has: page.getByRole("button", { name, exact: true }) }).locator("td.value");
      const said = `no value since ${new Date(lastMs).toISOString().slice(11, 19)}`;
      await row("total")
        .and(page.locator(`.old[title^="${said}"]`))
        .waitFor();
      assert.equal(await row("total").textContent(), "7");
      assert.equal(await row("mode").and(page.locator(".old")).count(), 0);
      await tile(page, "total").filter({ hasText: said }).waitFor();
      await until(async () => {
        server.send(METER, { total: 8n, mode: 1 });
        await pause(200, "the next drawing");
        return (await row("total").and(page.locator(".old")).count()) === 0;
      }, "it is one again");
      await tile(page, "total").filter({ hasText: said }).waitFor({ state: "detached" });
    },
  );
});

test("a 64-bit integer that arrives live is beyond its limit, in the extremes and on the gauge, as one that was read", {
  skip,
}, async () => {
  await withPage({ channels: [plant], fill, query: "?range=10m&show=panels" }, async (page, server) => {
    const row = page.locator("table.values tr", { has: page.getByRole("button", { name: "total", exact: true }) });
    await row.locator("td.value", { hasText: "1.597" }).waitFor();
    await until(async () => {
      server.send(METER, { total: 12_500n, mode: 1 });
      await pause(200, "the next drawing");
      return (await row.locator("td.value").getAttribute("data-limit")) === "alarm";
    });
    assert.equal(await row.locator("td.value").textContent(), "12.50");
  });
});

test("tiles tell a state since when it is known, and end it where the device was silent", { skip }, async () => {
  await withPage({ channels: [plant], fill, query: "?range=10m&layout=stand" }, async (page, server) => {
    await tile(page, "phase").locator("b", { hasText: "on" }).waitFor();
    await until(async () => (await tile(page, "phase").locator(".state-strip span").count()) === 2);
    await tile(page, "phase")
      .locator(".tile-note", { hasText: /^for [345] min$/ })
      .waitFor();
    await tile(page, "mode")
      .locator(".tile-note", { hasText: /^for [345] min$/ })
      .waitFor();
    await until(async () => (await tile(page, "mode").locator(".state-strip span").count()) === 3);
    await tile(page, "mean").locator(".tile-note", { hasText: "total, mean" }).waitFor();
    server.send(METER, { total: 12_500n, mode: 1 });
    await tile(page, "total").locator(".tile-note", { hasText: "above 12.00 kW" }).waitFor();
    await tile(page, "total").locator("path.filled").waitFor();
  });
});

test("integers of 64 bits have all digits on tiles, none of them cut", { skip }, async () => {
  const of = (name: string) => ({ database: "lab_a", measurement: `b_${name}_sensors`, topic: `lab.a.b.${name}` });
  const fillTiles = (server: PageServer) => {
    server.send(of("most"), { count: 18_446_744_073_709_551_615n });
    server.send(of("least"), { count: -9_223_372_036_854_775_808n });
    server.send(of("odd"), { count: 9_007_199_254_740_993n });
  };
  await withPage({ fill: fillTiles, query: "?show=overview" }, async (page) => {
    for (const shape of ["Tiles", "Small"]) {
      await page.getByRole("button", { name: shape, exact: true }).click();
      for (const digits of ["18446744073709551615", "−9223372036854775808", "9007199254740993"]) {
        const shown = page.locator(".tile-value b", { hasText: digits.replace(/\B(?=(\d{3})+$)/g, "\u202f") });
        await shown.waitFor();
      }
      const most = await page.evaluate<number>(MOST_BEYOND);
      assert.ok(most <= 1, `${shape}: ${most} px do not fit`);
    }
  });
});

/** By how many pixels values are larger than their places. */
const MOST_BEYOND = `Math.max(...Array.from(document.querySelectorAll(".tile-value b"), (b) =>
  Math.max(b.scrollWidth - b.clientWidth, b.scrollHeight - b.clientHeight,
    b.getBoundingClientRect().right - b.closest(".tile").getBoundingClientRect().right)))`;
