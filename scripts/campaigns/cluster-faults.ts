/**
 * Faults in a cluster of three hosts: three NATS servers, three ingest nodes, three store workers, two views, a real InfluxDB or PostgreSQL,
 * or one store worker with DuckDB or Parquet files. The hosts are created and removed here (`cluster/rig.ts`), and no traffic leaves them.
 * `cluster/check.py` compares acknowledged with stored messages and prints the table of docs/cluster.md. Needs root on Linux,
 * `nats-server` 2.10.23 or newer, `influxd` or PostgreSQL, `faketime`, `python3`, and the output of `npm run build`.
 * `npm run campaigns -- cluster-faults [SECONDS] [--nats PROGRAM] [--only TEXT] [--other DIST] [--node PROGRAM] [--store influxdb|postgres|duckdb|parquet]`
 * `--only` runs the faults whose names match the regular expression TEXT. `--other` names the build (its `dist`) that nodes are restarted with; the default is
 * this build under another name. `--node` names another Node.js, on which they run then. Random faults follow until SECONDS are over: a process killed or stopped, a link cut, a node restarted
 * with the other build. `--chance` runs only these.
 */

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { headers } from "@nats-io/transport-node";
import type { ClusterReport } from "../../runtime/model/cluster-report.ts";
import { connectCluster } from "../../runtime/parts/cluster/connection.ts";
import { encodeFrame } from "../../runtime/parts/cluster/frame.ts";
import { setAfter } from "../../runtime/parts/cluster/lanes.ts";
import { oldServer } from "../../runtime/parts/cluster/server-version.ts";
import { Load, PORTS } from "./cluster/load.ts";
import {
  ACK_WAIT_S,
  ADDRESS,
  clusterSettings,
  delayLink,
  end,
  fillDisk,
  HOSTS,
  LAB,
  type Member,
  makeNetwork,
  makeRig,
  type Rig,
  ROOT,
  ready,
  removeNetwork,
  STORE_PORT,
  type StoreKind,
  send,
  setLink,
  start,
} from "./cluster/rig.ts";

const TEXT = { type: "string" } as const;
const { values: OPTIONS, positionals: POSITIONALS } = parseArgs({
  allowPositionals: true,
  options: { nats: TEXT, only: TEXT, other: TEXT, node: TEXT, store: TEXT, chance: { type: "boolean" } },
});
const SECONDS = Number(POSITIONALS[0] ?? 600);
const STORE = (OPTIONS.store ?? "influxdb") as StoreKind;
const FAULT_EVERY_MS = 10_000;
const MOST_MS = 60_000;
const SETTLED_MS = 180_000;
const FULL_FOR_MS = 10_000;
const WITHOUT_HTTP_MS = 5_000;
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const ADDRESSES = HOSTS.map(ADDRESS);

interface Cast extends Rig {
  readonly folder: string;
  readonly load: Load;
  readonly all: readonly Member[];
  at(name: string): Member;
}

