/** The built service in a lab of its own, as users run it, and what a process used. */

import { readFileSync } from "node:fs";
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
