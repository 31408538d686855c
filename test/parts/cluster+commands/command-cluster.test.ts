/** Commands in a cluster: ordered at one node, for a board that another node hears. [D52] */

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { connectAsync } from "mqtt";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import type { ClusterReport } from "../../../runtime/model/cluster-report.ts";
import type { CommandEntry, Overview } from "../../../runtime/model/command.ts";
import { Board, CHANNEL, commandedLab, HEADER, order } from "../../support/commanded-lab.ts";
import type { Lab, ServiceProcess } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const skip = requires("nats-server");

interface Node {
  readonly lab: Lab;
  service: ServiceProcess;
  /** In the cluster's subjects. */
  readonly id: string;
}

let server: NatsServer;
let nats: NatsConnection;
/** Tokens. */
let ida: string;
let eva: string;
const users: UserEntry[] = [];
/** Stores, and has no board. */
let near: Node;
/** Hears the board. */
let far: Node;
let board: Board;

async function userWithToken(name: string): Promise<string> {
  const { text, entry } = await makeToken(new Date());
  users.push({ name, read: ["*"], write: ["*"], admin: true, command: ["lab/rig"], tokens: [entry] });
  return text;
}

/** The identity of a node, once the asked one has heard that it serves. */
async function idOf(asked: ServiceProcess, { url }: ServiceProcess): Promise<string> {
  let id = "";
  await until(async () => {
    const response = await fetch(`${asked.url}/health?scope=cluster`, as());
    const report = (await response.json()) as Partial<ClusterReport>;
    id = report.nodes?.find((one) => one.url.startsWith(url))?.node ?? "";
    return id !== "";
  });
  return id;
}

async function node(role: "all" | "ingest"): Promise<Node> {
  const cluster = `[cluster]\nurl = ${server.url}\nname = lab\nrole = ${role}\npartitions = 2\nmax_size = 64M\n`;
  // A busy machine is no reason for a timeout.
  const lab = commandedLab(
    `${CHANNEL}[auth]\nusers_file = users.json\n\n${cluster}`,
    HEADER.replace("timeout=1500ms", "timeout=2min"),
  );
  writeUsersFile(join(lab.directory, "users.json"), users);
  const service = await lab.start();
  const id = await idOf(service, service);
  return { lab, service, id };
}

const as = (token = ida) => ({ headers: { Authorization: `Bearer ${token}` } });

