/** On a phone: the distance between two cursors does not push the dashboard's name out, and names of fields stay in view. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("with two cursors, a phone shows the dashboard's name, the distance, and the whole menu", { skip }, async () => {
  const at = (ms: number) => new Date(Date.now() - ms).toISOString();
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

test("names stay beside columns that one scrolls to, and only there", { skip }, async () => {
  const node = { database: "lab_net", measurement: "node", topic: "lab.net" };
  const fill = ({ send }: PageServer) => {
    for (let i = 0; i < 3; i++) send(node, { counted: 8_000_000_000_000_000n + BigInt(i) * 111_111_111_111_111n });
  };
  for (const [browser, scrolls] of [
    [phone, true] as const,
    [{ viewport: { width: 1400, height: 900 } }, false] as const,
  ])
    await withPage({ fill, query: "?show=panels", browser }, async (page) => {
      await page.locator(".panel .legend td.statistic", { hasText: /\d/ }).first().waitFor({ state: "attached" });
      const legend = 'document.querySelector(".panel .legend")';
      const name = `${legend}.querySelector("tbody th")`;
      await until(async () => (await page.evaluate(`getComputedStyle(${name}).position === "sticky"`)) === scrolls);
      assert.equal(await page.evaluate(`${legend}.scrollWidth > ${legend}.clientWidth`), scrolls);
      await page.evaluate(`${legend}.scrollTo(1000, 0)`);
      assert.equal(await page.evaluate(`${legend}.scrollLeft > 0`), scrolls);
      assert.equal(
        await page.evaluate(`${name}.getBoundingClientRect().x >= ${legend}.getBoundingClientRect().x`),
        true,
      );
    });
});
