/** Sentences about files and folders that this user may not use. Each remedy is run, and removes the obstacle. */

import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { permissionDenied } from "../../../runtime/lib/permission-denied.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROOT_ONLY = { skip: process.getuid?.() !== 0 && "needs root" };
const SERVICE = 4242;

/** As the service's user. */
function asService<Value>(act: () => Value): Value {
  process.seteuid?.(SERVICE);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

const CASES: readonly [what: string, make: (folder: string) => string, said: RegExp][] = [
  [
    "a file of root's",
    (folder) => file(join(folder, "a.ini"), 0o600),
    /a\.ini belongs to user 0, .* 'chown 4242 .*a\.ini' as root$/,
  ],
  [
    "a folder of root's",
    (folder) => folderAt(join(folder, "data"), 0o700),
    /data belongs to user 0, .* 'chown 4242 .*data' as root$/,
  ],
  [
    "a folder that is missing",
    (folder) => join(folder, "var/data"),
    / belongs to user 0, .* 'install -d -o 4242 .*var\/data' as root$/,
  ],
  [
    "a file behind a folder that lets nobody through",
    (folder) => file(join(folderAt(join(folder, "closed"), 0o700), "catalogue.json"), 0o644),
    /closed belongs to user 0, .* 'chmod go\+rx .*closed' as root$/,
  ],
];

for (const [what, make, said] of CASES) {
  test(`${what}: the owner, the user, and a remedy that works`, ROOT_ONLY, () => {
    const folder = temporaryFolder();
    // Others may go through, and write nothing.
    for (const path of [dirname(folder), folder]) chmodSync(path, statSync(path).mode | 0o055);
    const path = make(folder);
    // Not by access(), which asks for the real user.
    const use = () => (what.startsWith("a folder") ? writeFileSync(join(path, "x"), "") : readFileSync(path));
    assert.throws(() => asService(use));
    const sentence = asService(() => permissionDenied(path));
    assert.match(sentence, said);
    execSync(/run '([^']+)' as root/.exec(sentence)![1]!);
    asService(use);
  });
}

test("one's own file in a folder of root's: the folder is the obstacle", ROOT_ONLY, () => {
  const folder = temporaryFolder();
  for (const path of [dirname(folder), folder]) chmodSync(path, statSync(path).mode | 0o055);
  const path = file(join(folderAt(join(folder, "epochs"), 0o755), "one.json"), 0o644);
  chownSync(path, SERVICE, SERVICE);
  const sentence = asService(() => permissionDenied(path));
  assert.match(sentence, /epochs belongs to user 0, .* 'chown 4242 .*epochs' as root$/);
});

test("a program's own folder with files of root's: one command is enough for all", ROOT_ONLY, () => {
  const folder = temporaryFolder();
  for (const path of [dirname(folder), folder]) chmodSync(path, statSync(path).mode | 0o055);
  const own = folderAt(join(folder, "journal"), 0o755);
  const inner = file(join(folderAt(join(own, "epochs"), 0o755), "one.json"), 0o600);
  const lock = file(join(own, "lock"), 0o600);
  const sentence = asService(() => permissionDenied(lock, own));
  assert.match(sentence, /lock belongs to user 0, .* 'chown -R 4242 .*journal' as root$/);
  execSync(/run '([^']+)' as root/.exec(sentence)![1]!);
  asService(() => writeFileSync(inner, "x"));
});

test("one's own file without a permission for oneself", ROOT_ONLY, () => {
  const path = file(join(temporaryFolder(), "own"), 0o000);
  assert.match(
    permissionDenied(path),
    /own belongs to user 0, and this program runs as user 0, .* 'chmod u\+rwX .*own'$/,
  );
});

function file(path: string, mode: number): string {
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
}

function folderAt(path: string, mode: number): string {
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}
