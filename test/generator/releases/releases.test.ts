/** A firmware version that is published: the running service decodes its messages, which it refused before. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { hashOf } from "../../../generator/releases/release.ts";
import { withVersion } from "../../../generator/releases/version-entry.ts";
import { Lab, ROOT, sendDatagrams } from "../../support/lab.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const INI =
  "[lab]\nchannels = lab-rig\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig\ninclude_path = headers ; ours\nheader_files = rig.h\nabi = arm-eabi\ncflags = -x c\n";
const OLD = "#include <stdint.h>\nstruct struct_tank { uint8_t length, ID; uint16_t level; } tank = {4, 1};\n";
const NEW =
  '#include "types.h"\nstruct struct_tank { uint8_t length, ID; uint16_t level; flow_t flow; } tank = {6, 1};\n';
const TYPES = "#include <stdint.h>\ntypedef uint16_t flow_t;\n";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without blocking, because a server of the test may have to answer. */
function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, "dist/structline.cjs"), ...args], {
      cwd,
      env: { ...process.env, ...env },
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** The firmware's repository. */
function firmware(headers: Readonly<Record<string, string>> = { "rig.h": NEW, "types.h": TYPES }): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "headers"));
  writeFileSync(join(folder, "channels.ini"), INI);
  for (const [name, text] of Object.entries(headers)) writeFileSync(join(folder, "headers", name), text);
  return folder;
}

/** A server that keeps what is put, for those with the token. */
function fileServer(token: string): Promise<{ server: Server; url: string; files: Map<string, string> }> {
  const files = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
    } else if (request.method === "PUT") {
      let text = "";
      for await (const chunk of request.setEncoding("utf8")) text += chunk;
      files.set(path, text);
      response.writeHead(201).end();
    } else if (files.has(path)) response.writeHead(200).end(files.get(path));
    else response.writeHead(404).end();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, files, url: `http://127.0.0.1:${port}/releases` });
    });
  });
}

test("a running service decodes a version that was published over HTTP, beside the old one", async (t) => {
  const { server, url } = await fileServer("secret");
  t.after(() => server.close());
  const lab = new Lab({ ini: INI, headers: { "rig.h": OLD } });
  t.after(() => lab.remove());
  assert.equal(lab.generate().status, 0);
  const service = await lab.start();
  const rows = async () => await (await fetch(`${service.url}/read/rows?database=lab_rig&measurement=01_tank`)).text();
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([4, 1, 7, 0]), Buffer.from([6, 1, 8, 0, 9, 0])]);
  await until(async () => /"level":7/.test(await rows()));
  await until(async () => /wrong-length/.test(await (await fetch(`${service.url}/rejects`)).text()));

  const env = { STRUCTLINE_RELEASES_TOKEN: "secret" };
  const published = await run(["publish", "--version", "v1.4.0", "--to", url], firmware(), env);
  assert.equal(published.status, 0, published.stderr);
  // The configuration has port 0: here, where the service listens.
  const listen = { ...env, STRUCTLINE__HTTP__LISTEN: new URL(service.url).host };
  const follow = ["follow", "--once", "--from", url, "--config", lab.config];
  const followed = await run(follow, lab.directory, listen);
  assert.deepEqual([followed.status, followed.stderr], [0, ""], followed.stdout);
  assert.match(followed.stdout, /^rig v1\.4\.0: added\n/);
  await until(async () => {
    await sendDatagrams(service.udpPort("rig"), [Buffer.from([6, 1, 10, 0, 11, 0]), Buffer.from([4, 1, 12, 0])]);
    const text = await rows();
    return /"flow":11/.test(text) && /"level":12/.test(text);
  });
  const again = await run(follow, lab.directory, listen);
  assert.deepEqual([again.status, again.stdout], [0, ""], again.stderr);
});

test("a version is published once", async () => {
  const to = temporaryFolder();
  const folder = firmware();
  const publish = () => run(["publish", "--version", "v2", "--to", to], folder);
  assert.match((await publish()).stdout, /^rig v2: published/);
  assert.match((await publish()).stdout, /^rig v2 is there already/);
  writeFileSync(join(folder, "headers/types.h"), TYPES.replace("uint16_t", "int16_t"));
  const other = await publish();
  assert.deepEqual([other.status, /published with other headers/.test(other.stderr)], [1, true]);
});

test("a version that does not compile here, is for another processor, or was changed on the way leaves all as it was", async () => {
  const to = temporaryFolder();
  await run(["publish", "--version", "v2", "--to", to], firmware());
  const lab = firmware({ "rig.h": OLD });
  const follow = () => run(["follow", "--once", "--from", to, "--no-reload"], lab);
  const release = join(to, "rig/v2.json");
  const good = readFileSync(release, "utf8");
  const forged = async (text: string) => {
    writeFileSync(release, text);
    const index = JSON.parse(readFileSync(join(to, "index.json"), "utf8"));
    index.releases[0].sha256 = hashOf(text);
    writeFileSync(join(to, "index.json"), JSON.stringify(index));
    return follow();
  };
  writeFileSync(release, good.replace("uint16_t level", "uint32_t level"));
  assert.match((await follow()).stderr, /v2: rig\/v2\.json is not what the index says/);
  assert.match((await forged(good.replace("flow_t flow", "lost_t flow"))).stderr, /the channels do not compile: E/);
  assert.match((await forged(good.replace('"abi": "arm-eabi"', '"abi": "avr"'))).stderr, /it is for avr/);
  assert.match((await forged(good.replaceAll("types.h", "../../escaped.h"))).stderr, /escaped\.h: Invalid key/);
  assert.match((await forged(good.replace('"v2"', '"../v2"'))).stderr, /not a version's name/);
  assert.equal(readFileSync(join(lab, "channels.ini"), "utf8"), INI);
  assert.equal(existsSync(join(lab, "headers/releases")), false);
  assert.equal(existsSync(join(lab, "generated")), false);
});

test("releases of the channel's own headers are no new version", async () => {
  const to = temporaryFolder();
  const folder = firmware();
  await run(["publish", "--version", "v2", "--to", to], folder);
  const { status, stdout, stderr } = await run(["follow", "--once", "--from", to, "--no-reload"], folder);
  assert.deepEqual([status, stdout, stderr], [0, "", ""]);
});

test("plain http to another machine is refused", async () => {
  const { status, stderr } = await run(["follow", "--once", "--from", "http://192.0.2.1/x"], firmware());
  assert.deepEqual([status, /come by https/.test(stderr)], [2, true]);
});

test("a version is appended to the section, and the rest of the file stays", () => {
  const files = ["releases/rig/v2/rig.h"];
  const first = withVersion(INI, "lab-rig", "v2", files);
  assert.equal(first, INI.replace("header_files = rig.h", "versions = local: rig.h, v2: releases/rig/v2/rig.h"));
  const second = withVersion(first.replaceAll("\n", "\r\n"), "lab-rig", "v3", ["releases/rig/v3/rig.h"]);
  assert.match(
    second,
    /\r\nversions = local: rig\.h, v2: releases\/rig\/v2\/rig\.h, v3: releases\/rig\/v3\/rig\.h\r\n/,
  );
});
