/** Pipelined requests on one connection: some run at once, the others in turn, without delaying other connections. */

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { type TestContext, test } from "node:test";
import { Hono } from "hono";
import { listenHttp } from "../../../runtime/http/http-listener.ts";
import { RequestsUnderWay } from "../../../runtime/http/requests-under-way.ts";

const SETTINGS = { listen: { host: "127.0.0.1", port: 0 }, maxBodyBytes: 1, corsOrigins: [], tls: undefined };
const COUNT = 5000;

/** A server that answers a body's text; bodies have to be read. */
async function open(context: TestContext, way: "direct" | "hono") {
  const seen: string[] = [];
  const counts = { running: 0, most: 0 };
  const answer = async (text: Promise<string>) => {
    counts.running++;
    counts.most = Math.max(counts.most, counts.running);
    const body = await text;
    await new Promise(setImmediate);
    seen.push(body);
    counts.running--;
    return body;
  };
  const app = new Hono().post("/*", async (c) => c.text(await answer(c.req.text())));
  const direct = async (request: IncomingMessage) => {
    const body = await answer(request.toArray().then((parts) => Buffer.concat(parts).toString()));
    return { status: 200, headers: {}, body };
  };
  const refuse = (_request: unknown, socket: { destroy(): void }) => socket.destroy();
  const server = await listenHttp(SETTINGS, app, { onUpgrade: refuse, ...(way === "direct" && { direct }) });
  context.after(() => server.close());
  const port = Number(new URL(server.url).port);
  const client = () => {
    const socket = connect({ port, host: "127.0.0.1" });
    context.after(() => socket.destroy());
    return socket;
  };
  return { client, seen, counts };
}

function post(body: string): string {
  return `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

for (const way of ["direct", "hono"] as const) {
  test(`of one connection's pipelined requests, sixteen are processed at once, and all are answered in order (${way})`, async (context) => {
    const { client, seen, counts } = await open(context, way);
    const socket = client();
    const expected = Array.from({ length: COUNT }, (_, index) => `body ${index}`);
    // The last body arrives in pieces.
    expected.push("x".repeat(200_000));
    socket.write(expected.map(post).join(""));
    let text = "";
    for await (const part of socket.setEncoding("latin1")) {
      text += part;
      if (text.endsWith("x".repeat(200_000))) break;
    }
    assert.deepEqual(seen, expected);
    const answered = Array.from(text.matchAll(/body (\d+)/g), ([, index]) => Number(index));
    assert.deepEqual(
      answered,
      [...answered].sort((a, b) => a - b),
    );
    assert.equal(answered.length, COUNT);
    assert.equal(text.match(/HTTP\/1\.1 200/g)?.length, COUNT + 1);
    assert.equal(counts.most, 16);
  });

  test(`another connection's request is answered between those of a pipelining one (${way})`, async (context) => {
    const { client, seen } = await open(context, way);
    const [greedy, other] = [client(), client()];
    greedy.resume();
    await Promise.all([once(greedy, "connect"), once(other, "connect")]);
    greedy.write(Array.from({ length: COUNT }, (_, index) => post(`body ${index}`)).join(""));
    while (seen.length === 0) await new Promise(setImmediate);
    other.write(post("other"));
    await once(other, "data");
    assert.ok(seen.indexOf("other") < COUNT / 2, `came as number ${seen.indexOf("other")}`);
    assert.equal(seen.includes(`body ${COUNT - 1}`), false);
  });
}

test("requests waiting on a broken connection are not started, and shutdown does not wait for them", async () => {
  let begun = 0;
  const requests = new RequestsUnderWay(() => begun++);
  const socket = new PassThrough();
  for (let i = 0; i < 100; i++)
    requests.add({ socket } as unknown as IncomingMessage, new EventEmitter() as unknown as ServerResponse);
  // After a pause of this process, some begin in the next turn.
  while (begun < 16) await new Promise(setImmediate);
  socket.destroy();
  await once(socket, "close");
  await requests.finish(2 ** 31 - 1);
  assert.equal(begun, 16);
});
