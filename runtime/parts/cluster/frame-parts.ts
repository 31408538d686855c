/**
 * A frame that exceeds the servers' message size is sent as several consecutive messages in its partition. Each has the
 * header `Structline-Part: <frame> <part> <parts>`.
 */

import type { MsgHdrs } from "@nats-io/transport-node";

const HEADER = "Structline-Part";
const TEXT = /^([\w/-]{1,128}) (\d{1,5}) (\d{1,5})$/;
/** Maximum number of parts of a frame. */
export const MOST_PARTS = 4096;

export interface PartName {
  readonly frame: string;
  /** From 1. */
  readonly part: number;
  readonly parts: number;
}

export function setPart(headers: MsgHdrs, { frame, part, parts }: PartName): void {
  headers.set(HEADER, `${frame} ${part} ${parts}`);
}

/** Undefined if the message is a whole frame. @throws Error with a sentence */
export function partOf(headers: MsgHdrs | undefined): PartName | undefined {
  const text = headers?.get(HEADER) ?? "";
  if (text === "") return undefined;
  const [, frame = "", part, parts] = TEXT.exec(text) ?? [];
  const name = { frame, part: Number(part), parts: Number(parts) };
  if (!(name.part >= 1 && name.part <= name.parts && name.parts <= MOST_PARTS))
    throw new Error("it is not part of a frame");
  return name;
}

export function* cutBytes(bytes: Uint8Array, most: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += most) yield bytes.subarray(at, at + most);
}

/** Collects parts of one partition's frames. Parts of several frames may alternate, since several nodes send. */
export class PartsUnderWay<Delivered> {
  readonly #frames = new Map<
    string,
    { readonly pieces: Uint8Array[]; readonly delivered: Delivered[]; atMs: number }
  >();

  /**
   * Returns the whole frame with all its deliveries after the last part. `orphan`: earlier parts are missing, because
   * they were stored and acknowledged with the frame.
   */
  take(
    { frame, part, parts }: PartName,
    data: Uint8Array,
    delivered: Delivered,
  ): { readonly data: Uint8Array; readonly delivered: readonly Delivered[] } | "more" | "orphan" {
    if (part === 1) this.#frames.set(frame, { pieces: [], delivered: [], atMs: 0 });
    const known = this.#frames.get(frame);
    if (known === undefined || known.pieces.length !== part - 1) return "orphan";
    known.pieces.push(data);
    known.delivered.push(delivered);
    known.atMs = performance.now();
    if (part < parts) return "more";
    this.#frames.delete(frame);
    return { data: Buffer.concat(known.pieces), delivered: known.delivered };
  }

  /** Frames whose sender ended before the last part. */
  *overdue(afterMs: number): Generator<readonly Delivered[]> {
    const before = performance.now() - afterMs;
    for (const [frame, { delivered, atMs }] of this.#frames) {
      if (atMs > before) continue;
      this.#frames.delete(frame);
      yield delivered;
    }
  }
}
