/** An HTTP client for the running service of a configuration. */

import { bracketed } from "../lib/bind-failure.ts";
import { dictionary } from "../lib/dictionary.ts";
import type { MeasurementDescription } from "../model/measurement.ts";
import { CommandError } from "./command-error.ts";
import type { CommandSettings } from "./command-settings.ts";

export interface ServiceClient {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object, more?: Readonly<Record<string, string>>): Promise<T>;
  /** Ignores the answer's body. */
  delete(path: string): Promise<void>;
  /** Returns the answer to a POST with any status. No status: the service did not answer. */
  tryPost(path: string, body: Uint8Array): Promise<{ readonly status: number | undefined; readonly text: string }>;
  /** Yields the lines of an answer on arrival. */
  postForLines<T>(path: string, body: object): AsyncGenerator<T>;
  /** Yields the bytes of an answer on arrival; a body is sent as text by POST. */
  bytes(path: string, body?: string): AsyncGenerator<Uint8Array>;
}

/** The option of every action that uses the service. */
export const TOKEN = {
  type: "string",
  description: "Access token; else the environment variable STRUCTLINE_TOKEN",
  valueHint: "token",
} as const;

/** This machine's own address for all of them. */
const OWN: Readonly<Record<string, string>> = dictionary({ "0.0.0.0": "127.0.0.1", "::": "[::1]" });

/** @param args contains {@link TOKEN}, which is sent as a bearer token */
export function serviceClient(
  { http }: Pick<CommandSettings, "http">,
  args: Readonly<Record<string, unknown>>,
): ServiceClient {
  const token = args["token"] ?? process.env["STRUCTLINE_TOKEN"];
  const host = OWN[http.listen.host] ?? bracketed(http.listen.host);
  const base = `http${http.tls === undefined ? "" : "s"}://${host}:${http.listen.port}`;
  const headers = {
    "Content-Type": "application/json",
    ...(typeof token === "string" && { Authorization: `Bearer ${token}` }),
  };
  return {
    get: (path) => request(base, path, { headers }),
    post: (path, body, more) =>
      request(base, path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) }),
    delete: async (path) => {
      await respond(base, path, { method: "DELETE", headers });
    },
    tryPost: (path, body) => tryPost(base, path, { headers: { ...headers, "Content-Type": "text/plain" }, body }),
    bytes: (path, body) =>
      requestBytes(base, path, {
        headers: { ...headers, "Content-Type": "text/plain" },
        ...(body !== undefined && { method: "POST", body }),
      }),
    postForLines: (path, body) => requestLines(base, path, { method: "POST", headers, body: JSON.stringify(body) }),
  };
}

/** All measurements, page by page. */
export async function* listedMeasurements(client: ServiceClient): AsyncGenerator<MeasurementDescription> {
  for (let after: { readonly after?: string } | undefined = {}; after !== undefined; ) {
    const path = `/read/measurements?${new URLSearchParams(after)}`;
    const page: { readonly measurements: readonly MeasurementDescription[]; readonly next?: string } =
      await client.get(path);
    yield* page.measurements;
    after = page.next === undefined ? undefined : { after: page.next };
  }
}

async function request<T>(base: string, path: string, init: RequestInit): Promise<T> {
  return JSON.parse(await (await respond(base, path, init)).text()) as T;
}

async function* requestLines<T>(base: string, path: string, init: RequestInit): AsyncGenerator<T> {
  const { body } = await respond(base, path, init);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of body ?? []) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as T;
  }
  if (rest !== "") throw new CommandError(`${base}: the answer was cut off`);
}

async function* requestBytes(base: string, path: string, init: RequestInit): AsyncGenerator<Uint8Array> {
  const { body } = await respond(base, path, init);
  try {
    for await (const part of body ?? []) yield part;
  } catch (error) {
    throw new CommandError(`${base}: the answer was cut off (${(error as Error).message})`);
  }
}

async function tryPost(base: string, path: string, init: RequestInit) {
  try {
    const response = await fetch(`${base}${path}`, { ...init, method: "POST" });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const { cause = error } = error as Error;
    return { status: undefined, text: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Node asks a proxy of the environment also for this machine's own addresses, if it is told to use one. */
function remedy(base: string): string {
  const { env } = process;
  const proxy = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"].find((name) => env[name]);
  const isProxied = env["NODE_USE_ENV_PROXY"] === "1" || env["NODE_OPTIONS"]?.includes("--use-env-proxy") === true;
  if (proxy === undefined || !isProxied) return "start it with 'structline'";
  return `Node asks the proxy that '${proxy}' names: add '${new URL(base).hostname}' to 'no_proxy'`;
}

/** @throws CommandError with the service's error, or the reason why it is unreachable */
async function respond(base: string, path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(`${base}${path}`, init).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new CommandError(`the service cannot be reached at ${base} (${reason}); ${remedy(base)}`);
  });
  if (!response.ok) throw new CommandError(`${base}: ${await response.text()}${hintOf(response.status, init)}`);
  return response;
}

/** What to do about a refused request. */
function hintOf(status: number, { headers }: RequestInit): string {
  if (status !== 401) return "";
  const isShown = new Headers(headers).has("Authorization");
  const token = "'channel-message users token NAME' makes one";
  return isShown
    ? `; the token is not valid (any more): ${token}`
    : `; show a token with --token or the environment variable STRUCTLINE_TOKEN: ${token}`;
}
