/** Answers of an export: streamed as a whole, or as a part of an export kept on disk. */

import type { Context } from "hono";
import { ParameterError } from "../http/parameters.ts";
import type { HeldExport, SpooledExports } from "./spooled-exports.ts";

export interface ExportAnswer {
  readonly make: () => AsyncIterable<Uint8Array>;
  readonly send: (bytes: AsyncGenerator<Uint8Array>) => ReadableStream<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
  readonly release: () => void;
}

/** Answers from a kept export if the request asks for a part or the length. [RFC 9110, 13.1.5] */
export async function heldExport(
  context: Context,
  etag: string,
  files: SpooledExports,
  { make, release }: ExportAnswer,
): Promise<HeldExport | undefined> {
  const { method } = context.req;
  const isOfAnother = (context.req.header("If-Range") ?? etag) !== etag;
  if (method !== "HEAD" && (context.req.header("Range") === undefined || isOfAnother)) return undefined;
  try {
    return await files.hold(etag, make);
  } catch (error) {
    release();
    throw error;
  }
}

export function answerPart(context: Context, held: HeldExport, { send, headers, release }: ExportAnswer): Response {
  const { size } = held;
  const done = () => {
    held.release();
    release();
  };
  const isHead = context.req.method === "HEAD";
  const part = isHead ? "all" : byteRange(context.req.header("Range"), size);
  if (part === "none" || isHead) {
    done();
    const more = part === "none" ? { "Content-Range": `bytes */${size}` } : { "Content-Length": String(size) };
    return context.body(null, part === "none" ? 416 : 200, { ...headers, ...more });
  }
  const { first, end } = part === "all" ? { first: 0, end: size } : part;
  const range = part === "all" ? {} : { "Content-Range": `bytes ${first}-${end - 1}/${size}` };
  const length = { "Content-Length": String(end - first) };
  const bytes = send(releasing(held.bytes(first, end), done));
  return context.body(bytes, part === "all" ? 200 : 206, { ...headers, ...range, ...length });
}

/** Calls `release` once, at the end of `bytes` or when the reader leaves; also one that leaves before it began to read. */
export function releasing<Piece>(bytes: AsyncIterable<Piece>, release: () => void): AsyncGenerator<Piece> {
  let isHeld = true;
  const done = () => {
    if (isHeld) release();
    isHeld = false;
  };
  const all = (async function* () {
    try {
      yield* bytes;
    } finally {
      done();
    }
  })();
  const leave = all.return.bind(all);
  // A generator that never began skips its `finally`.
  all.return = (value) => leave(value).finally(done);
  return all;
}

/** `TooLargeForFormat` and `DoesNotFit`, also from another thread, as errors of the request. */
export async function* fitting(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "DoesNotFit") throw new ParameterError(`${message}: choose a shorter range, intervals, or \`mean\``);
    if (name !== "TooLargeForFormat") throw error;
    throw new ParameterError(`${message}: choose a shorter range or fewer columns, or Parquet`);
  }
}

/** After the first piece is there: until then, an error can still be the answer. */
export async function begun<Piece>(bytes: AsyncGenerator<Piece>): Promise<AsyncGenerator<Piece>> {
  const first = await bytes.next();
  const all = (async function* () {
    if (first.done !== true) yield first.value;
    yield* bytes;
  })();
  const leave = all.return.bind(all);
  all.return = (value) => leave(value).finally(() => bytes.return(undefined));
  return all;
}

interface ByteRange {
  readonly first: number;
  /** One past the last byte. */
  readonly end: number;
}

/**
 * @param header of the request
 * @returns `all`: the whole answer, also for an unknown form or several ranges; `none`: the range is outside the answer
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "all" | "none" {
  const [, from = "", to = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return "all";
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? "none" : { first: size - last, end: size };
  }
  const first = Number(from);
  const end = to === "" ? size : Math.min(Number(to) + 1, size);
  if (to !== "" && Number(to) < first) return "all";
  return first >= size ? "none" : { first, end };
}
