/** What the page says while it loads, of another season, of large integers, and of panels with two devices. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { describedStruct, type PageServer, servedChannel } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const LARGEST = 2n ** 64n - 1n;
const HALL = "lab_hall";

function device(name: string) {
  return { database: HALL, measurement: `gw_${name}_sensors`, topic: `lab.hall.gw.${name}` };
}

const panelOf = (page: Page, name: string) => page.locator(`.panel[data-measurement="gw_${name}_sensors"]`);

test("while its history is on the way, a panel says that it loads, and never that there is no data", {
  skip,
}, async () => {
  const fill = ({ store }: PageServer) => {
    const timeNs = BigInt(Date.now() - 60_000) * 1_000_000n;
    store.add(HALL, "gw_th07_sensors", { heat: "float" }, [{ timeNs, values: { heat: 21.5 } }]);
  };
  // Every text that was ever shown, also for one frame.
  const script = `
    globalThis.said = [];
    new MutationObserver(() => {
      for (const one of document.querySelectorAll(".panel .empty, .panel .age, .panel .alternative")) said.push(one.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  `;
  await withPage({ fill, script, historyDelayMs: 1500, query: "?show=panels" }, async (page) => {
    await panelOf(page, "th07").locator(".empty", { hasText: "Loading…" }).waitFor();
    await panelOf(page, "th07").locator("td.value", { hasText: "21.5" }).waitFor();
    await panelOf(page, "th07").locator(".chart canvas").first().waitFor();
    const said = await page.evaluate<string[]>("said");
    assert.deepEqual(
      said.filter((text) => /no data|no values/i.test(text)),
      [],
    );
  });
});

test("rows with times ahead are no rows of now: the panel says how far the clock is ahead, and after a reload that none is due", {
  skip,
}, async () => {
  const fill = ({ store }: PageServer) => {
    const timeNs = BigInt(Date.now() - 7_200_000) * 1_000_000n;
    store.add(HALL, "gw_th08_sensors", { heat: "float" }, [{ timeNs, values: { heat: 3 } }]);
  };
  await withPage({ fill, query: "?show=panels&range=15m" }, async (page, server) => {
    const old = panelOf(page, "th08").locator(".alternative", { hasText: "no values in this time span" });
    await old.waitFor({ state: "attached" });
    const ahead = () => server.send(device("th07"), { heat: 21.5 }, BigInt(Date.now() + 3_600_000) * 1_000_000n);
    ahead();
    await panelOf(page, "th07").waitFor();
    await until(() => server.router.subscriptions.matching(device("th07").topic).length === 1);
    ahead();
    await panelOf(page, "th07")
      .locator(".age", { hasText: /^its clock is (59 min|1 h) ahead$/ })
      .waitFor();
    await page.reload();
    await panelOf(page, "th07").locator(".age", { hasText: "no row up to now" }).waitFor();
    await panelOf(page, "th07").locator(".empty", { hasText: "No row up to now: rows with times ahead" }).waitFor();
  });
});

test("over a span of another season stands the offset of that season, not of today", { skip }, async () => {
  const fill = ({ store }: PageServer) => {
    for (const day of ["2026-01-15", "2026-07-15"]) {
      const timeNs = BigInt(Date.parse(`${day}T12:00:00Z`)) * 1_000_000n;
      store.add(HALL, "gw_th07_sensors", { heat: "float" }, [{ timeNs, values: { heat: 21.5 } }]);
    }
  };
  const browser = { timezoneId: "Europe/Berlin" };
  for (const [day, offset, hour] of [
    ["2026-01-15", "UTC+01:00", "13:00:00"],
    ["2026-07-15", "UTC+02:00", "14:00:00"],
  ]) {
    const query = `?show=panels&from=${day}T11:59:00Z&to=${day}T12:01:00Z`;
    await withPage({ fill, browser, query }, async (page) => {
      await page.locator(".status-line .zone", { hasText: offset! }).waitFor();
      await panelOf(page, "th07").locator(".chart canvas").first().waitFor();
      const plot = panelOf(page, "th07").locator(".u-over").first();
      const { width = 0 } = (await plot.boundingBox()) ?? {};
      await plot.hover({ position: { x: width / 2, y: 20 } });
      await panelOf(page, "th07").locator(".cursor-time", { hasText: hour! }).waitFor();
    });
  }
});

test("over a span in which summer ends stand both offsets", { skip }, async () => {
  const browser = { timezoneId: "Europe/Berlin" };
  await withPage({ browser, query: "?from=2026-10-24T23:00:00Z&to=2026-10-25T03:00:00Z" }, async (page) => {
    await page.locator(".status-line .zone", { hasText: "UTC+02:00 → UTC+01:00" }).waitFor();
  });
});

test("the deviation of large integers is what it is, or not told: never 0 for values that differ", {
  skip,
}, async () => {
  const now = Date.now();
  const fill = ({ store }: PageServer) => {
    for (let i = 0; i < 20; i++) {
      const timeNs = BigInt(now - (20 - i) * 1000) * 1_000_000n;
      const values = { serial: LARGEST - BigInt(i % 3), small: i % 3 };
      store.add(HALL, "gw_th07_sensors", { serial: "unsigned", small: "float" }, [{ timeNs, values }]);
    }
  };
  await withPage({ fill, query: `?show=panels&panel=${HALL}+gw_th07_sensors` }, async (page) => {
    const row = (name: string) =>
      panelOf(page, "th07").locator("table.values tbody tr", {
        has: page.getByRole("button", { name, exact: true }),
      });
    const deviation = async (name: string) =>
      ((await row(name).locator(".deviation").textContent()) ?? "").replace(/\s/g, "");
    await until(async () => (await deviation("small")).startsWith("0.8"), "a deviation of small values");
    assert.equal(await deviation("serial"), "");
    // The store's own values are whole.
    const value = ((await row("serial").locator("td.value").first().textContent()) ?? "").replace(/\D/g, "");
    assert.equal(value, String(LARGEST - 1n));
  });
});

test("a panel with series of a second device names both", { skip }, async () => {
  const fill = (server: PageServer) => {
    for (const name of ["th07", "th08"]) server.send(device(name), { heat: 21.5 });
    const panels = {
      a: { series: [{ database: HALL, measurement: "gw_th08_sensors", column: "heat" }] },
      b: {},
    };
    const added = { a: { database: HALL, measurement: "gw_th07_sensors" }, b: device("th07") };
    const layout = { title: "Both", automatic: false, order: ["a", "b"], panels, added };
    void server.store.remember("page layout both", JSON.stringify(layout));
  };
  await withPage({ fill, query: "?layout=both" }, async (page) => {
    const headings = page.locator(".panel h2");
    await headings.nth(1).waitFor();
    const titles = await headings.allTextContents();
    assert.match(titles[0]!, /th07.*, .*th08/);
    assert.doesNotMatch(titles[1]!, /th08/);
    assert.equal(await page.locator(".panel").first().getAttribute("aria-label"), titles[0]);
  });
});

test("nothing moves while history loads", { skip }, async () => {
  const structs = [1, 2, 3, 4].map((n) =>
    describedStruct(`s${n}`, n, [
      { path: "volts", unit: "V", expr: "volts" },
      { path: "amps", unit: "A", expr: "amps" },
    ]),
  );
  const rig = servedChannel("rig", ...structs);
  const fill = ({ store }: PageServer) => {
    for (const { measurement } of structs)
      for (let second = 120; second > 0; second--) {
        const timeNs = BigInt(Date.now() - second * 1000) * 1_000_000n;
        const values = { volts: Math.sin(second), amps: second };
        store.add(rig.database, measurement, { volts: "float", amps: "float" }, [{ timeNs, values }]);
      }
  };
  const script = `
    globalThis.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
      .observe({ type: "layout-shift", buffered: true });
  `;
  const sizes = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];
  for (const viewport of sizes)
    for (const query of ["?show=panels", ""])
      await withPage(
        { channels: [rig], fill, script, historyDelayMs: 600, query, browser: { viewport } },
        async (page) => {
          const values = page.locator(".panel td.value", { hasText: /\d/ });
          await until(async () => (await values.count()) >= 4, "panels have values");
          await page.locator(".panel .chart canvas").nth(1).waitFor({ state: "attached" });
          const sum = await page.evaluate<number>("shifts.reduce((sum, value) => sum + value, 0)");
          assert.ok(sum < 0.05, `layout shift ${sum} at ${viewport.width} of '${query}'`);
        },
      );
});
