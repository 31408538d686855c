/** A capture of a CAN interface, as tcpdump writes it. [LINKTYPE_CAN_SOCKETCAN] */

export interface BusFrame {
  readonly us: number;
  readonly id: number;
  readonly data: Uint8Array;
}

export function captureOf(frames: readonly BusFrame[]): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(262_144, 16);
  head.writeUInt32LE(227, 20);
  const records = frames.map(({ us, id, data }) => {
    const record = Buffer.alloc(16 + 8 + data.length);
    record.writeUInt32LE(Math.floor(us / 1e6), 0);
    record.writeUInt32LE(us % 1e6, 4);
    record.writeUInt32LE(8 + data.length, 8);
    record.writeUInt32LE(8 + data.length, 12);
    record.writeUInt32BE(id, 16);
    record[20] = data.length;
    record.set(data, 24);
    return record;
  });
  return Buffer.concat([head, ...records]);
}
