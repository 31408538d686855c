/** The started program sets the size of its thread pool before the pool starts. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
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
