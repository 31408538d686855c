/** Latency from sending a datagram to the WAMP event at a subscriber, at 5,000 per second; also while the store does not answer. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { joinedClient } from "../../../test/support/raw-wamp-client.ts";
import { sendLoad } from "../load/udp-load.ts";
import { type Figure, type Row, shown, single } from "../row.ts";
import { benchLab, startService } from "../service.ts";

const RATE = 5_000;
const SECONDS = 4;
const BYTES = 14;
const HEADERS = {
  "bench.h": `#pragma pack(1)\nstruct struct_bench { uint8_t length; uint8_t ID; uint32_t n; float a; float b; } bench = {${BYTES}, 1};\n`,
};
const INI =
  "[lab]\nchannels = lab-bench\n[lab-bench]\nudp_port = 0\nwamp_topic = lab.bench\ninclude_path = headers\nheader_files = bench.h\n";

export const latency: Row = {
  name: "latency",
  about: `datagram → WAMP event at ${RATE.toLocaleString("en")}/s`,
  async run() {
    const figures = await measured("DuckDB", "");
    const stalled = await startSilentDatabase();
    figures.push(...(await measured("store stalls", `[store]\nurl = influxdb+v1://127.0.0.1:${stalled.port}\n`)));
    stalled.close();
    return figures;
  },
};

async function measured(of: string, store: string): Promise<Figure[]> {
  const lab = benchLab({ ini: INI + store, headers: HEADERS });
  try {
    const service = await startService(lab);
    const client = await joinedClient(`${service.url.replace("http", "ws")}/ws`);
    client.send([32, 1, {}, "lab.bench"]);
    await client.next();
    const delays: number[] = [];
    client.socket.on("message", (data) => {
      const event = JSON.parse(String(data)) as [number, number, number, object, [{ n: number }]];
      if (event[0] === 36) delays.push(((nowMicroseconds() - event[4][0].n) >>> 0) / 1000);
    });
    const load = { ports: [service.udpPort("bench")], rate: RATE, structs: 1, bytes: BYTES, stamped: true };
    await sendLoad({ ...load, seconds: 1 });
    delays.length = 0;
    const sent = await sendLoad({ ...load, seconds: SECONDS });
    await new Promise((resolve) => setTimeout(resolve, 500));
    client.close();
    await service.kill();
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
    const detail = `${sorted.length.toLocaleString("en")} events of ${sent.toLocaleString("en")} datagrams, p50 ${shown(at(0.5))} ms, p99.9 ${shown(at(0.999))} ms, longest ${shown(at(1))} ms`;
    return [{ of: `${of}, p99`, value: single(at(0.99)), unit: "ms", wanted: { atMost: 5 }, detail }];
  } finally {
    await lab.remove();
  }
}

/** µs of the monotonic clock, which all processes share, modulo 2^32. */
export function nowMicroseconds(): number {
  return Number((process.hrtime.bigint() / 1000n) & 0xffff_ffffn);
}

/** Accepts writes and never answers. */
async function startSilentDatabase(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith("/write") === true) return;
    response.writeHead(200, { "Content-Type": "application/json", "X-Influxdb-Version": "1.8.10" });
    response.end('{"results":[{"statement_id":0}]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
