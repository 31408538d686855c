/** A bus has hundreds of messages that a channel does not know: which of them become dead letters. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { until } from "../support/until.ts";

const HEADER = "#include <stdint.h>\nstruct a { uint32_t id = 1; uint8_t v; };\n";
const HUNDRED = Array.from({ length: 100 }, (_, at) => Uint8Array.of(0, 0, 7, at % 4, 5));

let lab: Lab | undefined;

afterEach(async () => {
  await lab?.remove();
  lab = undefined;
});

async function start(key: string): Promise<ServiceProcess> {
  const ini = `[lab]\nchannels = lab-bus\n[lab-bus]\nudp_port = 0\nwamp_topic = lab.bus\ninclude_path = headers\nheader_files = a.h\nbyte_order = big\nlayout = packed\nid = u32be@0\nlength = none\n${key}\n`;
  lab = new Lab({ ini, headers: { "a.h": HEADER } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  return lab.start();
}

async function letters(service: ServiceProcess): Promise<string[]> {
  const { rejects } = await service.json<{ rejects: { message: string }[] }>("/rejects?limit=1000");
  return rejects.map(({ message }) => /ID (\d+)/.exec(message)?.[1] ?? message);
}

async function rejected(service: ServiceProcess): Promise<number> {
  const path = "/health?limit=10";
  const { channels } = await service.json<{ channels: { name: string; rejected: Record<string, number> }[] }>(path);
  return channels.find(({ name }) => name === "bus")?.rejected["unknown-id"] ?? 0;
}

const CASES = [
  { key: "", kept: 100 },
  { key: "unknown_ids = keep", kept: 100 },
  { key: "unknown_ids = once", kept: 4 },
  { key: "unknown_ids = count", kept: 0 },
] as const;

for (const { key, kept } of CASES)
  test(`${key || "by default"}: ${kept} of 100 are kept, and all are counted`, async () => {
    const service = await start(key);
    await sendDatagrams(service.udpPort("bus"), HUNDRED);
    await until(async () => (await rejected(service)) === 100);
    await until(async () => (await letters(service)).length === kept);
    if (kept === 4) assert.deepEqual((await letters(service)).sort(), ["1792", "1793", "1794", "1795"]);
  });
