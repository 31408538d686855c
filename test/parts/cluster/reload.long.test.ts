/** A reload of a node. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { startNats } from "../../support/nats.ts";
import { freePort } from "../../support/ports.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

test("a cluster's node stores what arrives before and after a reload with another struct", {
  skip: requires("nats-server"),
}, async () => {
  const server = await startNats();
  const header = (more: string, size: number) =>
    `struct struct_probe { uint8_t length; uint8_t ID; uint16_t value; ${more} } probe = {${size}, 1};\n`;
  const port = await freePort();
  const of = `[lab]\nchannels = rig\n[lab-rig]\nudp_port = ${port}\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\n`;
  const more = `[http]\nlisten = 127.0.0.1:0\n[cluster]\nurl = ${server.url}\nname = lab\nrole = all\npartitions = 2\nmax_size = 64M\n`;
  const node = new Lab({ ini: of.replace("= rig\n", "= lab-rig\n") + more, headers: { "rig.h": header("", 4) } });
  try {
    assert.equal(node.generate().status, 0);
    const running = await node.start();
    const rows = async () => {
      await running.settled();
      const path = "/read/rows?database=lab_rig&measurement=01_probe&limit=10000";
      return (await running.json<{ rows: { value: number; level?: number }[] }>(path)).rows;
    };
    for (let n = 0; n < 50; n++) await sendDatagrams(port, [Buffer.from([4, 1, n, 0])]);
    writeFileSync(join(node.directory, "headers/rig.h"), header("uint16_t level;", 6));
    assert.equal(node.generate().status, 0);
    const received = async () =>
      (await running.json<{ channels: { received: number }[] }>("/health")).channels[0]?.received;
    await until(async () => (await received()) === 50);
    running.signal("SIGHUP");
    await until(() => running.output.includes("service.reloaded"));
    for (let n = 50; n < 100; n++) await sendDatagrams(port, [Buffer.from([6, 1, n, 0, n, 0])]);
    await until(async () => (await received()) === 100);
    await until(async () => (await rows()).length === 100, "100 rows");
    assert.deepEqual(
      (await rows()).map(({ value, level }) => [value, level ?? null]),
      Array.from({ length: 100 }, (_, n) => [n, n < 50 ? null : n]),
    );
  } finally {
    await node.remove();
    await server.stop();
  }
});