/** The other build: the given one, or this one as if built from another commit. */
function otherBuild(folder: string): string {
  if (OPTIONS.other !== undefined) return OPTIONS.other;
  const other = join(folder, "other");
  if (existsSync(other)) return join(other, "dist");
  cpSync(join(ROOT, "dist"), join(other, "dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(other, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(other, "node_modules"));
  writeFileSync(join(other, "dist", "build.json"), JSON.stringify({ commit: "another" }));
  return join(other, "dist");
}

/** Builds of the nodes that report theirs. */
async function builds(): Promise<string> {
  const answers = HOSTS.map(async (host) => {
    const answer = await fetch(`http://${ADDRESS(host)}:${PORTS.http}/health`);
    const { version, commit } = (await answer.json()) as Record<string, string>;
    return `ingest-${host} ${version} (${commit})`;
  });
  return (await Promise.all(answers)).join(", ");
}

async function fault({ load }: Cast, name: string, body: () => Promise<void>, waitMs = FAULT_EVERY_MS): Promise<void> {
  if (OPTIONS.only !== undefined && !new RegExp(OPTIONS.only).test(name)) return;
  const from = Date.now();
  await body();
  const ended = Date.now();
  await sleep(waitMs);
  // Wait, so that late effects of this fault do not count for the next one.
  while (load.lastMs < ended && Date.now() < ended + MOST_MS) await sleep(100);
  load.note({ fault: name, from, to: Date.now() });
  console.log(`${new Date().toISOString()} ${name}: ${load.total} acknowledged, ${load.unanswered} not`);
}

async function networkFaults(cast: Cast): Promise<void> {
  await fault(cast, "link of host 2 cut for 30 s", async () => {
    setLink(2, "down");
    await sleep(30_000);
    setLink(2, "up");
  });
  try {
    delayLink(3, "50ms 20ms");
  } catch (error) {
    console.log(`no delay: ${(error as Error).message}`);
    return;
  }
  await fault(cast, "link of host 3 with 50 ± 20 ms of delay", async () => {});
  delayLink(3, undefined);
}

async function nodeFaults(cast: Cast): Promise<void> {
  const { at, nodes, folder } = cast;
  await fault(cast, `store-1 stopped for ${ACK_WAIT_S + 5} s (ack_wait ${ACK_WAIT_S} s)`, async () => {
    send(at("store-1"), "SIGSTOP");
    await sleep((ACK_WAIT_S + 5) * 1000);
    send(at("store-1"), "SIGCONT");
  });
  for (const name of ["ingest-2", "store-1"]) await fault(cast, `${name} \`kill -9\``, () => killed(at(name)));
  await fault(cast, "clock of ingest-3 set back by a minute", async () => {
    await end(at("ingest-3"), "SIGKILL");
    start(at("ingest-3"), "faketime", "-f", "-60s");
    await ready(at("ingest-3"), PORTS.http);
  });
  const other = otherBuild(folder);
  await fault(cast, "every node restarted with another build, one after the other", async () => {
    for (const node of nodes) await restartedWith(node, other);
    for (const host of HOSTS) await ready(at(`ingest-${host}`), PORTS.http);
    console.log(`builds: ${await builds()}`);
  });
}

async function killed(member: Member): Promise<void> {
  await end(member, "SIGKILL");
  await sleep(1000);
  start(member);
}

/** The leaders of the log and of the keys, which senders wait for. */
async function leadersNow(): Promise<string[]> {
  const cluster = await connectCluster(clusterSettings(), "faults");
  const { manager, names } = cluster;
  const infos = await Promise.all([names.frames, names.keys].map((stream) => manager.streams.info(stream)));
  await cluster.close();
  return infos.map(({ cluster: servers }) => `nats-${servers?.leader?.slice(1) ?? ""}`);
}

async function serverFaults(cast: Cast): Promise<void> {
  const { at, servers, database } = cast;
  await fault(cast, "a server `kill -9`", () => killed(at("nats-2")));
  for (const which of ["that leads nothing", "that leads the log"] as const) {
    await fault(cast, `a server ${which} hangs for 10 s`, async () => {
      const leaders = await leadersNow();
      const isWanted = (name: string) =>
        which === "that leads the log" ? name === leaders[0] : !leaders.includes(name);
      const server = at(HOSTS.map((host) => `nats-${host}`).find((name) => isWanted(name))!);
      send(server, "SIGSTOP");
      await sleep(10_000);
      send(server, "SIGCONT");
    });
  }
  await fault(cast, "all three servers `kill -9`", async () => {
    for (const server of servers) await end(server, "SIGKILL");
    await sleep(2000);
    for (const server of servers) start(server);
  });
  await fault(cast, "disk of a server full for 10 s, then the server started again", async () => {
    const filler = fillDisk(join(at("nats-1").directory, "disk"));
    await sleep(FULL_FOR_MS);
    rmSync(filler);
    await end(at("nats-1"), "SIGKILL");
    start(at("nats-1"));
  });
  if (STORE !== "influxdb") return;
  await fault(cast, "disk of InfluxDB full for 10 s", async () => {
    const filler = fillDisk(join(database.directory, "disk"));
    await sleep(FULL_FOR_MS);
    rmSync(filler);
    // As docs/production.md says.
    await end(database, "SIGKILL");
    start(database, "env", "INFLUXDB_HTTP_ENABLED=false");
    await sleep(WITHOUT_HTTP_MS);
    await end(database, "SIGTERM");
    start(database);
  });
  await fault(cast, "InfluxDB `kill -9`", () => killed(database));
}

/** Actions of an operator, and of a user with permission to publish. */
async function operatorFaults(cast: Cast): Promise<void> {
  const cluster = await connectCluster(clusterSettings(), "faults");
  const { manager, jetstream, names } = cluster;
  await fault(cast, "all consumers deleted", async () => {
    for await (const { name } of manager.consumers.list(names.frames))
      await manager.consumers.delete(names.frames, name).catch(() => {}); // A worker may have created it again.
  });
  await fault(cast, "stream of the log deleted", async () => {
    await manager.streams.delete(names.frames);
  });
  await fault(cast, "stream of the log purged, then `cluster resend`", async () => {
    const since = new Date(Date.now() - 90_000).toISOString();
    await manager.streams.purge(names.frames);
    console.log(`${await resend(since)} messages were sent again`);
  });
  await fault(cast, "KV buckets deleted", async () => {
    for (const bucket of [names.nodes, names.facts, names.access]) await manager.streams.delete(`KV_${bucket}`);
  });
  await fault(cast, "stream of the keys deleted", async () => {
    await manager.streams.delete(names.keys);
  });
  await fault(cast, "frames forged in the name of ingest-1, up to position 2^53−1", async () => {
    const { uuid } = JSON.parse(readFileSync(join(cast.at("ingest-1").directory, "data/journal/identity"), "utf8"));
    const message = {
      ...{ source: "http", address: "f/n/forged/d/data", sender: "", contentType: "application/json" },
      ...{ receivedNs: BigInt(Date.now()) * 1_000_000n, payload: Buffer.from('{"n":0}') },
    };
    for (let partition = 0; partition < 16; partition++) {
      for (const incarnation of [undefined, 0, 1, 1000]) {
        const entries = [{ position: Number.MAX_SAFE_INTEGER, message }];
        const wish = { node: uuid as string, entries, ...(incarnation !== undefined && { incarnation }) };
        const made = headers();
        setAfter(made, Number.MAX_SAFE_INTEGER);
        await jetstream.publish(names.frameSubject(partition), encodeFrame(wish), { headers: made });
      }
    }
  });
  await cluster.close();
}

async function copyFaults(cast: Cast): Promise<void> {
  const original = cast.at("ingest-1");
  const copied = `${original.directory}-copy`;
  await fault(cast, "a copy of ingest-1 started beside it", async () => {
    cpSync(original.directory, copied, { recursive: true });
    const copy: Member = { name: "copy-2", host: 2, directory: copied, command: original.command };
    start(copy);
    const code = await new Promise((resolve) => copy.child!.once("exit", resolve));
    if (code === 0) throw new Error("the copy was not refused");
  });
  await fault(cast, "ingest-1 put back from a copy made a moment before", async () => {
    const before = `${original.directory}-before`;
    await end(original, "SIGTERM");
    cpSync(original.directory, before, { recursive: true });
    start(original);
    await ready(original, PORTS.http);
    await sleep(3000);
    await end(original, "SIGTERM");
    rmSync(original.directory, { recursive: true });
    cpSync(before, original.directory, { recursive: true });
    start(original);
    await ready(original, PORTS.http);
  });
}

function oneOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)]!;
}

