/** Sparkplug needs one process: nodes of a cluster would all be the same edge node, or each see a part of what a common broker has. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Lab } from "../../support/lab.ts";
import { type Mosquitto, startMosquitto } from "../../support/mqtt.ts";
import { startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";

const REFUSED: readonly (readonly [what: string, ini: (broker: Mosquitto) => string, sentence: RegExp])[] = [
  [
    "an edge node",
    ({ port }) => `[realm-a]\n[sparkplug]\nurl = mqtt://127.0.0.1:${port}\ngroup = Plant\nedge = Line\n`,
    /\[sparkplug\] needs one process: each node of a cluster would be the same edge node/,
  ],
  [
    "a host at a common broker",
    ({ port }) =>
      `[mqtt]\nurl = mqtt://127.0.0.1:${port}\n[map-plant]\nvendor = sparkplug\naddress = plant/{1}/{2}/{3}\n[realm-plant]\n`,
    /Sparkplug B needs one receiver: the nodes of a cluster with a common broker/,
  ],
];

for (const [what, ini, sentence] of REFUSED)
  test(`${what} in a cluster`, { skip: requires("nats-server", "mosquitto") }, async () => {
    const [nats, broker] = await Promise.all([startNats(), startMosquitto()]);
    const cluster = `[cluster]\nurl = ${nats.url}\nname = lab\nrole = ingest\npartitions = 2\nmax_size = 64M\n`;
    const lab = new Lab({ ini: `[lab]\nchannels =\n${ini(broker)}${cluster}`, headers: {} });
    try {
      await assert.rejects(lab.start(), sentence);
    } finally {
      await lab.remove();
      await Promise.all([nats.stop(), broker.stop()]);
    }
  });
