/** Runs fuzz targets against one service and watches it from outside. */

import { peakMemory } from "../faults/fault-lab.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../lab.ts";
import { randomFrom } from "../mutate-header.ts";
import { freePort } from "../ports.ts";
import { until } from "../until.ts";
import { DEFAULT_MAX_BODY } from "./extremes.ts";
import { type FuzzPorts, type FuzzRun, type Seen, TARGETS } from "./targets.ts";

const HEADER = `struct struct_a { uint8_t length; uint8_t ID; uint8_t armed : 1; int16_t volts; uint8_t ck; } a = {7, 1};
struct struct_b { uint8_t length; uint8_t ID; char name[8]; float v[2]; uint64_t big; double d; } b = {40, 2};
struct struct_c { uint8_t length; uint8_t ID; uint8_t ck; } c = {3, 9};
`;

export interface FuzzResult {
  readonly target: string;
  readonly inputs: number;
  readonly seconds: number;
  readonly seen: Seen;
  /** Longest delay of the service's event loop while the target ran, ms. */
  readonly longestStallMs: number;
  /** Largest resident memory so far, MiB. */
  readonly memoryMb: number;
}

export interface FuzzOptions {
  readonly onResult?: (result: FuzzResult) => void;
  /** `[http] max_body`. The largest inputs have this size. */
  readonly maxBody?: number;
}

/** @throws Error when the service does not take good messages any more, or does not end with 0 */
export async function fuzzService(
  inputsOf: (target: string) => number,
  seed: number,
  { onResult = () => {}, maxBody = DEFAULT_MAX_BODY }: FuzzOptions = {},
): Promise<FuzzResult[]> {
  const ports = { udp: await freePort(), http: await freePort(), mqtt: await freePort() };
  const lab = new Lab({ ini: configuration(ports, maxBody), headers: { "rig.h": HEADER } });
  try {
    const { status, output } = lab.generate();
    if (status !== 0) throw new Error(output);
    const service = await lab.start();
    const results: FuzzResult[] = [];
    for (const name of Object.keys(TARGETS)) {
      if (inputsOf(name) === 0) continue;
      const result = await fuzzTarget(service, name, {
        ports,
        maxBody,
        count: inputsOf(name),
        random: randomFrom(seed),
      });
      onResult(result);
      results.push(result);
    }
    await service.settled();
    const code = await service.stop();
    if (code !== 0) throw new Error(`the service ended with ${code}:\n${service.output}`);
    return results;
  } finally {
    await lab.remove();
  }
}

async function fuzzTarget(service: ServiceProcess, target: string, run: FuzzRun): Promise<FuzzResult> {
  const { ports, count } = run;
  await longestStall(ports);
  const began = performance.now();
  const seen = await TARGETS[target]!(run);
  await takesGoodMessages(service, ports);
  const seconds = (performance.now() - began) / 1000;
  const longestStallMs = await longestStall(ports);
  return { target, inputs: count, seconds, seen, longestStallMs, memoryMb: peakMemory(service.pid) };
}

// Reading it resets it. The figure includes the interval of its timer, 10 ms.
async function longestStall({ http }: FuzzPorts): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${http}/metrics`)).text();
  const [, seconds] = /^structline_nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text) ?? [];
  if (seconds === undefined) throw new Error("there is no figure of the event loop's delay");
  return Math.round(Number(seconds) * 1000);
}

async function takesGoodMessages(service: ServiceProcess, { http, udp }: FuzzPorts): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const url = `http://127.0.0.1:${http}/api/acme/plant/hall/good/data`;
  const response = await fetch(url, { method: "POST", headers, body: '{"n": 1}' });
  if (response.status !== 200) throw new Error(`a good reading was answered ${response.status}`);
  const before = await decodedDatagrams(service);
  await sendDatagrams(udp, [Buffer.from([3, 9, 0])]);
  await until(async () => (await decodedDatagrams(service)) > before);
}

async function decodedDatagrams(service: ServiceProcess): Promise<number> {
  const { channels } = await service.json<{ channels: { name: string; decoded: number }[] }>("/health");
  return channels.find(({ name }) => name === "rig")?.decoded ?? 0;
}

function configuration({ udp, http, mqtt }: FuzzPorts, maxBody: number): string {
  return `[lab]
channels = lab-rig
[lab-rig]
udp_port = ${udp}
wamp_topic = lab.rig
include_path = headers
header_files = rig.h
[http]
listen = 127.0.0.1:${http}
max_body = ${maxBody}
[mqtt]
listen = 127.0.0.1:${mqtt}
[log]
level = error
`;
}
