/** Numbers on the page, compared with DuckDB's own results over all rows [D50]. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";
import { openPage } from "../support/browser.ts";
import { onlyLong } from "../support/long.ts";
import { type PageServer, startPageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { makePoint } from "../support/store-contract.ts";

const skip = requires("chromium-headless-shell");

const ROWS = 60_000;
const START_MS = Date.parse("2026-03-01T12:00:00Z");
const END_MS = START_MS + ROWS;

let server: PageServer;
const store = openDuckdbStore({ path: ":memory:" });

before(async () => {
  if (skip !== false) return;
  await store.open();
  const points = Array.from({ length: ROWS }, (_, i) =>
    makePoint(
      BigInt(START_MS + i) * 1_000_000n,
      {
        rare: i % 100 === 0 ? 100 : 0,
        spike: i === 30_000 ? 1002.5 : 1000.5,
        x: Math.cos(i),
        y: Math.sin(i),
        tone: Math.sin((2 * Math.PI * 137 * i) / 1000),
        on: i % 20_000 < 10_000,
      },
      { database: "lab_a", measurement: "b_c_sensors" },
    ),
  );
  await store.write(points, 1);
  server = await startPageServer({ history: store });
});

after(async () => {
  if (skip !== false) return;
  await server.close();
  await store.close();
});

const SPAN = `from=${new Date(START_MS).toISOString()}&to=${new Date(END_MS).toISOString()}`;

async function withPage(body: (page: Page) => Promise<void>, query = ""): Promise<void> {
  const { page, problems, close } = await openPage(`${server.url}?${SPAN}${query}`);
  try {
    await body(page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

/** The cells of a column's row in the value table: name, value, unit, min, mean, max, deviation. */
async function told(page: Page, column: string): Promise<string[]> {
  const name = page.locator("button.name", { hasText: new RegExp(`^${column}$`) });
  const row = page.locator("table.values tbody tr", { has: name });
  await row.locator(".statistic").nth(1).filter({ hasText: /\d/ }).waitFor();
  return row.locator("th, td:not(.cursor)").allTextContents();
}

test("the table's statistics cover all rows, not only the drawn ones", { skip }, async () => {
  await withPage(async (page) => {
    const [, , , min, mean, max] = await told(page, "rare");
    assert.deepEqual([min, mean, max].map(Number), [0, 1, 100]);
    // Small beside its values, but not 0: 2 / √60,000.
    assert.equal((await told(page, "spike"))[6], "0.0082");
  });
});

test("in a panel's window, statistics cover the range between both cursors", {
  skip: onlyLong || skip,
}, async () => {
  const at = (ms: number) => new Date(START_MS + ms).toISOString();
  await withPage(
    async (page) => {
      const cells = await told(page, "rare");
      assert.deepEqual(cells.slice(3, 6).map(Number), [0, 0, 0]);
      const title = await page.locator("table.values .statistic[title]").first().getAttribute("title");
      assert.match(title ?? "", /^Of all (98|99) values between A and B$/);
    },
    `&a=${at(199)}&b=${at(101)}&panel=${encodeURIComponent("lab_a b_c_sensors")}`,
  );
});

test("a computed series uses whole rows: a circle's radius is 1 everywhere", { skip }, async () => {
  const settings = { derived: [{ name: "radius", expression: "x^2 + y^2" }] };
  await withPage(
    async (page) => {
      const [, , , min, mean, max] = await told(page, "radius");
      assert.deepEqual([min, mean, max].map(Number), [1, 1, 1]);
    },
    await layoutOf(settings),
  );
});

test("X against Y shows values of equal times and the number of rows used", { skip: onlyLong || skip }, async () => {
  const query = await layoutOf({ kind: "xy", options: { x: "x", y: "y" } });
  await withPage(async (page) => {
    const text = page.locator(".picture-text", { hasText: "x " });
    await text.waitFor();
    const [x, y] = [...(await text.textContent())!.matchAll(/[xy] (-?[\d.]+)/g)].map(([, value]) => Number(value));
    assert.ok(Math.abs(x! ** 2 + y! ** 2 - 1) < 0.001, `${x}, ${y} lies on the circle`);
    await page.locator(".alternative", { hasText: /points of 60000 rows/ }).waitFor({ state: "attached" });
  }, query);
});

test("a spectrum uses all values: 137 Hz in a minute of 1 kHz", { skip }, async () => {
  const query = await layoutOf({ kind: "fft", options: { column: "tone" } });
  await withPage(async (page) => {
    const text = page.locator(".picture-text", { hasText: "strongest" });
    await text.waitFor();
    assert.match((await text.textContent())!, /strongest at 13[67]\.\d+ Hz with (0\.99\d*|1\.0\d*); 60000 samples/);
    assert.match((await text.textContent())!, /1000\.?0* Hz, Hann window/);
  }, query);
});

/**
 * Saves settings of the only panel in the service.
 * @returns the address parameter that names them
 */
async function layoutOf(settings: object): Promise<string> {
  const name = `test ${layouts++}`;
  const layout = { order: [], panels: { "lab_a b_c_sensors": settings }, added: {} };
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(layout);
  const answer = await fetch(`${server.url}layouts/${encodeURIComponent(name)}`, { method: "PUT", headers, body });
  assert.equal(answer.status, 204, await answer.text());
  return `&layout=${encodeURIComponent(name)}`;
}

let layouts = 0;