async function faultByChance(cast: Cast): Promise<void> {
  const { all, nodes, folder } = cast;
  const member = oneOf(all);
  const node = oneOf(nodes);
  const host = oneOf(HOSTS);
  const seconds = 1 + Math.floor(Math.random() * 12);
  const forAWhile = async (begin: () => void, finish: () => void) => {
    begin();
    await sleep(seconds * 1000);
    finish();
  };
  const kinds: readonly (readonly [string, () => Promise<void>])[] = [
    [`${member.name} \`kill -9\``, () => killed(member)],
    [
      `${member.name} stopped for ${seconds} s`,
      () =>
        forAWhile(
          () => send(member, "SIGSTOP"),
          () => send(member, "SIGCONT"),
        ),
    ],
    [
      `link of host ${host} cut for ${seconds} s`,
      () =>
        forAWhile(
          () => setLink(host, "down"),
          () => setLink(host, "up"),
        ),
    ],
    [`${node.name} restarted with the other build`, () => restartedWith(node, otherBuild(folder))],
  ];
  const [name, body] = oneOf(kinds);
  await fault(cast, name, body, FAULT_EVERY_MS / 2);
}

/** Restarts with the other build, or back. */
async function restartedWith(node: Member, other: string): Promise<void> {
  await end(node, "SIGTERM");
  const [, program, ...rest] = node.command as [string, string, ...string[]];
  const isBack = program.startsWith(other);
  const dist = isBack ? join(ROOT, "dist") : other;
  const runs = isBack ? process.execPath : (OPTIONS.node ?? process.execPath);
  node.command = [runs, join(dist, "structline.cjs"), ...rest];
  start(node);
  await sleep(1000);
}

