/** JSON posts a second that are on disk when they are answered, by those of a hono handler that reads and parses the body. */

import { startBareHono } from "../load/bare-hono.ts";
import { postLoad } from "../load/http-load.ts";
import { compare, type Figure, type Row, shown } from "../row.ts";
import { benchLab, startService } from "../service.ts";

const SECONDS = 2;
const REPETITIONS = 5;
const BODY = JSON.stringify({ temperature: 21.42, humidity: 48.1, pressure: 1013.25, battery: 3.71, counter: 1234 });

export const httpJson: Row = {
  name: "http-json",
  about: "HTTP: JSON posts/s, durable, by a bare hono handler's",
  async run() {
    const bare = await startBareHono();
    const lab = benchLab();
    try {
      const service = await startService(lab);
      const { url } = service;
      const figures: Figure[] = [];
      for (const connections of [64, 1]) {
        const rate = (base: string) =>
          postLoad({
            url: `${base}/api/bench/site/area/node/data`,
            connections,
            seconds: SECONDS,
            contentType: "application/json",
            body: BODY,
          });
        await rate(url);
        await rate(bare.url);
        const { ratio, first, second } = await compare(
          REPETITIONS,
          () => rate(url),
          () => rate(bare.url),
        );
        figures.push({
          of: connections === 1 ? "1 connection" : `${connections} connections`,
          value: ratio,
          unit: "×",
          wanted: { atLeast: 0.6 },
          detail: `${shown(first.median)}/s by ${shown(second.median)}/s`,
        });
      }
      await service.stop();
      return figures;
    } finally {
      bare.stop();
      await lab.remove();
    }
  },
};
