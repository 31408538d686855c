import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { Bound } from "../../../runtime/model/bounds.ts";
import { Connections } from "../../../runtime/model/connections.ts";

interface Open extends EventEmitter {
  remoteAddress: string;
  bytesRead: number;
  bytesWritten: number;
  closed: boolean;
  destroy(): void;
}

function connection(remoteAddress: string, bytesRead = 0): Open {
  const socket: Open = Object.assign(new EventEmitter(), {
    remoteAddress,
    bytesRead,
    bytesWritten: 0,
    closed: false,
    destroy() {
      socket.closed = true;
      socket.emit("close");
    },
  });
  return socket;
}

function open(context: TestContext, all: number, idleMs?: number) {
  const time = { nowMs: 0 };
  const bound = new Bound("mqtt-connections", undefined, { all });
  const nowMs = () => time.nowMs;
  const connections = new Connections(bound, nowMs);
  context.after(() => connections.stop());
  const idle = idleMs === undefined ? undefined : { afterMs: idleMs };
  return { connections, bound, time, add: (socket: Open) => connections.add(socket as unknown as Socket, idle) };
}

test("a new connection replaces one of the client with the most: idle ones first, the longest idle first", (context) => {
  const { add, bound, time } = open(context, 6);
  const other = connection("10.0.0.2");
  add(other);
  const greedy = [connection("10.0.0.1", 5), connection("10.0.0.1", 5), connection("10.0.0.1"), connection("10.0.0.1")];
  for (const socket of greedy) {
    time.nowMs++;
    add(socket);
  }
  add(connection("10.0.0.1", 5));
  const next = () => {
    time.nowMs++;
    add(connection("10.0.0.3"));
    return greedy.map(({ closed }) => closed);
  };
  assert.deepEqual(next(), [false, false, true, false]);
  assert.deepEqual(next(), [false, false, true, true]);
  assert.equal(other.closed, false);
  assert.deepEqual({ held: bound.held, met: bound.state.met }, { held: 6, met: 2 });
});

test("a connection without traffic for too long is closed, and no other", (context) => {
  const { add, bound, time, connections } = open(context, 10, 1000);
  const [silent, busy] = [connection("a"), connection("a")];
  add(silent);
  add(busy);
  for (time.nowMs = 400; time.nowMs <= 1200; time.nowMs += 400) {
    busy.bytesRead++;
    connections.look();
  }
  assert.deepEqual([silent.closed, busy.closed, bound.held], [true, false, 1]);
});
