/** Commands to a board over UDP: ordered, sent, acknowledged or not, stored; and attacks on them. [D52] */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connectAsync } from "mqtt";
import { Board, commandedLab, events, heard, order } from "../../support/commanded-lab.ts";
import type { Lab, ServiceProcess } from "../../support/lab.ts";
import { until } from "../../support/until.ts";

let lab: Lab;
let service: ServiceProcess;
let board: Board;

before(async () => {
  lab = commandedLab();
  service = await lab.start();
  board = await Board.open(service.udpPort("rig"));
});

after(async () => {
  board?.close();
  await lab?.remove();
});

test("before a device has sent anything, commands to it are refused and not kept", async () => {
  const { status, text } = await order(service, { command: "set_point", fields: { target: 21.5 } });
  assert.deepEqual(
    [status, text],
    [409, "There is no way to 'lab/rig' since the service runs: nothing came from there"],
  );
});

test("a command reaches the port that the board sends from, is acknowledged, and each state is an event", async () => {
  await heard(service, board);
  const { status, body } = await order(service, { command: "set_point", fields: { target: 21.5 }, wait: true });
  assert.equal(status, 200);
  assert.equal(body.state, "acknowledged");
  assert.equal(body.hex, "051001d700");
  assert.deepEqual(board.received, ["051001d700"]);
  const stored = await events(service, 3);
  assert.deepEqual(
    stored.map(({ command_state, command_by, command_hex, title }) => [command_state, command_by, command_hex, title]),
    ["queued", "sent", "acknowledged"].map((state) => [state, "127.0.0.1", "051001d700", `set_point ${state}`]),
  );
});

test("the device refuses, or does not answer; acknowledgements with another sender or sequence number are ignored", async () => {
  board.answer = "refuse";
  const refused = await order(service, { command: "set_point", fields: { target: 20 }, wait: true });
  assert.deepEqual([refused.body.state, refused.body.reason], ["refused", "the device answered result = 7"]);
  board.answer = "nothing";
  const waiting = order(service, { command: "set_point", fields: { target: 20 }, to: board.to, wait: true });
  const stranger = await Board.open(service.udpPort("rig"));
  const { length } = board.received;
  await until(() => board.received.length !== length);
  stranger.acknowledge(Number.parseInt(board.received.at(-1)!.slice(4, 6), 16));
  board.acknowledge(200);
  const { body } = await waiting;
  stranger.close();
  board.answer = "ack";
  assert.deepEqual([body.state, body.reason], ["timed out", "no acknowledgement came"]);
  const { parts } = await service.json<{ parts: { commands: { counts: { strangeAcks: number } } } }>("/health");
  assert.equal(parts.commands.counts.strangeAcks, 2);
});

test("a command that violates the struct, its rules or its limits is refused before anything is kept", async () => {
  const told = async (body: object) => {
    const { status, text } = await order(service, { to: board.to, ...body });
    return `${status} ${text}`;
  };
  const before = (await service.json<{ history: unknown[] }>("/commands")).history.length;
  assert.equal(
    await told({ command: "setpoint" }),
    "404 'lab/rig' has no command 'setpoint' (did you mean 'set_point'?); known are set_point, reset, fire, hold",
  );
  assert.equal(await told({ command: "set_point" }), "400 set_point needs target");
  assert.equal(
    await told({ command: "set_point", fields: { taget: 1 } }),
    "400 set_point has no field 'taget' (did you mean 'target'?); it takes target",
  );
  assert.equal(
    await told({ command: "set_point", fields: { target: 31 } }),
    "400 target: 31 is outside of its range 5..30",
  );
  assert.equal(
    await told({ command: "set_point", fields: { target: 8 } }),
    "409 target: 8 is outside of 10..25: confirm it",
  );
  assert.equal(await told({ command: "set_point", fields: { target: "warm" } }), '400 target: "warm" is not a number');
  assert.equal(await told({ command: "reset", fields: { what: 256 } }), "400 what: 256 is out of range 0 to 255");
  assert.equal(await told({ command: "reset", fields: { what: 1 } }), "409 reset is dangerous: confirm it");
  assert.equal(
    await told({ command: "status", fields: { state: 1 } }),
    "404 'lab/rig' has no command 'status'; known are set_point, reset, fire, hold",
  );
  assert.match(
    await told({ command: "reset", fields: { what: 1 }, to: "10.9.8.7" }),
    /^409 There is no way to '10\.9\.8\.7' since .*: known are udp:/,
  );
  assert.equal(
    await told({ command: "reset", feilds: {} }),
    "400 A command has no part 'feilds'; it has command, fields, to, confirm, within, time, key, wait",
  );
  assert.equal((await order(service, [])).status, 400);
  assert.equal((await order(service, {}, { place: "lab/nothing" })).status, 400);
  assert.equal((await order(service, { command: "x" }, { place: "lab/nothing" })).status, 404);
  assert.equal((await service.json<{ history: unknown[] }>("/commands")).history.length, before);
});

