/** A users file that root makes is readable by the service, and by nobody else. */

import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { changeUsersFile, readUsersFile } from "../../../runtime/auth/users-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROOT_ONLY = { skip: process.getuid?.() !== 0 && "needs root" };
const SERVICE = 4242;
const IDA = [{ name: "ida", read: ["*"], write: [], admin: false, tokens: [] }];

test("the account that owns the data gets the file; before there are data, the folder's owner", ROOT_ONLY, () => {
  const folder = temporaryFolder();
  const data = join(folder, "journal");
  const before = join(folder, "before.json");
  changeUsersFile(before, () => IDA, data);
  assert.equal(statSync(before).uid, 0);
  mkdirSync(data);
  chownSync(data, SERVICE, SERVICE);
  const after = join(folder, "after.json");
  changeUsersFile(after, () => IDA, data);
  const { uid, gid, mode } = statSync(after);
  assert.deepEqual([uid, gid, mode & 0o777], [SERVICE, SERVICE, 0o600]);
  changeUsersFile(after, (users = []) => users, join(folder, "elsewhere"));
  assert.equal(statSync(after).uid, SERVICE, "a later change keeps the owner");
});

test("a file of somebody else's is refused with its owner and the remedy", ROOT_ONLY, () => {
  const folder = temporaryFolder();
  const path = join(folder, "users.json");
  writeFileSync(path, "{}", { mode: 0o600 });
  // Others may go through, but not look.
  for (const path of [dirname(folder), folder]) chmodSync(path, 0o711);
  process.seteuid?.(SERVICE);
  try {
    assert.throws(() => readUsersFile(path), {
      message: `users file ${path} cannot be read, permission denied: ${path} belongs to user 0, and this program runs as user ${SERVICE}; run 'chown ${SERVICE} ${path}' as root`,
    });
  } finally {
    process.seteuid?.(0);
  }
});
