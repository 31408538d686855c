/** A CAN bus whose frames come as lines of text. */

import { type Readable, Writable } from "node:stream";
import { type CanFrame, channelBytes, LineReader } from "../../frames/can/can-frame.ts";
import type { FrameStream } from "./frame-stream.ts";
import type { EndpointContext } from "./stream-endpoint.ts";

/** Frames of commands, one each. */
export function sender(send: (frame: Uint8Array) => Promise<void>): Writable {
  return new Writable({
    write: (frame: Uint8Array, _, done) => {
      send(frame).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
}

/** Each line is one frame of the channel, received now. */
export async function readBus(
  readable: Readable,
  name: string,
  read: (line: string) => CanFrame | "other" | "no frame",
  context: EndpointContext,
  writable: Writable,
): Promise<FrameStream> {
  const stream = context.stream(name);
  // A command that cannot be sent fails by itself.
  writable.on("error", () => {});
  const ended = context.connected?.(name, writable, stream);
  const lines = new LineReader(read);
  readable.on("data", (chunk: Buffer) => {
    for (const frame of lines.push(chunk)) stream.frame(channelBytes(frame));
    if (!stream.isBehind) return;
    readable.pause();
    void stream.answered().then(() => readable.resume());
  });
  await new Promise<void>((resolve) => readable.once("close", resolve));
  ended?.();
  await stream.end();
  return stream;
}
