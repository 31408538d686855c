/** The service reports when file descriptors run out, at the start and later. */

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { Lab, ROOT } from "../support/lab.ts";
import { until } from "../support/until.ts";

const skip = process.platform === "linux" ? false : "needs Linux";
const lab = new Lab({ ini: "[lab]\nchannels =\n", headers: {} });
after(() => lab.remove());
const command = (limit: number) => [
  "-c",
  `ulimit -n ${limit}; exec "$0" "$@"`,
  process.execPath,
  join(ROOT, "dist/structline.cjs"),
  "--config",
  lab.config,
];

test("too few file descriptors at the start are reported in one sentence", { skip }, () => {
  const { status, stderr } = spawnSync("bash", command(80), { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^structline: 80 file descriptors are too few, 256 are needed, .+; raise LimitNOFILE [^\n]+\n$/);
});

test("when connections use up all file descriptors, the log and /health report it", { skip }, async () => {
  const service = spawn("bash", command(300), { stdio: ["ignore", "pipe", "pipe"] });
  const sockets: Socket[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    let output = "";
    for (const stream of [service.stdout, service.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    await until(() => /health +http:\S+/.test(output));
    const url = new URL(/health +(http:\S+)/.exec(output)?.[1] ?? "");
    type Health = { state: string; parts: { descriptors: { state: string; detail: string } } };
    const health = async (): Promise<Health> => {
      const [response] = await once(get(url, { agent }), "response");
      let text = "";
      for await (const chunk of response) text += chunk;
      return JSON.parse(text) as Health;
    };
    assert.equal((await health()).parts.descriptors.state, "ok");
    for (let i = 0; i < 300; i++) sockets.push(connect(Number(url.port), url.hostname).on("error", () => {}));
    await until(async () => (await health()).state === "degraded");
    assert.match(
      (await health()).parts.descriptors.detail,
      /^\d+ of 300 file descriptors are in use; raise LimitNOFILE/,
    );
    await until(() => /of 300 file descriptors are in use: connections are refused at the limit/.test(output));
  } finally {
    for (const socket of sockets) socket.destroy();
    agent.destroy();
    service.kill("SIGKILL");
  }
});
