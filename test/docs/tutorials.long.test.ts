/** Runs the tutorials from their own text, as a reader with the necessary programs would. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { blocksOf } from "../support/document.ts";
import { startGrafana } from "../support/grafana-server.ts";
import { startInfluxd } from "../support/influxd.ts";
import { ROOT } from "../support/lab.ts";
import { type Requirement, requires } from "../support/requirements.ts";
import { TutorialReader } from "../support/tutorial-reader.ts";

/** `tutorial-board.long.test.ts` also does what its page says to do in the browser. */
const PAGES = readdirSync(join(ROOT, "docs")).filter((name) => /^(?:tutorial-(?!board).*|recordings)\.md$/.test(name));

/** What a tutorial needs on the reader's machine, besides curl. */
const NEEDS: Readonly<Record<string, readonly Requirement[]>> = {
  "tutorial-cluster.md": ["nats-server"],
  "tutorial-lab.md": ["influxd"],
};

for (const page of PAGES) {
  const skip = requires("curl", ...(NEEDS[page] ?? []));
  test(`${page} does what it says`, { skip, timeout: 300_000 }, async (t) => {
    const servers = page === "tutorial-lab.md" ? await labServers(t) : new Map<string, string>();
    const reader = await TutorialReader.sitDown(servers);
    t.after(() => reader.leave());
    for (const block of blocksOf(page, readFileSync(join(ROOT, "docs", page), "utf8")))
      await reader.assertAsShown(block);
  });
}

/** A real InfluxDB, and a Grafana that checks its contract, on the ports of the page. */
async function labServers(t: TestContext): Promise<Map<string, string>> {
  const [influxd, grafana] = [await startInfluxd(), await startGrafana()];
  t.after(() => Promise.all([influxd.stop(), grafana.close()]));
  return new Map([
    ["8086", new URL(influxd.url).port],
    ["3000", new URL(grafana.url).port],
  ]);
}

test("both weather examples send one struct", () => {
  const [esp32, arduino] = ["esp32-weather/include", "arduino-weather"].map((folder) =>
    readFileSync(join(ROOT, "examples", folder, "weather.h"), "utf8"),
  );
  assert.equal(arduino, esp32);
});

test("the examples' sketches compile as C++, as Arduino compiles them", { skip: requires("g++") }, () => {
  for (const [file, include] of [
    ["esp32-weather/src/main.cpp", "esp32-weather/include"],
    ["arduino-weather/arduino-weather.ino", "arduino-weather"],
  ] as const) {
    const stubs = join(ROOT, "test/support/arduino");
    const options = ["-x", "c++", "-std=gnu++17", "-Wall", "-Werror", "-fsyntax-only", "-I", stubs];
    const folder = join(ROOT, "examples");
    const { status, stderr } = spawnSync(
      "g++",
      [...options, "-I", join(folder, include), "-include", "Arduino.h", join(folder, file)],
      { encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
  }
});
