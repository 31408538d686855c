/** Refuses MQTT packets over a size before they are read into memory. [MQTT 3.1.1, 2.2 fixed header] */

/** CONNECT is the first packet: an identifier, a will, a name and a password. */
const FIRST_BYTES = 160 * 1024;

/** Follows the bytes of one connection from packet to packet. */
export class PacketGuard {
  readonly #laterBytes: number;
  /** Of the packet; a client without a log-in may have few. */
  #maxBytes: number;
  /** Bytes of the current packet's body still to come. */
  #rest = 0;
  #inHeader = false;
  #length = 0;
  #multiplier = 1;
  #begun = 0;

  constructor(maxBytes: number) {
    this.#laterBytes = maxBytes;
    this.#maxBytes = Math.min(maxBytes, FIRST_BYTES);
  }

  /** Bytes that have come of a packet that is not whole yet. */
  get unfinished(): number {
    return this.#rest === 0 ? 0 : this.#length - this.#rest;
  }

  /** Packets that have begun. */
  get begun(): number {
    return this.#begun;
  }

  /** False when a packet announces more bytes than allowed; the connection is then to be closed. */
  admits(bytes: Uint8Array): boolean {
    let position = 0;
    while (position < bytes.length) {
      if (this.#rest > 0) {
        const skipped = Math.min(this.#rest, bytes.length - position);
        this.#rest -= skipped;
        position += skipped;
      } else if (!this.#inHeader) {
        this.#inHeader = true;
        this.#begun++;
        this.#length = 0;
        this.#multiplier = 1;
        position++;
      } else if (!this.#addLength(bytes[position++] ?? 0)) return false;
    }
    return true;
  }

  // Seven bits a byte, the lowest first; the eighth says that more follow, at most four. [MQTT 3.1.1, 2.2.3]
  #addLength(byte: number): boolean {
    this.#length += (byte & 0x7f) * this.#multiplier;
    this.#multiplier *= 128;
    if (this.#length > this.#maxBytes || this.#multiplier > 128 ** 4) return false;
    if ((byte & 0x80) !== 0) return true;
    this.#inHeader = false;
    this.#rest = this.#length;
    this.#maxBytes = this.#laterBytes;
    return true;
  }
}
