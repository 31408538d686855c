import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { connectAsync } from "mqtt";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { RejectList, RejectSummary } from "../../../runtime/model/reject-details.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { LiveBus } from "../../../runtime/parts/cluster/live.ts";
import { clusterNames } from "../../../runtime/parts/cluster/names.ts";
import { ClusterNode } from "../../../runtime/parts/cluster/node.ts";
import { WAITING_FROM } from "../../../runtime/parts/cluster/shared-dead-letters.ts";
import { type Service, startService } from "../../../runtime/service/service.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { mosquittoSub, startMosquitto } from "../../support/mqtt.ts";
import { startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";
import { userOf } from "./cluster-permissions.ts";

const MESSAGES = 100;
const OVER_HTTP = 20;

/** A self-signed certificate for localhost. */
function makeCertificate(directory: string): { readonly certificate: string; readonly key: string } {
  const [certificate, key] = [join(directory, "server.pem"), join(directory, "server.key")];
  const subject = ["-subj", "/CN=nats", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...files], {
    stdio: "ignore",
  });
  return { certificate, key };
}

/** Posts a message, which requires the journal and the cluster's log to work. */
async function posted({ url }: Service): Promise<void> {
  const body = "## time,n\n2026-01-01T00:00:00Z,0\n";
  const answer = await fetch(`${url}api/f/n/g/first/data`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body,
  });
  assert.equal(answer.status, 200, await answer.text());
}

async function viewOf(ini: string): Promise<ClusterNode> {
  const { cluster } = parseSettings(`[lab]\nchannels =\n${ini}`, { file: "/c.ini", shown: "c.ini", environment: {} });
  const self = () => ({ role: "view", version: "1", url: "", state: "ok", waiting: 0, deadLetters: 0 }) as const;
  const live = new LiveBus(clusterNames("lab"));
  return new ClusterNode({ settings: clusterOf({ cluster }), node: randomUUID(), self, onFinding: () => {}, live });
}

interface Part {
  readonly state: string;
  readonly counts?: Record<string, number>;
}

async function partsOf({ url }: Service): Promise<Record<string, Part>> {
  const { parts } = (await (await fetch(`${url}health`)).json()) as { parts: Record<string, Part> };
  return parts;
}

/** Waits until a node lists this many. */
async function rejected({ url }: Service, count: number): Promise<readonly RejectSummary[]> {
  return until(async () => {
    const { rejects, missing } = (await (await fetch(`${url}rejects`)).json()) as RejectList;
    // On a busy machine a server may be late once, so the list may be incomplete.
    return missing === undefined && rejects.length === count && rejects.every(({ id }) => id < WAITING_FROM) && rejects;
  }, `${count} rejects`);
}

