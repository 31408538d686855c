/**
 * Reassembles packets of a capture: IP fragments to datagrams and TCP segments to streams, in bounded memory. Counts
 * what cannot be reassembled. [RFC 791, 8200, 9293]
 */

import {
  type CapturedDatagram,
  type CapturedPacket,
  datagramIn,
  TCP,
  type Transport,
  transportOf,
  UDP,
} from "./capture.ts";

/** Bytes of one direction of a TCP connection, in order. */
export interface CapturedBytes {
  /** `192.168.0.7:50123` */
  readonly sender: string;
  readonly senderPort: number;
  readonly port: number;
  readonly bytes: Buffer;
}

export type Captured =
  | { readonly kind: "datagram"; readonly datagram: CapturedDatagram }
  | { readonly kind: "bytes"; readonly bytes: CapturedBytes }
  | { readonly kind: "end"; readonly sender: string; readonly port: number };

/** Maximum number of datagrams with missing fragments. */
const MOST_FRAGMENTED = 64;
const MOST_DATAGRAM = 65_535;
const MOST_STREAMS = 256;
/** A datagram has fewer, even of the smallest that a network may make. [RFC 791, 3.2] */
const MOST_PIECES = 2048;
/** Maximum number of bytes of a stream beyond a gap; beyond it, the gap counts as lost. */
const MOST_AHEAD = 1024 * 1024;
/** What a segment counts at least: its place takes memory too. */
const LEAST_SEGMENT = 256;

interface Fragmented {
  readonly pieces: { readonly offset: number; readonly bytes: Buffer }[];
  /** Size of the whole datagram; undefined until its last fragment arrives. */
  total: number | undefined;
}

interface Stream extends Omit<CapturedBytes, "bytes"> {
  /** Sequence number of the next expected byte. */
  next: number;
  /** Later bytes, in order. */
  readonly ahead: Segment[];
  aheadBytes: number;
}

interface Segment {
  readonly sequence: number;
  readonly bytes: Buffer;
}

export class CaptureFlows {
  readonly #fragmented = new Map<string, Fragmented>();
  readonly #streams = new Map<string, Stream>();
  /** Datagrams with missing fragments. */
  incomplete = 0;
  /** Places in TCP streams where bytes are missing. */
  gaps = 0;
  /** Packets of UDP and TCP of which the capture has only the beginning (its snapshot length). */
  cut = 0;
  /** Packets that are neither UDP nor TCP. */
  others = 0;

  /** The datagrams and bytes that the packet completes. */
  take(packet: Pick<CapturedPacket, "linkType" | "bytes">): Captured[] {
    const found = transportOf(packet);
    if (found?.isCut && this.#isLost(found)) return [];
    const whole = found?.fragment === undefined ? found : this.#joined(found, found.fragment);
    // Incomplete datagrams are counted at the end.
    if (whole === undefined) {
      if (found?.fragment === undefined) this.others++;
      return [];
    }
    if (whole.protocol === UDP) {
      const datagram = datagramIn(whole);
      if (datagram === undefined) this.others++;
      return datagram === undefined ? [] : [{ kind: "datagram", datagram }];
    }
    return whole.protocol === TCP ? this.#segment(whole) : this.#other();
  }

  /** Counts a packet that the capture has cut: a datagram is lost with it, and in a stream the next packet shows the gap. */
  #isLost({ protocol, fragment }: Transport): boolean {
    if (protocol !== UDP && protocol !== TCP) return false;
    this.cut++;
    return protocol === UDP && fragment === undefined;
  }

  /** Ends the capture: streams continue after their gaps, and unfinished datagrams stay incomplete. */
  end(): Captured[] {
    this.incomplete += this.#fragmented.size;
    this.#fragmented.clear();
    const rest = [...this.#streams.values()].flatMap((stream) => this.#all(stream));
    this.#streams.clear();
    return rest;
  }

  #other(): Captured[] {
    this.others++;
    return [];
  }

