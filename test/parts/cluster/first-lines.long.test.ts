/**
 * The first lines of docs/cluster.md on three hosts: network namespaces with the names, folders and commands of the page, and the units
 * of `structline cluster init`. Each host has its own /etc, /opt and /var/lib over this machine's.
 */

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ClusterReport } from "../../../runtime/model/cluster-report.ts";
import { ADDRESS, HOSTS, LAB, makeNetwork, ROOT, removeNetwork } from "../../../scripts/campaigns/cluster/rig.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

const NAMES = ["a", "b", "c"];
const READY_MS = 120_000;

const canMakeHosts = (): boolean =>
  process.getuid?.() === 0 && spawnSync("ip", ["netns", "list"], { stdio: "ignore" }).status === 0;
const skip = requires("nats-server", "openssl", "curl") || (canMakeHosts() ? false : "needs root and ip netns");

const PAGE = readFileSync(join(ROOT, "docs/cluster.md"), "utf8");

const natsServer = (): string => execFileSync("which", ["nats-server"], { encoding: "utf8" }).trim();
const startOf = (unit: string): string => /^ExecStart=(.*)$/m.exec(unit)![1]!;

/** A machine with the folder in its /etc/structline and both units started. */
function startHost(folder: string, host: number): ChildProcess {
  const name = NAMES[host - 1]!;
  const machine = join(folder, `machine-${name}`);
  for (const part of ["etc", "opt", "var", "sbin"])
    for (const layer of [part, `${part}.work`]) mkdirSync(join(machine, layer), { recursive: true });
  // The unit's path: another one may be installed there.
  cpSync(natsServer(), join(machine, "sbin/nats-server"), { dereference: true });
  cpSync(join(folder, "cluster", name), join(machine, "etc/structline"), { recursive: true });
  symlinkSync(ROOT, join(machine, "opt/structline"));
  mkdirSync(join(machine, "var/structline"));
  const hosts = HOSTS.map((each) => `${ADDRESS(each)} ${NAMES[each - 1]}\n`).join("");
  writeFileSync(join(machine, "etc/hosts"), `127.0.0.1 localhost\n${hosts}`);
  const conf = join(machine, "etc/structline/nats.conf");
  // Since 2.10.
  if (/v2\.[0-9]\./.test(execFileSync("nats-server", ["--version"], { encoding: "utf8" })))
    writeFileSync(conf, readFileSync(conf, "utf8").replace(/^ *sync_interval: always$/m, ""));
  const units = ["nats-server", "structline"].map((unit) =>
    readFileSync(join(machine, `etc/structline/${unit}.service`), "utf8"),
  );
  const over = (path: string, part: string) =>
    `mount -t overlay overlay -o lowerdir=${path},upperdir=${machine}/${part},workdir=${machine}/${part}.work ${path}`;
  const script = [
    over("/etc", "etc"),
    over("/opt", "opt"),
    over("/var/lib", "var"),
    over("/usr/sbin", "sbin"),
    "cd /",
    `export SVC_DATA=/var/lib/structline NODE_ENV=production`,
    `${startOf(units[0]!)} &`,
    `exec ${startOf(units[1]!)}`,
  ];
  const output = openSync(join(machine, "output"), "a");
  return spawn("ip", ["netns", "exec", `${LAB}-${host}`, "sh", "-ec", script.join("\n")], {
    stdio: ["ignore", output, output],
    detached: true,
  });
}

/** The output of a command on that host. */
function on(host: number, command: string): string {
  return spawnSync("ip", ["netns", "exec", `${LAB}-${host}`, "sh", "-c", command], { encoding: "utf8" }).stdout;
}

/** The result of the page's last line on `a`. */
function askedOnA(): ClusterReport | undefined {
  const command = /^ssh root@a '(curl -s [^']*)'/m.exec(PAGE)![1]!;
  try {
    return JSON.parse(on(1, command)) as ClusterReport;
  } catch {
    return undefined;
  }
}

test("the first lines of docs/cluster.md make three nodes on three hosts, with TLS between servers", { skip }, () =>
  inTemporaryFolder(async (folder, atEnd) => {
    const [, names] = /^structline (cluster init [a-z ]+?) *#/m.exec(PAGE)!;
    execFileSync(process.execPath, [join(ROOT, "dist/structline.cjs"), ...names!.split(" ")], { cwd: folder });
    makeNetwork();
    const hosts: ChildProcess[] = [];
    atEnd(async () => {
      // Uses the system call, because procps' `kill -9 -1234` reads only the first digit and kills every process.
      for (const { pid, exitCode, signalCode } of hosts)
        if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
      await pause(500, "the network is free once the killed hosts are gone");
      removeNetwork();
    });
    for (const host of HOSTS) hosts.push(startHost(folder, host));
    const deadline = Date.now() + READY_MS;
    let report = askedOnA();
    await until(() => {
      report = askedOnA();
      return report?.nodes?.length === 3 || Date.now() > deadline;
    });
    const said = NAMES.map((name) => readFileSync(join(folder, `machine-${name}`, "output"), "utf8").slice(-1500));
    assert.equal(report?.nodes?.length, 3, said.join("\n---\n"));
    assert.equal(report.log.replicas, 3);
    assert.deepEqual(report.nodes.map(({ role }) => role).sort(), ["all", "ingest", "ingest"]);
    // The port of the servers' routes.
    const handshake = `echo | timeout 10 openssl s_client -connect ${ADDRESS(2)}:6222 -CAfile ${folder}/cluster/ca.pem`;
    assert.match(on(1, handshake), /Verify return code: 0 \(ok\)/);
    const post = `curl -s -o /dev/null -w '%{http_code}' -H content-type:application/json -d '{"value":1}' localhost:24642/api/r/n/g/d/data`;
    // A node is listed a moment before it accepts messages.
    await until(() => on(2, post) === "200");
    const read = "curl -s 'localhost:24642/read/rows?database=r_n&measurement=g_d_sensors'";
    await until(() => on(1, read).includes('"value":1'));
  }),
);
