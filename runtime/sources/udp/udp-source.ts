/** UDP channels: a socket each, received in a thread of their own, handed on one by one. */

import { readFileSync } from "node:fs";
import type { Worker } from "node:worker_threads";
import type { ChannelSettings } from "../../config/settings.ts";
import type { Message } from "../../telemetry/message.ts";
import { openWorker } from "../../telemetry/open-worker.ts";
import type { PartStatus } from "../../telemetry/part-status.ts";
import { allocateRing, FORBIDDEN, type RingMemory, RingReader, type RingRecord } from "./datagram-ring.ts";
import type { FromReceiver, SocketRequest, ToReceiver } from "./receiver.ts";

const RING_BYTES = 64 * 1024 * 1024;
/** Datagrams taken in one turn of the event loop: about 10 ms of work, so that timers and sockets get theirs. */
const DRAIN_AT_ONCE = 1000;

export interface UdpSettings extends Pick<ChannelSettings, "name" | "udpHost" | "allowFrom"> {
  readonly udpPort: number;
  /** A multicast group, and the interface it is joined on. */
  readonly group?: string;
  readonly interface?: string;
}

export interface UdpListener {
  readonly host: string;
  readonly port: number;
}

export interface UdpHandlers {
  /** Called for every datagram, in order of receipt on its channel. */
  readonly onDatagram: (message: Message) => void;
  /** A datagram from outside the channel's `allow_from`. */
  readonly onForbidden: (message: Message) => void;
}

interface Channel {
  readonly name: string;
  readonly host: string;
  port: number;
  bufferBytes: number;
  received: number;
  forbidden: number;
  settle: { resolve: (port: number) => void; reject: (error: Error) => void } | undefined;
  closed: (() => void) | undefined;
}

export class UdpSource {
  readonly #handlers: UdpHandlers;
  readonly #worker: Worker;
  readonly #reader: RingReader;
  readonly #channels = new Map<number, Channel>();
  readonly #record: RingRecord = { channel: 0, sender: "", receivedNs: 0n, payload: Buffer.alloc(0) };
  #nextIndex = 0;
  #draining = false;
  #lastError: PartStatus["lastError"];

  constructor(handlers: UdpHandlers, memory: RingMemory = allocateRing(RING_BYTES)) {
    this.#handlers = handlers;
    this.#reader = new RingReader(memory);
    this.#worker = openWorker("udp-receiver.js", new URL("./receiver.ts", import.meta.url), import.meta.url);
    this.#worker.on("message", (message: FromReceiver) => this.#onMessage(message));
    this.#worker.on("error", (error) => this.#onWorkerError(error));
    this.#tell({ kind: "ring", memory });
  }

