/**
 * A cluster of three hosts through faults: three NATS servers, three ingest nodes, three store workers, two views, a real InfluxDB.
 * Hosts are network namespaces on a bridge of their own, made and removed here; nothing leaves them.
 * `node --import tsx scripts/cluster-faults.ts [SECONDS] [nats-server program]`; needs root on Linux, `nats-server`, `influxd`.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SECONDS = Number(process.argv[2] ?? 600);
const NATS = process.argv[3] ?? "nats-server";
const HOSTS = [1, 2, 3];
const LAB = `sl${process.env["CLUSTER_LAB"] ?? process.pid}`;
const DEVICES = 12;
const ACK_WAIT_S = 5;
const FAULT_EVERY_MS = 10_000;
const ADDRESS = (host: number) => `10.77.0.${host}`;

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
  readonly command: readonly string[];
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
  if (child?.pid !== undefined) process.kill(-child.pid, signal);
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
  const node = (role: string, host: number, port: number): Member => {
    const program = join(ROOT, "dist", "structline.js");
    const member = make(role, host, [process.execPath, program, "start", "--role", role, "--config", "channels.ini"]);
    writeFileSync(
      join(member.directory, "channels.ini"),
      `[lab]\nchannels =\n[http]\nlisten = ${ADDRESS(host)}:${port}\n[mqtt]\nlisten = 127.0.0.1:${port + 1}\n` +
        `[store]\nurl = influxdb+v1://${ADDRESS(10)}:8086\n` +
        `[cluster]\nurl = ${urls}\nack_wait = ${ACK_WAIT_S}s\nmax_size = 256M\npartitions = 16\nreplicas = 3\n`,
    );
    return member;
  };
  const nodes = HOSTS.flatMap((host) => [node("ingest", host, 24642), node("store", host, 24652)]);
  return { servers, nodes: [...nodes, node("view", 1, 24662), node("view", 2, 24662)] };
}

/** What was sent and acknowledged: device → numbers. */
class Load {
  readonly byDevice = Array.from({ length: DEVICES }, () => ({ next: 0, acknowledged: new Set<number>() }));
  lastMs = performance.now();
  longestGapMs = 0;
  refused = 0;
  #running = true;
  readonly #gateway: string;
  readonly #senders: Promise<void>[];

  /** @param gateway of its devices */
  constructor(gateway: string) {
    this.#gateway = gateway;
    this.#senders = this.byDevice.map((_, device) => this.#send(device));
  }

  measurement(device: number): string {
    return `${this.#gateway}_d${device}_sensors`;
  }

  get total(): number {
    return this.byDevice.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#senders);
  }

  async #send(device: number): Promise<void> {
    const known = this.byDevice[device]!;
    const url = `http://${ADDRESS((device % 3) + 1)}:24642/api/f/n/${this.#gateway}/d${device}/data`;
    while (this.#running) {
      const n = known.next++;
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ n }) };
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
      if (answer?.status === 200) {
        known.acknowledged.add(n);
        const now = performance.now();
        this.longestGapMs = Math.max(this.longestGapMs, now - this.lastMs);
        this.lastMs = now;
      } else {
        this.refused++;
        await sleep(200);
      }
      await answer?.arrayBuffer().catch(() => {});
      await sleep(10);
    }
  }
}

async function influx(query: string, database = ""): Promise<(number | string)[][]> {
  const body = new URLSearchParams({ q: query, db: database });
  const answer = await fetch("http://127.0.0.1:8086/query", { method: "POST", body });
  const { results } = (await answer.json()) as { results: { series?: { values: (number | string)[][] }[] }[] };
  return results[0]?.series?.[0]?.values ?? [];
}

interface Count {
  lost: number;
  doubled: number;
  disordered: number;
  stored: number;
}

