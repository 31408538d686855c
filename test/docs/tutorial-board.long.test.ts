/** docs/tutorial-board.md from its own text: compiled, emulated, on the page, commanded; then the transcripts of docs/commands.md. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { blocksOf } from "../support/document.ts";
import { ROOT } from "../support/lab.ts";
import { requires } from "../support/requirements.ts";
import { TutorialReader } from "../support/tutorial-reader.ts";
import { until } from "../support/until.ts";

const SCREENSHOT = process.env["UPDATE"] ? "docs/images/command.png" : "test/.work/command.png";
const skip = requires("curl", "avr-gcc", "qemu-system-avr", "chromium-headless-shell");

test("tutorial-board.md does what it says, and a command has one life in the terminal, on the page and in the store", {
  skip,
  timeout: 300_000,
}, async (t) => {
  const reader = await TutorialReader.sitDown();
  t.after(() => reader.leave());
  const read = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8");
  const text = read("tutorial-board.md");
  const [before = "", command = ""] = text.split(/^(?=## 5\. )/m);
  for (const block of blocksOf("tutorial-board.md", before)) await reader.assertAsShown(block);

  const { page, problems, close } = await openPage(`http://127.0.0.1:${reader.port("24642")}/`);
  t.after(close);
  const panel = page.locator('.panel[data-measurement="01_oven"]');
  await panel.locator("canvas").first().waitFor();
  await panel.getByRole("heading", { name: "oven" }).waitFor();
  await until(async () => /°C/.test((await panel.textContent()) ?? ""));
  await sends(page, "180");
  await until(async () => /180/.test((await panel.textContent()) ?? ""));

  for (const block of blocksOf("tutorial-board.md", command)) await reader.assertAsShown(block);

  const [, life = ""] = /^## A command's life$(.*?)^## /ms.exec(read("commands.md")) ?? [];
  const blocks = blocksOf("commands.md", life).filter(({ language }) => language === "console");
  assert.equal(blocks.length, 2);
  for (const { notRun: _notRun, ...block } of blocks) await reader.assertAsShown({ ...block, notRun: undefined });
  const newest = page.locator(".command-list > li").first();
  await newest.getByText("target=150").waitFor();
  assert.deepEqual(await stepsOf(page), ["queued", "sent", "acknowledged"]);
  await page.getByRole("dialog").screenshot({ path: join(ROOT, SCREENSHOT) });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Annotations/ }).click();
  const acknowledged = page.getByRole("list", { name: "All annotations" }).getByText("set_target acknowledged");
  await until(async () => (await acknowledged.count()) === 3);
  assert.deepEqual(problems, []);
});

/** As the page says: the menu, the value, *Send*. */
async function sends(page: Page, target: string): Promise<void> {
  const panel = page.locator('.panel[data-measurement="01_oven"]');
  await panel.locator(".menu-button").first().click();
  await page.getByRole("menuitem", { name: "Send a command…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("target, °C").fill(target);
  await dialog.getByRole("button", { name: "Send" }).click();
  await page.locator(".command-list > li [data-command=acknowledged]").first().waitFor();
  assert.deepEqual(await stepsOf(page), ["queued", "sent", "acknowledged"]);
}

function stepsOf(page: Page): Promise<(string | null)[]> {
  const steps = page.locator(".command-list > li").first().locator(".steps > li");
  return steps.evaluateAll((all) => all.map((one) => one.getAttribute("data-command")));
}
