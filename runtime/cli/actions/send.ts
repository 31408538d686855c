/** `channel-message <channel> send <payload> --target=udp://host:port`: sends messages as UDP datagrams. */

import { createSocket, type Socket } from "node:dgram";
import { lookup } from "node:dns/promises";
import type { Action } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { parsePayload } from "../payload.ts";
import { udpTargetOf } from "../udp-port.ts";

export interface Target {
  readonly host: string;
  readonly port: number;
}

export const send: Action = {
  name: "send",
  channel: true,
  summary: "Send messages as UDP datagrams",
  example: "channel-message h2m send 0x05022a0021 --target=udp://localhost:8889",
  args: {
    payload: { type: "positional", required: true, description: "Message as hexadecimal digits behind 0x" },
    target: {
      type: "string",
      description: "Target: udp://host:port; by default the channel's own port",
      valueHint: "udp://host:port",
    },
    json: { type: "boolean", description: "Print one JSON object a line" },
  },
  async run(context) {
    if (context.positionals.length === 0) throw new UsageError("send takes at least one payload");
    const channel = context.channel();
    const text = String(context.args["target"] ?? udpTargetOf(channel));
    const target = parseTarget(text);
    const payloads = context.positionals.map((payload) => ({ text: payload, bytes: parsePayload(payload) }));
    const sender = await openConnected(target, text);
    try {
      for (const { text: payload, bytes } of payloads) {
        await sender.send(bytes);
        context.tell({ payload, target: text }, `Message "${payload}" sent to "${text}"`);
      }
    } finally {
      sender.close();
    }
  },
};

/** @throws UsageError if the text is not `udp://host:port` */
export function parseTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "udp:" || url.hostname === "" || !(Number(url.port) > 0)) {
    throw new UsageError(`target '${text}' is not of the form udp://host:port`);
  }
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) };
}

interface Sender {
  send(bytes: Uint8Array): Promise<void>;
  close(): void;
}

/** A socket that sends to one resolved address, whether anybody listens or not. @throws CommandError if the host has no address */
export async function openSender(target: Target, shown: string): Promise<Sender> {
  const { socket, address } = await openSocket(target, shown);
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        socket.send(bytes, target.port, address, (error) => {
          if (error === null) resolve();
          else reject(failed(shown, error));
        });
      }),
    close: () => socket.close(),
  };
}

/** The same, but it rejects if a port of this machine refuses the datagram. Only a connected socket is told. */
async function openConnected(target: Target, shown: string): Promise<Sender> {
  const { socket, address } = await openSocket(target, shown);
  let problem: Error | null = null;
  socket.on("error", (error) => {
    problem = error;
  });
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve).once("error", () => resolve());
    socket.connect(target.port, address);
  });
  if (problem !== null) throw failed(shown, problem);
  return {
    async send(bytes) {
      const error = await new Promise<Error | null>((resolve) => socket.send(bytes, resolve));
      // The refusal is there when the send returns. After two turns Node has asked for it.
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
      const refusal = error ?? problem;
      if (refusal !== null) throw failed(shown, refusal);
    },
    close: () => socket.close(),
  };
}

async function openSocket(target: Target, shown: string): Promise<{ socket: Socket; address: string }> {
  // Prefers IPv4: a channel listens on 127.0.0.1 by default, and `localhost` may resolve to ::1.
  const { address, family } = await lookup(target.host, { verbatim: false }).catch(() => {
    throw new CommandError(`target '${shown}': host '${target.host}' has no address`);
  });
  return { socket: createSocket(family === 6 ? "udp6" : "udp4"), address };
}

function failed(shown: string, error: Error): CommandError {
  const isRefused = "code" in error && error.code === "ECONNREFUSED";
  return new CommandError(
    isRefused ? `nothing listens at '${shown}'` : `sending to '${shown}' failed: ${error.message}`,
  );
}
