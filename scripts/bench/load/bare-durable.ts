/** Minimal server that stores posts durably: reads the body, parses it, writes it to disk, answers. A separate process. */

import { fork } from "node:child_process";
import { constants, mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { BareServer } from "./bare-hono.ts";

const SELF = fileURLToPath(import.meta.url);
const ANSWER = '[{"type":"info","message":"Received #1 readings"}]';
const HEADERS = { "Content-Type": "application/json", "Content-Length": ANSWER.length };

export function startBareDurable(): Promise<BareServer> {
  const child = fork(SELF, [], { execArgv: ["--import", "tsx"] });
  return new Promise((resolve, reject) => {
    child.once("message", (url) =>
      resolve({ pid: child.pid ?? 0, url: String(url), stop: () => void child.disconnect() }),
    );
    child.once("error", reject);
  });
}

if (process.argv[1] === SELF) void run();

async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "bench-"));
  // A write returns when it is on disk, which needs one thread switch instead of two.
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_DSYNC ?? 0);
  const file = await open(join(directory, "posts"), flags);
  let waiting: { readonly body: Buffer; readonly response: ServerResponse }[] = [];
  let isWriting = false;
  let at = 0;
  /** One write for all waiting posts. */
  const write = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const bytes = Buffer.concat(group.map(({ body }) => body));
      await file.write(bytes, 0, bytes.length, at);
      at += bytes.length;
      for (const { response } of group) response.writeHead(200, HEADERS).end(ANSWER);
    }
    isWriting = false;
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    JSON.parse(body.toString());
    waiting.push({ body, response });
    if (!isWriting) {
      isWriting = true;
      setImmediate(() => void write());
    }
  });
  server.listen(0, "127.0.0.1", () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  process.once("disconnect", () => {
    rmSync(directory, { recursive: true, force: true });
    process.exit();
  });
}
