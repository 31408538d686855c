import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { Lab, ROOT } from "../support/lab.ts";
import { until } from "../support/until.ts";

const DIST = join(ROOT, "dist");
/** What a process without configuration does not need → text that occurs only in it. */
const OPTIONAL = {
  "NATS's client": "_INBOX",
  "hono's server, with Node's fetch": "overrideGlobalObjects",
  "prom-client": "collectDefaultMetrics",
  zod: "prettifyError",
  "the provisioning of Grafana": "GrafanaProvisioner=class",
  "the parser of InfluxQL": "database name required",
};

const lab = new Lab({ ini: "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n", headers: {} });
let loaded: ReadonlySet<string>;

// V8 writes each script of each thread that ran, also those that were loaded on demand.
before(async () => {
  assert.equal(lab.generate().status, 0);
  const folder = join(lab.directory, "loaded");
  mkdirSync(folder);
  const service = await lab.start({ NODE_V8_COVERAGE: folder });
  await until(async () => (await fetch(`${service.url}/health?probe=ready`)).ok);
  await service.stop();
  const urls = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { result: readonly { url: string }[] };
    return result.map(({ url }) => url);
  });
  loaded = new Set(urls.filter((url) => url.startsWith("file:")).map((url) => basename(url)));
});

after(() => lab.remove());

test("a process and its threads were looked at", () => {
  for (const file of ["service-parts.js", "store-parts.js"]) assert.ok(loaded.has(file), file);
});

for (const [what, word] of Object.entries(OPTIONAL)) {
  test(`a start without configuration loads no ${what}`, () => {
    const files = readdirSync(DIST).filter((name) => /^(?:service|store).*\.js$/.test(name));
    const having = files.filter((name) => readFileSync(join(DIST, name), "utf8").includes(word));
    assert.ok(having.length > 0, "it is somewhere in the build");
    assert.deepEqual(
      having.filter((name) => loaded.has(name)),
      [],
    );
  });
}
