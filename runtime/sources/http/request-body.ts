/** Reading request bodies: content encodings, size limits, slow senders. */

import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Context } from "hono";
import { incomingOf } from "../../http/caller.ts";
import { clientAddress } from "../../http/client-address.ts";
import { addressKey } from "../../lib/address-key.ts";
import { SharedTurns } from "../../lib/shared-turns.ts";
import { BOUNDS } from "../../model/bounds.ts";
import { TelemetryError, ValueError } from "../../model/error-signal.ts";
import type { Bodies } from "./bodies.ts";
import { SpooledBody } from "./spooled-body.ts";

/** Longest pause of a sender within a body, ms. */
const IDLE_MS = 30_000;
/** Longest time for a body that must be held in memory, ms. */
const WHOLE_BODY_MS = 60_000;

/** Maximum compression factor, and the size below which it is not checked, bytes. */
const MOST_PACKED = 100;
const PLAIN_UNPACKED = 8 << 20;

/** Time in one turn of the event loop for bodies that arrive in pieces, ms. */
const TURNS = new SharedTurns(5);

/** The decompressed bytes of a body, on arrival. */
export type BodyStream = AsyncIterable<Uint8Array>;

/**
 * Receives a function that aborts a body with a reason. Called when reading begins; its result is called when reading
 * ends.
 */
export type Watch = (fail: (reason: TelemetryError) => void) => () => void;

const UNWATCHED: Watch = () => () => {};

/**
 * Text of another encoding as UTF-8; without a `charset`, UTF-16 is recognised by its byte order mark. @throws
 * ValueError (code `unknown-content-type`) for an unknown encoding; (code `bad-value`) for bytes that are none
 */
export async function* asUtf8(body: BodyStream, charset: string | undefined): BodyStream {
  let decoder = charset === undefined ? undefined : decoderOf(charset);
  let isBegun = charset !== undefined;
  for await (const part of body) {
    if (!isBegun && part.length > 0) {
      const mark = utf16Mark(part);
      decoder = mark === undefined ? undefined : decoderOf(mark);
      isBegun = true;
    }
    yield decoder === undefined ? part : Buffer.from(decode(decoder, part));
  }
  if (decoder !== undefined) yield Buffer.from(decode(decoder));
}

/** The same for a whole body. */
export function wholeAsUtf8(body: Buffer, charset: string | undefined): Buffer {
  const name = charset ?? utf16Mark(body);
  if (name === undefined) return body;
  const decoder = decoderOf(name);
  return Buffer.from(decode(decoder, body) + decode(decoder));
}

function utf16Mark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function decoderOf(charset: string): Decoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (cause) {
    throw new ValueError(`Unable to handle charset '${charset.slice(0, 40)}'`, "unknown-content-type", cause);
  }
}

type Decoder = InstanceType<typeof TextDecoder>;

function decode(decoder: Decoder, part?: Uint8Array): string {
  try {
    return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
  } catch (cause) {
    throw new ValueError(`Request body is not valid ${decoder.encoding}`, "bad-value", cause);
  }
}

/**
 * @param bodies for callers that store a part before the whole has arrived: a compressed body is measured first, so that
 * nothing of one that is too large is stored
 * @throws TelemetryError (code `unknown-content-type`) for an encoding other than gzip, deflate and identity; while
 * reading (code `bad-value`) for invalid compressed data, (code `incomplete`) for a sender that stops or disconnects
 */
export function openBody(context: Context, watch: Watch = UNWATCHED, bodies?: Bodies): BodyStream {
  const measuring = bodies && { bodies, address: addressOf(incomingOf(context)) };
  return decoded(context.req.header("content-encoding"), bytesOf(context), watch, measuring);
}

/** The same for Node's own request. */
export function openIncoming(incoming: IncomingMessage, watch: Watch = UNWATCHED, bodies?: Bodies): BodyStream {
  const measuring = bodies && { bodies, address: addressOf(incoming) };
  return decoded(incoming.headers["content-encoding"], incoming, watch, measuring);
}

/** The network address of the sender. */
export function addressOf(incoming: IncomingMessage | undefined): string {
  if (incoming === undefined) return "";
  const header = (name: string) => [incoming.headers[name]].flat().join(", ") || undefined;
  return addressKey(clientAddress(incoming.socket.remoteAddress ?? "", header));
}

interface Measuring {
  readonly bodies: Bodies;
  /** Network address of the sender. */
  readonly address: string;
}

/**
 * `readWhole` for Node's own request with a content length. Nearly all bodies arrive together with their head: such a
 * body is used without waiting, since the parser has delivered all its bytes, although it has not reported the end yet.
 */
