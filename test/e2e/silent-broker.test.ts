/** A broker that accepts the connection and says nothing: the service is stopped in order while its start waits for it. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { inTemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

test("SIGTERM while a start waits for a broker ends it in order", () =>
  inTemporaryFolder(async (folder) => {
    const sockets: Socket[] = [];
    const broker = createServer((socket) => {
      sockets.push(socket.on("error", () => {}));
    });
    await once(broker.listen(0, "127.0.0.1"), "listening");
    const { port } = broker.address() as AddressInfo;
    const http = `127.0.0.1:${await freePort()}`;
    const file = join(folder, "channels.ini");
    writeFileSync(file, `[lab]\nchannels =\n[http]\nlisten = ${http}\n[mqtt]\nurl = mqtt://127.0.0.1:${port}\n`);
    const child = spawn(process.execPath, [join(ROOT, "dist/structline.cjs"), "--config", file], { cwd: folder });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    const ended = once(child, "exit");
    const isReady = () =>
      fetch(`http://${http}/health`).then(
        async (answer) => ((await answer.json()) as { ready: boolean }).ready,
        () => false,
      );
    await until(isReady, "all but the broker has started");
    child.kill("SIGTERM");
    const [code, signal] = await ended;
    for (const socket of sockets) socket.destroy();
    broker.close();
    assert.match(output, /draining/);
    assert.match(output, /stopped/);
    assert.deepEqual([code, signal], [0, null]);
  }));
