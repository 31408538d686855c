/**
 * `.mf4`: recordings of buses in MDF version 4, as CANedge, Vector's and other loggers write them, also those that were never finished. A file has
 * links to all of its parts, so it is read when it is complete. [ASAM MDF 4.1, bus logging]
 */

import { bytesOfCode, type CanFrame, type CanReader, type CanRecording, canFrame, EXTENDED } from "./can-frame.ts";
import { type Block, Blocks } from "./mdf4-blocks.ts";

const MOST_BYTES = 1 << 30;
const MOST_RECORDS = 50_000_000;
/** Number of records that take less than a millisecond. */
const AT_ONCE = 5000;
const FIRST_BLOCK = 64;
const FRAME = "CAN_DataFrame";
/** Groups of a bus with other entries than frames with data. */
const OTHERS = /^(CAN|LIN|ETH|FLX|MOST)_\w+/;
const VARIABLE = 1;
const MASTERS: ReadonlySet<number> = new Set([2, 3]);

interface Field {
  readonly kind: number;
  readonly dataType: number;
  readonly bitOffset: number;
  readonly at: number;
  readonly bits: number;
  /** Where values of different lengths are. */
  readonly data: number;
  readonly conversion: Conversion;
}

/** The offset and the factor of a line, or values by values; undefined: the value itself. */
type Conversion = readonly [number, number] | ReadonlyMap<number, number> | undefined;

type Fields = ReadonlyMap<string, Field>;

interface Group {
  readonly id: number;
  readonly link: number;
  readonly bytes: number;
  /** Its records are values of another group. */
  readonly isOfValues: boolean;
  /** By the name behind the last point; undefined: no frames of CAN. */
  readonly frame: Fields | undefined;
  readonly time: Field | undefined;
  readonly isOther: boolean;
}

class Mdf4Reader implements CanReader {
  #pieces: Buffer[] = [];
  #size = 0;
  others = 0;

