/**
 * The page with 50 panels at 20 Hz in a headless browser with software rendering: frames per second, processor time, memory.
 * `node --import tsx scripts/bench/page.ts [--seconds 20] [--settle 5] [--panels 50] [--rate 20] [--baseline DIR] [--minimal] [--turns 1] [--report 60]`
 * With `--minimal`, a page of nothing but uPlot with the same series is measured by turns with it.
 * DIR is the page of another commit, built there with `node scripts/build/page.mjs --out DIR` and measured in the same run.
 * For an hour: `--seconds 3600 --report 60`, which prints a line per minute. The range is one minute, so all kept data is
 * replaced once a minute. Heap, nodes and listeners are counted after a garbage collection.
 */

import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { chromium, type Page } from "playwright-core";
import type { ServedChannel } from "../../runtime/model/measurement.ts";
import { describedStruct, type PageServer, startPageServer } from "../../test/support/page-server.ts";
import { buildPage } from "../build/page.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    settle: { type: "string", default: "5" },
    panels: { type: "string", default: "50" },
    rate: { type: "string", default: "20" },
    report: { type: "string" },
    baseline: { type: "string" },
    minimal: { type: "boolean", default: false },
    turns: { type: "string", default: "1" },
  },
});
const SECONDS = Number(values.seconds);
const PANELS = Number(values.panels);
const RATE = Number(values.rate);
const REPORT_SECONDS = Number(values.report ?? SECONDS);
const CLOCK_TICKS = 100;
/** The oldest data that the page may request. */
const KEPT_NS = 180_000_000_000n;
const RANGE_MS = 60_000;

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

interface Memory {
  /** JavaScript heap of the page after a collection, MB. */
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

interface Usage {
  readonly ticks: number;
  readonly residentMb: number;
}

interface Result extends Memory {
  readonly frames: number;
  /** Cores used by all processes of the browser. */
  readonly cores: number;
  /** Resident memory of all processes of the browser, MB. */
  readonly residentMb: number;
  readonly lagMs: number;
}

const own = await mkdtemp(join(tmpdir(), "structline-bench-page-"));
await buildPage(own);
const minimal = await mkdtemp(join(tmpdir(), "structline-bench-minimal-"));
if (values.minimal) await buildMinimal(minimal);
const pages = [
  ...(values.baseline === undefined ? [] : [["before", values.baseline] as const]),
  ...(values.minimal ? [["minimal", minimal] as const] : []),
  ["now", own] as const,
];
for (let turn = 0; turn < Number(values.turns); turn++) {
  const results: Result[] = [];
  for (const [name, directory] of pages) results.push(await measure(name, directory));
  const now = results.at(-1)!;
  for (const [i, before] of results.slice(0, -1).entries())
    console.log(
      `ratio to ${pages[i]![0]}: frames ${(now.frames / before.frames).toFixed(2)}, processor ${(now.cores / before.cores).toFixed(2)}`,
    );
}
await rm(minimal, { recursive: true });
await rm(own, { recursive: true });

/** The page of `minimal-page.mjs`. */
async function buildMinimal(directory: string): Promise<void> {
  const style =
    "body { margin: 0; display: grid; grid-template-columns: repeat(auto-fill, 620px) } .panel { height: 400px }";
  await build({
    stdin: {
      contents: `import "uplot/dist/uPlot.min.css"; import "./minimal-page.mjs";`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    outfile: join(directory, "assets/minimal.js"),
    bundle: true,
    minify: true,
    format: "esm",
    mainFields: ["browser", "module", "main"],
  });
  await appendFile(join(directory, "assets/minimal.css"), style);
  await writeFile(
    join(directory, "index.html"),
    '<!doctype html><html><head><link rel="stylesheet" href="page/minimal.css"><script type="module" src="page/minimal.js"></script></head><body></body></html>',
  );
}

async function measure(name: string, directory: string): Promise<Result> {
  const server = await startPageServer({ directory, channels: [CHANNEL] });
  const send = sender(server);
  // Memory use is stable once the range is full, so start with a full one.
  const beganMs = Date.now();
  for (let ms = beganMs - RANGE_MS; ms < beganMs; ms += 1000 / RATE) send(ms);
  const sending = setInterval(() => send(Date.now()), 1000 / RATE);
  const forgetting = setInterval(() => server.store.forgetBefore(BigInt(Date.now()) * 1_000_000n - KEPT_NS), 10_000);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(`${server.url}?show=panels&range=1m&topic=${CHANNEL.wampTopic}`);
    await page.locator(".panel canvas").first().waitFor();
    await page.waitForTimeout(Number(values.settle) * 1000);
    const [first, memory] = [await usage(), await memoryOf(page)];
    console.log(`${name}: ${told(memory)}, ${first.residentMb.toFixed(0)} MB resident before`);
    let result: Result | undefined;
    for (let seconds = 0; seconds < SECONDS; seconds += REPORT_SECONDS) {
      result = await measureFor(page, REPORT_SECONDS);
      const { frames, cores, residentMb, lagMs } = result;
      const after = REPORT_SECONDS < SECONDS ? ` ${((seconds + REPORT_SECONDS) / 60).toFixed(1)} min` : "";
      console.log(
        `${name}${after}: ${frames.toFixed(1)} frames/s, ${(cores * 100).toFixed(0)} % of a core, ${told(result)}, ${residentMb.toFixed(0)} MB resident, ${lagMs === 0 ? "not behind" : `${lagMs.toFixed(0)} ms behind`}`,
      );
    }
    return result!;
  } finally {
    clearInterval(sending);
    clearInterval(forgetting);
    await browser.close();
    await server.close();
  }
}

function sender(server: PageServer): (timeMs: number) => void {
  const targets = CHANNEL.structs.map(({ measurement }) => ({
    database: CHANNEL.database,
    measurement,
    topic: CHANNEL.wampTopic,
  }));
  let count = 0;
  return (timeMs) => {
    count += 1;
    for (const [i, one] of targets.entries()) {
      const row = {
        volts: 24 + Math.sin(count / 40 + i),
        amps: Math.cos(count / 15 + i),
        rpm: 3000 + (count % 100),
      };
      server.send(one, row, BigInt(Math.round(timeMs)) * 1_000_000n);
    }
  };
}

async function measureFor(page: Page, seconds: number): Promise<Result> {
  const first = await usage();
  const frames = await framesIn(page, seconds);
  const last = await usage();
  const cores = (last.ticks - first.ticks) / CLOCK_TICKS / seconds;
  return { frames, cores, residentMb: last.residentMb, lagMs: await newestAge(page), ...(await memoryOf(page)) };
}

function told({ heapMb, nodes, listeners }: Memory): string {
  return `heap ${heapMb.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`;
}

async function framesIn(page: Page, seconds: number): Promise<number> {
  const count = await page.evaluate(
    `new Promise((resolve) => { let count = 0; const end = performance.now() + ${seconds * 1000}; const frame = (now) => { count += 1; if (now < end) requestAnimationFrame(frame); else resolve(count); }; requestAnimationFrame(frame); })`,
  );
  return Number(count) / seconds;
}

async function memoryOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

/** Delay of the page, from its newest line; 0 below two seconds. */
async function newestAge(page: Page): Promise<number> {
  if ((await page.locator(".connection").count()) === 0) return 0;
  const text = (await page.locator(".connection").first().textContent({ timeout: 0 })) ?? "";
  return text === "live" ? 0 : Number.parseFloat(text) * 1000;
}

/** All descendants of this process that belong to the browser. */
async function usage(): Promise<Usage> {
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
