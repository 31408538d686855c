/** A simulated Grafana on loopback: its rules for uids, names and versions, with every exchange checked against its contract. */

import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { grafanaContract } from "./grafana-contract.ts";

type Json = Record<string, unknown>;

/** What of a dashboard Grafana itself looks at. */
type Dashboard = Json & { readonly uid: string; readonly title: string; readonly version?: number };

export interface StoredSource extends Json {
  uid: string;
  name: string;
  type: string;
  secrets: Record<string, string>;
}

interface StoredBoard {
  dashboard: Json & { uid: string; title: string; version: number };
  folderUid: string;
}

export interface GrafanaServer {
  readonly url: string;
  readonly sources: Map<string, StoredSource>;
  readonly folders: Map<string, { uid: string; title: string }>;
  readonly boards: Map<string, StoredBoard>;
  /** `GET /dashboards/uid/rig`, in order. */
  readonly requests: string[];
  /** Violations of the contract; always empty if its data is not available. */
  readonly violations: string[];
  /** The last wrong authorization. */
  basic: string | undefined;
  /** Answers every request but `/health` with this status while it is set. */
  broken: number | undefined;
  /** What a data source's health check says; undefined: OK. */
  sourceProblem: ((source: StoredSource) => string | undefined) | undefined;
  /** Called once before the next dashboard is saved, as if somebody else were quicker. */
  beforeSave: (() => void) | undefined;
  /** A person saves a dashboard. */
  edit<Edited = Dashboard>(uid: string, change: (dashboard: Edited) => void): void;
  close(): Promise<void>;
}

export const TOKEN = "glsa_test";

