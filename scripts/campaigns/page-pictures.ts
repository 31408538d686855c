/**
 * Pictures of the page in every important state: `npm run campaigns -- page-pictures DIR [WORD]`. WORD selects scenes by name.
 * The data is simulated; only a browser is needed.
 */

import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { ServedChannel } from "../../runtime/model/measurement.ts";
import type { FieldType } from "../../runtime/model/point.ts";
import { describedStruct, type PageServer, servedChannel, startPageServer } from "../../test/support/page-server.ts";
import { buildPage } from "../build/page.mjs";

const [directory, word = ""] = process.argv.slice(2);
if (directory === undefined) throw new Error("where to? npm run campaigns -- page-pictures DIR [WORD]");

/** Start of the first scene. Signals have times relative to it. */
const NOW = Date.now();
const MINUTES = 12;

const rig: ServedChannel = {
  name: "rig",
  udpPort: 8888,
  wampTopic: "lab.rig.telemetry",
  database: "lab_rig_telemetry",
  structs: [
    describedStruct("mount", 1, [
      { path: "armed", bitOffset: 0, bitWidth: 1 },
      { path: "phase", bitOffset: 1, bitWidth: 2 },
      { path: "az", column: "azimuth", unit: "degrees", expr: "az / 100" },
      { path: "el", column: "elevation", unit: "degrees", expr: "el / 100" },
      { path: "serial", scalar: "int64" },
    ]),
    describedStruct("power", 2, [
      { path: "voltage", column: "battery_voltage_filtered", unit: "V", expr: "voltage / 100" },
      { path: "current", column: "battery_current_instantaneous", unit: "A", expr: "current / 10" },
      {
        path: "t",
        column: "temperature_of_the_inverter",
        unit: "°C",
        expr: "t",
        limits: { warn: { max: 40 }, alarm: { max: 60 } },
      },
    ]),
    describedStruct("drive", 3, [
      { path: "mode", states: { "0": "idle", "1": "ramp", "2": "run", "3": "fault" } },
      { path: "contactor", states: { "0": "open", "1": "closed" } },
      { path: "rpm", unit: "1/min", expr: "rpm" },
    ]),
    describedStruct("boat", 4, [
      { path: "lat", unit: "°", expr: "lat" },
      { path: "lon", unit: "°", expr: "lon" },
      { path: "speed", unit: "m/s", expr: "speed" },
    ]),
    describedStruct(
      "cells",
      5,
      Array.from({ length: 16 }, (_none, i) => ({ path: `cell[${i}]`, unit: "V", expr: "cell" })),
    ),
    describedStruct("silent", 6, [{ path: "x" }]),
  ],
};

const many: ServedChannel = {
  ...rig,
  structs: Array.from({ length: 50 }, (_none, i) =>
    describedStruct(`panel${i}`, i + 1, [
      { path: "volts", unit: "V", expr: "volts" },
      { path: "amps", unit: "A", expr: "amps" },
      { path: "rpm", unit: "1/min", expr: "rpm" },
    ]),
  ),
};

type Values = Readonly<Record<string, number | string>>;

interface Signal {
  readonly database: string;
  readonly measurement: string;
  readonly at: (second: number) => Values;
}

const signals: Signal[] = [];

/** Continues the signals, so that live values look live. */
function sendSignals(server: PageServer): void {
  for (const { database, measurement, at } of signals) {
    const topic = database === rig.database ? rig.wampTopic : "mqttkit-1.testdrive.area-42.node-1";
    server.send({ database, measurement, topic }, at((Date.now() - NOW) / 1000));
  }
}

function rows(server: PageServer, database: string, measurement: string, at: (second: number) => Values): void {
  signals.push({ database, measurement, at });
  const now = Math.floor((Date.now() - NOW) / 1000);
  for (let second = now - 60 * MINUTES; second <= now; second += 1) {
    const values = at(second);
    const types = Object.entries(values).map(([name, value]): [string, FieldType] => [
      name,
      typeof value === "string" ? "string" : "float",
    ]);
    const timeNs = BigInt(NOW + second * 1000) * 1_000_000n;
    server.store.add(database, measurement, Object.fromEntries(types), [{ timeNs, values }]);
  }
}

