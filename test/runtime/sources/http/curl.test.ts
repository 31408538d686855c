/** A real client over a real socket. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { listenHttp } from "../../../../runtime/http/http-listener.ts";
import { CsvHeaders } from "../../../../runtime/intake/csv-headers.ts";
import { Bodies } from "../../../../runtime/sources/http/bodies.ts";
import { directPosts, HTTP_SERVER_OPTIONS, httpSource } from "../../../../runtime/sources/http/http-source.ts";
import { openBody, readWhole } from "../../../../runtime/sources/http/request-body.ts";
import { decodingWith } from "../../../support/device-messages.ts";
import { MemoryIntake } from "../../../support/memory-intake.ts";

import { requires } from "../../../support/requirements.ts";
import { pause, until } from "../../../support/until.ts";

const SKIP = requires("curl");
const PATH = "/api/mqttkit-1/testdrive/area-42/node-1/data";

async function open(context: TestContext, maxBodyBytes = 100_000) {
  const intake = new MemoryIntake();
  const store = { remember: async () => {}, remembered: async () => new Map<string, string>() };
  const csvHeaders = new CsvHeaders(store, intake.clock);
  const settings = { listen: { host: "127.0.0.1", port: 0 }, maxBodyBytes, corsOrigins: [], tls: undefined };
  const options = { intake: intake.core, settings, decoding: decodingWith(), csvHeaders, clock: intake.clock };
  const refuse = (_request: unknown, socket: Duplex) => void socket.destroy();
  const direct = directPosts(options);
  const server = await listenHttp(settings, httpSource(options), {
    onUpgrade: refuse,
    limits: HTTP_SERVER_OPTIONS,
    direct,
  });
  context.after(() => server.close());
  return { intake, url: `${server.url}${PATH}`, port: Number(new URL(server.url).port) };
}

interface CurlAnswer {
  readonly status: string;
  readonly body: string;
}

async function curl(input: Buffer | string, ...args: string[]): Promise<CurlAnswer> {
  const running = promisify(execFile)("curl", ["-sS", "-w", "\n%{http_code}", ...args], { encoding: "utf8" });
  running.child.stdin?.on("error", () => {});
  running.child.stdin?.end(input);
  const { stdout } = await running;
  const end = stdout.lastIndexOf("\n");
  return { status: stdout.slice(end + 1), body: stdout.slice(0, end) };
}

test("curl: JSON, form, CSV, gzip, chunked", { skip: SKIP }, async (context) => {
  const { intake, url } = await open(context);
  const one = { status: "200", body: '[{"type":"info","message":"Received #1 readings"}]' };
  assert.deepEqual(await curl("", url, "--json", '{"a":1}'), one);
  assert.deepEqual(await curl("", url, "-d", "a=2", "-d", "b=x"), one);
  const csv = ["-H", "Content-Type: text/csv", "--data-binary", "@-"];
  assert.deepEqual(await curl("## a,b\n3,4\n", url, ...csv), {
    status: "200",
    body: `[{"type":"info","message":"Received header fields ['a', 'b']"},{"type":"info","message":"Received #1 readings"}]`,
  });
  const gzip = ["-H", "Content-Encoding: gzip", "-H", "Content-Type: application/json", "--data-binary", "@-"];
  assert.deepEqual(await curl(gzipSync('{"a":5}'), url, ...gzip), one);
  assert.deepEqual(await curl("6,7\n", url, ...csv, "-H", "Transfer-Encoding: chunked"), one);
  assert.deepEqual(
    intake.rows().map((row) => row["a"]),
    [1, 2, 3, 5, 6],
  );
});

test("curl: refusals", { skip: SKIP }, async (context) => {
  const { url } = await open(context, 1000);
  assert.deepEqual(await curl("", url, "-H", "Content-Type:", "-d", "a"), {
    status: "415",
    body: "Unable to handle request without Content-Type",
  });
  const large = ["-H", "Content-Type: application/json", "--data-binary", "@-"];
  assert.deepEqual(await curl(Buffer.alloc(5_000_000, " "), url, ...large, "-H", "Transfer-Encoding: chunked"), {
    status: "413",
    body: "Request body is larger than 1000 bytes",
  });
  const { status, body } = await curl("", "-I", url);
  assert.equal(status, "405");
  assert.match(body, /^allow: POST, OPTIONS\r$/im);
  assert.equal(
    (await curl("", "-g", "--path-as-is", url.replace("area-42", "..%2f..%2fetc"), "-d", "a=1")).status,
    "404",
  );
});

test("a CSV body of many chunks is stored row by row", { skip: SKIP }, async (context) => {
  const { intake, url } = await open(context);
  const rows = Array.from({ length: 50_000 }, (_, index) => `${1_700_000_000 + index},${index},text ${index}`);
  const body = `## time,n,t\n${rows.join("\n")}\n`;
  const answer = await curl(body, url, "-H", "Content-Type: text/csv", "--data-binary", "@-");
  assert.match(answer.body, /Received #50000 readings/);
  assert.equal(intake.points.length, 50_000);
  assert.ok(intake.messages.length > 5, `${intake.messages.length} messages`);
  assert.ok(
    intake.messages.every(({ payload }) => Buffer.from(payload).toString().startsWith("## time,n,t\n1")),
    "each message begins with the header",
  );
  assert.deepEqual(new Set(intake.rows().map((row) => row["n"])).size, 50_000);
});

test("a truncated row is not stored", async (context) => {
  const { intake, port } = await open(context);
  const socket = connect(port, "127.0.0.1");
  const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 100\r\n\r\n`;
  await new Promise<void>((resolve) => socket.write(`${head}## a\n1\n2\n123`, () => resolve()));
  await pause(50, "the service reads the rows before the connection ends");
  socket.destroy();
  await until(() => intake.signals.length === 1, "the error is signalled");
  assert.deepEqual(intake.rows(), []);
  assert.equal(intake.signals[0]?.signal.message, "Request body was cut off");
});

test("a complete body is read, even if its sender disconnects before it is read", async (context) => {
  const settings = { listen: { host: "127.0.0.1", port: 0 }, maxBodyBytes: 1000, corsOrigins: [], tls: undefined };
  const read = new Promise<string>((resolve) => {
    const app = new Hono().post("/", async (c) => {
      await once(c.req.raw.signal, "abort");
      const body = await readWhole(openBody(c), 1000, new Bodies(), "").then(String, String);
      resolve(body);
      return c.text("");
    });
    void listenHttp(settings, app, {
      onUpgrade: (_request, socket) => socket.destroy(),
      limits: HTTP_SERVER_OPTIONS,
    }).then(async (server) => {
      context.after(() => server.close());
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      for (const text of [
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "2\r\n1\n\r\n",
        "2\r\n2\n\r\n",
        "0\r\n\r\n",
      ]) {
        socket.write(text);
        await pause(20, "each chunk comes by itself");
      }
      socket.destroy();
    });
  });
  assert.equal(await read, "1\n2\n");
});
