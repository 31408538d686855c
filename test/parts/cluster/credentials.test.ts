import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type Cluster, connectCluster, ensureStreams } from "../../../runtime/parts/cluster/connection.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { makeOperator } from "./nats-operator.ts";

function joined(folder: string, url: string, more: string, onProblem?: (reason: string) => void): Promise<Cluster> {
  const ini = `[lab]\nchannels =\n[cluster]\nurl = ${url}\nmax_size = 16M\n${more}`;
  const settings = parseSettings(ini, { file: join(folder, "c.ini"), shown: "c.ini", environment: {} });
  return connectCluster(clusterOf(settings), "test", onProblem);
}

async function frames({ manager, names }: Cluster): Promise<number> {
  return (await manager.streams.info(names.frames)).state.messages;
}

test(
  "a node connects with its credentials file as soon as it is valid, with that file's permissions",
  {
    skip: requires("nats-server"),
  },
  () =>
    inTemporaryFolder(async (folder) => {
      const operator = makeOperator();
      const server = await startNats("nats-server", operator.configuration);
      const file = join(folder, "node.creds");
      const credentials = `credentials = ${file}\n`;
      const refusals = [
        [undefined, /node\.creds \(\[cluster\] credentials\) cannot be read: ENOENT/],
        ["no keys", /node\.creds \(\[cluster\] credentials\) is not a credentials file/],
        [makeOperator().credentials("stranger"), /authoriz/i],
      ] as const;
      const coming: Promise<Cluster>[] = [];
      for (const [text, reason] of refusals) {
        if (text !== undefined) await writeFile(file, text);
        const told = new Promise<string>((resolve) => {
          coming.push(joined(folder, server.url, credentials, resolve));
        });
        assert.match(await told, reason);
      }
      await writeFile(file, operator.credentials("node"));
      // The file is read for each attempt; the timer between attempts does not keep the process alive.
      const awake = setInterval(() => {}, 1000);
      const [node, ...others] = (await Promise.all(coming)) as [Cluster, ...Cluster[]];
      clearInterval(awake);
      for (const other of others) await other.close();
      await ensureStreams(node);
      await node.jetstream.publish(node.names.frameSubject(0), "one");
      assert.equal(await frames(node), 1);
      await node.close();

      const only = { pub: { allow: [node.names.frameSubject(1)] }, sub: { allow: ["_INBOX.>"] } };
      await writeFile(file, operator.credentials("ingest", only));
      const ingest = await joined(folder, server.url, credentials);
      await ingest.jetstream.publish(ingest.names.frameSubject(1), "two");
      await assert.rejects(ingest.jetstream.publish(ingest.names.frameSubject(2), "three"));
      await ingest.close();
      await server.stop();
    }),
);

test(
  "a server that requires client certificates accepts a node's certificate",
  {
    skip: requires("nats-server", "openssl"),
  },
  () =>
    inTemporaryFolder(async (folder) => {
      const at = (name: string) => join(folder, name);
      const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
      const request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj"];
      openssl(...request, "/CN=ca", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2");
      await writeFile(at("names"), "subjectAltName=DNS:localhost");
      for (const name of ["localhost", "node"]) {
        openssl(...request, `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.csr`);
        const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
        openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, ...signed);
      }
      const server = await startNats(
        "nats-server",
        `tls { cert_file: "${at("localhost.pem")}", key_file: "${at("localhost.key")}", ca_file: "${at("ca.pem")}", verify: true }\n`,
      );
      const url = server.url.replace("nats://127.0.0.1", "tls://localhost");
      const own = `tls_ca = ${at("ca.pem")}\ntls_certificate = ${at("node.pem")}\ntls_key = ${at("node.key")}\n`;
      const node = await joined(folder, url, own);
      await ensureStreams(node);
      await node.jetstream.publish(node.names.frameSubject(0), "one");
      assert.equal(await frames(node), 1);
      await node.close();
      await server.stop();
    }),
);
