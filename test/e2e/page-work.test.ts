/** Work with several devices, and without a mouse: ticked devices, dashboards for any device, exports, undo, skip links. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { PageServer } from "../support/page-server.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";
import { withPage } from "../support/with-page.ts";

const skip = requires("chromium-headless-shell");
const HALL = "lab_hall";
const NAMES = ["th07", "th08", "th09"];

function device(name: string) {
  return { database: HALL, measurement: `gw_${name}_sensors`, topic: `lab.hall.gw.${name}` };
}

/** Three alike, and one that lacks a field. */
function fill(server: PageServer): void {
  const now = Math.floor(Date.now() / 1000);
  for (let second = now - 30; second <= now; second++)
    for (const [i, name] of [...NAMES, "odd"].entries()) {
      const values = { heat: 20 + 10 * i + (second % 5) / 10, ...(name !== "odd" && { damp: 50 + second - now }) };
      server.send(device(name), values, BigInt(second) * 1_000_000_000n);
    }
}

const panelOf = (page: Page, name: string) => page.locator(`.panel[data-measurement="gw_${name}_sensors"]`);

async function menuOf(page: Page, name: string, entry: string): Promise<void> {
  await panelOf(page, name).locator(".menu-button").first().click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

test("ticked devices are compared in one panel, which has exactly their series", { skip }, async () => {
  await withPage({ fill, query: "?show=overview" }, async (page) => {
    await page.getByRole("button", { name: "Table", exact: true }).click();
    for (const name of ["gw_th07", "gw_th09"]) await page.getByRole("checkbox", { name: `Tick ${name}` }).check();
    await page.getByText("2 devices ticked").waitFor();
    const href = await page.getByRole("link", { name: "Download as CSV" }).getAttribute("href");
    assert.deepEqual(new URL(href!, page.url()).searchParams.getAll("measurement"), [
      "gw_th07_sensors",
      "gw_th09_sensors",
    ]);
    await page.getByRole("button", { name: "Compare in a new panel" }).click();
    await page.getByRole("menuitem", { name: "damp", exact: true }).click();
    const made = page.locator(".panel", { has: page.getByRole("heading", { name: "damp", exact: true }) });
    const sentence = made.locator(".alternative");
    await until(async () => /th07: .*th09: /.test((await sentence.textContent()) ?? ""), "both series");
    assert.doesNotMatch((await sentence.textContent())!, /th08/);
  });
});

test("a dashboard for any device shows another one in its place, and saves the one that it was made with", {
  skip,
}, async () => {
  const own = { kind: "stat", title: "Heat", options: { column: "heat" } };
  const layout = {
    title: "One device",
    automatic: false,
    order: ["a", "b", "c"],
    panels: {
      a: own,
      b: {
        own: false,
        title: "Two",
        series: [
          { ...series("th07", "heat") },
          // A fixed one, which is beside each device.
          { ...series("th09", "damp") },
        ],
      },
      // As "Series in a new panel…" makes it.
      c: { own: false, series: [series("th07", "damp")] },
    },
    added: { a: named("th07"), b: named("th07"), c: named("th07") },
  };
  const prepare = (server: PageServer) => {
    fill(server);
    void server.store.remember("page layout one", JSON.stringify(layout));
  };
  await withPage({ fill: prepare, query: "?layout=one" }, async (page, server) => {
    await panelOf(page, "th07").first().waitFor();
    await page.getByRole("button", { name: "Panels and layout" }).click();
    await page.getByRole("menuitem", { name: "For any device…" }).click();
    const dialog = page.getByRole("dialog", { name: "A dashboard for any device" });
    await dialog.getByLabel("Device").selectOption({ label: "gw_th07" });
    await dialog.getByRole("button", { name: "Use it" }).click();
    const choice = page.locator(".heading").getByRole("combobox", { name: "Device" });
    // Only those that have its fields.
    assert.deepEqual(await choice.locator("option").allTextContents(), ["gw_th07", "gw_th08", "gw_th09"]);
    await choice.selectOption({ label: "gw_th08" });
    await panelOf(page, "th08")
      .locator(".one-value b", { hasText: /^3\d\.\d/ })
      .waitFor();
    assert.equal(await panelOf(page, "th07").count(), 0);
    await page.getByRole("heading", { name: "gw_th08, damp", exact: true }).waitFor();
    const sentence = page.locator(".panel .alternative", { hasText: "Two" });
    await until(async () => /th08 heat: .*th09 damp: /.test((await sentence.textContent()) ?? ""), "its series");
    await page.waitForURL(/device=lab_hall\+gw_th08_sensors/);
    // A change while another device is shown.
    await page.getByRole("button", { name: "Actions for Two" }).click();
    await page.getByRole("menuitem", { name: "Add series…" }).click();
    await page.locator(".find-dialog input").fill("damp gw_th08");
    await page.locator(".find-dialog [role=option]").first().click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const stored = async () => (await server.store.remembered()).get("page layout one") ?? "";
    await until(async () => (await stored()).includes('"device"'), "saved");
    const saved = JSON.parse(await stored()) as typeof layout & { device: object };
    assert.deepEqual(saved.device, named("th07"));
    assert.deepEqual(saved.added, layout.added);
    assert.deepEqual(saved.panels.b.series, [series("th07", "heat"), series("th09", "damp"), series("th07", "damp")]);
    // A link shows the same device.
    await page.reload();
    await panelOf(page, "th08").first().waitFor();
  });
});

function named(name: string) {
  const { database, measurement } = device(name);
  return { database, measurement };
}

function series(name: string, column: string) {
  return { ...named(name), column };
}

test("a panel is exported with what it shows, in three formats", { skip }, async () => {
  await withPage({ fill, query: "?show=panels&range=1m" }, async (page) => {
    await panelOf(page, "th07").locator(".name", { hasText: "damp" }).click();
    await panelOf(page, "th07").locator('.name[aria-pressed="false"]', { hasText: "damp" }).waitFor();
    for (const [format, first] of [
      ["CSV", "time,heat"],
      ["PARQUET", "PAR1"],
      ["XLSX", "PK"],
    ] as const) {
      const loading = page.waitForEvent("download");
      await menuOf(page, "th07", `Download as ${format}`);
      const answer = await fetch((await loading).url());
      assert.equal(answer.status, 200, format);
      const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
      assert.ok(body.startsWith(first), `${format} begins with ${body.slice(0, 12)}`);
    }
  });
});

test("a zoom is undone by its button and by Ctrl-Z, and a chart's sentence has its trend", { skip }, async () => {
  await withPage({ fill, query: "?show=panels&range=1m" }, async (page) => {
    const sentence = panelOf(page, "th07").locator(".alternative");
    await until(
      async () => /damp: last 50, from 20 to 50, rising/.test((await sentence.textContent()) ?? ""),
      "a trend",
    );
    const undo = page.locator(".toolbar .undo");
    assert.equal(await undo.count(), 0);
    for (const back of [() => undo.click(), () => page.keyboard.press("Control+z")]) {
      await page
        .locator(".panel .u-over")
        .first()
        .dblclick({ position: { x: 200, y: 40 } });
      await undo.waitFor();
      assert.match(await page.locator(".follow-text").textContent().then(String), /Follow/);
      await back();
      await page.locator(".follow-text", { hasText: "Live" }).waitFor();
      await undo.waitFor({ state: "detached" });
    }
  });
});

test("without a mouse: the first stops are the content and the search, and a device is found and enlarged", {
  skip,
}, async () => {
  await withPage({ fill, query: "?show=overview" }, async (page) => {
    await page.locator(".tile").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "main");
    await page.evaluate("document.activeElement.blur()");
    await page.reload();
    await page.locator(".tile").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".find-dialog input").waitFor();
    await page.keyboard.type("th08");
    await page.locator(".find-dialog [role=option]", { hasText: "gw_th08" }).first().waitFor();
    await page.keyboard.press("Enter");
    await panelOf(page, "th08").waitFor();
    await page.locator('.panel[data-measurement="gw_th08_sensors"] .menu-button:focus').waitFor();
    await page.keyboard.press("f");
    await page.locator(".maximised .panel.alone[data-measurement='gw_th08_sensors']").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("body:not(.maximised)").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
  });
});

