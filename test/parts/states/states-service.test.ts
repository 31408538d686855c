/** `/read/state` of a service: who may read what, what a restart keeps, and what was refused. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import type { StatesAnswer } from "../../../runtime/model/device-state.ts";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { until } from "../../support/until.ts";

const INI = `
[lab]
channels =
[realm-barn]
[realm-yard]
[auth]
users_file = users.json
`;
const DEVICE = "barn/north/gate-1/node.7";
const PLACE = "barn_north gate_1_node_7_sensors";

let lab: Lab;
let service: ServiceProcess;
let users: UserEntry[] = [];
const tokens = new Map<string, string>();

before(async () => {
  lab = new Lab({ ini: INI, headers: {} });
  for (const [name, read] of Object.entries({ both: ["barn", "yard"], barn: ["barn"], yard: ["yard"] })) {
    const { text, entry } = await makeToken(new Date());
    tokens.set(name, text);
    users.push({ name, read, write: name === "both" ? read : [], admin: false, tokens: [entry] } as UserEntry);
  }
  writeUsersFile(join(lab.directory, "users.json"), users);
  service = await lab.start();
  await post("barn/north/gate-1/node.7", '{"temperature": 21.5}');
  await post("yard/south/gate-2/node-8", '{"temperature": 4}');
});

after(() => lab?.remove());

function as(name: string): { readonly headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${tokens.get(name)}`, "Content-Type": "application/json" } };
}

async function post(address: string, body: string): Promise<number> {
  const url = `${service.url}/api/${address}/data`;
  return (await fetch(url, { method: "POST", body, ...as("both") })).status;
}

async function ask(name: string, query = ""): Promise<StatesAnswer> {
  return (await (await fetch(`${service.url}/read/state${query}`, as(name))).json()) as StatesAnswer;
}

/** `database measurement` → its row. */
function rowsOf({ devices }: StatesAnswer) {
  return new Map(
    Object.entries(devices).flatMap(([database, rows]) => rows.map((row) => [`${database} ${row[0]}`, row] as const)),
  );
}

async function untilState(key: `${string} ${string}`, state: string): Promise<StatesAnswer> {
  return until(async () => {
    const answer = await ask("both");
    return rowsOf(answer).get(key)?.[1] === state && answer;
  }, `${key} is ${state}`);
}

function reloaded(entries: readonly UserEntry[]): void {
  users = [...entries];
  writeUsersFile(join(lab.directory, "users.json"), users);
  service.signal("SIGHUP");
}

/** The events of a stream so far; `ended` resolves when it is cut off. */
function streaming(name: string) {
  const got = { text: "", status: 0, ended: Promise.resolve() };
  const leaving = new AbortController();
  got.ended = (async () => {
    const answer = await fetch(`${service.url}/read/state?as=events`, { ...as(name), signal: leaving.signal });
    got.status = answer.status;
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) got.text += part;
  })().catch(() => {});
  return { got, leave: () => leaving.abort() };
}

test("a reader sees the devices of its realms, in an answer and in a stream; without a token, nothing", async () => {
  await untilState(PLACE, "fine");
  assert.deepEqual([...rowsOf(await ask("barn")).keys()], [PLACE]);
  assert.deepEqual([...rowsOf(await ask("yard")).keys()], ["yard_south gate_2_node_8_sensors"]);
  for (const query of ["", "?as=events"]) assert.equal((await fetch(`${service.url}/read/state${query}`)).status, 401);
  const stream = streaming("yard");
  await until(() => stream.got.text.includes("gate_2_node_8_sensors"));
  assert.doesNotMatch(stream.got.text, /barn|gate_1/);
  stream.leave();
  await stream.got.ended;
});

test("a device whose newest message was refused says so with the reason, and is fine with the next good one", async () => {
  assert.equal(await post(DEVICE, '{"temperature": '), 400);
  assert.equal(await post("barn/north/gate-1/stranger", "nonsense"), 400);
  const { change } = await ask("both");
  const answer = await untilState(PLACE, "refused");
  const [address, count, , code] = answer.refused!.find(([one]) => one === DEVICE)!;
  assert.deepEqual([address, count, code], [DEVICE, 1, "bad-json"]);
  // The value that was accepted before stays.
  assert.deepEqual(rowsOf(answer).get(PLACE)?.slice(2, 4), ["temperature", 21.5]);
  const stranger = rowsOf(answer).get("barn_north gate_1_stranger_sensors");
  assert.deepEqual([stranger?.[1], stranger?.[6]], ["refused", "barn/north/gate-1/stranger"]);
  // Others neither see it nor that there is something.
  const other = await ask("yard");
  assert.deepEqual([other.refused, [...rowsOf(other).keys()].filter((key) => key.startsWith("barn"))], [undefined, []]);
  assert.equal(await post(DEVICE, '{"temperature": 22}'), 200);
  await untilState(PLACE, "fine");
  const next = await ask("both", `?since=${change}`);
  assert.equal(next.all, false);
});

test("what a user may read is decided anew for each event of a stream, and a revoked token ends it", async () => {
  const stream = streaming("barn");
  await until(() => stream.got.text.includes("gate_1_node_7_sensors"));
  reloaded(users.map((user) => (user.name === "barn" ? { ...user, read: ["yard"] } : user)));
  await until(async () => rowsOf(await ask("barn")).has("yard_south gate_2_node_8_sensors"));
  const before = stream.got.text.length;
  await post(DEVICE, '{"temperature": 23}');
  await post("yard/south/gate-2/node-8", '{"temperature": 5}');
  await until(() => stream.got.text.slice(before).includes("gate_2_node_8_sensors"));
  assert.doesNotMatch(stream.got.text.slice(before), /gate_1_node_7/);
  reloaded(users.filter(({ name }) => name !== "barn"));
  await stream.got.ended;
  assert.equal((await fetch(`${service.url}/read/state`, as("barn"))).status, 401);
});

test("rights that grow give all devices of a realm, also those that have not changed", async () => {
  const { change } = await ask("yard");
  reloaded(users.map((user) => (user.name === "yard" ? { ...user, read: ["yard", "barn"] } : user)));
  const answer = await until(async () => {
    const found = await ask("yard", `?since=${change}`);
    return rowsOf(found).has(PLACE) && found;
  }, "the barn's devices");
  assert.equal(answer.all, true);
});

test("after a restart, a silent device has its address, and an old change number gives all", async () => {
  const { change } = await ask("both");
  await service.settledAs(tokens.get("both"));
  await service.stop();
  service = await lab.start();
  const answer = await until(async () => {
    const found = await ask("both", `?since=${change}`);
    return found.complete && found;
  }, "complete");
  assert.equal(answer.all, true);
  assert.equal(rowsOf(answer).get(PLACE)?.[6], DEVICE);
  assert.equal(rowsOf(answer).get(PLACE)?.[3], 23);
});
