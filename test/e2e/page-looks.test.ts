/** How the page looks where a look can say something untrue: cut units, colours that no strip has, values at the pointer. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { describedStruct, type PageServer, servedChannel } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const rocket = servedChannel(
  "rocket",
  describedStruct("rocket", 1, [
    { path: "spin", unit: "degrees/s", expr: "spin" },
    { path: "chamber", unit: "mbar", expr: "chamber" },
    { path: "valve", bitOffset: 0, bitWidth: 1 },
    { path: "phase", states: { "0": "idle", "1": "FIRING" } },
  ]),
);
const [{ measurement }] = rocket.structs as [(typeof rocket.structs)[0]];

/** A row each second; the phase changes once. */
function fly({ store }: PageServer): void {
  const types = { spin: "float", chamber: "float", valve: "float", phase: "float" } as const;
  for (let second = 120; second > 0; second--) {
    const timeNs = BigInt(Date.now() - second * 1000) * 1_000_000n;
    const values = { spin: -1067.4 - second / 10, chamber: 1013 + second, valve: 1, phase: second > 60 ? 0 : 1 };
    store.add(rocket.database, measurement, types, [{ timeNs, values }]);
  }
}

const box = async (one: Locator) => {
  const found = await one.boundingBox();
  assert.ok(found !== null, "it has a box");
  return found;
};

interface Styled {
  readonly style: { getPropertyValue(name: string): string };
}

const swatchOf = (node: Locator) =>
  node.evaluate((one) => (one as unknown as Styled).style.getPropertyValue("--swatch"));

test("a tile on a phone has the whole unit, and its field ends at the edge", { skip }, async () => {
  await withPage({ channels: [rocket], fill: fly, browser: PHONE, query: "?show=overview" }, async (page) => {
    const tile = page.locator(".tile").first();
    const unit = tile.locator(".tile-value small");
    await unit.filter({ hasText: "degrees/s" }).waitFor();
    const [outer, inner] = [await box(tile), await box(unit)];
    assert.ok(inner.x + inner.width <= outer.x + outer.width - 8, "the unit is inside");
    const isCut = await tile.locator(".tile-value b").evaluate((one) => one.scrollWidth > one.clientWidth);
    assert.equal(isCut, false, "the number is whole");
    await tile.locator(".sparkline path").first().waitFor({ state: "attached" });
  });
});

test("long names that begin alike differ where they are cut, and a silent device's tile has its whole age", {
  skip,
}, async () => {
  const fields = ["gearbox", "generator", "tower_top"].map(
    (part, i) => `measurement_of_${part}_temperature_channel_0${i}`,
  );
  const turbine = servedChannel(
    "turbine",
    describedStruct(
      "nacelle",
      1,
      fields.map((path) => ({ path, unit: "°C", expr: path })),
    ),
  );
  const fill = ({ store }: PageServer) => {
    const types = Object.fromEntries(fields.map((name) => [name, "float" as const]));
    const values = (second: number) => Object.fromEntries(fields.map((name, i) => [name, 20 + i + second / 60]));
    const timeNs = (second: number) => BigInt(Date.now() - 74_100_000 - second * 1000) * 1_000_000n;
    const rows = [30, 20, 10].map((second) => ({ timeNs: timeNs(second), values: values(second) }));
    store.add(turbine.database, turbine.structs[0]!.measurement, types, rows);
  };
  const from = new Date(Date.now() - 75_000_000).toISOString();
  const query = `?show=panels&from=${from}&to=${new Date(Date.now() - 74_000_000).toISOString()}`;
  await withPage({ channels: [turbine], fill, query }, async (page) => {
    // The column of names is as narrow as it can be.
    await page.setViewportSize({ width: 560, height: 900 });
    await page.locator("td.value", { hasText: "22" }).first().waitFor();
    for (const name of fields) {
      const cell = page.locator("tbody th", { has: page.getByRole("button", { name, exact: true }) });
      const [outer, end] = [await box(cell), await box(cell.locator(".cut > :last-child"))];
      assert.ok(end.x + end.width <= outer.x + outer.width + 1, `the end of ${name} is seen`);
      assert.ok(end.width > 20, `${end.width} pixels of it`);
      assert.equal(await cell.textContent(), name);
    }
    const names = page.locator(".chart-names");
    assert.deepEqual(
      await names.locator("span").allTextContents(),
      fields.map((name) => name.replace("measurement_of_", "")),
    );
    await page.goto(page.url().replace(/\?.*/, "?show=overview"));
    const note = page.locator(".tile-head small", { hasText: "silent 20 h" });
    await note.waitFor();
    const isCut = await note.evaluate((one) => one.scrollWidth > one.clientWidth);
    assert.equal(isCut, false, (await note.textContent()) ?? "");
  });
});

