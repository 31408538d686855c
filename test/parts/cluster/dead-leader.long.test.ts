/** The server that leads the cluster's log dies: datagrams are kept meanwhile, and HTTP senders are told what became of their posts. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { connectCluster } from "../../../runtime/parts/cluster/connection.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { startNatsServers } from "../../support/nats.ts";
import { pause, until } from "../../support/until.ts";
import { requiresSafeServer } from "./safe-server.ts";

const HEADER = `#include <stdint.h>
#pragma pack(push, 1)
struct struct_probe { uint8_t length; uint8_t ID; uint32_t n; } probe = {6, 7};
#pragma pack(pop)
`;
const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers\nheader_files = rig.h\nabi = x86-64\n";
/** Longer than an election. */
const AFTER_MS = 15_000;
const EVERY_MS = 10;

function frameOf(n: number): Buffer {
  const bytes = Buffer.from([6, 7, 0, 0, 0, 0]);
  bytes.writeUInt32LE(n, 2);
  return bytes;
}

test("while a dead leader is replaced no datagram is lost, and a post is answered 200 once it is kept, or 503", {
  skip: requiresSafeServer(),
  timeout: 240_000,
}, async (t) => {
  const servers = await startNatsServers(3);
  const lab = new Lab({
    ini: `${INI}[cluster]\nurl = ${servers.urls.join(", ")}\nreplicas = 3\nmax_size = 64M\n`,
    headers: { "rig.h": HEADER },
  });
  t.after(async () => {
    await lab.remove();
    await servers.stop();
  });
  assert.equal(lab.generate().status, 0);
  const service = await lab.start();
  const settings = parseSettings(readFileSync(lab.config, "utf8"), {
    file: lab.config,
    shown: lab.config,
    environment: {},
  });
  const cluster = await connectCluster(clusterOf(settings), "test");
  t.after(() => cluster.close());

  const answers = new Map<number, number[]>();
  const kept = new Set<number>();
  const sentences = new Set<string>();
  let longestMs = 0;
  const post = async (n: number): Promise<number> => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `post ${n}` };
    const init = { method: "POST", headers, body: JSON.stringify({ n }) };
    const began = performance.now();
    const answer = await fetch(`${service.url}/api/f/n/g/d/data`, init);
    const text = await answer.text();
    longestMs = Math.max(longestMs, performance.now() - began);
    if (answer.status !== 200) sentences.add(`${answer.status} ${text}`);
    return answer.status;
  };
  await until(async () => (await post(0)) === 200, "the cluster works");
  kept.add(0);

  let isOver = false;
  let datagrams = 0;
  const udp = (async () => {
    const port = service.udpPort("rig");
    while (!isOver) {
      await sendDatagrams(port, [frameOf(datagrams++)]);
      await pause(EVERY_MS, "a device waits between two datagrams");
    }
  })();
  const http = (async () => {
    for (let n = 1; !isOver; n++) {
      const all: number[] = [];
      answers.set(n, all);
      // As docs/devices.md says: again, with its key, until it is kept.
      do all.push(await post(n));
      while (all.at(-1) !== 200);
      kept.add(n);
      await pause(EVERY_MS, "a sender waits between two posts");
    }
  })();
  await until(() => kept.size > 20 && datagrams > 20);
  const { leader = "" } = (await cluster.manager.streams.info(cluster.names.frames)).cluster ?? {};
  const before = datagrams;
  servers.signal(leader, "SIGKILL");
  await pause(AFTER_MS, "the others elect a leader");
  await until(() => datagrams > before + 100);
  isOver = true;
  await Promise.all([udp, http]);

  const said = new Set([...answers.values()].flat());
  assert.deepEqual(
    [...said].filter((status) => status !== 200 && status !== 503),
    [],
  );
  for (const sentence of sentences) assert.match(sentence, /^503 .*(?:send it again|does not take it now)/);
  const rows = async (database: string, measurement: string) => {
    const path = `/read/export?database=${database}&measurement=${measurement}&column=n&format=csv`;
    const text = await (await fetch(`${service.url}${path}`)).text();
    const lines = text.trim().split("\n").slice(1);
    return lines.map((line) => Number(line.split(",")[1])).sort((a, b) => a - b);
  };
  await until(async () => (await rows("lab_rig", "07_probe")).length >= datagrams, "all datagrams are stored");
  const all = Array.from({ length: datagrams }, (_, n) => n);
  assert.deepEqual(await rows("lab_rig", "07_probe"), all, "each datagram once");
  assert.deepEqual(
    await rows("f_n", "g_d_sensors"),
    [...kept].sort((a, b) => a - b),
    "each post once",
  );
  t.diagnostic(
    `${datagrams} datagrams, ${kept.size} posts; the longest wait was ${Math.round(longestMs)} ms; refused: ${[...sentences]}`,
  );
});
