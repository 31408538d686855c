/**
 * Reads captures of tcpdump and Wireshark, pcap and pcapng, incrementally, and finds UDP datagrams.
 * [draft-ietf-opsawg-pcap, -pcapng]
 */

export interface CapturedPacket {
  /** ns since 1970 */
  readonly timeNs: bigint;
  readonly linkType: number;
  readonly bytes: Buffer;
}

export interface CapturedDatagram {
  /** `192.168.0.7:50123` */
  readonly sender: string;
  /** Destination port. */
  readonly port: number;
  readonly payload: Buffer;
}

/** A longer block means a damaged file. */
const MOST_BLOCK_BYTES = 16 * 1024 * 1024;
const SECTION = 0x0a0d0d0a;
const INTERFACE = 1;
const SIMPLE_PACKET = 3;
const PACKET = 6;

/** Whether a file with this beginning is a capture; needs four bytes. */
export function isCapture(first: Buffer): boolean {
  if (first.length < 4) return false;
  const magic = first.readUInt32LE(0);
  return magic === SECTION || PCAP_ORDERS.has(magic);
}

interface Order {
  readonly isLittle: boolean;
  readonly fractionNs: bigint;
}

/** By the first four bytes of a pcap file. */
const PCAP_ORDERS: ReadonlyMap<number, Order> = new Map([
  [0xa1b2c3d4, { isLittle: true, fractionNs: 1000n }],
  [0xa1b23c4d, { isLittle: true, fractionNs: 1n }],
  [0xd4c3b2a1, { isLittle: false, fractionNs: 1000n }],
  [0x4d3cb2a1, { isLittle: false, fractionNs: 1n }],
]);

/** An interface in pcapng. */
interface Capturing {
  readonly linkType: number;
  /** Units of time in a second. */
  readonly resolution: bigint;
  readonly offsetNs: bigint;
}

export class CaptureReader {
  #waiting: Buffer = Buffer.alloc(0);
  #order: Order | undefined;
  #isBlocks = false;
  /** The file's header was read. */
  #isOpen = false;
  #linkType = 0;
  #interfaces: Capturing[] = [];
  #lastNs = 0n;

