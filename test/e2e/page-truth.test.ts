/** What the page says, beside what the store or the service has. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { PLAIN_FORMAT } from "../../runtime/frames/frame-format.ts";
import type { ServedChannel } from "../../runtime/model/measurement.ts";
import { DatabaseAway } from "../../runtime/store/database-away.ts";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";
import { openPage } from "../support/browser.ts";
import { describedStruct, type PageServer, type PageServerOptions, startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { makePoint } from "../support/store-contract.ts";
import { until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");

interface Shown {
  readonly page: Page;
  readonly server: PageServer;
}

/** @param tolerated errors in the console that the test provokes */
async function withPage(
  options: PageServerOptions,
  prepare: (server: PageServer) => Promise<void> | void,
  body: (shown: Shown) => Promise<void>,
  { query = "", tolerated = /^$/ }: { readonly query?: string; readonly tolerated?: RegExp } = {},
): Promise<void> {
  const server = await startPageServer(options);
  await prepare(server);
  const { page, problems, close } = await openPage(`${server.url}${query}`, { timezoneId: "UTC" });
  try {
    await body({ page, server });
    assert.deepEqual(
      problems.filter((problem) => !tolerated.test(problem)),
      [],
    );
  } finally {
    await close();
    await server.close();
  }
}

test("with id = none and length = none, the first two members of a struct are drawn [D59]", { skip }, async () => {
  const [, , ...fields] = describedStruct("climate", 0, [{ path: "temperature" }, { path: "humidity" }]).fields;
  const struct = {
    ...describedStruct("climate", 0, []),
    fields: fields.map((field, i) => ({ ...field, byteOffset: i })),
  };
  const format = { ...PLAIN_FORMAT, id: undefined, length: undefined };
  const hobby: ServedChannel = {
    name: "hobby",
    udpPort: 8888,
    wampTopic: "lab.hobby",
    database: "lab_hobby",
    structs: [struct],
    frames: { format, byteOrder: "little" },
  };
  const target = { database: "lab_hobby", measurement: "00_climate", topic: "lab.hobby" };
  await withPage(
    { channels: [hobby] },
    (server) => server.send(target, { temperature: 21.5, humidity: 40 }),
    async ({ page }) => {
      const rows = page.locator("table.values tbody tr:not(.frame) button.name");
      await rows.first().waitFor();
      assert.deepEqual(await rows.allTextContents(), ["temperature", "humidity"]);
      await page.locator("table.values td.value", { hasText: "21.5" }).waitFor();
    },
  );
});

const START_MS = Date.parse("2026-03-01T12:00:00Z");
const PANEL = { database: "lab_a", measurement: "b_c_sensors" };

async function storeOf(rows: readonly (readonly [ms: number, values: Record<string, number | bigint>])[]) {
  const store = openDuckdbStore({ path: ":memory:" });
  await store.open();
  const points = rows.map(([ms, values]) => makePoint(BigInt(START_MS + ms) * 1_000_000n, values, PANEL));
  await store.write(points, 1);
  return store;
}

const span = (fromMs: number, toMs: number) =>
  `from=${new Date(START_MS + fromMs).toISOString()}&to=${new Date(START_MS + toMs).toISOString()}`;

function cellsOf(page: Page, column: string, selector: string) {
  const name = page.locator("button.name", { hasText: new RegExp(`^${column}$`) });
  return page.locator("table.values tbody tr", { has: name }).locator(selector);
}

test("values at the cursors are those of the rows at or before them, and their difference is exact", {
  skip,
}, async () => {
  // 100 Hz over ten minutes: a point is drawn for every tenth row or so.
  const valueAt = (i: number) => Math.round(1000 * Math.sin(i / 7)) / 100;
  const store = await storeOf(
    Array.from({ length: 60_000 }, (_, i) => [10 * i, { tone: valueAt(i), big: 9_007_199_254_740_993n + BigInt(i) }]),
  );
  const at = (ms: number) => new Date(START_MS + ms).toISOString();
  const query = `?${span(0, 600_000)}&a=${at(123_456)}&b=${at(456_781)}&panel=lab_a%20b_c_sensors`;
  try {
    await withPage(
      { history: store },
      () => {},
      async ({ page }) => {
        const cursors = cellsOf(page, "tone", "td.cursor");
        const [a, b] = [valueAt(12_345), valueAt(45_678)];
        await cursors
          .nth(2)
          .filter({ hasText: (b - a).toFixed(2).replace("-", "−") })
          .waitFor();
        const told = (await cursors.allTextContents()).map((text) => Number(text.replace("−", "-")));
        assert.deepEqual(told, [a, b, Number((b - a).toFixed(2))]);
        assert.equal(await cursors.first().getAttribute("title"), "row of 2026-03-01 12:02:03.450");
        assert.equal(await cellsOf(page, "big", "td.cursor").nth(2).textContent(), "33 333".replace(" ", "\u202f"));
      },
      { query },
    );
  } finally {
    await store.close();
  }
});

