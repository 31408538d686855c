/** The description of the HTTP API before linters and generators of clients that others wrote. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isInstalled, OPENAPI_FOLDER, OPENAPI_PYTHON_FOLDER } from "../../scripts/test/peers.mjs";
import { Lab, ROOT, type ServiceProcess } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NPM = { skip: isInstalled(OPENAPI_FOLDER) ? false : "needs packages of npm (npm run peers)" };
const PYTHON = { skip: isInstalled(OPENAPI_PYTHON_FOLDER) ? false : "needs packages of PyPI (npm run peers)" };
const PYTHON_PROGRAMS = join(OPENAPI_PYTHON_FOLDER, "venv/bin");
const PLACE = "database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors";

const folder = temporaryFolder();
const file = join(folder, "openapi.json");
let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: "[lab]\nchannels =\n\n[realm-mqttkit-1]\n" });
  lab.generate();
  service = await lab.start();
  const posted = await fetch(`${service.url}/api/mqttkit-1/testdrive/area-42/node-1/data`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"temperature": 21.5, "site": "north"}',
  });
  assert.equal(posted.status, 200);
  await service.settled();
  assert.equal((await fetch(`${service.url}/read/rows?${PLACE}`)).status, 200);
  writeFileSync(file, JSON.stringify(await service.json("/api/openapi.json")));
});

after(() => lab.remove());

/** @returns what it wrote to standard output */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
    env: { ...process.env, ...env },
  });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

test("openapi-spec-validator finds it valid", PYTHON, () => {
  assert.match(run(join(PYTHON_PROGRAMS, "openapi-spec-validator"), [file]), /: OK$/m);
});

test("redocly finds it valid, without a warning", NPM, () => {
  const program = join(OPENAPI_FOLDER, "node_modules/@redocly/cli/bin/cli.js");
  const output = run(process.execPath, [program, "lint", "--format=json", file], { REDOCLY_TELEMETRY: "off" });
  const { problems } = JSON.parse(output) as { problems: readonly { message: string }[] };
  assert.deepEqual(
    problems.map(({ message }) => message),
    [],
  );
});

const CLIENT = `import type { paths } from "./api.d.ts";

type Operation = paths["/read/rows"]["get"];
type Answer = Operation["responses"]["200"]["content"]["application/json"];
type Problem = Operation["responses"]["400"]["content"]["application/problem+json"];

const [base = ""] = process.argv.slice(2);
const asked: Operation["parameters"]["query"] = {
  database: "mqttkit_1_testdrive",
  measurement: "area_42_node_1_sensors",
  limit: 10,
};
const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
const answer = (await (await fetch(base + "/read/rows?" + query)).json()) as Answer;
const refused = await fetch(base + "/read/rows", { headers: { Accept: "application/json" } });
const { status, detail } = (await refused.json()) as Problem;
const times: string[] = answer.rows.map(({ time }) => time);
console.log(JSON.stringify({ temperature: answer.rows[0]?.["temperature"], times: times.length, more: answer.more, status, detail }));
`;

test("a client by openapi-typescript compiles and reads rows", NPM, () => {
  const bin = (path: string) => join(OPENAPI_FOLDER, "node_modules", path);
  run(process.execPath, [bin("openapi-typescript/bin/cli.js"), file, "-o", join(folder, "api.d.ts")]);
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  writeFileSync(join(folder, "client.ts"), CLIENT);
  const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--allowImportingTsExtensions"];
  const more = ["--rewriteRelativeImportExtensions", "--lib", "es2022,dom", "--types", "node"];
  const roots = ["--typeRoots", join(ROOT, "node_modules/@types"), "--skipLibCheck"];
  run(process.execPath, [bin("typescript/bin/tsc"), ...options, ...more, ...roots, "client.ts"]);
  const read = JSON.parse(run(process.execPath, ["client.js", service.url]));
  const detail = "Parameter 'database' is missing";
  assert.deepEqual(read, { temperature: 21.5, times: 1, more: false, status: 400, detail });
});

const PYTHON_CLIENT = `import sys
from client import Client
from client.api.read import get_read_rows, get_read_series, get_read_measurements

client = Client(base_url=sys.argv[1])
place = {"database": "mqttkit_1_testdrive", "measurement": "area_42_node_1_sensors"}
rows = get_read_rows.sync(client=client, **place)
series = get_read_series.sync(client=client, column=["temperature"], **place)
listed = get_read_measurements.sync(client=client)
print(rows.rows[0].additional_properties["temperature"], rows.rows[0].additional_properties["site"], rows.more)
print(series.columns, series.values, len(series.times))
print([one.measurement for one in listed.measurements])
refused = get_read_rows.sync_detailed(client=client, database="nosuch", measurement="nosuch")
print(int(refused.status_code))
`;

test("a client by openapi-python-client reads rows", PYTHON, () => {
  mkdirSync(join(folder, "python"));
  const env = { PATH: `${PYTHON_PROGRAMS}:${process.env["PATH"]}` };
  const out = ["--meta", "none", "--output-path", join(folder, "python/client")];
  run(join(PYTHON_PROGRAMS, "openapi-python-client"), ["generate", "--path", file, ...out], env);
  writeFileSync(join(folder, "python/read.py"), PYTHON_CLIENT);
  const output = run(join(PYTHON_PROGRAMS, "python"), [join(folder, "python/read.py"), service.url]);
  assert.deepEqual(output.trim().split("\n"), [
    "21.5 north False",
    "['temperature'] [[21.5]] 1",
    "['area_42_node_1_sensors']",
    "404",
  ]);
});
