/** Publishers at one moment: no release is lost, and the index stays valid and signed. */

import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { changeIndex } from "../../../generator/releases/index-change.ts";
import { hashOf, readIndex } from "../../../generator/releases/release.ts";
import { textPlace } from "../../../runtime/lib/text-place.ts";
import { fileServer, firmware, NEW, structline, TYPES } from "../../support/firmware-releases.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const env = { STRUCTLINE_RELEASES_TOKEN: "secret" };

for (const conditions of ["known", "unknown"] as const) {
  test(`two publishers on a server where conditions are ${conditions}`, async (t) => {
    const { server, url, files } = await fileServer("secret", conditions, 2);
    t.after(() => server.close());
    const folder = firmware();
    await structline(["publish", "--new-key", "release.pem"], folder);
    const publish = (version: string) =>
      structline(["publish", "--version", version, "--to", url, "--key", "release.pem"], folder, env);
    const ended = await Promise.all(["v1", "v2"].map(publish));
    assert.deepEqual(
      ended.map(({ status, stderr }) => [status, stderr]),
      [
        [0, ""],
        [0, ""],
      ],
    );
    const key = createPublicKey(readFileSync(join(folder, "release.pem")));
    const { releases } = readIndex(files.get("/releases/index.json"), "index.json", key);
    assert.deepEqual(releases.map(({ version }) => version).sort(), ["v1", "v2"]);
  });

  test(`one version with two layouts: one publisher is refused where conditions are ${conditions}`, async (t) => {
    const { server, url, files } = await fileServer("secret", conditions, 2);
    t.after(() => server.close());
    const other = { "rig.h": NEW, "types.h": TYPES.replace("uint16_t", "int16_t") };
    const ended = await Promise.all(
      [firmware(), firmware(other)].map((folder) =>
        structline(["publish", "--version", "v1", "--to", url], folder, env),
      ),
    );
    assert.deepEqual(ended.map(({ status }) => status).sort(), [0, 1]);
    assert.match(ended.map(({ stderr }) => stderr).join(""), /rig v1 is published with other headers/);
    const { releases } = readIndex(files.get("/releases/index.json"), "index.json");
    assert.equal(releases.length, 1);
    assert.equal(hashOf(files.get("/releases/rig/v1.json") ?? ""), releases[0]?.sha256);
  });
}

test("many publishers in a folder", async () => {
  const folder = temporaryFolder();
  const shelf = { place: textPlace(folder, ".", {}), key: undefined };
  const versions = Array.from({ length: 12 }, (_, number) => `v${number}`);
  await Promise.all(
    versions.map((version) =>
      changeIndex(shelf, async (now) => {
        const isThere = now.some((one) => one.version === version);
        const entry = { channel: "rig", version, sha256: hashOf(version), published: "" };
        // Others have their turn here, if they may.
        await new Promise((done) => setImmediate(done));
        return isThere ? undefined : [...now, entry];
      }),
    ),
  );
  const { releases } = readIndex(readFileSync(join(folder, "index.json"), "utf8"), "index.json");
  assert.deepEqual(releases.map(({ version }) => version).sort(), [...versions].sort());
});
