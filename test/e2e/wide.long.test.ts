import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { until } from "../support/until.ts";

const SAMPLES = 8000;
const FEWER = 900;

function header(samples: number): string {
  return `#include <stdint.h>
struct __attribute__((packed)) struct_wave { uint8_t length; uint8_t ID; uint16_t gain; int16_t samples[${samples}]; };
struct struct_wave wave = {${(4 + 2 * samples) % 256}, 2};
`;
}

function sample(k: number, i: number): number {
  return ((k * 7 + i * 13) % 32768) - 16384;
}

function datagram(k: number, samples: number): Buffer {
  const bytes = Buffer.alloc(4 + 2 * samples);
  bytes[0] = bytes.length & 255;
  bytes[1] = 2;
  bytes.writeUInt16LE(k, 2);
  for (let i = 0; i < samples; i++) bytes.writeInt16LE(sample(k, i), 4 + 2 * i);
  return bytes;
}

const INI = `
[lab]
channels = lab-scope
[lab-scope]
udp_port = 0
wamp_topic = lab.scope
include_path = headers
header_files = scope.h
`;

const lab = new Lab({ ini: INI, headers: { "scope.h": header(SAMPLES) } });
after(() => lab.remove());

function generate(): void {
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
}

const PLACE = "database=lab_scope&measurement=02_wave";

/** Resolves when there are this many rows. */
async function stored(service: ServiceProcess, rows: number): Promise<void> {
  await until(async () => (await rowsOf(service, ["gain"]).catch(() => [])).length === rows);
}

/** Values of these columns in all rows. */
async function rowsOf(service: ServiceProcess, columns: readonly string[]): Promise<unknown[][]> {
  const named = columns.map((column) => `&column=${column}`).join("");
  const { rows } = await service.json<{ rows: Record<string, unknown>[] }>(`/read/rows?${PLACE}${named}`);
  return rows.map((row) => columns.map((column) => row[column] ?? null));
}

test("an array of 8,000 samples is stored, read, exported, and survives a kill, a shorter header and a restart", async () => {
  generate();
  const columns = ["gain", "samples.0", "samples.899", "samples.900", "samples.7999"];
  const whole = (k: number) => [k, sample(k, 0), sample(k, 899), sample(k, 900), sample(k, 7999)];
  const service = await lab.start();
  await sendDatagrams(service.udpPort("scope"), [datagram(1, SAMPLES), datagram(2, SAMPLES)]);
  await stored(service, 2);
  assert.deepEqual(await rowsOf(service, columns), [whole(1), whole(2)]);
  const { measurements } = await service.json<{ measurements: { columns: object[] }[] }>("/read/measurements");
  assert.equal(measurements[0]?.columns.length, 3 + SAMPLES + 1);
  const csv = await (await fetch(`${service.url}/read/export?${PLACE}&format=csv`)).text();
  const [names, ...lines] = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  assert.deepEqual(
    lines.map((cells) => columns.map((column) => Number(cells[names!.indexOf(column)]))),
    [whole(1), whole(2)],
  );
  await service.kill();

  writeFileSync(join(lab.directory, "headers", "scope.h"), header(FEWER));
  generate();
  const again = await lab.start();
  await sendDatagrams(again.udpPort("scope"), [datagram(3, FEWER)]);
  await stored(again, 3);
  const short = [3, sample(3, 0), sample(3, 899), null, null];
  assert.deepEqual(await rowsOf(again, columns), [whole(1), whole(2), short]);
  assert.equal(await again.stop(), 0);
  const last = await lab.start();
  assert.deepEqual(await rowsOf(last, columns), [whole(1), whole(2), short]);
});
