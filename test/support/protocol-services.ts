/** Services whose channels speak the protocols of `protocols.ts`, and what they stored. */

import assert from "node:assert/strict";
import type { Lab, ServiceProcess } from "./lab.ts";
import type { EncodedFrame, Protocol } from "./protocols.ts";
import { until } from "./until.ts";

/** A channel's section. */
export function section({ name, keys }: Protocol, endpoints: string): string {
  const hasFraming = endpoints.includes("sources");
  const used = hasFraming ? keys : keys.replace(/^framing = .*\n/m, "");
  return `[lab-${name}]\n${endpoints}\nwamp_topic = lab.${name}\ninclude_path = headers\nheader_files = ${name}.h\n${used}\n`;
}

/** Starts a service with other sources for channels of the same codecs. */
export function startWith(
  lab: Lab,
  protocols: readonly (readonly [Protocol, string])[],
  folder: string,
  input?: Uint8Array,
): Promise<ServiceProcess> {
  const channels = protocols.map(([{ name }]) => `lab-${name}`).join(", ");
  const sections = protocols.map(([protocol, endpoints]) => section(protocol, endpoints)).join("");
  const places = `[journal]\ndirectory = ${folder}/journal\n[store]\nurl = duckdb:${folder}/telemetry.duckdb\n`;
  lab.configure(`[lab]\nchannels = ${channels}\n${sections}${places}`);
  return lab.start({}, [], input);
}

/** Integers that a double would round are strings. */
export async function storedRows(
  service: ServiceProcess,
  database: string,
  measurement: string,
): Promise<Record<string, unknown>[]> {
  const query = new URLSearchParams({ database, measurement, format: "json" });
  const text = await (await fetch(`${service.url}/read/export?${query}`)).text();
  return JSON.parse(text.replace(/":(-?\d{16,})(?=[,}])/g, '":"$1"')) as Record<string, unknown>[];
}

export async function assertStored(
  service: ServiceProcess,
  { name }: Protocol,
  frames: readonly EncodedFrame[],
  order: "in order" | "in any order" = "in order",
): Promise<void> {
  for (const measurement of new Set(frames.map((frame) => frame.measurement))) {
    const rows = await storedRows(service, `lab_${name}`, measurement);
    const expected = frames.filter((frame) => frame.measurement === measurement);
    const placeOf = ({ _hex_ }: (typeof rows)[number]) =>
      expected.findIndex(({ bytes }) => bytes.toString("hex") === _hex_);
    if (order === "in any order") rows.sort((a, b) => placeOf(a) - placeOf(b));
    assert.deepEqual(
      rows.map((row) => row["_hex_"]),
      expected.map(({ bytes }) => bytes.toString("hex")),
      `${name} ${measurement}`,
    );
    for (const [index, { values }] of expected.entries()) {
      for (const [column, value] of Object.entries(values))
        assert.equal(String(rows[index]?.[column]), String(value), `${measurement} ${column} of row ${index}`);
    }
  }
}

export async function rowsArrive(
  service: ServiceProcess,
  protocol: Protocol,
  frames: readonly EncodedFrame[],
): Promise<void> {
  await until(async () => {
    const { channels } = await service.json<{ channels: { name: string; decoded: number }[] }>("/health");
    return channels.filter(({ name }) => name === protocol.name).some(({ decoded }) => decoded >= frames.length);
  });
  await service.settled();
  await assertStored(service, protocol, frames);
}
