/** Commands whose channel is removed while they wait. [D52] */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHANNEL, commandedLab, order } from "../../support/commanded-lab.ts";
import type { Lab, ServiceProcess } from "../../support/lab.ts";
import { pause, until } from "../../support/until.ts";

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = commandedLab(`${CHANNEL}\n[realm-field]\nbinary = rig\n`);
  service = await lab.start();
});

after(() => lab?.remove());

test("a reload that removes a channel ends its waiting commands and reports it once", async () => {
  const post = (place: string) =>
    fetch(`${service.url}/api/${place}/data`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: Uint8Array.from([3, 1, 2]),
    });
  await post("lab/rig");
  await post("field/farm/barn/node-1");
  // Else these messages could themselves be of what is gone.
  await service.settled();
  const set = { command: "set_point", fields: { target: 20 }, within: 3 };
  const orders = [await order(service, set), await order(service, set, { place: "field/farm/barn/node-1" })];
  assert.deepEqual(
    orders.map(({ status }) => status),
    [200, 200],
  );
  lab.configure("[lab]\nchannels =\n\n[realm-other]\n");
  service.signal("SIGHUP");
  await until(() => service.output.includes("reloaded:"));
  assert.equal((await order(service, set)).status, 404);
  for (const { body } of orders) {
    await until(async () => (await service.json<{ state: string }>(`/commands/${body.id}`)).state === "timed out");
  }
  await pause(2500, "longer than the interval after which a failed write is retried");
  const { rejects } = await service.json<{ rejects: { message: string }[] }>("/rejects?limit=1000");
  assert.deepEqual(
    // Both ended in the same moment.
    rejects.map(({ message }) => message).sort(),
    ["field/farm/barn/node-1", "lab/rig"].map((place) => `The message is of '${place}', which is gone`),
  );
  assert.equal(service.output.split("A command's state is").length - 1, 2);
});
