/** axe-core finds nothing in any view of the page, in both themes, at the widths of desks, a tablet and a phone. Others: log-in (security-page), commands (command-page). */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { ServedChannel } from "../../../runtime/model/measurement.ts";
import { axeFindings, inBoth } from "../../support/axe.ts";
import { openPage } from "../../support/browser.ts";
import { describedStruct, type PageServer, startPageServer } from "../../support/page-server.ts";
import { requires } from "../../support/requirements.ts";
import { onPage, openBook } from "./page-alarms.ts";

const skip = requires("chromium-headless-shell");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const rig: ServedChannel = {
  name: "rig",
  udpPort: 8888,
  wampTopic: "lab.rig",
  database: "lab_rig",
  structs: [
    describedStruct("power", 1, [
      { path: "volts", unit: "V", expr: "volts", limits: { warn: { max: 20 } } },
      { path: "mode", states: { "0": "idle", "1": "run" } },
    ]),
    describedStruct("boat", 2, [
      { path: "lat", unit: "°", expr: "lat" },
      { path: "lon", unit: "°", expr: "lon" },
    ]),
    describedStruct("silent", 3, [{ path: "x" }]),
  ],
};

function fill(server: PageServer): void {
  for (let second = 120; second > 0; second -= 1) {
    const timeNs = BigInt(Date.now() - second * 1000) * 1_000_000n;
    const add = (measurement: string, values: Record<string, number>) => {
      const types = Object.fromEntries(Object.keys(values).map((name) => [name, "float" as const]));
      server.store.add(rig.database, measurement, types, [{ timeNs, values }]);
    };
    add("01_power", { volts: 24 + Math.sin(second), mode: second > 60 ? 1 : 0 });
    add("02_boat", { lat: 52.5 + second / 1e4, lon: 13.4 + Math.sin(second / 20) / 1e3 });
  }
  const timeNs = BigInt(Date.now() - 30_000) * 1_000_000n;
  const columns = { title: "string", text: "string", tags: "string", timeEnd: "string", run: "string" } as const;
  const values = { title: "Motor cut out", text: "See [the log](https://example.org).", tags: "motor" };
  server.store.add(rig.database, "network_events", columns, [{ timeNs, values }]);
  for (const [run, from, to] of [
    ["Burn 1", 110, 80],
    ["Burn 2", 70, 40],
  ] as const) {
    const begin = BigInt(Date.now() - from * 1000) * 1_000_000n;
    const marked = { title: run, text: "", tags: "run", timeEnd: moment(to), run };
    server.store.add(rig.database, "network_events", columns, [{ timeNs: begin, values: marked }]);
  }
}

