/** JSON posts per second that are on disk when answered, compared with a hono handler that reads and parses the body. */

import { startBareDurable } from "../load/bare-durable.ts";
import { startBareHono } from "../load/bare-hono.ts";
import { postLoad } from "../load/http-load.ts";
import { compare, type Figure, type Row, shown, spreadOf } from "../row.ts";
import { benchLab, startService, usageOf } from "../service.ts";

const SECONDS = 1;
const REPETITIONS = 9;
const WARM_UP_ROUNDS = 3;
const BODY = JSON.stringify({ temperature: 21.42, humidity: 48.1, pressure: 1013.25, battery: 3.71, counter: 1234 });

export const httpJson: Row = {
  name: "http-json",
  about: "HTTP: JSON posts/s, durable, by a bare hono handler's",
  async run() {
    const bare = await startBareHono();
    const durable = await startBareDurable();
    const lab = benchLab();
    try {
      const service = await startService(lab);
      const { url, pid } = service;
      const figures: Figure[] = [];
      for (const connections of [64, 1]) {
        const ours = measureOf({ url, pid, settled: () => service.settled() }, connections);
        const theirs = measureOf(bare, connections);
        const least = measureOf(durable, connections);
        for (let round = 0; round < WARM_UP_ROUNDS; round++)
          for (const each of [ours, theirs, least]) await each.rate();
        const { ratio, first, second } = await compare(REPETITIONS, ours.rate, theirs.rate);
        const of = connections === 1 ? "1 connection" : `${connections} connections`;
        const detail = `${shown(first.median)}/s by ${shown(second.median)}/s`;
        figures.push({ of, value: ratio, unit: "×", wanted: { atLeast: 0.6 }, detail });
        const cost = spreadOf(ours.costs.map((each, index) => each / (theirs.costs[index] ?? Number.NaN)));
        figures.push({
          of: `${of}, processor`,
          value: cost,
          unit: "×",
          detail: `${shown(spreadOf(ours.costs).median)} µs a post, storing included, by ${shown(spreadOf(theirs.costs).median)} µs`,
        });
        const limit = await compare(REPETITIONS, least.rate, theirs.rate);
        figures.push({
          of: `${of}, the least with a disk`,
          value: limit.ratio,
          unit: "×",
          detail: `node:http, JSON.parse and one write for all that wait: ${shown(limit.first.median)}/s, ${shown(spreadOf(least.costs).median)} µs a post, by ${shown(limit.second.median)}/s`,
        });
      }
      await service.stop();
      return figures;
    } finally {
      bare.stop();
      durable.stop();
      await lab.remove();
    }
  },
};

interface Server {
  readonly url: string;
  readonly pid: number;
  /** Waits for work after the answers, which is part of the cost and must not affect the next measurement. */
  readonly settled?: () => Promise<unknown>;
}

/** Posts per second, and processor time per post in µs. */
function measureOf({ url: base, pid, settled }: Server, connections: number) {
  const costs: number[] = [];
  const url = `${base}/api/bench/site/area/node/data`;
  const rate = async (): Promise<number> => {
    const before = usageOf(pid).cpuSeconds;
    const load = { url, connections, seconds: SECONDS, contentType: "application/json", body: BODY };
    const { rate: answers, total } = await postLoad(load);
    await settled?.();
    costs.push(((usageOf(pid).cpuSeconds - before) * 1e6) / total);
    return answers;
  };
  return { rate, costs };
}