test("a long name has the tile's width, and its note the next line", { skip }, async () => {
  const title = "plant_with_ninety_fields";
  const plant = servedChannel("plant", describedStruct(title, 1, [{ path: "temperature", unit: "V" }]));
  const fillPlant = ({ store }: PageServer) => {
    const row = { timeNs: BigInt(Date.now() - 60_000) * 1_000_000n, values: { temperature: 1 } };
    store.add(plant.database, plant.structs[0]!.measurement, { temperature: "float" }, [row]);
    store.add(rocket.database, measurement, { spin: "float" }, [{ timeNs: row.timeNs, values: { spin: 1 } }]);
  };
  await withPage({ channels: [plant, rocket], fill: fillPlant, query: "?show=overview" }, async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const head = page.locator(".tile-head", { hasText: "ninety" });
    const [name, note] = [await box(head.locator(".tile-title")), await box(head.locator("small"))];
    assert.ok(note.y >= name.y + name.height - 1, "below");
    assert.ok(name.height < 45, `${name.height} pixels: at most two lines`);
    const short = page.locator(".tile-head", { hasText: "rocket" });
    assert.equal(Math.round((await box(short)).height), 20, "one line");
  });
});

test("the keyboard's place is not behind the bars, and a strip out of sight has the other theme's colour", {
  skip,
}, async () => {
  const panels = { phase: { kind: "state", title: "phase", options: { column: "phase" } }, all: { title: "all" } };
  const place = { database: rocket.database, measurement };
  const layout = { title: "L", automatic: false, order: ["phase", "all"], panels, added: { phase: place, all: place } };
  const fillBoth = async (server: PageServer) => {
    fly(server);
    await server.store.remember("page layout l", JSON.stringify(layout));
  };
  await withPage({ channels: [rocket], fill: fillBoth, query: "?layout=l" }, async (page) => {
    await page.setViewportSize({ width: 820, height: 700 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    const strip = page.locator(".state-strip span").first();
    await strip.waitFor();
    await page.locator("table.values td.value", { hasText: "FIRING" }).waitFor();
    const last = page.locator("table.values th button:visible").last();
    for (let i = 0; i < 100 && !(await last.evaluate((one) => one === one.ownerDocument.activeElement)); i++)
      await page.keyboard.press("Tab");
    const bar = await box(page.locator(".status-line"));
    await until(async () => {
      const { y, height } = await box(last);
      return y >= 48 && y + height <= bar.y;
    }, "the last field is between the bars");
    const colour = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.state-strip span')).backgroundColor");
    const light = await colour();
    await page.emulateMedia({ colorScheme: "dark" });
    assert.notEqual(await colour(), light);
  });
});

test("the first page has no hole, and what never sent is a line", { skip }, async () => {
  await withPage({ channels: [rocket], query: "?show=panels" }, async (page) => {
    const panel = page.locator(".panel").first();
    await panel.locator(".empty", { hasText: "Waiting for data" }).waitFor();
    await until(async () => {
      const [steps, first] = [await box(page.locator(".first-steps > .hint")), await box(panel)];
      return first.y - steps.y - steps.height < 24;
    }, "no hole");
    const { height } = await box(panel);
    assert.ok(height < 130, `${height} pixels`);
    assert.equal(await panel.locator("table").isVisible(), false);
  });
});

const hover = async (page: Page) => {
  const over = page.locator(".panel .u-over").first();
  const { width } = await box(over);
  // The end of the last 15 minutes.
  await over.hover({ position: { x: width - 20, y: 30 } });
};

test("at the pointer is one box with values, units and the states of that moment", { skip }, async () => {
  await withPage({ channels: [rocket], fill: fly, query: "?show=panels&range=2m" }, async (page) => {
    await page.locator(".panel .chart canvas").first().waitFor();
    await until(async () => {
      await hover(page);
      return (await page.locator(".tip dd").count()) === 4;
    }, "four values");
    const tip = page.locator(".tip");
    assert.equal(await tip.count(), 1);
    const told = await tip.locator("dl > div").allTextContents();
    assert.match(told[0]!, /^spin−\d.*degrees\/s$/);
    assert.match(told[1]!, /^chamber1.*mbar$/);
    assert.equal(told[2], "valveon");
    assert.equal(told[3], "phaseFIRING");
    await page.mouse.move(2, 2);
    await tip.waitFor({ state: "detached" });
  });
});

test("the swatch of a state has the colour of the state, which its strip shows", { skip }, async () => {
  await withPage({ channels: [rocket], fill: fly, query: "?show=panels&range=2m" }, async (page) => {
    await page.locator(".panel .chart canvas").first().waitFor();
    await until(async () => {
      await hover(page);
      return (await page.locator(".tip dt").count()) === 4;
    }, "the box at the pointer");
    const firing = await swatchOf(page.locator(".tip dt").last());
    const name = page.locator(".values .name", { hasText: "phase" });
    await until(async () => (await swatchOf(name)) === firing, "the same colour in the table");
    assert.match(firing, /^var\(--state-[0-7]\)$/);
  });
});
