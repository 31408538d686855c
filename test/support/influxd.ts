/** A real InfluxDB 1.x (Debian's) on loopback with its own folder, for tests. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export interface Influxd {
  readonly url: string;
  readonly directory: string;
  readonly pid: number;
  /** Ends the process and keeps its data. */
  halt(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data, where it does not run. */
  resume(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
  /** Runs one InfluxQL statement and gives the answer's first result. */
  query(statement: string, database?: string, user?: Credentials): Promise<InfluxResult>;
  /** Removes every database. */
  dropAll(): Promise<void>;
}

export interface InfluxResult {
  readonly series?: readonly { name: string; columns: string[]; values: (string | number | boolean | null)[][] }[];
  readonly error?: string;
}

export interface InfluxdOptions {
  /** Folder of the data. Default: a new folder in the system's temporary folder. */
  readonly directory?: string;
  /** Requests then need a user. The first user created is the administrator. */
  readonly auth?: Credentials;
  /** With `auth`: nobody is made an administrator. */
  readonly administrator?: "none";
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export async function startInfluxd(options: InfluxdOptions = {}): Promise<Influxd> {
  const directory = options.directory ?? temporaryFolder();
  const [httpPort, rpcPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${httpPort}`;
  const file = join(directory, "influxd.conf");
  await writeFile(file, configuration(directory, httpPort, rpcPort, options.auth !== undefined));
  let child = await launch(file, url);

  const halt = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  const query = async (statement: string, database = "", user = options.auth): Promise<InfluxResult> => {
    const headers = user === undefined ? {} : { authorization: basic(user) };
    const body = new URLSearchParams({ q: statement, db: database });
    const answer = await fetch(`${url}/query`, { method: "POST", body, headers });
    const { results = [], error } = (await answer.json()) as { results?: InfluxResult[]; error?: string };
    return results[0] ?? { ...(error === undefined ? {} : { error }) };
  };
  if (options.auth !== undefined && options.administrator !== "none") {
    const { username, password } = options.auth;
    await query(`CREATE USER "${username}" WITH PASSWORD '${password}' WITH ALL PRIVILEGES`);
  }
  return {
    url,
    directory,
    get pid() {
      return child.pid ?? 0;
    },
    halt,
    query,
    dropAll: async () => {
      const { series } = await query("SHOW DATABASES");
      for (const [name] of series?.[0]?.values ?? []) {
        await query(`DROP DATABASE "${String(name).replace(/["\\]/g, "\\$&")}"`);
      }
    },
    resume: async () => {
      if (child.exitCode === null && child.signalCode === null) return;
      child = await launch(file, url);
    },
    stop: async () => {
      await halt("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function basic(auth: Credentials): string {
  return `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString("base64")}`;
}

async function launch(file: string, url: string): Promise<ChildProcess> {
  const child = spawn("influxd", ["-config", file], { stdio: "ignore" });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`influxd ended with exit code ${child.exitCode}`);
    return (await fetch(`${url}/ping`).catch(() => undefined))?.status === 204;
  }, "influxd answers");
  return child;
}

function configuration(directory: string, httpPort: number, rpcPort: number, auth: boolean): string {
  return `reporting-disabled = true
bind-address = "127.0.0.1:${rpcPort}"
[meta]
dir = ${JSON.stringify(join(directory, "meta"))}
[data]
dir = ${JSON.stringify(join(directory, "data"))}
wal-dir = ${JSON.stringify(join(directory, "wal"))}
[http]
bind-address = "127.0.0.1:${httpPort}"
log-enabled = false
auth-enabled = ${auth}
[monitor]
store-enabled = false
[logging]
level = "error"
`;
}