  /** @throws Error (one sentence) when the port cannot be bound */
  open(settings: UdpSettings): Promise<UdpListener> {
    const index = this.#nextIndex++;
    const { name, udpPort: port, allowFrom, group, interface: on } = settings;
    const host = group ?? settings.udpHost;
    return new Promise<number>((resolve, reject) => {
      this.#channels.set(index, {
        name,
        host,
        port,
        bufferBytes: 0,
        received: 0,
        forbidden: 0,
        settle: { resolve, reject },
        closed: undefined,
      });
      const multicast = { ...(group !== undefined && { group }), ...(on !== undefined && { interface: on }) };
      const request: SocketRequest = { channel: index, host: settings.udpHost, port, allowFrom, ...multicast };
      this.#tell({ kind: "open", request });
    }).then((bound) => ({ host, port: bound }));
  }

  /** Closes a channel's socket; datagrams already received are still handed on. */
  async close(name: string): Promise<void> {
    const found = [...this.#channels].find(([, channel]) => channel.name === name);
    if (found === undefined) return;
    const [index, channel] = found;
    await new Promise<void>((resolve) => {
      channel.closed = resolve;
      this.#tell({ kind: "close", channel: index });
    });
    this.#drain(Number.POSITIVE_INFINITY);
    this.#channels.delete(index);
  }

  /** Closes all sockets and hands on what was received. */
  async stop(): Promise<void> {
    await Promise.all([...this.#channels.values()].map(({ name }) => this.close(name)));
    await this.#worker.terminate();
  }

  status(): PartStatus {
    const dropped = this.#reader.dropped;
    const kernelDropped = this.kernelDropped();
    const channels = [...this.#channels.values()];
    return {
      state: this.#lastError === undefined ? "ok" : "down",
      detail: channels.map(({ name, host, port }) => `${name}: udp://${host}:${port}`).join(", ") || "no channels",
      ...(this.#lastError && { lastError: this.#lastError }),
      counts: {
        received: channels.reduce((sum, { received }) => sum + received, 0),
        forbidden: channels.reduce((sum, { forbidden }) => sum + forbidden, 0),
        dropped,
        kernelDropped,
        // Linux doubles what it grants for its own bookkeeping. [socket(7), SO_RCVBUF]
        socketBufferBytes: channels.reduce(
          (least, { bufferBytes }) => Math.min(least, bufferBytes),
          channels[0]?.bufferBytes ?? 0,
        ),
      },
    };
  }

  /** Datagrams that the kernel threw away because a socket's buffer was full (Linux; 0 elsewhere). */
  kernelDropped(): number {
    const ports = new Set([...this.#channels.values()].map(({ port }) => port));
    return ["/proc/net/udp", "/proc/net/udp6"].reduce((sum, file) => sum + dropsOf(file, ports), 0);
  }

  #tell(message: ToReceiver): void {
    this.#worker.postMessage(message);
  }

  #onMessage(message: FromReceiver): void {
    if (message.kind === "wake") {
      if (!this.#draining) this.#drain(DRAIN_AT_ONCE);
      return;
    }
    const channel = this.#channels.get(message.channel);
    if (channel === undefined) return;
    switch (message.kind) {
      case "opened":
        channel.port = message.port;
        channel.bufferBytes = message.bufferBytes;
        channel.settle?.resolve(message.port);
        channel.settle = undefined;
        return;
      case "failed":
        this.#onFailure(message.channel, channel, message);
        return;
      case "closed":
        channel.closed?.();
        return;
    }
  }

  #onFailure(index: number, channel: Channel, failure: { code: string; message: string }): void {
    const place = `udp://${channel.host}:${channel.port}`;
    const sentence = describeFailure(failure, channel.name, place);
    if (channel.settle !== undefined) {
      this.#channels.delete(index);
      channel.settle.reject(new Error(sentence));
      return;
    }
    this.#lastError = { message: sentence, time: new Date().toISOString() };
  }

  #onWorkerError(error: Error): void {
    this.#lastError = { message: `the UDP receiver stopped: ${error.message}`, time: new Date().toISOString() };
    for (const { settle } of this.#channels.values()) settle?.reject(error);
  }

  #drain(most: number): void {
    this.#draining = true;
    for (let count = 0; count < most; count++) {
      if (!this.#reader.read(this.#record)) {
        this.#draining = false;
        return;
      }
      this.#handOn();
    }
    setImmediate(() => this.#drain(DRAIN_AT_ONCE));
  }

  #handOn(): void {
    const { channel: marked, sender, receivedNs, payload } = this.#record;
    const channel = this.#channels.get(marked & ~FORBIDDEN);
    if (channel === undefined) return;
    const message: Message = { source: "udp", address: channel.name, sender, contentType: "", receivedNs, payload };
    if ((marked & FORBIDDEN) !== 0) {
      channel.forbidden++;
      this.#handlers.onForbidden(message);
      return;
    }
    channel.received++;
    this.#handlers.onDatagram(message);
  }
}

function describeFailure(failure: { code: string; message: string }, channel: string, place: string): string {
  switch (failure.code) {
    case "EADDRINUSE":
      return `channel '${channel}': ${place} is in use by another program; stop it or choose another udp_port`;
    case "EACCES":
      return `channel '${channel}': no permission to listen on ${place}; choose a udp_port above 1023`;
    case "EADDRNOTAVAIL":
      return `channel '${channel}': ${place} is not an address of this machine`;
    default:
      return `channel '${channel}': ${place}: ${failure.message}`;
  }
}

// "  sl  local_address rem_address st … drops": the port is hexadecimal, drops stands last. [proc(5)]
function dropsOf(file: string, ports: ReadonlySet<number>): number {
  let table: string;
  try {
    table = readFileSync(file, "utf8");
  } catch {
    return 0;
  }
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => ports.has(Number.parseInt(columns[1]?.split(":")[1] ?? "", 16)))
    .reduce((sum, columns) => sum + Number(columns.at(-1) ?? 0), 0);
}
