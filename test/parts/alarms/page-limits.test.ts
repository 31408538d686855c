/** Limits set on the page: in the list of alarms, and at an axis. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { AlarmBook } from "../../../runtime/parts/alarms/alarm-book.ts";
import type { PageServer } from "../../support/page-server.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { withPage } from "../../support/with-page.ts";
import { onPage } from "./page-alarms.ts";

const skip = requires("chromium-headless-shell");
const HALL = "lab_hall";

function device(name: string) {
  return { database: HALL, measurement: `gw_${name}_sensors`, topic: `lab.hall.gw.${name}` };
}

function fill(server: PageServer): void {
  const now = BigInt(Date.now()) * 1_000_000n;
  for (const name of ["th07", "th08"])
    for (let i = 20; i >= 0; i--)
      server.send(device(name), { heat: 20 + i, damp: 50 }, now - BigInt(i) * 1_000_000_000n);
}

const newBook = () => AlarmBook.open(join(temporaryFolder(), "alarms.json"), () => {});

test("a new limit, of one device or of all, is set in the list of alarms", { skip }, async () => {
  const alarms = await newBook();
  await withPage({ alarms: onPage(alarms), fill, query: "?show=alarms" }, async (page) => {
    await page.getByRole("button", { name: "New limit" }).click();
    const dialog = page.getByRole("dialog", { name: "New limit" });
    await dialog.getByRole("combobox", { name: "Device" }).selectOption({ label: "gw_th08, lab_hall" });
    await dialog.getByRole("combobox", { name: "Field" }).selectOption("heat");
    await dialog.getByLabel("Alarm above").fill("30");
    await dialog.getByLabel("Alarm above").press("Tab");
    await dialog.getByText("The limits are set.").waitFor();
    assert.deepEqual(alarms.limits.of(HALL, "gw_th08_sensors", "heat"), { alarm: { max: 30 } });
    assert.equal(alarms.limits.of(HALL, "gw_th07_sensors", "heat"), undefined);
    await dialog.getByRole("combobox", { name: "Field" }).selectOption("damp");
    await dialog.getByLabel("For this field of all devices").check();
    await dialog.getByLabel("Warning above").fill("60");
    await dialog.getByRole("button", { name: "Done" }).click();
    await until(async () => alarms.limits.of(HALL, "gw_th07_sensors", "damp") !== undefined, "the limit of all");
    assert.deepEqual(alarms.limits.of(HALL, "gw_th07_sensors", "damp"), { warn: { max: 60 } });
    await dialog.waitFor({ state: "detached" });
  });
  await alarms.close();
});

test("a click on an axis sets a limit there, beside those that the field has", { skip }, async () => {
  const alarms = await newBook();
  alarms.setLimits({ ...device("th07"), column: "heat" }, "", { warn: { max: 39 } });
  await withPage({ alarms: onPage(alarms), fill, query: "?show=panels&range=1m" }, async (page) => {
    const panel = page.locator('.panel[data-measurement="gw_th07_sensors"]');
    await panel.locator(".chart canvas").first().waitFor();
    const grip = panel.locator(".axis-grip").first();
    await until(async () => ((await grip.boundingBox())?.height ?? 0) > 40, "the axis");
    const { height } = (await grip.boundingBox())!;
    const field = page.getByRole("menuitem", { name: "heat", exact: true });
    const alarm = page.getByRole("menuitem", { name: /^Alarm above / });
    const offered = async (): Promise<number> => {
      await grip.click({ position: { x: 10, y: Math.round(height / 2) } });
      await field.or(alarm).first().waitFor();
      // Both fields may share the chart.
      if (await field.isVisible()) await field.click();
      return Number(((await alarm.textContent()) ?? "").replace("Alarm above ", ""));
    };
    let limit = await offered();
    // Before its rows have come, the axis is that of an empty chart.
    await until(async () => {
      if (limit > 20) return true;
      await page.keyboard.press("Escape");
      limit = await offered();
      return false;
    }, "the axis of the field's values");
    await alarm.click();
    const limits = () => alarms.limits.of(HALL, "gw_th07_sensors", "heat");
    await until(async () => limits()?.alarm !== undefined, "the limit");
    const max = limits()?.alarm?.max ?? Number.NaN;
    assert.equal(limit, max);
    assert.ok(max > 20 && max < 60, String(max));
    assert.deepEqual(limits()?.warn, { max: 39 });
  });
  await alarms.close();
});

test("a new alarm is announced, and those of before are not", { skip }, async () => {
  const alarms = await newBook();
  const raise = (name: string, value: number) =>
    alarms.note(HALL, {
      event: "raise",
      level: "alarm",
      measurement: device(name).measurement,
      column: "heat",
      value,
      time: new Date().toISOString(),
      message: `heat of ${name} is ${value}, above 30`,
    });
  raise("th07", 31);
  await withPage({ alarms: onPage(alarms), fill, query: "?show=alarms" }, async (page) => {
    await page.locator(".alarm-list li", { hasText: "th07" }).waitFor();
    const announced = page.locator(".for-ears");
    assert.equal(await announced.textContent(), "");
    raise("th08", 42);
    await announced.filter({ hasText: "Alarm: heat of th08 is 42, above 30" }).waitFor({ state: "attached" });
  });
  await alarms.close();
});

test("the list of alarms says where they are sent, and which receiver failed", { skip }, async () => {
  const alarms = await newBook();
  const time = new Date().toISOString();
  const receivers = [
    { kind: "webhook", name: "ops", databases: ["*"], sent: 3, waiting: 1, lost: 0, failed: { message: "503", time } },
    { kind: "e-mail", databases: ["lab_*"], addresses: 2, sent: 0, waiting: 0, lost: 0 },
  ] as const;
  await withPage({ alarms: onPage(alarms, receivers), fill, query: "?show=alarms" }, async (page) => {
    await page.getByRole("button", { name: "Where they are sent" }).click();
    const lines = page.getByRole("dialog", { name: "Where alarms are sent" }).locator("li");
    await lines.nth(1).waitFor();
    const [first, second] = await lines.allTextContents();
    assert.match(first!, /^Webhook opsall devices; 3 sent, 1 waiting, 0 lost.*503$/);
    assert.match(second!, /^E-mail to 2 addresseslab_\*; 0 sent/);
    assert.deepEqual(await lines.evaluateAll((all) => all.map((one) => one.dataset["state"])), ["down", "ok"]);
  });
  await alarms.close();
});