  // biome-ignore lint/correctness/useYield: frames come at the end
  *push(chunk: Buffer): Generator<CanFrame> {
    this.#size += chunk.length;
    if (this.#size > MOST_BYTES) throw new Error(`an MDF file has at most ${MOST_BYTES} bytes`);
    this.#pieces.push(chunk);
  }

  *end(): Generator<CanFrame | undefined> {
    const file = Buffer.concat(this.#pieces);
    this.#pieces = [];
    if (!file.toString("latin1", 8, 16).startsWith("4.")) throw new Error("only version 4 of MDF is read");
    const blocks = new Blocks(file, file.toString("latin1", 0, 2) === "Un");
    const header = blocks.at(FIRST_BLOCK, "HD")!;
    const beganNs = header.body.readBigUInt64LE(0);
    const all = [...blocks.chain(header.links[0] ?? 0, "DG")].map((block) => ({
      block,
      groups: groupsOf(blocks, block),
    }));
    if (!all.some(({ groups }) => groups.some(({ frame, isOther }) => frame !== undefined || isOther)))
      throw new Error("it has no frames of a bus: signals of MDF are not read");
    const ofGroups: Generator<CanFrame | undefined>[] = [];
    for (const { block, groups } of all) ofGroups.push(...(yield* this.#framesOf(blocks, block, groups, beganNs)));
    yield* merged(ofGroups);
  }

  /** Frames of each group: those of two are not in one order. */
  *#framesOf(
    blocks: Blocks,
    { links, body }: Block,
    groups: readonly Group[],
    beganNs: bigint,
  ): Generator<undefined, Generator<CanFrame | undefined>[]> {
    if (!groups.some(({ frame, isOther }) => frame !== undefined || isOther)) return [];
    const data = yield* blocks.data(links[2] ?? 0);
    const places = yield* placesOf(data, body[0] ?? 0, groups);
    this.others += places.isCut ? 1 : 0;
    this.others += places.others;
    const apart = yield* valuesApart(blocks, places);
    const reading = { beganNs, values: yield* valuesOf(apart, data, places) };
    return groups.flatMap((group) => {
      const { frame } = group;
      return frame === undefined ? [] : [this.#framesIn({ ...group, frame }, data, places.of.get(group)!, reading)];
    });
  }

  *#framesIn(
    group: Group & { readonly frame: Fields },
    data: Buffer,
    places: readonly number[],
    reading: Measured,
  ): Generator<CanFrame | undefined> {
    for (const at of places) {
      const frame = frameOf(group, data.subarray(at, at + group.bytes), reading);
      if (frame === undefined) this.others++;
      yield frame;
    }
  }
}

function groupsOf(blocks: Blocks, { links }: Block): Group[] {
  return Array.from(blocks.chain(links[1] ?? 0, "CG"), ({ link, links: own, body }): Group => {
    const fields = new Map<string, Field>();
    collect(blocks, own[1] ?? 0, fields, 0);
    const names = [...fields.keys()];
    const isFrame = names.some((name) => name === FRAME || name.startsWith(`${FRAME}.`));
    const frame = new Map([...fields].map(([name, field]) => [name.slice(name.lastIndexOf(".") + 1), field]));
    return {
      id: Number(body.readBigUInt64LE(0)),
      link,
      bytes: body.readUInt32LE(24) + body.readUInt32LE(28),
      isOfValues: (body.readUInt16LE(16) & 1) === 1,
      frame: isFrame ? frame : undefined,
      time: [...fields.values()].find(({ kind }) => MASTERS.has(kind)),
      isOther: !isFrame && names.some((name) => OTHERS.test(name)),
    };
  });
}

const DEEPEST = 8;

function collect(blocks: Blocks, link: number, fields: Map<string, Field>, depth: number): void {
  if (depth > DEEPEST) throw new Error("channels are nested too deeply");
  for (const { links, body } of blocks.chain(link, "CN")) {
    const [, composition = 0, name = 0, , conversion = 0, data = 0] = links;
    fields.set(blocks.text(name), {
      kind: body[0]!,
      dataType: body[2]!,
      bitOffset: body[3]!,
      at: body.readUInt32LE(4),
      bits: body.readUInt32LE(8),
      data,
      conversion: conversionOf(blocks.at(conversion, "CC")),
    });
    const inner = composition === 0 ? undefined : blocks.at(composition, "CN", "CA");
    if (inner?.kind === "CN") collect(blocks, composition, fields, depth + 1);
  }
}

const LINE = 1;
const TABLES: ReadonlySet<number> = new Set([4, 5]);

/** The others are of texts, or of signals. */
function conversionOf(block: Block | undefined): Conversion {
  const kind = block?.body[0] ?? 0;
  if (block === undefined || (kind !== LINE && !TABLES.has(kind))) return undefined;
  const values = Array.from({ length: block.body.readUInt16LE(6) }, (_, i) => block.body.readDoubleLE(24 + 8 * i));
  if (kind === LINE) return [values[0] ?? 0, values[1] ?? 1];
  return new Map(values.flatMap((value, i) => (i % 2 === 0 ? [[value, values[i + 1] ?? 0] as const] : [])));
}

function converted(value: number, conversion: Conversion): number {
  if (conversion === undefined) return value;
  return "get" in conversion ? (conversion.get(value) ?? value) : conversion[0] + conversion[1] * value;
}

interface Places {
  /** Where the records of each group begin. */
  readonly of: ReadonlyMap<Group, readonly number[]>;
  /** Records of groups with other entries than frames. */
  readonly others: number;
  /** The last record is not complete. */
  readonly isCut: boolean;
}

/** @throws Error for a record of no group */
function* placesOf(data: Buffer, idBytes: number, groups: readonly Group[]): Generator<undefined, Places> {
  const kept = groups.filter(({ frame, isOfValues }) => frame !== undefined || isOfValues);
  const of = new Map(kept.map((group) => [group, [] as number[]]));
  const byId = new Map(groups.map((group) => [idBytes === 0 ? 0 : group.id, group]));
  let at = 0;
  let records = 0;
  let others = 0;
  while (at + idBytes < data.length) {
    const id = idBytes === 0 ? 0 : data.readUIntLE(at, Math.min(6, idBytes));
    const group = byId.get(id);
    const begin = at + idBytes;
    if (group === undefined || (group.bytes === 0 && !group.isOfValues))
      throw new Error(`a record is of no group (${id})`);
    at = endOf(group, data, begin);
    if (at > data.length) return { of, others, isCut: true };
    if (++records > MOST_RECORDS) throw new Error(`a group has more than ${MOST_RECORDS} records`);
    if (records % AT_ONCE === 0) yield;
    of.get(group)?.push(begin);
    if (group.isOther) others++;
  }
  return { of, others, isCut: at < data.length };
}

/** Behind the data if the record is not complete. */
function endOf({ isOfValues, bytes }: Group, data: Buffer, begin: number): number {
  if (!isOfValues) return begin + bytes;
  return begin + 4 > data.length ? Number.POSITIVE_INFINITY : begin + 4 + data.readUInt32LE(begin);
}

/** Values of different lengths that are in blocks of their own, by their links. */
function* valuesApart(blocks: Blocks, { of }: Places): Generator<undefined, ReadonlyMap<number, Buffer>> {
  const inData = new Set([...of.keys()].flatMap(({ isOfValues, link }) => (isOfValues ? [link] : [])));
  const found = new Map<number, Buffer>();
  for (const [{ frame }, { length }] of of) {
    const { kind, data: link = 0 } = frame?.get("DataBytes") ?? {};
    if (kind === VARIABLE && length > 0 && !inData.has(link) && !found.has(link))
      found.set(link, yield* blocks.data(link));
  }
  return found;
}

/** Finds a value of different length by the link of its group or block, and its place there. */
type Values = (link: number, at: number) => Buffer | undefined;

function* valuesOf(apart: ReadonlyMap<number, Buffer>, data: Buffer, { of }: Places): Generator<undefined, Values> {
  const inData = new Map<number, Map<number, number>>();
  for (const [{ isOfValues, link }, places] of of) {
    let end = 0;
    const byPlace = new Map<number, number>();
    if (isOfValues) inData.set(link, byPlace);
    for (const place of isOfValues ? places : []) {
      byPlace.set(end, place);
      if (byPlace.size % AT_ONCE === 0) yield;
      end += 4 + data.readUInt32LE(place);
    }
  }
  return (link, at) => {
    const places = inData.get(link);
    const bytes = places === undefined ? apart.get(link) : data;
    const place = places === undefined ? at : places.get(at);
    if (bytes === undefined || place === undefined || place + 4 > bytes.length) return undefined;
    const end = place + 4 + bytes.readUInt32LE(place);
    return end > bytes.length ? undefined : bytes.subarray(place + 4, end);
  };
}

interface Measured {
  readonly beganNs: bigint;
  readonly values: Values;
}

function frameOf(
  { time, frame: fields }: Pick<Group, "time"> & { readonly frame: Fields },
  record: Buffer,
  { beganNs, values }: Measured,
): CanFrame | undefined {
  const whole = (name: string) => {
    const field = fields.get(name);
    return field && converted(Number(integerIn(record, field)), field.conversion);
  };
  const [all, bytes] = [whole("ID"), fields.get("DataBytes")];
  if (all === undefined || bytes === undefined) return undefined;
  const length = whole("DataLength") ?? bytesOfCode(whole("DLC") ?? 0);
  const data =
    bytes.kind === VARIABLE
      ? values(bytes.data, Number(integerIn(record, bytes)))
      : record.subarray(bytes.at, bytes.at + bytes.bits / 8);
  if (data === undefined || data.length < length) return undefined;
  const id = all >= EXTENDED ? all - EXTENDED : all;
  const isExtended = all >= EXTENDED || (fields.has("IDE") ? whole("IDE") === 1 : id > 0x7ff);
  const bus = whole("BusChannel");
  return canFrame(id, isExtended, Uint8Array.from(data.subarray(0, length)), {
    timeNs: time && beganNs + nanoseconds(record, time),
    bus: bus === undefined ? "" : String(bus),
  });
}

/** In one of both byte orders. @throws Error if the field lies behind its record */
function integerIn(record: Buffer, { at, bits, bitOffset, dataType }: Field): bigint {
  const size = Math.ceil((bitOffset + bits) / 8);
  if (at + size > record.length || size > 9) throw new Error("a field lies behind its record");
  let value = 0n;
  const isBigEndian = dataType === 1 || dataType === 3;
  for (let i = 0; i < size; i++) value = (value << 8n) | BigInt(record[at + (isBigEndian ? i : size - 1 - i)]!);
  return BigInt.asUintN(bits, value >> BigInt(bitOffset));
}

const FLOATS: ReadonlySet<number> = new Set([4, 5]);
const SECOND_NS = 1e9;

function nanoseconds(record: Buffer, field: Field): bigint {
  const [offset, factor] = field.conversion !== undefined && !("get" in field.conversion) ? field.conversion : [0, 1];
  if (FLOATS.has(field.dataType)) {
    const isBigEndian = field.dataType === 5;
    const part = Buffer.from(record.subarray(field.at, field.at + field.bits / 8));
    if (isBigEndian) part.reverse();
    const value = part.length === 4 ? part.readFloatLE(0) : part.readDoubleLE(0);
    return rounded(offset + factor * value);
  }
  const raw = integerIn(record, field);
  const whole = Math.round(factor * SECOND_NS);
  // Whole nanoseconds, of which a double would lose some.
  if (whole > 0 && Math.abs(factor * SECOND_NS - whole) < 1e-6) return rounded(offset) + raw * BigInt(whole);
  return rounded(offset + factor * Number(raw));
}

function rounded(seconds: number): bigint {
  const ns = Math.round(seconds * SECOND_NS);
  if (!Number.isFinite(ns)) throw new Error("a time is not a number");
  return BigInt(ns);
}

interface Ahead {
  readonly group: number;
  readonly frame: CanFrame;
}

/** By time: each group has its own records. */
function* merged(groups: readonly Generator<CanFrame | undefined>[]): Generator<CanFrame | undefined> {
  /** The next one of each group, the latest first. */
  const ahead: Ahead[] = [];
  const advance = function* (group: number): Generator<undefined> {
    let { done, value: frame } = groups[group]!.next();
    for (; done !== true && frame === undefined; { done, value: frame } = groups[group]!.next()) yield;
    if (frame === undefined) return;
    let [at, end] = [0, ahead.length];
    while (at < end) {
      const middle = (at + end) >> 1;
      if (isBefore({ group, frame }, ahead[middle]!)) at = middle + 1;
      else end = middle;
    }
    ahead.splice(at, 0, { group, frame });
  };
  for (const group of groups.keys()) yield* advance(group);
  for (let first = ahead.pop(); first !== undefined; first = ahead.pop()) {
    yield first.frame;
    yield* advance(first.group);
  }
}

function isBefore(a: Ahead, b: Ahead): boolean {
  const [aNs, bNs] = [a.frame.timeNs ?? 0n, b.frame.timeNs ?? 0n];
  return aNs === bNs ? a.group < b.group : aNs < bNs;
}

export const MDF4: CanRecording = {
  name: "MDF4",
  recognises: (first) => /^(MDF {5}|UnFinMF )\d\./.test(first.toString("latin1", 0, 10)),
  open: () => new Mdf4Reader(),
};
