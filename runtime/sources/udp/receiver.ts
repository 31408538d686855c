/**
 * The receiving thread: UDP sockets → ring. It does nothing else, so that garbage collections and database batches of
 * the main thread cannot cause the kernel's small socket buffers to overflow.
 */

import { createSocket, type Socket } from "node:dgram";
import { type BlockList, isIP, isIPv6 } from "node:net";
import { constants, networkInterfaces, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { collectOnceLoaded } from "../../lib/collect-garbage.ts";
import { isWithin, networksOf } from "../../lib/networks.ts";
import { Clock } from "../../model/clock.ts";
import { ClockFace } from "../../model/clock-face.ts";
import { FORBIDDEN, type RingMemory, RingWriter } from "./datagram-ring.ts";

export interface SocketRequest {
  /** Index in the ring's records. */
  readonly channel: number;
  readonly host: string;
  readonly port: number;
  /** CIDR networks; empty accepts all. */
  readonly allowFrom: readonly string[];
  /** A multicast group to join, and the interface: its name or one of its addresses. */
  readonly group?: string;
  readonly interface?: string;
}

export type ToReceiver =
  | { readonly kind: "ring"; readonly memory: RingMemory }
  | { readonly kind: "clock"; readonly memory: SharedArrayBuffer }
  | { readonly kind: "open"; readonly request: SocketRequest }
  | { readonly kind: "allow"; readonly channel: number; readonly allowFrom: readonly string[] }
  | { readonly kind: "close"; readonly channel: number }
  | { readonly kind: "send"; readonly datagrams: readonly Outgoing[] };

/** A datagram to send from the socket of a channel, since the device expects answers from that port. */
export interface Outgoing {
  readonly channel: number;
  /** `127.0.0.1:50123`, `[::1]:50123`, as in the ring's records. */
  readonly to: string;
  readonly payload: Uint8Array;
  /** The number of the `sent` that reports the outcome; absent: the outcome is not reported. */
  readonly number?: number;
}

export type FromReceiver =
  | { readonly kind: "wake" }
  | { readonly kind: "opened"; readonly channel: number; readonly port: number; readonly bufferBytes: number }
  | { readonly kind: "failed"; readonly channel: number; readonly code: string; readonly message: string }
  | { readonly kind: "sent"; readonly channel: number; readonly number: number; readonly error?: string }
  | { readonly kind: "closed"; readonly channel: number };

const RECEIVE_BUFFER_BYTES = 16 * 1024 * 1024;
/**
 * From this rate on, the thread rests after it has read what is there, so that some datagrams come together: with its priority it would
 * be woken for each, which costs more than reading it. A thread without priority is as late on a busy machine.
 */
const RESTS_FROM_RATE = 10_000;
const REST_MS = 0.25;
/** Number of datagrams of one turn that have come together: there may be more. */
const MANY = 8;
/** Number of datagrams between two looks at the rate. */
const LOOK_AT_RATE_EVERY = 128;

const port = parentPort;
if (port === null) throw new Error("the receiver runs in a worker thread");

let clock: ClockFace = new Clock();
const sockets = new Map<number, Socket>();
/** Networks from which a channel accepts datagrams; undefined: all. */
const allowed = new Map<number, BlockList | undefined>();
let ring: RingWriter | undefined;

/** Never changes: waiting for it is resting. */
const nothing = new Int32Array(new SharedArrayBuffer(4));
let isFast = false;
let willRest = false;
let readInTurn = 0;
let readSinceLook = 0;
let lookedAtMs = 0;

preferThisThread();
collectOnceLoaded();

port.on("message", (message: ToReceiver) => {
  switch (message.kind) {
    case "ring":
      ring = new RingWriter(message.memory);
      return;
    case "clock":
      clock = new ClockFace(message.memory);
      return;
    case "open":
      open(message.request);
      return;
    case "allow":
      allowed.set(message.channel, networksOf(message.allowFrom));
      return;
    case "close":
      close(message.channel);
      return;
    case "send":
      message.datagrams.forEach(sendTo);
      return;
  }
});

function open(request: SocketRequest): void {
  const { channel, group } = request;
  // Bound to the group, the socket receives no other datagrams of that port; Windows can only bind to its own
  // addresses.
  const host = group === undefined || process.platform === "win32" ? request.host : group;
  const socket = createSocket({ type: isIPv6(host) ? "udp6" : "udp4", reuseAddr: group !== undefined });
  allowed.set(channel, networksOf(request.allowFrom));
  sockets.set(channel, socket);
  socket.on("error", (error: NodeJS.ErrnoException) => {
    send({ kind: "failed", channel, code: error.code ?? error.name, message: error.message });
  });
  // Consecutive datagrams nearly always have one sender.
  let last = { address: "", port: 0, sender: "" };
  socket.on("message", (payload, { address, port: senderPort }) => {
    if (address !== last.address || senderPort !== last.port) {
      const host = isIPv6(address) ? `[${address}]` : address;
      last = { address, port: senderPort, sender: `${host}:${senderPort}` };
    }
    const networks = allowed.get(channel);
    const mark = networks === undefined || isWithin(address, networks) ? 0 : FORBIDDEN;
    if (ring?.write(channel | mark, last.sender, clock.nowNs(), payload) === "wake") send({ kind: "wake" });
    countRead();
  });
  socket.bind(request.port, host, () => {
    growBuffer(socket);
    const problem = group === undefined ? undefined : join(socket, group, request.interface);
    if (problem !== undefined) {
      send({ kind: "failed", channel, code: "EGROUP", message: problem });
      return;
    }
    send({ kind: "opened", channel, port: socket.address().port, bufferBytes: socket.getRecvBufferSize() });
  });
}

function countRead(): void {
  readInTurn++;
  if (++readSinceLook === LOOK_AT_RATE_EVERY) {
    const nowMs = performance.now();
    isFast = readSinceLook * 1000 >= RESTS_FROM_RATE * (nowMs - lookedAtMs);
    readSinceLook = 0;
    lookedAtMs = nowMs;
  }
  if (!isFast || willRest) return;
  willRest = true;
  // Runs once all sockets were read.
  setImmediate(rest);
}

function rest(): void {
  willRest = false;
  const read = readInTurn;
  readInTurn = 0;
  if (read < MANY) Atomics.wait(nothing, 0, 0, REST_MS);
}

/** Returns the problem, if any. */
function join(socket: Socket, group: string, on: string | undefined): string | undefined {
  const family = isIPv6(group) ? "IPv6" : "IPv4";
  const named = on === undefined ? undefined : networkInterfaces()[on];
  const address = family === "IPv6" ? `::%${on}` : named?.find((each) => each.family === family)?.address;
  if (on !== undefined && named === undefined && isIP(on) === 0) return `there is no network interface '${on}'`;
  try {
    socket.addMembership(group, on === undefined ? undefined : isIP(on) > 0 ? on : address);
    return undefined;
  } catch (error) {
    return `the group ${group} cannot be joined: ${(error as Error).message}`;
  }
}

function sendTo({ channel, to, payload, number }: Outgoing): void {
  const answer = (error?: string): void => {
    if (number !== undefined) send({ kind: "sent", channel, number, ...(error !== undefined && { error }) });
  };
  const socket = sockets.get(channel);
  const [, host = "", senderPort] = /^\[?(.*?)\]?:(\d+)$/.exec(to) ?? [];
  if (socket === undefined) {
    answer("the channel's port is closed");
    return;
  }
  try {
    socket.send(payload, Number(senderPort), host, (error) => answer(error?.message));
  } catch (error) {
    answer((error as Error).message);
  }
}

function close(channel: number): void {
  const socket = sockets.get(channel);
  sockets.delete(channel);
  if (socket === undefined) send({ kind: "closed", channel });
  else socket.close(() => send({ kind: "closed", channel }));
}

/** On Linux, 0 is the calling thread, not the process. [setpriority(2), C library/kernel differences] */
function preferThisThread(): void {
  try {
    setPriority(0, constants.priority.PRIORITY_HIGH);
  } catch {
    // Needs CAP_SYS_NICE; without it, the thread has normal priority.
  }
}

/** The kernel grants at most `net.core.rmem_max`. */
function growBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // Some systems refuse instead of granting less; the default stays.
  }
}

function send(message: FromReceiver): void {
  port?.postMessage(message);
}