test("an interlock permits a command only in the state it requires: an unknown or another state refuses it", async () => {
  await heard(service, board, 0);
  const first = await order(service, { command: "fire", fields: { ms: 5 }, to: board.to });
  assert.deepEqual([first.status, first.text], [409, "fire is not sent: state == 2 is required, and 'state' is 0"]);
  await heard(service, board, 2);
  let told = await order(service, { command: "fire", fields: { ms: 5 }, to: board.to, wait: true });
  while (told.status === 409)
    told = await order(service, { command: "fire", fields: { ms: 5 }, to: board.to, wait: true });
  assert.equal(told.body.state, "sent");
});

test("a repeated order with the same key is not sent again, and two operators at once take turns", async () => {
  const headers = { "Idempotency-Key": "one" };
  const body = { command: "set_point", fields: { target: 22 }, to: board.to };
  const { length } = board.received;
  const same = await Promise.all([1, 2, 3].map(() => order(service, { ...body, wait: true }, { headers })));
  assert.equal(new Set(same.map(({ body: { id } }) => id)).size, 1);
  assert.equal(board.received.length, length + 1);
  const other = await order(service, { ...body, fields: { target: 23 } }, { headers });
  assert.deepEqual([other.status, other.text], [409, "Another command was ordered with this key"]);
  const both = await Promise.all([20, 24].map((target) => order(service, { ...body, fields: { target }, wait: true })));
  assert.deepEqual(
    both.map(({ body: { state } }) => state),
    ["acknowledged", "acknowledged"],
  );
  assert.equal(board.received.length, length + 3);
});

test("after a crash with a command in flight, the next process sends nothing but still accepts the acknowledgement", async () => {
  const { length } = board.received;
  const first = await order(service, { command: "hold", to: board.to });
  const behind = await order(service, { command: "hold", to: board.to, within: 600 });
  await until(() => board.received.length !== length);
  await service.kill();
  service = await lab.start();
  board.port = service.udpPort("rig");
  const told = async (id: number) => {
    const { state, reason } = await service.json<{ state: string; reason: string }>(`/commands/${id}`);
    return `${state}: ${reason}`;
  };
  assert.equal(await told(behind.body.id), "refused: the service ended before it was sent");
  const out = await told(first.body.id);
  assert.match(out, /^(?:sent: undefined|unknown: the service ended while it was sent)$/);
  board.acknowledge(Number.parseInt(board.received.at(-1)!.slice(4, 6), 16));
  if (out.startsWith("sent")) await until(async () => (await told(first.body.id)) === "acknowledged: undefined");
  assert.equal(board.received.length, length + 1);
  const all = await events(service, 1);
  for (const { id } of [first.body, behind.body]) {
    const states = all.filter(({ command_id }) => command_id === String(id)).map(({ command_state }) => command_state);
    assert.equal(new Set(states).size, states.length, `states of ${id} are stored once: ${states}`);
  }
});

/** Posts as a device behind a proxy on this machine, which passes on the sender's address. */
function post(hex: string, from = "127.0.0.1"): Promise<Response> {
  const headers = { "Content-Type": "text/plain", "X-Forwarded-For": from };
  return fetch(`${service.url}/api/lab/rig/data`, { method: "POST", headers, body: hex });
}

