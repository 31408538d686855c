/** The contract between generated codecs and their callers. Published, with what computes from it, as `structline/codec`. */

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

/** One array, reused from message to message; entry `i` belongs to the field `i` of those that are stored, undefined where the message lacks it. */
export type ColumnValues = (ColumnValue | undefined)[];

/** Open where an end is absent. */
export interface ValueRange {
  readonly min?: number;
  readonly max?: number;
}

/** Between which values all is well; what lies outside of `warn` is worth a look, outside of `alarm` it is serious. */
export interface FieldLimits {
  readonly warn?: ValueRange;
  readonly alarm?: ValueRange;
  /** How long a value has to lie outside until it counts, ms. */
  readonly holdMs?: number;
}

/** What a codec's table says of a field: all that does not follow from the rest. `fieldsOf` fills that in. */
export interface FieldEntry {
  /** C designator from the struct's beginning: `gps.v[0]`. A text (`char[n]`) is one field. */
  readonly path: string;
  /** The type as declared: `uint16_t`, `char[16]`. */
  readonly ctype: string;
  /** `text` is `char[n]`, up to its first NUL, UTF-8. */
  readonly scalar: ScalarType | "text";
  /** Bytes from the beginning of the struct. */
  readonly byteOffset: number;
  /** Bit-fields only: bits from the least significant bit of that byte (from the most significant one in a big-endian channel). */
  readonly bitOffset?: number;
  /** Bits; bit-fields and texts only. */
  readonly bitWidth?: number;
  /** Where it is not the channel's: `@order`, `__be16`. */
  readonly byteOrder?: "little" | "big";
  /** The struct's own initialiser for this field, when it has one. */
  readonly initial?: ColumnValue;
  /** Stored name, where it is not the path with `.` between members and before array indices (`gps.v.0`). */
  readonly column?: string;
  /** The field tells versions of the firmware apart: what it holds in messages of this layout. */
  readonly version?: number;
  /** The channel's `store_exclude` leaves it out of stored rows. */
  readonly excluded?: true;
  readonly unit?: string;
  /** Names of stored values: of an enum, or of the rule's `states`. */
  readonly states?: Readonly<Record<string, string>>;
  /** Of the rule's `warn`, `alarm` and `hold`, for the stored value. */
  readonly limits?: FieldLimits;
  /** The rule's expression as written. */
  readonly expr?: string;
  /** The expression cannot be inverted: `fromStored` takes this field's raw value, under this key (its path, unless that is another field's stored name). */
  readonly rawKey?: string;
  /** How records have a 64-bit integer, where that is not as a `bigint`. */
  readonly int64?: "number" | "string";
  /** The field holds a checksum. */
  readonly check?: CheckInfo;
  /** What the field is to its message: `@seq`, `@time`, `@samples`. */
  readonly tag?: FieldTag;
  /** Messages may lack the field: the tags that say when, outermost first: `@count: n`, `@if: flags & 1`. */
  readonly presence?: string;
}

export type FieldTag = SequenceTag | TimeTag | SampleTag;

/** The field counts up with each message, modulo its width. */
export interface SequenceTag {
  readonly kind: "seq";
  /** Whether each struct of a sender is counted by itself, or all that say so together. */
  readonly of: "message" | "sender";
  readonly byteOrder: "little" | "big";
}

/** The field is the sender's clock, or the week of one. */
export interface TimeTag {
  readonly kind: "time";
  readonly unit: "s" | "ms" | "us" | "ns" | "week";
  /** `either`: since 1970 where the value can be that, else since the sender was switched on. `week`: of GPS time. */
  readonly since: "boot" | "epoch" | "either" | "week";
  readonly byteOrder: "little" | "big";
}

/** The field is one of a run of samples, each of which has a row of its own. */
export interface SampleTag {
  readonly kind: "sample";
  /** The stored name of the whole run. */
  readonly column: string;
  /** When it was taken, counted from the message's time, ns. */
  readonly offsetNs: number;
  /** Path of the array, where messages have parts of it and the last element that is there was taken at the message's time. */
  readonly lastOf?: string;
  /** The element's number, of an array whose rows have one (`@samples: index`). */
  readonly index?: number;
  /** Stored name of that number. */
  readonly indexColumn?: string;
}

