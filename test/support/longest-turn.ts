/** The longest turn of a service's main thread in processor time, which other processes do not affect. */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Lab, ServiceProcess } from "./lab.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

/** SIGUSR2 begins to measure every turn of the event loop, the next one writes the longest. [proc(5), schedstat] */
const PRELOAD = `
import { openSync, readSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
if (isMainThread) {
  const file = openSync("/proc/self/task/" + process.pid + "/schedstat", "r");
  const bytes = Buffer.alloc(64);
  const spentMs = () => Number(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)).split(" ", 1)[0]) / 1e6;
  let [count, before, maxMs, isMeasuring] = [0, 0, 0, false];
  const turn = () => {
    const now = spentMs();
    maxMs = Math.max(maxMs, now - before);
    before = now;
    if (isMeasuring) setImmediate(turn);
  };
  process.on("SIGUSR2", () => {
    isMeasuring = !isMeasuring;
    if (isMeasuring) {
      [before, maxMs] = [spentMs(), 0];
      setImmediate(turn);
    }
    writeFileSync(process.env.DELAY_FILE, JSON.stringify({ count: ++count, maxMs }));
  });
}
`;

export class LongestTurn {
  readonly #folder = temporaryFolder();
  #reports = 0;
  #service: ServiceProcess | undefined;

  get #file(): string {
    return join(this.#folder, "delay.json");
  }

  /** @param more of Node's options */
  async start(lab: Lab, more: readonly string[] = []): Promise<ServiceProcess> {
    const preload = join(this.#folder, "preload.mjs");
    writeFileSync(preload, PRELOAD);
    this.#service = await lab.start({ DELAY_FILE: this.#file }, [...more, "--import", preload]);
    return this.#service;
  }

  /** Begins to measure, or ends it and gives the longest, ms. */
  async turn(): Promise<number> {
    this.#reports++;
    this.#service?.signal("SIGUSR2");
    let report = { count: 0, maxMs: 0 };
    await until(() => {
      try {
        report = JSON.parse(readFileSync(this.#file, "utf8")) as typeof report;
      } catch {
        // It is being written.
      }
      return report.count === this.#reports;
    });
    return report.maxMs;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
