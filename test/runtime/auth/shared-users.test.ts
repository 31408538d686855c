import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openUserDirectory } from "../../../runtime/auth/user-directory.ts";
import { readUsersFile, type UserEntry, usersText, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import type { SharedText } from "../../../runtime/model/shared-text.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

function user(name: string): UserEntry {
  return { name, read: ["lab"], write: [], admin: false, tokens: [] };
}

/** Accepts writes and loses the answers. */
class DeafText implements SharedText {
  text: string | undefined;
  hear: (text: string | undefined) => void = () => {};

  follow(hear: (text: string | undefined) => void): void {
    this.hear = hear;
    hear(this.text);
  }

  async change(next: (text: string | undefined) => string): Promise<void> {
    this.text = next(this.text);
    throw new Error("timeout");
  }
}

/** Accepts no writes and answers late. */
class LateText extends DeafText {
  readonly #refused: (() => void)[] = [];

  override change(): Promise<void> {
    return new Promise((_, reject) => this.#refused.push(() => reject(new Error("timeout"))));
  }

  refuse(): void {
    for (const refuse of this.#refused.splice(0)) refuse();
  }
}

test("a stopped node no longer changes its file, whoever uses it then", (t) =>
  inTemporaryFolder(async (folder) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const path = join(folder, "users.json");
    const text = new LateText();
    text.text = usersText([user("ida"), user("bob")]);
    writeUsersFile(path, [user("ida"), user("bob")]);
    const directory = openUserDirectory({ path, configured: () => [], log: SILENT, inCluster: true });
    directory.share(text);
    writeUsersFile(path, [user("ida")]);
    directory.reload();
    directory.close();
    text.refuse();
    await new Promise((resolve) => setImmediate(resolve));
    // As merged by the node's next start.
    for (const suffix of ["", ".shared"]) writeUsersFile(`${path}${suffix}`, [user("ida"), user("new")]);
    t.mock.timers.tick(10_000);
    assert.deepEqual(readUsersFile(path), [user("ida"), user("new")]);
  }));

test("a change after an initialisation whose answer was lost is kept and not reverted", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "users.json");
    writeUsersFile(path, [user("ida"), user("bob")]);
    const text = new DeafText();
    const directory = openUserDirectory({ path, configured: () => [], log: SILENT, inCluster: true });
    try {
      directory.share(text);
      assert.match(text.text ?? "", /ida.*bob/s);
      writeUsersFile(path, [user("ida"), user("new")]);
      directory.reload();
      text.hear(text.text);
      assert.deepEqual(readUsersFile(path), [user("ida"), user("new")]);
      assert.equal(existsSync(`${path}.before-cluster`), false);
      assert.match(text.text ?? "", /ida.*new/s);
      assert.doesNotMatch(text.text ?? "", /bob/);
    } finally {
      directory.close();
    }
  }));