test("at the pointer stands the range of the values there, and after a rest the row's own value and time", {
  skip,
}, async () => {
  const valueAt = (i: number) => (i % 2 === 0 ? 10 : 20) + (i % 100) / 100;
  const store = await storeOf(Array.from({ length: 60_000 }, (_, i) => [10 * i, { tone: valueAt(i) }]));
  try {
    await withPage(
      { history: store },
      () => {},
      async ({ page }) => {
        await cellsOf(page, "tone", ".statistic").nth(1).filter({ hasText: /\d/ }).waitFor();
        const plot = page.locator(".u-over").first();
        const { x, y, width, height } = (await plot.boundingBox())!;
        await page.mouse.move(x + width / 3, y + height / 2);
        await page.mouse.move(x + width / 3 + 2, y + height / 2);
        const value = cellsOf(page, "tone", "td.value");
        await value.filter({ hasText: "…" }).waitFor();
        await value.filter({ hasNotText: "…" }).waitFor();
        const shown = Number(await value.textContent());
        const time = (await page.locator(".cursor-time").first().textContent())!;
        const [, utc] = /· ([\d-]+ [\d:.]+) UTC/.exec(time)!;
        const ms = Date.parse(`${utc!.replace(" ", "T")}Z`) - START_MS;
        assert.equal(ms % 10, 0, "the time is that of a row");
        assert.equal(shown, valueAt(ms / 10));
      },
      { query: `?${span(0, 600_000)}` },
    );
  } finally {
    await store.close();
  }
});

test("in a gap the pointer shows nothing, also in its first half", { skip }, async () => {
  const rows = Array.from({ length: 200 }, (_, i) => [i < 100 ? 1000 * i : 1000 * i + 200_000, { tone: i }] as const);
  const store = await storeOf(rows);
  try {
    await withPage(
      { history: store },
      () => {},
      async ({ page }) => {
        const value = cellsOf(page, "tone", "td.value");
        await cellsOf(page, "tone", ".statistic").nth(1).filter({ hasText: /\d/ }).waitFor();
        const { x, y, width, height } = (await page.locator(".u-over").first().boundingBox())!;
        await page.mouse.move(x + (width * 50) / 400, y + height / 2);
        await value.filter({ hasText: /^(49|50)$/ }).waitFor();
        await page.mouse.move(x + (width * 150) / 400, y + height / 2);
        await value.filter({ hasText: "–" }).waitFor();
      },
      { query: `?${span(0, 400_000)}` },
    );
  } finally {
    await store.close();
  }
});

test("one glitch costs the newest value no digits", { skip }, async () => {
  const rows = Array.from({ length: 300 }, (_, i) => [1000 * i, { t: i === 150 ? 65_535 : 21.57 }] as const);
  const store = await storeOf(rows);
  try {
    await withPage(
      { history: store },
      () => {},
      async ({ page }) => {
        await cellsOf(page, "t", ".statistic")
          .nth(2)
          .filter({ hasText: /65.?535/ })
          .waitFor();
        assert.equal(await cellsOf(page, "t", "td.value").textContent(), "21.57");
      },
      { query: `?${span(0, 300_000)}` },
    );
  } finally {
    await store.close();
  }
});

test("one 503 of the store costs nothing for long: the page asks again", { skip }, async () => {
  const store = await storeOf(Array.from({ length: 100 }, (_, i) => [1000 * i, { t: i, n: 2n ** 60n + BigInt(i) }]));
  const away = { statistics: 1, newestRows: 1, series: 1 };
  const once = <Name extends keyof typeof away>(name: Name) => {
    if (away[name]-- > 0) throw new DatabaseAway("the database is being restarted");
  };
  const history = new Proxy(store, {
    get(target, name) {
      const found = Reflect.get(target, name) as unknown;
      if (typeof found !== "function") return found;
      return (...given: unknown[]) => {
        if (name === "statistics" || name === "newestRows" || name === "series") once(name);
        return Reflect.apply(found, target, given);
      };
    },
  });
  try {
    await withPage(
      { history },
      () => {},
      async ({ page }) => {
        await page.getByText("Trying again").first().waitFor();
        await cellsOf(page, "t", ".statistic").nth(1).filter({ hasText: "49.5" }).waitFor();
        await cellsOf(page, "n", "td.value")
          .filter({ hasText: "1\u202f152\u202f921\u202f504\u202f606\u202f847\u202f075" })
          .waitFor();
        assert.ok(
          Object.values(away).every((left) => left < 0),
          JSON.stringify(away),
        );
      },
      { query: `?${span(0, 100_000)}`, tolerated: /50[03]/ },
    );
  } finally {
    await store.close();
  }
});

