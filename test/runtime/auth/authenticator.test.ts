import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Authenticator } from "../../../runtime/auth/authenticator.ts";
import { CheckQueue } from "../../../runtime/auth/check-queue.ts";
import type { Credential } from "../../../runtime/auth/credential.ts";
import {
  hashCredential,
  PASSWORD_COST,
  parseHash,
  TOKEN_COST,
  verifyCredential,
} from "../../../runtime/auth/credential-hash.ts";
import { RightBefore } from "../../../runtime/auth/right-before.ts";
import { Sessions, sessionCookie } from "../../../runtime/auth/sessions.ts";
import { makeToken } from "../../../runtime/auth/token.ts";
import { UserDirectory } from "../../../runtime/auth/user-directory.ts";
import type { UserEntry } from "../../../runtime/auth/users-file.ts";
import { Clock } from "../../../runtime/model/clock.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";

const IDA = { name: "ida", read: ["lab"], write: [], admin: false, tokens: [] };
const ADDRESS = "192.0.2.1";

async function directory(): Promise<{ users: UserDirectory; token: string; ida: UserEntry }> {
  const { text, entry } = await makeToken(new Date(0));
  const ida = { ...IDA, password: await hashCredential("right", TOKEN_COST), tokens: [entry] };
  const users = new UserDirectory();
  users.replace([ida, { ...IDA, name: "bob", tokens: [] }]);
  return { users, token: text, ida };
}

test("a hash is verified with its own parameters, and only by the right password", async () => {
  for (const cost of [TOKEN_COST, PASSWORD_COST]) {
    const hash = parseHash(await hashCredential("grün", cost));
    assert.ok(hash, "a hash");
    assert.deepEqual(hash.cost, cost);
    assert.equal(await verifyCredential("grün", hash), true);
    assert.equal(await verifyCredential("gru\u0308n", hash), true, "the same letters in another form [RFC 8265]");
    assert.equal(await verifyCredential("grun", hash), false);
  }
});

test("two hashes of one password are different", async () => {
  assert.notEqual(await hashCredential("same", TOKEN_COST), await hashCredential("same", TOKEN_COST));
});

for (const [what, text] of [
  ["too cheap", "$scrypt$ln=4,r=8,p=1$"],
  ["of more than 128 MB", "$scrypt$ln=20,r=8,p=1$"],
  ["another scheme", "$argon2$ln=15,r=8,p=1$"],
] as const) {
  test(`a hash ${what} is refused`, () => {
    assert.equal(parseHash(`${text}${"A".repeat(22)}$${"A".repeat(43)}`), undefined);
  });
}

for (const [what, credentials, outcome] of [
  ["the password", { name: "ida", secret: "right" }, "known password"],
  ["a wrong password", { name: "ida", secret: "Right" }, "wrong"],
  ["an unknown name", { name: "eve", secret: "right" }, "wrong"],
  ["a user without password", { name: "bob", secret: "" }, "wrong"],
  ["a password without a name", { name: undefined, secret: "right" }, "wrong"],
  ["a secret of 2,000 letters", { name: "ida", secret: "r".repeat(2000) }, "wrong"],
  ["the token alone", { name: undefined, secret: "TOKEN" }, "known token"],
  ["the token as ida's password", { name: "ida", secret: "TOKEN" }, "known token"],
  ["the token as bob's password", { name: "bob", secret: "TOKEN" }, "wrong"],
] as const) {
  test(`${what}: ${outcome}`, async () => {
    const { users, token } = await directory();
    const secret = credentials.secret === "TOKEN" ? token : credentials.secret;
    const verdict = await new Authenticator(users).authenticate({ ...credentials, secret, remoteAddress: ADDRESS });
    assert.equal(verdict.outcome === "known" ? `known ${verdict.credential.by}` : verdict.outcome, outcome);
  });
}

test("after five failures a name must wait at that address, twice as long each time; a verified password does not", async () => {
  const { users } = await directory();
  let nowMs = 0;
  const authenticator = new Authenticator(users, () => nowMs);
  const attempt = (secret: string, remoteAddress = ADDRESS) =>
    authenticator.authenticate({ name: "ida", secret, remoteAddress });
  for (let round = 0; round < 5; round++) assert.equal((await attempt("guess")).outcome, "wrong");
  assert.deepEqual(await attempt("guess"), { outcome: "limited", retryAfterMs: 1000 });
  assert.deepEqual(await attempt("right"), { outcome: "limited", retryAfterMs: 1000 });
  assert.equal((await attempt("right", "192.0.2.2")).outcome, "known", "another address");
  assert.equal((await attempt("right")).outcome, "known", "verified meanwhile");
  nowMs = 1000;
  assert.equal((await attempt("guess", "192.0.2.3")).outcome, "wrong");
});

