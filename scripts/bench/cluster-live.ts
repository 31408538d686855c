/**
 * Cost of a cluster compared with one process, end to end: readings over MQTT (QoS 1) from many devices, or from one, until they are
 * stored in DuckDB. Rates and processor time come from the same run; the NATS server's time is included.
 * `node --import tsx scripts/bench/cluster-live.ts [MESSAGES] [nats-server]`, after `npm run build`.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { startNats } from "../../test/support/nats.ts";
import { startPublisher } from "./load/mqtt-load.ts";
import { benchLab, startReady, storedRows, usageOf } from "./service.ts";

const MESSAGES = Number(process.argv[2] ?? 40_000);
const WARM_UP = 4000;
const IDLE_MS = 5000;

interface Measured {
  readonly rate: number;
  readonly cpuUs: number;
  readonly idlePercent: number;
}

/** @param sections configuration of each node; the first one receives MQTT, the last one stores */
async function measure(sections: readonly string[], devices: number, natsPid?: number): Promise<Measured> {
  const labs = sections.map((section) => benchLab({ ini: `[lab]\nchannels =\n${section}`, headers: {} }));
  const nodes = [];
  for (const lab of labs) nodes.push(await startReady(lab));
  const [first, last] = [nodes[0]!, nodes.at(-1)!];
  const pids = [...nodes.map(({ pid }) => pid), ...(natsPid === undefined ? [] : [natsPid])];
  const cpu = () => pids.reduce((sum, pid) => sum + usageOf(pid).cpuSeconds, 0);
  const publisher = await startPublisher(`mqtt://127.0.0.1:${first.mqttPort}`, devices);
  const bring = async (messages: number) => {
    const wanted = (await storedRows(last)) + messages;
    await publisher.publish(messages);
    while ((await storedRows(last)) < wanted) await sleep(50);
  };
  try {
    await bring(WARM_UP);
    const idle = cpu();
    await sleep(IDLE_MS);
    const [beganCpu, began] = [cpu(), performance.now()];
    await bring(MESSAGES);
    const seconds = (performance.now() - began) / 1000;
    return {
      rate: MESSAGES / seconds,
      cpuUs: ((cpu() - beganCpu) / MESSAGES) * 1e6,
      idlePercent: ((beganCpu - idle) / IDLE_MS) * 1e5,
    };
  } finally {
    publisher.end();
    for (const lab of labs) await lab.remove();
  }
}

console.log(
  "| | messages/s | of one process | processor, µs each | of one process | idle, % of a core |\n|---|---|---|---|---|---|",
);
for (const devices of [200, 1]) {
  const alone = await measure([""], devices);
  const row = (name: string, { rate, cpuUs, idlePercent }: Measured) => {
    const ratios = [`${(rate / alone.rate).toFixed(2)}`, `${(cpuUs / alone.cpuUs).toFixed(2)} ×`];
    console.log(
      `| ${devices} devices, ${name} | ${Math.round(rate)} | ${ratios[0]} | ${cpuUs.toFixed(0)} | ${ratios[1]} | ${idlePercent.toFixed(1)} |`,
    );
  };
  row("one process", alone);
  const server = await startNats(process.argv[3]);
  const cluster = (lab: string, role: string) =>
    `[cluster]\nurl = ${server.url}\nname = ${lab}\nrole = ${role}\nmax_size = 1G\n`;
  row("one node, all", await measure([cluster("a", "all")], devices, server.pid));
  row("ingest and store", await measure([cluster("b", "ingest"), cluster("b", "store")], devices, server.pid));
  await server.stop();
}
