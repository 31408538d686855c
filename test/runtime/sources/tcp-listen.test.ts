import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { Bound } from "../../../runtime/model/bounds.ts";
import { Connections } from "../../../runtime/model/connections.ts";
import type { EndpointContext } from "../../../runtime/sources/frames/stream-endpoint.ts";
import { TcpListenEndpoint } from "../../../runtime/sources/frames/tcp-listen.ts";

test("idle connections do not block a new one; a silent one is closed, and both are reported", async (context) => {
  const said: string[] = [];
  const taken: string[] = [];
  let nowMs = 0;
  const bound = new Bound("tcp-connections", (name) => said.push(name), { all: 4 });
  const connections = new Connections(bound, () => nowMs);
  const stream = () => ({ take: async (bytes: Buffer) => void taken.push(`${bytes}`), end: async () => {} });
  const endpoint = new TcpListenEndpoint(
    { host: "127.0.0.1", port: 0, allowFrom: [], idleMs: 1000 },
    { channel: "rig", stream, say: (_: string, sentence: string) => said.push(sentence) } as unknown as EndpointContext,
    connections,
  );
  await endpoint.open();
  const client = async () => {
    const before = bound.held;
    const socket = connect(Number(new URL(endpoint.shown).port), "127.0.0.1").resume();
    socket.on("error", () => {});
    await once(socket, "connect");
    while (bound.held === before && bound.state.met === 0) await new Promise(setImmediate);
    return socket;
  };
  context.after(async () => {
    connections.stop();
    await endpoint.close();
  });
  const idle = [await client(), await client(), await client(), await client()];
  const further = await client();
  await once(idle[0]!, "close");
  further.write("frame");
  while (taken.length === 0) await new Promise(setImmediate);
  assert.deepEqual([taken, said, bound.held], [["frame"], ["tcp-connections"], 4]);
  connections.look();
  nowMs = 1000;
  for (const socket of idle.slice(1)) socket.resume();
  connections.look();
  await Promise.all(idle.slice(1).map((socket) => socket.closed || once(socket, "close")));
  assert.match(
    said[1] ?? "",
    /^tcp:\/\/127\.0\.0\.1:\d+ was silent for 1 s: its connection was closed \('tcp_idle'\)$/,
  );
});
