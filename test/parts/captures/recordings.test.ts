/** Captures, stream files and standard input, of a service with the protocols of other firmware. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { captureFile } from "../../support/captures.ts";
import { Lab } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";
import { assertStored, rowsArrive, section, startWith, storedRows } from "../../support/protocol-services.ts";
import { CRSF, encodedFrames, hasPython, MAVLINK, type Protocol, ROCKET, UBX } from "../../support/protocols.ts";
import { until } from "../../support/until.ts";

const skip = hasPython() ? false : "needs Python 3";
const SPOKEN = [MAVLINK, ROCKET, UBX, CRSF];

const lab = new Lab({
  ini: `[lab]\nchannels = ${SPOKEN.map(({ name }) => `lab-${name}`).join(", ")}\n${SPOKEN.map((each) => section(each, "udp_port = 0")).join("")}`,
  headers: Object.fromEntries(SPOKEN.map(({ name, header }) => [`${name}.h`, header])),
});

before(() => {
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
});
after(() => lab.remove());

test("several frames in one datagram of a capture: each gives a row, other bytes are kept", {
  skip: onlyLong || skip,
}, async () => {
  const frames = encodedFrames(MAVLINK, 6);
  const pairs = Array.from({ length: frames.length / 2 }, (_, index) =>
    Buffer.concat([frames[2 * index]!.bytes, Buffer.from("rubbish"), frames[2 * index + 1]!.bytes]),
  );
  const options = { order: "<", unit: "us", link: 1, port: 14_550 } as const;
  const payloads = pairs.map((bytes) => bytes.toString("hex"));
  writeFileSync(join(lab.directory, "mavlink.pcap"), captureFile(payloads, options));
  const reader = await startWith(lab, [[MAVLINK, "sources = file:mavlink.pcap"]], "several-recorded");
  await rowsArrive(reader, MAVLINK, frames);
  assert.equal((await reader.json<{ rejects: unknown[] }>("/rejects?limit=100")).rejects.length, pairs.length);
  assert.equal(await reader.stop(), 0);
});

test("a capture, a stream file and standard input are imported once, also when read again", {
  skip: onlyLong || skip,
}, async () => {
  const protocols: readonly (readonly [Protocol, string])[] = [
    [ROCKET, "udp_port = 0\nsources = file:rocket.pcap"],
    [UBX, "sources = file:log.ubx"],
    [CRSF, "sources = -"],
  ];
  const [rocket, ubx, crsf] = [encodedFrames(ROCKET, 10), encodedFrames(UBX, 10), encodedFrames(CRSF, 10)];
  const payloads = rocket.map(({ bytes }) => bytes.toString("hex"));
  const capture = captureFile(payloads, { order: "<", unit: "us", link: 1, port: 20_777 });
  writeFileSync(join(lab.directory, "rocket.pcap"), capture);
  const noise = Buffer.from("rubbish");
  writeFileSync(join(lab.directory, "log.ubx"), Buffer.concat([...ubx.map(({ bytes }) => bytes), noise]));
  const input = Buffer.concat(crsf.map(({ bytes }) => bytes));
  for (const run of [1, 2]) {
    const service = await startWith(lab, protocols, "recorded", run === 1 ? input : Buffer.alloc(0));
    await until(() => (service.output.match(/has ended: /g) ?? []).length === 3);
    await service.settled();
    await assertStored(service, ROCKET, rocket);
    await assertStored(service, UBX, ubx);
    await assertStored(service, CRSF, crsf);
    const [first] = await storedRows(service, "lab_rocket", rocket[0]!.measurement);
    assert.equal(first?.["time"], "2023-11-14T22:13:20.123456000Z");
    assert.match(
      service.output,
      /rocket\.pcap has ended: \d+ rows, 0 rejected; 1 packet is not a datagram[^,]*, 1 packet is cut [^,]*, 1 datagram lacks fragments/,
    );
    const { rejects } = await service.json<{ rejects: unknown[] }>("/rejects");
    assert.equal(rejects.length, 1, "the rubbish at the end of log.ubx, kept once");
    assert.equal(await service.stop(), 0);
  }
});
