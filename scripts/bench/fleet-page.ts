/** The page of a service with many devices, in a headless browser: from an empty tab to the list, and from a search to the chart. */

import { readdirSync, readFileSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import type { ServiceProcess } from "../../test/support/lab.ts";
import { usageOf } from "./service.ts";

const CHROMIUM = "/usr/bin/chromium-headless-shell";
const LONGEST_MS = 120_000;

/**
 * Prints times by the clock, the page's heap, and what went over the wire.
 * @param send has a device send a reading: a chart shows the last minutes
 */
export async function measurePage(
  url: string,
  devices: number,
  send: (device: number) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(LONGEST_MS);
    let bytes = 0;
    page.on("response", (response) => {
      void response.body().then(
        (body) => {
          bytes += body.length;
        },
        () => {},
      );
    });
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    const wanted = [devices - 1, Math.floor(devices / 2), 7];
    for (const device of wanted) await send(device);
    const began = performance.now();
    const work = await workOf(page);
    await page.goto(url);
    await page.getByText("Find others…").waitFor();
    const kb = (bytes / 1024).toFixed(0);
    tell(`page with ${devices} devices: listed after ${since(began)}, ${kb} KB; ${await work()}`);
    for (const device of wanted) tell(`  ${await opened(page, device)}; ${await work()}`);
    tell(
      `  heap ${(await heapMb(page)).toFixed(1)} MB, errors: ${problems.length === 0 ? "none" : problems.join("; ")}`,
    );
  } finally {
    await browser.close();
  }
}

/**
 * An overview that is opened, and open for a while: when all states are known, the service's processor, bytes on the wire, elements.
 */
export async function measureOverview({ url, pid }: ServiceProcess, devices: number, seconds: number): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const counts = new Map<string, number>();
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/read/")) counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
    });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.dataReceived", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    session.on("Network.webSocketFrameReceived", ({ response }) => {
      bytes += response.payloadData.length;
    });
    // What the devices cost without a page.
    const alone = usageOf(pid);
    await page.waitForTimeout(seconds * 1000);
    const load = (usageOf(pid).cpuSeconds - alone.cpuSeconds) / seconds;
    const before = usageOf(pid);
    const began = performance.now();
    await page.goto(`${url}?show=overview`);
    await untilKnown(page, Math.min(devices, 1000));
    const openedS = (performance.now() - began) / 1000;
    const opened = Math.max(0, usageOf(pid).cpuSeconds - before.cpuSeconds - load * openedS);
    const elements = await page.evaluate("document.querySelectorAll('*').length");
    tell(
      `overview of ${devices} devices: all states known after ${openedS.toFixed(2)} s, processor ${opened.toFixed(2)} s of the service beside ${load.toFixed(2)} each second for the devices, ${(bytes / 1024).toFixed(0)} KB, ${elements} elements`,
    );
    bytes = 0;
    const rested = usageOf(pid);
    await page.waitForTimeout(seconds * 1000);
    const idle = usageOf(pid).cpuSeconds - rested.cpuSeconds - load * seconds;
    tell(
      `  then each second: ${((100 * idle) / seconds).toFixed(1)} % of a processor of the service, ${(bytes / 1024 / seconds).toFixed(1)} KB`,
    );
    const { metrics } = await session.send("Performance.getMetrics");
    const busy = metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
    const after = usageOf(pid);
    const used = after.cpuSeconds - before.cpuSeconds;
    const main = after.mainSeconds - before.mainSeconds;
    const summary = await page.locator(".summary").textContent();
    tell(
      `overview for ${seconds} s: processor ${used.toFixed(2)} s of the service (main thread ${main.toFixed(2)} s), ${busy.toFixed(2)} s of the page`,
    );
    tell(`  ${(summary ?? "").replace(/\s+/g, " ")}; ${JSON.stringify(Object.fromEntries(counts))}`);
  } finally {
    await browser.close();
  }
}

/**
 * The service's processor for an opening of the overview, beyond what it takes at rest, and for each of the requests that it consists of:
 * medians.
 */
export async function measureOpening({ url, pid }: ServiceProcess, devices: number, openings: number): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  try {
    // The first opening fills the browser's cache.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const asked = new Map<string, string[]>();
    const [used, lasted, times]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < openings; i++) {
      const page = await context.newPage();
      page.on("request", (request) => {
        if (request.method() !== "GET" || request.url().includes("/page/")) return;
        const { pathname } = new URL(request.url());
        asked.set(pathname, [...(asked.get(pathname) ?? []), request.url()]);
      });
      const before = runMs(pid);
      const began = performance.now();
      await page.goto(`${url}?show=overview`);
      await untilKnown(page, Math.min(devices, 1000));
      times.push(performance.now() - began);
      // Pictures of the history follow.
      await page.waitForTimeout(500);
      used.push(runMs(pid) - before);
      lasted.push(performance.now() - began);
      await page.close();
    }
    const rest = await restingMs(pid);
    const costs = used.map((ms, i) => ms - (rest * lasted[i]!) / 1000);
    tell(
      `opening with ${devices} devices: processor ${costs[0]!.toFixed(0)} ms of the service the first time, then ${median(costs.slice(1)).toFixed(0)} ms (of ${openings - 1}: ${Math.min(...costs).toFixed(0)} to ${Math.max(...costs).toFixed(0)}), states known after ${median(times).toFixed(0)} ms; at rest ${rest.toFixed(0)} ms a second, not counted`,
    );
    for (const [path, addresses] of asked) {
      const [each, sizes]: [number[], number[]] = [[], []];
      for (let i = 0; i < openings; i++) {
        const before = runMs(pid);
        sizes.push((await (await fetch(addresses.at(-1)!)).arrayBuffer()).byteLength);
        each.push(runMs(pid) - before);
      }
      const often = (addresses.length / openings).toFixed(1);
      tell(
        `  ${path}: ${often} times, each ${median(each).toFixed(1)} ms, ${(median(sizes) / 1024).toFixed(0)} KB before compression`,
      );
    }
  } finally {
    await browser.close();
  }
}

