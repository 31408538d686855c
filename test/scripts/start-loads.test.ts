import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";

const DIST = join(ROOT, "dist");
/** Optional part → text that occurs only in it. */
const OPTIONAL = {
  "NATS's client": "_INBOX",
  "hono's server, with Node's fetch": "overrideGlobalObjects",
  "prom-client": "collectDefaultMetrics",
  zod: "prettifyError",
};

/** Files that a built program always loads. */
function loadedBy(program: string): Set<string> {
  const seen = new Set<string>();
  const pending = [join(DIST, program)];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const imports = readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*["'](\.\/[^"']+)["']/g);
    for (const [, target = ""] of imports) pending.push(join(dirname(file), target));
  }
  return seen;
}

for (const [what, word] of Object.entries(OPTIONAL)) {
  test(`a start loads no ${what}, neither in the main thread nor in the store's`, () => {
    const files = readdirSync(DIST).filter((name) => /^(?:service|store).*\.js$/.test(name));
    const having = files.filter((name) => readFileSync(join(DIST, name), "utf8").includes(word));
    const loaded = ["service.js", "service-parts.js", "store-thread.js"].flatMap((program) => [...loadedBy(program)]);
    assert.ok(having.length > 0, "it is somewhere in the build");
    assert.deepEqual(
      having.filter((name) => loaded.some((file) => basename(file) === name)),
      [],
    );
  });
}