/** Counts from 0 to `count` - 1, each for that many seconds, repeatedly. */
function turn(second: number, seconds: number, count: number): number {
  return ((Math.floor(second / seconds) % count) + count) % count;
}

function fill(server: PageServer): void {
  const { database } = rig;
  const noise = (second: number) => Math.sin(second * 12.9898) * 0.1;
  rows(server, database, "01_mount", (s) => ({
    length: 12,
    ID: 1,
    armed: turn(s, 100, 3) > 0 ? 1 : 0,
    phase: turn(s, 90, 4),
    azimuth: 180 + 90 * Math.sin(s / 60),
    elevation: 30 + 10 * Math.cos(s / 45),
    serial: 1234567890 - s,
  }));
  rows(server, database, "02_power", (s) => ({
    length: 8,
    ID: 2,
    battery_voltage_filtered: 24 + Math.sin(s / 40) + noise(s),
    battery_current_instantaneous: 12 + 8 * Math.sin(s / 17) + 5 * noise(s * 3),
    temperature_of_the_inverter: 50 + 12 * Math.sin(s / 300) + noise(s),
  }));
  rows(server, database, "03_drive", (s) => ({
    length: 6,
    ID: 3,
    mode: [0, 1, 2, 2, 3][turn(s, 70, 5)]!,
    contactor: turn(s, 100, 2),
    rpm: turn(s, 60, 8) === 4 ? 0 : 3000 + 200 * Math.sin(s / 9),
  }));
  rows(server, database, "04_boat", (s) => ({
    lat: 52.5 + Math.sin(s / 120) / 200,
    lon: 13.4 + Math.cos(s / 90) / 150,
    speed: 4 + Math.sin(s / 30),
  }));
  rows(server, database, "05_cells", (s) =>
    Object.fromEntries(
      Array.from({ length: 16 }, (_none, i) => [`cell.${i}`, 3.6 + i / 50 + Math.sin(s / 50 + i) / 20]),
    ),
  );
  rows(server, "mqttkit_1_testdrive", "area_42_node_1_sensors", (s) => ({
    temperature: 21 + Math.sin(s / 200),
    humidity: 40 + 5 * Math.cos(s / 150),
    state: turn(s, 200, 2) === 0 ? "heating" : "idle",
  }));
  const columns = { title: "string", text: "string", tags: "string", endTime: "string" } as const;
  const event = (second: number, title: string, tags: string, text = "") => ({
    timeNs: BigInt(NOW + second * 1000) * 1_000_000n,
    values: { title, text, tags },
  });
  server.store.add("lab_rig", "network_events", columns, [
    event(-300, "Motor cut out", "motor, test", "Contactor opened by itself; see [the log](https://example.org/log)."),
    event(-120, "Motor back", "motor"),
  ]);
  const reasons = { "unknown-id": 2, "wrong-length": 1 };
  server.channelHealth.push({ name: "rig", source: "udp", received: 3700, decoded: 3697, rejected: reasons });
  server.recentErrors.note({
    receivedNs: BigInt(NOW - 4000) * 1_000_000n,
    source: "udp",
    address: "rig",
    code: "unknown-id",
    signal: {
      message: "No struct of channel 'rig' has ID 9",
      type: "ValueError",
      description: "A datagram of 12 bytes",
    },
  });
}

type Shown = Partial<Parameters<typeof startPageServer>[0]>;

export interface Scene {
  readonly channels: readonly ServedChannel[];
  /** At 1440, 1280, 768 and 390 pixels, light and dark. */
  readonly sizes?: "all";
  /** What a part shows, in a folder that is removed afterwards. */
  readonly opened?: (folder: string) => Promise<{ readonly shown: Shown; close(): Promise<void> }>;
  readonly fill?: (server: PageServer) => void;
  readonly query?: string;
  readonly context?: BrowserContextOptions;
  readonly act?: (page: Page, server: PageServer) => Promise<void>;
}

