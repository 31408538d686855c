/** A build without most parts: it starts, stores a row, and says what it does not have. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseWithout, partNames, withoutPart } from "../../scripts/build/left-out.mjs";
import { copyTree } from "../../scripts/check/delete-parts.ts";
import { ROOT } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

/** The page shows states and alarms. */
const STAYS = ["alarms", "states"];
const WITHOUT = partNames().filter((name) => !STAYS.includes(name));
const INI = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n";
const CHANNEL = "wamp_topic = lab.rig\ninclude_path = .\nheader_files = rig.h\n";

/** Configurations that need left-out parts, and what the one sentence says. */
const ASKED = [
  [`${INI}[grafana]\nurl = http://127.0.0.1:1\n`, "\\[grafana\\] needs the part 'grafana'"],
  [`${INI}[wamp]\nurl = ws://127.0.0.1:9/ws\n`, "\\[wamp\\] url needs the part 'router'"],
  [`${INI}[store]\nurl = influxdb://root:secret@127.0.0.1:9\n`, "url: 'influxdb:…' needs the part 'influxdb'"],
  [`${INI}[store]\nurl = postgresql://127.0.0.1/rows\n`, "url: 'postgresql:…' needs the part 'postgres'"],
  [`${INI}[store]\nurl = parquet:s3://rows/all\n`, "url: 'parquet:…' needs the part 's3'"],
  [
    `${INI}[store-lab]\nurl = influxdb://127.0.0.1:9\ndatabases = lab_*\n`,
    "url: 'influxdb:…' needs the part 'influxdb'",
  ],
  [`${INI}[realm-kit]\ncompat = tasmota\n`, "\\[realm-<name>\\] compat needs the part 'kotori'"],
  [
    `${INI}[realm-kit]\n[map-a]\ntopic = a/+\naddress = kit/a/b/{1}\ndialect = airrohr\n`,
    "the dialect 'airrohr' needs the part 'kotori'",
  ],
  [`${INI}[mqtt]\nlisten = 127.0.0.1:0\n`, "\\[mqtt\\] listen needs the part 'broker'"],
  ...(["serial:/dev/ttyUSB0@9600", "slcan:/dev/ttyACM0@500k", "can:can0"] as const).map((source) => {
    const ini = INI.replace("channels =", "channels = lab-rig");
    const part = source.startsWith("can") ? "can" : "serial";
    return [`${ini}[lab-rig]\nsources = ${source}\n${CHANNEL}`, `sources: \\w+: needs the part '${part}'`] as const;
  }),
  [`${INI}[cluster]\nurl = nats://127.0.0.1:9\n`, "\\[cluster\\] needs the part 'cluster'"],
] as const;

mkdirSync(join(ROOT, "test/.work"), { recursive: true });
const copy = temporaryFolder(join(ROOT, "test/.work"));

function program(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(copy, "dist/structline.cjs"), ...args], { encoding: "utf8" });
}

test("a build without most parts takes a post and answers the row; a configuration that needs them is refused", async (t) => {
  copyTree(copy);
  const command = ["scripts/build/programs.mjs", "--without", WITHOUT.join(",")];
  const built = spawnSync(process.execPath, command, { cwd: copy, encoding: "utf8" });
  assert.equal(built.status, 0, built.stderr);
  const listed = program("start", "--parts").stdout.split("\n").filter(Boolean);
  assert.match(listed.pop() ?? "", /^left out by this build: /);
  assert.deepEqual(
    listed.map((line) => line.split(" ")[0]),
    STAYS,
  );

  const folder = temporaryFolder();
  const config = join(folder, "channels.ini");
  for (const [text, what] of ASKED) {
    writeFileSync(config, text);
    const refused = program("start", "--config", config);
    assert.equal(refused.status, 1, text);
    const place = /\.ini:\d+: /.source;
    assert.match(
      refused.stderr,
      new RegExp(`${place}${what}, which this build of structline leaves out; the build without `),
    );
    assert.equal(refused.stderr.trimEnd().split("\n").length, 1, refused.stderr);
  }

  writeFileSync(config, INI);
  assert.match(program("start", "--config", config, "--role", "view").stderr, /--role view needs a log that several/);
  assert.match(program("cluster", "init", "a").stderr, /^structline cluster: this build leaves out its part/);
  const service = spawn(process.execPath, [join(copy, "dist/structline.cjs"), "start", "--config", config], {
    env: { ...process.env, SVC_DATA: join(folder, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => service.kill("SIGKILL"));
  let said = "";
  for (const stream of [service.stdout, service.stderr]) stream.on("data", (text) => (said += String(text)));
  await until(() => /^ {2}mqtt {3}off: this build has no broker/m.test(said), "the MQTT source says that it is off");
  const url = await until(() => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0], "the service's address");
  const posted = await fetch(`${url}/api/kit/net/gw/node/data`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"t":21.5}',
  });
  assert.equal(posted.status, 200, await posted.text());
  const query = new URLSearchParams({ database: "kit_net", measurement: "gw_node_sensors" });
  const rows = await until(async () => {
    const answer = await fetch(`${url}/read/rows?${query}`);
    const found = answer.ok ? ((await answer.json()) as { rows: Record<string, unknown>[] }).rows : [];
    return found.length > 0 && found;
  }, "the stored row");
  assert.equal(JSON.stringify(rows).includes("21.5"), true, JSON.stringify(rows));
  assert.equal((await fetch(`${url}/`)).status, 200, "the page");
});

test("only parts can be left out; each has its line in the list", () => {
  assert.deepEqual(parseWithout(" sql,docs, sql "), ["docs", "sql"]);
  assert.throws(() => parseWithout("duckdb"), /there is no part 'duckdb'; known are alarms, /);
  const list = readFileSync(join(ROOT, "runtime/parts/parts.ts"), "utf8");
  const without = partNames().reduce(withoutPart, list);
  assert.match(without, /PARTS: readonly PartKind\[\] = \[\s*\];/);
});
