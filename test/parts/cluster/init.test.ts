import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { ClusterReport } from "../../../runtime/model/cluster-report.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { onlyLong } from "../../support/long.ts";
import { freePort } from "../../support/ports.ts";
import { requires } from "../../support/requirements.ts";
import { type AtEnd, inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const COMMAND = fileURLToPath(new URL("../../../runtime/parts/cluster/cluster-command.ts", import.meta.url));

function init(...args: string[]): string {
  return execFileSync(process.execPath, ["--import", "tsx", COMMAND, "init", ...args], {
    encoding: "utf8",
    stdio: "pipe",
  });
}

/** Loopback addresses that no other test uses. */
function loopbackHosts(count: number): string[] {
  const octet = () => 1 + Math.floor(Math.random() * 253);
  const [second, third] = [1 + octet(), octet()];
  return Array.from({ length: count }, (_, host) => `127.${second}.${third}.${host + 1}`);
}

/** The generated text with other paths and addresses, and without options that version 2.9 lacks. */
function moved(text: string, folder: string, host: string): string {
  const isOld = /v2\.[0-9]\./.test(execFileSync("nats-server", ["--version"], { encoding: "utf8" }));
  return text
    .replaceAll("/etc/structline", join(folder, host))
    .replace("/var/lib/nats", join(folder, host, "nats"))
    .replaceAll(/^( *)port: (\d+)$/gm, `$1listen: "${host}:$2"`)
    .replace(isOld ? /^ *sync_interval: always$/m : /$^/, "");
}

/** Starts servers and nodes as configured in the folder. */
async function startAll(atEnd: AtEnd, folder: string, hosts: readonly string[]): Promise<Service[]> {
  const servers: ChildProcess[] = [];
  const services: Service[] = [];
  atEnd(async () => {
    for (const service of services.reverse()) await service.stop();
    for (const server of servers) {
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
    }
  });
  for (const host of hosts) {
    const file = join(folder, host, "nats.conf");
    writeFileSync(file, moved(readFileSync(file, "utf8"), folder, host));
    servers.push(spawn("nats-server", ["-c", file], { stdio: "ignore" }));
  }
  const starting = hosts.map((host) => {
    const file = join(folder, host, "channels.ini");
    const listeners = "[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
    const ini = moved(readFileSync(file, "utf8"), folder, host) + listeners;
    const settings = parseSettings(ini, { file, shown: file, environment: {} });
    const onFailed = (reason: string) => assert.fail(reason);
    return startService(settings, { log: SILENT, version: "0.1.0", onFailed });
  });
  services.push(...(await Promise.all(starting)));
  return services;
}

/** Waits until the node sees this many nodes. */
async function nodesSeen({ url }: Service, count: number): Promise<ClusterReport> {
  return until(async () => {
    const answer = await fetch(`${url}health?scope=cluster`);
    const report = answer.ok ? ((await answer.json()) as ClusterReport) : undefined;
    return report?.nodes.length === count && report;
  }, `${count} nodes`);
}

async function assertSentAndRead(to: Service, from: Service): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${to.url}api/r/n/g/d/data`, { method: "POST", headers, body: '{"value":1}' });
  assert.equal(answer.status, 200, await answer.text());
  const stored = async () => (await fetch(`${from.url}read/rows?database=r_n&measurement=g_d_sensors`)).text();
  await until(async () => (await stored()).includes('"value":1'));
}

test(
  "structline cluster init for three machines gives a cluster of three nodes whose routes need a password",
  { skip: onlyLong || requires("nats-server") },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const folder = join(directory, "cluster");
      const hosts = loopbackHosts(3);
      init(...hosts, "--no-tls", "--folder", folder);
      const services = await startAll(atEnd, folder, hosts);
      const { log } = await nodesSeen(services[2]!, 3);
      assert.equal(log.replicas, 3);
      await assertSentAndRead(services[1]!, services[0]!);
      assert.match(readFileSync(join(folder, hosts[0]!, "nats.conf"), "utf8"), /user: route, password: "[\w-]{32}"/);
    }),
);

test(
  "with certificates, nodes and servers use only TLS",
  { skip: onlyLong || requires("nats-server", "openssl") },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const folder = join(directory, "cluster");
      init("localhost", "--folder", folder);
      const file = join(folder, "localhost", "channels.ini");
      const port = await freePort();
      writeFileSync(file, readFileSync(file, "utf8").replaceAll(":4222", `:${port}`));
      const server = join(folder, "localhost", "nats.conf");
      const alone = readFileSync(server, "utf8").replace(/^cluster \{[\s\S]*?^\}\n(?=authorization)/m, "");
      writeFileSync(server, alone.replace("port: 4222", `port: ${port}`));
      const [service] = await startAll(atEnd, folder, ["localhost"]);
      await nodesSeen(service!, 1);
      await assertSentAndRead(service!, service!);
    }),
);

test("two machines, invalid names, and an existing folder are refused with a sentence", {
  skip: onlyLong,
}, () => {
  const refused = (...args: string[]) => {
    try {
      init(...args);
      return "";
    } catch (error) {
      return (error as { readonly stderr: string }).stderr;
    }
  };
  assert.match(refused("a", "b"), /no majority/);
  assert.match(refused("a", "b;rm", "c"), /'b;rm' is not a machine's name/);
  assert.match(refused("a", "--name", "x y"), /^structline cluster: 'x y' is not a name for a lab/);
  assert.match(refused("10.0.0.1"), /is an address, and certificates are for names/);
  assert.match(refused("a", "--store", "duckdb:x"), /not a store that several nodes can write to/);
  assert.match(refused("a", "--folder", "/tmp"), /exists already/);
});