/** What scenes of parts use of this file's. */
export interface Common {
  readonly rig: ServedChannel;
  readonly fill: (server: PageServer) => void;
  readonly desk: BrowserContextOptions;
  readonly now: number;
}

const PARTS = new URL("../../test/parts/", import.meta.url);
const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 1000 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const panelOf = (page: Page, measurement: string) => page.locator(`.panel[data-measurement="${measurement}"]`);

async function kindOf(page: Page, measurement: string, label: string): Promise<void> {
  await panelOf(page, measurement).locator(".menu-button").first().click();
  await page.getByRole("menuitem", { name: "Settings…" }).click();
  await page.getByRole("group", { name: "Shown as" }).getByRole("button", { name: label, exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
}

async function cursors(page: Page): Promise<void> {
  for (const [x, entry] of [
    [150, "Cursor A here"],
    [400, "Cursor B here"],
  ] as const) {
    await panelOf(page, "02_power")
      .locator(".u-over")
      .first()
      .click({ position: { x, y: 20 } });
    await page.getByRole("menuitem", { name: entry }).click();
  }
}

const panels50 = (server: PageServer) => {
  for (const { measurement } of many.structs)
    rows(server, many.database, measurement, (s) => ({
      length: 12,
      ID: 1,
      volts: 24 + Math.sin(s / 40),
      amps: Math.cos(s / 15),
      rpm: 3000 + (s % 100),
    }));
};

const NODE = { database: "mqttkit_1_testdrive", topic: "mqttkit-1.testdrive.area-42.node-1" };

const nodes = (count: number) => (server: PageServer) => {
  for (let i = 0; i < count; i += 1) {
    const name = `hall_${1 + Math.floor(i / 12)}_node_${1 + (i % 12)}_sensors`;
    rows(server, NODE.database, name, (s) => ({
      temperature: 21 + (i % 7) + Math.sin(s / 200 + i),
      humidity: 40 + 5 * Math.cos(s / 150 + i),
      battery: 3.7 - (i % 5) / 20,
    }));
  }
};

const WIDE_UNITS = ["µg/m³", "mbar", "1/min", "degrees/s"];

/** Long units, an oscillation in every pixel, a silent device, field names beside the titles. */
function oddTiles(server: PageServer): void {
  for (let i = 0; i < 8; i += 1)
    rows(server, NODE.database, `hall_1_node_${i + 1}_sensors`, (s) => ({
      [i % 3 === 0 ? "particulate_matter" : "heat"]: 67.4 + i + 3 * Math.sin(s * (i % 2 === 0 ? 2.1 : 0.02)),
    }));
  const now = BigInt(Date.now()) * 1_000_000n;
  for (const [i, unit] of WIDE_UNITS.entries()) {
    const values = { value: 1067.4 + i, value_unit: unit };
    server.store.add(NODE.database, `hall_2_unit_${i + 1}_sensors`, { value: "float" }, [
      { timeNs: now, values: { value: values.value } },
    ]);
  }
}

const states = servedChannel(
  "rocket",
  describedStruct("rocket", 1, [
    { path: "phase", states: { "0": "IDLE", "1": "ARMED", "2": "FIRING", "3": "SAFE", "4": "FAULT" } },
    { path: "valve_a", bitOffset: 0, bitWidth: 1 },
    { path: "igniter_circuit_closed", bitOffset: 1, bitWidth: 1 },
    ...Array.from({ length: 9 }, (_none, i) => ({
      path: `t${i + 1}`,
      unit: "°C",
      expr: `t${i + 1}`,
      limits: { warn: { max: 60 }, alarm: { max: 90 } },
    })),
    { path: "chamber", unit: "mbar", expr: "chamber" },
  ]),
);

function stateRows(server: PageServer): void {
  rows(server, states.database, "01_rocket", (s) => ({
    length: 16,
    ID: 1,
    phase: turn(s, 12, 5),
    valve_a: turn(s, 15, 2),
    igniter_circuit_closed: turn(s, 7, 3) === 0 ? 1 : 0,
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_none, i) => [`t${i + 1}`, 40 + 4 * i + 8 * Math.sin(s / 11 + i)]),
    ),
    chamber: 1013.25 + 3 * Math.sin(s / 5),
  }));
}

