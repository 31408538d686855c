/** What is typed into a panel's settings while values arrive, the service reloads and fails: nothing is lost, nothing half-typed is applied. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { requires } from "../support/requirements.ts";
import { pause, until } from "../support/until.ts";

const skip = requires("chromium-headless-shell");
/** Each version has one more field before the others. */
const header = (version: number) => {
  const members = Array.from({ length: version }, (_none, i) => `int16_t more${version - i}; `).join("");
  return `struct rig { uint8_t length; uint8_t ID; ${members}int16_t volts; } rig = {${4 + 2 * version}, 1};\n`;
};
const INI = `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
`;

let lab: Lab;
let service: ServiceProcess;
let page: Page;
let close: () => Promise<void>;
let value = 0;
let version = 0;

async function send(): Promise<void> {
  value = (value + 1) % 100;
  const bytes = [4 + 2 * version, 1, ...Array.from({ length: 2 * version }, () => 0), value, 0];
  await sendDatagrams(service.udpPort("rig"), [Buffer.from(bytes)]);
}

const settings = () => page.getByRole("complementary", { name: "Settings" });

/** Rows arrive, and are drawn. */
async function values(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await send();
    const row = page.locator("table.values tr", { hasText: "volts" });
    await row.locator("td.value", { hasText: new RegExp(`^${value}(\\.0+)?$`) }).waitFor();
  }
}

/** Another struct of the channel: a field before the one that was the first. */
async function reload(): Promise<void> {
  version += 1;
  writeFileSync(join(lab.directory, "headers", "rig.h"), header(version));
  const { status, output } = lab.generate("--keep-going");
  assert.equal(status, 0, output);
  service.signal("SIGHUP");
  await until(async () => {
    await send();
    return ((await page.locator(".panel").first().textContent()) ?? "").includes(`more${version}`);
  }, "the page has the other struct");
}

/** Each question fails for a while. */
async function failing(): Promise<void> {
  let failed = 0;
  await page.route(/\/(read|alarms|health|layouts|limits)/, (route) => {
    if (route.request().url().includes("/page/")) return route.continue();
    failed += 1;
    return route.fulfill({ status: 503, body: "busy" });
  });
  await until(() => failed > 8, "questions that failed");
  await page.unrouteAll();
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("Control+a");
  await field.pressSequentially(text);
}

before(async () => {
  if (skip !== false) return;
  lab = new Lab({ ini: INI, headers: { "rig.h": header(0) } });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
  await send();
  ({ page, close } = await openPage(`${service.url}/?show=panels`));
  await page.getByRole("button", { name: "Actions for rig" }).click();
  await page.getByRole("menuitem", { name: "Settings…" }).click();
  await settings().getByText("Limits and alarms").click();
  await settings().getByText("Computed series").click();
  await settings().getByRole("button", { name: "Add a computed series" }).click();
  await settings().getByRole("button", { name: "More of volts" }).click();
});

after(async () => {
  await close?.();
  await lab?.remove();
});

const FIELDS: readonly (readonly [name: string, half: string, rest: string, label: string])[] = [
  ["a title", "Sup", "ply", "Title"],
  ["a unit", "m", "V", "Unit"],
  ["the lowest of an axis", "-", "5", "Lowest"],
  ["a limit", "1", "25", "Alarm above"],
  ["the name of a computed series", "dou", "ble", "Name of a computed series"],
  ["the expression of a computed series", "volts * ", "2 + 1", "Expression of a computed series"],
];

for (const [name, half, rest, label] of FIELDS)
  test(`${name} that is being typed stays while rows arrive, the struct changes, and the service fails`, {
    skip,
  }, async () => {
    const field = settings().getByLabel(label, { exact: true });
    await typeInto(field, half);
    const before = await page.evaluate<string>("JSON.stringify({ ...localStorage })");
    const limits = async () => (await (await fetch(`${service.url}/read/measurements`)).text()).includes('"limits"');
    const hadLimits = await limits();
    await values();
    await failing();
    await reload();
    await values();
    assert.equal(await field.and(page.locator(":focus")).count(), 1, "the focus stays");
    assert.equal(
      await page.evaluate<string>("JSON.stringify({ ...localStorage })"),
      before,
      "nothing half-typed is kept",
    );
    assert.equal(await limits(), hadLimits);
    await page.keyboard.type(rest);
    assert.equal(await field.inputValue(), half + rest);
    await field.press("Tab");
    await values();
    assert.equal((await field.inputValue()).trim(), half + rest);
  });

test("what was typed is in force", { skip }, async () => {
  await page.getByRole("heading", { name: "Supply", exact: true }).waitFor();
  await page.locator("table.values tr", { hasText: "double" }).waitFor();
  await until(async () => {
    const answer = await fetch(`${service.url}/read/measurements`);
    const { measurements } = (await answer.json()) as {
      measurements: { columns: { name: string; limits?: { alarm?: { max?: number } } }[] }[];
    };
    const columns = measurements.flatMap((one) => one.columns);
    return columns.find((column) => column.name === "volts")?.limits?.alarm?.max === 125;
  }, "the limit of the field that it was typed for");
});

test("a minus alone removes no limit, and two limits set one after the other are both set", { skip }, async () => {
  const above = settings().getByLabel("Alarm above", { exact: true });
  await typeInto(above, "-");
  await above.press("Tab");
  await values();
  const limitsOf = async () => {
    const answer = await fetch(`${service.url}/read/measurements`);
    const { measurements } = (await answer.json()) as {
      measurements: { columns: { name: string; limits?: Record<string, Record<string, number>> }[] }[];
    };
    return measurements.flatMap((one) => one.columns).find((column) => column.name === "volts")?.limits;
  };
  assert.equal((await limitsOf())?.["alarm"]?.["max"], 125);
  await above.fill("130");
  // The answers are late: a list from before the last limit comes between them.
  await page.route(/\/limits/, async (route) => {
    await pause(300, "late answers");
    await route.continue();
  });
  for (const [label, text] of [
    ["Alarm below", "-130"],
    ["Warning above", "120"],
    ["Warning below", "-120"],
  ] as const) {
    await settings().getByLabel(label, { exact: true }).fill(text);
    await settings().getByLabel(label, { exact: true }).press("Tab");
  }
  await until(async () => JSON.stringify((await limitsOf())?.["warn"]) === '{"min":-120,"max":120}', "the last limit");
  assert.deepEqual(await limitsOf(), { alarm: { max: 130, min: -130 }, warn: { max: 120, min: -120 } });
});
