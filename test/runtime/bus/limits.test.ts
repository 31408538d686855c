/** What viewers share: who has many clients, many patterns or many events takes no room and no time of others. */

import type { Identity } from "../../../runtime/bus/authentication.ts";
import { ANONYMOUS } from "../../../runtime/bus/authentication.ts";
import { type Walks, walkLimits } from "../../support/limit-walks.ts";
import { joinedClient, type RawClient, rawClient } from "../../support/raw-wamp-client.ts";
import { listenWithRouter, type RouterListener } from "../../support/router-listener.ts";

/** A router whose clients are the users that the address names. */
function listen(bounds: object, share = 0.3): Promise<RouterListener> {
  const userOf = (url = ""): Identity | undefined => {
    const authid = new URL(url, "ws://x").searchParams.get("user");
    return authid === null ? undefined : { ...ANONYMOUS, authid };
  };
  return listenWithRouter({
    authentication: { fromRequest: ({ url }) => userOf(url), fromTicket: async (authid) => ({ ...ANONYMOUS, authid }) },
    bounds,
    limits: { delivery: { share, burstMs: 1 }, openTimeoutMs: 1_000_000 },
  });
}

async function fill(open: () => Promise<RawClient>): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  for (;;) {
    const client = await open().catch(() => undefined);
    if (client === undefined) return clients;
    clients.push(client);
  }
}

const WALKS: Walks = {
  "wamp-clients": async () => {
    const { url, close } = await listen({ clients: { all: 100 } });
    const strangers = await fill(() => rawClient(url));
    const clients = await fill(() => joinedClient(`${url}?user=a`));
    const own = await joinedClient(`${url}?user=b`).catch(() => undefined);
    for (const client of [...strangers, ...clients, ...(own === undefined ? [] : [own])]) client.close();
    await close();
    return strangers.length < 90 && clients.length > 0 && own !== undefined ? 0 : 1;
  },
  "wamp-subscriptions": async () => {
    const { url, close } = await listen({ subscriptions: { all: 100_000, each: 40_000 } });
    const subscribe = async (client: RawClient, topic: string) => {
      client.send([32, 1, { match: "wildcard" }, topic]);
      return ((await client.next()) as number[])[0] === 33;
    };
    const many = await Promise.all(Array.from({ length: 5 }, () => joinedClient(`${url}?user=a`)));
    let taken = 0;
    for (const client of many) for (let n = 0; await subscribe(client, `a.n${n}.`); n++) taken++;
    const own = await joinedClient(`${url}?user=b`);
    const isTaken = await subscribe(own, "b..d");
    for (const client of [...many, own]) client.close();
    await close();
    return taken > 30 && taken < 60 && isTaken ? 0 : 1;
  },
  "delivery-budget share": async () => {
    const { router, url, close } = await listen({}, 0.02);
    const subscribed = async (user: string) => {
      const client = await joinedClient(`${url}?user=${user}`);
      client.send([32, 1, { match: "prefix" }, user]);
      await client.next();
      return client;
    };
    const clients = await Promise.all(Array.from({ length: 20 }, () => subscribed("a")));
    const own = await subscribed("b");
    const event = { args: [Array.from({ length: 1000 }, (_, n) => n)], kwargs: {} };
    // Until a's time is over.
    while (router.wants("a.n")) router.publish("a.n", event);
    const isWanted = router.wants("b.n");
    if (isWanted) router.publish("b.n", { args: [], kwargs: {} });
    const isDelivered = isWanted && ((await own.next()) as number[])[0] === 36;
    own.socket.terminate();
    for (const client of clients) client.socket.terminate();
    await close();
    return isDelivered ? 0 : 1;
  },
};

walkLimits(WALKS);
