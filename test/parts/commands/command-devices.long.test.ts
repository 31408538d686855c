/** Commands to devices that post to their own addresses: interlocks, acknowledgements, a restart, a reload. [D52] */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CHANNEL, commandedLab, HEADER, order } from "../../support/commanded-lab.ts";
import type { Lab, ServiceProcess } from "../../support/lab.ts";
import { until } from "../../support/until.ts";

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = commandedLab(`${CHANNEL}\n[realm-field]\nbinary = rig\n`);
  service = await lab.start();
});

after(() => lab?.remove());

const placeOf = (node: string) => `field/farm/barn/${node}`;

/** @returns the command in the answer, without `0x` */
async function post(node: string, body: readonly number[] | object): Promise<string | undefined> {
  const isFrame = Array.isArray(body);
  const answer = await fetch(`${service.url}/api/${placeOf(node)}/data`, {
    method: "POST",
    headers: { "Content-Type": isFrame ? "application/octet-stream" : "application/json" },
    body: isFrame ? Uint8Array.from(body as number[]) : JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.headers.get("Command")?.slice(2);
}

const FIRE = { command: "fire", fields: { ms: 5 } };
const UNKNOWN = "fire is not sent: state == 2 is required, and 'state' is unknown";

async function entry(id: number): Promise<{ readonly state: string; readonly reason?: string }> {
  return service.json(`/commands/${id}`);
}

test("a device's own state opens and closes its interlock, whether it is sent as a frame or as text", async () => {
  await post("node-1", [4, 2, 0, 0]);
  await post("node-2", [3, 1, 2]);
  const told = async (node: string) => (await order(service, FIRE, { place: placeOf(node) })).text;
  assert.equal(await told("node-1"), UNKNOWN, "the state of another device does not count");
  await post("node-1", [3, 1, 0]);
  assert.match(await told("node-1"), /and 'state' is 0$/);
  await post("node-1", { state: 2 });
  const { body } = await order(service, FIRE, { place: placeOf("node-1") });
  assert.equal(await post("node-1", [4, 2, 0, 0]), "04120500");
  assert.equal((await entry(body.id)).state, "sent");
  const second = await order(service, FIRE, { place: placeOf("node-1") });
  assert.equal(await post("node-1", { state: 1 }), undefined, "it is asked again before the command leaves");
  const { state, reason } = await entry(second.body.id);
  assert.deepEqual([state, reason], ["refused", "state == 2 is required, and 'state' is 1"]);
  await post("node-1", { state: 2, time: new Date(Date.now() - 600_000).toISOString() });
  assert.match(await told("node-1"), /and 'state' is 1$/, "what was measured before is not the newest");
});

test("an acknowledgement counts only if the addressed device sent it", async () => {
  await post("node-1", [3, 1, 0]);
  const set = { command: "set_point", fields: { target: 20 } };
  const { body } = await order(service, set, { place: placeOf("node-1") });
  const frame = (await post("node-1", [3, 1, 0]))!;
  const sequence = Number.parseInt(frame.slice(4, 6), 16);
  await post("node-2", [4, 2, sequence, 0]);
  await post("node-1", [4, 2, sequence + 1, 0]);
  assert.equal((await entry(body.id)).state, "sent");
  await post("node-1", [4, 2, sequence, 0]);
  await until(async () => (await entry(body.id)).state === "acknowledged");
});

test("after kill -9, waiting commands are checked against the device's stored state, unless that state is too old", async () => {
  await post("node-3", [3, 1, 2]);
  await post("node-4", { state: 2, time: new Date(Date.now() - 120_000).toISOString() });
  await post("node-4", [3, 1, 2]);
  const [third, fourth] = [
    await order(service, FIRE, { place: placeOf("node-3") }),
    await order(service, FIRE, { place: placeOf("node-4") }),
  ];
  await post("node-4", { other: 1 }).then((command) => assert.equal(command, "04120500"));
  assert.equal(fourth.status, 200);
  const waiting = await order(service, FIRE, { place: placeOf("node-4") });
  await post("node-5", [4, 2, 0, 0]);
  await service.kill();
  service = await lab.start();
  assert.equal((await entry(third.body.id)).state, "queued");
  assert.equal(await post("node-3", [4, 2, 0, 0]), "04120500");
  await post("node-4", { state: 0 });
  const { state, reason } = await entry(waiting.body.id);
  assert.deepEqual([state, reason], ["refused", "state == 2 is required, and 'state' is 0"]);
  await post("node-5", [4, 2, 0, 0]);
  assert.equal((await order(service, FIRE, { place: placeOf("node-5") })).text, UNKNOWN);
});

test("a reload that changes the interlock's condition applies to waiting commands, with values received before", async () => {
  await post("node-6", [3, 1, 2]);
  const { body } = await order(service, FIRE, { place: placeOf("node-6") });
  // The struct stays the same; only the condition changes.
  const header = HEADER.replace('if="state == armed"', 'if="state == idle"');
  writeFileSync(join(lab.directory, "headers", "rig.h"), header);
  assert.equal(lab.generate("--json").status, 0);
  service.signal("SIGHUP");
  await until(() => service.output.includes("reloaded:"));
  assert.equal(await post("node-6", [4, 2, 0, 0]), undefined);
  const { state, reason } = await entry(body.id);
  assert.deepEqual([state, reason], ["refused", "state == 0 is required, and 'state' is 2"]);
});
