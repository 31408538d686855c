/** What the started file does before the program: the size of the thread pool, compiled code that is kept, a sentence for an older Node. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "../support/lab.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

const PROGRAM = `
import { pbkdf2 } from "node:crypto";
import { readdirSync } from "node:fs";
await new Promise((resolve) => pbkdf2("", "", 1, 8, "sha1", resolve));
process.stdout.write(String(readdirSync("/proc/self/task").length));
`;

test("eight threads, or the number in the environment", {
  skip: process.platform !== "linux" && "reads /proc",
}, () => {
  copyFileSync(join(ROOT, "command/program.cjs"), join(folder, "structline.cjs"));
  writeFileSync(join(folder, "structline-program.js"), PROGRAM);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const { UV_THREADPOOL_SIZE: _size, ...env } = process.env;
  const threads = (more: NodeJS.ProcessEnv) =>
    Number(execFileSync(process.execPath, [join(folder, "structline.cjs")], { env: { ...env, ...more } }).toString());
  assert.equal(threads({}) - threads({ UV_THREADPOOL_SIZE: "3" }), 5);
});

test("DuckDB's allocator has one arena, or what the environment says", {
  skip: (process.platform !== "linux" || process.arch !== "x64") && "DuckDB has an allocator of its own on Linux",
}, () => {
  copyFileSync(join(ROOT, "command/program.cjs"), join(folder, "structline.cjs"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const bindings = JSON.stringify(join(ROOT, "node_modules/@duckdb/node-bindings"));
  // As the service does: DuckDB is loaded by a thread, which has a copy of the environment.
  writeFileSync(
    join(folder, "structline-program.js"),
    `import { Worker } from "node:worker_threads"; new Worker('require(${bindings})', { eval: true });
process.stdout.write(process.env.DUCKDB_JE_MALLOC_CONF);`,
  );
  const { DUCKDB_JE_MALLOC_CONF: _conf, ...env } = process.env;
  const run = (more: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [join(folder, "structline.cjs")], { env: { ...env, ...more }, encoding: "utf8" });
  assert.deepEqual([run({}).stdout, run({}).stderr], ["narenas:1", ""]);
  const own = run({ DUCKDB_JE_MALLOC_CONF: "not_there:1" });
  assert.equal(own.stdout, "not_there:1");
  assert.match(own.stderr, /Invalid conf pair: not_there:1/, "DuckDB reads it");
});

test("what was compiled is kept beside the program, for the thread too; without a folder to write, it runs as well", {
  skip: !("enableCompileCache" in module) && "Node 22.1 or newer",
}, () => {
  const compiled = join(folder, "compiled");
  rmSync(compiled, { recursive: true, force: true });
  copyFileSync(join(ROOT, "command/program.cjs"), join(folder, "structline.cjs"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "thread.js"), 'process.stdout.write("thread");');
  const open = pathToFileURL(join(ROOT, "runtime/lib/open-worker.ts")).href;
  const program = `import { openWorker } from ${JSON.stringify(open)}; openWorker("thread", import.meta.url, import.meta.url);`;
  writeFileSync(join(folder, "structline-program.js"), program);
  const run = () =>
    spawnSync(process.execPath, ["--import", "tsx", join(folder, "structline.cjs")], { cwd: ROOT, encoding: "utf8" });
  assert.deepEqual([run().stdout, run().status], ["thread", 0]);
  const kept = readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.ok(kept.length >= 2, `${kept.length} files`);
  for (let i = 0; i < 5000; i++) writeFileSync(join(compiled, `earlier-${i}`), "");
  const remains = () => [run().stdout, readdirSync(compiled).includes("earlier-0")];
  assert.deepEqual(remains(), ["thread", true]);
  const yesterday = Date.now() / 1000 - 90_000;
  utimesSync(compiled, yesterday, yesterday);
  assert.deepEqual(remains(), ["thread", false]);
  rmSync(compiled, { recursive: true });
  writeFileSync(compiled, "a file is in the way");
  const { stdout, stderr, status } = run();
  assert.deepEqual([stdout, stderr, status], ["thread", "", 0]);
});

test("each program of the package begins in that file", () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { bin: Record<string, string> };
  const begins = readFileSync(join(ROOT, "command/program.cjs"), "utf8");
  for (const [name, file] of Object.entries(bin)) {
    assert.equal(file, `dist/${name}.cjs`);
    assert.equal(readFileSync(join(ROOT, file), "utf8"), begins);
    // The loaded module does not have a name that users would start.
    assert.equal(existsSync(join(ROOT, `dist/${name}.js`)), false);
  }
});

test("an older Node version reports what is needed", () => {
  copyFileSync(join(ROOT, "command/program.cjs"), join(folder, "structline.cjs"));
  const older = join(folder, "older.cjs");
  writeFileSync(older, 'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } });');
  const { status, stderr } = spawnSync(process.execPath, ["-r", older, join(folder, "structline.cjs")], {
    encoding: "utf8",
  });
  assert.equal(stderr, "structline: needs Node 20.19 or newer; this is Node 18.20.4 (https://nodejs.org)\n");
  assert.equal(status, 1);
});
