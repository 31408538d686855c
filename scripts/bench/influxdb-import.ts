/**
 * `npx tsx scripts/bench/influxdb-import.ts [ROWS]`: fills a real InfluxDB 1 with rows (default 10,000,000), imports them into a service with
 * `channel-message import influxdb`, and counts them on both sides independently of the command.
 */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Influxd, startInfluxd } from "../../test/support/influxd.ts";
import { benchLab, startReady, usageOf } from "./service.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/channel-message.cjs", import.meta.url));
const DATABASE = "mqttkit_1_testdrive";
const DEVICES = 4;
const ROWS = Number(process.argv[2] ?? 10_000_000);
const ROWS_AT_ONCE = 20_000;
const T0 = 1_500_000_000_000n;

async function fill(influxd: Influxd): Promise<void> {
  await influxd.query(`CREATE DATABASE "${DATABASE}"`);
  for (let from = 0; from < ROWS; from += ROWS_AT_ONCE) {
    const lines: string[] = [];
    for (let n = from; n < Math.min(ROWS, from + ROWS_AT_ONCE); n++) {
      const [device, at] = [n % DEVICES, T0 + BigInt(Math.floor(n / DEVICES)) * 10_000n];
      const fields = `temperature=${20 + (n % 997) / 100},humidity=${40 + (n % 613) / 10},weight=${n % 90}`;
      lines.push(`area_42_node_${device}_sensors,location=garden ${fields},fw="1.${device}" ${at}`);
    }
    const url = `${influxd.url}/write?db=${DATABASE}&precision=ms`;
    const sent = await fetch(url, { method: "POST", body: lines.join("\n") });
    if (sent.status !== 204) throw new Error(await sent.text());
  }
}

async function countThere(influxd: Influxd): Promise<number> {
  let rows = 0;
  for (let device = 0; device < DEVICES; device++) {
    const { series } = await influxd.query(`SELECT count(temperature) FROM area_42_node_${device}_sensors`, DATABASE);
    rows += Number(series?.[0]?.values[0]?.[1] ?? 0);
  }
  return rows;
}

async function countHere(url: string): Promise<number> {
  let rows = 0;
  for (let device = 0; device < DEVICES; device++) {
    const body = `SELECT count(temperature) AS n FROM "${DATABASE}"."area_42_node_${device}_sensors"`;
    const answer = await fetch(`${url}/read/sql?format=csv`, { method: "POST", body });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    rows += Number(text.trim().split("\n").at(-1));
  }
  return rows;
}

const influxd = await startInfluxd();
const lab = benchLab({ ini: "[lab]\nchannels =\n[realm-mqttkit-1]\n", headers: {} });
try {
  const filling = Date.now();
  await fill(influxd);
  console.log(
    `filled in ${((Date.now() - filling) / 1000).toFixed(0)} s: ${await countThere(influxd)} rows in InfluxDB`,
  );
  const service = await startReady(lab);
  const started = Date.now();
  const settings = join(lab.directory, "import.ini");
  writeFileSync(settings, `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:${new URL(service.url).port}\n`);
  const from = influxd.url.replace("http:", "influxdb:");
  const words = ["import", "influxdb", "--from", from, "--database", DATABASE, "--config", settings];
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: lab.directory, stdio: "inherit" });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let peak = 0;
  const sampler = setInterval(() => {
    try {
      peak = Math.max(peak, usageOf(child.pid!).peakMb);
    } catch {
      clearInterval(sampler);
    }
  }, 500);
  const status = await ended;
  clearInterval(sampler);
  const seconds = (Date.now() - started) / 1000;
  await sleep(1000);
  const used = usageOf(service.pid);
  console.log(
    JSON.stringify({
      status,
      rows: { influxdb: await countThere(influxd), structline: await countHere(service.url) },
      seconds,
      rowsPerSecond: Math.round(ROWS / seconds),
      commandPeakMb: Math.round(peak),
      servicePeakMb: Math.round(used.peakMb),
      serviceCpuSeconds: used.cpuSeconds,
    }),
  );
  await service.stop();
  process.exitCode = status ?? 1;
} finally {
  await lab.remove();
  await influxd.stop();
}
