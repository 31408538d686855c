/**
 * A cluster of three hosts through faults: three NATS servers, three ingest nodes, three store workers, two views, a real InfluxDB;
 * or one store worker with Parquet files. Hosts are network namespaces on a bridge of their own, made and removed here; nothing
 * leaves them. Needs root on Linux, `nats-server`, `influxd`, `faketime`, and what `npm run build` makes.
 * `node --import tsx scripts/cluster-faults.ts [SECONDS] [--nats PROGRAM] [--other DIST] [--store influxdb|parquet]`: `--other` names
 * the build (its `dist`) that nodes are restarted with; without it that is this one under another name.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connectCluster } from "../runtime/cluster/connection.ts";
import { encodeFrame } from "../runtime/cluster/frame.ts";
import { parseSettings } from "../runtime/config/load-settings.ts";
import type { ClusterSettings } from "../runtime/config/settings.ts";
import { type Device, DOORS, HEADER, Load } from "./cluster-load.ts";

const { values: OPTIONS, positionals: POSITIONALS } = parseArgs({
  allowPositionals: true,
  options: { nats: { type: "string" }, other: { type: "string" }, store: { type: "string" } },
});
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SECONDS = Number(POSITIONALS[0] ?? 600);
const NATS = OPTIONS.nats ?? "nats-server";
const STORE = OPTIONS.store ?? "influxdb";
const HOSTS = [1, 2, 3];
const LAB = `sl${process.env["CLUSTER_LAB"] ?? process.pid}`;
const ACK_WAIT_S = 2;
const FAULT_EVERY_MS = 10_000;
const MOST_MS = 60_000;
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const ADDRESS = (host: number) => `10.77.0.${host}`;
const ADDRESSES = HOSTS.map(ADDRESS);
/** Of the node that has the Parquet files. */
const STORE_PORT = 24652;