/** A field that holds a checksum of its frame. */
export interface CheckInfo {
  /** As the RevEng catalogue names it: `crc16/modbus`; or `sum8`, `xor8`, `fletcher16`, `adler32`. */
  readonly algorithm: string;
  readonly byteOrder: "little" | "big";
  /** First byte that it covers, from the struct's beginning; absent: from the frame's. */
  readonly from?: number;
  /** One past the last byte, from the struct's beginning. */
  readonly to: number;
}

/** What a stored value is compared with: `mode == 3`. */
export interface Comparison {
  /** As declared: whose newest message is asked. */
  readonly struct: string;
  /** Stored name. */
  readonly column: string;
  readonly is: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly value: number | string | boolean;
}

/** The struct is sent to the firmware: the header's `@command`. */
export interface CommandInfo {
  /** Struct that acknowledges it, as declared; absent: nothing does. */
  readonly ack?: string;
  /** How long its acknowledgement may take, ms. */
  readonly timeoutMs?: number;
  /** What holds in an acknowledgement that does not refuse; absent: everything. */
  readonly accepted?: readonly Comparison[];
  /** It is dangerous: who orders it says so twice. */
  readonly confirm?: true;
  /** What must hold in the newest messages of the one who gets it. */
  readonly interlock?: readonly Comparison[];
  /** How old those messages may be, ms. */
  readonly freshMs?: number;
}

