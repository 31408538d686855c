/**
 * The contract between generated codecs and whoever uses them. Types only: importing it costs nothing at run time.
 * Published as `structline/codec`.
 */

/** Scalar C types by what they are on the wire. */
export type ScalarType =
  | "uint8"
  | "int8"
  | "uint16"
  | "int16"
  | "uint32"
  | "int32"
  | "uint64"
  | "int64"
  | "float32"
  | "float64"
  | "bool";

/** How a column is kept in a store: `float` is IEEE 754 binary64, `integer` 64 bits in the field's own signedness. */
export type ColumnKind = "float" | "integer" | "string" | "boolean";

export type ColumnValue = number | bigint | string | boolean;

/** One array, reused from message to message; entry `i` belongs to `columns[i]`. */
export type ColumnValues = ColumnValue[];

/** One field of the flattened struct, in declaration order. */
export interface FieldInfo {
  /** C designator from the struct's beginning: `gps.v[0]`. A text (`char[n]`) is one field. */
  readonly path: string;
  /** The type as declared: `uint16_t`, `char[16]`. */
  readonly ctype: string;
  /** `text` is `char[n]`, up to its first NUL, UTF-8. */
  readonly scalar: ScalarType | "text";
  /** Bytes from the beginning of the struct. */
  readonly byteOffset: number;
  /** Bits from the least significant bit of that byte (from the most significant one in a big-endian channel); 0 unless a bit-field. */
  readonly bitOffset: number;
  /** Bits; the full width unless a bit-field. */
  readonly bitWidth: number;
  readonly bitField: boolean;
  /** The struct's own initialiser for this field, when it has one. */
  readonly initial?: ColumnValue;
  /** Stored name: the rule's name, else the path with `.` between members and before array indices: `gps.v.0`. */
  readonly column: string;
  readonly kind: ColumnKind;
  /** The channel's `store_exclude` leaves it out of stored rows. */
  readonly excluded?: true;
  readonly unit?: string;
  /** The rule's expression as written. */
  readonly expr?: string;
  /** The expression cannot be inverted: `untransform` takes this field's raw value, under this key (its path, unless that is another field's stored name). */
  readonly rawKey?: string;
}

/** One stored column. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Kind `integer` only: the values are unsigned. */
  readonly unsigned?: true;
  readonly unit?: string;
  /** The field it comes from (`FieldInfo.path`). */
  readonly field: string;
}

/** A record of which any part may be missing, also inside nested structs and arrays. */
export type PartialRecord<T> = T extends ColumnValue
  ? T
  : T extends readonly (infer Element)[]
    ? readonly (PartialRecord<Element> | undefined)[]
    : { readonly [Key in keyof T]?: PartialRecord<T[Key]> | undefined };

/**
 * Bytes ⇄ record of one message struct. Generated, stateless, keeps no reference to `view`.
 * `Input` differs from `Partial<Stored>` only where an expression cannot be inverted (`FieldInfo.rawKey`).
 */
export interface StructCodec<
  Raw extends object = object,
  Stored extends object = object,
  Input extends object = PartialRecord<Stored>,
> {
  /** As declared: `struct_cap_r`. */
  readonly name: string;
  /** Struct ID, 0–255: the second byte of the message. */
  readonly id: number;
  /** Declared length, bytes: the initial value of the first field. */
  readonly length: number;
  /** End of the last field, bytes. */
  readonly wireSize: number;
  /** sizeof under the channel's ABI, bytes. */
  readonly size: number;
  /** Measurement name: `02_cap_r`. */
  readonly measurement: string;
  /** Declaration order, flattened. */
  readonly fields: readonly FieldInfo[];
  /** Stored columns, in the order of `values`. */
  readonly columns: readonly Column[];
  /**
   * Raw field values; nested structs as objects, arrays as arrays, `char[n]` as text, 64-bit integers as bigint.
   * @throws RangeError when fewer than wireSize bytes follow byteOffset
   */
  decode(view: DataView, byteOffset?: number): Raw;
  /**
   * Writes wireSize bytes (padding as 0). Values are stored modulo their width, as C does; missing fields take the struct's initialisers, else 0.
   * Text is cut before the first character that does not fit. Of a union, the members given are written in declaration order.
   * @throws RangeError when fewer than wireSize bytes follow byteOffset
   */
  encode(record: PartialRecord<Raw>, view: DataView, byteOffset?: number): void;
  /** Rules applied: a flat record of all fields (also those that `store_exclude` leaves out of rows), stored name → value. */
  transform(raw: Raw): Stored;
  /** Rules inverted where the expression allows it, integers rounded; the rest is asked for as raw values under the declared name (`FieldInfo.rawKey`). */
  untransform(stored: Input): PartialRecord<Raw>;
  /** Column values in `columns` order, ready for a store: no object is built on the way. */
  values(view: DataView, byteOffset: number, into: ColumnValues): void;
}

/** All message structs of a channel. */
export interface ChannelCodecs {
  readonly name: string;
  readonly structs: readonly StructCodec[];
  /** Indexed by struct ID. */
  readonly byId: readonly (StructCodec | undefined)[];
}
