/** The program that a shell starts gives its thread pool a size, before the pool begins. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ROOT } from "../support/lab.ts";

const folder = mkdtempSync(join(tmpdir(), "structline-pool-"));
after(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
import { pbkdf2 } from "node:crypto";
import { readdirSync } from "node:fs";
await new Promise((resolve) => pbkdf2("", "", 1, 8, "sha1", resolve));
process.stdout.write(String(readdirSync("/proc/self/task").length));
`;

test("eight threads, or as many as the environment says", {
  skip: process.platform !== "linux" && "reads /proc",
}, () => {
  copyFileSync(join(ROOT, "command/structline.cjs"), join(folder, "structline.cjs"));
  writeFileSync(join(folder, "structline.js"), PROGRAM);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const { UV_THREADPOOL_SIZE: _size, ...env } = process.env;
  const threads = (more: NodeJS.ProcessEnv) =>
    Number(execFileSync(process.execPath, [join(folder, "structline.cjs")], { env: { ...env, ...more } }).toString());
  assert.equal(threads({}) - threads({ UV_THREADPOOL_SIZE: "3" }), 5);
});
