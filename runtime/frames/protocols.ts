/** Frame formats of public protocols, taken from their specifications, as keys of a channel's section. */

export interface PublicProtocol {
  readonly name: string;
  /** Keys of the channel's section. */
  readonly keys: Readonly<Record<string, string>>;
  /** The checksum covers an extra byte that depends on the message: without the messages it cannot be verified. */
  readonly hasExtra?: true;
  /** All frames have one size, with this many bytes for the struct. */
  readonly payloadBytes?: number;
  /** For protocols without a checksum: recognises a datagram; `bits` measures how unlikely a chance match is. */
  readonly sign?: { readonly bits: number; holds(datagram: Uint8Array): boolean };
  /** For frames that only their headers show: finds those that follow each other from the beginning. */
  readonly chain?: (bytes: Uint8Array) => FrameChain;
}

export interface FrameChain {
  readonly frames: readonly Uint8Array[];
  /** Measures how unlikely a chance match is. */
  readonly bits: number;
}

const u16 = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!;

/** A packet as the standard has it, not a part of a larger one. [CCSDS 133.0-B-2, 4.1] */
const CCSDS = {
  byte_order: "big",
  id: "u16be@0&0x7ff",
  length: "u16be@4+7",
  payload_offset: "6",
  expect: "u8@0&0xe0=0 u8@2&0xc0=3",
  sequence: "u16be@2&0x3fff",
};

