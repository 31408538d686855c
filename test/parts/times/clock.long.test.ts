/** The system clock jumps under the service, and between two runs of it. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { FakedClock } from "../../support/faked-clock.ts";
import { jsonPost } from "../../support/json-post.ts";
import { Lab, ROOT, type ServiceProcess } from "../../support/lab.ts";
import { requires } from "../../support/requirements.ts";
import { pause } from "../../support/until.ts";

const INI = `[lab]
channels =
[realm-acme]
[store]
url = duckdb:data/telemetry.duckdb
[journal]
directory = data/journal
`;
const DAY_S = 86_400;
const YEARS_S = 3650 * DAY_S;

interface Health {
  readonly warnings: readonly string[];
}

test("the clock jumps ten years ahead: for 0.3 s it changes no time; across a restart, only rows of that run are wrong, and can be moved [D46]", {
  skip: requires("faketime"),
}, async () => {
  const lab = new Lab({ ini: INI });
  const clock = new FakedClock(lab.directory);
  try {
    let service = await lab.start(clock.environment);
    const before = Date.now();
    await post(service, 1);
    clock.set(YEARS_S);
    await pause(300, "the service looks at the clock meanwhile");
    await post(service, 2);
    const { warnings } = await service.json<Health>("/health");
    assert.match(warnings.join(), /^The system clock went forward by 3650 d; times of receipt ignore this/);
    clock.set(0);
    await pause(300, "the service looks at the clock meanwhile");
    await post(service, 3);
    await service.settled();
    assert.deepEqual((await service.json<Health>("/health")).warnings, []);
    const times = await stored(service);
    assert.equal(times.length, 3);
    assert.ok(
      times.every((time) => Date.parse(time) >= before - 1 && Date.parse(time) <= Date.now() + 1),
      `${times}`,
    );
    await service.stop();

    clock.set(YEARS_S);
    service = await lab.start(clock.environment);
    await post(service, 4);
    await service.settled();
    await service.stop();
    clock.set(0);
    service = await lab.start(clock.environment);
    await post(service, 5);
    await service.settled();
    const [warning = ""] = (await service.json<Health>("/health")).warnings;
    assert.match(
      warning,
      /^The system clock was set back by 3650 d, and is followed: times of receipt went from 2036-/,
    );
    assert.match(service.output, /clock\.jumped/);
    const all = (await stored(service)).map(Date.parse);
    assert.equal(all.filter((time) => time > Date.now() + DAY_S * 1000).length, 1);
    assert.equal(all.length, 5);
    const listed = await run(lab, service, "list");
    assert.match(
      listed,
      /^1 {2}the clock was set by -3650 d at 2036-.*\n {3}acme_plant {2}hall_press_sensors {2}1 rows, /,
    );
    assert.equal(await run(lab, service, "move", "1", "--apply"), "1 rows were moved\n");
    const moved = (await stored(service)).map(Date.parse);
    assert.equal(moved.length, 5);
    assert.ok(
      moved.every((time) => time >= before - 1 && time < Date.now() + 60_000),
      `${moved}`,
    );
    assert.deepEqual((await service.json<Health>("/health")).warnings, []);
    assert.match(await run(lab, service, "list"), /they were moved/);
    assert.equal(await service.stop(), 0);
  } finally {
    await lab.remove();
  }
});

async function post(service: ServiceProcess, n: number): Promise<void> {
  const response = await fetch(`${service.url}/api/acme/plant/hall/press/data`, jsonPost({ n }));
  assert.equal(response.status, 200);
}

async function run(lab: Lab, service: ServiceProcess, ...words: readonly string[]): Promise<string> {
  const config = join(lab.directory, "asked.ini");
  writeFileSync(
    config,
    readFileSync(lab.config, "utf8").replace("listen = 127.0.0.1:0", `listen = ${new URL(service.url).host}`),
  );
  const program = join(ROOT, "dist", "channel-message.cjs");
  const { stdout } = await promisify(execFile)(process.execPath, [program, "times", ...words, "--config", config]);
  return stdout;
}

async function stored(service: ServiceProcess): Promise<string[]> {
  const response = await fetch(
    `${service.url}/read/export?database=acme_plant&measurement=hall_press_sensors&format=ndjson&to=2100-01-01`,
  );
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line) => (JSON.parse(line) as { time: string }).time);
}
