/** What the page does where a request fails once, or a key comes at an odd moment: it asks again, and nothing is lost. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFindings, inBoth } from "../support/axe.ts";
import { describedStruct, servedChannel } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const EVENTS = { database: "lab_hall", measurement: "network_events" };
const TYPES = { title: "string", text: "string", tags: "string", timeEnd: "string", run: "string" } as const;

test("runs are shown after one 503 of the part of the page that draws them, and one of their rows", {
  skip,
}, async () => {
  await withPage(
    {
      fill: ({ store }) => {
        const beganMs = Date.now() - 60_000;
        const timeEnd = new Date(beganMs + 20_000).toISOString();
        const values = { title: "Burn 1", text: "", tags: "run", timeEnd, run: "Burn 1" };
        store.add(EVENTS.database, EVENTS.measurement, TYPES, [{ timeNs: BigInt(beganMs) * 1_000_000n, values }]);
      },
      tolerated: /status of 503/,
    },
    async (page, server) => {
      const refused = new Set<string>();
      await page.route(/\/page\/runs-view.*\.js|\/read\/rows/, async (route) => {
        const { pathname } = new URL(route.request().url());
        const isMet = refused.has(pathname);
        refused.add(pathname);
        await (isMet ? route.continue() : route.fulfill({ status: 503, body: "being restarted" }));
      });
      await page.goto(`${server.url}?show=runs`);
      await page.locator(".run-list tbody tr", { hasText: "Burn 1" }).waitFor();
      assert.ok(refused.size >= 2, [...refused].join(" "));
    },
  );
});

test("a key right after the search was closed is not lost", { skip }, async () => {
  const device = { database: "lab_hall", measurement: "gw_th07_sensors", topic: "lab.hall.gw.th07" };
  await withPage({ fill: (server) => server.send(device, { heat: 21.5 }) }, async (page) => {
    await page.locator(".tile, .panel").first().waitFor();
    await page.keyboard.press("/");
    await page.locator(".find-dialog input").waitFor();
    // Before the browser draws again, the closed dialog still has the focus.
    const isFocused = await page.evaluate<boolean>(`{
      document.querySelector(".find-dialog").close();
      const target = document.activeElement;
      target.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true }));
      target.closest("dialog") !== null;
    }`);
    assert.equal(isFocused, true, "else this test shows nothing");
    await until(async () => (await page.locator("dialog[open]").count()) === 1, "the list of keys");
  });
});

test("while the service is away, what was shown stays readable, in both themes", { skip }, async () => {
  const limits = { warn: { max: 20 } };
  const rig = servedChannel("rig", describedStruct("power", 1, [{ path: "volts", unit: "V", expr: "volts", limits }]));
  const power = { database: rig.database, measurement: "01_power", topic: rig.wampTopic };
  const fill = ({ send }: Parameters<NonNullable<Parameters<typeof withPage>[0]["fill"]>>[0]) => {
    for (let i = 60; i > 0; i--) send(power, { volts: 24 }, BigInt(Date.now() - i * 1000) * 1_000_000n);
  };
  const tolerated = /Failed to load resource|WebSocket/;
  await withPage({ channels: [rig], query: "?show=panels", fill, tolerated }, async (page) => {
    await page.locator(".panel canvas").first().waitFor();
    await page.route(/./, (route) => route.abort());
    await page.locator('body[data-connection="gone"]').waitFor({ state: "attached" });
    await page.locator('.panel[data-state="unknown"]').waitFor();
    await inBoth(page, () => axeFindings(page));
  });
});
