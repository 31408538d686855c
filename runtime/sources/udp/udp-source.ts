/** UDP channels: one socket each, received in a separate thread and passed on one by one. */

import { readFile } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import { bindFailure, bracketed } from "../../lib/bind-failure.ts";
import { Restarts } from "../../lib/restarts.ts";
import type { ClockFace } from "../../model/clock-face.ts";
import { NotSent } from "../../model/command.ts";
import type { Message } from "../../model/message.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { UDP_COUNTERS } from "./counters.ts";
import { allocateRing, FORBIDDEN, type RingMemory, RingReader, type RingRecord } from "./datagram-ring.ts";
import type { FromReceiver, Outgoing, SocketRequest, ToReceiver } from "./receiver.ts";
import { openReceiver } from "./receiver-thread.ts";

const RING_BYTES = 64 * 1024 * 1024;
/** Time for datagrams in one turn of the event loop, so that timers and sockets get theirs, ms. */
const TURN_MS = 3;
/** Number of datagrams between two readings of the clock. */
const LOOK_AT_CLOCK_EVERY = 32;
/**
 * Polling interval while datagrams arrive and somebody waits for them: waking the thread for each one costs several times as much
 * as handling it.
 */
const LOOK_AGAIN_MS = 2;
/** Longest such interval if nobody does: datagrams are then looked for as often as the log is written for them. */
const LOOK_AGAIN_AT_MOST_MS = 50;
/** For this long after something was sent to a device, its answer is awaited. */
const ANSWERS_WITHIN_MS = 1000;
const OPEN_AGAIN_MS = 5000;
/** Interval at which the kernel's count of dropped datagrams is read. */
const LOOK_AT_DROPS_MS = 2000;

export interface UdpSettings extends Omit<SocketRequest, "channel"> {
  /** The channel's. */
  readonly name: string;
}

export interface UdpListener {
  readonly host: string;
  readonly port: number;
  /** Identifies the socket. */
  readonly id: number;
}

export interface UdpHandlers {
  /** Called for every datagram, in order of receipt on its channel. */
  readonly onDatagram: (message: Message) => void;
  /** Called for a datagram from outside the channel's `allow_from`. */
  readonly onForbidden: (message: Message) => void;
  /** Called with one sentence when the receiving thread ended and is started again. */
  readonly onEnded?: (sentence: string) => void;
  /** Whether somebody waits for datagrams: a viewer, or a sender for its acknowledgement. Absent: always. */
  readonly isAwaited?: () => boolean;
  /** How often the log is written for messages without a waiting sender, ms. */
  readonly unaskedMs?: number;
  /** The clock for times of receipt. */
  readonly clock?: Pick<ClockFace, "memory">;
  /** Called when the thread has ended repeatedly. */
  readonly onFailed?: (reason: string) => void;
}

interface Channel {
  readonly name: string;
  readonly host: string;
  /** With the bound port. */
  request: SocketRequest;
  bufferBytes: number;
  received: number;
  forbidden: number;
  /** Why it does not receive. */
  problem: string | undefined;
  settle: { resolve: (port: number) => void; reject: (error: Error) => void } | undefined;
  closed: (() => void) | undefined;
}

export class UdpSource {
  readonly #handlers: UdpHandlers;
  readonly #memory: RingMemory;
  readonly #openThread: () => Worker;
  readonly #restarts = new Restarts();
  /** Started with the first socket: a service without UDP does not need it. */
  #worker: Worker | undefined;
  #kernelDropped = 0;
  #lookingAtDrops: NodeJS.Timeout | undefined;
  #isStopping = false;
  readonly #reader: RingReader;
  readonly #channels = new Map<number, Channel>();
  readonly #record: RingRecord = { channel: 0, sender: "", receivedNs: 0n, payload: Buffer.alloc(0) };
  readonly #sending = new Map<number, (error: Error | undefined) => void>();
  #nextIndex = 0;
  #nextSending = 0;
  #isAwake = false;
  #lookAgain: NodeJS.Timeout | undefined;
  #answers: Outgoing[] = [];
  #lastSentMs = Number.NEGATIVE_INFINITY;
  #lastError: PartStatus["lastError"];

  /** @param openThread replaced by tests */
  constructor(handlers: UdpHandlers, memory = allocateRing(RING_BYTES), openThread = openReceiver) {
    this.#openThread = openThread;
    this.#handlers = handlers;
    this.#reader = new RingReader(memory);
    this.#memory = memory;
  }