  /**
   * Yields the packets that are complete now. @throws Error (one sentence) if the file is not a capture, or is damaged
   */
  *push(chunk: Buffer): Generator<CapturedPacket> {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    for (;;) {
      const length = this.#nextLength();
      if (length === undefined || length > this.#waiting.length) return;
      const block = this.#waiting.subarray(0, length);
      this.#waiting = this.#waiting.subarray(length);
      const packet = this.#isBlocks ? this.#block(block) : this.#isOpen ? this.#record(block) : this.#header(block);
      if (packet !== undefined) yield packet;
    }
  }

  /** Bytes of an incomplete packet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Length of the next block with its header; undefined if there are too few bytes. */
  #nextLength(): number | undefined {
    const bytes = this.#waiting;
    if (bytes.length < 12) return undefined;
    if (this.#isBlocks) return this.#blockLength(bytes);
    if (!this.#isOpen) {
      const magic = bytes.readUInt32LE(0);
      this.#order = PCAP_ORDERS.get(magic);
      if (this.#order !== undefined) return 24;
      if (magic !== SECTION) throw new Error("it is not a capture of tcpdump or Wireshark");
      this.#isBlocks = true;
      return this.#blockLength(bytes);
    }
    return bytes.length < 16 ? undefined : limited(16 + this.#u32(bytes, 8), 16);
  }

  #blockLength(bytes: Buffer): number {
    if (bytes.readUInt32LE(0) === SECTION) {
      const isLittle = bytes.readUInt32LE(8) === 0x1a2b3c4d;
      this.#order = { isLittle, fractionNs: 1n };
      this.#interfaces = [];
    }
    return limited(this.#u32(bytes, 4), 12);
  }

  #header(bytes: Buffer): undefined {
    this.#isOpen = true;
    this.#linkType = this.#u32(bytes, 20) & 0xffff;
  }

  #record(bytes: Buffer): CapturedPacket {
    const { fractionNs } = this.#order!;
    const timeNs = BigInt(this.#u32(bytes, 0)) * 1_000_000_000n + BigInt(this.#u32(bytes, 4)) * fractionNs;
    return { timeNs, linkType: this.#linkType, bytes: bytes.subarray(16) };
  }

  #block(bytes: Buffer): CapturedPacket | undefined {
    switch (this.#u32(bytes, 0)) {
      case INTERFACE:
        if (bytes.length >= 20) this.#interfaces.push(this.#interface(bytes));
        return undefined;
      case PACKET:
        return bytes.length < 32 ? undefined : this.#enhanced(bytes);
      case SIMPLE_PACKET: {
        const capturing = this.#interfaces[0];
        const length = Math.min(this.#u32(bytes, 8), bytes.length - 16);
        if (capturing === undefined) return undefined;
        return { timeNs: this.#lastNs, linkType: capturing.linkType, bytes: bytes.subarray(12, 12 + length) };
      }
      default:
        return undefined;
    }
  }

  #interface(bytes: Buffer): Capturing {
    let resolution = 1_000_000n;
    let offsetNs = 0n;
    for (let at = 16; at + 4 <= bytes.length - 4; ) {
      const [code, length] = [this.#u16(bytes, at), this.#u16(bytes, at + 2)];
      if (code === 0) break;
      // if_tsresol: a power of ten, or of two.
      if (code === 9 && length === 1) {
        const value = bytes[at + 4]!;
        resolution = value >= 0x80 ? 1n << BigInt(value & 0x7f) : 10n ** BigInt(value);
      }
      if (code === 14 && length === 8) {
        const seconds = this.#order!.isLittle ? bytes.readBigInt64LE(at + 4) : bytes.readBigInt64BE(at + 4);
        offsetNs = seconds * 1_000_000_000n;
      }
      at += 4 + 4 * Math.ceil(length / 4);
    }
    return { linkType: this.#u16(bytes, 8), resolution, offsetNs };
  }

  #enhanced(bytes: Buffer): CapturedPacket | undefined {
    const capturing = this.#interfaces[this.#u32(bytes, 8)];
    if (capturing === undefined) return undefined;
    const { linkType, resolution, offsetNs } = capturing;
    const units = (BigInt(this.#u32(bytes, 12)) << 32n) | BigInt(this.#u32(bytes, 16));
    const length = Math.min(this.#u32(bytes, 20), bytes.length - 32);
    this.#lastNs = (units * 1_000_000_000n) / resolution + offsetNs;
    return { timeNs: this.#lastNs, linkType, bytes: bytes.subarray(28, 28 + length) };
  }

  #u32(bytes: Buffer, at: number): number {
    return this.#order?.isLittle === false ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  }

  #u16(bytes: Buffer, at: number): number {
    return this.#order?.isLittle === false ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
  }
}

function limited(length: number, least: number): number {
  if (length < least || length > MOST_BLOCK_BYTES) throw new Error("it is damaged: a packet has an impossible length");
  return length;
}

const IP4 = 0x0800;
const IP6 = 0x86dd;
export const UDP = 17;
export const TCP = 6;
const FRAGMENT = 44;
/** Hop-by-hop, routing, destination options: headers with their own length. [RFC 8200, 4] */
const EXTENSIONS = new Set([0, 43, 60]);

/** The transport layer of an IP packet. */
export interface Transport {
  readonly source: string;
  readonly target: string;
  readonly protocol: number;
  readonly bytes: Buffer;
  /** The capture has only its beginning. */
  readonly isCut?: true;
  /** Present if the packet is a fragment; in bytes. */
  readonly fragment?: { readonly id: number; readonly offset: number; readonly isLast: boolean };
}

/** Undefined if the packet is not IP. */
export function transportOf({ linkType, bytes }: Pick<CapturedPacket, "linkType" | "bytes">): Transport | undefined {
  const network = networkLayer(linkType, bytes);
  if (network === undefined || network.bytes.length < 20) return undefined;
  return network.type === IP4 ? ip4(network.bytes) : network.type === IP6 ? ip6(network.bytes) : undefined;
}

/** The UDP datagram; undefined if the packet is not UDP, or only a fragment of it. */
export function datagramIn({ source, bytes }: Transport): CapturedDatagram | undefined {
  if (bytes.length < 8) return undefined;
  const length = bytes.readUInt16BE(4);
  if (length < 8 || length > bytes.length) return undefined;
  return {
    sender: `${source}:${bytes.readUInt16BE(0)}`,
    port: bytes.readUInt16BE(2),
    payload: bytes.subarray(8, length),
  };
}

interface Layer {
  readonly type: number;
  readonly bytes: Buffer;
}

/** The network layer in a link-layer frame. [tcpdump.org, LINKTYPE_ values] */
function networkLayer(linkType: number, bytes: Buffer): Layer | undefined {
  const at = (typeAt: number, from: number): Layer | undefined =>
    bytes.length < from ? undefined : { type: bytes.readUInt16BE(typeAt), bytes: bytes.subarray(from) };
  switch (linkType) {
    case 1: {
      let end = 14;
      // VLAN tags.
      while (bytes.length >= end && [0x8100, 0x88a8].includes(bytes.readUInt16BE(end - 2))) end += 4;
      return at(end - 2, end);
    }
    case 0:
    case 108:
      return bytes.length < 4 ? undefined : byVersion(bytes.subarray(4));
    case 12:
    case 14:
    case 101:
    case 228:
    case 229:
      return byVersion(bytes);
    case 113:
      return at(14, 16);
    case 276:
      return at(0, 20);
    default:
      return undefined;
  }
}

function byVersion(bytes: Buffer): Layer {
  return { type: (bytes[0] ?? 0) >> 4 === 6 ? IP6 : IP4, bytes };
}

function ip4(bytes: Buffer): Transport | undefined {
  const header = 4 * (bytes[0]! & 0x0f);
  if (bytes[0]! >> 4 !== 4 || header < 20) return undefined;
  // With checksum offloading the length may be 0.
  const total = bytes.readUInt16BE(2) || bytes.length;
  const word = bytes.readUInt16BE(6);
  const [offset, isLast] = [8 * (word & 0x1fff), (word & 0x2000) === 0];
  return {
    source: bytes.subarray(12, 16).join("."),
    target: bytes.subarray(16, 20).join("."),
    protocol: bytes[9]!,
    bytes: bytes.subarray(header, total),
    ...(total > bytes.length && { isCut: true }),
    ...((offset > 0 || !isLast) && { fragment: { id: bytes.readUInt16BE(4), offset, isLast } }),
  };
}

function ip6(bytes: Buffer): Transport | undefined {
  if (bytes[0]! >> 4 !== 6 || bytes.length < 48) return undefined;
  let next = bytes[6]!;
  let at = 40;
  let fragment: Transport["fragment"];
  while ((EXTENSIONS.has(next) || next === FRAGMENT) && at + 8 <= bytes.length) {
    if (next === FRAGMENT) {
      const word = bytes.readUInt16BE(at + 2);
      fragment = { id: bytes.readUInt32BE(at + 4), offset: word & 0xfff8, isLast: (word & 1) === 0 };
    }
    const size = next === FRAGMENT ? 8 : 8 * (bytes[at + 1]! + 1);
    next = bytes[at]!;
    at += size;
  }
  const end = 40 + bytes.readUInt16BE(4);
  return {
    source: address6(bytes, 8),
    target: address6(bytes, 24),
    protocol: next,
    bytes: bytes.subarray(at, end),
    ...(end > bytes.length && { isCut: true }),
    ...(fragment !== undefined && (fragment.offset > 0 || !fragment.isLast) && { fragment }),
  };
}

function address6(bytes: Buffer, at: number): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(at + 2 * index).toString(16));
  return `[${groups.join(":")}]`;
}
