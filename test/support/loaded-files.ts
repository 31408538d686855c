/** Which files of the build a process loads that has no configuration, and which of them have a text. */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Lab, ROOT } from "./lab.ts";
import { until } from "./until.ts";

const DIST = join(ROOT, "dist");

/** V8 writes each script of each thread that ran, also those that were loaded on demand. */
export async function filesLoadedAtStart(): Promise<ReadonlySet<string>> {
  const lab = new Lab({ ini: "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:0\n", headers: {} });
  try {
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
    return new Set(urls.filter((url) => url.startsWith("file:")).map((url) => basename(url)));
  } finally {
    await lab.remove();
  }
}

/** @param word occurs only in the code that is meant */
export function assertNotLoaded(loaded: ReadonlySet<string>, word: string): void {
  const files = readdirSync(DIST).filter((name) => /^(?:service|store).*\.js$/.test(name));
  const having = files.filter((name) => readFileSync(join(DIST, name), "utf8").includes(word));
  assert.ok(having.length > 0, "it is somewhere in the build");
  assert.deepEqual(
    having.filter((name) => loaded.has(name)),
    [],
  );
}
