/** Twelve tasks with the keyboard alone: no click, no focus set by the test. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { PageServer } from "../../support/page-server.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";
import { withPage } from "../../support/with-page.ts";
import { onPage, openBook } from "./page-alarms.ts";

const skip = requires("chromium-headless-shell");
const HALL = "lab_hall";

function device(name: string) {
  return { database: HALL, measurement: `gw_${name}_sensors`, topic: `lab.hall.gw.${name}` };
}

function fill(server: PageServer): void {
  const now = Math.floor(Date.now() / 1000);
  for (let second = now - 60; second <= now; second++)
    for (const [i, name] of ["th07", "th08"].entries())
      server.send(device(name), { heat: 20 + 10 * i + (second % 5) / 10, damp: 50 }, BigInt(second) * 1_000_000_000n);
}

/** A keyboard user who looks at what has the focus. */
function hands(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate<string>(`(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return "";
      const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "";
      return (label.trim() === "" ? (element.placeholder ?? "") : label).trim().replace(/\\s+/g, " ");
    })()`);
  /** Tab until the name of what has the focus matches. */
  const tabTo = async (name: RegExp, key = "Tab", most = 120) => {
    const seen: string[] = [];
    for (let i = 0; i < most; i++) {
      const now = await focused();
      if (name.test(now)) return;
      seen.push(now);
      await page.keyboard.press(key);
    }
    assert.fail(`${name} is not reached by ${key}: ${seen.join(" | ")}`);
  };
  /** Opens what has the focus, and chooses an entry of its menu. */
  const choose = async (entry: RegExp) => {
    await press("Enter");
    await page.locator("[role=menuitem]:focus").waitFor();
    await tabTo(entry, "ArrowDown", 40);
    await press("Enter");
  };
  const find = async (text: string) => {
    await press("/");
    await page.locator(".find-dialog input").waitFor();
    await page.keyboard.type(text);
    await page.locator(".find-dialog [role=option]").first().waitFor();
    await press("Enter");
  };
  return { press, tabTo, choose, find };
}

test("twelve tasks without a mouse", { skip }, async () => {
  const alarms = await openBook();
  await withPage({ alarms: onPage(alarms), fill, query: "?show=overview&range=1m" }, async (page) => {
    const { press, tabTo, choose, find } = hands(page);
    const panel = page.locator('.panel[data-measurement="gw_th08_sensors"]');
    await page.locator(".tile").first().waitFor();

    // 1. The content.
    await press("Tab", "Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "main");

    // 2. A device.
    await find("th08");
    await panel.locator(".menu-button:focus").waitFor();

    // 3. Its panel in the full window, and back.
    await press("f");
    await page.locator(".maximised .panel.alone").waitFor();
    await press("Escape");
    await page.locator("body:not(.maximised)").waitFor();

    // 4. Another time span, one back, and live again.
    await press("p", "ArrowLeft", "+");
    await page.locator(".toolbar .undo").waitFor();
    await press("Control+z", "l");
    await page.locator(".follow-text", { hasText: "Live" }).waitFor();

    // 5. The values of a moment.
    await press(",", ",", ",");
    await panel.locator(".cursor-time", { hasText: "UTC" }).waitFor();
    await panel.locator("td.value", { hasText: "30." }).first().waitFor();
    await press("Escape");

    // 6. A limit, and its alarm, which is announced.
    await press("g", "a");
    await page.getByRole("heading", { name: "Alarms", level: 1 }).waitFor();
    await tabTo(/^New limit$/);
    await press("Enter");
    const dialog = page.getByRole("dialog", { name: "New limit" });
    await dialog.getByLabel("Alarm above").waitFor();
    await tabTo(/^Alarm above/);
    await page.keyboard.type("25");
    await press("Enter");
    await dialog.waitFor({ state: "detached" });
    await until(() => alarms.limits.of(HALL, "gw_th07_sensors", "heat")?.alarm?.max === 25 || undefined, "the limit");
    alarms.note(HALL, {
      event: "raise",
      level: "alarm",
      measurement: "gw_th08_sensors",
      column: "heat",
      value: 30.4,
      time: new Date().toISOString(),
      message: "heat is 30.4, above 25",
    });
    await page.locator(".for-ears", { hasText: "Alarm: heat is 30.4, above 25" }).waitFor({ state: "attached" });

    // 7. The alarm is acknowledged, with a note.
    await tabTo(/^Note|note/i);
    await page.keyboard.type("fan ordered");
    await press("Enter");
    await until(() => JSON.stringify(alarms.list(() => true)).includes("fan ordered"), "the note");

    // 8. An annotation.
    await press("Tab");
    await find("th08");
    await panel.locator(".menu-button:focus").waitFor();
    await press("n");
    await page.locator("dialog[open] :is(input, textarea):focus").waitFor();
    await page.keyboard.type("door opened");
    await press("Control+Enter");
    if (await page.locator("dialog[open]").isVisible()) {
      await tabTo(/^(Save|Add|Annotate)/);
      await press("Enter");
    }
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.locator(".notes-button", { hasText: "(1)" }).waitFor();

    // 9. A run, begun and ended.
    await press("g", "r");
    await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
    await tabTo(/^Start a run/);
    await press("Enter");
    await page.locator("dialog[open] input").first().waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Burn 1");
    await press("Enter");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "End Burn 1" }).waitFor();
    await tabTo(/^End Burn 1$/);
    await press("Enter");
    await page.getByRole("button", { name: "End Burn 1" }).waitFor({ state: "detached" });

    // 10. An export of what a panel shows.
    await find("th08");
    await panel.locator(".menu-button:focus").waitFor();
    const loading = page.waitForEvent("download");
    await choose(/^Download as CSV$/);
    assert.equal((await fetch((await loading).url())).status, 200);

    // 11. Settings of a panel: another title.
    await tabTo(/Actions for/, "Shift+Tab");
    await choose(/^Settings/);
    await page.locator(".settings:not([hidden]) input").first().waitFor();
    await tabTo(/^Title/);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Oven eight");
    await tabTo(/^Done$/);
    await press("Enter");
    await page.getByRole("heading", { name: "Oven eight" }).waitFor();

    // 12. Ticked devices, compared in a panel.
    await press("g", "h");
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await tabTo(/^Table$/);
    await press("Enter");
    await page.getByRole("checkbox", { name: "Tick gw_th07" }).waitFor();
    // The title of its panel named the device.
    for (const name of ["gw_th07", "Oven eight"]) {
      await tabTo(new RegExp(`^Tick ${name}$`));
      await press("Space");
    }
    await page.getByText("2 devices ticked").waitFor();
    await tabTo(/^Compare in a new panel$/, "Shift+Tab");
    await choose(/^damp$/);
    await page.locator(".panel", { has: page.getByRole("heading", { name: "damp", exact: true }) }).waitFor();
  });
  await alarms.close();
});
