/** Clients that misbehave while others send as usual: slow, never reading, idle in thousands, flooding. */

import { createSocket } from "node:dgram";
import { connect, type Socket } from "node:net";
import { DatagramPace } from "../datagram-queue.ts";
import type { ServiceProcess } from "../lab.ts";
import { connectPacket } from "../mqtt-packets.ts";
import { randomFrom } from "../mutate-header.ts";
import { joinedClient } from "../raw-wamp-client.ts";
import { pause, until } from "../until.ts";
import { type FaultLab, inFaultLab, peakMemory } from "./fault-lab.ts";
import { datagram, Load, type LoadOptions } from "./load.ts";
import type { FaultOutcome } from "./outcome.ts";

interface Health {
  readonly parts: Readonly<Record<string, { readonly counts?: Readonly<Record<string, number>> }>>;
  readonly channels: readonly { readonly name: string; readonly rejected: Readonly<Record<string, number>> }[];
}

interface During {
  readonly lab: FaultLab;
  readonly service: ServiceProcess;
  readonly load: Load;
}

/** Runs the service under load while the strangers act. Their result is the note. */
function underLoad(fault: string, options: LoadOptions, body: (during: During) => Promise<string>) {
  return inFaultLab({}, async (lab): Promise<FaultOutcome> => {
    const service = await lab.start();
    const load = new Load(lab.ports, options);
    const note = await body({ lab, service, load });
    const tallies = await load.finish();
    await service.settled();
    const memory = peakMemory(service.pid);
    const code = await service.stop();
    const counts = await lab.compare(tallies);
    return { fault, counts, note: `${note}; at most ${memory} MB, ended with ${code}` };
  });
}

/** A WAMP client that subscribes and reads nothing more, while datagrams are published to it: for `seconds`, and until some are dropped. */
export function neverReading(rate: number, seconds: number): Promise<FaultOutcome> {
  return underLoad("a subscriber that never reads", { datagrams: rate }, async ({ lab, service }) => {
    const client = await joinedClient(`ws://127.0.0.1:${lab.ports.http}/ws`);
    client.send([32, 1, {}, "lab.rig"]);
    await client.next();
    client.socket.pause();
    await pause(seconds * 1000, "the load goes on beside it");
    let dropped = 0;
    await until(async () => {
      const { parts } = await service.json<Health>("/health");
      dropped = parts["bus"]?.counts?.["dropped"] ?? 0;
      return dropped > 0;
    });
    client.socket.terminate();
    return `${dropped} events dropped for it`;
  });
}

const HTTP_TEXT =
  "POST /api/acme/plant/hall/slow/data HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n";

/** Clients that send one byte a second: a request's header, a request's body, a CONNECT packet. */
export function oneByteASecond(clients: number, seconds: number): Promise<FaultOutcome> {
  return underLoad("one byte a second", {}, async ({ lab }) => {
    const trickles: Trickle[] = [];
    for (let index = 0; index < clients; index++) {
      trickles.push(new Trickle(lab.ports.http, "", Buffer.from(HTTP_TEXT)));
      trickles.push(new Trickle(lab.ports.http, HTTP_TEXT, Buffer.alloc(1000, " ")));
      trickles.push(new Trickle(lab.ports.mqtt, "", connectPacket(`slow-${index}`.padEnd(60, "x"), { clean: 1 })));
    }
    await pause(seconds * 1000, "the load goes on beside it");
    const closed = trickles.filter((trickle) => trickle.isClosed).length;
    for (const trickle of trickles) trickle.stop();
    return `${closed} of ${trickles.length} were disconnected within ${seconds} s`;
  });
}

class Trickle {
  isClosed = false;
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;

  constructor(port: number, atOnce: string, then: Buffer) {
    this.#socket = connect(port, "127.0.0.1", () => this.#socket.write(atOnce));
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      this.isClosed = true;
      clearInterval(this.#timer);
    });
    this.#socket.resume();
    let position = 0;
    this.#timer = setInterval(() => this.#socket.write(then.subarray(position, ++position)), 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#socket.destroy();
  }
}

/** Idle connections: half of them to HTTP, half to MQTT after CONNECT. */
export function idleConnections(count: number): Promise<FaultOutcome> {
  return underLoad(`${count} idle connections`, {}, async ({ lab, load }) => {
    const sockets: Socket[] = [];
    for (let index = 0; index < count; index++) sockets.push(await idle(lab, index));
    const posts = load.acknowledgedPosts;
    await pause(2000, "posts are counted beside them");
    const open = sockets.filter((socket) => !socket.closed).length;
    for (const socket of sockets) socket.destroy();
    return `${open} open at once; ${load.acknowledgedPosts - posts} posts answered in 2 s beside them`;
  });
}

function idle(lab: FaultLab, index: number): Promise<Socket> {
  const isHttp = index % 2 === 0;
  return new Promise((resolve, reject) => {
    const socket = connect(isHttp ? lab.ports.http : lab.ports.mqtt, "127.0.0.1", () => {
      socket.on("error", () => {});
      socket.resume();
      if (!isHttp) socket.write(connectPacket(`idle-${index}`, { clean: 1 }));
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

const BAD = 9;

/** Nine bad datagrams beside each good one. */
export function floodOfBad(rate: number, seconds: number): Promise<FaultOutcome> {
  return underLoad("a flood of bad datagrams", { datagrams: 0 }, async ({ lab, service, load }) => {
    const random = randomFrom(13);
    const socket = createSocket("udp4");
    const pace = new DatagramPace(lab.ports.udp);
    const send = async (bytes: Buffer) => {
      await pace.ready();
      await new Promise<void>((resolve) => socket.send(bytes, lab.ports.udp, "127.0.0.1", () => resolve()));
    };
    const began = performance.now();
    const total = rate * seconds;
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
      for (; sent < due; sent++) {
        if (sent % (BAD + 1) === 0) await load.sendDatagram();
        else await send(badDatagram(random.below(4), random.below(256)));
      }
      await pause(1, "the rate");
    }
    socket.close();
    const bad = total - Math.ceil(total / (BAD + 1));
    // Datagrams that are still on their way are counted later.
    let sum = 0;
    for (let before = -1; sum > before; await pause(1000, "datagrams are still under way")) {
      before = sum;
      const { channels } = await service.json<Health>("/health");
      const rejected = channels.find(({ name }) => name === "rig")?.rejected ?? {};
      sum = Object.values(rejected).reduce((total, count) => total + count, 0);
    }
    const { parts } = await service.json<Health>("/health");
    const { dropped, kernelDropped } = parts["udp"]?.counts ?? {};
    return `${sum} rejected of ${bad} bad ones at ${rate}/s; dropped ${dropped}, by the kernel ${kernelDropped}`;
  });
}

function badDatagram(kind: number, byte: number): Buffer {
  if (kind === 0) return Buffer.from([byte]);
  if (kind === 1) return Buffer.from([3, 2 + (byte % 250), byte]);
  if (kind === 2) return datagram(byte).subarray(0, 7);
  return Buffer.alloc(1400, byte | 2);
}
