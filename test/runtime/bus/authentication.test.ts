/** A router that requires authentication. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ANONYMOUS, type Identity, type RouterAuthentication } from "../../../runtime/bus/authentication.ts";
import { joinedClient, rawClient } from "../../support/raw-wamp-client.ts";
import { listenWithRouter } from "../../support/router-listener.ts";

/** Ida may read what is below `lab.` and write nothing. */
const IDA: Identity = {
  ...ANONYMOUS,
  authid: "ida",
  authrole: "reader",
  authmethod: "ticket",
  maySubscribe: (topic) => !topic.startsWith("secret"),
  mayPublish: () => false,
  mayReceive: (topic) => topic.startsWith("lab."),
};

const authentication: RouterAuthentication = {
  fromRequest: (request) => (request.headers.cookie === "session=ida" ? { ...IDA, authmethod: "cookie" } : undefined),
  fromTicket: async (authid, ticket) => (authid === "ida" && ticket === "open sesame" ? IDA : undefined),
};

const HELLO = [1, "lab", { roles: { subscriber: {} }, authmethods: ["ticket"], authid: "ida" }];

test("a ticket opens a session, and only permitted events are sent", async () => {
  const { router, url, close } = await listenWithRouter({ authentication });
  const client = await rawClient(url);
  client.send(HELLO);
  assert.deepEqual(await client.next(), [4, "ticket", {}]);
  client.send([5, "open sesame", {}]);
  const [code, , details] = (await client.next()) as [number, number, Record<string, unknown>];
  assert.deepEqual(
    [code, details["authid"], details["authrole"], details["authmethod"]],
    [2, "ida", "reader", "ticket"],
  );
  client.send([32, 1, { match: "prefix" }, ""]);
  await client.next();
  router.publish("other.topic", { args: ["hidden"], kwargs: {} });
  router.publish("lab.rig", { args: ["seen"], kwargs: {} });
  assert.deepEqual(((await client.next()) as unknown[])[4], ["seen"]);
  client.send([32, 2, {}, "secret.topic"]);
  assert.deepEqual(await client.next(), [8, 32, 2, {}, "wamp.error.not_authorized"]);
  client.send([16, 3, { acknowledge: true }, "lab.rig"]);
  assert.deepEqual(await client.next(), [8, 16, 3, {}, "wamp.error.not_authorized"]);
  client.close();
  await close();
});

for (const [name, hello, answer, uri] of [
  ["a wrong ticket", HELLO, [5, "sesame", {}], "wamp.error.authentication_failed"],
  [
    "an unknown name",
    [1, "lab", { ...(HELLO[2] as object), authid: "eve" }],
    [5, "open sesame", {}],
    "wamp.error.authentication_failed",
  ],
  ["no ticket at all", [1, "lab", { roles: { subscriber: {} } }], undefined, "wamp.error.no_matching_auth_method"],
  ["a subscription before the ticket", HELLO, [32, 1, {}, "lab.rig"], "wamp.error.protocol_violation"],
] as const) {
  test(`${name} is answered with ABORT ${uri}`, async () => {
    const { url, close } = await listenWithRouter({ authentication });
    const client = await rawClient(url);
    client.send(hello);
    if (answer !== undefined) {
      assert.deepEqual(await client.next(), [4, "ticket", {}]);
      client.send(answer);
    }
    const [code, , reason] = (await client.next()) as unknown[];
    assert.deepEqual([code, reason], [3, uri]);
    await client.closed;
    await close();
  });
}

test("a client authenticated by the handshake needs no ticket", async () => {
  const { url, close } = await listenWithRouter({ authentication });
  const client = await rawClient(url, { headers: { Cookie: "session=ida" } });
  client.send([1, "lab", { roles: { subscriber: {} } }]);
  const [code, , details] = (await client.next()) as [number, number, Record<string, unknown>];
  assert.deepEqual([code, details["authid"], details["authmethod"]], [2, "ida", "cookie"]);
  client.close();
  await close();
});

test("without authentication everybody is anonymous", async () => {
  const { url, close } = await listenWithRouter();
  const client = await joinedClient(url);
  assert.ok(client.session > 0, "a session");
  client.close();
  await close();
});
