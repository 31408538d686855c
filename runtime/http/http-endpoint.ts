/** The HTTP listener as a part of the service; `/health` shows it even before it listens. */

import type { Observable, PartStatus } from "../model/part-status.ts";
import type { DirectHandler } from "./direct.ts";
import type { HttpListener } from "./http-listener.ts";

export class HttpEndpoint implements Observable {
  readonly #listen: (direct: DirectHandler) => Promise<HttpListener>;
  #listener: HttpListener | undefined;
  readonly #direct: DirectHandler[] = [];

  constructor(listen: (direct: DirectHandler) => Promise<HttpListener>) {
    this.#listen = listen;
  }

  /** @throws Error (one sentence) when the address cannot be bound or a TLS file cannot be read */
  async start(): Promise<void> {
    this.#listener = await this.#listen((request) => {
      for (const answer of this.#direct) {
        const given = answer(request);
        if (given !== undefined) return given;
      }
      return undefined;
    });
  }

  /** Offers each request to `handler` before hono. Handlers run in the order of registration. */
  answerFirst(handler: DirectHandler): void {
    this.#direct.push(handler);
  }

  async stop(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    await listener?.close();
  }

  /** Undefined while it does not listen. */
  get listener(): HttpListener | undefined {
    return this.#listener;
  }

  get url(): string | undefined {
    return this.#listener?.url;
  }

  /** For devices, which are on other machines if there is an address for them. */
  get deviceUrl(): string | undefined {
    return this.#listener?.otherUrls[0] ?? this.url;
  }

  status(): PartStatus {
    if (this.#listener === undefined) return { state: "down", detail: "not listening" };
    const { url, bounds } = this.#listener;
    return { state: "ok", detail: url, bounds };
  }
}
