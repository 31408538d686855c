/** Requests on the direct path are answered, kept and signalled as by hono's routes. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import type { DirectHandler } from "../../../../runtime/http/direct.ts";
import { listenHttp } from "../../../../runtime/http/http-listener.ts";
import { CsvHeaders } from "../../../../runtime/intake/csv-headers.ts";
import type { RealmSettings } from "../../../../runtime/model/realm-settings.ts";
import { Bodies } from "../../../../runtime/sources/http/bodies.ts";
import { directPosts, HTTP_SERVER_OPTIONS, httpSource } from "../../../../runtime/sources/http/http-source.ts";
import { readIncoming } from "../../../../runtime/sources/http/request-body.ts";
import { decodingWith } from "../../../support/device-messages.ts";
import { FAILURE_LIMIT, FAILURE_REALM, FAILURES } from "../../../support/failure-table.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";

const REALMS: readonly RealmSettings[] = [{ name: FAILURE_REALM, networks: [], timezone: "UTC" }];
const DEVICE = `/api/${FAILURE_REALM}/testdrive/area-42/node-1`;

interface Post {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const POSTS: readonly Post[] = [
  { name: "a row", path: `${DEVICE}/data`, headers: json(), body: '{"a":1}' },
  { name: "rows, a bad one", path: `${DEVICE}/data`, headers: json(), body: '[{"a":1},{"a":2,"time":"never"}]' },
  { name: "a form with what is dropped", path: `${DEVICE}/data`, headers: form(), body: "a=1&token=x" },
  { name: "nothing but what is dropped", path: `${DEVICE}/data`, headers: form(), body: "token=x" },
  { name: "an event", path: `${DEVICE}/event`, headers: json(), body: '{"title":"7"}' },
  { name: "CSV", path: `${DEVICE}/data`, headers: { "Content-Type": "text/csv" }, body: "## a,b\n1,2\n3\n" },
  { name: "no address of a device", path: "/api/lab/rig/data", headers: json(), body: '{"a":1}' },
  { name: "a path to be decoded", path: `${DEVICE.slice(0, -1)}%31/data`, headers: json(), body: '{"a":1}' },
  { name: "a path with a query", path: `${DEVICE}/data?a=b`, headers: json(), body: '{"a":1}' },
  { name: "a page's post", path: `${DEVICE}/data`, headers: { ...json(), Origin: "https://a.b" }, body: '{"a":1}' },
  ...FAILURES.map(({ name, address, kind, body, http: { method = "POST", contentType, headers } }) => ({
    name,
    path: `/api/${encodeURI(address)}/${kind}`,
    method,
    headers: { ...(contentType !== "" && { "Content-Type": contentType }), ...headers },
    body,
  })),
];

function json(): Record<string, string> {
  return { "Content-Type": "application/json" };
}

function form(): Record<string, string> {
  return { "Content-Type": "application/x-www-form-urlencoded" };
}

async function open(context: TestContext, by: "direct" | "hono") {
  const intake = new MemoryIntake(REALMS);
  const csvHeaders = new CsvHeaders({ remember: async () => {}, remembered: async () => new Map() }, intake.clock);
  const settings = {
    listen: { host: "127.0.0.1", port: 0 },
    maxBodyBytes: FAILURE_LIMIT,
    corsOrigins: ["https://a.b"],
    tls: undefined,
  };
  const options = {
    intake: intake.core,
    settings,
    decoding: decodingWith(REALMS, ["token"]),
    csvHeaders,
    clock: intake.clock,
  };
  const posts = directPosts(options);
  let taken = 0;
  const counted: DirectHandler = (incoming) => {
    const answer = posts(incoming);
    if (answer !== undefined) taken++;
    return answer;
  };
  const refuse = (_request: unknown, socket: Duplex) => void socket.destroy();
  const server = await listenHttp(settings, httpSource(options), {
    onUpgrade: refuse,
    limits: HTTP_SERVER_OPTIONS,
    ...(by === "direct" && { direct: counted }),
  });
  context.after(() => server.close());
  return {
    taken: () => taken,
    async answer({ path, method = "POST", headers, body }: Post) {
      const asking = request(new URL(path, server.url), { method, headers });
      asking.end(method === "GET" ? undefined : body);
      const [response] = (await once(asking, "response")) as [IncomingMessage];
      const { date, ...others } = response.headers;
      const kept = intake.deadLetters.map(({ message, code }) => [code, message.address, `${message.payload}`]);
      const signals = intake.signals.map(({ topic, signal: { description } }) => [topic, description]);
      return {
        status: response.statusCode,
        headers: others,
        body: await text(response),
        rows: intake.rows(),
        kept,
        signals,
      };
    },
  };
}

test("both HTTP implementations answer, keep and signal identically", async (context) => {
  const [direct, hono] = [await open(context, "direct"), await open(context, "hono")];
  for (const post of POSTS) assert.deepEqual(await direct.answer(post), await hono.answer(post), post.name);
  assert.ok(direct.taken() > POSTS.length / 3, `only ${direct.taken()} of ${POSTS.length} were answered directly`);
});

test("a body that arrives with its head is read in place, a later one is awaited", async (context) => {
  const taken: { body: string; waited: boolean }[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await readIncoming(incoming, 1000, new Bodies());
    // A pending body listens for errors.
    taken.push({ body: `${body}`, waited: incoming.listenerCount("error") > 0 });
    response.end("x");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  context.after(() => {
    socket.destroy();
    server.close();
  });
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n";
  for (const _ of [1, 2]) {
    socket.write(`${head}{"a":1}`);
    await once(socket, "data");
  }
  server.once("request", () => socket.write('{"a":2}'));
  socket.write(head);
  await once(socket, "data");
  assert.deepEqual(taken, [
    { body: '{"a":1}', waited: false },
    { body: '{"a":1}', waited: false },
    { body: '{"a":2}', waited: true },
  ]);
});
