/** An endpoint that is reopened after a failure: a connection to a peer, or a serial port that may be unplugged. */

import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { PartStatus } from "../../model/part-status.ts";
import type { FrameStream } from "./frame-stream.ts";
import { readStream } from "./socket-stream.ts";
import { type EndpointContext, problemNow, type StreamEndpoint } from "./stream-endpoint.ts";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

export interface Reopened {
  /** `tcp://host:4001`, `serial:/dev/ttyUSB0` */
  readonly name: string;
  /** @throws Error if it is not available now */
  connect(): Promise<Readable>;
  /** Resolves when it has ended and all its frames were answered; absent: its bytes are a stream of frames. */
  read?(readable: Readable, context: EndpointContext): Promise<Pick<FrameStream, "readings" | "rejected">>;
}

export class ReopenedEndpoint implements StreamEndpoint {
  readonly #what: Reopened;
  readonly #context: EndpointContext;
  #current: Readable | undefined;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();
  problem: PartStatus["lastError"];

  constructor(what: Reopened, context: EndpointContext) {
    this.#what = what;
    this.#context = context;
  }

  get shown(): string {
    return this.#what.name;
  }

  /** Returns without waiting for the peer. */
  async open(): Promise<void> {
    this.problem = problemNow(`${this.#what.name} is not open yet`);
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#current?.destroy();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        const readable = await this.#what.connect();
        if (await this.#serve(readable)) waitMs = FIRST_WAIT_MS;
      } catch (error) {
        this.#fail((error as Error).message);
      }
      await setTimeout(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Returns whether any data arrived. */
  async #serve(readable: Readable): Promise<boolean> {
    const { name } = this.#what;
    readable.on("error", (error: Error) => this.#fail(error.message));
    if (this.#closing.signal.aborted) readable.destroy();
    this.#current = readable;
    if (this.problem !== undefined) this.#context.say("info", `${name} is open`);
    this.problem = undefined;
    const read = this.#what.read ?? ((from, context) => readStream(from, name, context));
    const { readings, rejected } = await read(readable, this.#context);
    this.#current = undefined;
    if (!this.#closing.signal.aborted) this.#fail("closed by the other side");
    return readings + rejected > 0;
  }

  #fail(reason: string): void {
    const sentence = `${this.#what.name}: ${reason}; trying again`;
    if (this.problem?.message !== sentence) this.#context.say("warn", sentence);
    this.problem = problemNow(sentence);
  }
}
