/** The built service in a lab of its own, as users run it, and what a process used. */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Lab, type LabFiles, type ServiceProcess } from "../../test/support/lab.ts";

/** No channels unless given. */
export function benchLab(files: LabFiles = { ini: "[lab]\nchannels =\n", headers: {} }): Lab {
  const lab = new Lab(files);
  const { status, output } = lab.generate();
  if (status !== 0) throw new Error(output);
  return lab;
}

/** The service as a process; with `--profile` it leaves a profile of each of its threads. */
export function startService(lab: Lab): Promise<ServiceProcess> {
  const directory = process.env["STRUCTLINE_BENCH_PROFILE"];
  return lab.start({}, directory === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${directory}`]);
}

/** As soon as every door is open: a broker gives what it was sent before to nobody. */
export async function startReady(lab: Lab): Promise<ServiceProcess> {
  const service = await startService(lab);
  while ((await fetch(`${service.url}/health?probe=ready`)).status !== 200) await sleep(20);
  return service;
}

export interface Usage {
  readonly residentMb: number;
  readonly peakMb: number;
  readonly cpuSeconds: number;
}

/** Linux only. */
export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const megabytes = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return {
    residentMb: megabytes("VmRSS"),
    peakMb: megabytes("VmHWM"),
    cpuSeconds: (Number(stat[11]) + Number(stat[12])) / 100,
  };
}

/** Rows that all stores of the service have taken. */
export async function storedRows({ url }: Pick<ServiceProcess, "url">): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(/^structline_stored_rows_total(?:\{[^}]*\})? (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
