/** A field that is not a number any more has no present value, for everybody who shows one: its last value is struck out, or left out. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import mqtt from "mqtt";
import type { Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { requires } from "../support/requirements.ts";
import { pause, until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");
const HEADER = `struct struct_meter { uint8_t length; uint8_t ID; uint8_t mode; float level; // @rule: unit=m
} meter = {7, 1};
struct struct_boiler { uint8_t length; uint8_t ID; uint8_t mode; float heat; // @rule: alarm=..5
} boiler = {7, 2};
`;
const INI = `[lab]
channels = lab-rig
[lab-rig]
sources = udp:0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
layout = packed
[publish]
mqtt = json
retain = yes
`;
let lab: Lab;
let service: ServiceProcess;

const send = (value: number) =>
  sendDatagrams(
    service.udpPort("rig"),
    [1, 2].map((id) => {
      const bytes = Buffer.of(7, id, 3, 0, 0, 0, 0);
      bytes.writeFloatLE(value, 3);
      return bytes;
    }),
  );
const json = async (path: string) => (await fetch(`${service.url}${path}`)).json();
const isMissing = (row: readonly unknown[]) => row[3] === null && row[7] === 7 && typeof row[8] === "number";

interface States {
  readonly complete: boolean;
  readonly devices: Record<string, readonly (readonly unknown[])[]>;
}

async function states(): Promise<readonly (readonly unknown[])[]> {
  const { complete, devices } = (await json("/read/state")) as States;
  return complete ? (devices["lab_rig"] ?? []) : [];
}

before(async () => {
  lab = new Lab({ ini: INI, headers: { "rig.h": HEADER } });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
  for (let i = 0; i < 3; i++) {
    await send(7);
    await pause(100, "the rhythm of the boards");
  }
  await until(async () => (await states()).length === 2);
  assert.deepEqual(
    (await states()).map((row) => row[3]),
    [7, 7],
  );
  await until(async () => {
    await send(Number.NaN);
    await pause(100, "the rhythm of the boards");
    const rows = await states();
    return rows.length === 2 && rows.every(isMissing);
  });
  // More than what is read of the newest rows.
  for (let i = 0; i < 25; i++) {
    await send(Number.NaN);
    await pause(50, "the rhythm of the boards");
  }
  await service.settled();
});

after(() => lab.remove());

test("the states, the retained rows and the values for Prometheus", async () => {
  const rows = await states();
  assert.deepEqual(
    rows.map(([, state, column, value, , , , last]) => [state, column, value, last]),
    [
      ["fine", "level", null, 7],
      ["alarm", "heat", null, 7],
    ],
  );
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  const retained: string[] = [];
  client.on("message", (topic, payload, { retain }) => {
    if (retain && /meter|boiler/.test(topic + payload)) retained.push(payload.toString());
  });
  await client.subscribeAsync("#", { qos: 1 });
  await until(() => retained.length >= 2);
  await client.endAsync();
  for (const row of retained.map((text) => JSON.parse(text))) {
    assert.equal(row.mode, 3);
    assert.equal(row.level ?? row.heat ?? null, null);
  }
  const values = await (await fetch(`${service.url}/metrics/values?database=lab_rig`)).text();
  assert.match(values, /column="mode"/);
  assert.doesNotMatch(values, /column="(level|heat)"/);
});

const old = (page: Page, selector: string) => page.locator(selector).and(page.locator(".old", { hasText: "7" }));

async function assertShown(): Promise<void> {
  const { page, problems, close } = await openPage(`${service.url}/?show=overview`);
  const timer = setInterval(() => void send(Number.NaN), 100);
  try {
    await page.locator(".tile small", { hasText: "no value since" }).nth(1).waitFor();
    assert.equal(await old(page, ".tile-value b").count(), 2);
    await old(page, ".alarm-list b").waitFor();
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await until(async () => (await old(page, ".device-table td").count()) === 2);
    await page.goto(`${service.url}/?show=alarms`);
    await old(page, ".alarm-list b").waitFor();
    await page.goto(`${service.url}/?show=panels`);
    const cells = page.locator("table.values tr", { hasText: /level|heat/ }).locator("td.value");
    await until(async () => {
      const shown = await cells.evaluateAll((all) =>
        all.map((one) => [one.textContent, one.classList.contains("old")]),
      );
      return shown.length === 2 && shown.every(([text, isOld]) => isOld || text === "–");
    });
    assert.deepEqual(problems, []);
  } finally {
    clearInterval(timer);
    await close();
  }
}

test("tiles, table, alarms and panels of the page", { skip }, assertShown);

test("the same after a restart, from what is stored", { skip }, async () => {
  await service.stop();
  service = await lab.start();
  await until(async () => {
    await send(Number.NaN);
    await pause(100, "the rhythm of the boards");
    return (await states()).length === 2;
  });
  for (const [, , column, value] of await states()) assert.equal(value, null, String(column));
});