/** Version and sequence flags have five bits; a counter that counts on, 14. */
function packetChain(bytes: Uint8Array): FrameChain {
  const frames: Uint8Array[] = [];
  const counts = new Map<number, number>();
  let bits = 0;
  for (let at = 0; at + 7 <= bytes.length; ) {
    const end = at + u16(bytes, at + 4) + 7;
    if (bytes[at]! >> 5 !== 0 || bytes[at + 2]! >> 6 !== 3 || end > bytes.length) break;
    const packet = u16(bytes, at) & 0x1fff;
    const count = u16(bytes, at + 2) & 0x3fff;
    bits += counts.get(packet) === (count + 0x3fff) % 0x4000 ? 19 : 5;
    counts.set(packet, count);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  // The length of the last packet leads to the end.
  const isWhole = frames.length > 0 && frames.reduce((sum, { length }) => sum + length, 0) === bytes.length;
  return { frames, bits: isWhole ? bits + 16 : bits };
}

const MAVLINK_1 = {
  layout: "packed",
  id: "u8@5",
  length: "u8@1+8",
  payload_offset: "6",
  trailer: "2",
  check: "crc16/mcrf4xx from=1",
  short: "zero",
  framing: "sync:fe",
};
const MAVLINK_2 = { ...MAVLINK_1, id: "u24le@7", length: "u8@1+12", payload_offset: "10", framing: "sync:fd" };
const SIGNED = "u8@2&1=1 length=u8@1+25 trailer=15";

export const PUBLIC_PROTOCOLS: readonly PublicProtocol[] = [
  { name: "MAVLink 2", keys: { ...MAVLINK_2, variants: SIGNED }, hasExtra: true },
  { name: "MAVLink 1", keys: MAVLINK_1, hasExtra: true },
  {
    name: "MAVLink 1 and 2",
    keys: { ...MAVLINK_2, variants: `sync=fe id=u8@5 length=u8@1+8 payload_offset=6, ${SIGNED}` },
    hasExtra: true,
  },
  {
    name: "u-blox UBX",
    keys: {
      id: "u16be@2",
      length: "u16le@4+8",
      payload_offset: "6",
      trailer: "2",
      check: "fletcher16/256 from=2",
      framing: "sync:b562",
    },
  },
  {
    name: "CRSF",
    keys: {
      byte_order: "big",
      layout: "packed",
      id: "u8@2",
      length: "u8@1+2",
      payload_offset: "3",
      trailer: "1",
      check: "crc8/dvb-s2 from=2",
      framing: "sync:c8",
    },
  },
  {
    name: "MSP 1",
    keys: {
      layout: "packed",
      id: "u8@4",
      length: "u8@3+6",
      payload_offset: "5",
      trailer: "1",
      check: "xor8 from=3",
      framing: "sync:244d3e",
    },
  },
  {
    name: "MSP 2",
    keys: {
      layout: "packed",
      id: "u16le@4",
      length: "u16le@6+9",
      payload_offset: "8",
      trailer: "1",
      check: "crc8/dvb-s2 from=3",
      framing: "sync:24583e",
    },
  },
  {
    name: "Swift Navigation SBP",
    keys: {
      layout: "packed",
      id: "u16le@1",
      length: "u8@5+8",
      payload_offset: "6",
      trailer: "2",
      check: "crc16/xmodem from=1",
      framing: "sync:55",
    },
  },
  {
    name: "RTCM 3",
    keys: {
      byte_order: "big",
      id: "u16be@3&0xfff0",
      length: "u16be@1&0x3ff+6",
      payload_offset: "3",
      trailer: "3",
      check: "crc24/lte-a",
      framing: "sync:d3",
    },
  },
  {
    name: "VESC",
    keys: {
      byte_order: "big",
      layout: "packed",
      id: "u8@2",
      length: "u8@1+5",
      payload_offset: "3",
      trailer: "3",
      check: "crc16/xmodem from=2",
      framing: "sync:02",
    },
  },
  {
    name: "NovAtel OEM",
    keys: {
      layout: "packed",
      id: "u16le@4",
      length: "u16le@8+32",
      payload_offset: "28",
      trailer: "4",
      check: "crc32/novatel",
      framing: "sync:aa44121c",
    },
  },
  {
    name: "DJI RoboMaster referee system",
    keys: {
      layout: "packed",
      id: "u16le@5",
      length: "u16le@1+9",
      payload_offset: "7",
      trailer: "2",
      check: "crc16/mcrf4xx",
      framing: "sync:a5",
    },
  },
  {
    name: "Daly BMS",
    keys: {
      byte_order: "big",
      layout: "packed",
      id: "u8@2",
      length: "u8@3+5",
      payload_offset: "4",
      trailer: "1",
      check: "sum8",
      framing: "sync:a5",
    },
  },
  {
    name: "JK BMS",
    keys: {
      layout: "packed",
      id: "u8@4",
      length: "none",
      payload_offset: "6",
      trailer: "1",
      check: "sum8",
      framing: "sync:55aaeb90",
    },
    payloadBytes: 293,
  },
  {
    name: "FlySky iBus",
    keys: {
      id: "none",
      length: "u8@0",
      payload_offset: "2",
      trailer: "2",
      check: "sum16/inverted",
      framing: "sync:2040",
    },
  },
  {
    name: "PTP (IEEE 1588)",
    keys: {
      byte_order: "big",
      id: "u8@0&0x0f",
      length: "u16be@2",
      // May be followed by type-length-values.
      long: "ignore",
    },
    sign: {
      bits: 20,
      holds: (bytes) => bytes.length >= 34 && (bytes[1]! & 15) === 2 && u16(bytes, 2) === bytes.length,
    },
  },
  {
    name: "Art-Net",
    // The number of channels depends on the sender; the header's array has the maximum.
    keys: { byte_order: "big", id: "u16le@8", length: "none", short: "zero" },
    sign: { bits: 64, holds: (bytes) => "Art-Net\0".split("").every((sign, at) => bytes[at] === sign.charCodeAt(0)) },
  },
  {
    // For exporters that send one record in each datagram; datagrams with more records are rejected.
    name: "NetFlow 5, a record",
    keys: { byte_order: "big", id: "u16be@0", length: "none", payload_offset: "24" },
    sign: { bits: 32, holds: (bytes) => u16(bytes, 0) === 5 && u16(bytes, 2) === 1 && bytes.length === 72 },
  },
  { name: "CCSDS", keys: CCSDS, chain: packetChain },
  // As ESA's packet utilisation standard has it.
  { name: "CCSDS with CRC", keys: { ...CCSDS, trailer: "2", check: "crc16/ibm-3740" }, chain: packetChain },
];
