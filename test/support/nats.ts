/** A real nats-server with JetStream (Debian's) on loopback with its own folder, for tests. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

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
  const directory = temporaryFolder();
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
  await until(() => {
    if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
    return answers(port);
  }, "nats-server answers");
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
    // A server that is just starting may close it, and a socket may be connected to its own port.
    socket.once("close", () => resolve(false));
    socket.setTimeout(1000, () => socket.destroy());
  });
}

export interface NatsServers {
  readonly urls: readonly string[];
  /** Of the server of that name in the cluster (`n0`, `n1`, …). */
  signal(name: string, signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** Several that are a cluster. */
export async function startNatsServers(count: number): Promise<NatsServers> {
  const directory = temporaryFolder();
  const all = Array.from({ length: count }, (_, server) => server);
  const ports = await Promise.all(all.map(() => freePort()));
  const routes = await Promise.all(all.map(() => freePort()));
  const children: ChildProcess[] = [];
  for (const server of all) {
    const file = join(directory, `n${server}.conf`);
    const folder = join(directory, `n${server}`);
    const others = routes.map((port) => `nats://127.0.0.1:${port}`).join(", ");
    await writeFile(
      file,
      `server_name: n${server}\ncluster { name: c, listen: "127.0.0.1:${routes[server]}", routes: [${others}] }\n`,
    );
    children.push(await launch("nats-server", ports[server]!, folder, ["-c", file]));
  }
  return {
    urls: ports.map((port) => `nats://127.0.0.1:${port}`),
    signal: (name, signal) => void children[Number(name.slice(1))]!.kill(signal),
    stop: async () => {
      const ended = children.map((child) => child.exitCode ?? child.signalCode ?? once(child, "exit"));
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ended);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
