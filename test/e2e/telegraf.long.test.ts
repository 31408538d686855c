/**
 * Telegraf writes to the service with both of its InfluxDB outputs, reads the newest values as Prometheus does and rows over MQTT, and
 * loses nothing while the service restarts. It also writes the expected lines to a file.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isInstalled, TELEGRAF, TELEGRAF_FOLDER } from "../../scripts/test/peers.mjs";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { pause, until } from "../support/until.ts";

const skip = isInstalled(TELEGRAF_FOLDER) ? false : "needs Telegraf (STRUCTLINE_PEERS=telegraf npm run peers)";

const configuration = (url: string, mqtt: number, file: string) => `
[agent]
  interval = "250ms"
  flush_interval = "500ms"
  hostname = "lab"
[[inputs.cpu]]
[[inputs.mem]]
[[inputs.system]]
[[inputs.prometheus]]
  urls = ["${url}/metrics/values?database=kit_n&max_age=1h"]
  url_tag = ""
[[inputs.mqtt_consumer]]
  servers = ["tcp://127.0.0.1:${mqtt}"]
  topics = ["kit/#"]
  topic_tag = ""
  data_format = "json"
  json_time_key = "time"
  json_time_format = "2006-01-02T15:04:05.999999999Z07:00"
[[outputs.influxdb_v2]]
  urls = ["${url}"]
  token = "any"
  organization = "lab"
  bucket = "telegraf"
[[outputs.influxdb]]
  urls = ["${url}"]
  database = "telegraf_v1"
[[outputs.file]]
  files = ["${file}"]
  data_format = "influx"
`;

/** Series → times of its lines. */
function linesOf(file: string): Map<string, string[]> {
  const series = new Map<string, string[]>();
  for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
    const [, key = "", time = ""] = /^((?:\\.|[^ \\])+) .* (\d+)$/.exec(line) ?? [];
    series.set(key, [...(series.get(key) ?? []), time]);
  }
  return series;
}

function rowsOverMqtt(file: string): number {
  if (!existsSync(file)) return 0;
  return [...linesOf(file)].find(([key]) => key.startsWith("mqtt_consumer"))?.[1].length ?? 0;
}

async function stored(service: ServiceProcess, database: string): Promise<Map<string, number>> {
  const { measurements } = await service.json<{ measurements: { database: string; measurement: string }[] }>(
    "/read/measurements",
  );
  const counts = new Map<string, number>();
  for (const { measurement } of measurements.filter((one) => one.database === database)) {
    const query = new URLSearchParams({ database, measurement, limit: "10000" });
    const { rows } = await service.json<{ rows: object[] }>(`/read/rows?${query}`);
    counts.set(measurement, rows.length);
  }
  return counts;
}

test("Telegraf: both outputs, values as Prometheus reads them, rows over MQTT, across a restart", {
  skip,
}, async () => {
  const [http, mqtt] = [await freePort(), await freePort()];
  const ini = `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:${http}\n[mqtt]\nlisten = 127.0.0.1:${mqtt}\n[publish]\nmqtt = json\n`;
  const lab = new Lab({ ini, headers: {} });
  const file = join(lab.directory, "written.lp");
  const config = join(lab.directory, "telegraf.conf");
  writeFileSync(config, configuration(`http://127.0.0.1:${http}`, mqtt, file));
  let service = await lab.start();
  const telegraf = spawn(TELEGRAF, ["--config", config], { stdio: "ignore" });
  const ended = once(telegraf, "exit");
  let t = 0;
  /** Posts rows until Telegraf has received so many over MQTT: what is published before it subscribes, it does not get. */
  const postUntilReceived = async (count: number) => {
    await until(async () => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ t: t++ });
      assert.equal((await fetch(`${service.url}/api/kit/n/g/d/data`, { method: "POST", headers, body })).status, 200);
      return rowsOverMqtt(file) >= count;
    });
  };
  try {
    await postUntilReceived(10);
    await until(async () => (await stored(service, "telegraf")).size > 5);
    assert.equal(await service.stop(), 0);
    await pause(2000, "Telegraf sends to nobody for a while");
    service = await lab.start();
    await postUntilReceived(rowsOverMqtt(file) + 10);
    telegraf.kill("SIGTERM");
    await ended;
    await service.settled();
    const written = linesOf(file);
    for (const database of ["telegraf", "telegraf_v1"]) {
      const found = await stored(service, database);
      const missing = [...written].filter(([key, times]) => found.get(key) !== new Set(times).size);
      assert.deepEqual(
        missing.map(([key, times]) => [key, times.length, found.get(key)]),
        [],
        database,
      );
      assert.equal(found.size, written.size);
    }
    const values = [...written.keys()].filter(
      (key) => key.startsWith("prometheus,") || key.startsWith("structline_value"),
    );
    assert.deepEqual(values.length, 1, values.join(" "));
  } finally {
    telegraf.kill("SIGKILL");
    await lab.remove();
  }
});
