/** Packet captures with UDP datagrams, for tshark. */

const LINKTYPE_RAW = 101;
const IPV4_UDP = 17;

export interface Datagram {
  /** Destination port. */
  readonly port: number;
  readonly payload: Uint8Array;
}

/** A pcap file with one IPv4 packet for each datagram. */
export function capture(datagrams: readonly Datagram[]): Uint8Array {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(LINKTYPE_RAW, 20);
  return Buffer.concat([header, ...datagrams.flatMap((datagram, index) => packet(datagram, index))]);
}

function packet({ port, payload }: Datagram, index: number): Uint8Array[] {
  const size = 28 + payload.length;
  const record = Buffer.alloc(16);
  record.writeUInt32LE(1_700_000_000 + index, 0);
  record.writeUInt32LE(size, 8);
  record.writeUInt32LE(size, 12);
  const ip = Buffer.alloc(20);
  ip.writeUInt8(0x45, 0);
  ip.writeUInt16BE(size, 2);
  ip.writeUInt8(64, 8);
  ip.writeUInt8(IPV4_UDP, 9);
  ip.writeUInt32BE(0x7f000001, 12);
  ip.writeUInt32BE(0x7f000001, 16);
  const udp = Buffer.alloc(8);
  udp.writeUInt16BE(50_000, 0);
  udp.writeUInt16BE(port, 2);
  udp.writeUInt16BE(8 + payload.length, 4);
  return [record, ip, udp, payload];
}
