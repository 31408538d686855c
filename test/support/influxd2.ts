/**
 * A real InfluxDB 2.7 on loopback with its own folder, for tests: a build of the Go module github.com/influxdata/influxdb/v2, which needs
 * Rust and half an hour. `STRUCTLINE_INFLUXD2` names the program.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

const PROGRAM =
  process.env["STRUCTLINE_INFLUXD2"] ?? join(homedir(), ".cache/structline-test-peers/influxd-2.7/influxd");
/** Reason for skipping what needs it. */
export const needsInfluxd2 = existsSync(PROGRAM) ? false : "needs InfluxDB 2.7 (STRUCTLINE_INFLUXD2)";

const ADMINISTRATOR = "administrators-token";
const ORG = "lab";

export interface Permission {
  readonly action: "read" | "write";
  readonly type: "buckets";
  /** Absent: all. */
  readonly bucket?: string;
}

export interface Influxd2 {
  readonly url: string;
  readonly access: { username: undefined; password: undefined; token: string; org: string };
  /** A new token of the organisation. */
  token(permissions: readonly Permission[]): Promise<string>;
  buckets(): Promise<string[]>;
  makeBucket(name: string, seconds?: number): Promise<void>;
  dropAll(): Promise<void>;
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export async function startInfluxd2(): Promise<Influxd2> {
  const directory = temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    ...["--http-bind-address", `127.0.0.1:${port}`, "--reporting-disabled", "--log-level", "error"],
    ...["--bolt-path", join(directory, "bolt"), "--engine-path", join(directory, "engine")],
    ...["--sqlite-path", join(directory, "sqlite")],
  ];
  const launch = async () => {
    const child = spawn(PROGRAM, args, { stdio: "ignore" });
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`influxd ended with exit code ${child.exitCode}`);
      return (await fetch(`${url}/health`).catch(() => undefined))?.status === 200;
    }, "influxd answers");
    return child;
  };
  let child = await launch();
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Token ${ADMINISTRATOR}`, "Content-Type": "application/json" };
    const answer = await fetch(`${url}/api/v2/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const names = { username: "admin", password: "change-me-now", org: ORG, bucket: "first" };
  const { org } = await ask<{ org: { id: string } }>("POST", "setup", { ...names, token: ADMINISTRATOR });
  const listed = async () => {
    const { buckets } = await ask<{ buckets: { id: string; name: string; type: string }[] }>(
      "GET",
      "buckets?limit=100",
    );
    return buckets.filter(({ type }) => type === "user");
  };
  const halt = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    url,
    access: { username: undefined, password: undefined, token: ADMINISTRATOR, org: ORG },
    token: async (permissions) => {
      const made = await listed();
      const wanted = permissions.map(({ action, type, bucket }) => {
        const id = made.find(({ name }) => name === bucket)?.id;
        return { action, resource: { type, orgID: org.id, ...(id && { id }) } };
      });
      return (await ask<{ token: string }>("POST", "authorizations", { orgID: org.id, permissions: wanted })).token;
    },
    buckets: async () => (await listed()).map(({ name }) => name).sort(),
    makeBucket: async (name, seconds = 0) => {
      const retentionRules = seconds === 0 ? [] : [{ type: "expire", everySeconds: seconds }];
      await ask("POST", "buckets", { orgID: org.id, name, retentionRules });
    },
    dropAll: async () => {
      for (const { id } of await listed()) await ask("DELETE", `buckets/${id}`);
    },
    halt,
    resume: async () => {
      child = await launch();
    },
    stop: async () => {
      await halt();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
