/** A codec's fields and stored columns: its table, completed with everything that follows from it. */

import type { Column, ColumnKind, FieldEntry, FieldInfo, StructCodec } from "./struct-codec.ts";

const KNOWN = new WeakMap<readonly FieldEntry[], readonly FieldInfo[]>();
const FIELDS_OF_COLUMNS = new WeakMap<readonly FieldEntry[], Map<string, FieldInfo>>();
const COLUMNS = new WeakMap<readonly FieldEntry[], readonly Column[]>();

/** Fields of the flattened struct, in declaration order. */
export function fieldsOf({ fields }: Pick<StructCodec, "fields">): readonly FieldInfo[] {
  let known = KNOWN.get(fields);
  if (known === undefined) {
    known = fields.map(fieldInfo);
    KNOWN.set(fields, known);
  }
  return known;
}

/** Stored fields in the order of `storedValues`. */
export function storedFieldsOf(codec: Pick<StructCodec, "fields">): FieldInfo[] {
  return fieldsOf(codec).filter((field) => field.excluded !== true);
}

/** Stored columns in the order of their fields; a run of samples is one column. */
export function columnsOf(codec: Pick<StructCodec, "fields">): readonly Column[] {
  let known = COLUMNS.get(codec.fields);
  if (known === undefined) {
    const columns = new Map<string, Column>();
    for (const field of storedFieldsOf(codec)) {
      const name = storedName(field);
      const { tag, path } = field;
      const number = tag?.kind === "sample" ? tag.indexColumn : undefined;
      if (number !== undefined && !columns.has(number))
        columns.set(number, { name: number, kind: "float", field: path });
      if (!columns.has(name)) columns.set(name, { ...column(field), name });
    }
    known = [...columns.values()];
    COLUMNS.set(codec.fields, known);
  }
  return known;
}

/** The column that stores the field's value. */
export function storedName({ column: name, tag }: Pick<FieldInfo, "column" | "tag">): string {
  return tag?.kind === "sample" ? tag.column : name;
}

/** The field of a stored column (for a run of samples, the first one); undefined for an unknown column. */
export function fieldOfColumn(codec: Pick<StructCodec, "fields">, column: string): FieldInfo | undefined {
  let known = FIELDS_OF_COLUMNS.get(codec.fields);
  if (known === undefined) {
    known = new Map();
    for (const field of fieldsOf(codec)) {
      const name = storedName(field);
      if (!known.has(name)) known.set(name, field);
    }
    FIELDS_OF_COLUMNS.set(codec.fields, known);
  }
  return known.get(column);
}

/** The stored name of a field that no rule renames: `gps.v[0]` → `gps.v.0`. */
export function defaultColumn(path: string): string {
  return path.replace(/\[(\d+)\]/g, ".$1");
}

/** The steps of a path: `gps.v[0]` → `gps`, `v`, `0`. */
export function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== "");
}

/** A field's value in a record; undefined if the record does not have the field. */
export function valueAt(record: unknown, steps: readonly string[]): unknown {
  let value: unknown = record;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return value;
}

function fieldInfo(entry: FieldEntry): FieldInfo {
  return {
    ...entry,
    bitOffset: entry.bitOffset ?? 0,
    bitWidth: entry.bitWidth ?? WIDTHS[entry.scalar],
    bitField: entry.bitOffset !== undefined,
    column: entry.column ?? defaultColumn(entry.path),
    kind: kindOf(entry),
  };
}

/**
 * Rules produce numbers. All numbers are floats, so that a rule added later never conflicts with stored values. [D15]
 */
function kindOf({ scalar, expr }: FieldEntry): ColumnKind {
  if (scalar === "text") return "string";
  if (expr !== undefined) return "float";
  if (scalar === "bool") return "boolean";
  return scalar === "uint64" || scalar === "int64" ? "integer" : "float";
}

function column({ column: name, kind, scalar, unit, path }: FieldInfo): Column {
  return {
    name,
    kind,
    ...(kind === "integer" && scalar === "uint64" ? { unsigned: true } : {}),
    ...(unit === undefined ? {} : { unit }),
    field: path,
  };
}

/** Widths in bits. The table entry of a text has its own. */
const WIDTHS: Readonly<Record<FieldEntry["scalar"], number>> = {
  bool: 8,
  uint8: 8,
  int8: 8,
  uint16: 16,
  int16: 16,
  uint32: 32,
  int32: 32,
  float32: 32,
  uint64: 64,
  int64: 64,
  float64: 64,
  text: 0,
};
