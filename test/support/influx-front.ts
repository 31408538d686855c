/**
 * The HTTP interfaces of InfluxDB 2.x and 3.x as their documentation has them, in front of a real 1.x that keeps the data:
 * those versions cannot be installed on the machines that run the tests.
 */

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";

export interface InfluxFront {
  readonly url: string;
  readonly buckets: Set<string>;
  /** Databases that InfluxQL may read. */
  readonly mappings: Set<string>;
  /** Requests that the token does not permit. */
  readonly forbidden: { listOrganisations: boolean; makeBucket: string };
  /** Requests that the documented interface would not have understood. */
  readonly violations: string[];
  close(): Promise<void>;
}

const TOKEN = "front-token";
const ORG = "lab";
const ORG_ID = "0000000000000001";

export const FRONT_ACCESS = { username: undefined, password: undefined, token: TOKEN, org: ORG } as const;

export async function startInfluxFront(version: "2.7.10" | "3.1.0", backend: string): Promise<InfluxFront> {
  const front = new Front(version, backend);
  const server = createAdaptorServer({ fetch: front.app().fetch, hostname: "127.0.0.1" }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  front.close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return front;
}

class Front implements InfluxFront {
  url = "";
  readonly buckets = new Set<string>();
  readonly mappings = new Set<string>();
  readonly forbidden = { listOrganisations: false, makeBucket: "" };
  readonly violations: string[] = [];
  close = async (): Promise<void> => {};
  readonly #version: string;
  readonly #backend: string;

  constructor(version: string, backend: string) {
    this.#version = version;
    this.#backend = backend;
  }

  app(): Hono {
    const app = new Hono();
    app.use("*", async (c, next) => {
      c.header("x-influxdb-version", this.#version.startsWith("2") ? `v${this.#version}` : this.#version);
      const isOpen = this.#version.startsWith("2") && c.req.path === "/ping";
      if (!isOpen && c.req.header("authorization") !== `Token ${TOKEN}`)
        return c.json({ code: "unauthorized", message: "unauthorized access" }, 401);
      await next();
    });
    app.get("/ping", (c) => c.body(null, 204));
    app.get("/query", (c) => this.#query(c));
    app.post("/api/v2/write", (c) => this.#write(c));
    if (this.#version.startsWith("2")) {
      this.#routeBuckets(app);
      this.#routeDelete(app);
    } else this.#routeDatabases(app);
    app.all("*", (c) => {
      this.violations.push(`${c.req.method} ${c.req.path}`);
      return c.json({ code: "not found", message: "path not found" }, 404);
    });
    return app;
  }

  // [InfluxDB OSS 2.7 API: /api/v2/orgs, /api/v2/buckets, /api/v2/dbrps]
  #routeBuckets(app: Hono): void {
    // Only those that the token may read. A token for buckets may read none.
    app.get("/api/v2/orgs", (c) => {
      const isShown = c.req.query("org") === ORG && !this.forbidden.listOrganisations;
      return c.json({ orgs: isShown ? [{ id: ORG_ID, name: ORG }] : [] });
    });
    app.get("/api/v2/buckets", (c) => {
      const { name, org } = c.req.query();
      if (name === undefined) {
        const own = { id: "0", name: "_monitoring", orgID: ORG_ID, retentionRules: [] };
        return org === ORG ? c.json({ buckets: [own] }) : c.json({ code: "not found", message: "organization" }, 404);
      }
      return c.json({
        buckets: this.buckets.has(name) ? [{ id: idOf(name), name, orgID: ORG_ID, retentionRules: [] }] : [],
      });
    });
    app.post("/api/v2/buckets", async (c) => {
      const { name, orgID } = await c.req.json();
      if (orgID !== ORG_ID || typeof name !== "string") return c.json({ code: "invalid", message: "bad bucket" }, 400);
      if (name === this.forbidden.makeBucket)
        return c.json({ code: "forbidden", message: "insufficient permissions" }, 403);
      if (name.startsWith("_"))
        return c.json(
          { code: "invalid", message: `bucket name ${name} is invalid. Buckets may not start with underscore` },
          400,
        );
      if (this.buckets.has(name))
        return c.json({ code: "conflict", message: `bucket with name ${name} already exists` }, 422);
      if (!(await this.#make(name))) return c.json({ code: "invalid", message: "invalid name" }, 400);
      return c.json({ id: idOf(name), name, orgID, retentionRules: [] }, 201);
    });
    app.get("/api/v2/dbrps", (c) =>
      c.json({ content: this.mappings.has(c.req.query("db") ?? "") ? [{ id: "1" }] : [] }),
    );
    app.post("/api/v2/dbrps", async (c) => {
      const { database, bucketID, orgID } = await c.req.json();
      if (orgID !== ORG_ID || bucketID !== idOf(database))
        return c.json({ code: "invalid", message: "bad mapping" }, 400);
      this.mappings.add(database);
      return c.json({ id: "1", database, bucketID, orgID }, 201);
    });
  }

  // [InfluxDB OSS 2.7 API: /api/v2/delete]
  #routeDelete(app: Hono): void {
    app.post("/api/v2/delete", async (c) => {
      const { bucket = "", org } = c.req.query();
      const { start, stop, predicate } = await c.req.json();
      const [, name] = /^_measurement="((?:[^"\\]|\\.)*)"$/.exec(predicate) ?? [];
      if (org !== ORG || name === undefined || Number.isNaN(Date.parse(start) + Date.parse(stop)))
        return c.json({ code: "invalid", message: "bad delete request" }, 400);
      await this.#drop(bucket, name.replace(/\\(.)/g, "$1"));
      return c.body(null, 204);
    });
  }

  async #drop(db: string, name: string): Promise<void> {
    const q = `DROP MEASUREMENT "${name.replace(/["\\]/g, "\\$&")}"`;
    await fetch(`${this.#backend}/query`, { method: "POST", body: new URLSearchParams({ q, db }) });
  }

  // [InfluxDB 3 Core API: /api/v3/configure/database, /api/v3/configure/table]
  #routeDatabases(app: Hono): void {
    app.delete("/api/v3/configure/table", async (c) => {
      const { db = "", table = "" } = c.req.query();
      await this.#drop(db, table);
      return c.body(null, 200);
    });
    app.post("/api/v3/configure/database", async (c) => {
      const { db } = await c.req.json();
      if (this.buckets.has(db)) return c.json({ error: "attempted to create a resource that already exists" }, 409);
      if (!(await this.#make(db))) return c.json({ error: "invalid character in database name" }, 400);
      this.mappings.add(db);
      return c.body(null, 200);
    });
  }

  async #make(name: string): Promise<boolean> {
    const q = `CREATE DATABASE "${name.replace(/["\\]/g, "\\$&")}"`;
    const answer = await fetch(`${this.#backend}/query`, { method: "POST", body: new URLSearchParams({ q }) });
    if ((await answer.text()).includes('"error"')) return false;
    this.buckets.add(name);
    return true;
  }

  async #write(c: Context): Promise<Response> {
    const { bucket = "", org, precision } = c.req.query();
    if (precision !== "ns") this.violations.push(`write with precision ${precision}`);
    if (this.#version.startsWith("2") && org !== ORG) this.violations.push(`write to org ${org}`);
    if (!this.buckets.has(bucket)) return c.json({ code: "not found", message: `bucket "${bucket}" not found` }, 404);
    const to = `${this.#backend}/write?${new URLSearchParams({ db: bucket, precision: "ns" })}`;
    const answer = await fetch(to, { method: "POST", body: await c.req.arrayBuffer() });
    if (answer.status === 204) return c.body(null, 204);
    const { error } = (await answer.json()) as { error: string };
    // 2.x answers 422 where a line was understood and cannot be stored.
    const status = answer.status === 400 && error.startsWith("partial write") ? 422 : answer.status;
    return c.json({ code: "invalid", message: `failure writing points to database: ${error}` }, status as 400);
  }

  async #query(c: Context): Promise<Response> {
    const { db = "" } = c.req.query();
    if (!this.mappings.has(db)) return c.json({ error: `database not found: ${db}` }, 404);
    const answer = await fetch(`${this.#backend}${c.req.path}?${new URL(c.req.url).searchParams}`);
    return c.body(await answer.text(), answer.status as 200, { "content-type": "application/json" });
  }
}

function idOf(bucket: string): string {
  return Buffer.from(bucket).toString("hex").padStart(16, "0");
}