test("others' failures never make a right credential wait, not even at a shared address, at the start, or for its own name", async () => {
  const { users, token } = await directory();
  const authenticator = new Authenticator(users, () => 0);
  const outcome = async (name: string | undefined, secret: string, remoteAddress = ADDRESS) =>
    (await authenticator.authenticate({ name, secret, remoteAddress })).outcome;
  const otherToken = `${token.slice(0, 12)}${"A".repeat(43)}`;
  for (let round = 0; round < 20; round++) {
    await outcome(undefined, `sl_${"x".repeat(8)}_${"A".repeat(43)}`);
    await outcome(undefined, otherToken);
    await outcome("eve", "guess");
    await outcome("ida", "guess", `192.0.2.${100 + round}`);
  }
  assert.equal(await outcome(undefined, otherToken), "limited", "whoever fails waits");
  assert.equal(await outcome(undefined, token), "known");
  assert.equal(await outcome("ida", "right"), "known");
});

test("what was right once is known after a restart: tokens without a slow check, passwords with more failures before a wait", async () => {
  const { users, token, ida } = await directory();
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "credentials.json");
    const opened = async () => {
      const rightBefore = await RightBefore.open(path, assert.fail);
      return { rightBefore, authenticator: new Authenticator(users, () => 0, rightBefore) };
    };
    const first = await opened();
    for (const [name, secret] of [[undefined, token] as const, ["ida", "right"] as const])
      assert.equal((await first.authenticator.authenticate({ name, secret, remoteAddress: ADDRESS })).outcome, "known");
    await first.rightBefore.close();
    assert.ok(!readFileSync(path, "utf8").includes("right"), "no secret is in the file");
    const { authenticator, rightBefore } = await opened();
    const guess = async (secret: string) =>
      (await authenticator.authenticate({ name: "ida", secret, remoteAddress: ADDRESS })).outcome;
    for (let round = 0; round < 12; round++) assert.equal(await guess(`guess ${round}`), "wrong");
    assert.equal(await guess("right"), "known");
    const generation = users.candidate(undefined, token)?.credential.generation ?? "";
    assert.deepEqual([rightBefore.isToken(generation, token), rightBefore.isToken(generation, "x")], [true, false]);
    users.replace([{ ...ida, tokens: [] }]);
    const revoked = await authenticator.authenticate({ name: undefined, secret: token, remoteAddress: ADDRESS });
    assert.equal(revoked.outcome, "wrong", "a revoked token");
    await rightBefore.close();
  });
});

test("a flood of checks from one address delays another address's check by a few, and gives up its own", async () => {
  const queue = new CheckQueue();
  const order: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const check = (lane: "first" | "others", address: string) =>
    queue.add(lane, address, async () => {
      await held;
      order.push(address);
    });
  const flood = Promise.all(Array.from({ length: 100 }, () => check("others", "flood")));
  const others = [check("others", "quiet"), check("first", "token")];
  release();
  await Promise.all([flood, ...others]);
  assert.ok(order.indexOf("quiet") < 4 && order.indexOf("token") < 3, `${order.slice(0, 6)}`);
  assert.ok(order.length < 70, "the flood's own checks are given up");
});

test("guesses sent at once count like guesses one after the other", async () => {
  const { users } = await directory();
  const authenticator = new Authenticator(users, () => 0);
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, (_, round) =>
      authenticator.authenticate({ name: "ida", secret: `guess ${round}`, remoteAddress: ADDRESS }),
    ),
  );
  assert.equal(verdicts.filter(({ outcome }) => outcome === "wrong").length, 5);
});

test("a failure is logged with its address, and with a name only if that user exists", async () => {
  const { users } = await directory();
  const authenticator = new Authenticator(users);
  const told: unknown[] = [];
  authenticator.onFailure((failure) => told.push(failure));
  await authenticator.authenticate({ name: "ida", secret: "guess", remoteAddress: ADDRESS });
  await authenticator.authenticate({ name: "a password in the wrong field", secret: "guess", remoteAddress: ADDRESS });
  assert.deepEqual(told, [
    { remoteAddress: ADDRESS, account: "ida" },
    { remoteAddress: ADDRESS, account: undefined },
  ]);
  assert.deepEqual(authenticator.counts, { accepted: 0, wrong: 2, limited: 0 });
});

test("a thousand devices that connect at once with the same credentials cost one check", async () => {
  const { users, token } = await directory();
  const authenticator = new Authenticator(users);
  const verdicts = await Promise.all(
    Array.from({ length: 1000 }, () =>
      authenticator.authenticate({ name: undefined, secret: token, remoteAddress: ADDRESS }),
    ),
  );
  assert.equal(verdicts.filter(({ outcome }) => outcome === "known").length, 1000);
});

test("removing a user, revoking a token and changing a password apply at once, also to verified credentials", async () => {
  const { users, token, ida } = await directory();
  const authenticator = new Authenticator(users);
  const outcome = async (name: string | undefined, secret: string) =>
    (await authenticator.authenticate({ name, secret, remoteAddress: ADDRESS })).outcome;
  assert.equal(await outcome(undefined, token), "known");
  users.replace([{ ...ida, tokens: [] }]);
  assert.equal(await outcome(undefined, token), "wrong");
  assert.equal(await outcome("ida", "right"), "known");
  users.replace([{ ...ida, password: await hashCredential("new", TOKEN_COST) }]);
  assert.equal(await outcome("ida", "right"), "wrong");
  users.replace([]);
  assert.equal(await outcome("ida", "new"), "wrong");
});

