/** `channel-message <channel> receive`: prints each datagram on arrival. */

import { createSocket } from "node:dgram";
import type { StructCodec } from "../../codec/struct-codec.ts";
import { bracketed } from "../../lib/bind-failure.ts";
import type { Action } from "../action.ts";
import { CommandError, UsageError } from "../command-error.ts";
import { hexText } from "../format/python-bytes.ts";
import { StructPrinter } from "../format/struct-printer.ts";
import { count } from "../number-options.ts";
import { PayloadReader } from "../payload.ts";
import { udpPortOf } from "../udp-port.ts";

export const receive: Action = {
  name: "receive",
  channel: true,
  summary: "Listen on the channel's port and print each message on arrival",
  example: "channel-message h2m receive --count 10",
  args: {
    port: { type: "string", description: "Port to listen on instead of the channel's", valueHint: "port" },
    count: { type: "string", description: "Stop after this many messages", valueHint: "n" },
    stored: { type: "boolean", description: "Apply the rules" },
    json: { type: "boolean", description: "Print one JSON object a line" },
  },
  async run(context) {
    if (context.positionals.length > 0) throw new UsageError("receive takes no arguments, only options");
    const channel = context.channel();
    const reader = new PayloadReader(channel, await context.codecs());
    const port = count(context.args["port"], "port", { most: 65_535 }) ?? udpPortOf(channel, "port");
    const most = count(context.args["count"], "count", {}) ?? Number.POSITIVE_INFINITY;
    const reading = context.args["stored"] === true ? "stored" : "raw";
    const printers = new Map<StructCodec, StructPrinter>();
    let received = 0;
    await listen(channel.udpHost, port, context.warn, (payload, sender) => {
      received++;
      try {
        const whole = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
        const found = reader.read(payload, whole);
        const { codec } = found;
        const printer = printers.get(codec) ?? new StructPrinter(codec, reading);
        printers.set(codec, printer);
        const form = context.isJson ? "json" : "text";
        context.output.write(printer[form](payload, found));
        context.output.flush();
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        context.warn(
          `from ${sender}: ${error.message} (${hexText(payload.subarray(0, 32))}${payload.length > 32 ? "…" : ""})`,
        );
      }
      return received >= most ? "stop" : "continue";
    });
  },
};

/** Resolves on Ctrl-C, or when `onDatagram` asks for it. @throws CommandError if the port is not available */
function listen(
  host: string,
  port: number,
  say: (line: string) => void,
  onDatagram: (payload: Buffer, sender: string) => "stop" | "continue",
): Promise<void> {
  const socket = createSocket({ type: host.includes(":") ? "udp6" : "udp4" });
  return new Promise((resolve, reject) => {
    const stop = () => socket.close(() => resolve());
    socket.once("error", (error: NodeJS.ErrnoException) => {
      const address = `udp://${bracketed(host)}:${port}`;
      const inUse = `${address} is in use, perhaps by the service itself; stop it or use another --port`;
      reject(new CommandError(error.code === "EADDRINUSE" ? inUse : `${address}: ${error.message}`));
    });
    socket.on("message", (payload, { address, port: senderPort }) => {
      if (onDatagram(payload, `${address}:${senderPort}`) === "stop") stop();
    });
    socket.bind(port, host, () => say(`listening on udp://${bracketed(host)}:${socket.address().port}, Ctrl-C ends`));
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}
