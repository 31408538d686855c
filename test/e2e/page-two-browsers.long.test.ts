/** Two browsers change one dashboard: neither replaces what it has not seen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { builtPage } from "../support/built-page.ts";
import { startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";

const skip = requires("chromium-headless-shell");
const CONFLICT = "Not saved: somebody else has saved this dashboard. Save again to replace it, or discard your changes";

async function hide(page: Page, device: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${device}` }).click();
  await page.getByRole("menuitem", { name: "Hide", exact: true }).click();
  await page.getByText("Layout changed").waitFor();
}

test("a dashboard that somebody else has saved is replaced only on purpose, also by a draft after a reload", {
  skip,
}, async () => {
  const server = await startPageServer({ directory: await builtPage() });
  for (const device of ["area_1_node_1", "area_1_node_2", "area_1_node_3"]) {
    const target = { database: "mqttkit_1_testdrive", measurement: `${device}_sensors`, topic: "a.b" };
    server.send(target, { temperature: 21 });
  }
  const tolerated = /412/;
  const [one, two] = await Promise.all([openPage(server.url), openPage(server.url)]);
  const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = (page: Page) => page.locator(".draft button").first().waitFor({ state: "detached" });
  const panels = (page: Page) => page.locator(".panel:visible h2").allTextContents();
  try {
    await hide(one.page, "area_1_node_1");
    await hide(two.page, "area_1_node_2");
    await save(one.page);
    await saved(one.page);
    // A draft remembers which version it changes.
    await two.page.reload();
    await save(two.page);
    await two.page.getByText(CONFLICT).waitFor();
    await two.page.getByRole("button", { name: "Discard" }).click();
    await two.page.locator(".panel:visible", { hasText: "area_1_node_2" }).waitFor();
    assert.deepEqual(await panels(two.page), ["area_1_node_2", "area_1_node_3"]);
    // The first browser has seen neither change; it replaces them on purpose.
    await hide(two.page, "area_1_node_3");
    await save(two.page);
    await saved(two.page);
    await hide(one.page, "area_1_node_2");
    await save(one.page);
    await one.page.getByText(CONFLICT).waitFor();
    await save(one.page);
    await saved(one.page);
    await two.page.reload();
    await two.page.locator(".panel:visible", { hasText: "area_1_node_3" }).waitFor();
    assert.deepEqual(await panels(two.page), ["area_1_node_3"]);
    for (const { problems } of [one, two])
      assert.deepEqual(
        problems.filter((problem) => !tolerated.test(problem)),
        [],
      );
  } finally {
    await Promise.all([one.close(), two.close()]);
    await server.close();
  }
});