test("a device that only posts receives its command in the answer to its next post, once", async () => {
  board.answer = "ack";
  assert.equal((await post("030100")).headers.get("Command"), null);
  const ordered = order(service, {
    command: "set_point",
    fields: { target: "12.5" },
    to: "http://127.0.0.1",
    wait: true,
  });
  let answer = await post("030100");
  while (answer.headers.get("Command") === null) answer = await post("030100");
  const command = answer.headers.get("Command")!;
  assert.match(command, /^0x0510..7d00$/);
  assert.deepEqual(((await answer.json()) as object[]).at(-1), { type: "command", message: command });
  assert.equal((await post("030100")).headers.get("Command"), null);
  await post(`0402${command.slice(6, 8)}00`);
  assert.equal((await ordered).body.state, "acknowledged");
});

test("if two devices post to one channel, only the addressed one receives the command and can acknowledge it", async () => {
  const [first, second] = ["10.0.0.21", "2001:db8::22"];
  for (const from of [first, second]) assert.equal((await post("030100", from)).headers.get("Command"), null);
  const set = { command: "set_point", fields: { target: 12.5 } };
  const open = await order(service, set);
  assert.match(open.text, /^Say to whom: .*http:\/\/10\.0\.0\.21/);
  const ordered = order(service, { ...set, to: first, wait: true });
  await until(
    async () => (await service.json<{ history: { to: string }[] }>("/commands")).history[0]?.to === `http://${first}`,
  );
  const other = await order(service, { ...set, to: `http://[${second}]` });
  const others = (await post("030100", second)).headers.get("Command")!;
  assert.equal(others, `0x${other.body.hex}`);
  assert.equal((await post("030100", second)).headers.get("Command"), null);
  const answer = (await post("030100", first)).headers.get("Command")!;
  assert.notEqual(answer, others);
  const ack = `0402${answer.slice(6, 8)}00`;
  const countOf = async () =>
    (await service.json<{ parts: { commands: { counts: { strangeAcks: number } } } }>("/health")).parts.commands.counts
      .strangeAcks;
  const before = await countOf();
  await post(ack, second);
  await until(async () => (await countOf()) > before);
  await post(ack, first);
  const { body } = await ordered;
  assert.deepEqual([body.state, body.to], ["acknowledged", `http://${first}`]);
  await post(`0402${others.slice(6, 8)}00`, second);
});

test("a waiting command can be withdrawn, and expires", async () => {
  const first = await order(service, { command: "set_point", fields: { target: 12 }, to: "http://127.0.0.1" });
  const answer = await fetch(`${service.url}/commands/${first.body.id}`, { method: "DELETE" });
  const { state, reason } = (await answer.json()) as { state: string; reason: string };
  assert.deepEqual([state, reason], ["refused", "withdrawn by 127.0.0.1"]);
  assert.equal((await fetch(`${service.url}/commands/${first.body.id}`, { method: "DELETE" })).status, 409);
  const second = await order(service, {
    command: "set_point",
    fields: { target: 12 },
    to: "http://127.0.0.1",
    within: 0.2,
    wait: true,
  });
  assert.equal(second.body.state, "timed out");
});

test("over MQTT an order is accepted and its states are published; a wrong order gives an error signal", async () => {
  const client = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  const arrivalOf: { topic: string; text: string }[] = [];
  client.on("message", (topic, payload) => arrivalOf.push({ topic, text: payload.toString() }));
  await client.subscribeAsync(["lab/rig/command-state.json", "lab/rig/error.json"]);
  await heard(service, board);
  const say = (body: object, retain = false) =>
    client.publishAsync("lab/rig/command.json", JSON.stringify(body), { qos: 1, retain });
  await say({ command: "set_point", fields: { target: 14 }, to: board.to });
  await until(() => arrivalOf.some(({ text }) => text.includes('"acknowledged"')));
  const states = arrivalOf.map(({ text }) => (JSON.parse(text) as { state: string }).state);
  assert.deepEqual(states, ["queued", "sent", "acknowledged"]);
  await say({ command: "set_point", fields: { target: 99 }, to: board.to });
  await until(() => arrivalOf.some(({ text }) => text.includes("outside of its range 5..30")));
  const { length } = board.received;
  await say({ command: "set_point", fields: { target: 14 }, to: board.to }, true);
  await until(() => arrivalOf.some(({ text }) => text.includes("not to be retained")));
  assert.equal(board.received.length, length);
  await client.endAsync();
});
