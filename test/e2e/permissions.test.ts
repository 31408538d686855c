/** Every route, asked by every kind of user, against the permission that its row declares. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Described, Paths } from "../../runtime/api/openapi.ts";
import { makeToken } from "../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../runtime/auth/users-file.ts";
import type { Parameter } from "../../runtime/http/parameters.ts";
import { HEADER } from "../support/commanded-lab.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { until } from "../support/until.ts";

const REALMS = ["mqttkit-1", "lab", "telegraf"];
const USERS = {
  reader: { read: REALMS },
  writer: { read: REALMS, write: REALMS },
  /** Reads and writes all of another realm. */
  stranger: { read: ["other"], write: ["other"] },
  commander: { read: REALMS, command: ["lab", "mqttkit-1"] },
  everything: { read: ["*"], write: ["*"] },
  administrator: { admin: true },
  revoked: { admin: true, read: ["*"], write: ["*"] },
} as const;
type Name = keyof typeof USERS | "nobody";
const NAMES = ["nobody", ...Object.keys(USERS)] as Name[];
type Kind = Described["x-permission"];

/** Who must not be refused. */
const PERMITTED: Readonly<Record<Kind, readonly Name[]>> = {
  open: NAMES.filter((name) => name !== "revoked"),
  users: ["reader", "writer", "stranger", "commander", "everything", "administrator"],
  owners: ["reader", "writer", "stranger", "commander", "everything", "administrator"],
  readers: ["reader", "writer", "commander", "everything", "administrator"],
  writers: ["writer", "everything", "administrator"],
  "writers-of-all": ["everything", "administrator"],
  commanders: ["commander"],
  administrators: ["administrator"],
};

/** Only in the data. */
const SECRETS = ["area_42_node_1", "area-42/node-1", "01_status", "lab_rig", '"rig"', "42.84", "h2m"];

const INI = `
[lab]
channels = lab-rig, lab-h2m
[lab-rig]
udp_port = 0
wamp_topic = lab.rig.telemetry
include_path = headers
header_files = rig.h
[lab-h2m]
udp_port = 0
wamp_topic = lab.h2m.telemetry
include_path = headers
header_files = h2m.h
[realm-mqttkit-1]
binary = rig
[realm-telegraf]
[realm-other]
[http]
listen = 127.0.0.1:0
[auth]
users_file = users.json
`;
const H2M = `#pragma pack(1)
struct struct_capacity { uint8_t length; uint8_t ID; uint16_t a; uint8_t b; } capacity = {5, 2};
`;

let lab: Lab;
let service: ServiceProcess;
let addresses = 0;
const tokens = new Map<Name, string>();

