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

/** @param group its name @throws TooLargeForFormat */
export function netcdfFile(batch: Batch, group: string): Uint8Array<ArrayBuffer> {
  const file = new Hdf5File();
  const members = new Map<string, Placed>();
  const columns = filledColumns(batch);
  const times = timesOf(batch);
  const scaleName = times === undefined ? "index" : "time";
  const referring: Placed[] = [];
  const scale = file.dataset({
    type: I64,
    shape: [batch.rows],
    ...timeValues(times, batch.rows),
    attributes: () => [
      ended("CLASS", "DIMENSION_SCALE"),
      ended("NAME", scaleName),
      dimension(),
      ...(times === undefined ? [] : timeAttributes(times)),
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

/** Microseconds, which every reader understands, unless that loses digits. */
function unitOf(times: BigInt64Array): { readonly name: string; readonly ns: bigint } {
  return times.every((time) => time % 1000n === 0n)
    ? { name: "microseconds", ns: 1000n }
    : { name: "nanoseconds", ns: 1n };
}

function timeValues(times: BigInt64Array | undefined, rows: number): { readonly data: Uint8Array<ArrayBuffer> } {
  const ns = times === undefined ? 1n : unitOf(times).ns;
  const values = BigInt64Array.from({ length: rows }, (_, row) => (times?.[row] ?? BigInt(row)) / ns);
  return { data: new Uint8Array(values.buffer) };
}

function timeAttributes(times: BigInt64Array): Attribute[] {
  const units = `${unitOf(times).name} since 1970-01-01 00:00:00`;
  return [
    textAttribute("units", units),
    textAttribute("calendar", "proleptic_gregorian"),
    textAttribute("standard_name", "time"),
  ];
}

function variable(
  file: Hdf5File,
  { kind, at }: Filled,
  rows: number,
): { readonly type: Type; readonly data: Uint8Array<ArrayBuffer>; readonly attributes: readonly Attribute[] } {
  const all = <Value>() => Array.from({ length: rows }, (_, row) => at(row) as Value);
  switch (kind) {
    case "float": {
      const nan = new Uint8Array(Float64Array.of(Number.NaN).buffer);
      const fill: Attribute = { name: "_FillValue", type: F64, shape: [1], data: nan };
      return { type: F64, data: new Uint8Array(Float64Array.from(all<number>()).buffer), attributes: [fill] };
    }
    case "integer":
      return { type: I64, data: new Uint8Array(BigInt64Array.from(all<bigint>()).buffer), attributes: [] };
    case "unsigned":
      return { type: U64, data: new Uint8Array(BigUint64Array.from(all<bigint>()).buffer), attributes: [] };
    case "boolean":
      // xarray's convention: NetCDF has no booleans.
      return { type: I8, data: Uint8Array.from(all<number>()), attributes: [textAttribute("dtype", "bool")] };
    case "text": {
      const texts = all<string>().map((value) => utf8(value.replaceAll("\0", "")));
      const entries = file.heap(texts.map((data) => ({ data: () => data, bytes: data.length, length: data.length })));
      return { type: LONG_TEXT, data: entries(), attributes: [] };
    }
  }
}

/** NetCDF names contain no `/` and do not begin or end with a blank. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replace(/[/\p{Cc}]/gu, "_").trim() || "_";
  const good = /^[\p{L}\p{N}_]/u.test(plain) ? plain : `_${plain}`;
  let free = good;
  for (let number = 2; taken.has(free); number++) free = `${good}_${number}`;
  return free;
}
