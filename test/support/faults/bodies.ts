/** Bodies that are larger than memory should be. */

import { type ClientRequest, request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inFaultLab, peakMemory } from "./fault-lab.ts";
import type { FaultOutcome } from "./outcome.ts";

const MEBIBYTE = 1 << 20;
const T0 = 1_700_000_000_000_000_000n;

/** A CSV body with times of its own, then a JSON body over the limit. */
export function largeBodies(mebibytes: number): Promise<FaultOutcome> {
  return inFaultLab({}, async (lab) => {
    const service = await lab.start();
    const before = peakMemory(service.pid);
    const csv = new CsvBody(mebibytes * MEBIBYTE);
    const began = performance.now();
    const answer = await post(lab.ports.http, "text/csv", csv);
    const seconds = (performance.now() - began) / 1000;
    const refused = await post(lab.ports.http, "application/json", jsonBody(64 * MEBIBYTE));
    await service.settled();
    const memory = peakMemory(service.pid);
    const code = await service.stop();
    const acknowledged = answer.text.includes(`Received #${csv.rows} readings`) ? csv.rows : 0;
    const [[rows, different] = []] = await lab.query(
      `SELECT count(*), count(DISTINCT n) FROM acme_plant."hall_press_sensors"`,
    );
    const counts = {
      sent: csv.rows,
      acknowledged,
      stored: Number(different),
      lost: acknowledged - Number(different),
      doubled: Number(rows) - Number(different),
    };
    const note = `CSV in ${seconds.toFixed(1)} s; memory ${before} MB before, at most ${memory} MB; a JSON body of 64 MB: ${refused.status} \`${refused.text}\`; ended with ${code}`;
    return { fault: `a CSV body of ${mebibytes} MB`, counts: { http: counts }, note };
  });
}

class CsvBody implements Iterable<string> {
  rows = 0;
  readonly #bytes: number;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  *[Symbol.iterator](): Generator<string> {
    yield "## time,n,temperature,note\n";
    const note = "x".repeat(200);
    for (let bytes = 0; bytes < this.#bytes; ) {
      let block = "";
      for (; block.length < 65_536; this.rows++) block += `${T0 + BigInt(this.rows)},${this.rows},21.5,${note}\n`;
      bytes += block.length;
      yield block;
    }
  }
}

function* jsonBody(bytes: number): Generator<string> {
  yield '{"n":0';
  const block = "x".repeat(65_536);
  for (let sent = 0, index = 0; sent < bytes; sent += block.length) yield `,"f${index++}":"${block}"`;
  yield "}";
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function post(port: number, contentType: string, body: Iterable<string>): Promise<Answer> {
  const headers = { "Content-Type": contentType };
  const path = "/api/acme/plant/hall/press/data";
  const outgoing: ClientRequest = request({ host: "127.0.0.1", port, path, method: "POST", headers });
  const answer = new Promise<Answer>((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.on("response", async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, text });
    });
  });
  // A refused body is not read completely.
  await Promise.all([answer, pipeline(Readable.from(body), outgoing).catch(() => {})]);
  return answer;
}