async function json<T>({ service }: Node, path: string): Promise<T> {
  const response = await fetch(`${service.url}${path}`, as());
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text}`);
  return JSON.parse(text) as T;
}

const SET = { command: "set_point", fields: { target: 21.5 } };
const HOLD = { command: "hold" };
const ordered = ({ service }: Node, body: object, { key, token }: { key?: string; token?: string } = {}) =>
  order(service, body, { headers: { ...as(token).headers, ...(key !== undefined && { "Idempotency-Key": key }) } });

async function ends(where: Node, id: number): Promise<string> {
  let entry: CommandEntry | undefined;
  await until(async () => {
    entry = await json<CommandEntry>(where, `/commands/${id}`);
    return entry.ended !== undefined;
  });
  return `${entry?.state}: ${entry?.reason ?? ""}`;
}

const count = () => board.received.length;
const assertReaches = (more: number) => until(async () => count() === more);

/** Waits until that node knows the others: before, it answers for none of them. */
async function knowsAll(where: Node): Promise<void> {
  await until(async () => (await json<{ missing?: unknown }>(where, "/commands")).missing === undefined);
}

/** Waits until that node itself has received something from the board. */
async function hears(where: Node): Promise<void> {
  board.port = where.service.udpPort("rig");
  const seen = async () => {
    const answer = await nats.request(`structline.lab.commands.${where.id}`, '{"kind":"overview","place":"lab/rig"}');
    const { peers = [] } = answer.json<{ value: Overview }>().value.places[0] ?? {};
    return peers.find(({ to }) => to === board.to)?.seen ?? "";
  };
  const before = await seen();
  await until(async () => {
    board.state(0);
    return (await seen()) > before;
  });
}

before(async () => {
  if (skip) return;
  server = await startNats();
  nats = await connect({ servers: server.url });
  ida = await userWithToken("ida");
  eva = await userWithToken("eva");
  near = await node("all");
  far = await node("ingest");
  await idOf(near.service, far.service);
  await knowsAll(near);
  await knowsAll(far);
  board = await Board.open(far.service.udpPort("rig"));
});

after(async () => {
  board?.close();
  await far?.lab.remove();
  await near?.lab.remove();
  await nats?.close();
  await server?.stop();
});

test("an order at any node reaches the board, whose answer ends it; all nodes show it, and it is stored once", {
  skip,
}, async () => {
  await hears(far);
  const { status, text, body } = await ordered(near, { ...SET, wait: true });
  assert.equal(status, 200, text);
  assert.deepEqual([body.state, body.by, body.to], ["acknowledged", "ida", board.to]);
  assert.deepEqual(board.received, [body.hex]);
  for (const one of [near, far]) {
    assert.deepEqual(await json(one, `/commands/${body.id}`), body);
    const { history, missing } = await json<{ history: unknown[]; missing?: unknown }>(one, "/commands");
    assert.deepEqual([history, missing], [[body], undefined]);
  }
  let states: string[] = [];
  await until(async () => {
    const path = "/read/rows?database=lab_rig_telemetry&measurement=network_events&limit=100";
    const answer = await fetch(`${near.service.url}${path}`, as());
    if (!answer.ok) return false;
    const { rows } = (await answer.json()) as { rows: { command_state: string; time: string }[] };
    states = rows.map(({ command_state }) => command_state);
    return states.includes("acknowledged");
  });
  assert.deepEqual(states.sort(), ["acknowledged", "queued", "sent"]);
});

test("a device that no node hears is refused; operators at two nodes order at once, and each order is sent once", {
  skip: onlyLong || skip,
}, async () => {
  const { status, text } = await ordered(near, { ...SET, to: "10.0.0.7" });
  assert.deepEqual(
    [status, text],
    [409, `There is no way to '10.0.0.7' since the service runs: known are ${board.to}`],
  );
  const before = count();
  const nodes = [near, far, near, far, near, far];
  const all = await Promise.all(nodes.map((one) => ordered(one, { ...SET, wait: true })));
  assert.deepEqual(
    all.map(({ body }) => body.state),
    nodes.map(() => "acknowledged"),
  );
  assert.equal(new Set(all.map(({ body }) => body.id)).size, nodes.length);
  assert.deepEqual(board.received.slice(before).sort(), all.map(({ body }) => body.hex).sort());
});

test("an order over one node's MQTT broker reaches another node's board", {
  skip: onlyLong || skip,
}, async () => {
  const before = count();
  const client = await connectAsync(`mqtt://127.0.0.1:${near.service.mqttPort}`, { username: "ida", password: ida });
  await client.publishAsync("lab/rig/command.json", JSON.stringify(SET), { qos: 1 });
  await assertReaches(before + 1);
  await client.endAsync();
});

test("a key's order stays at its node, wherever it is repeated and wherever its board went", { skip }, async () => {
  const before = count();
  const first = await ordered(near, { ...SET, wait: true }, { key: "k1" });
  assert.equal(first.status, 200, first.text);
  await hears(near);
  for (const one of [near, far, far, near]) {
    const { text, body } = await ordered(one, SET, { key: "k1" });
    assert.equal(body?.id, first.body.id, text);
  }
  const other = await ordered(far, { command: "reset", fields: { what: 1 }, confirm: true }, { key: "k1" });
  assert.deepEqual([other.status, other.text], [409, "Another command was ordered with this key"]);
  assert.equal(count(), before + 1);
  // The node that heard the board last has the way to it.
  const moved = await ordered(far, { ...SET, wait: true });
  assert.equal(moved.body.state, "acknowledged");
  await hears(far);
});

