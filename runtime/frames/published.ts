/** The exports of `structline/frames`: the service's own framers over a channel's codecs, for Node and browsers. */

import type { ChannelCodecs } from "../codec/struct-codec.ts";
import { frameTable } from "./channel-frames.ts";
import { type FrameFormat, type Framing, framingOf, PLAIN_FORMAT } from "./frame-format.ts";
import { openFramer } from "./stream-framer.ts";

/** A generated channel: its codecs, with `decode` for whole frames. */
export interface DecodingChannel<Message> extends ChannelCodecs {
  readonly decode: (bytes: Uint8Array) => Message;
}

export interface FrameEvents<Message> {
  /** Called for each frame: a message of the channel, or an `Undecoded` with its problem. */
  message(message: Message, bytes: Uint8Array): void;
  /** Called with bytes between frames. A long run arrives in several pieces. */
  skipped?(bytes: Uint8Array): void;
}

/** Cuts a stream into frames. It accepts chunks of any size, and finds the next frame after invalid bytes. */
export interface FrameStream {
  push(chunk: Uint8Array): void;
  /** The stream is silent: gives up an unfinished frame after invalid bytes. */
  pause(): void;
  /** The stream ended: waiting bytes are skipped. */
  end(): void;
  /** Number of bytes that wait for more. */
  readonly waiting: number;
}

/** The push interface. Memory is bounded by the largest frame. */
export function openFrames<Message>(channel: DecodingChannel<Message>, events: FrameEvents<Message>): FrameStream {
  const { format = PLAIN_FORMAT, framing } = (channel.frames ?? {}) as {
    readonly format?: FrameFormat;
    readonly framing?: Framing;
  };
  return openFramer(framingOf(format, framing), frameTable(channel.name, format, channel), {
    frame: (bytes) => events.message(channel.decode(bytes), bytes),
    skipped: (bytes) => events.skipped?.(bytes),
  });
}

/** Anything that can be read in chunks: a socket, a serial port, a file, the `readable` of Web Serial. */
export type ByteSource = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/**
 * Yields the messages of a stream. It reads the source no faster than messages are consumed, and releases it at the
 * end.
 * @throws the errors of reading the source
 */
export async function* frames<Message>(
  channel: DecodingChannel<Message>,
  source: ByteSource,
  { skipped }: Pick<FrameEvents<Message>, "skipped"> = {},
): AsyncGenerator<Message, void, undefined> {
  const found: Message[] = [];
  const stream = openFrames(channel, {
    message: (message) => found.push(message),
    ...(skipped && { skipped }),
  });
  for await (const chunk of chunksOf(source)) {
    stream.push(chunk);
    yield* found.splice(0);
  }
  stream.end();
  yield* found.splice(0);
}

/** Not every browser can iterate over a ReadableStream. */
async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  if (isIterable(source)) {
    yield* source;
    return;
  }
  const reader = (source as ReadableStream<Uint8Array>).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}

function isIterable(source: ByteSource): source is AsyncIterable<Uint8Array> {
  return (source as Partial<AsyncIterable<Uint8Array>>)[Symbol.asyncIterator] !== undefined;
}
