/** Whole nodes, and actions of an operator or a copied node. */

import assert from "node:assert/strict";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { connectAsync } from "mqtt";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { connectCluster } from "../../../runtime/parts/cluster/connection.ts";
import { type ClusterSettings, clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const skip = requires("nats-server");
const server: NatsServer | undefined = skip === false ? await startNats() : undefined;
after(() => server?.stop());
let labs = 0;

interface Lab {
  readonly folder: string;
  readonly cluster: ClusterSettings;
  /** Its folder has the node's name. */
  start(name: string, role: "all" | "ingest", more?: string): Promise<Service>;
  /** Reasons why nodes ended. */
  readonly failed: string[];
}

async function inLab(body: (lab: Lab) => Promise<void>): Promise<void> {
  const name = `f${labs++}`;
  const section = (role: string) => `[cluster]\nurl = ${server?.url}\nname = ${name}\nrole = ${role}\nmax_size = 64M\n`;
  await inTemporaryFolder(async (folder) => {
    const services: Service[] = [];
    const failed: string[] = [];
    const parse = (role: string, at: string, more = "") => {
      const listeners = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\nlisten = 127.0.0.1:0\n";
      const file = join(folder, at, "channels.ini");
      return parseSettings(`${listeners}${section(role)}${more}`, { file, shown: file, environment: {} });
    };
    try {
      await body({
        folder,
        cluster: clusterOf(parse("all", "x")),
        failed,
        start: async (at, role, more) => {
          await mkdir(join(folder, at), { recursive: true });
          const onFailed = (reason: string) => void failed.push(reason);
          const service = await startService(parse(role, at, more), { log: SILENT, version: "0", onFailed });
          services.push(service);
          return service;
        },
      });
    } finally {
      for (const service of services.reverse()) await service.stop();
    }
  });
}

async function post({ url }: Service, value: number): Promise<number> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ value });
  return (await fetch(`${url}api/r/n/g/d/data`, { method: "POST", headers, body })).status;
}

async function stored({ url }: Service): Promise<number[]> {
  const answer = await fetch(`${url}read/export?database=r_n&measurement=g_d_sensors&format=ndjson`);
  if (!answer.ok) return [];
  const lines = (await answer.text()).trim().split("\n").filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { value: number }).value);
}

test("consumers, the stream and the buckets are deleted: everything acknowledged is stored once", { skip }, () =>
  inLab(async ({ cluster, start }) => {
    const a = await start("a", "all");
    const acknowledged: number[] = [];
    const send = async (from: number, count: number) => {
      for (let value = from; value < from + count; value++)
        if ((await post(a, value)) === 200) acknowledged.push(value);
    };
    const all = async () => {
      await until(async () => (await stored(a)).length >= acknowledged.length);
      assert.deepEqual(
        (await stored(a)).sort((x, y) => x - y),
        acknowledged,
      );
    };
    const { manager, names, close } = await connectCluster(cluster, "test");
    await send(0, 10);
    for await (const { name } of manager.consumers.list(names.frames))
      await manager.consumers.delete(names.frames, name);
    await send(10, 10);
    await all();
    await manager.streams.delete(names.frames);
    await send(20, 10);
    await all();
    for (const bucket of [names.nodes, names.facts, names.access]) await manager.streams.delete(`KV_${bucket}`);
    await send(30, 10);
    await all();
    assert.ok(acknowledged.length > 30, `${acknowledged.length} acknowledged`);
    await manager.streams.delete(names.letters);
    const again = () => manager.streams.info(names.letters).catch(() => undefined);
    assert.deepEqual((await until(again)).config.subjects, [names.letterSubjects]);
    await close();
  }),
);

test("a second node with DuckDB, and a copy of a node, exit with a sentence that explains what to do", { skip }, () =>
  inLab(async ({ folder, start }) => {
    const a = await start("a", "all");
    assert.equal(await post(a, 1), 200);
    await assert.rejects(
      start("b", "all"),
      /the rows of this cluster are in a DuckDB file.*write `role = ingest` here/,
    );
    await cp(join(folder, "a"), join(folder, "copy"), { recursive: true });
    await assert.rejects(start("copy", "ingest"), /another process is the node .* This machine or folder is a copy/);
    const b = await start("c", "ingest");
    assert.equal(await post(b, 2), 200);
    await until(async () => (await stored(a)).length === 2);
  }),
);

test("a connection to one node ends if its token is revoked at another", { skip }, () =>
  inLab(async ({ folder, start }) => {
    const hash = await hashCredential("secret", TOKEN_COST);
    const token = { id: "aaaaaaaa", created: "2026-01-01T00:00:00Z", hash };
    const user: UserEntry = { name: "ida", read: ["r"], write: ["r"], admin: false, password: hash, tokens: [token] };
    const auth = "[auth]\nusers_file = users.json\n";
    await mkdir(join(folder, "a"));
    writeUsersFile(join(folder, "a", "users.json"), [user]);
    const a = await start("a", "all", auth);
    const b = await start("b", "ingest", auth);
    const port = /mqtt:\/\/127\.0\.0\.1:(\d+)/.exec(b.lines.join("\n"))?.[1];
    const options = { username: "ida", password: "secret", reconnectPeriod: 0 };
    const connected = () => connectAsync(`mqtt://127.0.0.1:${port}`, options);
    const known = () => readFile(join(folder, "b", "users.json"), "utf8").catch(() => "");
    await until(async () => (await known()).includes("ida"));
    const client = await connected();
    let isClosed = false;
    client.on("error", () => {});
    client.once("close", () => {
      isClosed = true;
    });
    await client.publishAsync("r/n/g/d/data.json", '{"value":1}', { qos: 1 });
    assert.equal(isClosed, false);
    writeUsersFile(join(folder, "a", "users.json"), []);
    const revokedMs = performance.now();
    await until(() => isClosed);
    assert.ok(performance.now() - revokedMs < 5000, "within a second, and what a busy machine takes");
    await assert.rejects(connected());
    assert.equal((await fetch(`${a.url}api/r/n/g/d/data`, { method: "POST", body: "{}" })).status, 401);
  }),
);
