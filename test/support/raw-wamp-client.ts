/** Sends single WAMP messages, also ones that no library would send. */

import { WebSocket } from "ws";
import { within } from "../../runtime/lib/with-timeout.ts";

/** A message that never arrives fails its test, and not all of a file. */
const LONGEST_MS = 240_000;

export interface RawClient {
  readonly socket: WebSocket;
  send(message: unknown): void;
  /** Bytes or text as they are. */
  sendFrame(frame: Buffer | string, options?: { binary: boolean }): void;
  /** The next message; `undefined` once the connection is closed. */
  next(): Promise<unknown>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
}

export async function rawClient(
  url: string,
  options: { subprotocol?: string; headers?: Record<string, string> } = {},
): Promise<RawClient> {
  const socket = new WebSocket(url, options.subprotocol ?? "wamp.2.json", { headers: options.headers ?? {} });
  const arrived: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  let isClosed = false;
  socket.on("message", (data) => {
    const message: unknown = JSON.parse(String(data));
    const taker = waiting.shift();
    if (taker === undefined) arrived.push(message);
    else taker(message);
  });
  const closed = new Promise<number>((resolve) => {
    socket.on("close", (code) => {
      isClosed = true;
      for (const taker of waiting.splice(0)) taker(undefined);
      resolve(code);
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  return {
    socket,
    send: (message) => socket.send(JSON.stringify(message)),
    sendFrame: (frame, frameOptions) => socket.send(frame, frameOptions ?? {}),
    next: () => {
      if (arrived.length > 0) return Promise.resolve(arrived.shift());
      if (isClosed) return Promise.resolve(undefined);
      const message = new Promise((resolve) => waiting.push(resolve));
      return within(message, LONGEST_MS, "no message within four minutes");
    },
    closed,
    close: () => socket.close(),
  };
}

/** A client with an open session. */
export async function joinedClient(url: string, realm = "lab"): Promise<RawClient & { readonly session: number }> {
  const client = await rawClient(url);
  client.send([1, realm, { roles: { subscriber: {}, publisher: {} } }]);
  const [, session] = (await client.next()) as [number, number];
  return { ...client, session };
}
