/** Telegraf as a process beside ours, writing to an InfluxDB. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const TELEGRAF_DATABASE = "telegraf";

export interface Telegraf {
  readonly pid: number;
  end(signal: NodeJS.Signals): Promise<void>;
  /** After `end`. */
  again(): Promise<void>;
  remove(): Promise<void>;
}

/** With its defaults, but for a flush every second and room for what comes in one. @param inputs TOML */
export async function launchTelegraf(program: string, influx: string, inputs: string): Promise<Telegraf> {
  const directory = mkdtempSync(join(tmpdir(), "bench-"));
  const file = join(directory, "telegraf.conf");
  writeFileSync(
    file,
    `[agent]
  flush_interval = "1s"
  metric_batch_size = 5000
  metric_buffer_limit = 200000
  omit_hostname = true
[[outputs.influxdb]]
  urls = ["${influx}"]
  database = "${TELEGRAF_DATABASE}"
${inputs}`,
  );
  const launch = () => spawn(program, ["--config", file, "--quiet"], { stdio: "ignore" });
  let child: ChildProcess = launch();
  await sleep(2000);
  return {
    pid: child.pid ?? 0,
    end: async (signal) => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill(signal);
      await ended;
    },
    again: async () => {
      child = launch();
      await sleep(1000);
    },
    remove: async () => {
      child.kill("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
