/** A database of the service's user in a folder of root's: DuckDB opens it, and cannot write its log at the first row. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../../support/lab.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const SERVICE = 4242;

/** As the service's user. */
function run(program: string) {
  const args = ["--import", "tsx", "--input-type=module", "-e", program];
  return spawnSync(process.execPath, args, { cwd: ROOT, uid: SERVICE, gid: SERVICE, encoding: "utf8" });
}

const canRun = process.getuid?.() === 0 && run("").status === 0;

test("the folder is told, with a remedy", { skip: canRun ? false : "needs root, and a clone for all" }, () => {
  const folder = temporaryFolder();
  for (const path of [dirname(folder), folder]) chmodSync(path, statSync(path).mode | 0o055);
  const file = join(folder, "telemetry.duckdb");
  writeFileSync(file, "");
  chownSync(file, SERVICE, SERVICE);
  const module = pathToFileURL(join(ROOT, "runtime/store/duckdb/open-database.ts")).href;
  const { stderr } = run(`import { openDatabase } from ${JSON.stringify(module)};
    await openDatabase(${JSON.stringify(file)}, () => {}).catch(({ message }) => console.error(message));`);
  const sentence = `the folder of ${file} cannot be written, permission denied: ${folder} belongs to user 0`;
  assert.ok(stderr.startsWith(sentence), stderr);
  assert.ok(stderr.includes(`run 'chown ${SERVICE} ${folder}' as root; or name another in [store] url`), stderr);
});
