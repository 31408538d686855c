/**
 * One panel over 1,000,000 stored rows, in a headless browser with software rendering: time from choosing a range to drawing it, and
 * whether spikes of one row are in the answers. `node --import tsx scripts/bench/long-range.ts [rows]`
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { ServedChannel } from "../../runtime/model/measurement.ts";
import type { Point, PointColumn } from "../../runtime/model/point.ts";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";
import { describedStruct, startPageServer } from "../../test/support/page-server.ts";
import { buildPage } from "../build/page.mjs";

const ROWS = Number(process.argv[2] ?? 1_000_000);
const BATCH = 10_000;
const STEP_NS = 100_000_000n;
const TO_NS = BigInt(Date.now()) * 1_000_000n;
const FROM_NS = TO_NS - BigInt(ROWS) * STEP_NS;
const CHANNEL: ServedChannel = {
  name: "rig",
  udpPort: 8888,
  wampTopic: "lab.rig",
  database: "lab_rig",
  structs: [describedStruct("tank", 1, [{ path: "volts", unit: "V", expr: "volts" }])],
};
const COLUMNS: readonly PointColumn[] = [{ name: "volts", type: "float" }];
/** Spikes of one row each, away from bucket borders. */
const SPIKES = new Map([
  [Math.floor(ROWS / 3) + 17, 999],
  [Math.floor(ROWS / 2) + 23, -999],
]);

const directory = await mkdtemp(join(tmpdir(), "structline-bench-long-"));
await buildPage(join(directory, "page"));
const store = openDuckdbStore({ path: join(directory, "telemetry.duckdb") });
await store.open();
const message = {
  source: "udp",
  address: "rig",
  sender: "",
  contentType: "",
  receivedNs: 0n,
  payload: new Uint8Array(0),
};
for (let first = 0; first < ROWS; first += BATCH) {
  const points = Array.from({ length: Math.min(BATCH, ROWS - first) }, (_none, i): Point => {
    const row = first + i;
    return {
      ...{ database: "lab_rig", measurement: "01_tank", columns: COLUMNS, timeSource: "receipt" },
      timeNs: FROM_NS + BigInt(row) * STEP_NS,
      values: [SPIKES.get(row) ?? 24 + Math.sin(row / 5000)],
      origin: { message, id: String(row) },
    };
  });
  await store.write(points, first + points.length);
}
const server = await startPageServer({ directory: join(directory, "page"), channels: [CHANNEL], history: store });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/read/series")) bodies.push(response.text());
  });
  const query = new URLSearchParams({
    from: new Date(Number(FROM_NS / 1_000_000n)).toISOString(),
    to: new Date(Number(TO_NS / 1_000_000n)).toISOString(),
  });
  await page.goto(`${server.url}?${query}`);
  await page.locator(".panel canvas").first().waitFor();
  await page.waitForTimeout(2000);
  // Leaves the whole range and returns to it, five times. Measures from the key press to the frame after the answer.
  for (let round = 1; round <= 5; round++) {
    const drawn = await page.evaluate(`(async () => {
      const begin = performance.now();
      const before = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/read/series")).length;
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${round % 2 === 0 ? "ArrowLeft" : "ArrowRight"}", bubbles: true }));
      const answered = () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/read/series"));
      while (answered().length === before) await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const { duration } = answered().at(-1);
      return [performance.now() - begin, duration];
    })()`);
    const [all, history] = drawn as [number, number];
    console.log(
      `drawn in ${Math.round(all)} ms, ${Math.round(history)} of them the answer with ${ROWS} rows downsampled`,
    );
  }
  const answers = await Promise.all(bodies);
  for (const spike of SPIKES.values())
    console.log(
      `spike of ${spike}: ${answers.every((text) => new RegExp(`(?<![\\d.])${spike}(?![\\d.])`).test(text)) ? "in" : "MISSING in"} the answers`,
    );
} finally {
  await browser.close();
  await server.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
}
