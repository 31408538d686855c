/** The built service in a lab, as users run it, and its resource usage. */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Lab, type LabFiles, type ServiceProcess } from "../../test/support/lab.ts";

/** Without channels by default. */
export function benchLab(files: LabFiles = { ini: "[lab]\nchannels =\n", headers: {} }): Lab {
  const lab = new Lab(files);
  const { status, output } = lab.generate();
  if (status !== 0) throw new Error(output);
  return lab;
}

/** Starts the service as a process; with `--profile` it writes a profile of each thread. */
export function startService(lab: Lab): Promise<ServiceProcess> {
  const directory = process.env["STRUCTLINE_BENCH_PROFILE"];
  return lab.start({}, directory === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${directory}`]);
}

/** Waits until every listener is open: a broker does not deliver earlier messages. */
export async function startReady(lab: Lab): Promise<ServiceProcess> {
  const service = await startService(lab);
  while ((await fetch(`${service.url}/health?probe=ready`)).status !== 200) await sleep(20);
  return service;
}

export interface Usage {
  readonly residentMb: number;
  readonly peakMb: number;
  readonly cpuSeconds: number;
  /** Of the main thread alone. */
  readonly mainSeconds: number;
}

/** Linux only. */
export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const seconds = (file: string) => {
    const stat = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(stat[11]) + Number(stat[12])) / 100;
  };
  const megabytes = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return {
    residentMb: megabytes("VmRSS"),
    peakMb: megabytes("VmHWM"),
    cpuSeconds: seconds(`/proc/${pid}/stat`),
    mainSeconds: seconds(`/proc/${pid}/task/${pid}/stat`),
  };
}

export async function storedRows({ url }: Pick<ServiceProcess, "url">): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(/^structline_stored_rows_total(?:\{[^}]*\})? (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
