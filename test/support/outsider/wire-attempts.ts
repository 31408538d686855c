/** Requests that no HTTP library sends. */

import { connect } from "node:net";
import type { Attempt } from "./attempt.ts";
import type { Target } from "./target.ts";

const HOST = "Host: 127.0.0.1";
const GREETING = `POST /api/evil/n/g/d/data HTTP/1.1\r\n${HOST}`;

/** Longer than any answer takes on a busy machine. */
const ANSWER_MS = 60_000;

export const WIRE_ATTEMPTS: readonly Attempt[] = [
  wire(
    "Content-Length and Transfer-Encoding together",
    /^400/,
    () =>
      `${GREETING}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /rejects HTTP/1.1\r\n${HOST}\r\n\r\n`,
  ),
  wire("two Content-Lengths", /^400/, () => `${GREETING}\r\nContent-Length: 4\r\nContent-Length: 40\r\n\r\nabcd`),
  wire("`Transfer-Encoding: xchunked`", /^40[01]/, () => `${GREETING}\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`),
  wire(
    "`Transfer-Encoding : chunked` (blank before the colon)",
    /^400/,
    () => `${GREETING}\r\nTransfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
  ),
  wire("a folded header line", /^400/, () => `${GREETING}\r\nX-A: b\r\n\tTransfer-Encoding: chunked\r\n\r\n`),
  wire("no Host", /^400/, () => "GET /health HTTP/1.1\r\n\r\n"),
  wire("a header of 64 KB", /^431/, () => `GET / HTTP/1.1\r\n${HOST}\r\nX-A: ${"a".repeat(65_536)}\r\n\r\n`),
  wire("a URL of 64 KB", /^431/, () => `GET /${"a".repeat(65_536)} HTTP/1.1\r\n${HOST}\r\n\r\n`),
  wire("5,000 header lines", /^(431|401)/, () => `GET /metrics HTTP/1.1\r\n${HOST}\r\n${"a: b\r\n".repeat(5000)}\r\n`),
  wire(
    "a body of 1 GB announced",
    /^413/,
    ({ tokens }) =>
      `${GREETING}\r\nAuthorization: Bearer ${tokens.eve}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`,
  ),
  wire(
    "a body in chunks without end",
    /^413/,
    ({ tokens }) =>
      `${GREETING}\r\nAuthorization: Bearer ${tokens.eve}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${`4000\r\n${" ".repeat(0x4000)}\r\n`.repeat(8)}`,
  ),
  wire("`GET /page/../../package.json`", /^40[14]/, () => `GET /page/../../package.json HTTP/1.1\r\n${HOST}\r\n\r\n`),
  wire(
    "`GET /page/..%2f..%2fpackage.json`",
    /^401/,
    () => `GET /page/..%2f..%2fpackage.json HTTP/1.1\r\n${HOST}\r\n\r\n`,
  ),
  wire("`GET //etc/passwd`", /^40[14]/, () => `GET //etc/passwd HTTP/1.1\r\n${HOST}\r\n\r\n`),
  wire("`CONNECT` to another host", /^(closed|40[05])/, () => `CONNECT 10.0.0.1:22 HTTP/1.1\r\n${HOST}\r\n\r\n`),
  wire("an absolute URL of another host", /^401/, () => `GET http://10.0.0.1/rejects HTTP/1.1\r\n${HOST}\r\n\r\n`),
  wire("a NUL in a header", /^400/, () => `GET / HTTP/1.1\r\n${HOST}\r\nX-A: a\0b\r\n\r\n`),
  wire("header lines one byte at a time, without end", /^(408|closed)/, () => `GET / HTTP/1.1\r\n${HOST}\r\nX-A: `),
  {
    protocol: "HTTP",
    name: "no users configured: a name that resolves to loopback (DNS rebinding)",
    expected: /^421/,
    run: ({ open }) =>
      exchange(portOf(open.url), "GET /read/measurements HTTP/1.1\r\nHost: evil.example:24642\r\n\r\n"),
  },
  {
    protocol: "HTTP",
    name: "no users configured: a foreign page posts a form",
    expected: /^403/,
    run: ({ open }) =>
      exchange(
        portOf(open.url),
        `${GREETING}\r\nOrigin: https://evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=1`,
      ),
  },
  {
    protocol: "WAMP",
    name: "no users configured: a foreign page's WebSocket under its own name",
    expected: /^421/,
    run: ({ open }) =>
      exchange(
        portOf(open.url),
        "GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: wamp.2.json\r\n\r\n",
      ),
  },
];

function wire(name: string, expected: RegExp, request: (target: Target) => string, timeoutMs = ANSWER_MS): Attempt {
  return { protocol: "HTTP", name, expected, run: (target) => exchange(target.port, request(target), timeoutMs) };
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** The first answer's status line and the number of answers, or how the connection ended. */
function exchange(port: number, request: string, timeoutMs = ANSWER_MS): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request, "latin1"));
    const finish = (otherwise: string) => {
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3} [^\r]*)/g)].map(([, status = ""]) => status);
      socket.destroy();
      resolve(statuses.length === 0 ? otherwise : statuses.join(", then "));
    };
    // One request has one answer. A second one would follow at once.
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
      setTimeout(() => finish("closed"), 200);
    });
    socket.on("error", () => finish("closed"));
    socket.on("close", () => finish("closed"));
    setTimeout(() => finish("no answer"), timeoutMs);
  });
}