test("a password that is replaced while it is checked is not accepted and opens no session", async () => {
  const { users, ida } = await directory();
  const password = await hashCredential("new", TOKEN_COST);
  const authenticator = new Authenticator(users);
  const verdict = authenticator.authenticate({ name: "ida", secret: "right", remoteAddress: ADDRESS });
  await Promise.resolve();
  users.replace([{ ...ida, password }]);
  assert.deepEqual(await verdict, { outcome: "wrong" });
});

test("adding or changing a user causes no new check for others", async () => {
  const { users, ida } = await directory();
  const authenticator = new Authenticator(users);
  await authenticator.authenticate({ name: "ida", secret: "right", remoteAddress: ADDRESS });
  users.replace([ida, { ...IDA, name: "eve" }]);
  assert.equal(authenticator.recall("ida", "right")?.credential.user, "ida");
  users.replace([{ ...ida, password: await hashCredential("right", TOKEN_COST) }]);
  assert.equal(authenticator.recall("ida", "right"), undefined, "the same letters, set anew");
});

function passwordOf(users: UserDirectory): Credential {
  const credential = users.candidate("ida", "")?.credential;
  assert.ok(credential, "a credential");
  return credential;
}

test("a session ends with its time, log-out, a new password or the removal of its user", async () => {
  const { users, ida } = await directory();
  let nowMs = 0;
  const sessions = new Sessions(users, () => nowMs);
  const open = () => sessions.open(passwordOf(users));
  const [late, left, kept] = [open(), open(), open()];
  sessions.end(left);
  assert.deepEqual(
    [late, left, "A".repeat(43)].map((id) => sessions.find(id)?.user),
    ["ida", undefined, undefined],
  );
  const session = sessions.find(kept);
  const former = passwordOf(users);
  users.replace([{ ...ida, password: await hashCredential("new", TOKEN_COST) }]);
  assert.deepEqual([session?.account, sessions.find(kept)], [undefined, undefined]);
  assert.equal(sessions.find(sessions.open(former)), undefined, "opened with a password that was replaced meanwhile");
  const again = open();
  nowMs = 12 * 3_600_000;
  assert.equal(sessions.find(again), undefined);
});

test("setting the clock of any node does not extend a session", async () => {
  const { users } = await directory();
  let nowMs = 0;
  const sessions = new Sessions(users, () => nowMs);
  const id = sessions.open(passwordOf(users));
  const digest = createHash("sha256").update(id).digest("base64");
  const proof = passwordOf(users).generation;
  let hear: (text: string | undefined) => void = () => {};
  const follow = (listener: typeof hear) => {
    hear = listener;
  };
  sessions.share({ follow, change: async () => {} });
  const tellEnd = (ends: number) => hear(JSON.stringify({ [digest]: { name: "ida", proof, ends } }));
  nowMs = 11 * 3_600_000;
  tellEnd(Date.now() + 365 * 86_400_000);
  assert.equal(sessions.find(id)?.user, "ida");
  nowMs = 12 * 3_600_000;
  assert.equal(sessions.find(id), undefined);
});

test("a brief jump of the system clock ends no session on any node", async () => {
  const { users } = await directory();
  const machine = { wallMs: 1_790_000_000_000, monotonicNs: 0n };
  const clock = new Clock({ wallMs: () => machine.wallMs, monotonicNs: () => machine.monotonicNs, uptimeMs: () => 0 });
  const sessions = new Sessions(
    users,
    () => 0,
    () => Number(clock.nowNs() / 1_000_000n),
  );
  let text: string | undefined;
  let hear: (text: string | undefined) => void = () => {};
  const follow = (listener: typeof hear) => {
    hear = listener;
  };
  const change = async (make: (text: string | undefined) => string) => {
    text = make(text);
    hear(text);
  };
  sessions.share({ follow, change });
  const first = sessions.open(passwordOf(users));
  await sessions.shared();
  machine.wallMs += 10 * 365 * 86_400_000;
  machine.monotonicNs += 300_000_000n;
  const second = sessions.open(passwordOf(users));
  await sessions.shared();
  assert.deepEqual(
    [first, second].map((id) => sessions.find(id)?.user),
    ["ida", "ida"],
  );
  assert.equal(Object.keys(JSON.parse(text ?? "{}")).length, 2);
});

test("at most a thousand sessions are kept", async () => {
  const { users } = await directory();
  const sessions = new Sessions(users, () => 0);
  const ids = Array.from({ length: 1001 }, () => sessions.open(passwordOf(users)));
  assert.deepEqual(
    [ids[0], ids[1], ids[1000]].map((id) => sessions.find(id ?? "")?.user),
    [undefined, "ida", "ida"],
  );
});

test("the cookie is valid only for this service's page, and only over TLS if the page uses TLS", () => {
  assert.equal(sessionCookie("x", "plain"), "structline_session=x; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict");
  assert.equal(
    sessionCookie("", "secure"),
    "structline_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict",
  );
});
