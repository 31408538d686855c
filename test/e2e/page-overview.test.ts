/** The overview counts only what is known, and groups devices. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings, inBoth } from "../support/axe.ts";
import { openPage } from "../support/browser.ts";
import { startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");
const HOUR_NS = 3_600_000_000_000n;

/** Holds the requests of a path until the returned function is called. */
async function hold(page: Page, path: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await released;
    // The page may be closed meanwhile.
    await route.continue().catch(() => {});
  });
  return release;
}

/** `["20 fine", "0 warning", …]` */
async function summary(page: Page): Promise<string[]> {
  return (await page.locator(".summary > span").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
}

test("a device whose newest row is not known yet is neither fine nor silent nor unused, nor while the service is away", {
  skip,
}, async () => {
  const server = await startPageServer();
  const now = BigInt(Date.now()) * 1_000_000n;
  for (let i = 0; i < 30; i += 1) {
    // What is ahead of the clock does not fall silent while the test runs.
    const time = i < 20 ? now + HOUR_NS : now - HOUR_NS;
    server.store.add("mqttkit_1_testdrive", `area_${i}_sensors`, { t: "float" }, [{ timeNs: time, values: { t: i } }]);
  }
  const { page, close } = await openPage("about:blank");
  try {
    const showList = await hold(page, /\/read\/measurements\??$/);
    const showRows = await hold(page, /\/read\/(rows|state)/);
    const showAlarms = await hold(page, /\/alarms(\?|$)/);
    await page.goto(`${server.url}?show=overview`);
    await page.getByText("Loading…").waitFor();
    assert.equal(await page.locator(".summary, .tile, .badge").count(), 0);
    assert.equal(await page.locator(".bell").getAttribute("aria-label"), "Alarms");
    showList();
    await page.locator(".tile").first().waitFor();
    const unknown = ["30 devices", "0 fine", "0 warning", "0 alarm", "0 silent", "30 unknown"];
    assert.deepEqual(await summary(page), unknown);
    assert.equal(await page.getByRole("button", { name: /^(Never seen|Silent)/ }).count(), 0);
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await page.locator(".device-table").waitFor();
    assert.equal(await page.getByText("never", { exact: true }).count(), 0);
    showRows();
    showAlarms();
    const known = ["30 devices", "20 fine", "0 warning", "0 alarm", "10 silent"];
    await until(async () => (await summary(page)).join() === known.join());
    await until(async () => (await page.locator(".bell").getAttribute("aria-label")) === "0 alarms, 0 warnings");
    await server.close();
    await until(async () => (await summary(page)).join() === unknown.join());
    assert.equal(await page.getByRole("button", { name: /^Never seen/ }).count(), 0);
  } finally {
    await close();
    await server.close();
  }
});

test("while the store is behind, no device is silent, on screen or off it; few requests ask for all", {
  skip,
}, async () => {
  let isStored = false;
  const server = await startPageServer({ settled: async () => isStored });
  const now = BigInt(Date.now()) * 1_000_000n;
  const add = (i: number, timeNs: bigint) =>
    server.store.add("mqttkit_1_testdrive", `area_${i}_sensors`, { t: "float" }, [{ timeNs, values: { t: i } }]);
  for (let i = 0; i < 202; i += 1) add(i, now - HOUR_NS);
  const { page, problems, close } = await openPage("about:blank");
  let asked = 0;
  let alone = 0;
  page.on("request", (request) => {
    if (/\/read\/(rows|state)/.test(request.url())) asked += 1;
    if (request.url().includes("/read/series?")) alone += 1;
  });
  try {
    const answered = page.waitForResponse((response) => response.url().includes("/read/state"));
    await page.goto(`${server.url}?show=overview`);
    await page.locator(".tile").first().waitFor();
    await answered;
    await until(async () => asked >= 6);
    assert.deepEqual(await summary(page), [
      ...["202 devices", "0 fine", "0 warning", "0 alarm", "0 silent", "202 unknown"],
    ]);
    // Its newest row was in the log only.
    add(201, BigInt(Date.now()) * 1_000_000n);
    isStored = true;
    asked = 0;
    const known = ["202 devices", "1 fine", "0 warning", "0 alarm", "201 silent"];
    await until(async () => (await summary(page)).join() === known.join());
    assert.ok(asked < 100, `${asked} requests for 202 devices`);
    assert.ok(alone < 20, `${alone} requests for the history of single devices`);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});

test("what the page opens on is decided before anything is drawn, and stays when devices appear", {
  skip,
}, async () => {
  const server = await startPageServer();
  const add = (i: number) => {
    const timeNs = BigInt(Date.now()) * 1_000_000n;
    server.store.add("mqttkit_1_testdrive", `area_${i}_sensors`, { t: "float" }, [{ timeNs, values: { t: i } }]);
  };
  for (let i = 0; i < 20; i += 1) add(i);
  const { page, problems, close } = await openPage("about:blank");
  // Every view that was ever shown.
  await page.addInitScript(`
    shown = [];
    addEventListener("DOMContentLoaded", () => {
      const note = () => shown.at(-1) === document.body.dataset.view || shown.push(document.body.dataset.view);
      new MutationObserver(note).observe(document.body, { attributes: true, attributeFilter: ["data-view"] });
    });
  `);
  try {
    const release = await hold(page, /\/read\/measurements\??$/);
    await page.goto(server.url);
    await page.getByText("Loading…").waitFor();
    assert.equal(await page.locator(".grid").isVisible(), false);
    release();
    await page.locator(".panel").first().waitFor();
    add(20);
    server.send(
      { database: "mqttkit_1_testdrive", measurement: "area_20_sensors", topic: "mqttkit-1.testdrive.area.20" },
      { t: 1 },
    );
    await page.locator('.panel[data-measurement="area_20_sensors"]').waitFor({ state: "attached" });
    assert.deepEqual(await page.evaluate("shown"), ["", "panels"]);
    await page.reload();
    await page.locator(".tile").first().waitFor();
    assert.deepEqual(await page.evaluate("shown"), ["", "overview"]);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});

test("a tile shows the whole name of its device; tiles, small ones or a table: the choice stays", {
  skip,
}, async () => {
  const server = await startPageServer();
  const long = "hall_one_rack_seventeen_power_supply_secondary_inverter_temperature_probe";
  const timeNs = BigInt(Date.now()) * 1_000_000n;
  for (const name of [long, "x"])
    server.store.add("lab_hall", `${name}_sensors`, { t: "float" }, [{ timeNs, values: { t: 1 } }]);
  const { page, problems, close } = await openPage(`${server.url}?show=overview`);
  try {
    const isWhole = () =>
      page.evaluate(`(() => {
        const name = [...document.querySelectorAll(".tile-title")].find(({ textContent }) => textContent === "${long}");
        const range = document.createRange();
        range.selectNodeContents(name);
        const [text, tile] = [range.getBoundingClientRect(), name.parentElement.getBoundingClientRect()];
        return text.right <= tile.right && text.bottom <= tile.bottom && text.height > 30;
      })()`);
    await page.locator(".tile-title", { hasText: long }).waitFor();
    assert.equal(await isWhole(), true);
    await page.getByRole("button", { name: "Small", exact: true }).click();
    await page.locator(".tiles.small").first().waitFor();
    assert.equal(await isWhole(), true);
    await inBoth(page, () => axeFindings(page));
    await page.reload();
    await page.locator(".tiles.small").first().waitFor();
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await page.reload();
    await page.locator(".device-table").first().waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});

test("before the service's first answer, the status says what it waits for", { skip }, async () => {
  const server = await startPageServer();
  const { page, close } = await openPage("about:blank");
  try {
    const release = await hold(page, /\/health/);
    await page.goto(server.url);
    await page.locator(".status-button").click();
    const first = page.locator(".status .all-stored");
    assert.equal(await first.textContent(), "Waiting for the service's first answer");
    await inBoth(page, () => axeFindings(page));
    release();
    await until(async () => (await first.textContent()) === "Everything is stored");
    server.parts["signals"] = { state: "degraded", detail: "the broker is away" };
    await until(async () => (await first.textContent()) === "signals degraded");
  } finally {
    await close();
    await server.close();
  }
});

test("devices are grouped by address, state or kind; the choice stays", { skip }, async () => {
  const server = await startPageServer();
  const add = (database: string, measurement: string, hours: bigint, values: Record<string, number>) => {
    const types = Object.fromEntries(Object.keys(values).map((name) => [name, "float" as const]));
    const timeNs = BigInt(Date.now()) * 1_000_000n + hours * HOUR_NS;
    server.store.add(database, measurement, types, [{ timeNs, values }]);
  };
  add("lab_hall", "a_sensors", 1n, { t: 1 });
  add("lab_field", "a_sensors", -1n, { t: 2 });
  add("lab_field", "b_sensors", 1n, { t: 3, rh: 40 });
  const { page, problems, close } = await openPage(`${server.url}?show=overview`);
  try {
    const groups = async () => {
      const texts = await page.locator(".device-group > summary").allInnerTexts();
      return texts.map((text) => text.replace(/\s+/g, " ").trim()).sort();
    };
    const be = (...wanted: string[]) => until(async () => (await groups()).join("|") === wanted.join("|"));
    await be("lab_field 2 devices, t 1 silent", "lab_hall 1 device, t");
    const choice = page.getByLabel("Grouping");
    await choice.selectOption("state");
    await be("Fine 2 devices, t", "Silent 1 device, t");
    await choice.selectOption("kind");
    await be("t 2 devices, t 1 silent", "t, rh 1 device, t");
    await inBoth(page, () => axeFindings(page));
    await page.reload();
    await be("t 2 devices, t 1 silent", "t, rh 1 device, t");
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});
