/** A table as `pandas.DataFrame.to_hdf(format="table", data_columns=True)` writes it with PyTables: `pandas.read_hdf` reads it. */

import { TooLargeForFormat } from "../../export/encode.ts";
import type { Batch } from "../../model/batch.ts";
import { u64, utf8 } from "./bytes.ts";
import { type Filled, filledColumns, timesOf } from "./columns.ts";
import { type Attribute, Hdf5File, type Placed, textAttribute } from "./file.ts";
import { array, B8, compound, F64, I64, type Type, text, U64 } from "./types.ts";

const MOST_BYTES = 2 ** 28;

/** A column of the table, under a name that PyTables accepts. */
interface Member {
  readonly column: Filled;
  readonly name: string;
  readonly isNamed: boolean;
  readonly type: Type;
  /** numpy's dtype. */
  readonly dtype: string;
  readonly write: (view: DataView, at: number, row: number) => void;
}

/** @param group its name @throws TooLargeForFormat */
export function pandasFile(batch: Batch, group: string): Uint8Array<ArrayBuffer> {
  const file = new Hdf5File();
  const members = membersOf(filledColumns(batch), batch.rows);
  const table = tableOf(file, members, batch);
  const top = file.group(new Map([["table", table]]), [...classOf("GROUP", "1.0"), ...frameAttributes(members, batch)]);
  const version = textAttribute("PYTABLES_FORMAT_VERSION", "2.1");
  return file.end(file.group(new Map([[group, top]]), [...classOf("GROUP", "1.0"), version]));
}

function membersOf(columns: readonly Filled[], rows: number): Member[] {
  let blocks = 0;
  return columns.map((column): Member => {
    const isNamed = /^(?!_[cfgv]_|index$|values_block_)[^/\0]+$/.test(column.name) && column.name !== ".";
    const name = isNamed ? column.name : `values_block_${blocks++}`;
    const value = writing(column, rows);
    return { column, name, isNamed, ...value, type: isNamed ? value.type : array(value.type, 1) };
  });
}

function writing({ kind, at }: Filled, rows: number): Pick<Member, "type" | "dtype" | "write"> {
  switch (kind) {
    case "float":
      return { type: F64, dtype: "float64", write: (view, to, row) => view.setFloat64(to, at(row) as number, true) };
    case "integer":
      return { type: I64, dtype: "int64", write: (view, to, row) => view.setBigInt64(to, at(row) as bigint, true) };
    case "unsigned":
      return { type: U64, dtype: "uint64", write: (view, to, row) => view.setBigUint64(to, at(row) as bigint, true) };
    case "boolean":
      return { type: B8, dtype: "bool", write: (view, to, row) => view.setUint8(to, Number(at(row))) };
    case "text": {
      const texts = Array.from({ length: rows }, (_, row) => utf8(at(row) as string));
      const size = texts.reduce((most, { length }) => Math.max(most, length), 1);
      const write = (view: DataView, to: number, row: number) =>
        new Uint8Array(view.buffer, view.byteOffset + to, size).set(texts[row]!);
      return { type: text(size, "ascii"), dtype: `bytes${size * 8}`, write };
    }
  }
}

function tableOf(file: Hdf5File, members: readonly Member[], batch: Batch): Placed {
  const all = [{ name: "index", type: I64 }, ...members];
  const type = compound(all);
  // In every row, texts have the length of the longest one.
  if (type.size * batch.rows > MOST_BYTES)
    throw new TooLargeForFormat("a text is too long: HDF5 tables give every row the length of the longest text");
  const data = new Uint8Array(type.size * batch.rows);
  const view = new DataView(data.buffer);
  const times = timesOf(batch);
  for (let row = 0, at = 0; row < batch.rows; row++) {
    view.setBigInt64(at, times?.[row] ?? BigInt(row), true);
    at += I64.size;
    for (const member of members) {
      member.write(view, at, row);
      at += member.type.size;
    }
  }
  const attributes = [
    ...classOf("TABLE", "2.7"),
    ...all.map(({ name }, index) => textAttribute(`FIELD_${index}_NAME`, name)),
    number("NROWS", batch.rows),
    textAttribute("index_kind", times === undefined ? "integer" : "datetime64"),
    ...members.flatMap(({ name, dtype, column }) => [
      textAttribute(`${name}_dtype`, dtype),
      pickle(`${name}_kind`, [column.name]),
      pickle(`${name}_meta`, null),
    ]),
  ];
  return file.dataset({ type, shape: [batch.rows], data, isChunked: true, attributes: () => attributes });
}

/** The attributes that pandas stores beside a frame's table. */
function frameAttributes(members: readonly Member[], batch: Batch): Attribute[] {
  const names = members.map(({ column }) => column.name);
  const index = timesOf(batch) === undefined ? {} : { tz: "UTC", index_name: "time" };
  return [
    textAttribute("pandas_type", "frame_table"),
    textAttribute("table_type", "appendable_frame"),
    textAttribute("encoding", "UTF-8"),
    textAttribute("errors", "strict"),
    // Stands for a missing text.
    textAttribute("nan_rep", ""),
    number("levels", 1),
    pickle("index_cols", [[0, "index"] as Tuple]),
    pickle("non_index_axes", [[1, names] as Tuple]),
    pickle(
      "values_cols",
      members.map(({ name }) => name),
    ),
    pickle(
      "data_columns",
      members.filter(({ isNamed }) => isNamed).map(({ name }) => name),
    ),
    pickle("info", { index }),
  ];
}

function classOf(name: string, version: string): Attribute[] {
  return [textAttribute("CLASS", name), textAttribute("TITLE", ""), textAttribute("VERSION", version)];
}

function number(name: string, value: number): Attribute {
  return { name, type: I64, shape: [], data: u64(value) };
}

/** A tuple that begins with a number. */
type Tuple = readonly [number, Pickled];
type Pickled = null | string | number | Tuple | readonly Pickled[] | { readonly [key: string]: Pickled };

function pickle(name: string, value: Pickled): Attribute {
  return textAttribute(name, `${pickled(value)}.`, "ascii");
}

/**
 * Python's pickle, protocol 0. Everything but letters, digits and similar characters is escaped, so no text can end it.
 */
function pickled(value: Pickled): string {
  if (value === null) return "N";
  if (typeof value === "number") return `I${value}\n`;
  if (typeof value === "string") return `V${[...value].map(escaped).join("")}\n`;
  if (!Array.isArray(value))
    return `(d${Object.entries(value)
      .map(([key, member]) => `${pickled(key)}${pickled(member)}s`)
      .join("")}`;
  if (typeof value[0] === "number") return `(${value.map(pickled).join("")}t`;
  return `(l${value.map((item) => `${pickled(item)}a`).join("")}`;
}

function escaped(character: string): string {
  if (/^[\w .()[\]-]$/.test(character)) return character;
  const code = character.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
