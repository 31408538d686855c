/** A table as NetCDF 4: a group with the dimension `time`, and a variable for each column. xarray reads it. [NetCDF-4 file format, Unidata] */

import type { Batch } from "../../model/batch.ts";
import { u32, u64, utf8 } from "./bytes.ts";
import { type Filled, filledColumns, timesOf } from "./columns.ts";
import { type Attribute, Hdf5File, type Placed, textAttribute } from "./file.ts";
import {
  compound,
  endedText,
  F64,
  I8,
  I32,
  I64,
  LONG_TEXT,
  REFERENCE,
  sequence,
  type Type,
  U32,
  U64,
} from "./types.ts";

/** The library's provenance attribute. */
const PROPERTIES = "version=2,structline=1";

/** @param group its name @param finest the finest unit of times @throws TooLargeForFormat */
export function netcdfFile(batch: Batch, group: string, finest: Unit = NANOSECONDS): Uint8Array<ArrayBuffer> {
  const file = new Hdf5File();
  const members = new Map<string, Placed>();
  const columns = filledColumns(batch);
  const times = timesOf(batch);
  const unit = times?.some((time) => time % MICROSECONDS.ns !== 0n) ? finest : MICROSECONDS;
  const scaleName = times === undefined ? "index" : "time";
  const referring: Placed[] = [];
  const scale = file.dataset({
    type: I64,
    shape: [batch.rows],
    data: timeValues(times, batch.rows, unit),
    attributes: () => [
      ended("CLASS", "DIMENSION_SCALE"),
      ended("NAME", scaleName),
      dimension(),
      ...(times === undefined ? [] : timeAttributes(unit)),
      ...(columns.length === 0 ? [] : [referenceList(columns.length, referring)]),
    ],
  });
  members.set(scaleName, scale);
  // All variables share one list, since each has one dimension.
  const list = file.heap([{ data: () => u64(scale.address), bytes: 8, length: 1 }]);
  for (const column of columns) {
    const name = freeName(column.name, members);
    const { type, data, attributes } = variable(file, column, batch.rows);
    const variableOf = file.dataset({
      type,
      shape: [batch.rows],
      data,
      attributes: () => [
        dimension(),
        { name: "DIMENSION_LIST", type: sequence(REFERENCE), shape: [1], data: list() },
        ...attributes,
        ...(name === column.name ? [] : [textAttribute("long_name", column.name)]),
      ],
    });
    referring.push(variableOf);
    members.set(name, variableOf);
  }
  const top = file.group(members, []);
  return file.end(file.group(new Map([[group, top]]), [textAttribute("_NCProperties", PROPERTIES)]));
}

/** Zero-terminated, as the library of dimension scales requires. [HDF5 Dimension Scale Specification, 3] */
function ended(name: string, value: string): Attribute {
  const data = utf8(`${value}\0`);
  return { name, type: endedText(data.length), shape: [], data };
}

function dimension(): Attribute {
  return { name: "_Netcdf4Dimid", type: I32, shape: [], data: u32(0) };
}

/** The variables that use a scale. The list's size is known before their addresses are. */
function referenceList(count: number, referring: readonly Placed[]): Attribute {
  const members = [
    { name: "dataset", type: REFERENCE },
    { name: "dimension", type: U32 },
  ];
  const data = new Uint8Array(16 * count);
  for (const [index, { address }] of referring.entries()) data.set(u64(address), 16 * index);
  return { name: "REFERENCE_LIST", type: compound(members, 16), shape: [count], data };
}

interface Unit {
  readonly name: string;
  readonly ns: bigint;
}

/** Every reader understands them. */
export const MICROSECONDS: Unit = { name: "microseconds", ns: 1000n };
const NANOSECONDS: Unit = { name: "nanoseconds", ns: 1n };

function timeValues(times: BigInt64Array | undefined, rows: number, { ns }: Unit): Uint8Array<ArrayBuffer> {
  const values = Array.from({ length: rows }, (_, row) => (times === undefined ? BigInt(row) : times[row]! / ns));
  return new Uint8Array(BigInt64Array.from(values).buffer);
}

function timeAttributes({ name }: Unit): Attribute[] {
  return [
    textAttribute("units", `${name} since 1970-01-01 00:00:00`),
    textAttribute("calendar", "proleptic_gregorian"),
    textAttribute("standard_name", "time"),
  ];
}

interface Variable {
  readonly type: Type;
  readonly data: Uint8Array<ArrayBuffer>;
  readonly attributes: readonly Attribute[];
}

/** NetCDF's own fill values of 64-bit integers, which netCDF4 takes for gaps: an own fill value would make floats of all in xarray. */
const DEFAULT_FILLS: ReadonlySet<bigint> = new Set([2n - 2n ** 63n, 2n ** 64n - 2n]);

function variable(file: Hdf5File, { kind, at }: Filled, rows: number): Variable {
  const all = <Value>() => Array.from({ length: rows }, (_, row) => at(row) as Value);
  switch (kind) {
    case "float": {
      const nan = new Uint8Array(Float64Array.of(Number.NaN).buffer);
      const fill: Attribute = { name: "_FillValue", type: F64, shape: [1], data: nan };
      return { type: F64, data: new Uint8Array(Float64Array.from(all<number>()).buffer), attributes: [fill] };
    }
    case "integer":
    case "unsigned": {
      const values = all<bigint>();
      if (values.some((value) => DEFAULT_FILLS.has(value))) return textVariable(file, values.map(String));
      const [type, array] = kind === "integer" ? [I64, BigInt64Array] : [U64, BigUint64Array];
      return { type, data: new Uint8Array(array.from(values).buffer), attributes: [] };
    }
    case "boolean":
      // xarray's convention: NetCDF has no booleans.
      return { type: I8, data: Uint8Array.from(all<number>()), attributes: [textAttribute("dtype", "bool")] };
    case "text":
      return textVariable(file, all<string>());
  }
}

function textVariable(file: Hdf5File, values: readonly string[]): Variable {
  const texts = values.map((value) => utf8(value.replaceAll("\0", "")));
  const entries = file.heap(texts.map((data) => ({ data: () => data, bytes: data.length, length: data.length })));
  return { type: LONG_TEXT, data: entries(), attributes: [] };
}

/** NetCDF names contain no `/` and do not begin or end with a blank. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replace(/[/\p{Cc}]/gu, "_").trim() || "_";
  const good = /^[\p{L}\p{N}_]/u.test(plain) ? plain : `_${plain}`;
  let free = good;
  for (let number = 2; taken.has(free); number++) free = `${good}_${number}`;
  return free;
}
