/** A service that finds firmware versions by itself: it decodes them, and what it refused before. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { PartStatus } from "../../../runtime/model/part-status.ts";
import { fileServer, firmware, INI, NEW, OLD, structline, TYPES } from "../../support/firmware-releases.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../../support/lab.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

function hasChild({ pid }: ServiceProcess): boolean {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.some((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8") !== "");
}

const NEWER = NEW.replace("flow_t flow;", "flow_t flow, wind;").replace("{6, 1}", "{8, 1}");

/** @param every time between looks; a refused message causes one at once */
function labOf(from: string, every = "1d", more = ""): Lab {
  const lab = new Lab({
    ini: `${INI}[versions]\nfrom = ${from}\nevery = ${every}\n${more}`,
    headers: { "rig.h": OLD },
  });
  assert.equal(lab.generate().status, 0);
  return lab;
}

async function publish(to: string, version: string, header = NEW, env: NodeJS.ProcessEnv = {}, more: string[] = []) {
  const folder = firmware({ "rig.h": header, "types.h": TYPES });
  const { status, stderr } = await structline(["publish", "--version", version, "--to", to, ...more], folder, env);
  assert.equal(status, 0, stderr);
}

const send = (service: ServiceProcess, ...messages: number[][]) =>
  sendDatagrams(
    service.udpPort("rig"),
    messages.map((bytes) => Buffer.from(bytes)),
  );
const rowsOf = async (service: ServiceProcess) => {
  await service.settled();
  return await (await fetch(`${service.url}/read/rows?database=lab_rig&measurement=01_tank`)).text();
};
const rejectsOf = async (service: ServiceProcess) =>
  (await service.json<{ rejects: { code: string }[] }>("/rejects")).rejects.map(({ code }) => code);
const healthOf = async (service: ServiceProcess) =>
  (await service.json<{ parts: Readonly<Record<string, PartStatus>> }>("/health")).parts["releases"];

test("a message of an unknown firmware waits until the version is published, and is stored then", async (t) => {
  const { server, url } = await fileServer("secret");
  t.after(() => server.close());
  const lab = labOf(url);
  t.after(() => lab.remove());
  const env = { STRUCTLINE_RELEASES_TOKEN: "secret" };
  const service = await lab.start(env);
  await until(async () => /nothing is published there/.test((await healthOf(service))?.detail ?? ""));
  await publish(url, "v2", NEW, env);
  // The next look is a day away.
  await send(service, [6, 1, 10, 0, 11, 0], [6, 1, 12, 0, 13, 0]);
  await until(async () => /"flow":11/.test(await rowsOf(service)), "the first message, stored");
  assert.match(await rowsOf(service), /"flow":13/);
  await until(() => /firmware v2 is decoded; 2 messages that were refused before/.test(service.output));
  assert.deepEqual(await rejectsOf(service), []);
  if (process.platform === "linux") await until(() => !hasChild(service), "the compiler's process ends");

  // A second version, and a restart after it: both stay known.
  await publish(url, "v3", NEWER, env);
  await send(service, [8, 1, 1, 0, 2, 0, 3, 0]);
  await until(async () => /"wind":3/.test(await rowsOf(service)), "the second version");
  assert.equal(await service.stop(), 0);
  const again = await lab.start(env);
  await send(again, [8, 1, 1, 0, 2, 0, 4, 0], [6, 1, 5, 0, 6, 0], [4, 1, 77, 0]);
  await until(async () => {
    const rows = await rowsOf(again);
    return /"wind":4/.test(rows) && /"flow":6/.test(rows) && /"level":77/.test(rows);
  });
});

