/**
 * Arrow's IPC stream, and its file format with an index at the end (Feather). Record batches hold the columns
 * unchanged.
 */

import type { Data, DataType } from "apache-arrow";
import type { Encode, EncodeOptions } from "../../export/encode.ts";
import type { BatchColumn, ColumnType, Table } from "../../model/batch.ts";

type Arrow = typeof import("apache-arrow");

export const encodeArrow: Encode = (table, options) => encode(table, options, "RecordBatchStreamWriter");
export const encodeFeather: Encode = (table, options) => encode(table, options, "RecordBatchFileWriter");

async function* encode(
  { columns, batches }: Table,
  { timeZone }: EncodeOptions,
  kind: "RecordBatchStreamWriter" | "RecordBatchFileWriter",
): AsyncGenerator<Uint8Array> {
  const arrow = await import("apache-arrow");
  const types = columns.map(({ type }) => typeOf(arrow, type, timeZone));
  const schema = new arrow.Schema(columns.map(({ name }, index) => new arrow.Field(name, types[index]!, true)));
  const pieces: Uint8Array[] = [];
  class Sink extends arrow.AsyncByteQueue {
    override write(value: Parameters<InstanceType<Arrow["AsyncByteQueue"]>["write"]>[0]): void {
      // The writer reuses its buffers: copy them.
      if (value instanceof Uint8Array && value.byteLength > 0) pieces.push(value.slice());
    }
  }
  const writer = new arrow[kind]();
  writer.reset(new Sink(), schema);
  for await (const { rows, columns: values } of batches) {
    const children = values.map((column, index) => dataOf(arrow, column, types[index]!, rows));
    const struct = arrow.makeData({ type: new arrow.Struct(schema.fields), length: rows, nullCount: 0, children });
    writer.write(new arrow.RecordBatch(schema, struct));
    if (pieces.length > 0) yield Buffer.concat(pieces.splice(0));
  }
  writer.finish();
  if (pieces.length > 0) yield Buffer.concat(pieces.splice(0));
}

function typeOf(arrow: Arrow, type: ColumnType, timeZone: string): DataType {
  switch (type) {
    case "float":
      return new arrow.Float64();
    case "integer":
      return new arrow.Int64();
    case "unsigned":
      return new arrow.Uint64();
    case "boolean":
      return new arrow.Bool();
    case "string":
      return new arrow.Utf8();
    case "time":
      return new arrow.TimestampNanosecond(timeZone);
  }
}

function dataOf(arrow: Arrow, column: BatchColumn, type: DataType, rows: number): Data {
  const { valid } = column;
  const nulls =
    valid === undefined
      ? { nullCount: 0 }
      : { nullBitmap: bits(valid), nullCount: valid.filter((one) => one === 0).length };
  const common = { type, length: rows, ...nulls };
  // The library's types tie each type to its data; a union of types breaks that.
  const make = arrow.makeData as (props: object) => Data;
  if (column.type === "string") return make({ ...common, ...utf8(column.values) });
  return make({ ...common, data: column.type === "boolean" ? bits(column.values) : column.values });
}

/** Least significant bit first. [Arrow columnar format, Validity bitmaps] */
function bits(flags: Uint8Array): Uint8Array {
  const bytes = new Uint8Array((flags.length + 7) >> 3);
  for (let i = 0; i < flags.length; i++) if (flags[i] !== 0) bytes[i >> 3]! |= 1 << (i & 7);
  return bytes;
}

function utf8(texts: readonly string[]): { readonly valueOffsets: Int32Array; readonly data: Uint8Array } {
  const data = Buffer.from(texts.join(""), "utf8");
  const valueOffsets = new Int32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) valueOffsets[i + 1] = valueOffsets[i]! + Buffer.byteLength(texts[i]!, "utf8");
  return { valueOffsets, data };
}
