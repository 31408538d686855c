/** A frame of a CAN bus, and its bytes for a channel: the ID as DBC files write it (32 bits, big-endian), then the data. */

export interface CanFrame {
  /** With `EXTENDED` for an ID of 29 bits. */
  readonly id: number;
  readonly data: Uint8Array;
  /** ns since 1970; undefined: the recording does not say. */
  readonly timeNs: bigint | undefined;
  /** `vcan0`, `1`: which bus; empty if there is only one. */
  readonly bus: string;
}

export const EXTENDED = 0x8000_0000;
const MOST_STANDARD = 0x7ff;
const MOST_EXTENDED = 0x1fff_ffff;
const MOST_DATA = 64;

/** Reads a recording of a bus piece by piece. */
export interface CanReader {
  /** The frames that are complete now. @throws Error (one sentence) if the file is damaged */
  push(chunk: Buffer): Iterable<CanFrame>;
  /** The frames of what has no end yet; undefined: long work can be interrupted here. */
  end(): Iterable<CanFrame | undefined>;
  /** Frames without data (remote frames, errors), and lines or objects without a frame. */
  readonly others: number;
}

/** A kind of recordings. */
export interface CanRecording {
  readonly name: string;
  /** By the beginning of the file, which may be shorter than asked for. */
  readonly recognises: (first: Buffer) => boolean;
  readonly open: () => CanReader;
}

/** Undefined if no frame can be like this. */
export function canFrame(
  id: number,
  isExtended: boolean,
  data: Uint8Array,
  more: Pick<CanFrame, "timeNs" | "bus">,
): CanFrame | undefined {
  if (!(id >= 0 && id <= (isExtended ? MOST_EXTENDED : MOST_STANDARD)) || data.length > MOST_DATA) return undefined;
  return { id: isExtended ? id + EXTENDED : id, data, ...more };
}

/** The channel's frame. */
export function channelBytes({ id, data }: Pick<CanFrame, "id" | "data">): Uint8Array {
  const bytes = new Uint8Array(4 + data.length);
  new DataView(bytes.buffer).setUint32(0, id);
  bytes.set(data, 4);
  return bytes;
}

/** The other way round. @throws Error (one sentence) if a bus cannot have it */
export function ofChannel(bytes: Uint8Array): {
  readonly id: number;
  readonly isExtended: boolean;
  readonly data: Uint8Array;
} {
  if (bytes.length < 4) throw new Error("a CAN frame begins with four bytes of its ID");
  const all = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const isExtended = all >= EXTENDED;
  const data = bytes.subarray(4);
  const frame = canFrame(isExtended ? all - EXTENDED : all, isExtended, data, { timeNs: undefined, bus: "" });
  if (frame === undefined) throw new Error(`${all.toString(16)} with ${data.length} bytes cannot be a CAN frame`);
  return { id: frame.id - (isExtended ? EXTENDED : 0), isExtended, data };
}

const LENGTHS = [8, 12, 16, 20, 24, 32, 48, 64];

/** Bytes of a data length code. [ISO 11898-1] */
export function bytesOfCode(code: number): number {
  return code <= 8 ? code : (LENGTHS[code - 8] ?? 64);
}

/** Hexadecimal digits in pairs; undefined for anything else. */
export function hexBytes(text: string): Uint8Array | undefined {
  return /^(?:[\da-f]{2})*$/i.test(text) ? new Uint8Array(Buffer.from(text, "hex")) : undefined;
}

/** Reads recordings that are lines of text. */
export class LineReader implements CanReader {
  #rest = "";
  others = 0;
  readonly #read: (line: string) => CanFrame | "other" | "no frame";

  /** @param read `other`: a frame without data, or a line that is none; `no frame`: a line that may be there */
  constructor(read: (line: string) => CanFrame | "other" | "no frame") {
    this.#read = read;
  }

  *push(chunk: Buffer): Generator<CanFrame> {
    const lines = (this.#rest + chunk.toString("latin1")).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > MOST_LINE) throw new Error(`a line has more than ${MOST_LINE} characters`);
    for (const line of lines) yield* this.#line(line);
  }

  *end(): Generator<CanFrame> {
    const line = this.#rest;
    this.#rest = "";
    yield* this.#line(line);
  }

  *#line(line: string): Generator<CanFrame> {
    const found = this.#read(line);
    if (found === "other") this.others++;
    else if (found !== "no frame") yield found;
  }
}

const MOST_LINE = 65_536;
