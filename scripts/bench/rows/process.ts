/** The built service when idle: memory, and the time until it accepts the first datagram. */

import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { setTimeout as sleep } from "node:timers/promises";
import { startInfluxd } from "../../../test/support/influxd.ts";
import { requires } from "../../../test/support/requirements.ts";
import { type Figure, type Row, shown, single, spreadOf } from "../row.ts";
import { benchLab, startService, usageOf } from "../service.ts";

const INI =
  "[lab]\nchannels = lab-bench\n[lab-bench]\nudp_port = PORT\nwamp_topic = lab.bench\ninclude_path = headers\nheader_files = bench.h\n";
const HEADERS = { "bench.h": "struct struct_bench { uint8_t length; uint8_t ID; uint8_t a; } bench = {3, 1};\n" };
const SETTLE_MS = 4000;
const STARTS = 5;

export const start: Row = {
  name: "start",
  about: "the built service: start to first datagram accepted",
  async run() {
    const port = await freeUdpPort();
    const lab = benchLab({ ini: INI.replace("PORT", `${port}`), headers: HEADERS });
    try {
      const times: number[] = [];
      const nodes: number[] = [];
      for (let index = 0; index < STARTS; index++) {
        const beganNode = performance.now();
        spawnSync(process.execPath, ["-e", "0"]);
        nodes.push(performance.now() - beganNode);
        times.push(await untilAccepted(lab, port));
      }
      const [own, node] = [spreadOf(times), spreadOf(nodes)];
      return [
        {
          of: "with DuckDB",
          value: own,
          unit: "ms",
          wanted: { atMost: 400 },
          detail: `${shown(own.median / node.median)} × node -e 0 (${shown(node.median)} ms)`,
        },
      ];
    } finally {
      await lab.remove();
    }
  },
};

export const idle: Row = {
  name: "idle",
  about: "the built service at rest: memory",
  async run() {
    const figures: Figure[] = [await idleFigure("with DuckDB", "", 180)];
    if (requires("influxd") === false) {
      const influxd = await startInfluxd();
      try {
        figures.push(
          await idleFigure("with InfluxDB", `[store]\nurl = ${influxd.url.replace("http", "influxdb")}\n`, 90),
        );
      } finally {
        await influxd.stop();
      }
    }
    return figures;
  },
};

async function idleFigure(of: string, store: string, atMost: number): Promise<Figure> {
  const lab = benchLab({ ini: INI.replace("PORT", "0") + store, headers: HEADERS });
  try {
    const service = await startService(lab);
    await sleep(SETTLE_MS);
    const { residentMb, peakMb } = usageOf(service.pid);
    await service.stop();
    return { of, value: single(residentMb), unit: "MB", wanted: { atMost }, detail: `peak ${shown(peakMb)} MB` };
  } finally {
    await lab.remove();
  }
}

/** Sends until the service reports a received datagram. */
async function untilAccepted(lab: ReturnType<typeof benchLab>, port: number): Promise<number> {
  const socket = createSocket("udp4");
  socket.on("error", () => {});
  const began = performance.now();
  const sending = setInterval(() => socket.send(Buffer.from([3, 1, 7]), port, "127.0.0.1"), 5);
  try {
    const service = await startService(lab);
    for (;;) {
      const { channels } = await service.json<{ channels: { received: number; lastSeen?: string }[] }>("/health");
      const seen = channels[0]?.lastSeen;
      if (seen !== undefined) {
        const first = performance.now() - began;
        await service.stop();
        return first;
      }
    }
  } finally {
    clearInterval(sending);
    socket.close();
  }
}

function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4");
  return new Promise((resolve) => {
    socket.bind(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