test("messages per second are those that the service counts, not the rows that the page happens to get", {
  skip,
}, async () => {
  const target = { ...PANEL, topic: "a.b.c" };
  await withPage(
    {},
    (server) => server.send(target, { t: 0 }),
    async ({ page, server }) => {
      await page.locator("table.values td.value").first().waitFor();
      // A burst of late rows: the page gets them all at once.
      const began = performance.now();
      let sent = 0;
      const timer = setInterval(() => {
        server.send(target, { t: sent });
        sent += 1;
      }, 20);
      const rate = page.locator(".rate").filter({ hasText: "messages/s" });
      await until(async () => {
        const text = (await rate.count()) === 0 ? "" : ((await rate.textContent()) ?? "");
        const truth = (sent * 1000) / (performance.now() - began);
        return performance.now() - began > 4000 && Math.abs(Number.parseFloat(text) - truth) < truth / 4;
      }, "the rate");
      clearInterval(timer);
    },
  );
});

test("the overview's counts are the service's: with a value that must stay beyond its limit for a while, none is told", {
  skip,
}, async () => {
  const limits = { alarm: { max: 65 }, holdMs: 3_600_000 };
  const struct = describedStruct("oven", 1, [{ path: "t", unit: "°C", expr: "t", limits }]);
  const channel: ServedChannel = {
    ...{ name: "oven", udpPort: 8888, wampTopic: "lab.oven", database: "lab_oven" },
    structs: [struct],
  };
  const target = { database: "lab_oven", measurement: "01_oven", topic: "lab.oven" };
  await withPage(
    { channels: [channel] },
    (server) => server.send(target, { t: 70 }),
    async ({ page }) => {
      await page.locator(".tile", { hasText: "70" }).waitFor();
      const counts = async () => (await page.locator(".summary").textContent())!.replace(/\s+/g, " ");
      await until(async () => /1 fine/.test(await counts()), "a fine device");
      assert.match(await counts(), /0 alarm/);
    },
    { query: "?show=overview" },
  );
});

test("values at the cursors in a panel of forty devices are asked for together", { skip }, async () => {
  const store = openDuckdbStore({ path: ":memory:" });
  await store.open();
  const names = Array.from({ length: 40 }, (_, i) => `g_d${i}_sensors`);
  // Twice a second, each device's own values.
  const valueAt = (device: number, i: number) => device + i / 1000;
  const points = names.flatMap((measurement, device) =>
    Array.from({ length: 600 }, (_, i) =>
      makePoint(
        BigInt(START_MS + 500 * i) * 1_000_000n,
        { heat: valueAt(device, i) },
        { database: "lab_a", measurement },
      ),
    ),
  );
  await store.write(points, 1);
  const id = `lab_a ${names[0]}`;
  const at = (ms: number) => new Date(START_MS + ms).toISOString();
  const layout = {
    order: [],
    added: {},
    panels: { [id]: { series: [{ database: "lab_a", column: "heat" }] } },
  };
  const prepare = async ({ url }: PageServer) => {
    const headers = { "Content-Type": "application/json" };
    const made = await fetch(`${url}layouts/default`, { method: "PUT", headers, body: JSON.stringify(layout) });
    assert.equal(made.status, 204, await made.text());
  };
  const body = async ({ page }: Shown) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${new URL(page.url()).origin}/?${span(0, 300_000)}&panel=${encodeURIComponent(id)}`);
    await page.locator(".panel.alone table.values tbody tr").nth(5).waitFor();
    asked.length = 0;
    await page.goto(
      `${new URL(page.url()).origin}/?${span(0, 300_000)}&a=${at(60_100)}&b=${at(200_700)}&panel=${encodeURIComponent(id)}`,
    );
    const rows = page.locator(".panel.alone table.values tbody tr");
    await until(async () => {
      const cells = await rows.nth(5).locator("td.cursor").allTextContents();
      return cells.length === 3 && cells.every((text) => /\d/.test(text));
    }, "the values at the cursors");
    for (const row of (await rows.all()).slice(1, 7)) {
      const [, device] = /g_d(\d+)$/.exec((await row.locator("button.name").textContent()) ?? "") ?? [];
      const [a, b] = [valueAt(Number(device), 120), valueAt(Number(device), 401)];
      const told = (await row.locator("td.cursor").allTextContents()).map(Number);
      // Shown with two digits behind the point.
      const isAsStored = [a, b, b - a].every((value, i) => Math.abs(told[i]! - value) < 0.0051);
      assert.ok(isAsStored, `${device}: ${told.join(", ")}`);
    }
    const counted = (path: string) => asked.filter((one) => one === path).length;
    assert.equal(counted("/read/rows"), 0);
    assert.equal(counted("/read/statistics"), 0);
    // Both cursors, and the newest values of the span.
    assert.ok(counted("/read/rows/all") <= 6, `${counted("/read/rows/all")} requests for rows`);
  };
  try {
    await withPage({ history: store }, prepare, body);
  } finally {
    await store.close();
  }
});