/** A user's dashboard: tiles, several devices in one chart, a second axis. */
function dashboard(server: PageServer): void {
  fill(server);
  nodes(8)(server);
  const power = { database: rig.database, measurement: "02_power" };
  const drive = { database: rig.database, measurement: "03_drive" };
  const hall = { database: NODE.database, measurement: "hall_1_node_1_sensors" };
  const layout = {
    title: "Test stand",
    automatic: false,
    order: ["a", "b", "c", "d", "e", "f", "g"],
    panels: {
      a: { kind: "stat", title: "Supply", options: { column: "battery_voltage_filtered" } },
      b: { kind: "stat", title: "Inverter", options: { column: "temperature_of_the_inverter" } },
      c: { kind: "gauge", title: "Current", options: { column: "battery_current_instantaneous" } },
      d: { kind: "state", title: "Mode", options: { column: "mode" } },
      e: {
        own: false,
        title: "Node temperatures",
        series: [{ database: NODE.database, column: "temperature" }],
        height: 2,
      },
      f: {
        title: "Supply and load",
        columns: {
          battery_voltage_filtered: { chart: 1 },
          battery_current_instantaneous: { chart: 1, axis: "right" },
        },
      },
      g: { kind: "text", title: "Shift", options: { text: "Check the <b>coolant</b> at 10:00.\nCall: 4711" } },
    },
    added: { a: power, b: power, c: power, d: drive, e: hall, f: power, g: power },
  };
  void server.store.remember("page layout stand", JSON.stringify(layout));
}

const openSettings = async (page: Page) => {
  await panelOf(page, "02_power").locator(".menu-button").first().click();
  await page.getByRole("menuitem", { name: /^(Settings|Einstellungen)…$/ }).click();
};

