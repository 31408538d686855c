import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Lab, type ServiceProcess, sendDatagrams, until } from "../support/lab.ts";
import { type EncodedFrame, encodedFrames, hasPython, PROTOCOLS, type Protocol } from "../support/protocols.ts";

const skip = hasPython() ? false : "needs Python 3";
const ROUNDS = 20;

function section({ name, keys }: Protocol, doors: string): string {
  const hasFraming = doors.includes("sources");
  const used = hasFraming ? keys : keys.replace(/^framing = .*\n/m, "");
  return `[lab-${name}]\n${doors}\nwamp_topic = lab.${name}\ninclude_path = headers\nheader_files = ${name}.h\n${used}\n`;
}

const lab = new Lab({
  ini: `[lab]\nchannels = ${PROTOCOLS.map(({ name }) => `lab-${name}`).join(", ")}\n${PROTOCOLS.map((each) => section(each, "udp_port = 0")).join("")}`,
  headers: Object.fromEntries(PROTOCOLS.map(({ name, header }) => [`${name}.h`, header])),
});
after(() => lab.remove());

/** Integers that a double would round are texts. */
async function storedRows(
  service: ServiceProcess,
  database: string,
  measurement: string,
): Promise<Record<string, unknown>[]> {
  const query = new URLSearchParams({ database, measurement, format: "json" });
  const text = await (await fetch(`${service.url}/read/export?${query}`)).text();
  return JSON.parse(text.replace(/":(-?\d{16,})(?=[,}])/g, '":"$1"')) as Record<string, unknown>[];
}

async function assertStored(
  service: ServiceProcess,
  { name }: Protocol,
  frames: readonly EncodedFrame[],
): Promise<void> {
  for (const measurement of new Set(frames.map((frame) => frame.measurement))) {
    const rows = await storedRows(service, `lab_${name}`, measurement);
    const expected = frames.filter((frame) => frame.measurement === measurement);
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

/** All frames of a channel came, and are stored as far as they are good. */
async function received(service: ServiceProcess, channel: string, frames: number): Promise<void> {
  await until(async () => {
    const { channels } = await service.json<{ channels: { name: string; received: number }[] }>("/health");
    return (channels.find(({ name }) => name === channel)?.received ?? 0) >= frames;
  });
  await service.settled();
}

test("protocols with the vendor's header as it is: every value as Python's struct wrote it, by UDP", {
  skip,
}, async () => {
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  const service = await lab.start();
  for (const protocol of PROTOCOLS) {
    const frames = encodedFrames(protocol, ROUNDS);
    await sendDatagrams(
      service.udpPort(protocol.name),
      frames.map(({ bytes }) => bytes),
    );
    await received(service, protocol.name, frames.length);
    await assertStored(service, protocol, frames);
  }
});
