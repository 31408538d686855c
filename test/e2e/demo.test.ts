/** What `npm run demo` shows: the service, the simulated rig as a process of its own, and the page in a browser. */

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openPage } from "../support/browser.ts";
import { Lab, ROOT } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { freePort } from "../support/ports.ts";
import { requires } from "../support/requirements.ts";
import { until } from "../support/until.ts";

/** Saved to be looked at. */
const SCREENSHOT = "test/.work/page.png";

const STRUCTS = ["01_mount", "02_power", "03_thrust", "02_cap_r", "03_cap_w", "04_wind", "05_drive"];

test("every struct of the sample headers has a panel that gets new points", {
  skip: onlyLong || requires("chromium-headless-shell"),
  timeout: 300_000,
}, async () => {
  const lab = new Lab({ ini: await sampleConfiguration() });
  assert.equal(lab.generate().status, 0);
  const service = await lab.start();
  const rig = fork(join(ROOT, "dist/demo.js"), ["rig", "--config", lab.config], { silent: true });
  const { page, problems, close } = await openPage(`${service.url}/?show=panels`);
  try {
    await until(async () => (await page.locator(".panel").count()) === STRUCTS.length);
    const drawn = page.locator(".panel").evaluateAll((panels) => panels.map((panel) => panel.dataset["measurement"]));
    assert.deepEqual((await drawn).sort(), [...STRUCTS].sort());
    for (const measurement of STRUCTS) await movesTwice(page, measurement);
    assert.deepEqual(problems, []);
    await page.evaluate("window.scrollTo(0, 0)");
    mkdirSync(join(ROOT, SCREENSHOT, ".."), { recursive: true });
    await page.locator(".time-button").click();
    await page.getByRole("group", { name: "The last" }).getByRole("button", { name: "1 min", exact: true }).click();
    await page.locator(".span", { hasText: "Last 1 min" }).waitFor();
    await page.screenshot({ path: join(ROOT, SCREENSHOT) });
  } finally {
    await close();
    rig.kill("SIGTERM");
    await lab.remove();
  }
});

test("the rig stops quietly on a signal and when its parent process ends", { skip: onlyLong }, async () => {
  const lab = new Lab({ ini: await sampleConfiguration() });
  assert.equal(lab.generate().status, 0);
  for (const end of ["signal", "disconnect", "both"] as const) {
    const rig = fork(join(ROOT, "dist/demo.js"), ["rig", "--config", lab.config], { silent: true });
    let said = "";
    for (const stream of [rig.stdout, rig.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise((resolve) => rig.once("exit", resolve));
    await until(() => said.includes("7 structs"));
    if (end !== "disconnect") rig.kill("SIGINT");
    if (end !== "signal") rig.disconnect();
    assert.equal(await ended, 0);
    assert.equal(said, "demo: a simulated rig sends 7 structs, 5 datagrams a second each\n");
  }
  await lab.remove();
});

async function movesTwice(page: Page, measurement: string): Promise<void> {
  await page.locator(`.panel[data-measurement="${measurement}"]`).scrollIntoViewIfNeeded();
  const canvas = page.locator(`.panel[data-measurement="${measurement}"] canvas`).first();
  await canvas.waitFor();
  const picture = () => canvas.evaluate((element) => (element as unknown as { toDataURL(): string }).toDataURL());
  for (let round = 0; round < 2; round++) {
    const before = await picture();
    await until(async () => (await picture()) !== before);
  }
}

/** channels.ini with free ports. */
async function sampleConfiguration(): Promise<string> {
  return `[lab]
channels = lab-rig, lab-h2m
[lab-rig]
udp_port = ${await freePort()}
wamp_topic = lab.rig.telemetry
include_path = headers
header_files = rig.h
[lab-h2m]
udp_port = ${await freePort()}
wamp_topic = lab.h2m.telemetry
include_path = headers
header_files = h2m.h
`;
}
