/** Bytes of a connection → its stream of frames, with the connection waiting while the log is behind. */

import type { Readable } from "node:stream";
import type { FrameStream } from "./frame-stream.ts";
import type { DoorContext } from "./stream-door.ts";

/** Resolves when the connection ended and all its frames were answered. @param readable without encoding; errors are its owner's to hear */
export async function readStream(readable: Readable, sender: string, context: DoorContext): Promise<FrameStream> {
  const stream = context.stream(sender, { pause: () => readable.pause(), resume: () => readable.resume() });
  readable.on("data", (chunk: Buffer) => stream.push(chunk));
  await new Promise<void>((resolve) => readable.once("close", resolve));
  await stream.end();
  return stream;
}
