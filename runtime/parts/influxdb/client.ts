/**
 * An HTTP client for one InfluxDB server: credentials, compression, timeouts, and retries after broken connections or
 * answers of a busy server.
 */

import { setMaxListeners } from "node:events";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { InfluxDB, setLogger } from "@influxdata/influxdb-client";
import { Backoff } from "../../store/backoff.ts";
import { isRetriable, retryAfterMs } from "./http-error.ts";
import type { InfluxSettings } from "./influx-settings.ts";

export interface ClientOptions {
  /** Maximum duration of one request, ms. */
  readonly timeoutMs?: number;
  /** How long a request is retried before its error is passed on, ms. */
  readonly retryForMs?: number;
  /** Which requests are compressed; by default those to another machine. */
  readonly gzip?: "always" | "remote";
  /** Called before each retry. */
  readonly onRetry?: (error: Error, delayMs: number) => void;
  /** Called when the server has answered. @param retries after so many failures */
  readonly onAnswer?: (retries: number) => void;
}

export interface Request {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2_000;
// The header X-Influxdb-Error repeats a refused line; with Node's default of 16 KiB the reason could not be read.
const MAX_HEADER_BYTES = 1 << 20;
const GZIP_FROM_BYTES = 1_000;

/**
 * The library parses its URL with `url.parse`, for which Node 24 prints a warning to standard error, between lines of
 * JSON [DEP0169].
 */
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
  /** Also used for the client library's management APIs. */
  readonly influx: InfluxDB;
  readonly #streaming: InfluxDB;
  readonly #agent: HttpAgent;
  readonly #closed = new AbortController();
  readonly #timeoutMs: number;
  readonly #retryForMs: number;
  readonly #onRetry: (error: Error, delayMs: number) => void;
  readonly #onAnswer: (retries: number) => void;
  readonly #gzipThreshold: number | undefined;

  constructor(settings: InfluxSettings, options: ClientOptions = {}) {
    // The library logs to the console by default; all its errors are also thrown.
    setLogger({ error: () => {}, warn: () => {} });
    const url = new URL(settings.url);
    const agentOptions = { keepAlive: true, maxSockets: 8 };
    this.#agent = url.protocol === "https:" ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#retryForMs = options.retryForMs ?? 5_000;
    this.#onRetry = options.onRetry ?? (() => {});
    this.#onAnswer = options.onAnswer ?? (() => {});
    // Each request in progress listens; Node would print a warning between the lines of the log.
    setMaxListeners(0, this.#closed.signal);
    // On the same machine, compression costs processor time without any benefit.
    this.#gzipThreshold = options.gzip !== "always" && isLoopback(url.hostname) ? undefined : GZIP_FROM_BYTES;
    const connection = {
      url: settings.url,
      headers: authorization(settings),
      transportOptions: { agent: this.#agent, maxHeaderSize: MAX_HEADER_BYTES },
    };
    this.influx = clientOf({ ...connection, timeout: this.#timeoutMs });
    // The library's timeout would include the reader's time, and leaves the socket open afterwards.
    this.#streaming = clientOf({ ...connection, timeout: 0 });
  }

  /**
   * Sends a request and retries it while that may help. @throws HttpError for a status of 300 or more, else the
   * connection's error
   */
  send(request: Request): Promise<string> {
    return this.retrying(() => this.sendOnce(request));
  }

  async sendOnce(request: Request): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const part of this.stream(request)) parts.push(part);
    return Buffer.concat(parts).toString("utf8");
  }

  /**
   * One attempt; yields the answer's bytes on arrival. There is no limit on the total time, only on each wait for more
   * bytes.
   */
  async *stream(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    this.#closed.signal.addEventListener("abort", stop, { once: true });
    // The library copies it into a buffer, even if it is one already.
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

  /** Repeats `attempt` with increasing, randomised delays while its errors are temporary. */
  async retrying<T>(attempt: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + this.#retryForMs;
    const backoff = new Backoff({ firstMs: FIRST_DELAY_MS, longestMs: LONGEST_DELAY_MS });
    for (let retries = 0; ; retries++) {
      try {
        const result = await attempt();
        this.#onAnswer(retries);
        return result;
      } catch (error) {
        if (!(error instanceof Error) || !isRetriable(error) || this.#closed.signal.aborted) throw error;
        // The server's Retry-After has precedence.
        const waitMs = Math.max(backoff.next(), retryAfterMs(error));
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
