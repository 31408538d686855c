/** `[http] base_path`: a proxy serves the service under a path, which it may remove or not. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Hono } from "hono";
import { sessionCookie } from "../../../runtime/auth/sessions.ts";
import { basePathGuard } from "../../../runtime/http/guard.ts";
import { listenHttp } from "../../../runtime/http/http-listener.ts";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { ROOT } from "../../support/lab.ts";

const SETTINGS = {
  listen: { host: "127.0.0.1", port: 0 },
  maxBodyBytes: 1000,
  corsOrigins: [],
  tls: undefined,
};

async function open(context: TestContext) {
  const upgrades: string[] = [];
  const app = new Hono();
  app.all("*", (c) => c.text(`${c.req.path}${new URL(c.req.url).search}`));
  const listener = await listenHttp(SETTINGS, app, {
    guard: basePathGuard("/lab/telemetry"),
    onUpgrade: (request, socket) => {
      upgrades.push(request.url ?? "");
      socket.destroy();
    },
  });
  context.after(() => listener.close());
  return { url: listener.url, upgrades };
}

for (const [asked, status, answered] of [
  ["/lab/telemetry/", 200, "/"],
  ["/lab/telemetry/read/rows?a=/lab/telemetry/", 200, "/read/rows?a=/lab/telemetry/"],
  ["/api/lab/rig/data", 200, "/api/lab/rig/data"],
  ["/lab/telemetryx", 200, "/lab/telemetryx"],
  ["/lab/telemetry?view", 308, "/lab/telemetry/?view"],
] as const) {
  test(`${asked} gives ${answered}`, async (context) => {
    const { url } = await open(context);
    const answer = await fetch(url + asked, { redirect: "manual" });
    const text = await answer.text();
    assert.deepEqual([answer.status, answer.headers.get("Location") ?? text], [status, answered]);
  });
}

test("a WebSocket also uses the path", async (context) => {
  const { url, upgrades } = await open(context);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("GET /lab/telemetry/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  await once(socket, "close");
  assert.deepEqual(upgrades, ["/ws"]);
});

test("the cookie is limited to the path", () => {
  assert.match(sessionCookie("x", "plain", "/lab/telemetry/"), /; Path=\/lab\/telemetry\/;/);
});

test("a path begins at the root, without blanks and dots", () => {
  const parse = (value: string) =>
    parseSettings(`[lab]\nchannels =\n[http]\nbase_path = ${value}\n`, {
      file: "/lab.ini",
      shown: "lab.ini",
      environment: {},
    }).http;
  assert.equal(parse("/lab/telemetry/").basePath, "/lab/telemetry");
  for (const wrong of ["lab", "/..", "/a b", "//a", "/"]) assert.throws(() => parse(wrong), /is not a path like/);
});

test("the page requests nothing from the root", () => {
  const page = join(ROOT, "dist/page");
  assert.doesNotMatch(readFileSync(join(page, "index.html"), "utf8"), /(?:href|src)="\//);
  for (const name of readdirSync(join(page, "assets")).filter((file) => file.endsWith(".js"))) {
    const [found] =
      /["`]\/(?:read|rejects|health|alarms|layouts|login|logout|measurements|api|ws|docs)\b/.exec(
        readFileSync(join(page, "assets", name), "utf8"),
      ) ?? [];
    assert.equal(found, undefined, name);
  }
});
