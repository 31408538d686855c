/** Passes a connection's bytes to its stream of frames; pauses the connection while the log is behind. */

import { Duplex, type Readable } from "node:stream";
import type { FrameStream } from "./frame-stream.ts";
import type { EndpointContext } from "./stream-endpoint.ts";

/** Read ahead, so that received data is not lost when the connection breaks; this is the maximum. */
const MOST_AHEAD_BYTES = 1_048_576;
/** Maximum size of answers for a sender that does not read. */
const MOST_UNREAD_BYTES = 65_536;

/** A sender that misses an answer repeats its frame. */
function answer(writable: Duplex, bytes: Uint8Array): void {
  if (writable.writable && writable.writableLength < MOST_UNREAD_BYTES) writable.write(bytes);
}

/**
 * Resolves when the connection has ended and all its frames were answered. @param readable without encoding; its owner
 * handles errors
 */
export async function readStream(readable: Readable, sender: string, context: EndpointContext): Promise<FrameStream> {
  const stream = context.stream(
    sender,
    readable instanceof Duplex ? { answer: (bytes) => answer(readable, bytes) } : {},
  );
  const ended = readable instanceof Duplex ? context.connected?.(sender, readable, stream) : undefined;
  const ahead: Buffer[] = [];
  let aheadBytes = 0;
  let working: Promise<void> | undefined;
  const work = async () => {
    for (let chunk = ahead.shift(); chunk !== undefined; chunk = ahead.shift()) {
      await stream.take(chunk);
      aheadBytes -= chunk.length;
      if (aheadBytes < MOST_AHEAD_BYTES / 2) readable.resume();
    }
    working = undefined;
  };
  readable.on("data", (chunk: Buffer) => {
    ahead.push(chunk);
    aheadBytes += chunk.length;
    if (aheadBytes > MOST_AHEAD_BYTES) readable.pause();
    working ??= work();
  });
  await new Promise<void>((resolve) => readable.once("close", resolve));
  ended?.();
  await working;
  await stream.end();
  return stream;
}