test("a version that is withdrawn is not decoded any more, and its headers stay", async (t) => {
  const to = temporaryFolder();
  const lab = labOf(to, "1s");
  t.after(() => lab.remove());
  const service = await lab.start();
  await publish(to, "v2");
  await until(async () => /v2: releases/.test(readFileSync(lab.config, "utf8")));
  await send(service, [6, 1, 10, 0, 11, 0]);
  await until(async () => /"flow":11/.test(await rowsOf(service)));
  await publish(to, "v2", NEW, {}, ["--revoke"]);
  await until(() => /versions = local: rig\.h\n/.test(readFileSync(lab.config, "utf8")));
  await until(async () => {
    await send(service, [6, 1, 10, 0, 12, 0]);
    return (await rejectsOf(service)).includes("wrong-length");
  }, "a refused message");
  assert.equal(existsSync(join(lab.directory, "headers/releases/rig/v2/rig.h")), true);
  assert.equal((await healthOf(service))?.state, "ok");
});

test("a place that is away or damaged, and an index of another key, are told, and the service goes on", async (t) => {
  const { server, url, files } = await fileServer("secret");
  t.after(() => server.close());
  const [keys, env] = [temporaryFolder(), { STRUCTLINE_RELEASES_TOKEN: "secret" }];
  const made = await structline(["publish", "--new-key", join(keys, "key")], keys);
  const lab = labOf(url, "1s", made.stdout.split("\n")[1] ?? "");
  t.after(() => lab.remove());
  const service = await lab.start(env);
  const told = (problem: RegExp) =>
    until(async () => {
      const status = await healthOf(service);
      return status?.state === "degraded" && problem.test(status.detail);
    }, String(problem));
  files.set("/releases/index.json", '{ "format": 1, "releases": [');
  await told(/index\.json is not JSON/);
  files.set("/releases/index.json", '{ "format": 1, "releases": [] }');
  await told(/index\.json is not signed/);
  const good = temporaryFolder();
  await publish(good, "v2", NEW, env, ["--key", join(keys, "key")]);
  const release = readFileSync(join(good, "rig/v2.json"), "utf8");
  files.set("/releases/rig/v2.json", release.replace("uint16_t level", "uint32_t level"));
  files.set("/releases/index.json", readFileSync(join(good, "index.json"), "utf8"));
  await told(/v2\.json is not what the index says/);
  server.close();
  server.closeAllConnections();
  await told(/ECONNREFUSED/);
  assert.equal(service.output.match(/WARN .*ECONNREFUSED/g)?.length, 1, service.output);
  await send(service, [4, 1, 7, 0]);
  await until(async () => /"level":7/.test(await rowsOf(service)));
});

test("a service that ended between the configuration and the codecs of a version starts with both", async (t) => {
  const to = temporaryFolder();
  await publish(to, "v2");
  const lab = labOf(to);
  t.after(() => lab.remove());
  const before = join(lab.directory, "generated/catalogue.json");
  const catalogue = readFileSync(before, "utf8");
  assert.equal((await structline(["follow", "--once", "--no-reload"], lab.directory)).status, 0);
  writeFileSync(before, catalogue);
  writeFileSync(join(lab.directory, "generated/.unfinished-versions"), "");
  const service = await lab.start();
  await send(service, [6, 1, 10, 0, 11, 0]);
  await until(async () => /"flow":11/.test(await rowsOf(service)));
  assert.equal(existsSync(join(lab.directory, "generated/.unfinished-versions")), false);
});

test("where a version cannot be written, nothing changes, and the service says the place", async (t) => {
  const to = temporaryFolder();
  await publish(to, "v2");
  const lab = labOf(to, "1s");
  t.after(() => lab.remove());
  const [written, inTheWay] = [readFileSync(lab.config, "utf8"), join(lab.directory, "headers/releases")];
  writeFileSync(inTheWay, "");
  const service = await lab.start();
  await until(async () => /headers\/releases.* a file is in the way/.test((await healthOf(service))?.detail ?? ""));
  assert.equal(readFileSync(lab.config, "utf8"), written);
  rmSync(inTheWay);
  await send(service, [6, 1, 10, 0, 11, 0]);
  await until(async () => /"flow":11/.test(await rowsOf(service)));
});
