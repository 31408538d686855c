/** A database of the service's user in a folder of root's: DuckDB opens it, and cannot write its log at the first row. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../../support/lab.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const SERVICE = 4242;

/** As the service's user. @param TMPDIR where it keeps what it made of TypeScript */
function run(program: string, TMPDIR = "") {
  const args = ["--import", "tsx", "--input-type=module", "-e", program];
  const env = { ...process.env, TMPDIR };
  return spawnSync(process.execPath, args, { cwd: ROOT, uid: SERVICE, gid: SERVICE, encoding: "utf8", env });
}

const canRun = process.getuid?.() === 0 && run("").status === 0;

test("the folder is told, with a remedy", { skip: canRun ? false : "needs root, and a clone for all" }, () => {
  const folder = temporaryFolder();
  for (const path of [dirname(folder), folder]) chmodSync(path, statSync(path).mode | 0o055);
  const own = join(folder, "own");
  mkdirSync(own);
  chownSync(own, SERVICE, SERVICE);
  const file = join(folder, "telemetry.duckdb");
  writeFileSync(file, "");
  chownSync(file, SERVICE, SERVICE);
  const module = pathToFileURL(join(ROOT, "runtime/store/duckdb/open-database.ts")).href;
  const program = `import { openDatabase } from ${JSON.stringify(module)};
    await openDatabase(${JSON.stringify(file)}, () => {}).catch(({ message }) => console.error(message));`;
  const { stderr } = run(program, own);
  const sentence = `the folder of ${file} cannot be written, permission denied: ${folder} belongs to user 0`;
  assert.ok(stderr.startsWith(sentence), stderr);
  assert.ok(stderr.includes(`run 'chown ${SERVICE} ${folder}' as root; or name another in [store] url`), stderr);
});
