/** `file:capture.pcap`, `-`: plays a recording once, with its original times. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CaptureReader, isCapture } from "../../frames/capture.ts";
import { type Captured, CaptureFlows } from "../../frames/capture-flows.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import type { FrameStream } from "./frame-stream.ts";
import { type EndpointContext, problemNow, type RecordedTimes, type StreamEndpoint } from "./stream-endpoint.ts";

/** Number of bytes that identify a capture. */
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

  /** @param path undefined: standard input @param port port of accepted datagrams; undefined: all */
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

  /** @param beganNs start time for a recorded stream without times; undefined: use the current time */
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
    this.#context.say("info", `${this.shown} has ended: ${said}`);
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
    // Frames of one datagram get times one nanosecond apart.
    const stream = this.#open({ nowNs: () => timeNs++ });
    const times: RecordedTimes = { nowNs: () => timeNs++ };
    const reader = new CaptureReader();
    const flows = new CaptureFlows();
    const streams = new Map<string, FrameStream>();
    let others = 0;
    let readings = 0;
    let rejected = 0;
    const ended = async (sender: string) => {
      const ending = streams.get(sender);
      streams.delete(sender);
      await ending?.end();
      readings += ending?.readings ?? 0;
      rejected += ending?.rejected ?? 0;
    };
    const take = async (found: Captured) => {
      if (found.kind === "end") return ended(found.sender);
      if (found.kind === "datagram") {
        const { port, payload, sender } = found.datagram;
        if (this.#port !== undefined && port !== this.#port) others++;
        else stream.datagram(Uint8Array.from(payload), sender);
        return;
      }
      const { sender, senderPort, port, bytes } = found.bytes;
      // A device may listen or connect.
      if (this.#port !== undefined && port !== this.#port && senderPort !== this.#port) {
        others++;
        return;
      }
      const known = streams.get(sender) ?? this.#context.stream(`tcp://${sender}`, { times });
      streams.set(sender, known);
      await known.take(Uint8Array.from(bytes));
    };
    try {
      for await (const chunk of chunks) {
        for (const packet of reader.push(chunk)) {
          // Two packets with the same time are two messages.
          timeNs = packet.timeNs > timeNs ? packet.timeNs : timeNs;
          for (const found of flows.take(packet)) await take(found);
        }
        await stream.answered();
      }
      for (const found of flows.end()) await take(found);
    } finally {
      for (const sender of [...streams.keys()]) await ended(sender);
      await stream.end();
    }
    readings += stream.readings;
    rejected += stream.rejected;
    const port = this.#port === undefined ? "" : ` to port ${this.#port}`;
    return [
      `${readings} rows, ${rejected} rejected; ${others + flows.others} packets are not datagrams${port}`,
      ...(flows.incomplete > 0
        ? [`${flows.incomplete} ${flows.incomplete === 1 ? "datagram lacks" : "datagrams lack"} fragments`]
        : []),
      ...(flows.gaps > 0 ? [`TCP streams lack bytes in ${flows.gaps} ${flows.gaps === 1 ? "place" : "places"}`] : []),
      ...(reader.waiting > 0 ? ["the last packet is incomplete"] : []),
    ].join(", ");
  }

  #open(times: RecordedTimes | undefined): FrameStream {
    return this.#context.stream(this.shown, times && { times });
  }
}

function taken({ readings, rejected }: FrameStream): string {
  return `${readings} rows, ${rejected} rejected`;
}

/** The start time, which is the same each time the file is read. @throws Error (one sentence) */
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