  #joined(part: Transport, { id, offset, isLast }: NonNullable<Transport["fragment"]>): Transport | undefined {
    const key = `${part.source} ${part.target} ${part.protocol} ${id}`;
    let known = this.#fragmented.get(key);
    if (known === undefined) {
      known = { pieces: [], total: undefined };
      this.#fragmented.set(key, known);
      this.#forget();
    }
    const end = offset + part.bytes.length;
    if (end > MOST_DATAGRAM) return undefined;
    // A fragment that is sent twice has the same bytes.
    if (known.pieces.length === MOST_PIECES || known.pieces.some((piece) => piece.offset === offset)) return undefined;
    known.pieces.push({ offset, bytes: Buffer.from(part.bytes) });
    if (isLast) known.total = end;
    const bytes = wholeOf(known);
    if (bytes === undefined) return undefined;
    this.#fragmented.delete(key);
    const { fragment: _, ...rest } = part;
    return { ...rest, bytes };
  }

  #forget(): void {
    if (this.#fragmented.size <= MOST_FRAGMENTED) return;
    const [oldest] = this.#fragmented.keys();
    this.#fragmented.delete(oldest!);
    this.incomplete++;
  }

  #segment({ source, target, bytes: segment }: Transport): Captured[] {
    if (segment.length < 20) return this.#other();
    const [senderPort, port] = [segment.readUInt16BE(0), segment.readUInt16BE(2)];
    const from = 4 * (segment[12]! >> 4);
    const flags = segment[13]!;
    const [fin, syn, reset] = [(flags & 1) !== 0, (flags & 2) !== 0, (flags & 4) !== 0];
    if (from < 20 || from > segment.length) return this.#other();
    const sequence = segment.readUInt32BE(4);
    const key = `${source}:${senderPort} ${target}:${port}`;
    let stream = this.#streams.get(key);
    // A new connection between the same ports is a new stream.
    const before = syn && stream !== undefined ? this.#closed(key, stream) : [];
    if (syn) stream = undefined;
    if (stream === undefined) {
      if (this.#streams.size >= MOST_STREAMS) return [...before, ...this.#other()];
      const sender = `${source}:${senderPort}`;
      const next = syn ? (sequence + 1) >>> 0 : sequence;
      stream = { sender, senderPort, port, next, ahead: [], aheadBytes: 0 };
      this.#streams.set(key, stream);
    }
    const payload = segment.subarray(from);
    const at = syn ? (sequence + 1) >>> 0 : sequence;
    const found = [...before, ...this.#put(stream, at, payload)];
    return fin || reset ? [...found, ...this.#closed(key, stream)] : found;
  }

  #closed(key: string, stream: Stream): Captured[] {
    this.#streams.delete(key);
    return [...this.#all(stream), { kind: "end", sender: stream.sender, port: stream.port }];
  }

  #put(stream: Stream, sequence: number, payload: Buffer): Captured[] {
    if (payload.length === 0) return [];
    const ahead = aheadOf(stream, sequence);
    if (ahead > 0) {
      keep(stream, sequence, payload);
      return stream.aheadBytes > MOST_AHEAD ? this.#skip(stream) : [];
    }
    // A retransmission: only its new bytes count.
    const fresh = payload.subarray(Math.min(-ahead, payload.length));
    if (fresh.length === 0) return [];
    return [this.#given(stream, fresh), ...this.#following(stream)];
  }

  #given(stream: Stream, bytes: Buffer): Captured {
    stream.next = (stream.next + bytes.length) >>> 0;
    const { sender, senderPort, port } = stream;
    return { kind: "bytes", bytes: { sender, senderPort, port, bytes } };
  }

  /** Early segments that are next in order now. */
  #following(stream: Stream): Captured[] {
    const found: Captured[] = [];
    while (stream.ahead.length > 0 && aheadOf(stream, stream.ahead[0]!.sequence) <= 0) {
      const { sequence, bytes } = taken(stream);
      const fresh = bytes.subarray(Math.min(-aheadOf(stream, sequence), bytes.length));
      if (fresh.length > 0) found.push(this.#given(stream, fresh));
    }
    return found;
  }

  /** Bytes are missing in the capture: continues after the gap. */
  #skip(stream: Stream): Captured[] {
    this.gaps++;
    const { sequence, bytes } = taken(stream);
    stream.next = sequence;
    return [this.#given(stream, bytes), ...this.#following(stream)];
  }

  #all(stream: Stream): Captured[] {
    const found: Captured[] = [];
    while (stream.ahead.length > 0) found.push(...this.#skip(stream));
    return found;
  }
}

function aheadOf({ next }: Stream, sequence: number): number {
  return (sequence - next) | 0;
}

/** Keeps the longer one of two with one sequence number. */
function keep(stream: Stream, sequence: number, bytes: Buffer): void {
  const { ahead } = stream;
  let [at, end] = [0, ahead.length];
  while (at < end) {
    const middle = (at + end) >> 1;
    if (aheadOf(stream, ahead[middle]!.sequence) < aheadOf(stream, sequence)) at = middle + 1;
    else end = middle;
  }
  const known = ahead[at]?.sequence === sequence ? ahead[at] : undefined;
  if (known !== undefined && known.bytes.length >= bytes.length) return;
  // A copy: a piece of the file's buffer would keep all of it.
  ahead.splice(at, known === undefined ? 0 : 1, { sequence, bytes: Buffer.from(bytes) });
  stream.aheadBytes += weight(bytes) - (known === undefined ? 0 : weight(known.bytes));
}

/** The first one, which is there. */
function taken(stream: Stream): Segment {
  const first = stream.ahead.shift()!;
  stream.aheadBytes -= weight(first.bytes);
  return first;
}

function weight({ length }: Buffer): number {
  return Math.max(LEAST_SEGMENT, length);
}

function wholeOf({ pieces, total }: Fragmented): Buffer | undefined {
  if (total === undefined) return undefined;
  const sorted = [...pieces].sort((a, b) => a.offset - b.offset);
  let end = 0;
  for (const { offset, bytes } of sorted) {
    if (offset > end) return undefined;
    end = Math.max(end, offset + bytes.length);
  }
  if (end < total) return undefined;
  const whole = Buffer.alloc(total);
  for (const { offset, bytes } of sorted) whole.set(bytes.subarray(0, Math.max(0, total - offset)), offset);
  return whole;
}
