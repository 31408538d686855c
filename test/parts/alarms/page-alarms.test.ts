/** Alarms on the page: their list and details, the bell, limits that users set, and what the overview begins with. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import { axeFindings, inBoth } from "../../support/axe.ts";
import { openPage } from "../../support/browser.ts";
import { onlyLong } from "../../support/long.ts";
import {
  describedStruct,
  type PageServer,
  servedChannel,
  startPageServer,
  type Target,
} from "../../support/page-server.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";
import { withPage } from "../../support/with-page.ts";
import { onPage, openBook } from "./page-alarms.ts";

const skip = requires("chromium-headless-shell");

const VOLTS = servedChannel("plant", describedStruct("pump", 1, [{ path: "supply", unit: "V", expr: "supply" }]));
const PUMP: Target = { database: VOLTS.database, measurement: "01_pump", topic: VOLTS.wampTopic };
const PANEL = { database: "lab_a", measurement: "b_c_sensors" };

const rig = servedChannel(
  "rig",
  describedStruct("power", 2, [
    { path: "voltage", column: "volts", unit: "V", expr: "voltage / 100" },
    { path: "current", column: "amps", unit: "A", expr: "current / 10" },
  ]),
);
const POWER: Target = { database: rig.database, measurement: "02_power", topic: rig.wampTopic };

const ago = (seconds: number) => BigInt(Date.now() - seconds * 1000) * 1_000_000n;

function addSupply({ store }: PageServer): void {
  for (let second = 60; second > 0; second -= 1)
    store.add(PUMP.database, PUMP.measurement, { supply: "float" }, [
      { timeNs: ago(second), values: { supply: 12 + second / 10 } },
    ]);
}

function fillPower({ store }: PageServer): void {
  for (let second = 600; second > 0; second -= 1) {
    const wave = Math.sin(second / 30);
    store.add(POWER.database, POWER.measurement, { volts: "float", amps: "float" }, [
      { timeNs: ago(second), values: { volts: 24 + wave, amps: 3 - wave } },
    ]);
  }
}

const rowOf = (page: Page, field: string) =>
  page.locator("table.values tr", { has: page.getByRole("button", { name: field, exact: true }) });

/** The page asks for the list of measurements again, as it does when it becomes visible. */
const lookAgain = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

