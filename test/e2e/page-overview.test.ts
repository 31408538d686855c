/** The page's overview: it counts only what is known, begins with the worst alarms, and groups devices. */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { AlarmBook } from "../../runtime/signals/alarm-book.ts";
import { axeFindings, inBoth } from "../support/axe.ts";
import { openPage } from "../support/browser.ts";
import { builtPage } from "../support/built-page.ts";
import { startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");
const HOUR_NS = 3_600_000_000_000n;

let directory: string;

before(async () => {
  if (skip === false) directory = await builtPage();
});

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
  const server = await startPageServer({ directory });
  const now = BigInt(Date.now()) * 1_000_000n;
  for (let i = 0; i < 30; i += 1) {
    // What is ahead of the clock does not fall silent while the test runs.
    const time = i < 20 ? now + HOUR_NS : now - HOUR_NS;
    server.store.add("mqttkit_1_testdrive", `area_${i}_sensors`, { t: "float" }, [{ timeNs: time, values: { t: i } }]);
  }
  const { page, close } = await openPage("about:blank");
  try {
    const showList = await hold(page, /\/read\/measurements\??$/);
    const showRows = await hold(page, /\/read\/rows/);
    const showAlarms = await hold(page, /\/alarms$/);
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
  const server = await startPageServer({ directory, settled: async () => isStored });
  const now = BigInt(Date.now()) * 1_000_000n;
  const add = (i: number, timeNs: bigint) =>
    server.store.add("mqttkit_1_testdrive", `area_${i}_sensors`, { t: "float" }, [{ timeNs, values: { t: i } }]);
  for (let i = 0; i < 202; i += 1) add(i, now - HOUR_NS);
  const { page, problems, close } = await openPage("about:blank");
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/read/rows")) asked += 1;
  });
  try {
    const answered = page.waitForResponse((response) => response.url().includes("/read/rows/all"));
    await page.goto(`${server.url}?show=overview`);
    await page.locator(".tile").first().waitFor();
    await answered;
    await until(async () => asked >= 6);
    assert.deepEqual(await summary(page), [
      ...["202 devices", "0 fine", "0 warning", "0 alarm", "0 silent", "202 unknown"],
    ]);
    // Its newest row was in the log only. What is ahead of the clock does not fall silent while the test runs.
    add(201, now + HOUR_NS);
    isStored = true;
    asked = 0;
    const known = ["202 devices", "1 fine", "0 warning", "0 alarm", "201 silent"];
    await until(async () => (await summary(page)).join() === known.join());
    assert.ok(asked <= 6, `${asked} requests for 202 devices`);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
  }
});

/** A service with as many alarms as nodes, the first of which is worse. */
async function withAlarms(count: number, view: string, body: (page: Page) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "structline-overview-"));
  const alarms = await AlarmBook.open(join(folder, "alarms.json"), () => {});
  const server = await startPageServer({ directory, alarms });
  const database = "mqttkit_1_testdrive";
  for (let i = 0; i < count; i += 1) {
    const measurement = `area_${i}_sensors`;
    for (let second = 60; second > 0; second -= 1) {
      const timeNs = BigInt(Date.now() - second * 1000) * 1_000_000n;
      server.store.add(database, measurement, { t: "float" }, [{ timeNs, values: { t: 70 + i + second / 60 } }]);
    }
    alarms.note(database, {
      event: "raise",
      level: i === 0 ? "alarm" : "warn",
      measurement,
      column: "t",
      value: 71 + i,
      unit: "°C",
      time: new Date(Date.now() - 60_000 + i * 1000).toISOString(),
      message: `t of ${measurement} is ${71 + i} °C, above 65 °C`,
    });
  }
  const { page, problems, close } = await openPage(`${server.url}?show=${view}`);
  try {
    await body(page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await server.close();
    await alarms.close();
    await rm(folder, { recursive: true });
  }
}

test("the overview begins with the three worst alarms, where one can be acknowledged, and a link to the others", {
  skip,
}, async () => {
  await withAlarms(5, "overview", async (page) => {
    const lines = page.getByRole("list", { name: "Active alarms" }).getByRole("listitem");
    await lines.first().waitFor();
    const names = await lines.locator("> button").allInnerTexts();
    assert.deepEqual(names, ["area_0, t", "area_4, t", "area_3, t", "Show all 5"]);
    await lines.first().getByRole("button", { name: "Acknowledge" }).click();
    await page.getByLabel("Note").fill("fan replaced");
    await page.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
    await lines.first().getByText("seen", { exact: true }).waitFor();
    await inBoth(page, () => axeFindings(page));
    await page.getByRole("button", { name: "Show all 5" }).click();
    await page.getByRole("heading", { name: "Alarms" }).waitFor();
    await until(async () => (await lines.count()) === 5);
  });
});

test("devices are grouped by address, state or kind; the choice stays", { skip }, async () => {
  const server = await startPageServer({ directory });
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
