/** Permissions of a WAMP session, from its ticket or the page's cookie. */

import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { Authenticator } from "../../../runtime/auth/authenticator.ts";
import { hashCredential, TOKEN_COST } from "../../../runtime/auth/credential-hash.ts";
import { OpenActs } from "../../../runtime/auth/open-acts.ts";
import { Sessions } from "../../../runtime/auth/sessions.ts";
import { UserDirectory } from "../../../runtime/auth/user-directory.ts";
import { WampAuthentication } from "../../../runtime/auth/wamp-authentication.ts";

const REQUEST = { headers: {}, socket: { remoteAddress: "192.0.2.1" } } as unknown as IncomingMessage;

const WITH_COOKIE = { ...REQUEST } as IncomingMessage;

async function open() {
  const ida = {
    name: "ida",
    read: ["lab", "my realm"],
    write: ["lab"],
    admin: false,
    tokens: [],
    password: await hashCredential("right", TOKEN_COST),
  };
  const users = new UserDirectory();
  users.replace([ida]);
  const authenticator = new Authenticator(users);
  const sessions = new Sessions(users);
  const cookie = sessions.open(users.candidate("ida", "right")!.credential);
  // The credential that access control found in the handshake.
  const credential = (request: object) => (request === WITH_COOKIE ? sessions.find(cookie) : undefined);
  const wamp = new WampAuthentication({ authenticator, acts: new OpenActs(), credential });
  return { ida, users, wamp, sessions, cookie };
}

test("topics are authorised by their first component; open patterns are accepted and their events checked one by one", async () => {
  const { wamp } = await open();
  const identity = await wamp.fromTicket("ida", "right", REQUEST);
  assert.ok(identity, "an identity");
  assert.deepEqual([identity.authid, identity.authrole, identity.authmethod], ["ida", "user", "ticket"]);
  const subscriptions = [
    ["lab.rig", "exact", true],
    ["my_realm.n.g.d", "exact", true],
    ["other.rig", "exact", false],
    ["lab.", "prefix", true],
    ["other.", "prefix", false],
    ["oth", "prefix", true],
    ["...", "wildcard", true],
    ["other..", "wildcard", false],
  ] as const;
  assert.deepEqual(
    subscriptions.map(([topic, match]) => [topic, match, identity.maySubscribe(topic, match)]),
    subscriptions,
  );
  assert.deepEqual(["lab.rig", "my_realm.n", "other.rig"].map(identity.mayReceive), [true, true, false]);
  assert.deepEqual(["lab.rig", "my_realm.n", "other.rig"].map(identity.mayPublish), [true, false, false]);
});

test("only the right ticket is accepted", async () => {
  const { wamp } = await open();
  assert.equal(await wamp.fromTicket("ida", "wrong", REQUEST), undefined);
  assert.equal(await wamp.fromTicket("eve", "right", REQUEST), undefined);
  assert.equal(wamp.fromRequest(REQUEST), undefined);
});

test("a changed permission, a removed user and a log-out stop a subscription at once", async () => {
  const { ida, users, wamp, sessions, cookie } = await open();
  const byCookie = wamp.fromRequest(WITH_COOKIE);
  const byTicket = await wamp.fromTicket("ida", "right", REQUEST);
  const received = () => [byCookie?.mayReceive("lab.rig"), byTicket?.mayReceive("lab.rig")];
  assert.deepEqual(received(), [true, true]);
  sessions.end(cookie);
  assert.deepEqual(received(), [false, true]);
  assert.equal(byCookie?.mayPublish("lab.rig"), false);
  users.replace([{ ...ida, read: [] }]);
  assert.deepEqual(received(), [false, false]);
  users.replace([]);
  assert.equal(byTicket?.maySubscribe("...", "wildcard"), false);
});
