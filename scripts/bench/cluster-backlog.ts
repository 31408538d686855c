/**
 * How fast a store worker drains a backlog, compared with how fast one process stores what comes: readings over MQTT from 200 devices are
 * taken while no store worker runs, the ingest node is restarted once in the middle, and the worker starts again. Its rate counts from its first row.
 * `node --import tsx scripts/bench/cluster-backlog.ts [MESSAGES] [nats-server]`, after `npm run build`.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { startNats } from "../../test/support/nats.ts";
import { startPublisher } from "./load/mqtt-load.ts";
import { benchLab, startReady, storedRows } from "./service.ts";

const MESSAGES = Number(process.argv[2] ?? 100_000);
const DEVICES = 200;
const WARM_UP = 4000;
const LOOK_MS = 20;

type Node = Awaited<ReturnType<typeof startReady>>;

const publisherOf = ({ mqttPort }: Node) => startPublisher(`mqtt://127.0.0.1:${mqttPort}`, DEVICES);

async function publish(node: Node, messages: number): Promise<void> {
  const publisher = await publisherOf(node);
  await publisher.publish(messages);
  publisher.end();
}

async function untilStored(node: Node, rows: number): Promise<void> {
  while ((await storedRows(node)) < rows) await sleep(LOOK_MS);
}

async function oneProcess(): Promise<number> {
  const lab = benchLab();
  const node = await startReady(lab);
  const publisher = await publisherOf(node);
  await publisher.publish(WARM_UP);
  await untilStored(node, WARM_UP);
  const began = performance.now();
  await publisher.publish(MESSAGES);
  await untilStored(node, WARM_UP + MESSAGES);
  const seconds = (performance.now() - began) / 1000;
  publisher.end();
  await lab.remove();
  return MESSAGES / seconds;
}

interface Drained {
  readonly rate: number;
  /** From the start of the worker to its first row, s. */
  readonly firstRow: number;
  /** Longest time without a new row, s. */
  readonly longestStop: number;
}

async function backlog(): Promise<Drained> {
  const server = await startNats(process.argv[3]);
  const labs = ["ingest", "store"].map((role) => {
    const ini = `[lab]\nchannels =\n[cluster]\nurl = ${server.url}\nrole = ${role}\nmax_size = 1G\n`;
    return benchLab({ ini, headers: {} });
  });
  const [ingestLab, storeLab] = labs as [(typeof labs)[0], (typeof labs)[0]];
  let ingest = await startReady(ingestLab);
  const first = await startReady(storeLab);
  await publish(ingest, WARM_UP);
  await untilStored(first, WARM_UP);
  await first.stop();
  await publish(ingest, MESSAGES / 2);
  await ingest.stop();
  ingest = await startReady(ingestLab);
  await publish(ingest, MESSAGES / 2);
  const began = performance.now();
  const worker = await startReady(storeLab);
  let [firstMs, changedMs, longestMs, known] = [0, 0, 0, 0];
  for (let stored = 0; stored < MESSAGES; await sleep(LOOK_MS)) {
    stored = await storedRows(worker);
    const now = performance.now();
    if (stored === known) continue;
    if (known === 0) firstMs = now;
    else longestMs = Math.max(longestMs, now - changedMs);
    [changedMs, known] = [now, stored];
  }
  for (const lab of labs) await lab.remove();
  await server.stop();
  const rate = MESSAGES / ((changedMs - firstMs) / 1000);
  return { rate, firstRow: (firstMs - began) / 1000, longestStop: longestMs / 1000 };
}

const alone = await oneProcess();
const { rate, firstRow, longestStop } = await backlog();
console.log(`one process stores ${alone.toFixed(0)} messages/s`);
console.log(
  `a backlog of ${MESSAGES} is drained at ${rate.toFixed(0)}/s (${(rate / alone).toFixed(2)} ×); first rows after ${firstRow.toFixed(1)} s, longest stop ${longestStop.toFixed(1)} s`,
);