const SCENES: Readonly<Record<string, Scene>> = {
  "all-first": { channels: [], sizes: "all" },
  "all-5": { channels: [rig], fill, sizes: "all" },
  "all-50": { channels: [], fill: nodes(50), sizes: "all" },
  "all-200": { channels: [], fill: nodes(200), sizes: "all" },
  "all-table": {
    channels: [],
    fill: nodes(50),
    sizes: "all",
    act: async (page) => page.getByRole("button", { name: "Table", exact: true }).click(),
  },
  "all-dashboard": { channels: [rig], fill: dashboard, sizes: "all", query: "?layout=stand" },
  "all-panel": {
    channels: [rig],
    fill,
    sizes: "all",
    query: "?panel=lab_rig_telemetry+02_power",
    act: async (page) => cursors(page),
  },
  "all-pointer": {
    channels: [rig],
    fill: dashboard,
    sizes: "all",
    query: "?layout=stand",
    act: async (page) =>
      page
        .locator(".panel .u-over")
        .first()
        .hover({ position: { x: 200, y: 40 } }),
  },
  "all-settings": { channels: [rig], fill, sizes: "all", act: openSettings },
  "all-status": {
    channels: [rig],
    fill,
    sizes: "all",
    act: async (page) => page.locator(".status-button").click(),
  },
  "german-settings": { channels: [rig], fill, context: { ...DESK, locale: "de-DE" }, act: openSettings },
  "german-time": {
    channels: [rig],
    fill,
    context: { ...DESK, locale: "de-DE" },
    act: async (page) => page.locator(".time-button").click(),
  },
  "german-phone": { channels: [rig], fill: nodes(30), context: { ...PHONE, locale: "de-DE" } },
  "looks-waiting": { channels: [rig], query: "?show=panels" },
  "looks-tiles": { channels: [], fill: oddTiles, query: "?show=overview" },
  "looks-tiles-phone": { channels: [], fill: oddTiles, query: "?show=overview", context: PHONE },
  "looks-states": { channels: [states], fill: stateRows, query: "?show=panels" },
  "looks-states-dark": {
    channels: [states],
    fill: stateRows,
    query: "?show=panels",
    context: { ...DESK, colorScheme: "dark" },
  },
  "looks-pointer": {
    channels: [states],
    fill: stateRows,
    query: "?show=panels&panel=lab_rocket+01_rocket",
    act: async (page) =>
      page
        .locator(".panel .u-over")
        .first()
        .hover({ position: { x: 420, y: 40 } }),
  },
  print: {
    channels: [rig],
    fill,
    context: { viewport: { width: 794, height: 1123 }, colorScheme: "dark" },
    act: async (page) => {
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    },
  },
  "all-login": {
    channels: [rig],
    sizes: "all",
    act: async (page) => {
      await page.route("**/read/measurements*", (route) => route.fulfill({ status: 401, body: "log in" }));
      await page.reload();
      await page.locator("form.login").waitFor();
    },
  },
  empty: { channels: [] },
  "empty-dark": { channels: [], context: { ...DESK, colorScheme: "dark" } },
  "empty-phone": { channels: [], context: PHONE },
  demo: { channels: [rig], fill },
  "demo-dark": { channels: [rig], fill, context: { ...DESK, colorScheme: "dark" } },
  "demo-lower": { channels: [rig], fill, act: async (page) => page.evaluate("scrollTo(0, 900)") },
  "demo-wide": { channels: [rig], fill, context: { viewport: { width: 1920, height: 1080 } } },
  "panels-50": {
    channels: [many],
    fill: panels50,
    query: "?show=panels",
    context: { viewport: { width: 1920, height: 1080 } },
  },
  phone: { channels: [rig], fill, context: PHONE },
  "phone-panel": {
    channels: [rig],
    fill,
    context: PHONE,
    act: async (page) => panelOf(page, "02_power").scrollIntoViewIfNeeded(),
  },
  "phone-settings": {
    channels: [rig],
    fill,
    context: PHONE,
    act: openSettings,
  },
  tablet: { channels: [rig], fill, context: { ...PHONE, viewport: { width: 820, height: 1180 } } },
  "tablet-wide": { channels: [rig], fill, context: { ...PHONE, viewport: { width: 1180, height: 820 } } },
  "4k": { channels: [rig], fill, context: { viewport: { width: 3840, height: 2160 } } },
  "4k-50": {
    channels: [many],
    fill: panels50,
    query: "?show=panels",
    context: { viewport: { width: 3840, height: 2160 } },
  },
  error: {
    channels: [rig],
    fill,
    act: async (page) => page.getByRole("button", { name: "3 rejected – why?" }).click(),
  },
  stopped: {
    channels: [rig],
    fill,
    act: async (page, server) => {
      await server.close();
      await page.waitForTimeout(6000);
    },
  },
  annotations: {
    channels: [rig],
    fill,
    act: async (page) => page.getByRole("button", { name: "Annotations (2)" }).click(),
  },
  cursors: { channels: [rig], fill, act: cursors },
  explain: {
    channels: [rig],
    fill,
    act: async (page) => {
      const kept = {
        id: 7,
        code: "unknown-id",
        sender: "10.0.0.7:4000",
        bytes: 12,
        time: new Date(NOW - 4000).toISOString(),
      };
      await page.route("**/rejects?*", (route) => route.fulfill({ json: { rejects: [kept] } }));
      const explanation =
        "struct ID 9 is not declared in channel 'rig'\n1. byte 1 (ID) is 9; declared are 1, 2, 3, 4, 5, 6\n2. with ID 6 (silent) the length would be 3\n\n0000  0c 09 01 02 03 04 05 06 07 08 09 0a";
      await page.route("**/rejects/7?", (route) =>
        route.fulfill({ json: { ...kept, payload: "0x0c090102030405060708090a", explanation } }),
      );
      await page.getByRole("button", { name: "3 rejected – why?" }).click();
      await page.getByText("Explain").first().click();
    },
  },
  settings: {
    channels: [rig],
    fill,
    act: openSettings,
  },
  "menu-dark": {
    channels: [rig],
    fill,
    context: { ...DESK, colorScheme: "dark" },
    act: async (page) => panelOf(page, "02_power").locator(".menu-button").first().click(),
  },
  time: { channels: [rig], fill, act: async (page) => page.locator(".time-button").click() },
  "full-window": {
    channels: [rig],
    fill,
    act: async (page) => {
      await panelOf(page, "02_power").locator(".menu-button").first().click();
      await page.getByRole("menuitem", { name: "Full window" }).click();
    },
  },
  details: {
    channels: [rig],
    fill,
    act: async (page) => {
      await panelOf(page, "02_power").locator(".menu-button").first().click();
      await page.getByRole("menuitem", { name: "Details, bytes, errors…" }).click();
    },
  },
  kinds: {
    channels: [rig],
    fill,
    context: { viewport: { width: 1440, height: 1600 } },
    act: async (page) => {
      await kindOf(page, "01_mount", "X against Y");
      await kindOf(page, "02_power", "Frequencies (FFT)");
      await panelOf(page, "05_cells").locator(".menu-button").first().click();
      await page.getByRole("menuitem", { name: "Settings…" }).click();
      await page.getByLabel("Drawn as").first().selectOption({ index: 1 });
      await page.getByRole("button", { name: "Done" }).click();
    },
  },
};