export async function readIncoming(
  incoming: IncomingMessage,
  maxBytes: number,
  bodies: Bodies,
  watch: Watch = UNWATCHED,
): Promise<Buffer> {
  await undefined;
  const { "content-length": announced, "content-encoding": encoding } = incoming.headers;
  if (incoming.readableLength !== Number(announced) || encoding !== undefined)
    return readWhole(openIncoming(incoming, watch), maxBytes, bodies, addressOf(incoming));
  const all: Buffer = incoming.read() ?? Buffer.alloc(0);
  if (all.length > maxBytes) throw tooLarge(maxBytes);
  return all;
}

function decoded(
  contentEncoding: string | undefined,
  bytes: Readable | undefined,
  watch: Watch,
  measuring: Measuring | undefined,
): BodyStream {
  const encoding = (contentEncoding ?? "identity").trim().toLowerCase();
  if (bytes === undefined) return empty();
  const unpacked = (open: (first: Uint8Array) => Inflater) => {
    const inflated = (packed: BodyStream) => decompressed(packed, encoding, open);
    return measuring === undefined ? inflated(source) : measuredFirst(source, inflated, measuring);
  };
  const source = watched(bytes, watch);
  switch (encoding) {
    case "identity":
    case "":
      return source;
    case "gzip":
    case "x-gzip":
      return unpacked(() => createGunzip());
    case "deflate":
      return unpacked((first) => (isZlib(first) ? createInflate() : createInflateRaw()));
    default:
      throw new ValueError(`Unable to handle Content-Encoding '${encoding}'`, "unknown-content-type");
  }
}

/** @param address of the sender's network @throws TelemetryError (code `too-large`, `incomplete`, `unavailable`) */
export async function readWhole(body: BodyStream, maxBytes: number, bodies: Bodies, address: string): Promise<Buffer> {
  const deadline = performance.now() + WHOLE_BODY_MS;
  const parts: Uint8Array[] = [];
  const arriving = bodies.begin(() => parts.splice(0), address);
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      if (performance.now() > deadline) throw tooLong();
      parts.push(part);
      arriving.holds(length);
    }
    return Buffer.concat(parts, length);
  } finally {
    arriving.end();
  }
}

function tooLong(): TelemetryError {
  return new ValueError("Request body took too long to arrive", "incomplete");
}

export function tooLarge(maxBytes: number): TelemetryError {
  return new ValueError(`Request body is larger than ${maxBytes} bytes`, "too-large");
}

async function* empty(): BodyStream {}

// Node's own stream: converting it to a web stream costs more than the rest of handling a post.
function bytesOf(context: Context): Readable | undefined {
  const incoming = incomingOf(context);
  if (incoming !== undefined) return incoming;
  const { body } = context.req.raw;
  return body === null ? undefined : Readable.fromWeb(body as ReadableStream<Uint8Array>);
}

/**
 * Yields bytes until the end. A disconnected sender raises an error: an incomplete row must not count as complete. The
 * stream is never destroyed, since the answer uses the same connection.
 */
async function* watched(stream: Readable, watch: Watch): BodyStream {
  const arrival = new Arrival(stream, watch);
  try {
    for (;;) {
      if (arrival.withdrawn !== undefined) throw arrival.withdrawn;
      const part: Uint8Array | null = stream.read();
      if (part !== null) {
        yield part;
        arrival.silence.refresh();
        const turn = TURNS.mine();
        if (turn !== undefined) await turn;
      } else if (isWhole(stream)) return;
      else if (arrival.problem !== undefined) throw arrival.problem;
      else await arrival.more();
    }
  } finally {
    arrival.end();
  }
}

/** Waits for the bytes of a body. */
class Arrival {
  readonly #stream: Readable;
  readonly #unwatch: () => void;
  #wake: (() => void) | undefined;
  /** Why no more bytes will come; those that are here still count. */
  problem: TelemetryError | undefined;
  /** Why reading must end at once. */
  withdrawn: TelemetryError | undefined;
  /** The idle timeout applies only while we wait for the client, not while it waits for us. */
  readonly silence: NodeJS.Timeout = setTimeout(() => {
    if (this.#wake === undefined) this.silence.refresh();
    else this.#fail(tooLong());
  }, IDLE_MS);

  constructor(stream: Readable, watch: Watch) {
    this.#stream = stream;
    const onError = (cause: Error) => this.#fail(new ValueError("Request body was cut off", "incomplete", cause));
    stream.on("readable", this.#go).on("end", this.#go).on("error", onError).on("close", this.#onClose);
    this.#unwatch = watch((reason) => {
      this.withdrawn = reason;
      this.#go();
    });
  }