export async function startGrafana(): Promise<GrafanaServer> {
  const state = new State();
  const server = createAdaptorServer({ fetch: state.app().fetch, hostname: "127.0.0.1" }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return state;
}

class State implements GrafanaServer {
  url = "";
  readonly sources = new Map<string, StoredSource>();
  readonly folders = new Map<string, { uid: string; title: string }>();
  readonly boards = new Map<string, StoredBoard>();
  readonly requests: string[] = [];
  readonly violations: string[] = [];
  basic: string | undefined;
  broken: number | undefined;
  sourceProblem: ((source: StoredSource) => string | undefined) | undefined;
  beforeSave: (() => void) | undefined;
  close = async (): Promise<void> => {};
  #ids = 1;

  edit<Edited = Dashboard>(uid: string, change: (dashboard: Edited) => void): void {
    const board = this.boards.get(uid);
    if (board === undefined) throw new Error(`no dashboard ${uid}`);
    change(board.dashboard as unknown as Edited);
    board.dashboard.version++;
  }

  app(): Hono {
    const app = new Hono();
    app.use("*", async (context, next) => {
      const path = context.req.path.replace(/^\/api/, "");
      this.requests.push(`${context.req.method} ${path}`);
      const contract = grafanaContractOnce();
      const body = context.req.method === "GET" ? undefined : await context.req.json();
      this.violations.push(...(contract?.request(context.req.method, path, body) ?? []));
      const refused = path === "/health" ? undefined : this.#refuse(context);
      if (refused !== undefined) return refused;
      await next();
      // The description asks for a `title` in the answer to a save; the real server gives none.
      const saved = path === "/dashboards/db" ? { title: "" } : {};
      const answer = withDefaults(await context.res.clone().json(), saved);
      this.violations.push(...(contract?.response(context.req.method, path, context.res.status, answer) ?? []));
    });
    app.get("/api/health", (c) => c.json({ database: "ok", version: "12.4.0", commit: "test" }));
    this.#routeSources(app);
    this.#routeFolders(app);
    this.#routeBoards(app);
    return app;
  }

  #refuse(c: Context): Response | undefined {
    if (this.broken !== undefined) return c.json({ message: "broken for the test" }, this.broken as 500);
    const given = c.req.header("authorization");
    if (given === `Bearer ${TOKEN}`) return undefined;
    this.basic = given;
    return c.json({ message: "Invalid API key" }, 401);
  }

  #routeSources(app: Hono): void {
    app.get("/api/datasources/uid/:uid", (c) =>
      shown(c, this.sources.get(c.req.param("uid")), "Data source not found"),
    );
    app.get("/api/datasources/name/:name", (c) =>
      shown(
        c,
        [...this.sources.values()].find(({ name }) => name === c.req.param("name")),
        "Data source not found",
      ),
    );
    app.get("/api/datasources/uid/:uid/health", (c) => {
      const source = this.sources.get(c.req.param("uid"));
      if (source === undefined) return c.json({ message: "Data source not found" }, 404);
      const problem = this.sourceProblem?.(source);
      return problem === undefined ? c.json({ message: "OK" }) : c.json({ message: problem }, 400);
    });
    app.post("/api/datasources", async (c) => {
      const command = (await c.req.json()) as StoredSource;
      if (this.#isTaken(command)) return c.json({ message: "data source with the same name already exists" }, 409);
      return this.#keepSource(c, command, {
        id: this.#ids++,
        orgId: 1,
        typeLogoUrl: "",
        basicAuth: false,
        isDefault: false,
        secrets: {},
      });
    });
    app.put("/api/datasources/uid/:uid", async (c) => {
      const existing = this.sources.get(c.req.param("uid"));
      if (existing === undefined) return c.json({ message: "Data source not found" }, 404);
      return this.#keepSource(c, (await c.req.json()) as StoredSource, existing);
    });
  }

  #isTaken({ uid, name }: StoredSource): boolean {
    return this.sources.has(uid) || [...this.sources.values()].some((source) => source.name === name);
  }

  #keepSource(c: Context, command: StoredSource, before: Json): Response {
    const { secureJsonData = {}, ...facts } = command as StoredSource & { secureJsonData?: Record<string, string> };
    if (!isUid(facts.uid)) return c.json({ message: "invalid uid" }, 400);
    const secrets = { ...(before["secrets"] as Record<string, string>), ...secureJsonData };
    const source: StoredSource = { ...before, ...facts, secrets, version: Number(before["version"] ?? 0) + 1 };
    this.sources.set(source.uid, source);
    return c.json({ datasource: visible(source), id: source["id"], message: "Datasource added", name: source.name });
  }

  #routeFolders(app: Hono): void {
    app.get("/api/folders", (c) => c.json([...this.folders.values()]));
    app.get("/api/folders/:uid", (c) => {
      const folder = this.folders.get(c.req.param("uid"));
      return folder === undefined ? c.json({ message: "folder not found" }, 404) : c.json(folder);
    });
    app.post("/api/folders", async (c) => {
      const folder = (await c.req.json()) as { uid: string; title: string };
      if (!isUid(folder.uid)) return c.json({ message: "invalid uid" }, 400);
      const taken =
        this.folders.has(folder.uid) || [...this.folders.values()].some(({ title }) => title === folder.title);
      if (taken) return c.json({ message: "a folder with the same name already exists" }, 409);
      this.folders.set(folder.uid, folder);
      return c.json(folder);
    });
  }

  #routeBoards(app: Hono): void {
    app.get("/api/dashboards/uid/:uid", (c) => {
      const board = this.boards.get(c.req.param("uid"));
      if (board === undefined) return c.json({ message: "Dashboard not found" }, 404);
      return c.json({
        dashboard: board.dashboard,
        meta: { folderUid: board.folderUid, version: board.dashboard.version },
      });
    });
    app.post("/api/dashboards/db", async (c) => {
      this.beforeSave?.();
      this.beforeSave = undefined;
      const {
        dashboard,
        folderUid = "",
        overwrite,
      } = (await c.req.json()) as { dashboard: Dashboard; folderUid?: string; overwrite: boolean };
      if (!isUid(dashboard.uid)) return c.json({ message: "uid contains illegal characters" }, 400);
      if (folderUid !== "" && !this.folders.has(folderUid)) return c.json({ message: "folder not found" }, 400);
      const existing = this.boards.get(dashboard.uid);
      if (existing !== undefined && !overwrite && existing.dashboard.version !== dashboard.version) {
        return c.json({ message: "The dashboard has been changed by someone else", status: "version-mismatch" }, 412);
      }
      if (this.#titleIsTaken(dashboard, folderUid)) {
        return c.json(
          { message: "A dashboard with the same name in the folder already exists", status: "name-exists" },
          412,
        );
      }
      const version = (existing?.dashboard.version ?? 0) + 1;
      const id = existing?.dashboard["id"] ?? this.#ids++;
      this.boards.set(dashboard.uid, { dashboard: { ...dashboard, id, version }, folderUid });
      return c.json({
        id,
        uid: dashboard.uid,
        url: `/d/${dashboard.uid}`,
        status: "success",
        version,
        slug: "board",
        folderUid,
      });
    });
  }

  #titleIsTaken(dashboard: Dashboard, folderUid: string): boolean {
    return [...this.boards.values()].some(
      (board) =>
        board.dashboard.uid !== dashboard.uid &&
        board.folderUid === folderUid &&
        board.dashboard.title === dashboard.title,
    );
  }
}

function withDefaults(answer: unknown, defaults: Json): unknown {
  return Array.isArray(answer) ? answer : { ...defaults, ...(answer as Json) };
}

let contract: ReturnType<typeof grafanaContract> | false = false;

function grafanaContractOnce(): ReturnType<typeof grafanaContract> {
  if (contract === false) contract = grafanaContract();
  return contract;
}

function isUid(uid: string): boolean {
  return /^[a-zA-Z0-9_-]{1,40}$/.test(uid);
}

function shown(c: Context, source: StoredSource | undefined, missing: string): Response {
  return source === undefined ? c.json({ message: missing }, 404) : c.json(visible(source));
}

// Secrets cannot be read back, only their names.
function visible({ secrets, ...facts }: StoredSource): Json {
  return { ...facts, secureJsonFields: Object.fromEntries(Object.keys(secrets).map((name) => [name, true])) };
}
