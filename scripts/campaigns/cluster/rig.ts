/** Three hosts for `cluster-faults.ts`: network namespaces on a separate bridge, with servers, nodes and a database, some on disks that can be filled. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ClusterSettings, clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { HEADER, PORTS } from "./load.ts";

export type StoreKind = "influxdb" | "postgres" | "duckdb" | "parquet";

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
export const HOSTS = [1, 2, 3];
export const LAB = `sl${process.env["CLUSTER_LAB"] ?? process.pid}`;
export const ACK_WAIT_S = 2;
/** Of the node with the rows, if there is only one. */
export const STORE_PORT = 24652;
export const ADDRESS = (host: number) => `10.77.0.${host}`;
const SMALL_DISK = "192m";
const LOG = `ack_wait = ${ACK_WAIT_S}s\nmax_size = 96M\npartitions = 16\nreplicas = 3\n`;

export interface Member {
  readonly name: string;
  readonly host: number;
  command: readonly string[];
  readonly directory: string;
  child?: ChildProcess;
}

export function run(...[program, ...args]: string[]): void {
  const { status, stderr } = spawnSync(program!, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${[program, ...args].join(" ")}: ${stderr}`);
}

/** Host 0 is the lab itself: load, database and counting. */
export function makeNetwork(): void {
  const network = ["-n", `${LAB}-net`, "link"];
  run("ip", "netns", "add", `${LAB}-net`);
  run("ip", ...network, "add", "br0", "type", "bridge");
  run("ip", ...network, "set", "br0", "up");
  for (const host of [0, ...HOSTS]) {
    const peer = ["peer", "name", "eth0", "netns", `${LAB}-${host}`];
    run("ip", "netns", "add", `${LAB}-${host}`);
    run("ip", ...network, "add", `p${host}`, "type", "veth", ...peer);
    run("ip", ...network, "set", `p${host}`, "master", "br0", "up");
    run("ip", "-n", `${LAB}-${host}`, "addr", "add", `${ADDRESS(host === 0 ? 10 : host)}/24`, "dev", "eth0");
    for (const device of ["eth0", "lo"]) run("ip", "-n", `${LAB}-${host}`, "link", "set", device, "up");
  }
}

export function removeNetwork(): void {
  for (const name of ["net", 0, ...HOSTS]) spawnSync("ip", ["netns", "del", `${LAB}-${name}`]);
}

export function setLink(host: number, state: "up" | "down"): void {
  run("ip", "-n", `${LAB}-net`, "link", "set", `p${host}`, state);
}

/** Fails if the kernel lacks this queue. */
export function delayLink(host: number, delay: string | undefined): void {
  const change = delay === undefined ? ["del"] : ["add"];
  const netem = delay === undefined ? [] : ["netem", "delay", ...delay.split(" ")];
  run("tc", "-n", `${LAB}-net`, "qdisc", ...change, "dev", `p${host}`, "root", ...netem);
}

export function start(member: Member, ...prefix: string[]): void {
  const [program, ...args] = [...prefix, ...member.command] as [string, ...string[]];
  const output = openSync(join(member.directory, "output"), "a");
  member.child = spawn("ip", ["netns", "exec", `${LAB}-${member.host}`, program, ...args], {
    cwd: member.directory,
    stdio: ["ignore", output, output],
    // faketime stays the parent of its program, so both must get signals.
    detached: true,
  });
  closeSync(output);
}

export function send({ child }: Member, signal: NodeJS.Signals): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

export async function end(member: Member, signal: NodeJS.Signals): Promise<void> {
  const { child } = member;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  send(member, signal);
  await ended;
  // faketime may end before its program.
  while (hasProcess(child.pid ?? 0)) await sleep(20);
}

function hasProcess(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** @throws Error with the output if the process ends */
export async function ready(member: Member, port: number): Promise<void> {
  const url = `http://${ADDRESS(member.host)}:${port}/health?probe=live`;
  while ((await fetch(url).catch(() => undefined))?.status !== 200) {
    if (typeof member.child?.exitCode === "number")
      throw new Error(`${member.name} ended:\n${readFileSync(join(member.directory, "output"), "utf8").slice(-2000)}`);
    await sleep(200);
  }
}

/** Fills a disk that `makeDisk` created; `rmSync` frees the space. */
export function fillDisk(disk: string): string {
  const file = join(disk, "filler");
  spawnSync("dd", ["if=/dev/zero", `of=${file}`, "bs=64k"]);
  return file;
}

function makeDisk(path: string): void {
  mkdirSync(path, { recursive: true });
  run("mount", "-t", "tmpfs", "-o", `size=${SMALL_DISK}`, "none", path);
}

export function commandOf(dist: string, role: string): readonly string[] {
  return [process.execPath, join(dist, "structline.cjs"), "start", "--role", role, "--config", "channels.ini"];
}

export interface Rig {
  readonly servers: readonly Member[];
  readonly nodes: readonly Member[];
  /** The server of the store: InfluxDB, which DuckDB and Parquet do not use, or PostgreSQL. */
  readonly database: Member;
}

export function makeRig(folder: string, nats: string, store: StoreKind): Rig {
  const servers = HOSTS.map((host) => serverOf(folder, nats, host));
  const ingest = HOSTS.map((host) => nodeOf(folder, { name: "ingest", role: "ingest", host, port: PORTS.http, store }));
  const database = store === "postgres" ? postgresOf(folder) : influxdOf(folder);
  // Only one process can use a folder or a file, so it also answers queries.
  const all = { name: "store", role: "all", host: 1, port: STORE_PORT, store };
  if (store === "duckdb" || store === "parquet") return { servers, database, nodes: [...ingest, nodeOf(folder, all)] };
  const stores = HOSTS.map((host) => nodeOf(folder, { name: "store", role: "store", host, port: STORE_PORT, store }));
  const views = [1, 2].map((host) => nodeOf(folder, { name: "view", role: "view", host, port: 24662, store }));
  return { servers, database, nodes: [...ingest, ...stores, ...views] };
}

function memberOf(folder: string, name: string, host: number, command: readonly string[]): Member {
  const directory = join(folder, `${name}-${host}`);
  mkdirSync(directory, { recursive: true });
  return { name: `${name}-${host}`, host, command, directory };
}

function serverOf(folder: string, nats: string, host: number): Member {
  const member = memberOf(folder, "nats", host, [nats, "-c", "nats.conf"]);
  const routes = HOSTS.map((other) => `nats://${ADDRESS(other)}:6222`).join(", ");
  makeDisk(join(member.directory, "disk"));
  writeFileSync(
    join(member.directory, "nats.conf"),
    `server_name: n${host}\nlisten: ${ADDRESS(host)}:4222\njetstream { store_dir: "disk/js", max_file_store: 2G }\n` +
      `cluster { name: c, listen: ${ADDRESS(host)}:6222, routes: [${routes}] }\n`,
  );
  return member;
}

interface NodeWish {
  readonly name: string;
  readonly role: string;
  readonly host: number;
  readonly port: number;
  readonly store: StoreKind;
}

const STORES: Readonly<Record<StoreKind, string>> = {
  influxdb: `influxdb+v1://${ADDRESS(10)}:8086`,
  postgres: `postgres://postgres@${ADDRESS(10)}/postgres`,
  duckdb: "duckdb:history.duckdb",
  parquet: "parquet:history",
};

function nodeOf(folder: string, { name, role, host, port, store }: NodeWish): Member {
  const member = memberOf(folder, name, host, commandOf(join(ROOT, "dist"), role));
  const takes = role === "ingest";
  writeFileSync(join(member.directory, "rig.h"), `#include <stdint.h>\n${HEADER}`);
  writeFileSync(
    join(member.directory, "channels.ini"),
    `[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = ${takes ? PORTS.udp : port + 2}\nwamp_topic = lab.rig\ninclude_path = .\nheader_files = rig.h\n` +
      `[udp]\nlisten = ${takes ? ADDRESS(host) : "127.0.0.1"}\n[http]\nlisten = ${ADDRESS(host)}:${port}\n` +
      `[mqtt]\nlisten = ${takes ? `${ADDRESS(host)}:${PORTS.mqtt}` : `127.0.0.1:${port + 1}`}\n` +
      `[store]\nurl = ${STORES[store]}\n[cluster]\nurl = ${urls()}\n${LOG}`,
  );
  makeCodecs(folder, member.directory);
  return member;
}

/** The same codecs for all nodes. */
function makeCodecs(folder: string, directory: string): void {
  const made = join(folder, "generated");
  if (!existsSync(made)) {
    const options = { cwd: directory, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "dist", "structline.cjs"), "gen"], options);
    if (status !== 0) throw new Error(stderr);
    cpSync(join(directory, "generated"), made, { recursive: true });
  }
  cpSync(made, join(directory, "generated"), { recursive: true });
}

