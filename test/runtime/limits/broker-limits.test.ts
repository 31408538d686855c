/** Limits of the embedded broker and of listeners: who has many clients takes room of nobody else's. */

import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { CsvHeaders } from "../../../runtime/intake/csv-headers.ts";
import { parsePath } from "../../../runtime/model/address.ts";
import { Bound, type BoundName } from "../../../runtime/model/bounds.ts";
import { Connections } from "../../../runtime/model/connections.ts";
import { Bodies } from "../../../runtime/sources/http/bodies.ts";
import type { MqttMessage, Session } from "../../../runtime/sources/mqtt/session.ts";
import { SessionStore } from "../../../runtime/sources/mqtt/session-store.ts";
import { StrayTopics } from "../../../runtime/sources/mqtt/strays.ts";
import { TopicAliases } from "../../../runtime/sources/mqtt/topic-aliases.ts";
import { UnreadBytes } from "../../../runtime/sources/mqtt/unread-bytes.ts";
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

function connectionsOf(bound: BoundName): number {
  const connections = new Connections(new Bound(bound, undefined, { all: 1000 }));
  const closed = new Set<string>();
  const socketOf = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, bytesRead: 0, bytesWritten: 0 });
    return Object.assign(socket, { destroy: () => closed.add(remoteAddress) }) as unknown as Socket;
  };
  // Idle for longest.
  for (let n = 0; n < 10; n++) connections.add(socketOf("192.0.2.1"));
  for (let n = 0; n < 5000; n++) connections.add(socketOf("192.0.2.2"));
  connections.stop();
  return closed.has("192.0.2.1") ? 1 : 0;
}

const WALKS: Walks = {
  "http-connections": () => connectionsOf("http-connections"),
  "tcp-connections": () => connectionsOf("tcp-connections"),
  "mqtt-connections": () => connectionsOf("mqtt-connections"),
  "http-spooled": () => {
    const bodies = new Bodies();
    const fill = () => {
      for (const room = bodies.room("192.0.2.2"); ; ) room.take(64 << 20);
    };
    for (let n = 0; n < 100; n++)
      try {
        fill();
      } catch {
        // At its limit.
      }
    bodies.room("192.0.2.1").take(256 << 20);
    return 0;
  },
  "csv-headers": async () => {
    const facts = { remember: async () => {}, remembered: async () => new Map() };
    const headers = new CsvHeaders(facts, { nowNs: () => 0n });
    const fields = Array.from({ length: 250 }, (_, n) => ({ name: `${"x".repeat(200)}${n}` }));
    const set = (device: string, by: string) => {
      const { address } = parsePath(`${device}/data`, []);
      return headers.set(address!, { fields, delimiter: "," } as never, by).then(
        () => true,
        () => false,
      );
    };
    let kept = 0;
    for (let n = 0; n < 1000; n++) if (await set(`a/n/g/d${n}`, "192.0.2.2:5000")) kept++;
    const isKept = await set("b/n/g/d", "192.0.2.1:5000");
    headers.stop();
    return kept < 1000 && isKept ? 0 : 1;
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
  "strays MAX_TOPICS": () => {
    const strays = new StrayTopics(
      () => [],
      () => 0,
    );
    strays.note("b/wrong");
    for (let n = 0; n < 30_000; n++) strays.note(`a/wrong/${n}`);
    return strays.note("b/wrong") === undefined ? 0 : 1;
  },
};

walkLimits(WALKS);
