/** Three servers, some of which hang or are gone: how long senders wait, and what a node reports. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { SILENT } from "../../../runtime/lib/log.ts";
import { type Cluster, connectCluster } from "../../../runtime/parts/cluster/connection.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { type NatsServers, startNatsServers } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { type AtEnd, inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";
import { requiresSafeServer } from "./safe-server.ts";

/** The servers' own limits: a leader is replaced after 4 to 9 s. */
const ELECTION_MS = 9000;
/** The first two elections may fail, and a busy machine is slow. The duration is printed but not tested. */
const LONGEST_MS = 3 * ELECTION_MS + 13_000;
const SENDERS = 4;
const skip = requires("nats-server");

interface Lab {
  readonly servers: NatsServers;
  readonly node: Service;
  readonly cluster: Cluster;
}

async function startLab(folder: string, atEnd: AtEnd): Promise<Lab> {
  const servers = await startNatsServers(3);
  const file = join(folder, "channels.ini");
  const ini =
    `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n[journal]\ndirectory = ${folder}/journal\n` +
    `[store]\nurl = duckdb:${folder}/history.duckdb\n[cluster]\nurl = ${servers.urls.join(", ")}\nreplicas = 3\nmax_size = 64M\n`;
  const settings = parseSettings(ini, { file, shown: file, environment: {} });
  const cluster = await connectCluster(clusterOf(settings), "test");
  const node = await startService(settings, { log: SILENT, version: "0.1.0", onFailed: assert.fail });
  atEnd(async () => {
    for (const name of ["n0", "n1", "n2"]) servers.signal(name, "SIGCONT");
    await cluster.close();
    await node.stop();
    await servers.stop();
  });
  await until(async () => (await post(node, "first", 0).catch(() => 0)) === 200);
  return { servers, node, cluster };
}

async function post({ url }: Service, device: string, n: number): Promise<number> {
  const headers = { "content-type": "application/json", "idempotency-key": `${device} ${n}` };
  const init = { method: "POST", headers, body: JSON.stringify({ n }), signal: AbortSignal.timeout(LONGEST_MS) };
  const answer = await fetch(`${url}api/f/n/g/${device}/data`, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** The longest time that a sender waits for 200 while the server hangs, ms. */
async function longestWait(lab: Lab, hanging: string): Promise<number> {
  let isOver = false;
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    let longest = 0;
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      while ((await post(lab.node, `${hanging}-${sender}`, n)) !== 200);
      longest = Math.max(longest, performance.now() - began);
      await pause(20, "a sender waits between two posts");
    }
    return longest;
  });
  await pause(500, "posts are answered before the server hangs");
  lab.servers.signal(hanging, "SIGSTOP");
  await pause(ELECTION_MS + 3000, "the others elect a leader and go on");
  lab.servers.signal(hanging, "SIGCONT");
  isOver = true;
  return Math.max(...(await Promise.all(senders)));
}

test(
  "if a server hangs, senders wait at most until the servers have a new leader",
  { skip: requiresSafeServer() },
  (t) =>
    inTemporaryFolder(async (folder, atEnd) => {
      const lab = await startLab(folder, atEnd);
      const { manager, names } = lab.cluster;
      const leaderOf = (stream: string) =>
        until(async () => (await manager.streams.info(stream)).cluster!.leader, `a leader of ${stream}`);
      const leaders = [await leaderOf(names.frames), await leaderOf(names.keys)];
      const ofFollower = await longestWait(lab, ["n0", "n1", "n2"].find((name) => !leaders.includes(name))!);
      assert.ok(ofFollower < LONGEST_MS, `a server that led nothing at first: ${ofFollower} ms`);
      await pause(2000, "the server that hung catches up");
      const ofLeader = await longestWait(lab, await leaderOf(names.frames));
      assert.ok(ofLeader < LONGEST_MS, `the log's leader: ${ofLeader} ms`);
      t.diagnostic(`longest wait: ${Math.round(ofFollower)} ms, with the leader of the log ${Math.round(ofLeader)} ms`);
    }),
);

async function nodeHealth({ url }: Service): Promise<{ state: string; detail: string }> {
  const answer = await fetch(`${url}health`);
  const { state, parts } = (await answer.json()) as { state: string; parts: { node: { detail: string } } };
  return { state, detail: parts.node.detail };
}

/** Debian's servers are too old. */
function isWell({ state, detail }: { readonly state: string; readonly detail: string }): boolean {
  return state === "ok" || detail.startsWith("NATS server");
}

test(
  "if one of three servers is left, the node reports within seconds that it cannot forward messages",
  { skip },
  (t) =>
    inTemporaryFolder(async (folder, atEnd) => {
      const { servers, node, cluster } = await startLab(folder, atEnd);
      await until(async () => isWell(await nodeHealth(node)));
      const { leader } = (await cluster.manager.streams.info(cluster.names.frames)).cluster!;
      const began = performance.now();
      for (const name of ["n0", "n1", "n2"]) if (name !== leader) servers.signal(name, "SIGSTOP");
      // Nothing is sent, so only the node itself can notice. It reports after 4 s without a message of theirs, and checks every two.
      await until(async () => /no message can be passed on/i.test((await nodeHealth(node)).detail));
      const took = performance.now() - began;
      assert.ok(took < 15_000, `it took ${took} ms`);
      const { state, detail } = await nodeHealth(node);
      assert.equal(state, "degraded");
      t.diagnostic(`after ${Math.round(took)} ms: ${detail}`);
      for (const name of ["n0", "n1", "n2"]) servers.signal(name, "SIGCONT");
      await until(async () => isWell(await nodeHealth(node)));
      assert.equal(await post(node, "last", 1), 200);
    }),
);
