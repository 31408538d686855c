import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { Hono } from "hono";
import { listenHttp } from "../../../runtime/http/http-listener.ts";

const SETTINGS = { listen: { host: "127.0.0.1", port: 0 }, maxBodyBytes: 1, corsOrigins: [], tls: undefined };
type Refusal = Readonly<{ status: 413; headers: Record<string, string>; body: string }>;
const REFUSED: Refusal = { status: 413, headers: { Connection: "close" }, body: "too much" };
const BODY = Buffer.alloc(32 << 20);
const HEAD = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY.length}\r\n\r\n`;

/** A server that answers at once. Its client does not read before everything is sent. */
async function open(context: TestContext, answer: Refusal, way: "direct" | "hono") {
  const paths: (string | undefined)[] = [];
  const app = new Hono().post("/*", (c) => {
    paths.push(c.req.path);
    return c.body(answer.body, answer.status, answer.headers);
  });
  const direct = async ({ url }: IncomingMessage) => {
    paths.push(url);
    return answer;
  };
  const refuse = (_request: unknown, socket: { destroy(): void }) => socket.destroy();
  const server = await listenHttp(SETTINGS, app, { onUpgrade: refuse, ...(way === "direct" && { direct }) });
  context.after(() => server.close());
  const socket = connect({ port: Number(new URL(server.url).port), host: "127.0.0.1", allowHalfOpen: true });
  context.after(() => socket.destroy());
  return { paths, socket: socket.pause() };
}

/** @throws Error if the connection is reset */
async function send(socket: Socket, ...pieces: (string | Buffer)[]): Promise<void> {
  for (const piece of pieces)
    await new Promise<void>((resolve, reject) =>
      socket.write(piece, (error) => (error == null ? resolve() : reject(error))),
    );
}

for (const way of ["direct", "hono"] as const) {
  test(`a refused client that keeps sending still reads the reason, and the connection ends (${way})`, async (context) => {
    const { socket } = await open(context, REFUSED, way);
    await send(socket, HEAD, BODY);
    assert.match(Buffer.concat(await socket.toArray()).toString(), /^HTTP\/1.1 413 .*too much$/s);
  });

  test(`bytes after a connection's last answer are ignored (${way})`, async (context) => {
    const { socket, paths } = await open(context, REFUSED, way);
    await send(socket, HEAD, BODY.subarray(1000));
    await send(socket, Buffer.concat([BODY.subarray(0, 1000), Buffer.from(HEAD.replace("/", "/second"))]));
    await socket.toArray().catch(() => {});
    assert.deepEqual(paths, ["/"]);
  });

  test(`a persistent connection accepts the next request after the body (${way})`, async (context) => {
    const { socket, paths } = await open(context, { ...REFUSED, headers: {} }, way);
    await send(socket, HEAD, BODY, "POST /second HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
    socket.resume();
    let text = "";
    while (!/too much.*too much/s.test(text)) text += (await once(socket, "data"))[0];
    assert.deepEqual(paths, ["/", "/second"]);
  });
}