  /** Resolves when there may be more bytes, or none will come. */
  async more(): Promise<void> {
    if (this.#stream.closed) return this.#onClose();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }

  /** The error listener stays: without it, a later error of the stream would end the process. */
  end(): void {
    this.#unwatch();
    clearTimeout(this.silence);
    this.#stream.off("readable", this.#go).off("end", this.#go).off("close", this.#onClose);
  }

  readonly #go = () => this.#wake?.();

  readonly #onClose = () => {
    if (!isWhole(this.#stream)) this.#fail(new ValueError("Request body was cut off", "incomplete"));
    this.#go();
  };

  #fail(reason: TelemetryError): void {
    this.problem ??= reason;
    this.#go();
  }
}

/** Whether everything arrived, even if the sender has disconnected since; call when no data waits to be read. */
function isWhole(stream: Readable): boolean {
  return stream.readableEnded || ("complete" in stream && stream.complete === true);
}

/** Compressed bodies up to this size are measured in memory, larger ones in a file, bytes. */
const MEASURED_BYTES = 1 << 20;

type Inflater = ReturnType<typeof createGunzip>;

/** Unpacks a body twice, first without using it. */
async function* measuredFirst(
  source: BodyStream,
  inflated: (packed: BodyStream) => BodyStream,
  { bodies, address }: Measuring,
): BodyStream {
  const parts: Uint8Array[] = [];
  const arriving = bodies.begin(() => parts.splice(0), address);
  const input = source[Symbol.asyncIterator]();
  const rest = { [Symbol.asyncIterator]: () => input };
  let spooled: SpooledBody | undefined;
  try {
    let length = 0;
    let isWholeHere = false;
    while (!isWholeHere && length <= MEASURED_BYTES) {
      const { done, value } = await input.next();
      isWholeHere = done === true;
      if (value === undefined) continue;
      parts.push(value);
      length += value.length;
      arriving.holds(length);
    }
    if (isWholeHere) {
      for await (const _ of inflated(all(parts))) arriving.holds(length);
      yield* inflated(all(parts));
      return;
    }
    spooled = await SpooledBody.open(bodies.room(address));
    for await (const _ of inflated(spooled.keeping(joined(parts.splice(0), rest)))) arriving.holds(length);
    arriving.end();
    yield* inflated(spooled.read());
  } finally {
    arriving.end();
    // Not awaited: a sender that is silent now would hold the answer.
    void input.return?.();
    await spooled?.close();
  }
}

async function* all(parts: readonly Uint8Array[]): BodyStream {
  yield* parts;
}

async function* joined(parts: readonly Uint8Array[], rest: BodyStream): BodyStream {
  yield* parts;
  yield* rest;
}

async function* decompressed(source: BodyStream, encoding: string, open: (first: Uint8Array) => Inflater): BodyStream {
  const input = source[Symbol.asyncIterator]();
  const first = await input.next();
  if (first.done) return;
  const sizes = { packed: first.value.length, unpacked: 0 };
  const rest = { [Symbol.asyncIterator]: () => input };
  const compressed = Readable.from(prepend(first.value, counted(rest, sizes)));
  const inflater = open(first.value);
  compressed.on("error", (error) => inflater.destroy(error));
  try {
    for await (const part of compressed.pipe(inflater) as BodyStream) {
      sizes.unpacked += part.length;
      checkUnpacked(sizes);
      yield part;
    }
  } catch (cause) {
    if (cause instanceof TelemetryError || !isZlibError(cause)) throw cause;
    throw new ValueError(`Request body is not valid ${encoding}`, "bad-value", cause);
  } finally {
    compressed.destroy();
    inflater.destroy();
  }
}

interface Sizes {
  packed: number;
  unpacked: number;
}

async function* counted(body: BodyStream, sizes: Sizes): BodyStream {
  for await (const part of body) {
    sizes.packed += part.length;
    yield part;
  }
}

/** Rows compress to a tenth, or at most to a fiftieth. @throws TelemetryError (code `too-large`) */
function checkUnpacked({ packed, unpacked }: Sizes): void {
  const most = BOUNDS["http-unpacked"].each;
  if (unpacked > most) throw new ValueError(`Compressed body holds more than ${most} bytes`, "too-large");
  if (unpacked <= PLAIN_UNPACKED + MOST_PACKED * packed) return;
  throw new ValueError(`Compressed body holds more than ${MOST_PACKED} times its size`, "too-large");
}

async function* prepend(first: Uint8Array, rest: BodyStream): BodyStream {
  yield first;
  yield* rest;
}

// "deflate" means zlib's format, but some senders omit its two header bytes. [RFC 9110 8.4.1.2]
function isZlib(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
