/**
 * Restores the behaviour of `read()` without a size before Node 26: it returned all waiting buffers joined. Now it
 * returns one buffer. A library that reads once for each "readable" event leaves the others until more data arrives,
 * and after the last data forever.
 */

import type { Readable } from "node:stream";

type Read = (size?: number) => Buffer | null;

/** `read` is the stream's own method, which this replaces. A flowing stream calls it again on its own. */
export function readWaiting(stream: Readable, read: Read, size?: number): Buffer | null {
  const first = read.call(stream, size);
  if (first === null || (size ?? undefined) !== undefined || stream.readableFlowing || stream.readableLength === 0)
    return first;
  const buffers = [first];
  for (let next = read.call(stream); next !== null; next = read.call(stream)) buffers.push(next);
  return Buffer.concat(buffers);
}
