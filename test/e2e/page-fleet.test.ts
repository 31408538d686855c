/** The page with hundreds of devices: few elements, live rows only of what is drawn, and refused devices at their reason. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { PageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const MOST_ELEMENTS = 3000;

function target(i: number) {
  const [network, gateway] = [`farm${i % 5}`, `gw${i % 7}`];
  return {
    database: `barn_${network}`,
    measurement: `${gateway}_n${i}_sensors`,
    topic: `barn.${network}.${gateway}.n${i}`,
  };
}

/** Devices that sent three rows each. */
function devices(count: number) {
  return (server: PageServer) => {
    const now = BigInt(Date.now()) * 1_000_000n;
    for (let i = 0; i < count; i++) {
      for (let k = 3n; k > 0n; k--)
        server.send(target(i), { temperature: 20 + i / 100, humidity: 50 }, now - k * 10_000_000_000n);
    }
  };
}

const summary = async (page: Page) => ((await page.locator(".summary").textContent()) ?? "").replace(/\s+/g, " ");
const elements = (page: Page) => page.evaluate<number>("document.querySelectorAll('*').length");

test("550 devices have few elements, as tiles, as panels, and after scrolling through all panels", {
  skip,
}, async () => {
  await withPage({ fill: devices(550), hasAddresses: true, query: "?show=overview" }, async (page) => {
    await page.locator(".tile").first().waitFor();
    await until(async () => /^550 devices/.test(await summary(page)) && !/unknown/.test(await summary(page)));
    assert.ok((await elements(page)) < MOST_ELEMENTS, `${await elements(page)} elements of the overview`);
    await page.getByRole("button", { name: "Every struct" }).click();
    await page.locator(".panel .chart canvas").first().waitFor();
    assert.ok((await elements(page)) < MOST_ELEMENTS, `${await elements(page)} elements of the panels`);
    const inSight =
      "[...document.querySelectorAll('.panel')].some((one) => one.querySelector('h2') && one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().top < innerHeight)";
    for (const part of [0.3, 0.6, 1]) {
      await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${part})`);
      await page.waitForFunction(inSight);
    }
    await until(async () => (await elements(page)) < MOST_ELEMENTS, "far panels have given back their elements");
  });
});

test("the overview shows new values without live rows; a panel's rows are live from the moment it is shown", {
  skip,
}, async () => {
  await withPage({ fill: devices(60), hasAddresses: true, query: "?show=overview" }, async (page, server) => {
    const shown = target(0);
    const tile = page.locator(".tile", { hasText: "n0" }).first();
    await tile.waitFor();
    // Events of networks only.
    await until(() => server.router.status().counts?.["sessions"] === 1 && server.router.subscriptions.size > 0);
    assert.equal(server.router.subscriptions.size, 1);
    server.send(shown, { temperature: 77.5, humidity: 50 });
    await until(async () => ((await tile.locator(".tile-value").textContent()) ?? "").startsWith("77.5"));
    await tile.click();
    const panel = page.locator(`.panel[data-measurement="${shown.measurement}"]`);
    await panel.locator(".chart canvas").first().waitFor();
    await until(() => server.router.subscriptions.matching(shown.topic).length === 1);
    const value = panel.locator("tr", { hasText: "temperature" }).locator("td.value").first();
    for (const next of [78.5, 79.5]) {
      server.send(shown, { temperature: next, humidity: 50 });
      await until(async () => ((await value.textContent()) ?? "").trim().startsWith(String(next)));
    }
    // What is not drawn is not subscribed to.
    assert.equal(server.router.subscriptions.matching(target(59).topic).length, 0);
  });
});

test("a device whose newest message was refused is counted as refused, and opens at the reason", { skip }, async () => {
  const fill = (server: PageServer) => {
    devices(12)(server);
    const time = new Date().toISOString();
    const address = "barn/farm3/gw3/n3";
    const lastError = { message: "not JSON", code: "bad-json", time } as const;
    server.channelHealth.push({
      ...{ name: address, source: "http", received: 4, decoded: 3, rejected: { "bad-json": 1 }, lastError },
    });
    const signal = { message: "the body is not JSON", type: "JSONDecodeError", description: "line 1" };
    const receivedNs = BigInt(Date.parse(time)) * 1_000_000n;
    server.recentErrors.note({ receivedNs, source: "http", address, code: "bad-json", signal });
  };
  await withPage({ fill, hasAddresses: true, query: "?show=overview" }, async (page) => {
    await until(async () => (await summary(page)).includes("1 refused"));
    assert.match(await summary(page), /11 fine/);
    await page.getByRole("button", { name: "Refused 1" }).click();
    await until(async () => (await page.locator(".tile").count()) === 1);
    await page.locator(".tile", { hasText: "n3" }).click();
    await page.locator(".status").getByText("the body is not JSON", { exact: true }).waitFor();
  });
});

test("an opening asks each question once, and for pictures of the drawn field only", { skip }, async () => {
  const fill = (server: PageServer) => {
    devices(60)(server);
    const types = { temperature: "float", humidity: "float" } as const;
    const timeNs = BigInt(Date.now() - 3_600_000) * 1_000_000n;
    const { database, measurement } = target(0);
    server.store.add(database, measurement, types, [{ timeNs, values: { temperature: 1, humidity: 2 } }]);
  };
  const asked: URL[] = [];
  await withPage({ fill, hasAddresses: true }, async (page, server) => {
    await page.goto("about:blank");
    page.on("request", (request) => asked.push(new URL(request.url())));
    await page.goto(`${server.url}?show=overview&range=15m`);
    await page.locator(".tile .sparkline path[d^=M]").first().waitFor({ state: "attached" });
    // Also asked again, as states are; pictures are asked for as their tiles are drawn.
    const pictured = "/read/series/all";
    const again = new RegExp(`/page/|/read/state|/health|${pictured}`);
    const paths = asked.map(({ pathname }) => pathname).filter((path) => !again.test(path));
    assert.deepEqual(
      paths.filter((path, i) => paths.indexOf(path) !== i).filter((path) => path !== "/"),
      [],
    );
    const columns = asked.flatMap(({ pathname, searchParams }) =>
      pathname === pictured ? [searchParams.getAll("column").join()] : [],
    );
    assert.deepEqual(new Set(columns), new Set(["temperature"]));
    await page.locator(".tile").first().click();
    const panel = page.locator(`.panel[data-measurement="${target(0).measurement}"]`);
    await panel.locator(".alternative", { hasText: /humidity: .*last 50/ }).waitFor({ state: "attached" });
  });
});
