/** Telegraf as a process, writing to an InfluxDB. */

import { launchRival, type Rival } from "./rival.ts";

export const TELEGRAF_DATABASE = "telegraf";

/**
 * Default settings, except for a flush every second and a buffer for a second's data.
 * @param inputs TOML
 */
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
