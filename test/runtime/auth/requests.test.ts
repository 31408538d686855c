/** What headers say about a request's sender and its address. */

import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { AttemptLimiter, DEFAULT_LIMITS } from "../../../runtime/auth/attempt-limiter.ts";
import { exposures } from "../../../runtime/auth/exposure.ts";
import { HttpGate } from "../../../runtime/auth/http-gate.ts";
import { requestCredentials } from "../../../runtime/auth/request-credentials.ts";
import { isRealmName, parseUsers } from "../../../runtime/auth/users-file.ts";
import { clientAddress } from "../../../runtime/http/client-address.ts";
import { hostGuard, inOrder, originGuard } from "../../../runtime/http/guard.ts";
import { addressKey } from "../../../runtime/lib/address-key.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";

const headers = (map: Readonly<Record<string, string>>) => (name: string) => map[name];
const base64 = (text: string) => Buffer.from(text).toString("base64");

for (const [what, map, expected] of [
  ["nothing", {}, { kind: "none" }],
  ["a bearer token", { authorization: "Bearer abc" }, { kind: "secret", name: undefined, secret: "abc" }],
  ["the scheme in small letters", { authorization: "bearer abc" }, { kind: "secret", name: undefined, secret: "abc" }],
  ["a webhook's key", { "x-api-key": "abc" }, { kind: "secret", name: undefined, secret: "abc" }],
  [
    "a password with a colon",
    { authorization: `Basic ${base64("ida:a:ü")}` },
    { kind: "secret", name: "ida", secret: "a:ü" },
  ],
  ["Basic without a colon", { authorization: `Basic ${base64("ida")}` }, { kind: "malformed" }],
  ["Basic that is not Base64", { authorization: "Basic <>" }, { kind: "malformed" }],
  ["InfluxDB 2's scheme", { authorization: "Token abc" }, { kind: "secret", name: undefined, secret: "abc" }],
  ["InfluxDB 1's in that", { authorization: "Token ida:a:b" }, { kind: "secret", name: "ida", secret: "a:b" }],
  ["another scheme", { authorization: "Digest x" }, { kind: "malformed" }],
  ["an empty header", { authorization: "" }, { kind: "malformed" }],
  ["a cookie among others", { cookie: "a=b; structline_session=xyz; c=d" }, { kind: "session", id: "xyz" }],
  ["other cookies", { cookie: "structline_sessions=xyz" }, { kind: "none" }],
  [
    "a cookie and a wrong header",
    { cookie: "structline_session=xyz", authorization: "Digest x" },
    { kind: "malformed" },
  ],
] as const) {
  test(`credentials: ${what}`, () => assert.deepEqual(requestCredentials(headers(map)), expected));
}

test("only a proxy on this machine is trusted", () => {
  const forwarded = headers({ "x-forwarded-for": "203.0.113.9, 198.51.100.7" });
  assert.equal(clientAddress("127.0.0.1", forwarded), "198.51.100.7");
  assert.equal(clientAddress("::ffff:127.0.0.1", forwarded), "198.51.100.7");
  assert.equal(clientAddress("192.0.2.1", forwarded), "192.0.2.1");
  assert.equal(clientAddress("127.0.0.1", headers({ "x-forwarded-for": "<script>" })), "127.0.0.1");
});

