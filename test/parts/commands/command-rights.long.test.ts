/** Permissions for commands over each kind of connection: tokens, TCP with framing, a device's address. [D52] */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { makeToken } from "../../../runtime/auth/token.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { CHANNEL, commandedLab, order } from "../../support/commanded-lab.ts";
import type { Lab, ServiceProcess } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

let lab: Lab;
let service: ServiceProcess;
let port: number;
const users: UserEntry[] = [];
const tokens = new Map<string, string>();

async function user(name: string, rights: Partial<UserEntry>): Promise<void> {
  const { text, entry } = await makeToken(new Date());
  tokens.set(name, text);
  users.push({ name, read: ["lab", "field"], write: ["lab", "field"], admin: false, tokens: [entry], ...rights });
}

const as = (name: string) => ({ Authorization: `Bearer ${tokens.get(name)}` });

before(async () => {
  port = await freePort();
  const ini = CHANNEL.replace(
    "header_files = rig.h\n",
    `header_files = rig.h\nframing = cobs\nsources = tcp:${port}\n`,
  );
  lab = commandedLab(`${ini}\n[auth]\nusers_file = users.json\n\n[realm-field]\nbinary = rig\n`);
  await user("ida", { command: ["lab/rig:set_point"] });
  await user("max", {});
  await user("root", { admin: true });
  await user("eva", { command: ["field"] });
  writeUsersFile(join(lab.directory, "users.json"), users);
  service = await lab.start();
});

after(() => lab?.remove());

async function device(): Promise<{ readonly received: Buffer[]; write(frame: readonly number[]): void; end(): void }> {
  const socket = connect(port, "127.0.0.1");
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  const received: Buffer[] = [];
  socket.on("data", (bytes) => received.push(bytes));
  // COBS for frames without zeros, or with the two zeros of an acknowledgement.
  return { received, write: (frame) => void socket.write(Uint8Array.from(frame)), end: () => socket.destroy() };
}

async function peers(name: string, place = "lab/rig"): Promise<{ to: string }[]> {
  const answer = await fetch(`${service.url}/api/${place}/command`, { headers: as(name) });
  return ((await answer.json()) as { peers: { to: string }[] }).peers;
}

const SET = { command: "set_point", fields: { target: 20 } };

test("neither writing nor administration includes commanding; a grant may be for one command", async () => {
  const board = await device();
  board.write([4, 3, 1, 2, 0]);
  await until(async () => (await peers("ida")).length > 0);
  assert.equal((await order(service, SET)).status, 401);
  for (const name of ["max", "root", "eva"]) {
    const { status, text } = await order(service, SET, { headers: as(name) });
    assert.deepEqual([status, text], [403, "This takes the permission to command 'lab/rig:set_point'"], name);
  }
  const other = await order(service, { command: "reset", fields: { what: 1 }, confirm: true }, { headers: as("ida") });
  assert.equal(other.status, 403);
  const { status, body } = await order(service, SET, { headers: as("ida") });
  assert.equal(status, 200);
  assert.equal(body.by, "ida");
  await until(() => board.received.length > 0);
  // COBS: a zero that ends what a board may hold of an earlier frame, one block per zero, and the final zero.
  assert.equal(Buffer.concat(board.received).toString("hex"), body.hex);

  assert.match(body.hex, /^00050510..c80100$/);
  board.end();
});

test("a closed connection is no route to a device, and a reopened one is a different route", async () => {
  await until(async () => {
    const { status, body } = await order(service, { ...SET, wait: true }, { headers: as("ida") });
    return status === 200 && body.state === "refused" && /no longer connected/.test(body.reason);
  });
});

test("a device's address accepts commands of its realm's channel; revoking its token ends waiting commands", async () => {
  const place = "field/farm/barn/node-1";
  const post = (name: string) =>
    fetch(`${service.url}/api/${place}/data`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", ...as(name) },
      body: Uint8Array.from([3, 1, 2]),
    });
  assert.equal((await post("max")).status, 200);
  const to = { place, headers: as("eva") };
  const ordered = await order(service, { ...SET, to: "http" }, to);
  assert.equal(ordered.status, 200, ordered.text);
  const answer = await post("max");
  assert.match(answer.headers.get("Command") ?? "", /^0x0510..c800$/);
  await post("max");
  const [late, direct] = [
    await order(service, SET, to),
    await order(service, SET, { ...to, place: "field/channel/farm-barn-node-1" }),
  ];
  assert.equal(direct.body.place, place);
  writeUsersFile(
    join(lab.directory, "users.json"),
    users.filter(({ name }) => name !== "eva"),
  );
  await until(async () => (await order(service, SET, to)).status === 401);
  let state = "";
  await until(async () => {
    assert.equal((await post("max")).headers.get("Command"), null);
    const entry = await fetch(`${service.url}/commands/${late.body.id}`, { headers: as("max") });
    const told = (await entry.json()) as { state: string; reason?: string };
    state = `${told.state}: ${told.reason}`;
    return told.state !== "queued";
  });
  assert.equal(state, "refused: eva has lost the permission meanwhile");
});

test("a command is refused if a reload changes its struct between order and sending", async () => {
  await user("fred", { command: ["*"] });
  const reloads = service.output.split("auth.reloaded").length;
  writeUsersFile(join(lab.directory, "users.json"), users);
  await until(() => service.output.split("auth.reloaded").length > reloads);
  const place = "field/farm/barn/node-2";
  const post = () =>
    fetch(`${service.url}/api/${place}/data`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", ...as("max") },
      body: Uint8Array.from([3, 1, 2]),
    });
  await post();
  const told = await order(service, { ...SET, to: "http" }, { place, headers: as("fred") });
  assert.equal(told.status, 200, told.text);
  const header = join(lab.directory, "headers", "rig.h");
  const { HEADER } = await import("../../support/commanded-lab.ts");
  writeFileSync(header, HEADER.replace("int16_t target;", "int32_t target;").replace("{5, 16}", "{7, 16}"));
  assert.equal(lab.generate("--json").status, 0);
  service.signal("SIGHUP");
  await until(() => service.output.includes("reloaded:"));
  assert.equal((await post()).headers.get("Command"), null);
  const entry = await fetch(`${service.url}/commands/${told.body.id}`, { headers: as("max") });
  const { state, reason } = (await entry.json()) as { state: string; reason: string };
  assert.deepEqual([state, reason], ["refused", "the headers have changed since it was ordered"]);
});
