/** An MQTT client that publishes numbers at QoS 1. After each reconnection it repeats what was not acknowledged. */

import { connect, type Socket } from "node:net";
import { connectPacket, publishPacket } from "../mqtt-packets.ts";
import { until } from "../until.ts";

export interface PublisherOptions {
  readonly port: number;
  readonly clientId: string;
  readonly topic: string;
  /** Packets without acknowledgement at a time. */
  readonly window: number;
  /** New packets at most. */
  readonly perSecond: number;
}

const TICK_MS = 10;
const RECONNECT_MS = 30;
const FIRST_TIME_MS = 1_700_000_000_000;
const CONNACK = 2;
const PUBACK = 4;

export class Publisher {
  readonly acknowledged: number[] = [];
  readonly #options: PublisherOptions;
  /** Packet identifier → number, in the order of their first sending. */
  readonly #unacknowledged = new Map<number, number>();
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);
  #next = 0;
  #phase: "running" | "finishing" | "stopped" = "running";
  #connectedNow = false;
  /** New packets that may be sent before the next tick. */
  #allowed: number;
  readonly #ticks: NodeJS.Timeout;

  constructor(options: PublisherOptions) {
    this.#options = options;
    const allowed = Math.max(1, (options.perSecond * TICK_MS) / 1000);
    this.#allowed = allowed;
    this.#ticks = setInterval(() => {
      this.#allowed = allowed;
      this.#publishMore();
    }, TICK_MS);
    this.#connect();
  }

  get sent(): number {
    return this.#next;
  }

  /** Sends nothing new and waits until all was acknowledged. */
  async finish(): Promise<void> {
    this.#phase = "finishing";
    await until(() => this.#unacknowledged.size === 0);
    this.stop();
  }

  stop(): void {
    this.#phase = "stopped";
    clearInterval(this.#ticks);
    this.#socket?.destroy();
  }

  #connect(): void {
    if (this.#phase === "stopped") return;
    const socket = connect(this.#options.port, "127.0.0.1");
    this.#socket = socket;
    this.#received = Buffer.alloc(0);
    socket.on("connect", () => socket.write(connectPacket(this.#options.clientId, { clean: 0 })));
    socket.on("data", (bytes: Buffer) => this.#receive(bytes));
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#connectedNow = false;
      setTimeout(() => this.#connect(), RECONNECT_MS);
    });
  }

  // A broker sends only CONNACK and PUBACK to a client without subscriptions; both have two bytes of body.
  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    let position = 0;
    for (; position + 4 <= this.#received.length; position += 4) {
      const type = (this.#received[position] ?? 0) >> 4;
      if (type === CONNACK) this.#resend();
      else if (type === PUBACK) this.#acknowledge(this.#received.readUInt16BE(position + 2));
    }
    this.#received = this.#received.subarray(position);
    this.#publishMore();
  }

  // With the DUP flag and the former packet identifier. [MQTT-3.3.1-1, MQTT-4.4.0-1]
  #resend(): void {
    this.#connectedNow = true;
    for (const [id, n] of this.#unacknowledged) this.#write(id, n, true);
  }

  #acknowledge(id: number): void {
    const n = this.#unacknowledged.get(id);
    if (n === undefined) return;
    this.#unacknowledged.delete(id);
    this.acknowledged.push(n);
  }

  #publishMore(): void {
    if (!this.#connectedNow || this.#phase !== "running") return;
    for (; this.#unacknowledged.size < this.#options.window && this.#allowed >= 1; this.#allowed--) {
      const n = this.#next++;
      const id = (n % 65_535) + 1;
      this.#unacknowledged.set(id, n);
      this.#write(id, n, false);
    }
  }

  #write(id: number, n: number, dup: boolean): void {
    // With its own time, so that a redelivery after a lost acknowledgement gives the same row.
    const payload = JSON.stringify({ time: FIRST_TIME_MS + n, n });
    this.#socket?.write(publishPacket({ topic: this.#options.topic, payload, qos: 1, id, dup }));
  }
}