test("an IPv6 host is identified by its /64, a mapped IPv4 address by the IPv4 address", () => {
  assert.equal(addressKey("2001:db8:1:2:aaaa::1"), "2001:db8:1:2::/64");
  assert.equal(addressKey("2001:db8:1:2::1"), "2001:db8:1:2::/64");
  assert.equal(addressKey("2001:DB8::1"), "2001:db8:0:0::/64");
  assert.equal(addressKey("fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.equal(addressKey("::ffff:192.0.2.1"), "192.0.2.1");
});

test("failures of a hundred thousand addresses use no more memory than those of ten thousand", () => {
  const limiter = new AttemptLimiter({ ...DEFAULT_LIMITS, now: () => 0 });
  for (let index = 0; index < 100_000; index++) limiter.failed(`${index}`);
  assert.equal(limiter.size, DEFAULT_LIMITS.maxKeys);
});

test("failures are forgotten after a quarter of an hour, and the wait is at most a minute", () => {
  let nowMs = 0;
  const limiter = new AttemptLimiter({ ...DEFAULT_LIMITS, now: () => nowMs });
  for (let round = 0; round < 100; round++) limiter.failed("a");
  assert.equal(limiter.waitMs("a"), 60_000);
  nowMs = 15 * 60_000 + 1;
  assert.equal(limiter.waitMs("a"), 0);
  assert.equal(limiter.size, 0);
});

const guard = inOrder([hostGuard(["telemetry.example"]), originGuard(["https://page.example"])]);
const open = inOrder([hostGuard(undefined), originGuard(["*"])]);

function asked(method: string, map: Readonly<Record<string, string>>): IncomingMessage {
  return { method, headers: map } as unknown as IncomingMessage;
}

for (const [method, map, status] of [
  ["GET", { host: "127.0.0.1:24642" }, undefined],
  ["GET", { host: "[::1]:24642" }, undefined],
  ["GET", { host: "localhost" }, undefined],
  ["GET", { host: "LOCALHOST.:80" }, undefined],
  ["GET", { host: "rig.localhost:1" }, undefined],
  ["GET", { host: "telemetry.example" }, undefined],
  ["GET", { host: "evil.example" }, 421],
  ["GET", { host: "127.0.0.1.evil.example" }, 421],
  ["GET", { host: "localhost.evil.example" }, 421],
  ["POST", { host: "localhost:1" }, undefined],
  ["POST", { host: "localhost:1", origin: "http://localhost:1" }, undefined],
  ["POST", { host: "localhost:1", origin: "http://localhost:2" }, 403],
  ["POST", { host: "localhost:1", origin: "null" }, 403],
  ["POST", { host: "localhost:1", origin: "https://page.example" }, undefined],
  ["DELETE", { host: "localhost:1", origin: "https://evil.example" }, 403],
  ["GET", { host: "localhost:1", origin: "https://evil.example" }, undefined],
  ["WebSocket", { host: "localhost:1" }, undefined],
  ["WebSocket", { host: "localhost:1", origin: "http://localhost:1" }, undefined],
  ["WebSocket", { host: "localhost:1", origin: "https://page.example" }, undefined],
  ["WebSocket", { host: "localhost:1", origin: "https://evil.example" }, 403],
  ["WebSocket", { host: "localhost:1", origin: "null" }, 403],
  ["WebSocket", { host: "evil.example" }, 421],
] as const) {
  test(`${method} with ${JSON.stringify(map)}: ${status ?? "passes"}`, async () => {
    const kind = method === "WebSocket" ? "upgrade" : "request";
    assert.equal((await guard(asked(kind === "upgrade" ? "GET" : method, map), kind))?.status, status);
  });
}

for (const [method, url, origin, status] of [
  ["POST", "/api/kit/n/g/d/data", undefined, undefined],
  ["PUT", "/api/kit/n/g/d/data", undefined, undefined],
  ["POST", "/api/kit/n/g/d/data", "http://evil.example", 421],
  ["GET", "/api/kit/n/g/d/data.csv", undefined, 421],
  ["POST", "/read/sql", undefined, 421],
  ["DELETE", "/api/kit/n/g/d/data", undefined, 421],
] as const)
  test(`behind a proxy that forwards its own host name: ${method} ${url} ${origin ?? ""}: ${status ?? "passes"}`, async () => {
    const request = { ...asked(method, { host: "evil.example", ...(origin && { origin }) }), url } as IncomingMessage;
    assert.equal((await guard(request, "request"))?.status, status);
  });

test("guards run in order and the first refusal ends the chain, also with an asynchronous guard", async () => {
  const heard: string[] = [];
  const passes = (name: string) => () => void heard.push(name);
  const refuses = async () => ({ status: 401, body: "no" });
  const order = inOrder([passes("first"), async () => void heard.push("second"), refuses, passes("never")]);
  assert.deepEqual(await order(asked("GET", {}), "request"), { status: 401, body: "no" });
  assert.deepEqual(heard, ["first", "second"]);
});

const nobody = {} as ConstructorParameters<typeof HttpGate>[0];
const gate = new HttpGate(nobody);
for (const [path, status] of [
  ["/", undefined],
  ["/health?probe=live", undefined],
  ["/docs", undefined],
  ["/docs/operations", undefined],
  ["/docs/style.css", undefined],
  ["/docs/images/page.png", undefined],
  ["/docs/search?q=dead+letters", undefined],
  ["/docs/../metrics", 401],
  ["/docs/images/../../metrics", 401],
  ["/docs/%2e%2e/metrics", 401],
  ["/docs//metrics", 401],
  ["/docs/./metrics", 401],
  ["/docsx", 401],
  ["/metrics", 401],
] as const) {
  test(`${path} without credentials: ${status ?? "passes"}`, async () => {
    const request = { url: path, method: "GET", headers: {}, socket: {} } as IncomingMessage;
    assert.equal((await gate.guard(request, "request"))?.status, status);
  });
}

test("with users configured, every host name is accepted, and `*` allows every origin", () => {
  assert.equal(open(asked("POST", { host: "any.example", origin: "https://evil.example" }), "request"), undefined);
});

function exposed(ini: string): string[] {
  return exposures(parseSettings(`[lab]\nchannels =\n${ini}`, { file: "/x/c.ini", shown: "c.ini", environment: {} }));
}

test("listeners that strangers can reach are reported", () => {
  assert.deepEqual(exposed(""), []);
  assert.deepEqual(exposed("[http]\nlisten = [::1]:1\n[mqtt]\nlisten = localhost:2"), []);
  assert.equal(exposed("[http]\nlisten = 0.0.0.0:1\n[mqtt]\nlisten = 192.0.2.1:2").length, 2);
  assert.match(exposed("[http]\nlisten = 0.0.0.0:1")[0] ?? "", /anybody may read and write: set \[auth\] users_file/);
  assert.match(exposed("[http]\nlisten = 0.0.0.0:1\n[auth]\nusers_file = u")[0] ?? "", /without TLS/);
  const tls = "tls_certificate = a\ntls_key = b\n";
  assert.deepEqual(exposed(`[http]\nlisten = 0.0.0.0:1\n${tls}[auth]\nusers_file = u`), []);
});

test("channels that take datagrams from everywhere are one sentence, however many they are", () => {
  const channel = (n: number) =>
    `[lab-c${n}]\nudp_port = ${9000 + n}\nwamp_topic = lab.c${n}\ninclude_path = h\nheader_files = a.h\n`;
  const names = (count: number) => Array.from({ length: count }, (_, n) => n);
  const listed = (count: number) =>
    exposures(
      parseSettings(
        `[lab]\nchannels = ${names(count).map((n) => `lab-c${n}`)}\n[udp]\nlisten = 0.0.0.0\n${names(count).map(channel).join("")}`,
        {
          file: "/x/c.ini",
          shown: "c.ini",
          environment: {},
        },
      ),
    );
  assert.deepEqual(listed(1), ["UDP channel c0 on 0.0.0.0 accepts datagrams from any address: set allow_from"]);
  assert.deepEqual(listed(15), [
    "UDP channels c0, c1, c2 and 12 more on 0.0.0.0 accept datagrams from any address: set allow_from",
  ]);
});

for (const [what, text, message] of [
  ["no JSON", '{"hash": "secret', "users file u is not JSON"],
  ["another version", '{"version": 2, "users": []}', "users file u: version: is not 1"],
  ["no version", "{}", "users file u: version: is not 1"],
  ["a name that is none", '{"version": 1, "users": [{"name": 1}]}', "users file u: users.0.name: is not a text"],
  [
    "an unknown key",
    '{"version": 1, "users": [], "extra": 1}',
    "users file u: the file: has 'extra', which this version does not know",
  ],
  ["a hash that is none", user({ password: "secret" }), /password: is not a scrypt hash/],
  ["a wrong realm", user({ read: ["a/b"] }), /is not the name of a realm/],
] as const) {
  test(`a users file with ${what} is refused, and the message does not contain its text`, () => {
    assert.throws(
      () => parseUsers(text, "u"),
      (error: Error) => (typeof message === "string" ? error.message === message : message.test(error.message)),
    );
    assert.throws(
      () => parseUsers(text, "u"),
      (error: Error) => !error.message.includes("secret"),
    );
  });
}

test("realms are valid first parts of addresses", () => {
  const names = ["*", "mqttkit-1", "Grün 2", "", "a/b", "+", "#", "$SYS", "a\n", "a*"];
  assert.deepEqual(names.filter(isRealmName), ["*", "mqttkit-1", "Grün 2"]);
});

function user(change: object): string {
  const one = { name: "ida", read: [], write: [], admin: false, tokens: [], ...change };
  return JSON.stringify({ version: 1, users: [one] });
}