async function resend(since: string): Promise<number> {
  let resent = 0;
  for (const host of HOSTS) {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ since }) };
    const answer = await fetch(`http://${ADDRESS(host)}:${PORTS.http}/cluster/resend`, init);
    resent += ((await answer.json()) as { resent: number }).resent;
  }
  return resent;
}

/** Restores the servers' files of some seconds before, so that unsynced data is lost. */
async function powerLoss({ servers, nodes, folder }: Cast): Promise<void> {
  const stores = nodes.filter(({ name }) => name.startsWith("store-"));
  for (const store of stores) await end(store, "SIGTERM");
  const since = new Date(Date.now() - 90_000).toISOString();
  // At the same moment for all of them.
  for (const server of servers) send(server, "SIGSTOP");
  for (const { directory } of servers)
    cpSync(join(directory, "disk/js"), join(directory, "synced"), { recursive: true });
  for (const server of servers) send(server, "SIGCONT");
  const log = join(folder, "power.ndjson");
  const load = new Load(log, "b", ADDRESSES, ["http", "mqtt"]);
  await sleep(10_000);
  for (const server of servers) await end(server, "SIGKILL");
  await load.stop();
  for (const server of servers) {
    rmSync(join(server.directory, "disk/js"), { recursive: true });
    cpSync(join(server.directory, "synced"), join(server.directory, "disk/js"), { recursive: true });
    start(server);
  }
  for (const store of stores) start(store);
  await sleep(20_000);
  console.log(
    `\nafter a power loss of all servers that had synced 10 s before and 'cluster resend' (${await resend(since)} messages):`,
  );
  await settled();
  await check(log, stores);
}

/** Waits until the cluster reports that nothing waits. */
async function settled(): Promise<void> {
  const until = Date.now() + SETTLED_MS;
  for (let quiet = 0; Date.now() < until; await sleep(1000)) {
    const answer = await fetch(`http://${ADDRESS(1)}:${PORTS.http}/health?scope=cluster`).catch(() => undefined);
    const report = answer?.ok === true ? ((await answer.json()) as ClusterReport) : undefined;
    const isQuiet =
      report !== undefined && report.log.frames === 0 && report.nodes.every(({ waiting }) => waiting === 0);
    quiet = isQuiet ? quiet + 1 : 0;
    if (quiet >= 3) return;
  }
  console.log(`messages still wait after ${SETTLED_MS / 1000} s`);
  for (const host of HOSTS) {
    for (const port of [PORTS.http, STORE_PORT]) {
      const answer = await fetch(`http://${ADDRESS(host)}:${port}/health`).catch(() => undefined);
      console.log(`host ${host}, port ${port}: ${answer === undefined ? "no answer" : await answer.text()}`);
    }
  }
}