/** Keeps the time at which the overview counts so many devices in a known state. */
const watching = (devices: number) => `
  const look = () => {
    const counts = [...(document.querySelector(".summary")?.textContent ?? "").matchAll(/(\\d+)\\s*(?:fine|warning|alarm|silent)/g)];
    if (window.knownMs === undefined && counts.reduce((sum, [, count]) => sum + Number(count), 0) >= ${devices}) window.knownMs = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
`;

/** A browser's first opening: when each request was sent and answered, and when all states were known, in ms since the address was entered. */
export async function measureFirst({ url, pid }: ServiceProcess, devices: number): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  try {
    for (const which of ["first", "second"]) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript(watching(devices));
      const before = runMs(pid);
      const began = performance.now();
      await page.goto(`${url}?show=overview`, { waitUntil: "commit" });
      const committedMs = performance.now() - began;
      while (!(await page.evaluate<boolean>("window.knownMs !== undefined"))) await page.waitForTimeout(100);
      const used = runMs(pid) - before;
      const known = await page.evaluate<number>("window.knownMs");
      const origin = await page.evaluate<number>("performance.timeOrigin");
      const entries = await page.evaluate<Timing[]>(
        `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource"), ...performance.getEntriesByType("paint"), ...performance.getEntriesByType("measure")]
          .map(({ name, startTime, requestStart, responseStart, responseEnd, duration, transferSize }) => ({ name, startTime, requestStart, responseStart, responseEnd, duration, transferSize }))
          .filter(({ startTime }) => startTime <= window.knownMs)`,
      );
      const beforeOrigin = origin - (performance.timeOrigin + began);
      tell(
        `${which} opening of ${devices} devices: known after ${(beforeOrigin + known).toFixed(0)} ms (of it ${beforeOrigin.toFixed(0)} before the navigation, committed after ${committedMs.toFixed(0)}), processor of the service ${used.toFixed(0)} ms`,
      );
      for (const one of entries.sort((a, b) => a.startTime - b.startTime)) tell(`  ${timingText(one)}`);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

interface Timing {
  readonly name: string;
  readonly startTime: number;
  readonly requestStart?: number;
  readonly responseStart?: number;
  readonly responseEnd?: number;
  readonly duration: number;
  readonly transferSize?: number;
}

function timingText({
  name,
  startTime,
  requestStart,
  responseStart,
  responseEnd,
  duration,
  transferSize,
}: Timing): string {
  const what = URL.canParse(name) ? new URL(name).pathname : name;
  if (responseEnd === undefined) return `${startTime.toFixed(0).padStart(5)} ${what} (${duration.toFixed(0)})`;
  const times = [requestStart, responseStart, responseEnd].map((ms) => (ms ?? 0).toFixed(0)).join(" ");
  return `${startTime.toFixed(0).padStart(5)} ${what}: sent, first and last byte ${times}, ${((transferSize ?? 0) / 1024).toFixed(0)} KB`;
}

/** Of a second without a page, ms; a median, since a service collects its garbage once, when it rests first. */
async function restingMs(pid: number): Promise<number> {
  const seconds: number[] = [];
  for (let i = 0; i < 5; i++) {
    const before = runMs(pid);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    seconds.push(runMs(pid) - before);
  }
  return median(seconds);
}

/** The processor time of all threads, ms: finer than the ticks of `usageOf`. */
function runMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const ns = tasks.map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]));
  return ns.reduce((sum, one) => sum + one, 0) / 1e6;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function opened(page: Page, device: number): Promise<string> {
  const name = `node${device}_`;
  const only = new RegExp(`node${device}(?!\\d)`);
  await page.keyboard.press("/");
  const began = performance.now();
  await page.locator(".find-dialog input").fill(name);
  const found = page.locator(".find-dialog li", { hasText: only }).first();
  await found.waitFor();
  const foundMs = since(began);
  await found.click();
  // By attribute: to search the text of a thousand panels takes the browser longer than the chart.
  await page.locator(`.panel[data-measurement*="_${name}"] .chart canvas`).first().waitFor();
  return `'${name}': found after ${foundMs}, its chart after ${since(began)}`;
}

/** The next call says what the page's main thread did since the last one. */
async function workOf(page: Page): Promise<() => Promise<string>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  let before = new Map<string, number>();
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const now = new Map(metrics.map(({ name, value }) => [name, value]));
    const seconds = (what: string) => ((now.get(what) ?? 0) - (before.get(what) ?? 0)).toFixed(2);
    const text = `main thread ${seconds("TaskDuration")} s: script ${seconds("ScriptDuration")}, layout ${seconds("LayoutDuration")}, style ${seconds("RecalcStyleDuration")}`;
    before = now;
    return text;
  };
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 2 ** 20;
}

function since(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(2)} s`;
}

/** Waits until every listed device is counted in a state that is known. @throws Error after a minute */
async function untilKnown(page: Page, least: number): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 60_000; await page.waitForTimeout(20)) {
    const text = await page.evaluate<string>("document.querySelector('.summary')?.textContent ?? ''");
    const counts = Array.from(text.matchAll(/(\d+)\s*(?:fine|warning|alarm|silent)/g), ([, count]) => Number(count));
    if (counts.reduce((sum, count) => sum + count, 0) >= least) return;
  }
  throw new Error("not all states were known within a minute");
}

function tell(line: string): void {
  console.log(line);
}