/** One field of the flattened struct. */
export interface FieldInfo extends FieldEntry {
  /** 0 unless a bit-field. */
  readonly bitOffset: number;
  /** The full width unless a bit-field. */
  readonly bitWidth: number;
  readonly bitField: boolean;
  /** Stored name. */
  readonly column: string;
  readonly kind: ColumnKind;
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

/** What records may have arrays of numbers as, by `typed_arrays`. */
export type NumericArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigUint64Array
  | BigInt64Array;

/** A record of which any part may be missing, also inside nested structs and arrays. */
export type PartialRecord<T> = T extends ColumnValue
  ? T
  : T extends NumericArray
    ? T | readonly (T[number] | undefined)[]
    : T extends readonly (infer Element)[]
      ? readonly (PartialRecord<Element> | undefined)[]
      : { readonly [Key in keyof T]?: PartialRecord<T[Key]> | undefined };

/** A record that may be written to, also inside nested structs and arrays. */
export type Writable<T> = T extends ColumnValue | NumericArray ? T : { -readonly [Key in keyof T]: Writable<T[Key]> };

/** A decoded message; a channel's messages are a union of these, told apart by `id` or `name`. */
export interface Message<Id extends number = number, Name extends string = string, Raw extends object = object> {
  readonly id: Id;
  readonly name: Name;
  readonly raw: Raw;
}

/** What a channel's `encode` takes: a message as `decode` gives it, of which any field may be missing. */
export interface Outgoing<Id extends number = number, Raw extends object = object> {
  readonly id: Id;
  readonly raw: PartialRecord<Raw>;
}

/** Bytes that are not a message of the channel. */
export interface Undecoded {
  readonly id: undefined;
  readonly name: undefined;
  readonly reason: "too-short" | "unknown-id" | "wrong-length" | "checksum";
  /** The struct ID that was read, where there are enough bytes for one. */
  readonly receivedId: number | undefined;
  readonly bytes: Uint8Array;
}

/**
 * Bytes ⇄ record of one message struct. Generated, stateless, keeps no reference to `view`.
 * `Input` differs from `Partial<Stored>` only where an expression cannot be inverted (`FieldEntry.rawKey`).
 */
export interface StructCodec<
  Raw extends object = object,
  Stored extends object = object,
  Input extends object = PartialRecord<Stored>,
> {
  /** As declared: `struct_cap_r`. */
  readonly name: string;
  /** Struct ID, 0–255: the second byte of the message; in a channel that says where its ID stands, what it reads there (a text as one big-endian number). */
  readonly id: number;
  /** Declared length, bytes: the initial value of the first field. */
  readonly length: number;
  /** End of the last field, bytes. */
  readonly wireSize: number;
  /** sizeof under the channel's ABI, bytes. */
  readonly size: number;
  /** A byte that the trailer's checksum covers beside the frame. */
  readonly checkExtra?: number;
  /** Measurement name: `02_cap_r`. */
  readonly measurement: string;
  /** How often a message is sent, ms: the header's `@every`. */
  readonly everyMs?: number;
  /** It is sent to the firmware: the header's `@command`. */
  readonly command?: CommandInfo;
  /** The layout's number, eight hexadecimal digits: it changes with names, types and places of fields, not with rules. */
  readonly schema: string;
  /** Declaration order, flattened. */
  readonly fields: readonly FieldEntry[];
  /** Only where messages of the struct differ in what they have: `@count`, `@if`. */
  readonly variable?: VariableSize;
  /**
   * Raw field values; nested structs as objects, arrays as arrays, `char[n]` as text, 64-bit integers as bigint. Absent elements and members are absent.
   * @param byteLength of the message, for a struct with `variable`; default: all that follows byteOffset
   * @throws RangeError when fewer than wireSize bytes (with `variable`: than the message has to have) follow byteOffset
   */
  decode(view: DataView, byteOffset?: number, byteLength?: number): Raw;
  /**
   * Decodes into a record that `decode` made; no object is built, but for what messages may lack.
   * @throws RangeError as `decode`
   */
  decodeInto(view: DataView, byteOffset: number, into: Writable<Raw>, byteLength?: number): void;
  /**
   * Writes wireSize bytes (padding as 0), with `variable` as many as `sizeOf` says. Values are stored modulo their width, as C does; missing fields take the struct's initialisers, else 0.
   * Text is cut before the first character that does not fit. Of a union, the members given are written in declaration order.
   * @throws RangeError when fewer bytes follow byteOffset, or for a count that the struct cannot have
   */
  encode(record: PartialRecord<Raw>, view: DataView, byteOffset?: number): void;
  /** Rules applied: a flat record of all fields (also those that `store_exclude` leaves out of rows), stored name → value. */
  toStored(raw: Raw): Stored;
  /**
   * Rules inverted where the expression allows it, integers rounded; what is not given is not in the result. The rest is asked for as raw values under the declared name (`FieldEntry.rawKey`).
   * @throws RangeError naming the field for which an inverted rule gives no whole number
   */
  fromStored(stored: Input): PartialRecord<Raw>;
  /**
   * Column values in the order of `storedFieldsOf`, ready for a store: no object is built on the way.
   * @throws RangeError as `decode`
   */
  storedValues(view: DataView, byteOffset: number, into: ColumnValues, byteLength?: number): void;
}

/** How much of a struct its messages have. Arrays with `@count` and members with `@if` at its end follow each other; all others keep their places. */
export interface VariableSize {
  /** Bytes of the smallest message. */
  readonly leastSize: number;
  /**
   * The bytes that the message has to have by its counts and conditions: `byteLength` where it has them; a text (one sentence
   * without its end) for a count that the struct cannot have.
   * @param byteLength of the message; what the view lacks of it is taken for 0
   */
  extent(view: DataView, byteOffset: number, byteLength: number): number | string;
  /**
   * The bytes that `encode` writes.
   * @throws RangeError for a count that the struct cannot have
   */
  sizeOf(record: object): number;
}

/** All message structs of a channel. */
export interface ChannelCodecs {
  readonly name: string;
  readonly structs: readonly StructCodec[];
  /** Indexed by struct ID. */
  readonly byId: Readonly<Record<number, StructCodec | undefined>>;
  /** How frames are made up and cut out of a stream, where the channel's section says it; `structline/frames` reads it. */
  readonly frames?: { readonly format?: object; readonly framing?: object };
  /** Name of this version of the firmware, where the channel has several. */
  readonly version?: string;
  /** Older versions that still send, newest first. */
  readonly older?: readonly ChannelCodecs[];
  /** Layouts that no version has any more, rebuilt from what the generator keeps of them. */
  readonly former?: readonly StructCodec[];
}