function as(name: Name): Record<string, string> {
  const token = tokens.get(name);
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

before(async () => {
  lab = new Lab({ ini: INI, headers: { "rig.h": HEADER, "h2m.h": H2M } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  const users: UserEntry[] = [];
  for (const [name, rights] of Object.entries(USERS)) {
    const { text, entry } = await makeToken(new Date());
    tokens.set(name as Name, text);
    users.push({ name, read: [], write: [], admin: false, tokens: [entry], ...structuredClone(rights) } as UserEntry);
  }
  const file = join(lab.directory, "users.json");
  writeUsersFile(file, users);
  mkdirSync(join(lab.directory, "data/journal"), { recursive: true });
  const alarm = { id: 1, database: "lab_rig_telemetry", measurement: "01_status", column: "state", level: "alarm" };
  const entry = { ...alarm, time: "2026-03-01T12:00:00Z", value: 9, message: "state is 9, above 8" };
  writeFileSync(
    join(lab.directory, "data/journal/alarms.json"),
    JSON.stringify({ next: 2, entries: [entry], muted: [] }),
  );
  service = await lab.start();
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([3, 1, 2]), Buffer.from([9, 99])]);
  const body = JSON.stringify({ temperature: 42.84 });
  const headers = { ...as("writer"), "Content-Type": "application/json" };
  const posted = { method: "POST", headers, body };
  assert.equal((await fetch(`${service.url}/api/mqttkit-1/testdrive/area-42/node-1/data`, posted)).status, 200);
  await until(async () => {
    const listed = await (await fetch(`${service.url}/read/measurements`, { headers: as("reader") })).text();
    return /"area_42_node_1_sensors"/.test(listed) && /"01_status".*"stored":true/.test(listed);
  });
  await until(async () => /unknown-id/.test(await (await ask({ url: "/rejects" }, "administrator")).text()));
  writeUsersFile(
    file,
    users.filter(({ name }) => name !== "revoked"),
  );
  service.signal("SIGHUP");
  await until(async () => (await ask({ url: "/metrics" }, "revoked")).status === 401);
});

after(() => lab?.remove());

interface Call {
  readonly url: string;
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
}

function ask({ url, method = "GET", body, type }: Call, name: Name): Promise<Response> {
  // From an address of its own, so that wrong credentials do not slow down the next request.
  const address = { "X-Forwarded-For": `198.51.100.${addresses++ % 250}` };
  const headers = { ...address, ...as(name), ...(type !== undefined && { "Content-Type": type }) };
  return fetch(`${service.url}${url}`, { method, headers, ...(body !== undefined && { body }) });
}

/** The request of a route's own examples. */
function callOf(path: string, method: string, { parameters = [], requestBody }: Described): Call {
  const texts = ({ example }: Parameter) => (Array.isArray(example) ? example : [example]).map(String);
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((url, one) => url.replace(`{${one.name}}`, texts(one)[0]!), path);
  const query = parameters
    .filter((one) => one.in === "query" && one.required)
    .flatMap((one) => texts(one).map((text): [string, string] => [one.name, text]));
  const [[type, { example }] = [undefined, {}]] = Object.entries(requestBody?.content ?? {});
  const body = typeof example === "string" || example === undefined ? example : JSON.stringify(example);
  const url = `${filled}${query.length === 0 ? "" : `?${new URLSearchParams(query)}`}`.replaceAll(
    "01_mount",
    "01_status",
  );
  return { url, method: method.toUpperCase(), ...(body !== undefined && { body, type: type! }) };
}

/** Requests that delete something come last. */
const ORDER = ["get", "put", "post", "delete"];

test("every route is permitted to whom its row permits it, and to nobody else", async () => {
  const { paths } = (await (await ask({ url: "/api/openapi.json" }, "reader")).json()) as { readonly paths: Paths };
  const routes = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, described]) => ({ path, method, described })))
    .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  assert.ok(routes.length > 50, `${routes.length} routes`);
  const shown: string[] = [];
  const wrong: string[] = [];
  for (const { path, method, described } of routes) {
    const kind = described["x-permission"];
    const call = callOf(path, method, described);
    // The greatest permission last: it changes what the others ask for.
    for (const name of NAMES) {
      const response = await ask(call, name);
      const answer = await response.text();
      const problem = problemOf(kind, name, call, { status: response.status, answer });
      if (problem !== undefined)
        wrong.push(
          `${method} ${call.url} as ${name}: ${problem} (${kind}): ${response.status} ${answer.slice(0, 200)}`,
        );
      if (kind === "readers" && name === "reader" && secretsIn(call, answer).length > 0) shown.push(path);
    }
  }
  assert.deepEqual(wrong, []);
  // Otherwise nothing was hidden from the stranger.
  for (const path of ["/read/measurements", "/read/rows", "/read/errors", "/alarms", "/query", "/metrics/values"])
    assert.ok(shown.includes(path), `${path} shows a reader nothing: ${shown}`);
});

interface Answered {
  readonly status: number;
  readonly answer: string;
}

function problemOf(kind: Kind, name: Name, call: Call, { status, answer }: Answered): string | undefined {
  if (status >= 500 && status !== 501) return "fails";
  const isKnown = name !== "revoked" && name !== "nobody";
  if (!isKnown || name === "stranger") {
    const secrets = kind === "users" ? [] : secretsIn(call, answer);
    if (secrets.length > 0) return `shows ${secrets}`;
  }
  return refusalProblem(kind, name, status);
}

function refusalProblem(kind: Kind, name: Name, status: number): string | undefined {
  // Also where no credentials are needed: wrong ones are refused.
  if (name === "revoked" || (name === "nobody" && kind !== "open"))
    return status === 401 ? undefined : "is answered without valid credentials";
  const isRefused = status === 401 || status === 403;
  if (PERMITTED[kind].includes(name)) return isRefused ? "is refused" : undefined;
  // For a stranger, what they may not read does not exist.
  return kind === "readers" || isRefused || status === 404 ? undefined : "is permitted";
}

/** Those that the request itself does not name. */
function secretsIn({ url, body = "" }: Call, answer: string): string[] {
  const asked = (decodeURIComponent(url) + body).replaceAll(/[-/]/g, "_");
  return SECRETS.filter((secret) => answer.includes(secret) && !asked.includes(secret.replaceAll(/[-/]/g, "_")));
}
