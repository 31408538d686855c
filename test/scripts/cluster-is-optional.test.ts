import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";

const DIST = join(ROOT, "dist");
/** Stands in NATS's client and nowhere else. */
const NATS = "_INBOX";

/** Files that a built program loads before anything asks for more. */
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

test("one process loads nothing of a cluster, neither its main thread nor the store's", () => {
  const having = readdirSync(DIST).filter(
    (name) => name.endsWith(".js") && /^service|^chunk|^node|^connection|^forwarder|^cluster/.test(name),
  );
  const clients = having.filter((name) => readFileSync(join(DIST, name), "utf8").includes(NATS));
  assert.ok(clients.length > 0, "the client is somewhere in the build");
  for (const program of ["service.js", "store-thread.js"]) {
    const loaded = [...loadedBy(program)].map((file) => basename(file));
    assert.ok(loaded.length > 1, program);
    assert.deepEqual(
      clients.filter((name) => loaded.includes(name)),
      [],
      program,
    );
  }
});