async function check(log: string, stores: readonly Member[]): Promise<void> {
  const [store] = stores as [Member];
  if (STORE === "duckdb") await end(store, "SIGTERM");
  const where: Readonly<Record<StoreKind, readonly string[]>> = {
    influxdb: ["--influxdb", "http://127.0.0.1:8086"],
    postgres: ["--postgres", "postgres://postgres@127.0.0.1/postgres"],
    duckdb: ["--duckdb", join(store.directory, "history.duckdb")],
    parquet: ["--api", `http://${ADDRESS(1)}:${STORE_PORT}`],
  };
  const { status } = spawnSync("python3", [join(ROOT, "scripts/campaigns/cluster/check.py"), log, ...where[STORE]], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
  if (STORE === "duckdb") start(store);
}

async function main(): Promise<void> {
  if (STORE === "duckdb" && spawnSync("python3", ["-c", "import duckdb"]).status !== 0)
    throw new Error("cluster/check.py reads the store with Python's module duckdb, which is not installed");
  const folder = mkdtempSync(join(tmpdir(), "structline-cluster-"));
  const rig = makeRig(folder, OPTIONS.nats ?? "nats-server", STORE);
  const { servers, nodes, database } = rig;
  const all = [...servers, ...nodes, database];
  // Clean up, whatever the reason for the exit.
  process.once("exit", () => {
    for (const member of all) send(member, "SIGKILL");
    for (const { directory } of [...servers, database]) spawnSync("umount", ["-l", join(directory, "disk")]);
    if (process.env["CLUSTER_KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });
  });
  const at = (name: string) => all.find((member) => member.name === name)!;
  start(database);
  for (const member of servers) start(member);
  await sleep(3000);
  for (const member of nodes) start(member);
  for (const host of HOSTS) await ready(at(`ingest-${host}`), PORTS.http);
  const cluster = await connectCluster(clusterSettings(), "faults");
  const old = oldServer(cluster.connection);
  await cluster.close();
  if (old !== undefined) throw new Error(`${old} (--nats PROGRAM)`);
  const log = join(folder, "load.ndjson");
  const load = new Load(log, "a", ADDRESSES, ["http", "mqtt", "udp"]);
  while (load.total === 0) await sleep(100);
  const cast: Cast = { ...rig, folder, load, all, at };
  const until = Date.now() + SECONDS * 1000;
  await fault(cast, "none", async () => {});
  if (OPTIONS.chance !== true)
    for (const some of [networkFaults, nodeFaults, serverFaults, operatorFaults, copyFaults]) await some(cast);
  while (Date.now() < until) await faultByChance(cast);
  await load.stop();
  await settled();
  console.log(`\n${load.total} acknowledged, ${load.unanswered} attempts without; ${load.datagrams} datagrams sent`);
  await check(
    log,
    nodes.filter(({ name }) => name.startsWith("store-")),
  );
  await powerLoss(cast);
  for (const member of all) await end(member, "SIGKILL");
}

if (process.env["CLUSTER_LAB"] === undefined) {
  makeNetwork();
  const again = ["netns", "exec", `${LAB}-0`, process.execPath, "--import", "tsx", ...process.argv.slice(1)];
  const child = spawn("ip", again, { stdio: "inherit", env: { ...process.env, CLUSTER_LAB: String(process.pid) } });
  for (const signal of ENDING) process.on(signal, () => child.kill(signal));
  child.once("exit", (code) => {
    removeNetwork();
    process.exit(code ?? 1);
  });
} else {
  for (const signal of ENDING) process.on(signal, () => process.exit(1));
  const { ppid } = process;
  // Exit if the parent process was killed.
  setInterval(() => process.ppid === ppid || process.exit(1), 1000).unref();
  await main();
  process.exit();
}
