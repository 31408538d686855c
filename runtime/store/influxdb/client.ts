/** HTTP to one InfluxDB server: credentials, compression, time limits, and repeating what a broken connection or a busy server lost. */

import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { InfluxDB, setLogger } from "@influxdata/influxdb-client";
import type { StoreSettings } from "../../config/settings.ts";
import { isRetriable, retryAfterMs } from "./http-error.ts";

export type InfluxSettings = Extract<StoreSettings, { kind: "influxdb" }>;

export interface ClientOptions {
  /** Longest time one request may take, ms. */
  readonly timeoutMs?: number;
  /** How long a request is repeated before its error is handed on, ms. */
  readonly retryForMs?: number;
  /** Which requests are compressed; by default those that leave the machine. */
  readonly gzip?: "always" | "remote";
  /** Called before each repetition. */
  readonly onRetry?: (error: Error, delayMs: number) => void;
  /** Called when a repetition worked. */
  readonly onRecovery?: () => void;
}

export interface Request {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2_000;
// A refused line is echoed in the header X-Influxdb-Error; Node's own limit of 16 KiB would hide the reason.
const MAX_HEADER_BYTES = 1 << 20;
const GZIP_FROM_BYTES = 1_000;

/** The library reads its URL with `url.parse`, of which Node 24 warns on standard error, between lines of JSON [DEP0169]. */
function clientOf(options: ConstructorParameters<typeof InfluxDB>[0]): InfluxDB {
  const before = process.noDeprecation;
  process.noDeprecation = true;
  try {
    return new InfluxDB(options);
  } finally {
    process.noDeprecation = before === true;
  }
}

export class InfluxClient {
  /** Also what the client library's management APIs take. */
  readonly influx: InfluxDB;
  readonly #streaming: InfluxDB;
  readonly #agent: HttpAgent;
  readonly #closed = new AbortController();
  readonly #timeoutMs: number;
  readonly #retryForMs: number;
  readonly #onRetry: (error: Error, delayMs: number) => void;
  readonly #onRecovery: () => void;
  readonly #gzipThreshold: number | undefined;

  constructor(settings: InfluxSettings, options: ClientOptions = {}) {
    // The library reports to the console unless told otherwise; every error it has is also thrown.
    setLogger({ error: () => {}, warn: () => {} });
    const url = new URL(settings.url);
    const agentOptions = { keepAlive: true, maxSockets: 8 };
    this.#agent = url.protocol === "https:" ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#retryForMs = options.retryForMs ?? 5_000;
    this.#onRetry = options.onRetry ?? (() => {});
    this.#onRecovery = options.onRecovery ?? (() => {});
    // On one machine there is no network to relieve, only processors to burden.
    this.#gzipThreshold = options.gzip !== "always" && isLoopback(url.hostname) ? undefined : GZIP_FROM_BYTES;
    const connection = {
      url: settings.url,
      headers: authorization(settings),
      transportOptions: { agent: this.#agent, maxHeaderSize: MAX_HEADER_BYTES },
    };
    this.influx = clientOf({ ...connection, timeout: this.#timeoutMs });
    // The library's time limit would also count the time a reader takes, and leaves the socket open behind it.
    this.#streaming = clientOf({ ...connection, timeout: 0 });
  }

  /** Sends once and again while that may help. @throws HttpError for an answer of 300 or more, else what the connection met */
  send(request: Request): Promise<string> {
    return this.retrying(() => this.sendOnce(request));
  }

  async sendOnce(request: Request): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const part of this.stream(request)) parts.push(part);
    return Buffer.concat(parts).toString("utf8");
  }

  /** One attempt; the answer's bytes as they come. However long that takes: what is limited is each wait for more. */
  async *stream(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    this.#closed.signal.addEventListener("abort", stop, { once: true });
    // The library makes a buffer of it, of another buffer, too.
    const body = (request.body ?? "") as string;
    const parts = this.#streaming.transport.iterate(request.path, body, {
      method: request.method,
      headers: { ...request.headers },
      signal: attempt.signal,
      ...(this.#gzipThreshold === undefined ? {} : { gzipThreshold: this.#gzipThreshold }),
    });
    try {
      for (;;) {
        const timer = setTimeout(stop, this.#timeoutMs);
        const part = await parts.next().finally(() => clearTimeout(timer));
        if (part.done === true) return;
        yield part.value;
      }
    } finally {
      this.#closed.signal.removeEventListener("abort", stop);
      await parts.return?.();
    }
  }

  /** Repeats `attempt` with growing, jittered delays while its errors are of the kind that passes. */
  async retrying<T>(attempt: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + this.#retryForMs;
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
      try {
        const result = await attempt();
        if (delayMs > FIRST_DELAY_MS) this.#onRecovery();
        return result;
      } catch (error) {
        if (!(error instanceof Error) || !isRetriable(error) || this.#closed.signal.aborted) throw error;
        // Jitter, so that several writers do not come back in step; the server's own wish goes first.
        const waitMs = Math.max(delayMs * (0.5 + Math.random()), retryAfterMs(error));
        if (performance.now() + waitMs > giveUpAt) throw error;
        this.#onRetry(error, waitMs);
        await sleep(waitMs, undefined, { signal: this.#closed.signal, ref: true });
      }
    }
  }

  close(): void {
    this.#closed.abort();
    this.#agent.destroy();
  }
}

function authorization(settings: InfluxSettings): Record<string, string> {
  if (settings.token !== undefined) return { authorization: `Token ${settings.token}` };
  if (settings.username === undefined) return {};
  const pair = `${settings.username}:${settings.password ?? ""}`;
  return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
