/** Telegraf as a process beside ours, writing to an InfluxDB. */

import { launchRival, type Rival } from "./rival.ts";

export const TELEGRAF_DATABASE = "telegraf";

/** With its defaults, but for a flush every second and room for what comes in one. @param inputs TOML */
export function launchTelegraf(program: string, influx: string, inputs: string): Promise<Rival> {
  return launchRival(
    program,
    (file) => ["--config", file, "--quiet"],
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
}