function run(...[program, ...args]: string[]): void {
  const { status, stderr } = spawnSync(program!, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")}: ${stderr}`);
}

/** `0` is the lab itself: load, database and counting. */
function makeNetwork(): void {
  run("ip", "netns", "add", `${LAB}-net`);
  run("ip", "-n", `${LAB}-net`, "link", "add", "br0", "type", "bridge");
  run("ip", "-n", `${LAB}-net`, "link", "set", "br0", "up");
  for (const host of [0, ...HOSTS]) {
    run("ip", "netns", "add", `${LAB}-${host}`);
    run(
      "ip",
      "-n",
      `${LAB}-net`,
      "link",
      "add",
      `p${host}`,
      "type",
      "veth",
      "peer",
      "name",
      "eth0",
      "netns",
      `${LAB}-${host}`,
    );
    run("ip", "-n", `${LAB}-net`, "link", "set", `p${host}`, "master", "br0", "up");
    run("ip", "-n", `${LAB}-${host}`, "addr", "add", `${ADDRESS(host === 0 ? 10 : host)}/24`, "dev", "eth0");
    for (const device of ["eth0", "lo"]) run("ip", "-n", `${LAB}-${host}`, "link", "set", device, "up");
  }
}

function removeNetwork(): void {
  for (const name of ["net", 0, ...HOSTS]) spawnSync("ip", ["netns", "del", `${LAB}-${name}`]);
}

interface Member {
  readonly name: string;
  readonly host: number;
  command: readonly string[];
  readonly directory: string;
  child: ChildProcess | undefined;
}

function start(member: Member, ...prefix: string[]): void {
  const [program, ...args] = [...prefix, ...member.command] as [string, ...string[]];
  member.child = spawn("ip", ["netns", "exec", `${LAB}-${member.host}`, program, ...args], {
    cwd: member.directory,
    stdio: "ignore",
    // faketime stays before what it starts: both get the signals.
    detached: true,
  });
}

function send({ child }: Member, signal: NodeJS.Signals): void {
  killGroup(child, signal);
}

function killGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

async function end(member: Member, signal: NodeJS.Signals): Promise<void> {
  const { child } = member;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  send(member, signal);
  await ended;
}

function members(folder: string): { servers: Member[]; nodes: Member[] } {
  const make = (name: string, host: number, command: readonly string[]): Member => {
    const directory = join(folder, `${name}-${host}`);
    mkdirSync(directory, { recursive: true });
    return { name: `${name}-${host}`, host, command, directory, child: undefined };
  };
  const routes = HOSTS.map((host) => `nats://${ADDRESS(host)}:6222`).join(", ");
  const servers = HOSTS.map((host) => {
    const member = make("nats", host, [NATS, "-c", "nats.conf"]);
    writeFileSync(
      join(member.directory, "nats.conf"),
      `server_name: n${host}\nlisten: ${ADDRESS(host)}:4222\njetstream { store_dir: "js", max_file_store: 2G }\n` +
        `cluster { name: c, listen: ${ADDRESS(host)}:6222, routes: [${routes}] }\n`,
    );
    return member;
  });
  const urls = HOSTS.map((host) => `nats://${ADDRESS(host)}:4222`).join(", ");
  const node = (name: string, role: string, host: number, port: number): Member => {
    const member = make(name, host, commandOf(join(ROOT, "dist"), role));
    const isDoor = role === "ingest";
    const doors = isDoor
      ? `[mqtt]\nlisten = ${ADDRESS(host)}:${DOORS.mqtt}\n`
      : `[mqtt]\nlisten = 127.0.0.1:${port + 1}\n`;
    const store = STORE === "parquet" ? "parquet:history" : `influxdb+v1://${ADDRESS(10)}:8086`;
    writeFileSync(join(member.directory, "rig.h"), `#include <stdint.h>\n${HEADER}`);
    writeFileSync(
      join(member.directory, "channels.ini"),
      `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = ${isDoor ? DOORS.udp : port + 2}\nwamp_topic = lab.rig\ninclude_path = .\nheader_files = rig.h\n` +
        `[udp]\nlisten = ${isDoor ? ADDRESS(host) : "127.0.0.1"}\n[http]\nlisten = ${ADDRESS(host)}:${port}\n${doors}[store]\nurl = ${store}\n` +
        `[cluster]\nurl = ${urls}\nack_wait = ${ACK_WAIT_S}s\nmax_size = 256M\npartitions = 16\nreplicas = 3\n`,
    );
    const program = join(ROOT, "dist", "structline.js");
    const { status, stderr } = spawnSync(process.execPath, [program, "gen"], {
      cwd: member.directory,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return member;
  };
  const ingest = HOSTS.map((host) => node(`ingest`, "ingest", host, DOORS.http));
  // A folder is one process's own, which answers questions about it as well.
  if (STORE === "parquet") return { servers, nodes: [...ingest, node("store", "all", 1, STORE_PORT)] };
  const stores = HOSTS.map((host) => node("store", "store", host, STORE_PORT));
  return { servers, nodes: [...ingest, ...stores, node("view", "view", 1, 24662), node("view", "view", 2, 24662)] };
}

function commandOf(dist: string, role: string): readonly string[] {
  return [process.execPath, join(dist, "structline.js"), "start", "--role", role, "--config", "channels.ini"];
}

/** Another build: the one that was named, or this one as if it had been built from another commit. */
function otherBuild(folder: string): string {
  if (OPTIONS.other !== undefined) return OPTIONS.other;
  const other = join(folder, "other");
  cpSync(join(ROOT, "dist"), join(other, "dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(other, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(other, "node_modules"));
  writeFileSync(join(other, "dist", "build.json"), JSON.stringify({ commit: "another" }));
  return join(other, "dist");
}

interface Series {
  readonly name: string;
  readonly values: readonly (readonly (number | string)[])[];
}

async function influx(query: string, database = ""): Promise<readonly Series[]> {
  const body = new URLSearchParams({ q: query, db: database });
  const answer = await fetch("http://127.0.0.1:8086/query", { method: "POST", body });
  const { results } = (await answer.json()) as { results: { series?: Series[] }[] };
  return results[0]?.series ?? [];
}

interface Count {
  lost: number;
  doubled: number;
  disordered: number;
  stored: number;
  /** Over UDP, which nobody acknowledges. */
  datagrams: number;
  /** What is out of order where. */
  readonly places: string[];
}

/** The numbers of a device's rows, in the order of their times. */
async function numbersOf({ database, measurement }: Device): Promise<number[]> {
  if (STORE === "influxdb") {
    const [series] = await influx(`SELECT n FROM "${measurement}" ORDER BY time`, database);
    return (series?.values ?? []).map(([, n]) => Number(n));
  }
  const query = new URLSearchParams({ database, measurement, column: "n", format: "csv" });
  const answer = await fetch(`http://${ADDRESS(1)}:${STORE_PORT}/read/export?${query}`).catch(() => undefined);
  if (answer?.status !== 200) return [];
  const [header = "", ...lines] = (await answer.text()).trim().split(/\r?\n/);
  const column = header.split(",").indexOf("n");
  return lines.map((line) => Number(line.split(",")[column]));
}

async function count(load: Load): Promise<Count> {
  const result: Count = { lost: 0, doubled: 0, disordered: 0, stored: 0, datagrams: 0, places: [] };
  for (const device of load.devices) {
    const numbers = await numbersOf(device);
    const seen = new Set(numbers);
    result.stored += numbers.length;
    if (device.door === "udp") result.datagrams += seen.size;
    result.doubled += numbers.length - seen.size;
    // What nobody acknowledged may come when its sender has gone on long since: from a connection that was cut off for a while.
    const sure = device.door === "udp" ? numbers : numbers.filter((n) => device.acknowledged.has(n));
    const disordered = sure.filter((n, index) => index > 0 && n < sure[index - 1]!).length;
    if (disordered > 0) result.places.push(`${device.measurement} ${disordered}`);
    result.disordered += disordered;
    for (const n of device.acknowledged) if (!seen.has(n)) result.lost++;
  }
  return result;
}

/** Counts again until nothing acknowledged is missing, for so long. */
async function settled(load: Load, seconds: number): Promise<Count> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const counted = await count(load);
    if (counted.lost === 0 || performance.now() > deadline) return counted;
    await sleep(500);
  }
}

async function ready(member: Member, port: number): Promise<void> {
  const url = `http://${ADDRESS(member.host)}:${port}/health?probe=live`;
  while ((await fetch(url).catch(() => undefined))?.status !== 200) await sleep(200);
}

/** Of the nodes that tell of themselves. */
async function builds(): Promise<string> {
  const answers = HOSTS.map(async (host) => {
    const { version, commit } = (await (await fetch(`http://${ADDRESS(host)}:${DOORS.http}/health`)).json()) as Record<
      string,
      string
    >;
    return `ingest-${host} ${version} (${commit})`;
  });
  return (await Promise.all(answers)).join(", ");
}

/** Notes what the store has, twice a second. */
async function watchStore(load: Load): Promise<void> {
  if (STORE !== "influxdb") return;
  const devices = new Map(load.devices.map((device) => [device.measurement, device]));
  for (;;) {
    await sleep(500);
    for (const { name, values } of await influx("SELECT last(n) FROM /./", "f_n").catch(() => [])) {
      const device = devices.get(name);
      if (device !== undefined) load.stored(device, Number(values[0]?.[1]));
    }
  }
}

/** What a fault cost. */
interface Cost {
  readonly name: string;
  readonly acknowledged: number;
  /** Longest time without an acknowledgement from the fault to the next one. */
  readonly gapMs: number;
  /** Longest time from an acknowledgement to the store. */
  readonly toStoreMs: number;
}

const costs: Cost[] = [];

async function fault(load: Load, name: string, body: () => Promise<void>, waitMs = FAULT_EVERY_MS): Promise<void> {
  load.longestGapMs = 0;
  load.longestToStoreMs = 0;
  const began = load.total;
  await body();
  const ended = performance.now();
  await sleep(waitMs);
  // What lasts longer is this fault's and not the next one's.
  while (load.lastMs < ended && performance.now() < ended + MOST_MS) await sleep(100);
  const gapMs = Math.max(load.longestGapMs, performance.now() - load.lastMs);
  costs.push({ name, acknowledged: load.total - began, gapMs, toStoreMs: load.longestToStoreMs });
  console.log(row(name, costs.slice(-1)));
}

function row(name: string, some: readonly Cost[]): string {
  const seconds = (of: (cost: Cost) => number) => (Math.max(...some.map(of)) / 1000).toFixed(1);
  const acknowledged = some.reduce((sum, cost) => sum + cost.acknowledged, 0);
  const toStore = STORE === "influxdb" ? seconds(({ toStoreMs }) => toStoreMs) : "–";
  return `| ${name} | ${acknowledged} | ${seconds(({ gapMs }) => gapMs)} | ${toStore} |`;
}

/** The table of docs/cluster.md: what was done several times is one line, with the worst of it. */
function printCosts(): void {
  console.log(
    "\n| fault | acknowledged meanwhile | longest time without an acknowledgement, s | longest from an acknowledgement to the store, s |\n|---|---|---|---|",
  );
  const kindOf = ({ name }: Cost) => name.replace(/^(\w+)-\d (?=kill)/, "a random $1 ");
  for (const kind of new Set(costs.map(kindOf))) {
    const some = costs.filter((cost) => kindOf(cost) === kind);
    console.log(row(some.length > 1 ? `${kind}, ${some.length} times` : kind, some));
  }
  console.log("");
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "structline-cluster-"));
  const { servers, nodes } = members(folder);
  const influxd: Member = {
    name: "influxd",
    host: 0,
    directory: folder,
    command: ["influxd", "-config", "i.conf"],
    child: undefined,
  };
  writeFileSync(
    join(folder, "i.conf"),
    `reporting-disabled = true\nbind-address = "127.0.0.1:8088"\n[meta]\ndir = "${folder}/im"\n[data]\ndir = "${folder}/id"\nwal-dir = "${folder}/iw"\nquery-log-enabled = false\n[http]\nbind-address = ":8086"\nlog-enabled = false\n[monitor]\nstore-enabled = false\n`,
  );
  const all = [...servers, ...nodes];
  // However this ends, nothing is left behind.
  process.once("exit", () => {
    for (const { child } of [...all, influxd]) killGroup(child, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const at = (name: string) => all.find((member) => member.name === name)!;
  start(influxd);
  for (const member of servers) start(member);
  await sleep(3000);
  for (const member of nodes) start(member);
  for (const host of HOSTS) await ready(at(`ingest-${host}`), DOORS.http);
  const load = new Load("a", ADDRESSES, ["http", "mqtt", "udp"]);
  while (load.total === 0) await sleep(100);
  void watchStore(load);
  await everyFault(load, { servers, nodes, all, at, other: otherBuild(folder) });
  await load.stop();
  printCosts();
  report("after the faults", await settled(load, 120), load);
  await powerLoss(servers, all);
  for (const member of [...all, influxd]) await end(member, "SIGKILL");
}

interface Cast {
  readonly servers: readonly Member[];
  readonly nodes: readonly Member[];
  readonly all: readonly Member[];
  at(name: string): Member;
  /** A build's folder. */
  readonly other: string;
}

async function everyFault(load: Load, { servers, nodes, all, at, other }: Cast): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  await fault(load, "none", async () => {});
  await fault(load, "link of host 2 cut for 30 s", async () => {
    run("ip", "-n", `${LAB}-net`, "link", "set", "p2", "down");
    await sleep(30_000);
    run("ip", "-n", `${LAB}-net`, "link", "set", "p2", "up");
  });
  await fault(load, `store-1 stopped for ${ACK_WAIT_S + 5} s (ack_wait ${ACK_WAIT_S} s)`, async () => {
    send(at("store-1"), "SIGSTOP");
    await sleep((ACK_WAIT_S + 5) * 1000);
    send(at("store-1"), "SIGCONT");
  });
  await fault(load, "clock of ingest-3 set back by a minute", async () => {
    await end(at("ingest-3"), "SIGKILL");
    start(at("ingest-3"), "faketime", "-f", "-60s");
    await ready(at("ingest-3"), DOORS.http);
  });
  await fault(load, "every node restarted with another build, one after the other", async () => {
    for (const node of nodes) {
      await end(node, "SIGTERM");
      node.command = node.command.map((word) => (word.endsWith("structline.js") ? join(other, "structline.js") : word));
      start(node);
      await sleep(1000);
    }
    for (const host of HOSTS) await ready(at(`ingest-${host}`), DOORS.http);
    console.log(`builds: ${await builds()}`);
  });
  await fault(load, "all three servers kill -9", async () => {
    for (const server of servers) await end(server, "SIGKILL");
    await sleep(2000);
    for (const server of servers) start(server);
  });
  await operatorFaults(load, at);
  while (performance.now() < until) {
    const member = all[Math.floor(Math.random() * all.length)]!;
    await fault(
      load,
      `${member.name} kill -9`,
      async () => {
        await end(member, "SIGKILL");
        await sleep(1000);
        start(member);
      },
      FAULT_EVERY_MS - 1000,
    );
  }
}

/** What an operator, a copy of a machine and somebody with the permission to publish do. */
async function operatorFaults(load: Load, at: Cast["at"]): Promise<void> {
  const cluster = await connectCluster(clusterSettings(), "faults");
  const { manager, jetstream, names } = cluster;
  await fault(load, "all consumers deleted", async () => {
    for await (const { name } of manager.consumers.list(names.frames))
      await manager.consumers.delete(names.frames, name).catch(() => {}); // A worker may have made it anew by now.
  });
  await fault(load, "stream of the log deleted", async () => {
    await manager.streams.delete(names.frames);
  });
  await fault(load, "KV buckets deleted", async () => {
    for (const bucket of [names.nodes, names.facts, names.access]) await manager.streams.delete(`KV_${bucket}`);
  });
  await fault(load, "frames forged in the name of ingest-1, up to position 2^53−1", async () => {
    const { uuid } = JSON.parse(readFileSync(join(at("ingest-1").directory, "data/journal/identity"), "utf8"));
    const message = {
      ...{ source: "http", address: "f/n/forged/d/data", sender: "", contentType: "application/json" },
      ...{ receivedNs: BigInt(Date.now()) * 1_000_000n, payload: Buffer.from('{"n":0}') },
    };
    for (let partition = 0; partition < 16; partition++) {
      for (const incarnation of [undefined, 0, 1, 1000]) {
        const entries = [{ position: Number.MAX_SAFE_INTEGER, message }];
        const wish = { node: uuid as string, entries, ...(incarnation !== undefined && { incarnation }) };
        await jetstream.publish(names.frameSubject(partition), encodeFrame(wish));
      }
    }
  });
  await fault(load, "a copy of ingest-1 started beside it", async () => {
    const original = at("ingest-1");
    const directory = `${original.directory}-copy`;
    cpSync(original.directory, directory, { recursive: true });
    const copy: Member = { ...original, name: "copy-2", host: 2, directory, child: undefined };
    start(copy);
    const code = await new Promise((resolve) => copy.child!.once("exit", resolve));
    if (code === 0) throw new Error("the copy was not refused");
  });
  await fault(load, "ingest-1 put back from a copy made a moment before", async () => {
    const member = at("ingest-1");
    const copy = `${member.directory}-before`;
    await end(member, "SIGTERM");
    cpSync(member.directory, copy, { recursive: true });
    start(member);
    await ready(member, DOORS.http);
    await sleep(3000);
    await end(member, "SIGTERM");
    rmSync(member.directory, { recursive: true });
    cpSync(copy, member.directory, { recursive: true });
    start(member);
    await ready(member, DOORS.http);
  });
  await cluster.close();
}

function clusterSettings(): ClusterSettings {
  const urls = HOSTS.map((host) => `nats://${ADDRESS(host)}:4222`).join(", ");
  const ini = `[lab]\nchannels =\n[cluster]\nurl = ${urls}\npartitions = 16\nmax_size = 256M\nreplicas = 3\n`;
  return parseSettings(ini, { file: "/c.ini", shown: "c.ini", environment: {} }).cluster!;
}

/** The servers' files as they were some seconds before: what they had not synced is gone. */
async function powerLoss(servers: readonly Member[], all: readonly Member[]): Promise<void> {
  const stores = all.filter(({ name }) => name.startsWith("store-"));
  for (const store of stores) await end(store, "SIGTERM");
  const since = new Date(Date.now() - 1000).toISOString();
  // At one moment for all of them.
  for (const server of servers) send(server, "SIGSTOP");
  for (const { directory } of servers) cpSync(join(directory, "js"), join(directory, "synced"), { recursive: true });
  for (const server of servers) send(server, "SIGCONT");
  const load = new Load("b", ADDRESSES, ["http", "mqtt"]);
  await sleep(10_000);
  for (const server of servers) await end(server, "SIGKILL");
  await load.stop();
  for (const server of servers) {
    rmSync(join(server.directory, "js"), { recursive: true });
    cpSync(join(server.directory, "synced"), join(server.directory, "js"), { recursive: true });
    start(server);
  }
  for (const store of stores) start(store);
  await sleep(20_000);
  report("after a power loss of all servers that had synced 10 s before", await count(load), load);
  let resent = 0;
  for (const host of HOSTS) {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ since }) };
    const answer = await fetch(`http://${ADDRESS(host)}:${DOORS.http}/cluster/resend`, init);
    resent += ((await answer.json()) as { resent: number }).resent;
  }
  report(`after 'cluster resend' (${resent} messages)`, await settled(load, 60), load);
}

function report(when: string, { lost, doubled, disordered, stored, datagrams, places }: Count, load: Load): void {
  const { total, refused, devices } = load;
  const by = (door: Device["door"]) => devices.filter((device) => device.door === door);
  const acknowledged = (door: Device["door"]) => by(door).reduce((sum, device) => sum + device.acknowledged.size, 0);
  const sent = by("udp").reduce((sum, { next }) => sum + next, 0);
  console.log(
    `${when}: ${total} acknowledged (HTTP ${acknowledged("http")}, MQTT ${acknowledged("mqtt")}), ${refused} not; ` +
      `${datagrams} of ${sent} datagrams, ${stored} rows; lost ${lost}, doubled ${doubled}, out of order ${[disordered, ...places].join(", ")}`,
  );
  // A power loss may lose what was not synced; what is sent again afterwards is complete.
  if ((when.startsWith("after a power") ? 0 : lost) + doubled + disordered > 0) process.exitCode = 1;
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
  // Whoever started this was killed.
  setInterval(() => process.ppid === ppid || process.exit(1), 1000).unref();
  await main();
  process.exit();
}