/** A dashboard with a panel of each kind. */
async function eachKind(server: PageServer): Promise<void> {
  const power = { database: rig.database, measurement: "01_power" };
  const boat = { database: rig.database, measurement: "02_boat" };
  const kinds = ["stat", "gauge", "state", "text", "xy", "fft"];
  const options = { column: "volts", text: "Call <b>4711</b>", x: "volts", y: "mode" };
  const panels = Object.fromEntries(kinds.map((kind) => [kind, { kind, options }]));
  const layout = {
    title: "Stand",
    automatic: false,
    order: [...kinds, "track"],
    panels: { ...panels, state: { kind: "state", options: { column: "mode" } }, track: { kind: "track" } },
    added: { ...Object.fromEntries(kinds.map((kind) => [kind, power])), track: boat },
  };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server.url}layouts/stand`, { method: "PUT", headers, body: JSON.stringify(layout) });
  assert.equal(answer.status, 204, await answer.text());
}

const chart = (page: Page) => page.locator(".panel canvas").first().waitFor();
const more = async (page: Page, entry: string) => {
  await page.getByRole("button", { name: "Actions for power" }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};

interface View {
  readonly query?: string;
  readonly isEmpty?: true;
  /** Its button is not shown on a phone. */
  readonly isForDesk?: true;
  readonly show: (page: Page) => Promise<void>;
}

const VIEWS: Readonly<Record<string, View>> = {
  "first start": { isEmpty: true, show: (page) => page.locator(".first-steps").waitFor() },
  "every struct": { show: chart },
  "a panel alone with cursors": {
    query: `?panel=${encodeURIComponent("lab_rig 01_power")}&a=${moment(60)}&b=${moment(20)}`,
    show: chart,
  },
  "a dashboard of all kinds": {
    query: "?layout=stand",
    show: (page) => page.locator('.panel[data-kind="gauge"] svg').first().waitFor(),
  },
  "overview as tiles": { query: "?show=overview", show: (page) => page.locator(".tile").first().waitFor() },
  "overview as small tiles": {
    query: "?show=overview",
    show: (page) => page.getByRole("button", { name: "Small", exact: true }).click(),
  },
  "overview as a table": {
    query: "?show=overview",
    show: (page) => page.getByRole("button", { name: "Table", exact: true }).click(),
  },
  alarms: { query: "?show=alarms", show: (page) => page.locator(".alarm-list").first().waitFor() },
  annotations: {
    isForDesk: true,
    show: async (page) => {
      await chart(page);
      await page.getByRole("button", { name: "Annotations (3)" }).click();
      await page.getByText("Motor cut out").first().waitFor();
    },
  },
  "ticked devices": {
    query: "?show=overview",
    show: async (page) => {
      await page.getByRole("button", { name: "Table", exact: true }).click();
      await page.getByRole("checkbox", { name: "Tick all devices of rig" }).check();
      await page.getByText("3 devices ticked").waitFor();
    },
  },
  "two runs": {
    query: "?show=runs",
    show: async (page) => {
      await page.getByRole("button", { name: "Burn 1 as A" }).click();
      await page.getByRole("button", { name: "Burn 2 as B" }).click();
      await page.locator(".run-statistics td", { hasText: /\d/ }).first().waitFor();
    },
  },
  "a run's start": {
    query: "?show=runs",
    show: async (page) => {
      await page.getByRole("button", { name: "Start a run…" }).click();
      await page.getByRole("dialog", { name: "Start a run" }).waitFor();
    },
  },
  "a new limit": {
    query: "?show=alarms",
    show: async (page) => {
      await page.getByRole("button", { name: "New limit" }).click();
      await page.getByRole("dialog", { name: "New limit" }).getByLabel("Alarm above").waitFor();
    },
  },
  "where alarms are sent": {
    query: "?show=alarms",
    show: async (page) => {
      await page.getByRole("button", { name: "Where they are sent" }).click();
      await page.getByRole("dialog", { name: "Where alarms are sent" }).getByText("Nowhere").waitFor();
    },
  },
  settings: {
    show: async (page) => {
      await more(page, "Settings…");
      await page.getByRole("complementary", { name: "Settings" }).waitFor();
    },
  },
  details: {
    show: async (page) => {
      await more(page, "Details, bytes, errors…");
      await page.getByRole("heading", { name: /power/ }).first().waitFor();
    },
  },
};

function moment(secondsAgo: number): string {
  return new Date(Date.now() - secondsAgo * 1000).toISOString();
}

for (const [where, context] of Object.entries({ desk: {}, phone: PHONE }) as [string, BrowserContextOptions][]) {
  for (const [name, { query = "", isEmpty, isForDesk, show }] of Object.entries(VIEWS)) {
    if (isForDesk && where === "phone") continue;
    test(`axe finds nothing: ${name}, ${where}`, { skip }, async () => {
      const alarms = await openBook();
      const server = await startPageServer({ channels: isEmpty ? [] : [rig], alarms: onPage(alarms) });
      if (!isEmpty) fill(server);
      await eachKind(server);
      alarms.note(rig.database, {
        event: "raise",
        level: "warn",
        measurement: "01_power",
        column: "volts",
        value: 24,
        unit: "V",
        time: moment(50),
        message: "volts of 01_power is 24 V, above 20 V",
      });
      const { page, problems, close } = await openPage(`${server.url}${query}`, context);
      try {
        await show(page);
        const { width, height } = page.viewportSize()!;
        for (const one of where === "phone" ? [width] : [width, 1280, 768]) {
          await page.setViewportSize({ width: one, height });
          await inBoth(page, () => axeFindings(page));
        }
        assert.deepEqual(problems, []);
      } finally {
        await close();
        await server.close();
        await alarms.close();
      }
    });
  }
}
