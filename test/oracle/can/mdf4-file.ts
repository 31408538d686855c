/**
 * An MDF4 file as CANedge's loggers leave it: records of several groups in one stream, data of different lengths in a group of their own, and
 * no end. python-can reads it beside us.
 */

interface Made {
  readonly kind: string;
  readonly links: readonly (Made | Buffer | undefined)[];
  readonly body: Buffer;
}

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const number = (bytes: number, value: number | bigint) => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer.subarray(0, bytes);
};
const double = (value: number) => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return buffer;
};

function text(name: string): Made {
  return { kind: "TX", links: [], body: Buffer.concat([Buffer.from(name), Buffer.alloc(8 - (name.length % 8))]) };
}

function line(offset: number, factor: number): Made {
  const body = [u8(1, 0), u16(0), u16(0), u16(2), double(0), double(0), double(offset), double(factor)];
  return { kind: "CC", links: [undefined, undefined, undefined, undefined], body: Buffer.concat(body) };
}

interface Channel {
  readonly name: string;
  readonly kind?: number;
  readonly dataType?: number;
  readonly at: number;
  readonly bit?: number;
  readonly bits: number;
  readonly conversion?: Made;
  readonly data?: Made;
  readonly inner?: Made;
}

/** In their order. */
function channels(all: readonly Channel[]): Made | undefined {
  const [first, ...rest] = all;
  if (first === undefined) return undefined;
  const { name, kind = 0, dataType = 0, at, bit = 0, bits, conversion, data, inner } = first;
  const body = [u8(kind, kind === 2 ? 1 : 0, dataType, bit), number(4, at), number(4, bits), Buffer.alloc(60)];
  return {
    kind: "CN",
    links: [channels(rest), inner, text(name), undefined, conversion, data, undefined, undefined],
    body: Buffer.concat(body),
  };
}

/** The source: a bus of CAN. */
const BUS: Made = { kind: "SI", links: [undefined, undefined, undefined], body: u8(2, 2, 0, 0, 0, 0, 0, 0) };

function group(id: number, bytes: number, flags: number, own: Made | undefined, next: Made | undefined): Made {
  const body = [number(8, id), number(8, 0), u16(flags), u16(46), number(4, 0), number(4, bytes), number(4, 0)];
  return { kind: "CG", links: [next, own, undefined, own && BUS, undefined, undefined], body: Buffer.concat(body) };
}

const BEGAN_NS = 1_700_000_000_000_000_000n;

export function unfinishedMdf4(frames: number): Buffer {
  const values = group(2, 0, 1, undefined, undefined);
  const inner = channels([
    { name: "CAN_DataFrame.ID", at: 6, bits: 29 },
    { name: "CAN_DataFrame.IDE", at: 9, bit: 7, bits: 1 },
    { name: "CAN_DataFrame.BusChannel", at: 10, bits: 2, conversion: line(1, 1) },
    { name: "CAN_DataFrame.DataLength", at: 11, bits: 7 },
    { name: "CAN_DataFrame.DataBytes", kind: 1, dataType: 10, at: 12, bits: 32, data: values },
  ])!;
  const own = channels([
    { name: "Timestamp", kind: 2, at: 0, bits: 48, conversion: line(0, 1e-6) },
    { name: "CAN_DataFrame", dataType: 10, at: 6, bits: 80, inner },
  ])!;
  const all = group(1, 16, 6, own, values);
  const dataGroup: Made = {
    kind: "DG",
    links: [undefined, all, records(frames), undefined],
    body: u8(1, 0, 0, 0, 0, 0, 0, 0),
  };
  const header = Buffer.concat([number(8, BEGAN_NS), Buffer.alloc(24)]);
  return laidOut({
    kind: "HD",
    links: [dataGroup, undefined, undefined, undefined, undefined, undefined],
    body: header,
  });
}

function records(frames: number): Buffer {
  const pieces: Buffer[] = [];
  for (let n = 0, at = 0; n < frames; n++) {
    const data = Buffer.from(Array.from({ length: n % 9 }, (_, i) => (n * 7 + i) & 255));
    const isExtended = n % 3 === 0;
    const id = isExtended ? 0x1234567 + n : n % 0x7ff;
    const place = Buffer.concat([
      number(4, (id | (isExtended ? 0x8000_0000 : 0)) >>> 0),
      u8(n % 2, data.length),
      number(4, at),
    ]);
    pieces.push(u8(1), number(6, 1_000_000 + n * 1234), place, u8(2), number(4, data.length), data);
    at += 4 + data.length;
  }
  return Buffer.concat(pieces);
}

/** Blocks behind each other; the records, which have no end, last. */
function laidOut(header: Made): Buffer {
  const places = new Map<Made | Buffer, number>();
  const blocks: (Made | Buffer)[] = [];
  const place = (block: Made | Buffer | undefined) => {
    if (block === undefined || blocks.includes(block)) return;
    blocks.push(block);
    if (!Buffer.isBuffer(block)) for (const link of block.links) place(link);
  };
  place(header);
  const data = blocks.filter((block) => Buffer.isBuffer(block));
  const ordered = [...blocks.filter((block) => !Buffer.isBuffer(block)), ...data];
  const sizeOf = (block: Made | Buffer) =>
    Buffer.isBuffer(block) ? 24 : (24 + 8 * block.links.length + block.body.length + 7) & ~7;
  let at = 64;
  for (const block of ordered) {
    places.set(block, at);
    at += sizeOf(block);
  }
  const written = ordered.map((block) => {
    if (Buffer.isBuffer(block))
      return Buffer.concat([Buffer.from("##DT"), Buffer.alloc(4), number(8, 24), number(8, 0), block]);
    const links = block.links.map((link) => number(8, link === undefined ? 0 : places.get(link)!));
    const head = [Buffer.from(`##${block.kind}`), Buffer.alloc(4), number(8, sizeOf(block)), number(8, links.length)];
    const bytes = Buffer.concat([...head, ...links, block.body]);
    return Buffer.concat([bytes, Buffer.alloc(sizeOf(block) - bytes.length)]);
  });
  const id = Buffer.concat([
    Buffer.from("UnFinMF 4.11    STRUCT  "),
    Buffer.alloc(4),
    u16(411),
    Buffer.alloc(30),
    u16(0x25),
    u16(0),
  ]);
  return Buffer.concat([id, ...written]);
}
