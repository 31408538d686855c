/** Rejected messages are kept. After the cause is corrected, they are stored with their original time. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Lab, ROOT, type ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const PROBE = "struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; } probe = {4, 1};\n";
const LATER = "struct struct_later { uint8_t length; uint8_t ID; uint8_t a; uint8_t b; } later = {4, 2};\n";
let lab: Lab;
let service: ServiceProcess;

before(async () => {
  const port = await freePort();
  lab = new Lab({
    ini: `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n[http]\nlisten = 127.0.0.1:${port}\n`,
    headers: { "rig.h": PROBE },
  });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
});

after(() => lab.remove());

test("list, show, correct the header, reload, retry: stored with the original time", async () => {
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([4, 2, 7, 8]), Buffer.from([4, 3, 0, 0])]);
  await until(() => rejects("list", "--json").split("\n").length === 2);
  const [first, second] = rejects("list", "--json")
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number; time: string; code: string });
  assert.deepEqual([first?.code, second?.code], ["unknown-id", "unknown-id"]);
  assert.match(rejects("show", `${first?.id}`), /^payload +0x04020708$/m);
  assert.match(rejects("retry", "--all"), /0 accepted, 2 still rejected/);

  writeFileSync(join(lab.directory, "headers/rig.h"), PROBE + LATER);
  assert.equal(lab.generate().status, 0);
  service.signal("SIGHUP");
  await until(() => service.output.includes("reloaded: 1 channel"));
  assert.match(rejects("retry", "--all"), /1 accepted, 1 still rejected/);
  await service.settled();
  const { rows } = await service.json<{ rows: object[] }>("/read/rows?database=lab_rig&measurement=02_later");
  assert.deepEqual(rows, [{ time: first?.time, length: 4, ID: 2, a: 7, b: 8, _hex_: "04020708" }]);
  assert.equal(rejects("drop", `${second?.id}`), "1 dropped");
  assert.equal(rejects("list"), "No rejected messages.");
});

test("datagrams that arrive while the service reloads are all stored", async () => {
  const payloads = Array.from({ length: 3000 }, (_, index) => Buffer.from([4, 1, index & 255, index >> 8]));
  const sending = sendDatagrams(service.udpPort("rig"), payloads);
  for (let round = 2; round < 5; round++) {
    service.signal("SIGHUP");
    await until(() => service.output.split("reloaded: 1 channel").length > round);
  }
  await sending;
  await until(async () => {
    const { channels } = await service.json<{ channels: { received: number }[] }>("/health");
    return (channels[0]?.received ?? 0) >= 3002;
  });
  await service.settled();
  const { rows } = await service.json<{ rows: { value: number }[] }>(
    "/read/rows?database=lab_rig&measurement=01_probe&limit=10000",
  );
  assert.deepEqual(
    rows.map(({ value }) => value),
    payloads.map((_, index) => index),
  );
});

test("a reload that cannot be applied says why and changes nothing", async () => {
  const config = `[lab]\nchannels = lab-nowhere\n`;
  writeFileSync(join(lab.directory, "broken.ini"), config);
  writeFileSync(lab.config, config);
  service.signal("SIGHUP");
  await until(() => service.output.includes("not reloaded"));
  assert.match(service.output, /channel section \[lab-nowhere\] does not exist/);
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([4, 1, 255, 255])]);
  await until(async () => {
    const { channels } = await service.json<{ channels: { decoded: number }[] }>("/health");
    return (channels[0]?.decoded ?? 0) >= 3002;
  });
});

test("messages from outside 'allow_from' are kept unchanged, and stored once when an administrator accepts them", async () => {
  const port = await freePort();
  const strict = new Lab({
    ini: `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\nallow_from = 10.0.0.0/8\n[http]\nlisten = 127.0.0.1:${port}\n`,
    headers: { "rig.h": PROBE },
  });
  try {
    assert.equal(strict.generate().status, 0);
    const running = await strict.start();
    await sendDatagrams(running.udpPort("rig"), [Buffer.from([4, 1, 9, 0])]);
    await until(() => run(strict.config, "list", "--json").stdout.includes('"forbidden"'));
    assert.match(run(strict.config, "show", "1").stdout, /^payload +0x04010900$/m);
    assert.equal(run(strict.config, "retry", "1").stdout, "1 accepted, 0 still rejected\n");
    await running.settled();
    const { rows } = await running.json<{ rows: { value: number }[] }>(
      "/read/rows?database=lab_rig&measurement=01_probe",
    );
    assert.deepEqual(
      rows.map(({ value }) => value),
      [9],
    );
  } finally {
    await strict.remove();
  }
});

test("without a running service the command reports that", async () => {
  const other = new Lab({ ini: `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:${await freePort()}\n` });
  const { status, stderr } = run(other.config, "list");
  assert.equal(status, 1);
  assert.match(stderr, /the service cannot be reached at http:\/\/127\.0\.0\.1:\d+ .*start it with 'structline'/);
  await other.remove();
});

function rejects(...args: readonly string[]): string {
  const { stdout } = run(lab.config, ...args);
  return stdout.trim();
}

function run(config: string, ...args: readonly string[]): { stdout: string; stderr: string; status: number | null } {
  const command = [join(ROOT, "dist/channel-message.cjs"), "rejects", ...args, "--config", config];
  return spawnSync(process.execPath, command, { encoding: "utf8" });
}
