/** A past range shows its own values, not the newest ones. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { describedStruct, type PageServer, servedChannel } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");

const plant = servedChannel(
  "plant",
  describedStruct("turbine", 1, [
    { path: "heat", unit: "°C", expr: "heat" },
    { path: "serial", scalar: "int64" },
    { path: "note", column: "note" },
  ]),
);
const TURBINE = { database: plant.database, measurement: "01_turbine", topic: plant.wampTopic };
const SERIAL = 9_007_199_254_740_993n;

test("a past range shows its last values, with all digits and texts, also while live values arrive", {
  skip,
}, async () => {
  const types = { heat: "float", serial: "integer", note: "string" } as const;
  const begin = Date.now() - 600_000;
  const fill = ({ store }: PageServer) => {
    for (let second = 0; second < 600; second += 1) {
      const timeNs = BigInt(begin + second * 1000) * 1_000_000n;
      const values = { heat: 20 + second / 10, serial: SERIAL + BigInt(second), note: `note ${second}` };
      store.add(TURBINE.database, TURBINE.measurement, types, [{ timeNs, values }]);
    }
  };
  const iso = (second: number) => new Date(begin + second * 1000).toISOString();
  await withPage({ channels: [plant], fill, query: `?from=${iso(100)}&to=${iso(200.5)}` }, async (page, server) => {
    const panel = page.locator(".panel[data-measurement='01_turbine']");
    const value = (field: string) =>
      panel
        .locator("table.values tr", { has: page.getByRole("button", { name: field, exact: true }) })
        .locator(".value");
    await value("heat")
      .filter({ hasText: /^40\.00$/ })
      .waitFor();
    await value("serial").filter({ hasText: "9\u202f007\u202f199\u202f254\u202f741\u202f193" }).waitFor();
    await value("note").filter({ hasText: "note 200" }).waitFor();
    server.send(TURBINE, { heat: 99, serial: 1n, note: "now" });
    await page.locator(".sidebar li[data-state=live]").waitFor();
    assert.equal(await value("heat").textContent(), "40.00");
    assert.equal(await value("note").textContent(), "note 200");
    await page.keyboard.press("p");
    await value("note").filter({ hasText: "now" }).waitFor();
  });
});
