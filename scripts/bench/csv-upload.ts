/** Posts a large CSV body to the real HTTP source: rows kept, seconds, memory. `node --import tsx scripts/bench/csv-upload.ts [MiB]` */

import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listenHttp } from "../../runtime/http/http-listener.ts";
import { CsvHeaders } from "../../runtime/intake/csv-headers.ts";
import type { Delivery, Intake } from "../../runtime/intake/intake.ts";
import { http } from "../../runtime/sources/http/http.ts";
import { HTTP_SERVER_OPTIONS, httpSource } from "../../runtime/sources/http/http-source.ts";
import { Clock } from "../../runtime/telemetry/clock.ts";

const MIB = 1024 * 1024;
const COMMIT_MS = 3;
const MESSAGES = http.messages({ realms: [], channels: { decoder: () => undefined } });

/** Decodes, waits as long as a journal does, and forgets. */
class ForgetfulIntake implements Intake {
  rows = 0;
  longestMs = 0;

  take({ message, acknowledge }: Delivery): void {
    const begin = performance.now();
    const { points } = MESSAGES.decode(message);
    this.longestMs = Math.max(this.longestMs, performance.now() - begin);
    this.rows += points.length;
    setTimeout(() => acknowledge?.({ readings: points.length, rejected: [] }), COMMIT_MS);
  }

  reject(_message: unknown, error: Error): void {
    throw error;
  }
}

function* body(mebibytes: number): Generator<string> {
  yield "## time,temperature,humidity,note\n";
  const row = (n: number) => `${1_700_000_000_000_000_000n + BigInt(n)},${20 + (n % 100) / 10},55.5,"n ${n}"\n`;
  for (let n = 0, bytes = 0; bytes < mebibytes * MIB; ) {
    let block = "";
    while (block.length < 65_536) block += row(n++);
    bytes += block.length;
    yield block;
  }
}

async function post(url: string, mebibytes: number): Promise<string> {
  const headers = { "Content-Type": "text/csv" };
  const outgoing = request(url, { method: "POST", headers });
  const answer = new Promise<string>((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.on("response", async (response) => resolve(Buffer.concat(await response.toArray()).toString()));
  });
  await pipeline(Readable.from(body(mebibytes)), outgoing);
  return answer;
}

const mebibytes = Number(process.argv[2] ?? 1024);
const intake = new ForgetfulIntake();
const clock = new Clock();
const store = { remember: async () => {}, remembered: async () => new Map<string, string>() };
const settings = { listen: { host: "127.0.0.1", port: 0 }, maxBodyBytes: MIB, corsOrigins: [], tls: undefined };
const app = httpSource({ intake, settings, realms: [], csvHeaders: new CsvHeaders(store, clock), clock });
const server = await listenHttp(settings, app, (_request, socket) => socket.destroy(), HTTP_SERVER_OPTIONS);

let largest = 0;
const watch = setInterval(() => {
  largest = Math.max(largest, process.memoryUsage.rss());
}, 100);
const before = process.memoryUsage.rss();
const begin = performance.now();
const text = await post(`${server.url}/api/r/n/g/d/data`, mebibytes);
const seconds = (performance.now() - begin) / 1000;
clearInterval(watch);
await server.close();
console.log(text);
console.log(
  `${mebibytes} MiB, ${intake.rows} rows in ${seconds.toFixed(1)} s: ${Math.round(intake.rows / seconds)} rows/s`,
);
console.log(
  `memory ${Math.round(before / MIB)} MiB before, at most ${Math.round(largest / MIB)} MiB (client and server in one process)`,
);
console.log(`longest decoding of a chunk ${intake.longestMs.toFixed(1)} ms`);
