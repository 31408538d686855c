/** What is decided where senders may expect several things; docs/devices.md says each. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { makeToken } from "../../runtime/auth/token.ts";
import { writeUsersFile } from "../../runtime/auth/users-file.ts";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { publishPacket, pubRelPacket, rawClient } from "../support/mqtt-packets.ts";
import { until } from "../support/until.ts";

const REALMS = ["a", "b"];
const INI = `
[lab]
channels =
[realm-a]
timezone = Europe/Berlin
[realm-b]
`;

let lab: Lab;
let service: ServiceProcess;
const tokens = new Map<string, string>();

before(async () => {
  lab = new Lab({ ini: `${INI}[auth]\nusers_file = users.json\n` });
  mkdirSync(join(lab.directory, "data"), { recursive: true });
  const users = [];
  for (const name of ["ann", "bob"]) {
    const { text, entry } = await makeToken(new Date());
    tokens.set(name, text);
    users.push({ name, read: REALMS, write: REALMS, admin: false, tokens: [entry] });
  }
  writeUsersFile(join(lab.directory, "users.json"), users);
  service = await lab.start();
});

after(() => lab.remove());

async function post(path: string, body: string, { user = "ann", key = "" } = {}): Promise<string> {
  const headers = {
    "Content-Type": path.endsWith(".csv") ? "text/csv" : "application/json",
    Authorization: `Bearer ${tokens.get(user)}`,
    ...(key !== "" && { "Idempotency-Key": key }),
  };
  const answer = await fetch(`${service.url}/api/${path}`, { method: "POST", headers, body });
  return `${answer.status} ${await answer.text()}`;
}

/** The stored rows as the answer's text has them. */
async function rows(database: string, measurement: string): Promise<string> {
  await service.settledAs(tokens.get("ann"));
  const query = new URLSearchParams({ database, measurement, limit: "1000" });
  const headers = { Authorization: `Bearer ${tokens.get("ann")}` };
  return (await fetch(`${service.url}/read/rows?${query}`, { headers })).text();
}

const count = (text: string) => (JSON.parse(text) as { rows: unknown[] }).rows.length;

test("one Idempotency-Key with two bodies: two messages", async () => {
  assert.match(await post("b/n/g/two/data", '{"v":1}', { key: "k" }), /^200/);
  assert.match(await post("b/n/g/two/data", '{"v":2}', { key: "k" }), /^200/);
  assert.match(await post("b/n/g/two/data", '{"v":2}', { key: "k" }), /^200/);
  assert.equal(count(await rows("b_n", "g_two_sensors")), 2);
});

test("one Idempotency-Key of two users: two messages", async () => {
  for (const user of ["ann", "bob", "ann", "bob"])
    assert.match(await post("b/n/g/users/data", '{"on":true}', { key: "1", user }), /^200/);
  assert.equal(count(await rows("b_n", "g_users_sensors")), 2);
});

test("integers beyond 2^53 keep their digits as text and in line protocol; as numbers of JSON they are floats [D22]", async () => {
  assert.match(await post("b/n/g/long/data", '{"number":9007199254740993,"text":"9007199254740993"}'), /^200/);
  const headers = { Authorization: `Bearer ${tokens.get("ann")}` };
  const lines = "long v=9007199254740993i,least=-9223372036854775808i";
  const written = await fetch(`${service.url}/write?db=b_n`, { method: "POST", headers, body: lines });
  assert.equal(written.status, 204);
  assert.match(await rows("b_n", "g_long_sensors"), /"number":9.007199254740992e\+15,"text":"9007199254740993"/);
  assert.match(
    await rows("b_n", "long"),
    /"least":-9223372036854775808,"v":9007199254740993|"v":9007199254740993,"least":-9223372036854775808/,
  );
});

test("a doubled hour: a local time that occurs twice is the first one; what it replaces is said", async () => {
  const at = (time: string, v: number) => post("a/n/g/autumn/data", `{"time":"2025-10-26 ${time}","v":${v}}`);
  assert.match(await at("02:30:00", 1), /^200/);
  await rows("a_n", "g_autumn_sensors");
  await at("02:30:00", 2);
  await at("02:30:00+01:00", 3);
  const text = await rows("a_n", "g_autumn_sensors");
  const found = (JSON.parse(text) as { rows: { time: string; v: number }[] }).rows;
  assert.deepEqual(
    found.map(({ time, v }) => [time.slice(0, 19), v]),
    [
      ["2025-10-26T00:30:00", 2],
      ["2025-10-26T01:30:00", 3],
    ],
  );
});

test("QoS 2 ends with the process: a released publication is one row; a repeated one a second row, unless it has a time", async () => {
  const open = new Lab({ ini: "[lab]\nchannels =\n" });
  try {
    let running = await open.start();
    const at = { topic: "a/n/g/two/data.json", qos: 2 } as const;
    const before = await rawClient(running.mqttPort, "board", 0);
    before.socket.write(publishPacket({ ...at, payload: '{"v":1}', id: 7 }));
    const timed = '{"v":2,"time":"2026-01-01T00:00:00Z"}';
    before.socket.write(publishPacket({ ...at, payload: timed, id: 8 }));
    before.socket.write(publishPacket({ ...at, payload: '{"v":3}', id: 9 }));
    await until(() => before.received.filter((packet) => packet.startsWith("pubrec")).length === 3);
    await running.kill();
    running = await open.start();
    const again = await rawClient(running.mqttPort, "board", 0);
    again.socket.write(pubRelPacket(7));
    again.socket.write(publishPacket({ ...at, payload: timed, id: 8, dup: true }));
    again.socket.write(publishPacket({ ...at, payload: '{"v":3}', id: 9, dup: true }));
    await until(() => ["pubcomp 7", "pubrec 8", "pubrec 9"].every((packet) => again.received.includes(packet)));
    for (const id of [8, 9]) again.socket.write(pubRelPacket(id));
    await until(() => ["pubcomp 8", "pubcomp 9"].every((packet) => again.received.includes(packet)));
    again.socket.destroy();
    await running.settled();
    const { rows: found } = await running.json<{ rows: { v: number }[] }>(
      "/read/rows?database=a_n&measurement=g_two_sensors&limit=10",
    );
    assert.deepEqual(found.map(({ v }) => v).sort(), [1, 2, 3, 3]);
  } finally {
    await open.remove();
  }
});