test("an order that is recorded on the servers cannot be given again, nor with another credential", {
  skip: onlyLong || skip,
}, async () => {
  const asked: Uint8Array[] = [];
  const subject = `structline.lab.commands.${far.id}`;
  nats.subscribe(subject, { callback: (_, { data }) => void asked.push(Uint8Array.from(data)) });
  await nats.flush();
  const { body } = await ordered(near, { ...SET, wait: true });
  assert.equal(body.state, "acknowledged");
  await nats.flush();
  const recorded = asked.find((data) => Buffer.from(data).includes('"order"'))!;
  const before = count();
  const again = await nats.request(subject, recorded);
  assert.deepEqual(again.json(), {
    refused: { status: 503, message: "The order came too late, or twice: nothing was sent" },
  });
  const ticket = (await nats.request(subject, '{"kind":"ticket"}')).json<{ value: string }>().value;
  const forged = {
    ...JSON.parse(Buffer.from(recorded).toString()),
    ticket,
    by: { user: "ida", generation: "guessed" },
  };
  const answer = await nats.request(subject, JSON.stringify(forged));
  assert.deepEqual(answer.json(), {
    refused: { status: 403, message: "This takes the permission to command 'lab/rig:set_point'" },
  });
  assert.equal(count(), before);
});

test("a right that is revoked at one node ends what waits at another", { skip }, async () => {
  const before = count();
  const hold = await ordered(near, HOLD, { token: eva });
  await assertReaches(before + 1);
  const late = await ordered(near, SET, { token: eva });
  const withdrawn = await ordered(near, SET);
  assert.deepEqual([hold.status, late.status, withdrawn.status], [200, 200, 200]);
  const gone = await fetch(`${near.service.url}/commands/${withdrawn.body.id}`, { method: "DELETE", ...as() });
  assert.equal(((await gone.json()) as CommandEntry).reason, "withdrawn by ida");
  writeUsersFile(join(near.lab.directory, "users.json"), users.slice(0, 1));
  await until(async () => (await ordered(far, SET, { token: eva })).status === 401);
  board.acknowledge(Number.parseInt(hold.body.hex.slice(4, 6), 16));
  assert.equal(await ends(near, hold.body.id), "acknowledged: ");
  assert.equal(await ends(near, late.body.id), "refused: eva has lost the permission meanwhile");
  assert.equal(count(), before + 1);
});

test("after kill -9 of the board's node, and of the one that took the order, nothing is sent twice", {
  skip: onlyLong || skip,
}, async () => {
  // A board that only one node has ever heard.
  board.close();
  board = await Board.open(0);
  await hears(far);
  const before = count();
  const toBoard = { ...HOLD, to: board.to };
  const hold = await ordered(near, toBoard, { key: "k2" });
  assert.equal(hold.status, 200, hold.text);
  await assertReaches(before + 1);
  // The board may have it before the node has written down that it was sent; then its fate stays unknown.
  await until(async () => (await json<CommandEntry>(near, `/commands/${hold.body.id}`)).sent !== undefined);
  const url = far.service.url;
  await far.service.kill();
  const keyed = await ordered(near, toBoard, { key: "k2" });
  assert.equal(keyed.status, 503);
  assert.match(
    keyed.text,
    new RegExp(`^lab/rig is commanded by the node ${url}.*, which does not answer: nothing was sent$`),
  );
  const silent = `; of the nodes, ${url}.* did not answer$`;
  const plain = await ordered(near, { ...SET, to: board.to });
  assert.equal(plain.status, 409);
  assert.match(plain.text, new RegExp(`^There is no way to '${board.to}' since the service runs: .*${silent}`));
  // The board of the other tests, which this node has heard, might be the wrong one.
  const any = await ordered(near, SET);
  assert.equal(any.status, 409);
  assert.match(any.text, new RegExp(`^Say to whom: .* may not be the only one${silent}`));
  const { missing } = await json<{ missing: string[] }>(near, "/commands");
  assert.equal(missing.length, 1);
  far.service = await far.lab.start();
  await near.service.kill();
  near.service = await near.lab.start();
  // The other node has the command, so 404 would be wrong.
  await until(async () => {
    const { status } = await fetch(`${near.service.url}/commands/${hold.body.id}`, as());
    assert.ok(status === 200 || status === 503, String(status));
    return status === 200;
  });
  let again = await ordered(near, toBoard, { key: "k2" });
  // Until the nodes have found each other again.
  await until(async () => {
    again = await ordered(near, toBoard, { key: "k2" });
    return again.status === 200;
  });
  assert.equal(again.body.id, hold.body.id);
  assert.equal(count(), before + 1);
  board.port = far.service.udpPort("rig");
  board.acknowledge(Number.parseInt(hold.body.hex.slice(4, 6), 16));
  // Until the acknowledgement is there, the restarted node does not know what became of the command.
  await until(async () => (await ends(near, hold.body.id)) === "acknowledged: ");
});
