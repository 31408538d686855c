/**
 * What `read()` without a size gave before Node 26: all buffers that wait, as one. Now it gives one of them. A library that
 * reads once for each "readable" leaves the others until more arrives: for ever, when they were the last.
 */

import type { Readable } from "node:stream";

type Read = (size?: number) => Buffer | null;

/** `read` is the stream's own, which this takes the place of. A stream that flows asks again by itself. */
export function readWaiting(stream: Readable, read: Read, size?: number): Buffer | null {
  const first = read.call(stream, size);
  if (first === null || (size ?? undefined) !== undefined || stream.readableFlowing || stream.readableLength === 0)
    return first;
  const buffers = [first];
  for (let next = read.call(stream); next !== null; next = read.call(stream)) buffers.push(next);
  return Buffer.concat(buffers);
}
