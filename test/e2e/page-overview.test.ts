/** The overview counts only what is known, begins with the worst alarms, and groups devices; alarms have their details beside them. */

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { AlarmBook } from "../../runtime/parts/alarms/alarm-book.ts";
import { axeFindings, inBoth } from "../support/axe.ts";
import { openPage } from "../support/browser.ts";
import { startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
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

/** A service with as many alarms as nodes, the first of which is worse. */
async function withAlarms(
  count: number,
  view: string,
  body: (page: Page, alarms: AlarmBook) => Promise<void>,
  context: BrowserContextOptions = {},
): Promise<void> {
  const folder = temporaryFolder();
  const alarms = await AlarmBook.open(join(folder, "alarms.json"), () => {});
  const server = await startPageServer({ alarms });
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
  const { page, problems, close } = await openPage(`${server.url}?show=${view}`, context);
  try {
    await body(page, alarms);
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
    await lines.first().getByText("seen", { exact: true }).waitFor();
    await inBoth(page, () => axeFindings(page));
    await page.getByRole("button", { name: "Show all 5" }).click();
    await page.getByRole("heading", { name: "Alarms" }).waitFor();
    await until(async () => (await lines.count()) === 5);
  });
});

test("beside the list, an alarm's field is drawn around its time, with earlier alarms, note and mute; an address names it", {
  skip,
}, async () => {
  await withAlarms(3, "alarms", async (page, book) => {
    const detail = page.locator(".alarm-detail");
    const shown = detail.locator("h2");
    // The worst one, before anybody chose.
    await until(async () => (await shown.textContent()) === "area_0, t");
    await detail.locator("canvas").waitFor();
    await until(async () => (await ink(page)) > 20);
    await until(async () => /^Limitabove 65 °CValue71(\.0+)? °CTime/.test((await detail.locator("dl").textContent())!));
    await page.getByRole("button", { name: "area_2, t" }).first().click();
    await until(async () => (await shown.textContent()) === "area_2, t");
    await until(async () => page.url().includes("alarm=3"));
    await detail.getByLabel("Note").fill("fan <b>replaced</b>");
    await detail.getByRole("button", { name: "Acknowledge" }).click();
    await detail.getByText("fan <b>replaced</b>").waitFor();
    await detail.getByRole("button", { name: "Save the note" }).waitFor();
    await detail.getByLabel("Mute for").selectOption("Mute for 8 hours");
    await detail.getByRole("button", { name: "Mute", exact: true }).click();
    await detail.getByRole("button", { name: "Unmute" }).waitFor();
    await page.getByRole("button", { name: "Muted 1" }).waitFor();
    const at = { database: "mqttkit_1_testdrive", measurement: "area_0_sensors", column: "t", value: 60, unit: "°C" };
    const again = { ...at, time: new Date().toISOString(), message: "t of area_0_sensors is 72 °C, above 65 °C" };
    book.note(at.database, { ...again, event: "clear", level: "ok" });
    book.note(at.database, { ...again, event: "raise", level: "alarm", value: 72 });
    await until(async () => (await page.locator(".history tbody tr").count()) === 4);
    await page
      .getByRole("list", { name: "Active alarms" })
      .getByRole("button", { name: "area_0, t", exact: true })
      .click();
    await until(async () => page.url().includes("alarm=4"));
    assert.equal(await detail.locator(".earlier li").count(), 1);
    await inBoth(page, () => axeFindings(page));
    await page.reload();
    await until(async () => (await shown.textContent()) === "area_0, t");
    await page.getByLabel("Filter alarms").fill("area_1");
    await until(async () => (await page.locator(".alarm-list li").count()) === 1);
    await detail.getByRole("button", { name: "Open" }).click();
    await page.locator('.panel[data-measurement="area_0_sensors"] canvas').first().waitFor();
  });
});

test("on a phone, an alarm's detail takes the place of the list, and Back returns to it", { skip }, async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await withAlarms(
    3,
    "alarms",
    async (page) => {
      const detail = page.locator(".alarm-detail");
      await page.locator(".alarm-list").waitFor();
      assert.equal(await detail.isVisible(), false);
      await page.getByRole("button", { name: "area_1, t" }).first().click();
      await detail.locator("canvas").waitFor();
      await until(async () => (await ink(page)) > 20);
      assert.equal(await page.locator(".alarm-list").isVisible(), false);
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
      await inBoth(page, () => axeFindings(page));
      await until(async () => page.url().includes("alarm="));
      await page.goBack();
      await page.locator(".alarm-list").waitFor();
      await page.getByRole("button", { name: "area_1, t" }).first().click();
      await detail.getByRole("button", { name: "Back" }).click();
      await page.locator(".alarm-list").waitFor();
    },
    phone,
  );
});

test("a reader sees alarms and no acts", { skip }, async () => {
  await withAlarms(1, "alarms&view", async (page) => {
    await page.locator(".alarm-detail canvas").waitFor();
    assert.equal(
      await page.getByRole("button", { name: /Acknowledge|Mute/ }).count(),
      1,
      "only the list of muted ones",
    );
    assert.equal(await page.getByLabel("Note").count(), 0);
  });
});

/** Coloured pixels of the alarm's chart; axes are grey. */
async function ink(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector(".alarm-detail canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const isColoured = (i) => data[i + 3] > 100 && Math.abs(data[i] - data[i + 2]) > 30;
    return Array.from({ length: data.length / 4 }, (_none, i) => 4 * i).filter(isColoured).length;
  })()`);
}

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
