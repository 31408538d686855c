/** The broker's limits: who has many clients takes room of nobody else's. */

import type { Socket } from "node:net";
import { Bound } from "../../../runtime/model/bounds.ts";
import type { MqttMessage, Session } from "../../../runtime/parts/broker/session.ts";
import { SessionStore } from "../../../runtime/parts/broker/session-store.ts";
import { TopicAliases } from "../../../runtime/parts/broker/topic-aliases.ts";
import { UnreadBytes } from "../../../runtime/parts/broker/unread-bytes.ts";
import { Wills } from "../../../runtime/parts/broker/wills.ts";
import { type Walks, walkLimits } from "../../support/limit-walks.ts";

const KIB = 1024;
/** More than fill any limit. */
const CLIENTS = 900;

function withStore<Result>(walk: (store: SessionStore, open: (user: string, id: string) => Session) => Result): Result {
  const store = new SessionStore({ expiryMs: 1000 });
  try {
    return walk(store, (user, id) => {
      const { session } = store.open(`${user}/${id}`, false, user);
      store.extend(session, 1000);
      return session;
    });
  } finally {
    store.close();
  }
}

function subscribe(store: SessionStore, session: Session, filter: string): number {
  const request = { filter, qos: 1, noLocal: false, asPublished: false, retainHandling: 0 } as const;
  return store.subscribe(session, request, undefined);
}

function message(topic: string, from: string, bytes: number, retain = false): MqttMessage {
  return { topic, from, payload: Buffer.alloc(bytes, "x"), qos: 1, retain, properties: {}, expiresAtMs: undefined };
}

async function retainedOf(store: SessionStore, filter: string): Promise<number> {
  let count = 0;
  for await (const _ of store.retainedFor(filter)) count++;
  return count;
}

const WALKS: Walks = {
  "mqtt-sessions": () => {
    const store = new SessionStore({ expiryMs: 1000 });
    try {
      const durable = (id: string, user: string) => {
        const { session } = store.open(`${user}/${id}`, false, user);
        const isKept = store.extend(session, 1000);
        if (isKept)
          store.subscribe(
            session,
            { filter: "x", qos: 1, noLocal: false, asPublished: false, retainHandling: 0 },
            undefined,
          );
        return isKept;
      };
      for (let n = 0; n < 2000; n++) durable(`c${n}`, "ann");
      return durable("c", "bob") ? 0 : 1;
    } finally {
      store.close();
    }
  },
  "mqtt-wills": () => {
    const wills = new Wills(() => {});
    const packet = { topic: "t", payload: Buffer.alloc(60_000), qos: 0, retain: false, properties: {} } as const;
    const keep = (owner: string) => wills.keep(packet, { mayPublish: () => true, mayRead: () => true }, owner);
    while (keep("ann") !== undefined);
    return keep("bob") === undefined ? 1 : 0;
  },
  "mqtt-retained": () =>
    withStore(async (store, open) => {
      const own = open("bob", "c");
      for (let n = 0; n < 20; n++) store.retain(message(`b/${n}`, own.id, 100 * KIB, true));
      for (let n = 0; n < CLIENTS; n++) store.retain(message(`a/${n}`, open("ann", `c${n}`).id, 60 * KIB, true));
      return 20 - (await retainedOf(store, "b/#"));
    }),
  "mqtt-queued": () =>
    withStore((store, open) => {
      const own = open("bob", "c");
      subscribe(store, own, "b/#");
      for (let n = 0; n < 20; n++) store.route(message(`b/${n}`, "x", 100 * KIB));
      for (let n = 0; n < CLIENTS - 1; n++) {
        const other = open("ann", `c${n}`);
        subscribe(store, other, `a/${n}`);
        store.route(message(`a/${n}`, "x", 60 * KIB));
      }
      let got = 0;
      const send = () => ++got > 0;
      own.resume({ window: 65_535, send, release: () => {}, mayRead: () => true, takenOver: () => {} });
      return 20 - got;
    }),
  "mqtt-subscriptions": () =>
    withStore((store, open) => {
      for (let n = 0; n < CLIENTS; n++) {
        const session = open("ann", `c${n}`);
        for (let filter = 0; filter < 5; filter++) subscribe(store, session, `a/${filter}/${"x".repeat(50 * KIB)}`);
        for (let filter = 0; filter < 5; filter++) subscribe(store, session, `a/${filter}`);
      }
      return subscribe(store, open("bob", "c"), "b/#") === 1 ? 0 : 1;
    }),
  "mqtt-unreleased": () =>
    withStore((store, open) => {
      const own = open("bob", "c");
      for (let id = 1; id <= 100; id++) store.setUnreleased(own, id);
      for (let n = 0; n < CLIENTS; n++) {
        const other = open("ann", `c${n}`);
        for (let id = 1; id <= 90; id++) store.setUnreleased(other, id);
      }
      return Array.from({ length: 100 }, (_, n) => store.hasUnreleased(own, n + 1)).filter((has) => !has).length;
    }),
  "mqtt-aliases": () => {
    const bound = new Bound("mqtt-aliases");
    const aliasesOf = (owner: string) => Object.assign(new TopicAliases(bound), { owner });
    for (let n = 0; n < CLIENTS; n++) {
      const aliases = aliasesOf("ann");
      for (let alias = 1; alias <= 32; alias++) aliases.learn(alias, `${alias}${"x".repeat(alias < 20 ? 2000 : 1)}`);
    }
    return aliasesOf("bob").learn(1, "b/n/g/d/data.json") ? 0 : 1;
  },
  "mqtt-unread": () => {
    const unread = new UnreadBytes();
    const socketOf = (writableLength: number) => ({ writableLength, destroyed: false }) as Socket;
    const sockets = Array.from({ length: 2000 }, () => socketOf(100_000));
    const cut = sockets.filter((socket) => !unread.admits(socket, 1000, "ann"));
    return cut.length > 0 && unread.admits(socketOf(1_000_000), 1000, "bob") ? 0 : 1;
  },
};

walkLimits(WALKS);