function influxdOf(folder: string): Member {
  const member = memberOf(folder, "influxd", 0, ["influxd", "-config", "i.conf"]);
  makeDisk(join(member.directory, "disk"));
  writeFileSync(
    join(member.directory, "i.conf"),
    'reporting-disabled = true\nbind-address = "127.0.0.1:8088"\n[meta]\ndir = "disk/im"\n[data]\ndir = "disk/id"\n' +
      'wal-dir = "disk/iw"\nquery-log-enabled = false\n[http]\nbind-address = ":8086"\nlog-enabled = false\n[monitor]\nstore-enabled = false\n',
  );
  return member;
}

/** Its processes do not run as root, and outlast a killed parent for a moment, in which it does not start. */
function postgresOf(folder: string): Member {
  const base = "/usr/lib/postgresql";
  const bin = join(base, readdirSync(base).at(-1)!, "bin");
  const user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
  const again = 'while ! "$0" -D data -k . -c listen_addresses="*" -c shared_buffers=16MB; do sleep 0.2; done';
  const member = memberOf(folder, "postgres", 0, [...user, "sh", "-c", again, join(bin, "postgres")]);
  chmodSync(folder, 0o711);
  run("chown", "postgres:", member.directory);
  const data = join(member.directory, "data");
  run(...user, join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "--no-sync");
  appendFileSync(join(data, "pg_hba.conf"), "host all all 10.77.0.0/24 trust\n");
  return member;
}

function urls(): string {
  return HOSTS.map((host) => `nats://${ADDRESS(host)}:4222`).join(", ");
}

export function clusterSettings(): ClusterSettings {
  const ini = `[lab]\nchannels =\n[cluster]\nurl = ${urls()}\n${LOG}`;
  return clusterOf(parseSettings(ini, { file: "/c.ini", shown: "c.ini", environment: {} }));
}
