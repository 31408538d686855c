/**
 * Cuts a connection's bytes into packets. A packet over the maximum size is refused before it is read into memory.
 * [MQTT 3.1.1, 2.2 fixed header]
 */

/** Maximum size of the first packet, CONNECT: an identifier, a will, a name and a password. */
const FIRST_BYTES = 160 * 1024;

export interface RawPacket {
  /** Type and flags. */
  readonly first: number;
  readonly body: Buffer;
}

const EMPTY = Buffer.alloc(0);

/** Tracks the packets of one connection. */
export class PacketStream {
  readonly #laterBytes: number;
  /** Maximum size of a packet; lower for a client that has not logged in. */
  #maxBytes: number;
  /** Missing bytes of the current packet's body. */
  #rest = 0;
  #inHeader = false;
  #first = 0;
  #length = 0;
  #multiplier = 1;
  #begun = 0;
  /** The received part of a packet, with spare room: otherwise, pieces of one byte would cost a hundred each. */
  #partial = EMPTY;

  constructor(maxBytes: number) {
    this.#laterBytes = maxBytes;
    this.#maxBytes = Math.min(maxBytes, FIRST_BYTES);
  }

  /** Number of received bytes of an incomplete packet. */
  get unfinished(): number {
    return this.#rest === 0 ? 0 : this.#length - this.#rest;
  }

  /** Number of packets that have begun. */
  get begun(): number {
    return this.#begun;
  }

  /**
   * Adds the packets that are complete now; false if a packet announces more bytes than allowed: the connection must
   * then be closed.
   */
  take(bytes: Buffer, into: RawPacket[]): boolean {
    let position = 0;
    while (position < bytes.length) {
      if (this.#rest > 0) {
        const part = bytes.subarray(position, position + this.#rest);
        position += part.length;
        const body = this.#add(part);
        if (body !== undefined) into.push({ first: this.#first, body });
      } else if (!this.#inHeader) this.#begin(bytes[position++]!);
      else if (!this.#addLength(bytes[position++]!, into)) return false;
    }
    return true;
  }

  #begin(first: number): void {
    this.#inHeader = true;
    this.#begun++;
    this.#first = first;
    this.#length = 0;
    this.#multiplier = 1;
  }

  /** The body if it is complete. */
  #add(part: Buffer): Buffer | undefined {
    const before = this.#length - this.#rest;
    this.#rest -= part.length;
    if (part.length === this.#length) return part;
    if (before + part.length > this.#partial.length) {
      const wider = Buffer.allocUnsafeSlow(Math.min(this.#length, 2 * (before + part.length)));
      this.#partial.copy(wider, 0, 0, before);
      this.#partial = wider;
    }
    part.copy(this.#partial, before);
    if (this.#rest > 0) return undefined;
    const body = this.#partial.subarray(0, this.#length);
    this.#partial = EMPTY;
    return body;
  }

  // Seven bits per byte, the lowest first; the eighth bit means that another byte follows, four at most. [MQTT 3.1.1,
  // 2.2.3]
  #addLength(byte: number, into: RawPacket[]): boolean {
    this.#length += (byte & 0x7f) * this.#multiplier;
    this.#multiplier *= 128;
    if (this.#length > this.#maxBytes || this.#multiplier > 128 ** 4) return false;
    if ((byte & 0x80) !== 0) return true;
    this.#inHeader = false;
    this.#rest = this.#length;
    this.#maxBytes = this.#laterBytes;
    if (this.#length === 0) into.push({ first: this.#first, body: EMPTY });
    return true;
  }
}
