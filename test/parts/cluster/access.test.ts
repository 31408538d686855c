import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Account } from "../../../runtime/auth/account.ts";
import { generationOf } from "../../../runtime/auth/credential.ts";
import { hashCredential, parseHash, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { Sessions } from "../../../runtime/auth/sessions.ts";
import { openUserDirectory, type UserDirectory } from "../../../runtime/auth/user-directory.ts";
import { readUsersFile, type UserEntry, writeUsersFile } from "../../../runtime/auth/users-file.ts";
import { SILENT } from "../../../runtime/lib/log.ts";
import { clusterOf } from "../../../runtime/parts/cluster/keys.ts";
import { LiveBus } from "../../../runtime/parts/cluster/live.ts";
import { clusterNames } from "../../../runtime/parts/cluster/names.ts";
import { ClusterNode } from "../../../runtime/parts/cluster/node.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { type NatsServer, startNats } from "../../support/nats.ts";
import { requires } from "../../support/requirements.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const skip = requires("nats-server");
const server: NatsServer | undefined = skip === false ? await startNats() : undefined;
after(() => server?.stop());

const [HASH, OTHER_HASH] = [await hashCredential("a", TOKEN_COST), await hashCredential("b", TOKEN_COST)];

function user(name: string, more: Partial<UserEntry> = {}): UserEntry {
  return { name, read: ["lab"], write: [], admin: false, password: HASH, tokens: [], ...more };
}

function token(id: string): UserEntry["tokens"][number] {
  return { id, created: "2026-01-01T00:00:00Z", hash: HASH };
}

interface Node {
  readonly file: string;
  readonly users: UserDirectory;
  readonly sessions: Sessions;
  close(): Promise<void>;
}

/** @param own the node's own file, if it has one */
type Join = (name: string, own?: readonly UserEntry[]) => Promise<Node>;

async function inLab(body: (joinAs: Join) => Promise<void>): Promise<void> {
  const open = new Set<Node>();
  await inTemporaryFolder(async (folder, atEnd) => {
    const ini = `[lab]\nchannels =\n[cluster]\nurl = ${server?.url}\nname = ${randomUUID().slice(0, 8)}\n`;
    const cluster = clusterOf(parseSettings(ini, { file: join(folder, "c.ini"), shown: "c.ini", environment: {} }));
    assert.ok(cluster, "the settings have a cluster");
    await body(async (name, own) => {
      mkdirSync(join(folder, name), { recursive: true });
      const file = join(folder, name, "users.json");
      if (own !== undefined) writeUsersFile(file, own);
      const live = new LiveBus(clusterNames(cluster.name));
      const said = { role: "all", version: "1", url: "", state: "ok", waiting: 0, deadLetters: 0 } as const;
      const self = () => said;
      const node = new ClusterNode({ settings: cluster, node: randomUUID(), self, onFinding: () => {}, live });
      const directory = openUserDirectory({ path: file, configured: () => [], log: SILENT, inCluster: true });
      const { users } = directory;
      const sessions = new Sessions(users);
      directory.share(node.text("users"));
      sessions.share(node.text("sessions"));
      const joined: Node = {
        file,
        users,
        sessions,
        close: async () => {
          open.delete(joined);
          directory.close();
          await live.close();
          await node.close();
        },
      };
      open.add(joined);
      atEnd(() => (open.has(joined) ? joined.close() : undefined));
      return joined;
    });
  });
}

/** The permissions that the password gives. */
function accountIn({ users }: Node, name: string): Account | undefined {
  return users.accountOf(name, generationOf(HASH));
}

/** A new session of the user. */
function logIn({ users, sessions }: Node, name: string): string {
  const credential = users.candidate(name, "a")?.credential;
  assert.ok(credential, "a credential");
  return sessions.open(credential);
}

function names({ file }: Node): string[] {
  return readUsersFile(file).map(({ name }) => name);
}

test("the first node's users are shared; a change at one node applies to all", { skip }, () =>
  inLab(async (joinAs) => {
    const a = await joinAs("a", [user("ida"), user("bob")]);
    await until(() => statSync(`${a.file}.shared`, { throwIfNoEntry: false }) !== undefined);
    // One without a file, and one with another file.
    const b = await joinAs("b");
    const c = await joinAs("c", [user("eve", { admin: true })]);
    assert.equal(b.users.size === 0 || b.users.has("ida"), true);
    await until(() => b.users.has("ida") && c.users.has("ida"));
    assert.equal(c.users.has("eve"), false);
    assert.deepEqual(names(c), ["ida", "bob"]);
    assert.deepEqual(readUsersFile(`${c.file}.before-cluster`), [user("eve", { admin: true })]);
    for (const suffix of ["", ".shared"]) assert.equal(statSync(`${b.file}${suffix}`).mode & 0o777, 0o600);
    assert.deepEqual(b.users.candidate("ida", "a")?.hash, parseHash(HASH));

    writeUsersFile(b.file, [user("ida", { read: ["*"] }), user("bob"), user("new")]);
    await until(() => accountIn(a, "ida")?.mayAll("read") === true && c.users.has("new"));
    writeUsersFile(c.file, [user("ida", { read: ["*"] }), user("new")]);
    await until(() => [a, b].every(({ users }) => !users.has("bob")));
    assert.deepEqual(readFileSync(a.file, "utf8"), readFileSync(b.file, "utf8"));

    // An unreadable file does not keep users who were removed elsewhere.
    writeFileSync(b.file, "{");
    writeUsersFile(a.file, [user("ida")]);
    await until(() => !b.users.has("new") && !c.users.has("new"));
    assert.equal(readFileSync(b.file, "utf8"), "{");
  }),
);

test(
  "a node continues with what it knew while no server answers; changes of both sides are kept, and removed users stay removed",
  { skip },
  () =>
    inLab(async (joinAs) => {
      const ida = user("ida", { tokens: [token("aaaaaaaa")] });
      const a = await joinAs("a", [ida, user("bob"), user("tom")]);
      const b = await joinAs("b");
      await until(() => b.users.size === 3);
      // Wait until both know it, because a change is made to the shared state.
      await until(() => [a, b].every(({ file }) => existsSync(`${file}.shared`)));
      await server?.halt();
      // Applies at once on the node that made it.
      writeUsersFile(a.file, [user("ida"), user("bob"), user("tom", { write: ["lab"] })]);
      writeUsersFile(b.file, [
        { ...ida, tokens: [token("aaaaaaaa"), token("bbbbbbbb")] },
        user("tom", { admin: true }),
      ]);
      await until(() => accountIn(a, "tom")?.may("write", "lab") === true && !b.users.has("bob"));
      // Changes while the node is stopped count too.
      await b.close();
      writeUsersFile(b.file, [...readUsersFile(b.file), user("late")]);
      const again = await joinAs("b");
      assert.deepEqual(names(again), ["ida", "tom", "late"]);
      await server?.resume();
      const merged = [
        user("ida", { tokens: [token("bbbbbbbb")] }),
        user("tom", { admin: true, write: ["lab"] }),
        user("late"),
      ];
      await until(() => [a, again].every(({ users }) => users.size === 3 && users.has("late")));
      await until(() => [a, again].every(({ file }) => readUsersFile(file)[0]?.tokens.length === 1));
      for (const { file } of [a, again]) {
        assert.deepEqual(
          readUsersFile(file).toSorted((one, other) => one.name.localeCompare(other.name)),
          merged.toSorted((one, other) => one.name.localeCompare(other.name)),
        );
      }
    }),
);

test(
  "a user who logged in at one node is logged in at the others, until a log-out anywhere or a new password",
  { skip },
  () =>
    inLab(async (joinAs) => {
      const a = await joinAs("a", [user("ida")]);
      const b = await joinAs("b");
      await until(() => b.users.size === 1);
      const [left, kept] = [logIn(a, "ida"), logIn(b, "ida")];
      await a.sessions.shared();
      await b.sessions.shared();
      await until(() => b.sessions.find(left)?.user === "ida" && a.sessions.find(kept)?.user === "ida");
      const open = a.sessions.find(left);
      b.sessions.end(left);
      await until(() => open?.account === undefined && a.sessions.find(left) === undefined);
      assert.equal(a.sessions.find(kept)?.account?.name, "ida");
      writeUsersFile(b.file, [user("ida", { password: OTHER_HASH })]);
      await until(() => a.sessions.find(kept) === undefined);
    }),
);
