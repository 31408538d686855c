/** The header had a wrong factor. After it is corrected, stored rows are decoded again. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Lab, ROOT, type ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const PROBE = (voltage: string, second: string) =>
  `struct struct_probe { uint8_t length; uint8_t ID;
  uint16_t voltage; // @rule: name=volts; ${voltage}
  uint16_t second;  // ${second}
} probe = {6, 1};\n`;
const SHORT = "struct struct_short { uint8_t length; uint8_t ID; uint8_t a; } shorter = {3, 2};\n";
const LONG = "struct struct_short { uint8_t length; uint8_t ID; uint8_t a; uint8_t b; } longer = {4, 2};\n";

interface Line {
  readonly step: string;
  readonly measurement?: string;
  readonly different?: number;
}

type Stored = { time: string; volts: number; _hex_: string } & Record<string, unknown>;

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({
    ini: `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n[http]\nlisten = 127.0.0.1:${await freePort()}\n`,
    headers: { "rig.h": PROBE("expr=voltage / 10", "") + SHORT },
  });
  assert.equal(lab.generate().status, 0);
  service = await lab.start();
});

after(() => lab.remove());

test("dry run, rewrite, and nothing left to do: values are corrected, times stay", async () => {
  const payloads = Array.from({ length: 5000 }, (_, index) => Buffer.from([6, 1, index & 255, index >> 8, 7, 0]));
  await sendDatagrams(service.udpPort("rig"), [...payloads, Buffer.from([3, 2, 9])]);
  await received(5001);
  const wrong = await rows("01_probe");
  assert.deepEqual(
    wrong.map(({ volts }) => volts),
    payloads.map((_, index) => index / 10),
  );
  assert.equal(
    replay().stdout,
    "01_probe: 5000 rows, 0 would change\n02_short: 1 rows, 0 would change\n5001 rows examined, nothing would change\n",
  );

  writeFileSync(join(lab.directory, "headers/rig.h"), PROBE("expr=voltage / 100", "@rule: name=fresh") + LONG);
  assert.equal(lab.generate().status, 0);
  service.signal("SIGHUP");
  await until(() => service.output.includes("reloaded: 1 channel"));

  // Row 0 is 0 volts with either factor. The second field has another name in every row.
  const dry = replay("--examples", "1");
  const [first, second] = wrong;
  assert.deepEqual(dry.stdout.split("\n"), [
    "01_probe: 5000 rows, 5000 would change",
    "  fresh: 5000 added",
    `    ${first?.time}  (none) → 7`,
    "  second: 5000 removed",
    `    ${first?.time}  7 → (none)`,
    "  volts: 4999 changed",
    `    ${second?.time}  0.1 → 0.01`,
    "02_short: 1 rows, 0 would change",
    `  1 not changed (wrong-length), first at ${(await rows("02_short"))[0]?.time}: struct_short (ID 2) has 4 bytes; this message has 3`,
    "5001 rows examined, 5000 would change, 1 not changed; --apply rewrites them",
    "",
  ]);
  assert.deepEqual(await rows("01_probe"), wrong);

  const meanwhile = sendDatagrams(service.udpPort("rig"), payloads.slice(0, 500));
  assert.match(replay("--apply").stdout, /^5\d{3} rows examined, 5000 rewritten, 1 not changed$/m);
  await meanwhile;
  await received(5501);
  const right = await rows("01_probe");
  assert.deepEqual(
    right.map(({ _hex_ }) => _hex_).slice(0, 5000),
    wrong.map(({ _hex_ }) => _hex_),
  );
  assert.deepEqual(
    right.map(({ time }) => time).slice(0, 5000),
    wrong.map(({ time }) => time),
  );
  assert.deepEqual(
    right.map(({ volts, fresh, second }) => [volts, fresh, second]),
    [...payloads, ...payloads.slice(0, 500)].map((payload) => [payload.readUInt16LE(2) / 100, 7, null]),
  );
  const again = lines(replay("--json").stdout);
  assert.deepEqual(
    again.filter(({ step }) => step === "measurement").map(({ measurement, different }) => [measurement, different]),
    [
      ["01_probe", 0],
      ["02_short", 0],
    ],
  );
});

test("a range and a struct limit which rows are checked", async () => {
  const [, , third, fourth] = await rows("01_probe");
  const two = replay("--struct", "probe", "--from", third?.time ?? "", "--to", fourth?.time ?? "");
  assert.equal(two.stdout, "01_probe: 1 rows, 0 would change\n1 rows examined, nothing would change\n");
});

test("rows that cannot be replayed are reported in a sentence", () => {
  assert.match(replay("--struct", "nothing").stderr, /Channel 'rig' has no struct 'nothing'/);
  assert.match(replay("--from", "lately").stderr, /Parameter 'from' is neither a time .* nor like now-2h30m/);
  assert.match(replay("--from=now", "--to=-1h").stderr, /Parameter 'from' has to lie before 'to'/);
});

test("a page of another origin cannot start a rewrite", async () => {
  const response = await fetch(`${service.url}/replay/rig`, { method: "POST", body: '{"apply":true}' });
  assert.deepEqual([response.status, await response.text()], [400, "Send application/json"]);
});

async function received(count: number): Promise<void> {
  await until(async () => {
    const { channels } = await service.json<{ channels: { received: number }[] }>("/health");
    return channels[0]?.received === count;
  });
  await service.settled();
}

async function rows(measurement: string): Promise<Stored[]> {
  const path = `/read/rows?database=lab_rig&measurement=${measurement}&limit=10000`;
  return (await service.json<{ rows: Stored[] }>(path)).rows;
}

function lines(text: string): Line[] {
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function replay(...args: readonly string[]): { stdout: string; stderr: string; status: number | null } {
  const command = [join(ROOT, "dist/channel-message.cjs"), "rig", "replay", ...args, "--config", lab.config];
  return spawnSync(process.execPath, command, { encoding: "utf8" });
}
