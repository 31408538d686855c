/** Debian's Mosquitto and its clients, for tests. */

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export interface Mosquitto {
  readonly port: number;
  stop(): Promise<void>;
}

/** A broker on loopback; `port` 0 finds a free one. @param settings further lines of its configuration */
export async function startMosquitto(port = 0, settings = ""): Promise<Mosquitto> {
  const directory = temporaryFolder();
  const chosen = port === 0 ? await freePort() : port;
  const config = join(directory, "mosquitto.conf");
  writeFileSync(
    config,
    `listener ${chosen} 127.0.0.1\nallow_anonymous true\nuser root\npersistence false\n${settings}`,
  );
  const broker = spawn("mosquitto", ["-c", config], { stdio: "ignore" });
  await listening(chosen);
  return {
    port: chosen,
    async stop() {
      await ended(broker);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Runs `mosquitto_pub`; resolves with its exit code. */
export function mosquittoPub(port: number, ...args: string[]): Promise<number | null> {
  return exitCode(spawn("mosquitto_pub", ["-h", "127.0.0.1", "-p", String(port), ...args], { stdio: "ignore" }));
}

export interface Subscriber {
  /** `topic payload` lines so far. */
  readonly lines: string[];
  /** Resolves when there are `count` lines. */
  until(count: number): Promise<unknown>;
  stop(): Promise<void>;
}

/** `mosquitto_sub` on a topic filter; resolves when it has subscribed. */
export async function mosquittoSub(port: number, filter: string, ...args: string[]): Promise<Subscriber> {
  const options = ["-h", "127.0.0.1", "-p", String(port), "-q", "1", "-t", filter, "-v", "-d", ...args];
  // Writing to a pipe, it would buffer its lines.
  const process = spawn("stdbuf", ["-oL", "mosquitto_sub", ...options], { stdio: ["ignore", "pipe", "ignore"] });
  const lines: string[] = [];
  let subscribed = false;
  let rest = "";
  process.stdout.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      if (line.startsWith("Subscribed")) subscribed = true;
      else if (!line.startsWith("Client ")) lines.push(line);
    }
  });
  await until(() => subscribed, `a subscription to ${filter}`);
  return {
    lines,
    until: (count) => until(() => lines.length >= count, `${count} messages on ${filter}`),
    stop: () => ended(process),
  };
}

async function listening(port: number): Promise<void> {
  let open = false;
  await until(() => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      open = true;
      socket.destroy();
    });
    socket.on("error", () => {});
    return open;
  }, `a broker on port ${port}`);
}

function exitCode(process: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => process.on("exit", (code) => resolve(code)));
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const code = exitCode(process);
  process.kill();
  await code;
}
