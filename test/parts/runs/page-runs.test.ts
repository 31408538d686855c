/** Runs on the page: marked there, laid over each other by their start, and with the store's statistics. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { PageServer } from "../../support/page-server.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";
import { withPage } from "../../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const DEVICE = { database: "lab_hall", measurement: "gw_th07_sensors", topic: "lab.hall.gw.th07" };
const EVENTS = { database: "lab_hall", measurement: "network_events" };
const TYPES = { title: "string", text: "string", tags: "string", timeEnd: "string", run: "string" } as const;

const ns = (ms: number) => BigInt(ms) * 1_000_000n;
const iso = (ms: number) => new Date(ms).toISOString();

/** Two runs of 20 rows, one a second: the second one is 5 hotter. Rows outside of them would change every figure. */
function fill(server: PageServer): { readonly first: number; readonly second: number } {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const [first, second] = [now - 300_000, now - 100_000];
  for (let at = now - 330_000; at <= now; at += 1000) {
    const [begin, more] = at < second ? [first, 0] : [second, 5];
    const isWithin = at >= begin && at < begin + 20_000;
    server.send(DEVICE, { heat: isWithin ? 20 + more + (at - begin) / 1000 : 99 }, ns(at));
  }
  for (const [begin, run] of [
    [first, "Burn 1"],
    [second, "Burn 2"],
  ] as const) {
    const values = { title: run, text: "", tags: "run", timeEnd: iso(begin + 19_500), run };
    server.store.add(EVENTS.database, EVENTS.measurement, TYPES, [{ timeNs: ns(begin), values }]);
  }
  return { first, second };
}

const row = (page: Page, name: string) => page.locator(".run-list tbody tr", { hasText: name });

test("two runs lie over each other by their start, with the statistics of exactly their rows", { skip }, async () => {
  let starts = { first: 0, second: 0 };
  const prepare = (server: PageServer) => {
    starts = fill(server);
  };
  await withPage({ fill: prepare, query: "?show=runs" }, async (page, server) => {
    await row(page, "Burn 1").getByRole("button", { name: "Burn 1 as A" }).click();
    await row(page, "Burn 2").getByRole("button", { name: "Burn 2 as B" }).click();
    const cells = page.locator(".run-statistics tbody tr", { hasText: "heat" }).locator("td");
    const told = async () => (await cells.allTextContents()).map((text) => text.trim());
    await until(async () => (await told())[11] === "5", "the difference of the means");
    const deviation = Math.sqrt(((20 ** 2 - 1) / 12) * (20 / 19)).toFixed(2);
    const [unit, ...figures] = await told();
    assert.equal(unit, "");
    assert.deepEqual(figures, ["20", "20", "29.50", "39", deviation, "20", "25", "34.50", "44", deviation, "5"]);
    // Both begin at the left edge: the value 2 s after the start is that of the store.
    const chart = page.locator(".run-chart .u-over");
    await chart.waitFor();
    const { width } = (await chart.boundingBox())!;
    await chart.hover({ position: { x: Math.round((width * 2.5) / 19.5), y: 40 } });
    await page.locator(".run-chart figcaption", { hasText: /A Burn 1 22, B Burn 2 27/ }).waitFor();
    // A link has both runs. The address follows when the page rests.
    await page.waitForURL(/[?&]run=.*&with=/);
    const address = new URL(page.url());
    await page.goto(address.href);
    await page.locator(".run-statistics tbody tr", { hasText: "heat" }).waitFor();
    await row(page, "Burn 2").locator('button[aria-label="Burn 2 as B"][aria-pressed="true"]').waitFor();
    // The export has the run's rows, and no others.
    await row(page, "Burn 1").getByRole("button", { name: "Actions for Burn 1" }).click();
    const href = await page.getByRole("menuitem", { name: "gw_th07 as CSV" }).getAttribute("href");
    const lines = (await (await fetch(new URL(href!, server.url))).text()).trim().split("\n");
    assert.equal(lines.length, 21);
    assert.match(lines[1]!, new RegExp(iso(starts.first).slice(0, 19)));
  });
});

test("a run started and ended on the page is one event, and its chart grows meanwhile", { skip }, async () => {
  const prepare = (server: PageServer) => server.send(DEVICE, { heat: 20 });
  await withPage({ fill: prepare, query: "?show=runs" }, async (page, server) => {
    await page.getByRole("button", { name: "Start a run…" }).click();
    const dialog = page.getByRole("dialog", { name: "Start a run" });
    assert.equal(await dialog.getByLabel("Name").inputValue(), "Run 1");
    await dialog.getByLabel("Name").fill("Soak 7");
    await dialog.getByLabel("Of").selectOption("lab/hall");
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await row(page, "Soak 7").filter({ hasText: "running" }).waitFor();
    server.send(DEVICE, { heat: 31.25 });
    const last = page.locator(".run-chart figcaption", { hasText: "31.25" });
    await last.waitFor();
    await page.getByRole("button", { name: "End Soak 7" }).click();
    await until(async () => !((await row(page, "Soak 7").textContent()) ?? "").includes("running"), "the end");
    const { rows } = (await (
      await fetch(`${server.url}read/rows?${new URLSearchParams({ ...EVENTS, limit: "10" })}`)
    ).json()) as { rows: { time: string; timeEnd: string; run: string }[] };
    const [event, ...more] = rows;
    assert.deepEqual(more, []);
    assert.equal(event!.run, "Soak 7");
    assert.ok(Date.parse(event!.timeEnd) > Date.parse(event!.time), "it ends after its start");
    // The next one has the next number.
    await page.getByRole("button", { name: "Start a run…" }).click();
    assert.equal(await dialog.getByLabel("Name").inputValue(), "Soak 8");
  });
});
