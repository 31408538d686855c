/** Minimal hono server: reads the body, parses it, answers. A separate process. */

import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";

const SELF = fileURLToPath(import.meta.url);

export interface BareServer {
  readonly pid: number;
  readonly url: string;
  stop(): void;
}

export function startBareHono(): Promise<BareServer> {
  const child = fork(SELF, [], { execArgv: ["--import", "tsx"] });
  return new Promise((resolve, reject) => {
    child.once("message", (url) => resolve({ pid: child.pid ?? 0, url: String(url), stop: () => child.kill() }));
    child.once("error", reject);
  });
}

if (process.argv[1] === SELF) {
  const app = new Hono();
  app.post("/api/*", async (context) => {
    const values = Object.keys(await context.req.json()).length;
    return context.json([{ type: "info", message: `Received #${values > 0 ? 1 : 0} readings` }]);
  });
  const server = createServer(getRequestListener(app.fetch));
  server.listen(0, "127.0.0.1", () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
