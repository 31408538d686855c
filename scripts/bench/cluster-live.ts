/**
 * Cost of a cluster compared with one process, end to end: readings over MQTT (QoS 1) from many devices, or from one, until they are
 * stored in DuckDB. Rates and processor time come from the same run; the NATS server's time is included. The last column has the time
 * of each process, and of the load, which is not counted.
 * `node --import tsx scripts/bench/cluster-live.ts [MESSAGES] [nats-server] [DEVICES,…] [ROUNDS] [IN_FLIGHT]`, after `npm run build`.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { startNats } from "../../test/support/nats.ts";
import { startPublisher } from "./load/mqtt-load.ts";
import { benchLab, startReady, storedRows, usageOf } from "./service.ts";

const MESSAGES = Number(process.argv[2] ?? 40_000);
const WARM_UP = 4000;
const IDLE_MS = Number(process.env["STRUCTLINE_BENCH_IDLE_MS"] ?? 5000);
const ROUNDS = Number(process.argv[5] ?? 1);
const IN_FLIGHT = Number(process.argv[6] ?? 200);

interface Measured {
  readonly rate: number;
  readonly cpuUs: number;
  readonly idlePercent: number;
  /** Processor time of each process and of the load, µs a message. */
  readonly each: readonly number[];
}

/** @param sections configuration of each node; the first one receives MQTT, the last one stores */
async function measure(sections: readonly string[], devices: number, natsPid?: number): Promise<Measured> {
  const labs = sections.map((section) => benchLab({ ini: `[lab]\nchannels =\n${section}`, headers: {} }));
  const nodes = [];
  for (const lab of labs) nodes.push(await startReady(lab));
  const [first, last] = [nodes[0]!, nodes.at(-1)!];
  const pids = [...nodes.map(({ pid }) => pid), ...(natsPid === undefined ? [] : [natsPid])];
  const publisher = await startPublisher(`mqtt://127.0.0.1:${first.mqttPort}`, devices, IN_FLIGHT);
  const cpus = () => [...pids, publisher.pid].map((pid) => usageOf(pid).cpuSeconds);
  const cpu = () => cpus().reduce((sum, seconds, index) => sum + (index < pids.length ? seconds : 0), 0);
  const bring = async (messages: number) => {
    const wanted = (await storedRows(last)) + messages;
    await publisher.publish(messages);
    while ((await storedRows(last)) < wanted) await sleep(50);
  };
  try {
    await bring(WARM_UP);
    const idle = cpu();
    await sleep(IDLE_MS);
    const [beganCpu, beganCpus, began] = [cpu(), cpus(), performance.now()];
    await bring(MESSAGES);
    const seconds = (performance.now() - began) / 1000;
    return {
      rate: MESSAGES / seconds,
      cpuUs: ((cpu() - beganCpu) / MESSAGES) * 1e6,
      idlePercent: ((beganCpu - idle) / IDLE_MS) * 1e5,
      each: cpus().map((seconds, index) => ((seconds - beganCpus[index]!) / MESSAGES) * 1e6),
    };
  } finally {
    publisher.end();
    // A process that is killed writes no profile.
    for (const node of nodes) await node.stop();
    for (const lab of labs) await lab.remove();
  }
}

/** The median of each figure; rounds take turns, since other work on the machine slows some of them down. */
function medianOf(rounds: readonly Measured[]): Measured {
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
  return {
    rate: middle(rounds.map(({ rate }) => rate)),
    cpuUs: middle(rounds.map(({ cpuUs }) => cpuUs)),
    idlePercent: middle(rounds.map(({ idlePercent }) => idlePercent)),
    each: rounds[0]!.each.map((_, index) => middle(rounds.map(({ each }) => each[index]!))),
  };
}

console.log(
  "| | messages/s | of one process | processor, µs each | of one process | idle, % of a core | nodes, server + load |\n|---|---|---|---|---|---|---|",
);
for (const devices of (process.argv[4] ?? "200,1").split(",").map(Number)) {
  const measured: Measured[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startNats(process.argv[3]);
    const cluster = (lab: string, role: string) =>
      `[cluster]\nurl = ${server.url}\nname = ${lab}\nrole = ${role}\nmax_size = 1G\n`;
    measured[0]!.push(await measure([""], devices));
    measured[1]!.push(await measure([cluster("a", "all")], devices, server.pid));
    measured[2]!.push(await measure([cluster("b", "ingest"), cluster("b", "store")], devices, server.pid));
    await server.stop();
  }
  const medians = measured.map(medianOf);
  const alone = medians[0]!;
  for (const [index, name] of ["one process", "one node, all", "ingest and store"].entries()) {
    const { rate, cpuUs, idlePercent, each } = medians[index]!;
    const figures = [
      `${devices} devices, ${name}`,
      rate.toFixed(0),
      (rate / alone.rate).toFixed(2),
      cpuUs.toFixed(0),
      `${(cpuUs / alone.cpuUs).toFixed(2)} ×`,
      idlePercent.toFixed(1),
      `${each
        .slice(0, -1)
        .map((us) => us.toFixed(0))
        .join(", ")} + ${each.at(-1)!.toFixed(0)}`,
    ];
    console.log(`| ${figures.join(" | ")} |`);
  }
}
