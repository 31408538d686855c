/** A firmware version that is published: the running service decodes its messages, which it refused before. */

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hashOf } from "../../../generator/releases/release.ts";
import { withoutVersion, withVersion } from "../../../generator/releases/version-entry.ts";
import { fileServer, firmware, INI, OLD, structline, TYPES } from "../../support/firmware-releases.ts";
import { Lab, sendDatagrams } from "../../support/lab.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

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
  const published = await structline(["publish", "--version", "v1.4.0", "--to", url], firmware(), env);
  assert.equal(published.status, 0, published.stderr);
  // The configuration has port 0: here, where the service listens.
  const listen = { ...env, STRUCTLINE__HTTP__LISTEN: new URL(service.url).host };
  const follow = ["follow", "--once", "--from", url, "--config", lab.config];
  const followed = await structline(follow, lab.directory, listen);
  assert.deepEqual([followed.status, followed.stderr], [0, ""], followed.stdout);
  assert.match(followed.stdout, /^rig v1\.4\.0: added\n/);
  await until(async () => {
    await sendDatagrams(service.udpPort("rig"), [Buffer.from([6, 1, 10, 0, 11, 0]), Buffer.from([4, 1, 12, 0])]);
    const text = await rows();
    return /"flow":11/.test(text) && /"level":12/.test(text);
  });
  const again = await structline(follow, lab.directory, listen);
  assert.deepEqual([again.status, again.stdout], [0, ""], again.stderr);
});

test("a version is published once", async () => {
  const to = temporaryFolder();
  const folder = firmware();
  const publish = () => structline(["publish", "--version", "v2", "--to", to], folder);
  assert.match((await publish()).stdout, /^rig v2: published/);
  assert.match((await publish()).stdout, /^rig v2 is there already/);
  writeFileSync(join(folder, "headers/types.h"), TYPES.replace("uint16_t", "int16_t"));
  const other = await publish();
  assert.deepEqual([other.status, /published with other headers/.test(other.stderr)], [1, true]);
});

test("a version that does not compile here, is for another processor, or was changed on the way leaves all as it was", async () => {
  const to = temporaryFolder();
  await structline(["publish", "--version", "v2", "--to", to], firmware());
  const lab = firmware({ "rig.h": OLD });
  const follow = () => structline(["follow", "--once", "--from", to, "--no-reload"], lab);
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
  await structline(["publish", "--version", "v2", "--to", to], folder);
  const { status, stdout, stderr } = await structline(["follow", "--once", "--from", to, "--no-reload"], folder);
  assert.deepEqual([status, stdout, stderr], [0, "", ""]);
});

test("plain http to another machine is refused", async () => {
  const { status, stderr } = await structline(["follow", "--once", "--from", "http://192.0.2.1/x"], firmware());
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

test("a version is taken out of the section again, but not the only one", () => {
  const first = withVersion(INI, "lab-rig", "v2", ["releases/rig/v2/rig.h"]);
  assert.match(withoutVersion(first, "lab-rig", "v2"), /\nversions = local: rig\.h\n/);
  assert.throws(() => withoutVersion(withoutVersion(first, "lab-rig", "v2"), "lab-rig", "local"), /no other version/);
});

test("who has the key publishes and withdraws; who has another one or none does neither, and nobody takes their releases", async () => {
  const [to, keys] = [temporaryFolder(), temporaryFolder()];
  const folder = firmware();
  const file = (name: string) => join(keys, name);
  const [ours, theirs] = await Promise.all(
    ["ours", "theirs"].map((name) => structline(["publish", "--new-key", file(name)], folder)),
  );
  const keyOf = (made?: { stdout: string }) => /^\[versions\]\nkey = (.+)\n$/.exec(made?.stdout ?? "")?.[1] ?? "";
  assert.equal(statSync(file("ours")).mode & 0o777, 0o600);
  const publish = (...more: string[]) => structline(["publish", "--to", to, ...more], folder);
  const follow = (key: string) => {
    const lab = firmware({ "rig.h": OLD });
    writeFileSync(join(lab, "channels.ini"), `${INI}[versions]\nfrom = ${to}\nkey = ${key}\n`);
    return structline(["follow", "--once", "--no-reload"], lab);
  };
  assert.equal((await publish("--version", "v2", "--key", file("ours"))).status, 0);
  assert.match((await follow(keyOf(ours))).stdout, /^rig v2: added\n/);
  assert.match((await follow(keyOf(theirs))).stderr, /is not signed with the key/);
  assert.match((await publish("--version", "v3")).stderr, /is signed: --key is missing/);
  assert.match((await publish("--version", "v3", "--key", file("theirs"))).stderr, /is not signed with the key/);
  assert.match((await publish("--version", "v2", "--revoke", "--key", file("theirs"))).stderr, /is not signed with/);
  assert.equal((await publish("--version", "v2", "--revoke", "--key", file("ours"))).stdout, "rig v2: withdrawn\n");
  assert.deepEqual((await follow(keyOf(ours))).stdout, "");
  assert.match((await publish("--version", "v2", "--key", file("ours"))).stderr, /was withdrawn/);
  const index = JSON.parse(readFileSync(join(to, "index.json"), "utf8"));
  delete index.releases[0].revoked;
  writeFileSync(join(to, "index.json"), JSON.stringify(index));
  assert.match((await follow(keyOf(ours))).stderr, /is not signed with the key/);
  delete index.signature;
  writeFileSync(join(to, "index.json"), JSON.stringify(index));
  assert.match((await follow(keyOf(ours))).stderr, /is not signed, but there is a key/);
});

test("an index from before a withdrawal brings the version back to no lab that saw it", async () => {
  const [to, folder] = [temporaryFolder(), firmware()];
  const index = join(to, "index.json");
  await structline(["publish", "--version", "v2", "--to", to], folder);
  const older = readFileSync(index, "utf8");
  const [took, never] = [firmware({ "rig.h": OLD }), firmware({ "rig.h": OLD })];
  const follow = (lab: string) => structline(["follow", "--once", "--from", to, "--no-reload"], lab);
  assert.match((await follow(took)).stdout, /^rig v2: added\n/);
  await structline(["publish", "--version", "v2", "--revoke", "--to", to], folder);
  assert.match((await follow(took)).stdout, /^rig v2: /);
  assert.equal((await follow(never)).stdout, "");
  writeFileSync(index, older);
  for (const lab of [took, never]) {
    const { stdout, stderr } = await follow(lab);
    assert.equal(stdout, "");
    assert.match(stderr, /rig v2 was withdrawn: .*index\.json is an older one/);
    assert.doesNotMatch(readFileSync(join(lab, "channels.ini"), "utf8"), /v2/);
  }
});
