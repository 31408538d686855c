/** A relay between boards and a service on loopback that loses and delays datagrams, decided by a seed. */

import { createSocket, type Socket } from "node:dgram";
import { Random } from "../oracle/layout/random.ts";

export interface LossyRelay {
  readonly port: number;
  /** Target port; the service may return on another port. */
  target: number;
  /** Share of datagrams that are lost. */
  loss: number;
  readonly lost: { up: number; down: number };
  close(): void;
}

const LATE_MS = 8;

export async function lossyRelay(target: number, loss: number, seed = 1): Promise<LossyRelay> {
  const random = new Random(seed);
  const front = createSocket("udp4");
  /** By the board's port, since the service answers the sender's port. */
  const backs = new Map<number, Socket>();
  await new Promise<void>((resolve) => front.bind(0, "127.0.0.1", resolve));
  let isOpen = true;
  const relay: LossyRelay = {
    port: front.address().port,
    target,
    loss,
    lost: { up: 0, down: 0 },
    close: () => {
      isOpen = false;
      front.close();
      for (const back of backs.values()) back.close();
    },
  };
  const pass = (way: "up" | "down", send: () => void) => {
    if (random.chance(relay.loss)) relay.lost[way]++;
    else if (random.chance(0.1)) setTimeout(() => isOpen && send(), LATE_MS).unref();
    else send();
  };
  front.on("message", (bytes, { port }) => {
    let back = backs.get(port);
    if (back === undefined) {
      back = createSocket("udp4");
      back.on("message", (answer) => pass("down", () => front.send(answer, port, "127.0.0.1")));
      back.on("error", () => {});
      backs.set(port, back);
    }
    const socket = back;
    pass("up", () => socket.send(bytes, relay.target, "127.0.0.1"));
  });
  return relay;
}
