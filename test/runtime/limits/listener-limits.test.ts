/** Limits of listeners: who has many clients takes room of nobody else's. */

import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { CsvHeaders } from "../../../runtime/intake/csv-headers.ts";
import { parsePath } from "../../../runtime/model/address.ts";
import { Bound, type BoundName } from "../../../runtime/model/bounds.ts";
import { Connections } from "../../../runtime/model/connections.ts";
import { Bodies } from "../../../runtime/sources/http/bodies.ts";
import { StrayTopics } from "../../../runtime/sources/mqtt/strays.ts";
import { type Walks, walkLimits } from "../../support/limit-walks.ts";

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