test(
  "nodes with the least permissions share a broker over TLS: each message is stored once, each error reported once",
  { skip: requires("nats-server", "mosquitto", "mosquitto_sub", "openssl"), timeout: 300_000 },
  () =>
    inTemporaryFolder(async (directory, atEnd) => {
      const { certificate, key } = makeCertificate(directory);
      const users = [
        ...["ingest", "store", "view"].map((role) => userOf(role, [role])),
        userOf("first", ["store", "first"]),
      ];
      const server = await startNats(
        "nats-server",
        `tls { cert_file: "${certificate}", key_file: "${key}" }\nauthorization { users = [${users.join(",\n")}] }\n`,
      );
      atEnd(() => server.stop());
      const broker = await startMosquitto();
      atEnd(() => broker.stop());
      const services: Service[] = [];
      const stop = async () => {
        for (const service of services.splice(0).reverse()) await service.stop();
      };
      atEnd(stop);
      const start = async (name: string, role: "ingest" | "store", user: string = role) => {
        const folder = join(directory, name);
        await mkdir(folder);
        const url = server.url.replace("nats://127.0.0.1", `tls://${user}:secret@localhost`);
        // The broker keeps a session for each subscriber, so the first one has its own.
        const mqtt = user === "first" ? "listen = 127.0.0.1:0" : `url = mqtt://127.0.0.1:${broker.port}`;
        const ini =
          `[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n[mqtt]\n${mqtt}\n[realms]\nrepublish = on\n` +
          `[cluster]\nurl = ${url}\ntls_ca = ${certificate}\nname = lab\nrole = ${role}\npartitions = 4\nmax_size = 64M\nack_wait = 4s\n`;
        const file = join(folder, "channels.ini");
        writeFileSync(file, ini);
        const settings = parseSettings(ini, { file, shown: file, environment: {} });
        const onFailed = (reason: string) => assert.fail(reason);
        services.push(await startService(settings, { log: SILENT, version: "0.1.0", onFailed }));
        await services.at(-1)!.ready;
        return services.at(-1)!;
      };
      // The first node creates the streams and buckets.
      const first = await start("zero", "ingest", "first");
      await posted(first);
      await until(async () => (await partsOf(first))["cluster"]?.state === "ok", "all streams exist");
      await stop();
      const nodes = [await start("a", "ingest"), await start("b", "ingest")];
      const store = await start("c", "store");
      // Like a load balancer: a node that is not ready gets no messages, so it must not need any to become ready.
      for (const { url } of [...nodes, store]) {
        await until(async () => (await fetch(`${url}health?probe=ready`)).status === 200);
      }
      // The broker gives each publication to one of the nodes, rarely to the one that published it.
      const republished = await mosquittoSub(broker.port, "f/n/g/over-http/data.json");
      atEnd(() => republished.stop());
      for (let n = 0; n < OVER_HTTP; n++) {
        const headers = { "content-type": "application/json" };
        const init = { method: "POST", headers, body: `{"n":${n}}` };
        assert.equal((await fetch(`${nodes[0]!.url}api/f/n/g/over-http/data`, init)).status, 200);
      }
      await republished.until(OVER_HTTP);
      const errors = await mosquittoSub(broker.port, "f/n/g/+/error.json");
      atEnd(() => errors.stop());
      const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`);
      atEnd(() => client.end(true));
      const numbers = Array.from({ length: MESSAGES }, (_, n) => JSON.stringify({ n }));
      await Promise.all(numbers.map((text) => client.publishAsync("f/n/g/d/data.json", text, { qos: 1 })));
      // The type differs from the stored one: the store's node, which has no broker, refuses it.
      await client.publishAsync("f/n/g/d/data.json", '{"n": "text"}', { qos: 1 });
      await errors.until(1);
      assert.match(errors.lines[0] ?? "", /^f\/n\/g\/d\/error\.json .*field type conflict/);

      // Any node lists the store's rejections, retries and drops them, even one that receives nothing.
      const url = server.url.replace("nats://127.0.0.1", "tls://view:secret@localhost");
      const view = await viewOf(`[cluster]\nurl = ${url}\ntls_ca = ${certificate}\nname = lab\nrole = view\n`);
      atEnd(() => view.close());
      const text = view.text("said-of-all");
      const heard = new Promise((resolve) => text.follow((said) => said !== undefined && resolve(said)));
      await view.text("said-of-all").change(() => "said");
      assert.equal(await heard, "said");
      const [letter] = await rejected(nodes[0]!, 1);
      assert.equal(letter?.code, "type-conflict");
      const [same] = (await view.deadLetters.list({ limit: 10 })).letters;
      assert.equal(same?.id, letter?.id);
      await view.passRetry(same!);
      await errors.until(2);
      const ids = (await rejected(nodes[1]!, 2)).map(({ id }) => id);
      assert.equal(await view.deadLetters.drop(ids), 2);
      await rejected(store, 0);

      const taken = await Promise.all(
        nodes.map(async (node) => (await partsOf(node))["journal"]?.counts?.["appended"] ?? 0),
      );
      assert.equal(
        taken.reduce((sum, count) => sum + count, 0),
        MESSAGES + OVER_HTTP + 2,
        "the letter was tried again",
      );
      assert.ok(
        taken.every((count) => count > 0),
        `one of the nodes got nothing: ${taken}`,
      );
      await until(async () => (await partsOf(store))["writer"]?.counts?.["stored"] === MESSAGES + OVER_HTTP + 1);
      assert.equal(errors.lines.length, 2);
      await client.endAsync();
      await stop();
    }),
);
