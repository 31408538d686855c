/** Nodes of a cluster that each find a firmware version. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { firmware, INI, OLD, structline } from "../../support/firmware-releases.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

test("both nodes decode a new firmware, and none of its messages stays refused", {
  skip: requires("nats-server"),
}, async (t) => {
  const server = await startNats();
  t.after(() => server.stop());
  const to = temporaryFolder();
  const nodes = ["all", "ingest"].map((role) => {
    const cluster = `[cluster]\nurl = ${server.url}\nname = lab\nrole = ${role}\npartitions = 2\nnodes = 2\nmax_size = 64M\n`;
    return new Lab({ ini: `${INI}${cluster}[versions]\nfrom = ${to}\nevery = 2s\n`, headers: { "rig.h": OLD } });
  });
  t.after(async () => {
    // The receiving node may have the codec before the storing one: a message waits as a dead letter meanwhile.
    for (const node of nodes) await node.remove("lost");
  });
  for (const node of nodes) assert.equal(node.generate().status, 0);
  const [all, ingest] = [await nodes[0]!.start(), await nodes[1]!.start()];
  const flows = async () => {
    await all.settled();
    const path = "/read/rows?database=lab_rig&measurement=01_tank&limit=1000";
    const { rows } = await all.json<{ rows: { flow?: number }[] }>(path);
    return new Set(rows.flatMap(({ flow }) => flow ?? []));
  };
  assert.equal((await structline(["publish", "--version", "v2", "--to", to], firmware())).status, 0);
  for (let n = 0; n < 40; n++)
    await sendDatagrams((n % 2 === 0 ? all : ingest).udpPort("rig"), [Buffer.from([6, 1, 1, 0, n, 0])]);
  await until(async () => (await flows()).size === 40, "all messages stored");
  await until(async () => (await all.json<{ rejects: unknown[] }>("/rejects")).rejects.length === 0, "no dead letter");
});
