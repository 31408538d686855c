/**
 * The page with 50 panels at 20 Hz in a headless browser with software rendering: frames a second, processor, memory.
 * `node --import tsx scripts/bench/page.ts [--seconds 20] [--settle 5] [--baseline DIR]`; DIR is the page of another commit, built with
 * `node scripts/build-page.mjs --out DIR` there, measured in the same run.
 */

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import type { ServedChannel } from "../../runtime/api/measurement-catalogue.ts";
import { describedStruct, startPageServer } from "../../test/support/page-server.ts";
import { buildPage } from "../build-page.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    settle: { type: "string", default: "5" },
    baseline: { type: "string" },
  },
});
const SECONDS = Number(values.seconds);
const PANELS = 50;
const RATE = 20;
const CLOCK_TICKS = 100;

const CHANNEL: ServedChannel = {
  name: "rig",
  udpPort: 8888,
  wampTopic: "lab.rig.telemetry",
  database: "lab_rig_telemetry",
  structs: Array.from({ length: PANELS }, (_none, i) =>
    describedStruct(`panel${i}`, i + 1, [
      { path: "volts", unit: "V", expr: "volts" },
      { path: "amps", unit: "A", expr: "amps" },
      { path: "rpm", unit: "1/min", expr: "rpm" },
    ]),
  ),
};

interface Result {
  readonly frames: number;
  /** Parts of a core, all processes of the browser. */
  readonly cores: number;
  /** Of the page's JavaScript after a collection, MB, at the beginning and at the end. */
  readonly firstHeapMb: number;
  readonly lastHeapMb: number;
  /** Resident, MB, all processes of the browser, at the beginning and at the end. */
  readonly firstMb: number;
  readonly lastMb: number;
  readonly lagMs: number;
}

const own = await mkdtemp(join(tmpdir(), "structline-bench-page-"));
await buildPage(own);
const pages = [...(values.baseline === undefined ? [] : [["before", values.baseline]]), ["now", own]] as const;
const results: Result[] = [];
for (const [name, directory] of pages) {
  const result = await measure(directory!);
  results.push(result);
  const { frames, cores, firstMb, lastMb, firstHeapMb, lastHeapMb, lagMs } = result;
  console.log(
    `${name}: ${frames.toFixed(1)} frames/s, ${(cores * 100).toFixed(0)} % of a core, ${firstMb.toFixed(0)} → ${lastMb.toFixed(0)} MB, heap ${firstHeapMb.toFixed(1)} → ${lastHeapMb.toFixed(1)} MB, newest row ${lagMs.toFixed(0)} ms old`,
  );
}
const [before, now] = results;
if (before !== undefined && now !== undefined) {
  console.log(
    `ratio: frames ${(now.frames / before.frames).toFixed(2)}, processor ${(now.cores / before.cores).toFixed(2)}`,
  );
}
await rm(own, { recursive: true });

async function measure(directory: string): Promise<Result> {
  const server = await startPageServer({ directory, channels: [CHANNEL] });
  const targets = CHANNEL.structs.map(({ measurement }) => ({
    database: CHANNEL.database,
    measurement,
    topic: CHANNEL.wampTopic,
  }));
  let count = 0;
  const sending = setInterval(() => {
    count += 1;
    for (const [i, one] of targets.entries()) {
      server.send(one, {
        volts: 24 + Math.sin(count / 40 + i),
        amps: Math.cos(count / 15 + i),
        rpm: 3000 + (count % 100),
      });
    }
  }, 1000 / RATE);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(server.url);
    await page.locator(".panel canvas").first().waitFor();
    // Memory is full when the range is.
    await page.getByRole("button", { name: "1 m", exact: true }).click();
    await page.waitForTimeout(Number(values.settle) * 1000);
    const firstHeapMb = await heapMb(page);
    const first = await usage();
    const frames = await framesIn(page, SECONDS);
    const last = await usage();
    const lastHeapMb = await heapMb(page);
    const lagMs = await newestAge(page);
    return {
      frames,
      cores: (last.ticks - first.ticks) / CLOCK_TICKS / SECONDS,
      firstHeapMb,
      lastHeapMb,
      firstMb: first.residentMb,
      lastMb: last.residentMb,
      lagMs,
    };
  } finally {
    clearInterval(sending);
    await browser.close();
    await server.close();
  }
}

async function framesIn(page: Page, seconds: number): Promise<number> {
  const count = await page.evaluate(
    `new Promise((resolve) => { let count = 0; const end = performance.now() + ${seconds * 1000}; const frame = (now) => { count += 1; if (now < end) requestAnimationFrame(frame); else resolve(count); }; requestAnimationFrame(frame); })`,
  );
  return Number(count) / seconds;
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1e6;
}

/** How long a row is on its way until the page has handled it: by the age that the sidebar tells. */
async function newestAge(page: Page): Promise<number> {
  const text = await page.locator(".sidebar .age").first().textContent();
  return text === "now" ? 0 : Number.parseFloat(text ?? "0") * 1000;
}

/** Of all processes below this one that are the browser's. */
async function usage(): Promise<{ ticks: number; residentMb: number }> {
  let ticks = 0;
  let residentMb = 0;
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (!/\((?:chromium|headless_shell|chrome)/.test(text) || !(await isBelow(pid))) continue;
    ticks += Number(fields[11]) + Number(fields[12]);
    residentMb += (Number(fields[21]) * 4096) / 1e6;
  }
  return { ticks, residentMb };
}

async function isBelow(pid: string): Promise<boolean> {
  for (let at = pid; at !== "0" && at !== "1"; ) {
    if (at === String(process.pid)) return true;
    const text = await readFile(`/proc/${at}/stat`, "utf8").catch(() => "");
    at = text.slice(text.lastIndexOf(")") + 2).split(" ")[1] ?? "0";
  }
  return false;
}