  /** @throws Error (one sentence) if the port cannot be bound */
  open({ name, ...settings }: UdpSettings): Promise<UdpListener> {
    const index = this.#nextIndex++;
    const host = settings.group ?? settings.host;
    const request: SocketRequest = { channel: index, ...settings };
    return new Promise<number>((resolve, reject) => {
      this.#channels.set(index, {
        name,
        host,
        request,
        bufferBytes: 0,
        received: 0,
        forbidden: 0,
        problem: undefined,
        settle: { resolve, reject },
        closed: undefined,
      });
      if (this.#worker === undefined) this.#begin();
      else this.#tell({ kind: "open", request });
    }).then((bound) => ({ host, port: bound, id: index }));
  }

  /** Closes a socket; datagrams already received are still passed on. */
  async close({ id: index }: Pick<UdpListener, "id">): Promise<void> {
    const channel = this.#channels.get(index);
    if (channel === undefined) return;
    await new Promise<void>((resolve) => {
      channel.closed = resolve;
      // An ended thread has no open sockets.
      if (this.#worker === undefined || this.#worker.threadId === -1) resolve();
      else this.#tell({ kind: "close", channel: index });
    });
    this.#drain(Number.POSITIVE_INFINITY);
    this.#channels.delete(index);
  }

  /** Replaces the permitted networks. */
  allow({ id }: Pick<UdpListener, "id">, allowFrom: readonly string[]): void {
    const channel = this.#channels.get(id);
    if (channel === undefined) return;
    channel.request = { ...channel.request, allowFrom };
    this.#tell({ kind: "allow", channel: id, allowFrom });
  }

  /** Sends a datagram from a channel's socket, if it has one. @param to the sender in a message */
  answer(name: string, to: string, payload: Uint8Array): void {
    const [channel] = [...this.#channels].find(([, each]) => each.name === name && each.closed === undefined) ?? [];
    if (channel === undefined) return;
    // Answers to messages that became durable together are sent together: a message to the thread costs more than a
    // datagram.
    if (this.#answers.length === 0) setImmediate(() => this.#sendAnswers());
    this.#answers.push({ channel, to, payload });
  }

  /**
   * Sends a datagram from the channel's own port. @param to `127.0.0.1:50123`, as in messages @throws NotSent, or Error
   * if it may have been sent
   */
  send(channel: string, to: string, payload: Uint8Array): Promise<void> {
    const open = [...this.#channels].find(([, { name, problem, settle }]) => name === channel && !problem && !settle);
    if (open === undefined || this.#worker === undefined) throw new NotSent(`channel '${channel}' has no open port`);
    const number = this.#nextSending++;
    const sent = new Promise<void>((resolve, reject) => {
      this.#sending.set(number, (error) => (error === undefined ? resolve() : reject(error)));
    });
    this.#tell({ kind: "send", datagrams: [{ channel: open[0], to, payload, number }] });
    return sent;
  }

  /** Closes all sockets and passes on everything received. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#channels.keys()].map((id) => this.close({ id })));
    clearInterval(this.#lookingAtDrops);
    await this.#worker?.terminate();
  }

  status(): PartStatus {
    const dropped = this.#reader.dropped;
    const kernelDropped = this.#kernelDropped;
    const channels = [...this.#channels.values()];
    const problems = channels.flatMap(({ problem }) => problem ?? []);
    const places =
      channels.map(({ name, host, request }) => `${name}: udp://${bracketed(host)}:${request.port}`).join(", ") ||
      "no channels";
    return {
      state: problems.length === 0 ? "ok" : problems.length < channels.length ? "degraded" : "down",
      detail: problems[0] ?? places,
      ...(this.#lastError && { lastError: this.#lastError }),
      counts: UDP_COUNTERS.of({
        received: channels.reduce((sum, { received }) => sum + received, 0),
        forbidden: channels.reduce((sum, { forbidden }) => sum + forbidden, 0),
        dropped,
        kernelDropped,
        ...(this.#restarts.count > 0 && { restarts: this.#restarts.count }),
        // Linux doubles the granted size for its own bookkeeping. [socket(7), SO_RCVBUF]
        socketBufferBytes: channels.reduce(
          (least, { bufferBytes }) => Math.min(least, bufferBytes),
          channels[0]?.bufferBytes ?? 0,
        ),
      }),
    };
  }

  /** Number of datagrams that the kernel has dropped because a socket's buffer was full (Linux; 0 elsewhere). */
  async #lookAtDrops(): Promise<void> {
    const ports = new Set([...this.#channels.values()].map(({ request }) => request.port));
    const drops = await Promise.all(["/proc/net/udp", "/proc/net/udp6"].map((file) => dropsOf(file, ports)));
    this.#kernelDropped = drops.reduce((sum, count) => sum + count, 0);
  }

  /** Opens pending sockets. */
  #begin(): void {
    this.#worker = this.#start();
    // The table lists all sockets of the machine: read it periodically, not for each request.
    this.#lookingAtDrops ??= setInterval(() => void this.#lookAtDrops(), LOOK_AT_DROPS_MS).unref();
  }

  #tell(message: ToReceiver): void {
    if (message.kind === "send") this.#lastSentMs = performance.now();
    this.#worker?.postMessage(message);
  }

  #sendAnswers(): void {
    const datagrams = this.#answers;
    this.#answers = [];
    this.#tell({ kind: "send", datagrams });
  }

  #onMessage(message: FromReceiver): void {
    if (message.kind === "wake") {
      if (!this.#isAwake) this.#drain(TURN_MS);
      return;
    }
    if (message.kind === "sent") {
      const { number, error } = message;
      this.#sending.get(number)?.(error === undefined ? undefined : new NotSent(error));
      this.#sending.delete(number);
      return;
    }
    const channel = this.#channels.get(message.channel);
    if (channel === undefined) return;
    switch (message.kind) {
      case "opened":
        channel.request = { ...channel.request, port: message.port };
        channel.problem = undefined;
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
    const { port } = channel.request;
    const address = `udp://${bracketed(channel.host)}:${port}`;
    const key = `[lab-${channel.name}] udp_port`;
    const sentence = `channel '${channel.name}': ${bindFailure(failure, { address, port, protocol: "udp", key })}`;
    if (channel.settle !== undefined) {
      this.#channels.delete(index);
      channel.settle.reject(new Error(sentence));
      return;
    }
    channel.problem = sentence;
    setTimeout(() => this.#openAgain(index, channel), OPEN_AGAIN_MS).unref();
    this.#lastError = { message: sentence, time: new Date().toISOString() };
  }

  #openAgain(index: number, channel: Channel): void {
    if (this.#channels.get(index) === channel && channel.problem !== undefined && channel.closed === undefined) {
      this.#tell({ kind: "open", request: channel.request });
    }
  }

  /** Starts the receiving thread, which continues with the ring and the sockets of its predecessor. */
  #start(): Worker {
    const worker = this.#openThread();
    let reason = "it ended";
    worker.on("message", (message: FromReceiver) => this.#onMessage(message));
    worker.on("error", (error) => {
      reason = error.message;
    });
    worker.once("exit", () => this.#ended(reason));
    worker.postMessage({ kind: "ring", memory: this.#memory } satisfies ToReceiver);
    const { clock } = this.#handlers;
    if (clock !== undefined) worker.postMessage({ kind: "clock", memory: clock.memory } satisfies ToReceiver);
    for (const { request, closed } of this.#channels.values()) {
      if (closed === undefined) worker.postMessage({ kind: "open", request } satisfies ToReceiver);
    }
    return worker;
  }

  #ended(reason: string): void {
    // Its received datagrams are in the ring; its sockets were closed with it.
    this.#drain(TURN_MS);
    for (const { closed } of this.#channels.values()) closed?.();
    for (const answer of this.#sending.values()) answer(new Error("the thread that sends ended"));
    this.#sending.clear();
    if (this.#isStopping) return;
    const message = `the thread that receives datagrams ended: ${reason}`;
    this.#lastError = { message, time: new Date().toISOString() };
    for (const channel of this.#channels.values()) channel.problem = message;
    const waitMs = this.#restarts.next();
    if (waitMs === undefined) {
      this.#handlers.onFailed?.(`the thread that receives datagrams ended repeatedly: ${reason}`);
      return;
    }
    this.#handlers.onEnded?.(`${message}; it is started again`);
    setTimeout(() => {
      if (!this.#isStopping) this.#worker = this.#start();
    }, waitMs);
  }

  /** Passes on waiting datagrams, then polls again soon; after an empty poll, waits to be woken. */
  #drain(turnMs: number): void {
    this.#isAwake = true;
    const turnEnds = performance.now() + turnMs;
    for (let count = 0; count % LOOK_AT_CLOCK_EVERY !== 0 || count === 0 || performance.now() < turnEnds; count++) {
      if (!this.#reader.read(this.#record)) {
        if (count > 0) {
          this.#lookSoon();
          return;
        }
        this.#reader.sleep();
        // The writer may have written just before `sleep`.
        if (!this.#reader.read(this.#record)) {
          this.#isAwake = false;
          return;
        }
      }
      this.#handOn();
    }
    setImmediate(() => this.#drain(TURN_MS));
  }

  #lookSoon(): void {
    this.#lookAgain ??= setTimeout(() => {
      this.#lookAgain = undefined;
      this.#drain(TURN_MS);
    }, this.#lookAgainMs).unref();
  }

  get #lookAgainMs(): number {
    const { isAwaited, unaskedMs = LOOK_AGAIN_MS } = this.#handlers;
    const hasSent = performance.now() - this.#lastSentMs < ANSWERS_WITHIN_MS;
    if (hasSent || isAwaited?.() !== false) return LOOK_AGAIN_MS;
    return Math.min(Math.max(LOOK_AGAIN_MS, unaskedMs), LOOK_AGAIN_AT_MOST_MS);
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

// "  sl  local_address rem_address st … drops": the port is hexadecimal, drops is the last column. [proc(5)]
async function dropsOf(file: string, ports: ReadonlySet<number>): Promise<number> {
  const table = await readFile(file, "utf8").catch(() => "");
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => ports.has(Number.parseInt(columns[1]?.split(":")[1] ?? "", 16)))
    .reduce((sum, columns) => sum + Number(columns.at(-1) ?? 0), 0);
}