/** A service with as many alarms as nodes, the first of which is worse. */
async function withAlarms(
  count: number,
  view: string,
  body: (page: Page, alarms: AlarmBook) => Promise<void>,
  context: BrowserContextOptions = {},
): Promise<void> {
  const alarms = await openBook();
  const server = await startPageServer({ alarms: onPage(alarms) });
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

test("a limit that is typed is set, also when another field is chosen or the settings are closed", {
  skip,
}, async () => {
  const book = await openBook();
  const target = { ...PANEL, topic: "a.b.c" };
  try {
    await withPage(
      {
        alarms: onPage(book),
        fill: (server) => server.send(target, { temperature: 21.5, humidity: 40 }),
      },
      async (page) => {
        await page.locator(".panel .menu-button").first().click();
        await page.getByRole("menuitem", { name: "Settings…" }).click();
        const settings = page.getByRole("complementary", { name: "Settings" });
        await settings.locator("summary", { hasText: "Limits and alarms" }).click();
        await settings.getByLabel("Warning above").fill("30");
        await settings.getByRole("combobox", { name: "Field" }).selectOption("humidity");
        await settings.getByLabel("Alarm above").fill("12");
        await settings.getByRole("button", { name: "Done" }).click();
        const limits = (column: string) => book.limits.of(PANEL.database, PANEL.measurement, column);
        await until(async () => limits("humidity") !== undefined, "the limit");
        assert.deepEqual(limits("temperature"), { warn: { max: 30 } });
        assert.deepEqual(limits("humidity"), { alarm: { max: 12 } });
      },
    );
  } finally {
    await book.close();
  }
});

test("when the service is gone, the page says so within three seconds, also on a phone, and no age runs on", {
  skip,
}, async () => {
  const book = await openBook();
  const target = { ...PANEL, topic: "a.b.c" };
  const time = new Date().toISOString();
  const message = "temperature of b_c_sensors is 70, above 65";
  book.note(PANEL.database, {
    ...{ event: "raise", level: "alarm", measurement: PANEL.measurement, column: "temperature", value: 70 },
    ...{ time, message },
  });
  const server = await startPageServer({ alarms: onPage(book) });
  server.send(target, { temperature: 70 });
  const { page, close } = await openPage(`${server.url}?show=overview`, { viewport: { width: 390, height: 844 } });
  let isClosed = false;
  try {
    await page.locator(".alarm-list li").waitFor();
    assert.equal(await page.locator(".gone").isVisible(), false);
    await server.close();
    isClosed = true;
    const began = performance.now();
    await page.locator(".gone").waitFor();
    const tookMs = performance.now() - began;
    assert.ok(tookMs < 3000, `said after ${tookMs.toFixed(0)} ms`);
    assert.match((await page.locator(".gone").textContent())!, /does not answer since \d\d:\d\d:\d\d/);
    assert.notEqual(await page.locator("button.follow").getAttribute("data-state"), "live");
    const age = () => page.locator(".alarm-list li").first().textContent();
    const before = await age();
    await pause(2500, "an age that ran on would differ");
    assert.equal(await age(), before);
  } finally {
    await close();
    if (!isClosed) await server.close();
    await book.close();
  }
});

test("the number at the bell is that of the alarms that are not muted; when it changes, nothing moves", { skip }, () =>
  inTemporaryFolder(async (_folder, atEnd) => {
    const book = await openBook((sentence) => assert.fail(sentence));
    atEnd(() => book.close());
    await withPage({ channels: [VOLTS], alarms: onPage(book), fill: addSupply }, async (page, server) => {
      await page.goto(`${server.url}?range=15m`);
      await page.locator(".panel canvas").first().waitFor();
      // Statistics and the font arrive last, and change widths.
      await rowOf(page, "supply").locator(".statistic", { hasText: "18.0" }).waitFor();
      await page.evaluate("document.fonts.ready.then(() => undefined)");
      const places = () =>
        page.evaluate(`JSON.stringify([...document.querySelectorAll(".toolbar > *, .heading > *, .panel, .status-line")]
          .filter(({ offsetParent }) => offsetParent !== null)
          .map((one) => { const { left, top, width } = one.getBoundingClientRect(); return [one.className, left, top, width]; }))`);
      const quiet = await places();
      for (let n = 1; n <= 12; n += 1) {
        const alarm = { event: "raise", level: "alarm", measurement: "01_pump", unit: "V", value: 20 + n } as const;
        const time = new Date(Date.now() - 1000).toISOString();
        book.note(PUMP.database, { ...alarm, column: `c${n}`, time, message: `c${n} of 01_pump is above 18 V` });
      }
      await lookAgain(page);
      await page.locator(".bell", { hasText: "12" }).waitFor();
      assert.equal(await places(), quiet);
      // These columns are of no device that the page lists: the number is the service's, without muted ones.
      book.mute({ database: PUMP.database, measurement: "01_pump", column: "c1" }, "ida", undefined);
      await page.locator(".bell", { hasText: "11" }).waitFor();
      assert.equal(await places(), quiet);
    });
  }),
);

test("an alarm is listed with its limit, acknowledged with a note, muted and unmuted; its history stays", {
  skip: onlyLong || skip,
}, async () => {
  const book = await openBook((sentence) => assert.fail(sentence));
  const time = new Date(Date.now() - 90_000).toISOString();
  const alarm = {
    event: "raise",
    level: "alarm",
    measurement: "02_power",
    column: "amps",
    value: 9,
    unit: "A",
  } as const;
  book.note(POWER.database, { ...alarm, time, message: "amps of 02_power is 9 A, above 8 A" });
  const server = await startPageServer({ channels: [rig], alarms: onPage(book) });
  fillPower(server);
  const opened = await openPage(`${server.url}?show=alarms`);
  try {
    const { page } = opened;
    const list = page.getByRole("list", { name: "Active alarms" });
    await list.getByText("power, amps").waitFor();
    assert.match((await list.textContent()) ?? "", /above 8 A/);
    assert.match((await list.textContent()) ?? "", /since .*, 1 min/);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await axeFindings(page), []);
    }
    const detail = page.getByRole("region", { name: "power, amps" });
    await detail.getByLabel("Note").fill("pump <b>ordered</b>");
    await detail.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByRole("region", { name: "History of alarms" }).getByText("pump <b>ordered</b>").waitFor();
    await list.getByText("seen", { exact: true }).waitFor();
    await list.getByRole("button", { name: "Mute power, amps for 1 hour" }).click();
    await page.getByText("All values beyond their limits are muted.").waitFor();
    await page.getByRole("button", { name: "Muted 1" }).click();
    await page.locator(".alarm-list").getByRole("button", { name: "Unmute" }).click();
    await page.getByRole("button", { name: "Active 1" }).click();
    await list.getByText("power, amps").waitFor();
    await detail.getByRole("button", { name: "Open" }).click();
    await page.locator('.panel[data-measurement="02_power"]').locator("canvas").first().waitFor();
    await page.locator('.panel[data-measurement="02_power"]').locator(".menu-button").first().click();
    await page.getByRole("menuitem", { name: "Settings…" }).click();
    const settings = page.getByRole("complementary", { name: "Settings" });
    await settings.locator("summary", { hasText: "Limits and alarms" }).click();
    await settings.getByRole("combobox", { name: "Field" }).selectOption("amps");
    await settings.getByLabel("Alarm above").fill("5");
    await settings.getByLabel("Alarm above").blur();
    await settings.getByText("The limits are set.").waitFor();
    const limits = () => book.limits.of(POWER.database, "02_power", "amps");
    assert.deepEqual(limits(), { alarm: { max: 5 } });
    assert.deepEqual(await axeFindings(page), []);
    await settings.getByRole("button", { name: "As in the header" }).click();
    await settings.getByText("The header's limits apply again.").waitFor();
    assert.equal(limits(), undefined);
    assert.deepEqual(opened.problems, []);
  } finally {
    await opened.close();
    await server.close();
    await book.close();
  }
});
