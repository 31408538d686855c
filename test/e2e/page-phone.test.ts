/** The bar of a phone: the distance between two cursors does not push the dashboard's name out. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");

test("with two cursors, a phone shows the dashboard's name, the distance, and the whole menu", { skip }, async () => {
  const at = (ms: number) => new Date(Date.now() - ms).toISOString();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  await withPage({ query: `?a=${at(400_000)}&b=${at(200_000)}`, browser: phone }, async (page) => {
    await page.locator(".toolbar .between", { hasText: "Δt 200" }).waitFor();
    for (const place of [".switcher", ".time-button", ".follow", ".between", "button >> nth=-1"]) {
      const box = await page.locator(`.toolbar ${place}`).first().boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, place);
    }
    const name = page.locator(".toolbar .where-now, .toolbar .switcher").first();
    assert.equal(
      await name.evaluate((one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth > one.clientWidth),
      false,
    );
  });
});
