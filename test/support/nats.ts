/** A real nats-server with JetStream (Debian's) on loopback with its own folder, for tests. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.ts";

export interface NatsServer {
  readonly url: string;
  readonly pid: number;
  /** Ends the process and keeps its data. */
  halt(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data. */
  resume(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** @param more lines of its configuration file */
export async function startNats(program = "nats-server", more?: string): Promise<NatsServer> {
  const directory = await mkdtemp(join(tmpdir(), "structline-nats-"));
  const port = await freePort();
  const file = join(directory, "nats.conf");
  if (more !== undefined) await writeFile(file, more);
  const start = () => launch(program, port, directory, more === undefined ? [] : ["-c", file]);
  let child = await start();
  const halt = async (signal: NodeJS.Signals = "SIGKILL"): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    halt,
    resume: async () => {
      child = await start();
    },
    stop: async () => {
      await halt();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function launch(
  program: string,
  port: number,
  directory: string,
  more: readonly string[],
): Promise<ChildProcess> {
  const options = [...more, "-a", "127.0.0.1", "-p", String(port), "-js", "-sd", directory];
  const child = spawn(program, options, { stdio: "ignore" });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
    await sleep(20);
  }
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
