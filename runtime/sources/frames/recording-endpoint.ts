/** `file:capture.pcap`, `-`: what was recorded comes in again, once, and at the times when it came. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CaptureReader, datagramOf, isCapture } from "../../frames/capture.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { FrameStream } from "./frame-stream.ts";
import { type EndpointContext, problemNow, type RecordedTimes, type StreamEndpoint } from "./stream-endpoint.ts";

/** So many bytes tell whether it is a capture. */
const MAGIC_BYTES = 4;

export class RecordingEndpoint implements StreamEndpoint {
  readonly shown: string;
  problem: PartStatus["lastError"];
  readonly #path: string | undefined;
  readonly #port: number | undefined;
  readonly #context: EndpointContext;
  #readable: Readable | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  /** @param path undefined: standard input @param port of the datagrams that are taken; undefined: all */
  constructor(path: string | undefined, port: number | undefined, context: EndpointContext) {
    this.#path = path;
    this.#port = port;
    this.#context = context;
    this.shown = path === undefined ? "-" : `file:${path}`;
  }

  async open(): Promise<void> {
    const beganNs = this.#path === undefined ? undefined : await modifiedNs(this.#path, this.#context.channel);
    const readable = this.#path === undefined ? process.stdin : createReadStream(this.#path);
    this.#readable = readable;
    this.#running = this.#read(readable, beganNs).catch((error: unknown) => {
      if (this.#closed) return;
      const sentence = `${this.shown}: ${(error as Error).message}`;
      this.problem = problemNow(sentence);
      this.#context.say("warn", sentence);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#readable?.destroy();
    await this.#running;
  }

  /** @param beganNs times of a recorded stream, which says none, count from here; undefined: it comes now */
  async #read(readable: Readable, beganNs: bigint | undefined): Promise<void> {
    const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let first: Buffer = Buffer.alloc(0);
    while (first.length < MAGIC_BYTES) {
      const next = await chunks.next();
      if (next.done === true) break;
      first = Buffer.concat([first, next.value]);
    }
    const all = (async function* () {
      yield first;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    })();
    const said = isCapture(first) ? await this.#capture(all) : await this.#stream(all, beganNs);
    this.#context.say("info", `${this.shown} is at its end: ${said}`);
  }

  async #stream(chunks: AsyncIterable<Buffer>, beganNs: bigint | undefined): Promise<string> {
    let timeNs = beganNs ?? 0n;
    const times: RecordedTimes = { nowNs: () => timeNs++ };
    const stream = this.#open(beganNs === undefined ? undefined : times);
    for await (const chunk of chunks) {
      await stream.take(chunk);
    }
    await stream.end();
    return taken(stream);
  }

  async #capture(chunks: AsyncIterable<Buffer>): Promise<string> {
    let timeNs = 0n;
    // Frames of one datagram are a nanosecond apart.
    const stream = this.#open({ nowNs: () => timeNs++ });
    const reader = new CaptureReader();
    let others = 0;
    try {
      for await (const chunk of chunks) {
        for (const packet of reader.push(chunk)) {
          const datagram = datagramOf(packet);
          if (datagram === undefined || (this.#port !== undefined && datagram.port !== this.#port)) others++;
          else {
            // Two packets of one time are two messages.
            timeNs = packet.timeNs > timeNs ? packet.timeNs : timeNs;
            stream.datagram(Uint8Array.from(datagram.payload), datagram.sender);
          }
        }
        await stream.answered();
      }
    } finally {
      await stream.end();
    }
    const cut = reader.waiting > 0 ? `, the last one is cut off` : "";
    const port = this.#port === undefined ? "" : ` to port ${this.#port}`;
    return `${taken(stream)}; ${others} packets are not datagrams${port}${cut}`;
  }

  #open(times: RecordedTimes | undefined): FrameStream {
    return this.#context.stream(this.shown, times && { times });
  }
}

function taken({ readings, rejected }: FrameStream): string {
  return `${readings} rows, ${rejected} rejected`;
}

/** The same each time the file is read. @throws Error (one sentence) */
async function modifiedNs(path: string, channel: string): Promise<bigint> {
  try {
    const found = await stat(path, { bigint: true });
    if (found.isFile() || found.isFIFO()) return found.mtimeNs;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "is not there" : (error as Error).message;
    throw new Error(`channel '${channel}': ${path} ${reason}`);
  }
  throw new Error(`channel '${channel}': ${path} is not a file`);
}
