/** A PostgreSQL server for one test. It can be killed and started again. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { pause, until } from "./until.ts";

/** Debian keeps the server's programs by version, outside of PATH. */
function programs(): string | undefined {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(base, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

export const noPostgres: false | string =
  programs() === undefined ? "needs PostgreSQL's server (Debian package postgresql)" : false;

export interface Postgres {
  readonly port: number;
  readonly directory: string;
  url(database?: string, user?: string): string;
  sql(statement: string, database?: string): string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Keeps connections open and answers nothing. */
  pause(): void;
  resume(): void;
  remove(): Promise<void>;
}

export async function startPostgres(wanted?: number): Promise<Postgres> {
  const bin = programs()!;
  const directory = temporaryFolder();
  // It does not run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if ("uid" in user) {
    chownSync(directory, user.uid!, user.gid!);
    // Only its owner may read the temporary folder of a run. The server's user must pass through it, without reading.
    const { mode } = statSync(tmpdir());
    if ((mode & 0o1) === 0) chmodSync(tmpdir(), mode | 0o11);
  }
  chmodSync(directory, 0o755);
  const data = join(directory, "data");
  const env = { ...process.env, LC_ALL: "C.UTF-8", PGPASSWORD: "" };
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], {
    ...user,
    env,
    stdio: "pipe",
  });
  const port = wanted ?? (await freePort());
  let server: ChildProcess | undefined;
  const options = [
    "-D",
    data,
    "-p",
    String(port),
    "-k",
    directory,
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "shared_buffers=16MB",
  ];
  const psql = (statement: string, database: string) =>
    execFileSync(
      "psql",
      ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-At", "-d", database, "-c", statement],
      {
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    ).trim();
  const start = async () => {
    server = spawn(join(bin, "postgres"), options, { ...user, env, stdio: "ignore" });
    await until(() => {
      try {
        psql("SELECT 1", "postgres");
        return true;
      } catch {
        return false;
      }
    }, "PostgreSQL answers");
  };
  const kill = async () => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await gone;
    await pause(200, "its children end a little later, and hold the port's files until then");
  };
  await start();
  psql("CREATE DATABASE telemetry", "postgres");
  return {
    port,
    directory,
    url: (database = "telemetry", name = "postgres") => `postgres://${name}@127.0.0.1:${port}/${database}`,
    sql: (statement, database = "telemetry") => psql(statement, database),
    kill,
    start,
    pause: () => server?.kill("SIGSTOP"),
    resume: () => server?.kill("SIGCONT"),
    remove: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}
