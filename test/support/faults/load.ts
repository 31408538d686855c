/** Mixed load that continues whatever happens to the service: datagrams, HTTP over persistent connections, MQTT at QoS 1. */

import { createSocket, type Socket } from "node:dgram";
import { Agent, request } from "node:http";
import { DatagramPace } from "../datagram-queue.ts";
import { pause } from "../until.ts";
import type { Source, Tally } from "./outcome.ts";
import { Publisher } from "./publisher.ts";

export interface LoadPorts {
  readonly udp: number;
  readonly http: number;
  readonly mqtt: number;
}

export interface LoadOptions {
  /** Datagrams a second, {@link PACE} unless given; 0 sends none. */
  readonly datagrams?: number;
  /** Connections that post one reading after the other. */
  readonly posters?: number;
  /** MQTT packets under way at a time; 0 publishes none. */
  readonly window?: number;
  /** Posts and publications a second at most, each; {@link PACE} unless given. */
  readonly perSecond?: number;
  /** Characters of text in each reading that is posted, to make it larger. */
  readonly padding?: number;
}

/**
 * Datagrams a second; posts and publications a second at most, each. Long forms send more datagrams, and the others as fast as
 * they are answered, which takes all of two cores.
 */
export const PACE = { datagrams: 200, perSecond: 50 };

const TICK_MS = 20;
const PAUSE_AFTER_FAILURE_MS = 20;

/** Eight bytes that the sample header of the faults declares: `{length, ID, low, n}`. */
export function datagram(n: number): Buffer {
  const bytes = Buffer.from([8, 1, 0, 0, 0, 0, 0, 0]);
  bytes.writeUInt32LE(n, 4);
  return bytes;
}

export class Load {
  /** Answers by status; 0 where there was none. */
  readonly answers = new Map<number, number>();
  /** Text of the last refusal. */
  refusal = "";
  readonly #ports: LoadPorts;
  readonly #acknowledged: number[] = [];
  readonly #agent: Agent;
  readonly #socket: Socket = createSocket("udp4");
  readonly #pace: DatagramPace;
  readonly #publisher: Publisher | undefined;
  readonly #running: Promise<unknown>;
  #datagrams = 0;
  #posts = 0;
  #isRunning = true;

  constructor(ports: LoadPorts, options: LoadOptions = {}) {
    const { datagrams = PACE.datagrams, posters = 4, window = 50, padding = 0, perSecond = PACE.perSecond } = options;
    this.#ports = ports;
    this.#pace = new DatagramPace(ports.udp);
    this.#agent = new Agent({ keepAlive: true, maxSockets: Math.max(1, posters) });
    const topic = "acme/plant/hall/valve/data.json";
    if (window > 0) {
      this.#publisher = new Publisher({ port: ports.mqtt, clientId: "valve", topic, window, perSecond });
    }
    const pauseMs = (posters * 1000) / perSecond;
    const loops = Array.from({ length: posters }, () => this.#post("x".repeat(padding), pauseMs));
    this.#running = Promise.all([this.#send(datagrams), ...loops]);
  }

  get acknowledgedPosts(): number {
    return this.#acknowledged.length;
  }

  get acknowledgedPublications(): number {
    return this.#publisher?.acknowledged.length ?? 0;
  }

  /** Sends one datagram in addition to those at the rate. */
  async sendDatagram(): Promise<void> {
    await this.#pace.ready();
    const bytes = datagram(this.#datagrams++);
    // If nothing listens, the next datagram fails. A device would continue to send.
    return new Promise((resolve) => this.#socket.send(bytes, this.#ports.udp, "127.0.0.1", () => resolve()));
  }

  /** Stops sending. The service must run, so that publications are acknowledged. */
  async finish(): Promise<Readonly<Record<Source, Tally>>> {
    this.#isRunning = false;
    await this.#running;
    await this.#publisher?.finish();
    return this.#tallies();
  }

  #tallies(): Readonly<Record<Source, Tally>> {
    this.#agent.destroy();
    this.#socket.close();
    const published = { sent: this.#publisher?.sent ?? 0, acknowledged: this.#publisher?.acknowledged ?? [] };
    return {
      udp: { sent: this.#datagrams },
      http: { sent: this.#posts, acknowledged: this.#acknowledged },
      mqtt: published,
    };
  }

  async #send(rate: number): Promise<void> {
    const began = performance.now();
    while (this.#isRunning) {
      const due = Math.floor(((performance.now() - began) / 1000) * rate);
      while (this.#datagrams < due && this.#isRunning) await this.sendDatagram();
      await pause(TICK_MS, "the rate");
    }
  }

  async #post(text: string, pauseMs: number): Promise<void> {
    while (this.#isRunning) {
      const turn = pauseMs > 0 ? pause(pauseMs, "the rate") : undefined;
      const n = this.#posts++;
      const status = await this.#postOne(JSON.stringify(text === "" ? { n } : { n, text }));
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status === 200) this.#acknowledged.push(n);
      else await pause(PAUSE_AFTER_FAILURE_MS, "a client tries again later");
      await turn;
    }
  }

  #postOne(body: string): Promise<number> {
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const path = "/api/acme/plant/hall/press/data";
    return new Promise((resolve) => {
      const to = { host: "127.0.0.1", port: this.#ports.http, path, method: "POST", agent: this.#agent, headers };
      const outgoing = request(to, (response) => {
        let answer = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          answer += chunk;
        });
        response.on("end", () => {
          if (response.statusCode !== 200) this.refusal = answer;
          resolve(response.statusCode ?? 0);
        });
        response.on("error", () => resolve(0));
      });
      outgoing.on("error", () => resolve(0));
      outgoing.end(body);
    });
  }
}
