/** Sends datagrams of one struct at a rate, from a separate process. */

import { fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { fileURLToPath } from "node:url";

export interface UdpLoad {
  readonly ports: readonly number[];
  /** Datagrams per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Number of structs to send in turn; their IDs count from 1. */
  readonly structs: number;
  /** Bytes of a message: length, ID, a counter (u32), filler. */
  readonly bytes: number;
  /** Send the time instead of a counter: µs of the monotonic clock modulo 2^32. */
  readonly stamped?: boolean;
}

const SELF = fileURLToPath(import.meta.url);
const TICK_MS = 1;

/** Number of datagrams that the kernel accepted. */
export function sendLoad(load: UdpLoad): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(SELF, [JSON.stringify(load)], { execArgv: ["--import", "tsx"] });
    child.once("message", (sent) => resolve(Number(sent)));
    child.once("error", reject);
  });
}

if (process.argv[1] === SELF) void run(JSON.parse(process.argv[2] ?? "{}") as UdpLoad);

async function run({ ports, rate, seconds, structs, bytes, stamped = false }: UdpLoad): Promise<void> {
  const socket = createSocket("udp4");
  const total = rate * seconds;
  const began = performance.now();
  let sent = 0;
  let taken = 0;
  let failed = 0;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
    for (; sent < due; sent++) {
      // One buffer per datagram, because the socket uses it until it is sent.
      const message = Buffer.alloc(bytes, sent & 0x3f);
      message[0] = bytes & 0xff;
      message[1] = 1 + (sent % structs);
      message.writeUInt32LE(stamped ? Number((process.hrtime.bigint() / 1000n) & 0xffff_ffffn) : sent, 2);
      socket.send(message, ports[sent % ports.length]!, "127.0.0.1", (error) => {
        if (error === null) taken++;
        else failed++;
      });
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  while (taken + failed < total) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.close();
  process.send?.(taken);
  process.disconnect?.();
}
