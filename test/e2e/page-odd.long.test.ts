/** Odd circumstances of the page: no network, a change to summer time, integers beyond 2^53, nothing stored. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import {
  describedStruct,
  type PageServer,
  servedChannel,
  startPageServer,
  type Target,
} from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");

const plant = servedChannel(
  "plant",
  describedStruct("pump", 1, [
    { path: "supply", unit: "V", expr: "supply" },
    { path: "count", scalar: "uint64" },
  ]),
);
const PUMP: Target = { database: plant.database, measurement: "01_pump", topic: plant.wampTopic };

function withOdd(
  fill: (server: PageServer) => void,
  query: string,
  body: Parameters<typeof withPage>[1],
  browser: BrowserContextOptions = {},
  tolerated?: RegExp,
): Promise<void> {
  return withPage({ channels: [plant], fill, query, browser, tolerated }, body);
}

const add = (server: PageServer, timeMs: number, supply: number, count: bigint) =>
  server.store.add(PUMP.database, PUMP.measurement, { supply: "float", count: "integer" }, [
    { timeNs: BigInt(timeMs) * 1_000_000n, values: { supply, count } },
  ]);

const rowOf = (page: Page, field: string) =>
  page.locator("table.values tr", { has: page.getByRole("button", { name: field, exact: true }) });

test("a browser without network says so, and has the rows of that time when it is back", { skip }, async () => {
  await withOdd(
    (server) => add(server, Date.now() - 5000, 12.25, 1n),
    "?range=1m",
    async (page, server) => {
      await page.locator(".connection[data-state=connected]").waitFor();
      await page.context().setOffline(true);
      await page.locator(".connection[data-state=disconnected]").waitFor();
      add(server, Date.now() - 100, 17.5, 2n);
      await page.context().setOffline(false);
      await page.locator(".connection[data-state=connected]").waitFor();
      await rowOf(page, "supply").locator(".value", { hasText: "17.50" }).waitFor();
      await rowOf(page, "supply").locator(".statistic", { hasText: "17.50" }).first().waitFor();
    },
    {},
    /ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/,
  );
});

test("over the change to summer time, the axis leaves out the hour that does not exist, and rows have their places", {
  skip,
}, async () => {
  const change = Date.parse("2026-03-29T01:00:00Z");
  const from = new Date(change - 2 * 3_600_000).toISOString();
  const to = new Date(change + 2 * 3_600_000).toISOString();
  await withOdd(
    (server) => {
      for (let minute = -120; minute <= 120; minute += 1) add(server, change + minute * 60_000, 12 + minute / 100, 1n);
    },
    `?from=${from}&to=${to}`,
    async (page) => {
      await rowOf(page, "supply").locator(".statistic", { hasText: /\d/ }).first().waitFor();
      // The pointer is in the middle: the first minute of summer time, two hours after a range of four has begun.
      const over = page.locator(".u-over").first();
      const { width, height } = (await over.boundingBox())!;
      await over.hover({ position: { x: width / 2 + 1, y: height / 2 } });
      await page
        .locator(".cursor-time", { hasText: /2026-03-29 03:0\d/ })
        .first()
        .waitFor();
      await page
        .locator(".cursor-time", { hasText: /01:0\d:\d\d\.\d+ UTC/ })
        .first()
        .waitFor();
      await over.hover({ position: { x: width / 2 - 3, y: height / 2 } });
      await page
        .locator(".cursor-time", { hasText: /2026-03-29 01:5\d/ })
        .first()
        .waitFor();
    },
    { timezoneId: "Europe/Berlin" },
  );
});

test("integers of 64 bits have all digits, and so have the least and the greatest of them", { skip }, async () => {
  const large = 2n ** 63n;
  await withOdd(
    (server) => {
      for (let second = 30; second > 0; second -= 1)
        add(server, Date.now() - second * 1000, 12, large - BigInt(second) * 1_000_000n);
    },
    "?range=15m",
    async (page) => {
      const count = rowOf(page, "count");
      // The mean is a double: no digits that it has not.
      await count.locator(".statistic", { hasText: /^9\.22337203\d*e18$/ }).waitFor();
      const texts = (await count.locator("td:not(.cursor)").allTextContents()).map((text) =>
        text.replaceAll("\u202f", ""),
      );
      const [value, , min, , max] = texts;
      assert.deepEqual(
        [value, min, max],
        [large - 1_000_000n, large - 30_000_000n, large - 1_000_000n].map((exact) => String(exact)),
      );
    },
  );
});

test("a table without rows and a network of nothing but events are no error", { skip }, async () => {
  await withOdd(
    (server) => {
      server.store.add("lab_hall", "desk_node_1_sensors", { value: "float" }, []);
      server.store.add("lab_hall", "network_events", { title: "string" }, [
        { timeNs: BigInt(Date.now()) * 1_000_000n, values: { title: "Door" } },
      ]);
    },
    "",
    async (page) => {
      await page.locator(".panel[data-measurement='desk_node_1_sensors']", { hasText: "No data yet." }).waitFor();
      await page
        .locator(".panel[data-measurement='01_pump']", { hasText: "Waiting for data on UDP port 8888" })
        .waitFor();
      await page.goto(`${page.url()}?show=overview`);
      await page.locator(".tile").nth(1).waitFor();
    },
  );
});

test("a print has the charts of all panels; one that the browser's own menu begins says which are not loaded", {
  skip,
}, async () => {
  const names = Array.from({ length: 20 }, (_, i) => `tank_${i}`);
  const structs = names.map((name, i) => describedStruct(name, i + 1, [{ path: "level", unit: "m", expr: "level" }]));
  const server = await startPageServer({ channels: [{ ...plant, structs }] });
  const now = Date.now();
  for (const [i, name] of names.entries()) {
    const rows = Array.from({ length: 50 }, (_, k) => ({
      timeNs: BigInt(now - k * 1000) * 1_000_000n,
      values: { level: k },
    }));
    server.store.add(plant.database, `${String(i + 1).padStart(2, "0")}_${name}`, { level: "float" }, rows);
  }
  const { page, problems, close } = await openPage(server.url, { viewport: { width: 900, height: 400 } });
  try {
    await page.locator(".panel canvas").first().waitFor();
    const onPaper = `[...document.querySelectorAll(".panel")].map((panel) =>
      panel.dataset.unprinted === undefined ? panel.querySelectorAll("canvas").length : panel.dataset.unprinted)`;
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    const begun: unknown[] = await page.evaluate(onPaper);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    assert.equal(begun[0], 1, "the first panel is in sight");
    assert.match(String(begun.at(-1)), /^Not loaded/);

    await page.evaluate(`window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      window.printed = ${onPaper};
      dispatchEvent(new Event("afterprint"));
    }`);
    await page.keyboard.press("Control+p");
    await until(async () => (await page.evaluate("window.printed !== undefined")) === true);
    assert.deepEqual(
      await page.evaluate("window.printed"),
      names.map(() => 1),
    );
    await until(async () => (await page.locator(".panel canvas").count()) < 20);

    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await page.locator(".tile").first().waitFor();
    await page.evaluate("window.printed = undefined");
    await page.keyboard.press("Control+p");
    await until(async () => (await page.evaluate("window.printed !== undefined")) === true);
    const drawn = (await page.evaluate("window.printed")) as readonly unknown[];
    assert.ok(!drawn.includes(1), `a print of the overview loads no panel, and drew ${drawn}`);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});
