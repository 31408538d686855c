/** Where keys go that are typed as soon as a form, a window or a panel beside the page is there. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");

/** Of each that appears: whether it has the focus before anybody could type. */
const FOCUSED = `
  window.focused = {};
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const one of [...addedNodes].flatMap((node) => [node, ...(node.querySelectorAll?.("*") ?? [])]))
        if (/^(DIALOG|ASIDE|FORM)$/.test(one.tagName) && (one.tagName !== "FORM" || one.className === "login"))
          window.focused[one.tagName + (one.getAttribute("aria-label") ?? "")] = one.contains(document.activeElement);
  }).observe(document, { childList: true, subtree: true });
`;

const focused = (page: Page) => page.evaluate("window.focused") as Promise<Record<string, boolean>>;

test("the log-in takes the focus when it appears, not from a password that is being typed", { skip }, async () => {
  await withPage({ script: FOCUSED, tolerated: /status of 401/ }, async (page) => {
    await page.route("**/read/measurements?", (route) => route.fulfill({ status: 401 }));
    await page.reload();
    await page.getByLabel("Password").waitFor();
    assert.deepEqual(await focused(page), { "FORMLog in": true });
  });
});

test("what follows a shortcut is typed into the window that it opens", { skip }, async () => {
  await withPage({ script: FOCUSED, query: "?show=overview" }, async (page) => {
    await page.locator(".toolbar").waitFor();
    for (const [key, name] of [
      ["/", "DIALOGFind device, field, action"],
      ["?", "DIALOG"],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      assert.equal((await focused(page))[name], true, key);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    await page.locator(".status-button").click();
    const beside = await until(async () =>
      Object.entries(await focused(page)).find(([name]) => name.startsWith("ASIDEStatus")),
    );
    assert.equal(beside[1], true, beside[0]);
  });
});