const SIZES = [1440, 1280, 768, 390].flatMap((width) =>
  (["light", "dark"] as const).map(
    (scheme) =>
      [`${width}-${scheme}`, width, ({ 390: 844, 768: 1024 } as Record<number, number>)[width] ?? 900, scheme] as const,
  ),
);

const built = await mkdtemp(join(tmpdir(), "structline-pictures-"));
await buildPage(built);
await mkdir(directory, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
try {
  for (const [name, scene] of Object.entries({ ...SCENES, ...(await scenesOfParts()) }))
    if (name.includes(word)) await take(name, scene);
} finally {
  await browser.close();
  await rm(built, { recursive: true });
}

/** Scenes of parts lie with their tests. */
async function scenesOfParts(): Promise<Readonly<Record<string, Scene>>> {
  const all: Record<string, Scene> = {};
  for (const name of readdirSync(PARTS)) {
    const file = new URL(`${name}/page-scenes.ts`, PARTS);
    if (!existsSync(file)) continue;
    const { scenes } = (await import(file.href)) as { scenes(common: Common): Record<string, Scene> };
    Object.assign(all, scenes({ rig, fill, desk: DESK, now: NOW }));
  }
  return all;
}

async function take(name: string, scene: Scene): Promise<void> {
  const { channels, fill: filled, query, context = DESK, act, opened, sizes } = scene;
  signals.length = 0;
  const folder = await mkdtemp(join(tmpdir(), "structline-scene-"));
  const part = await opened?.(folder);
  const server = await startPageServer({ directory: built, channels, ...part?.shown });
  filled?.(server);
  const sending = setInterval(() => sendSignals(server), 1000);
  const page = await (await browser.newContext(context)).newPage();
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => console.log(`${name}: ${error.message}`));
  try {
    await page.goto(`${server.url}${query ?? ""}`);
    const first = filled === undefined ? ".first-steps" : ".panel canvas, .tile, .alarm-list";
    await page.locator(first).first().waitFor({ state: "attached" });
    await page.waitForTimeout(2500);
    await act?.(page, server);
    await page.waitForTimeout(1500);
    for (const [suffix, width, height, colorScheme] of sizes === "all" ? SIZES : []) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(directory!, `${name}-${suffix}.png`) });
    }
    if (sizes === undefined) await page.screenshot({ path: join(directory!, `${name}.png`) });
    console.log(name);
  } catch (error) {
    console.log(`${name}: ${(error as Error).message}`);
    await page.screenshot({ path: join(directory!, `${name}-failed.png`) });
  } finally {
    clearInterval(sending);
    await page.context().close();
    await server.close().catch(() => {});
    await part?.close();
    await rm(folder, { recursive: true });
  }
}