test("one 503 of each question at the opening costs no dashboard, no menu entry and no form", { skip }, async () => {
  const prepare = (server: PageServer) => {
    fill(server);
    const layout = { title: "Wall", automatic: false, order: ["a"], panels: {}, added: { a: named("th07") } };
    void server.store.remember("page layout wall", JSON.stringify(layout));
  };
  await withPage({ fill: prepare, tolerated: /status of 503/ }, async (page, server) => {
    await page.goto("about:blank");
    const met = new Set<string>();
    await page.route("**/*", async (route) => {
      const { pathname } = new URL(route.request().url());
      const isMet = met.has(pathname) || !/^\/(layouts|read|health|alarms|commands)\b/.test(pathname);
      met.add(pathname);
      await (isMet ? route.continue() : route.fulfill({ status: 503, body: "being restarted" }));
    });
    await page.goto(`${server.url}?layout=wall&show=panels`);
    await page.getByRole("heading", { name: "Wall" }).waitFor();
    await panelOf(page, "th07").locator("td.value", { hasText: "20." }).waitFor();
    await page.locator(".notice").waitFor({ state: "hidden" });
    await menuOf(page, "th07", "Download as CSV");
    await menuOf(page, "th07", "Details, bytes, errors…");
    const details = page.locator(".status.device");
    await details.getByText("The newest 20 rows").waitFor();
    // What this view asks was refused once, too.
    await details.locator(".problem").waitFor({ state: "detached" });
    assert.ok(met.has("/layouts/wall") && met.has("/read/rows"), [...met].join(" "));
  });
});
