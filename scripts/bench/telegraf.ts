/** Telegraf as a process, writing to an InfluxDB. */

import { isInstalled, TELEGRAF, TELEGRAF_FOLDER } from "../test/peers.mjs";
import { launchRival, type Rival } from "./rival.ts";

/** That of the environment variable TELEGRAF, of `STRUCTLINE_PEERS=telegraf npm run peers`, or on the path. */
export const TELEGRAF_PROGRAM = process.env["TELEGRAF"] ?? (isInstalled(TELEGRAF_FOLDER) ? TELEGRAF : "telegraf");

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