async function count(load: Load): Promise<Count> {
  const result = { lost: 0, doubled: 0, disordered: 0, stored: 0 };
  for (const [device, { acknowledged }] of load.byDevice.entries()) {
    const rows = await influx(`SELECT n FROM ${load.measurement(device)} ORDER BY time`, "f_n");
    const numbers = rows.map(([, n]) => Number(n));
    const seen = new Set(numbers);
    result.stored += numbers.length;
    result.doubled += numbers.length - seen.size;
    result.disordered += numbers.filter((n, index) => index > 0 && n < numbers[index - 1]!).length;
    for (const n of acknowledged) if (!seen.has(n)) result.lost++;
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

/** Prints the longest time without an acknowledgement from the fault to the next one. */
async function fault(load: Load, name: string, body: () => Promise<void>, waitMs = FAULT_EVERY_MS): Promise<void> {
  load.longestGapMs = 0;
  const began = load.total;
  await body();
  await sleep(waitMs);
  const gap = Math.max(load.longestGapMs, performance.now() - load.lastMs);
  console.log(`| ${name} | ${load.total - began} | ${(gap / 1000).toFixed(1)} |`);
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
  const at = (name: string) => all.find((member) => member.name === name)!;
  try {
    start(influxd);
    for (const member of servers) start(member);
    await sleep(3000);
    for (const member of nodes) start(member);
    for (const host of HOSTS) await ready(at(`ingest-${host}`), 24642);
    const load = new Load("a");
    while (load.total === 0) await sleep(100);
    console.log("| fault | acknowledged meanwhile | longest time without an acknowledgement, s |\n|---|---|---|");
    await everyFault(load, { servers, nodes, all, at });
    await load.stop();
    report("after the faults", await settled(load, 120), load);
    await powerLoss(servers, at);
  } finally {
    for (const member of [...all, influxd]) await end(member, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Cast {
  readonly servers: readonly Member[];
  readonly nodes: readonly Member[];
  readonly all: readonly Member[];
  at(name: string): Member;
}

async function everyFault(load: Load, { servers, nodes, all, at }: Cast): Promise<void> {
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
    await ready(at("ingest-3"), 24642);
  });
  await fault(load, "every node restarted, one after the other", async () => {
    for (const node of nodes) {
      await end(node, "SIGTERM");
      start(node);
      await sleep(1000);
    }
    for (const host of HOSTS) await ready(at(`ingest-${host}`), 24642);
  });
  await fault(load, "all three servers kill -9", async () => {
    for (const server of servers) await end(server, "SIGKILL");
    await sleep(2000);
    for (const server of servers) start(server);
  });
  while (performance.now() < until) {
    const member = all[Math.floor(Math.random() * all.length)]!;
    await fault(load, `${member.name} kill -9`, async () => {
      await end(member, "SIGKILL");
      await sleep(1000);
      start(member);
    });
  }
}

/** The servers' files as they were some seconds before: what they had not synced is gone. */
async function powerLoss(servers: readonly Member[], at: Cast["at"]): Promise<void> {
  for (const host of HOSTS) await end(at(`store-${host}`), "SIGTERM");
  const since = new Date(Date.now() - 1000).toISOString();
  // At one moment for all of them.
  for (const server of servers) send(server, "SIGSTOP");
  for (const { directory } of servers) cpSync(join(directory, "js"), join(directory, "synced"), { recursive: true });
  for (const server of servers) send(server, "SIGCONT");
  const load = new Load("b");
  await sleep(10_000);
  for (const server of servers) await end(server, "SIGKILL");
  await load.stop();
  for (const server of servers) {
    rmSync(join(server.directory, "js"), { recursive: true });
    cpSync(join(server.directory, "synced"), join(server.directory, "js"), { recursive: true });
    start(server);
  }
  for (const host of HOSTS) start(at(`store-${host}`));
  await sleep(20_000);
  report("after a power loss of all servers that had synced 10 s before", await count(load), load);
  let resent = 0;
  for (const host of HOSTS) {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ since }) };
    const answer = await fetch(`http://${ADDRESS(host)}:24642/cluster/resend`, init);
    resent += ((await answer.json()) as { resent: number }).resent;
  }
  report(`after 'cluster resend' (${resent} messages)`, await settled(load, 60), load);
}

function report(when: string, { lost, doubled, disordered, stored }: Count, load: Load): void {
  const { total, refused } = load;
  console.log(
    `${when}: ${total} acknowledged, ${refused} not, ${stored} rows; lost ${lost}, doubled ${doubled}, out of order ${disordered}`,
  );
  // A power loss may lose what was not synced; what is sent again afterwards is complete.
  if ((when.startsWith("after a power") ? 0 : lost) + doubled + disordered > 0) process.exitCode = 1;
}

if (process.env["CLUSTER_LAB"] === undefined) {
  makeNetwork();
  const again = ["netns", "exec", `${LAB}-0`, process.execPath, "--import", "tsx", ...process.argv.slice(1)];
  const child = spawn("ip", again, { stdio: "inherit", env: { ...process.env, CLUSTER_LAB: String(process.pid) } });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  child.once("exit", (code) => {
    removeNetwork();
    process.exit(code ?? 1);
  });
} else await main();
