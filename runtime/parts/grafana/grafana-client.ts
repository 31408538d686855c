/**
 * The client for Grafana's HTTP API, used by all other files. Only UID routes: numeric IDs are disabled in version 13.
 */

import { trimmedEnd } from "../../lib/trimmed-end.ts";
import type { Dashboard } from "./dashboard.ts";
import type { GrafanaSettings } from "./keys.ts";

/** An answer with status 300 or more. */
export class GrafanaError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "GrafanaError";
    this.status = status;
  }
}

export interface DataSource {
  readonly uid: string;
  readonly name: string;
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface Folder {
  readonly uid: string;
  readonly title: string;
}

export interface StoredDashboard {
  readonly dashboard: Dashboard;
  /** Empty: the general folder. */
  readonly folderUid: string;
}

const TIMEOUT_MS = 10_000;

export class GrafanaClient {
  /** Without credentials. */
  readonly address: string;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #stopped = new AbortController();

  constructor(settings: GrafanaSettings) {
    const url = new URL(settings.url);
    this.#headers = { accept: "application/json", "content-type": "application/json", ...authorization(settings, url) };
    this.address = `${url.protocol}//${url.host}${trimmedEnd(url.pathname, "/")}`;
    this.#base = `${this.address}/api`;
  }

  async version(): Promise<string> {
    const health = (await this.#request("GET", "/health")) as { version?: unknown };
    return typeof health.version === "string" ? health.version : "";
  }

  dataSource(uid: string): Promise<DataSource | undefined> {
    return this.#find(`/datasources/uid/${encodeURIComponent(uid)}`) as Promise<DataSource | undefined>;
  }

  dataSourceByName(name: string): Promise<DataSource | undefined> {
    return this.#find(`/datasources/name/${encodeURIComponent(name)}`) as Promise<DataSource | undefined>;
  }

  async addDataSource(command: object): Promise<void> {
    await this.#request("POST", "/datasources", command);
  }

  async updateDataSource(uid: string, command: object): Promise<void> {
    await this.#request("PUT", `/datasources/uid/${encodeURIComponent(uid)}`, command);
  }

  /** The data source's problem, or undefined. */
  async dataSourceProblem(uid: string): Promise<string | undefined> {
    try {
      await this.#request("GET", `/datasources/uid/${encodeURIComponent(uid)}/health`);
      return undefined;
    } catch (error) {
      if (error instanceof GrafanaError && error.status === 400) return error.message;
      throw error;
    }
  }

  folder(uid: string): Promise<Folder | undefined> {
    return this.#find(`/folders/${encodeURIComponent(uid)}`) as Promise<Folder | undefined>;
  }

  async folders(): Promise<readonly Folder[]> {
    return (await this.#request("GET", "/folders?limit=1000")) as readonly Folder[];
  }

  async addFolder(folder: Folder): Promise<void> {
    await this.#request("POST", "/folders", folder);
  }

  async dashboard(uid: string): Promise<StoredDashboard | undefined> {
    const found = (await this.#find(`/dashboards/uid/${encodeURIComponent(uid)}`)) as
      | { dashboard: Dashboard; meta?: { folderUid?: string } }
      | undefined;
    return found === undefined ? undefined : { dashboard: found.dashboard, folderUid: found.meta?.folderUid ?? "" };
  }

  /** Refuses (409 or 412) if the stored version differs from the given one. */
  async saveDashboard(dashboard: Dashboard, folderUid: string, message: string): Promise<void> {
    const folder = folderUid === "" ? {} : { folderUid };
    await this.#request("POST", "/dashboards/db", {
      dashboard: { ...dashboard, id: null },
      ...folder,
      overwrite: false,
      message,
    });
  }

  /** Aborts current requests. */
  stop(): void {
    this.#stopped.abort();
  }

  async #find(path: string): Promise<unknown> {
    try {
      return await this.#request("GET", path);
    } catch (error) {
      if (error instanceof GrafanaError && error.status === 404) return undefined;
      throw error;
    }
  }

  async #request(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#base + path, {
      method,
      headers: this.#headers,
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: "error",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new GrafanaError(response.status, errorText(response.status, text));
    return parseAnswer(response.status, text);
  }
}

function authorization(settings: GrafanaSettings, url: URL): Record<string, string> {
  if (settings.token !== undefined) return { authorization: `Bearer ${settings.token}` };
  const username = settings.username ?? decodeURIComponent(url.username);
  if (username === "") return {};
  const pair = `${username}:${settings.password ?? decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}

function parseAnswer(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GrafanaError(status, `${status}: the answer is not JSON; is this address Grafana's?`);
  }
}

function errorText(status: number, text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === "string") return `${status}: ${message}`;
  } catch {
    // The page of a proxy, not Grafana's answer.
  }
  return `${status}: ${text.slice(0, 200).trim()}`;
}
