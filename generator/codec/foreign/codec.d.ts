/**
 * The contract between generated codecs and their callers. Published as `structline/codec`, with the functions that use
 * it.
 */
/** Scalar C types as they are on the wire. */
export type ScalarType = "uint8" | "int8" | "uint16" | "int16" | "uint32" | "int32" | "uint64" | "int64" | "float32" | "float64" | "bool";
/** The type of a stored column: `float` is IEEE 754 binary64, `integer` has 64 bits in the field's own signedness. */
export type ColumnKind = "float" | "integer" | "string" | "boolean";
export type ColumnValue = number | bigint | string | boolean;
/** One array, reused for each message. Entry `i` belongs to the stored field `i`; undefined if the message lacks it. */
export type ColumnValues = (ColumnValue | undefined)[];
/** A missing end is open. */
export interface ValueRange {
    readonly min?: number;
    readonly max?: number;
}
/** What a rule calls a state's colour; the page has a light and a dark shade of each. */
export type StateColour = "grey" | "amber" | "blue" | "green" | "red" | "violet" | "teal" | "yellow";
/** Ranges of normal values: outside `warn` deserves a look, outside `alarm` is serious. */
export interface FieldLimits {
    readonly warn?: ValueRange;
    readonly alarm?: ValueRange;
    /** How long a value must stay outside before it counts, ms. */
    readonly holdMs?: number;
    /** How far a value must be within a limit again until its alarm clears, in the value's unit. */
    readonly hysteresis?: number;
}
/** A field in a codec's table, without what follows from its other properties; `fieldsOf` adds that. */
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
    /** Byte order if it differs from the channel's: `@order`, `__be16`. */
    readonly byteOrder?: "little" | "big";
    /** The struct's own initialiser for this field, if any. */
    readonly initial?: ColumnValue;
    /** Stored name if it differs from the path with `.` between members and before array indices (`gps.v.0`). */
    readonly column?: string;
    /** The field distinguishes firmware versions: its value in messages of this layout. */
    readonly version?: number;
    /** The channel's `store_exclude` leaves it out of stored rows. */
    readonly excluded?: true;
    readonly unit?: string;
    /** Names of stored values: an enum's, or the rule's `states`. */
    readonly states?: Readonly<Record<string, string>>;
    /** Colours of those states to which the rule gives one. */
    readonly stateColours?: Readonly<Record<string, StateColour>>;
    /** The rule's `warn`, `alarm` and `hold`, for the stored value. */
    readonly limits?: FieldLimits;
    /** The rule's expression as written. */
    readonly expr?: string;
    /**
     * Set if the expression cannot be inverted: `fromStored` takes this field's raw value under this key (its path,
     * unless that is another field's stored name).
     */
    readonly rawKey?: string;
    /** Type of a 64-bit integer in records, if not `bigint`. */
    readonly int64?: "number" | "string";
    /** The field holds a checksum. */
    readonly check?: CheckInfo;
    /** The field's role in its message: `@seq`, `@time`, `@samples`. */
    readonly tag?: FieldTag;
    /** Set if messages may lack the field: the tags that decide it, outermost first: `@count: n`, `@if: flags & 1`. */
    readonly presence?: string;
}
export type FieldTag = SequenceTag | TimeTag | SampleTag;
/** The field counts up with each message, modulo its width. */
export interface SequenceTag {
    readonly kind: "seq";
    /** `message`: each struct of a sender has its own counter; `sender`: its structs share one. */
    readonly of: "message" | "sender";
    readonly byteOrder: "little" | "big";
}
/** The field is the sender's clock, or a part of it. */
export interface TimeTag {
    readonly kind: "time";
    readonly unit: "s" | "ms" | "us" | "ns" | "ps" | "week" | "day" | "fraction";
    /**
     * `either`: since 1970 if the value is plausible for that, else since the sender started. `week`: of GPS time. `cds`,
     * `cuc`: a part of a time of CCSDS.
     */
    readonly since: "boot" | "epoch" | "either" | "week" | "cds" | "cuc";
    /** Seconds from 1970 to the day that `cds` and `cuc` count from; default: 1958-01-01. */
    readonly epoch?: number;
    /** `cuc` counts no leap seconds. */
    readonly scale?: "utc";
    readonly byteOrder: "little" | "big";
}
/** The field is one of a run of samples; each sample becomes a row. */
export interface SampleTag {
    readonly kind: "sample";
    /** The stored name of the whole run. */
    readonly column: string;
    /** Time of the sample relative to the message's time, ns. */
    readonly offsetNs: number;
    /**
     * Path of the array if messages may contain only part of it and the last element present was taken at the message's
     * time.
     */
    readonly lastOf?: string;
    /** The element's index, for an array whose rows store it (`@samples: index`). */
    readonly index?: number;
    /** Stored name of that index. */
    readonly indexColumn?: string;
}
/** A field that holds a checksum of its frame. */
export interface CheckInfo {
    /** Name in the RevEng catalogue: `crc16/modbus`; or `sum8`, `xor8`, `fletcher16`, `adler32`. */
    readonly algorithm: string;
    readonly byteOrder: "little" | "big";
    /** First byte that it covers, from the struct's beginning; absent: the frame's beginning. */
    readonly from?: number;
    /** One past the last byte, from the struct's beginning. */
    readonly to: number;
}
/** A condition on a stored value: `mode == 3`. */
export interface Comparison {
    /** The struct as declared; its newest message is compared. */
    readonly struct: string;
    /** Stored name. */
    readonly column: string;
    readonly is: "==" | "!=" | "<" | "<=" | ">" | ">=";
    readonly value: number | string | boolean;
}
/** The struct is a command to the firmware: the header's `@command`. */
export interface CommandInfo {
    /** Struct that acknowledges it, as declared; absent: no acknowledgement. */
    readonly ack?: string;
    /** Maximum time until its acknowledgement, ms. */
    readonly timeoutMs?: number;
    /** Conditions that an accepting acknowledgement meets; absent: every acknowledgement accepts. */
    readonly accepted?: readonly Comparison[];
    /** A dangerous command: the caller must confirm it. */
    readonly confirm?: true;
    /** Conditions on the receiver's newest messages. */
    readonly interlock?: readonly Comparison[];
    /** Maximum age of those messages, ms. */
    readonly freshMs?: number;
}
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
    /** The field that it stores (`FieldInfo.path`). */
    readonly field: string;
}
/** Types of number arrays in records, with `typed_arrays`. */
export type NumericArray = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array | BigUint64Array | BigInt64Array;
/** A record in which any part may be missing, also inside nested structs and arrays. */
export type PartialRecord<T> = T extends ColumnValue ? T : T extends NumericArray ? T | readonly (T[number] | undefined)[] : T extends readonly (infer Element)[] ? readonly (PartialRecord<Element> | undefined)[] : {
    readonly [Key in keyof T]?: PartialRecord<T[Key]> | undefined;
};
/** A writable record, also inside nested structs and arrays. */
export type Writable<T> = T extends ColumnValue | NumericArray ? T : {
    -readonly [Key in keyof T]: Writable<T[Key]>;
};
/** A decoded message. A channel's messages are a union of these, distinguished by `id` or `name`. */
export interface Message<Id extends number = number, Name extends string = string, Raw extends object = object> {
    readonly id: Id;
    readonly name: Name;
    readonly raw: Raw;
}
/** The input of a channel's `encode`: a message as `decode` returns it; any field may be missing. */
export interface Outgoing<Id extends number = number, Raw extends object = object> {
    readonly id: Id;
    readonly raw: PartialRecord<Raw>;
}
/** Bytes that are not a message of the channel. */
export interface Undecoded {
    readonly id: undefined;
    readonly name: undefined;
    readonly reason: "too-short" | "unknown-id" | "wrong-length" | "checksum" | "unexpected";
    /** The struct ID that was read, if there are enough bytes for one. */
    readonly receivedId: number | undefined;
    readonly bytes: Uint8Array;
}
/**
 * Converts between the bytes and the record of one message struct. Generated, stateless, keeps no reference to `view`.
 * `Input` differs from `Partial<Stored>` only if an expression cannot be inverted (`FieldEntry.rawKey`).
 */
export interface StructCodec<Raw extends object = object, Stored extends object = object, Input extends object = PartialRecord<Stored>> {
    /** As declared: `struct_cap_r`. */
    readonly name: string;
    /**
     * Struct ID, 0–255: the second byte of the message. A channel that configures the position of its ID reads it there
     * (a text as one big-endian number).
     */
    readonly id: number;
    /** Declared length, bytes: the initial value of the first field. */
    readonly length: number;
    /** End of the last field, bytes. */
    readonly wireSize: number;
    /** sizeof under the channel's ABI, bytes. */
    readonly size: number;
    /** A byte that the trailer's checksum covers in addition to the frame. */
    readonly checkExtra?: number;
    /** Measurement name: `02_cap_r`. */
    readonly measurement: string;
    /** How often a message is sent, ms: the header's `@every`. */
    readonly everyMs?: number;
    /** The struct is a command to the firmware: the header's `@command`. */
    readonly command?: CommandInfo;
    /**
     * The layout's number, eight hexadecimal digits. It changes with the names, types and positions of fields, not with
     * rules.
     */
    readonly schema: string;
    /** Declaration order, flattened. */
    readonly fields: readonly FieldEntry[];
    /** Only if messages of the struct vary in size: `@count`, `@if`. */
    readonly variable?: VariableSize;
    /**
     * Raw field values; nested structs as objects, arrays as arrays, `char[n]` as text, 64-bit integers as bigint. Absent
     * elements and members are absent.
     * @param byteLength of the message, for a struct with `variable`; default: all that follows byteOffset
     * @throws RangeError when fewer than wireSize bytes (with `variable`: fewer than the message needs) follow byteOffset
     */
    decode(view: DataView, byteOffset?: number, byteLength?: number): Raw;
    /**
     * Decodes into a record that `decode` returned, without new objects except for parts that messages may lack.
     * @throws RangeError as `decode`
     */
    decodeInto(view: DataView, byteOffset: number, into: Writable<Raw>, byteLength?: number): void;
    /**
     * Writes wireSize bytes (padding as 0), with `variable` as many as `sizeOf` says. Values are stored modulo their
     * width, as C does; missing fields take the struct's initialisers, else 0. Text is cut before the first character
     * that does not fit. Members of a union are written in declaration order.
     * @throws RangeError when fewer bytes follow byteOffset, or for a count that the struct cannot have
     */
    encode(record: PartialRecord<Raw>, view: DataView, byteOffset?: number): void;
    /** Rules applied: a flat record of all fields (also those that `store_exclude` leaves out of rows), stored name → value. */
    toStored(raw: Raw): Stored;
    /**
     * Inverts rules where the expression allows it, and rounds integers. Missing fields stay missing. Fields whose rule
     * cannot be inverted are given as raw values under `FieldEntry.rawKey`.
     * @throws RangeError naming the field for which an inverted rule gives no whole number
     */
    fromStored(stored: Input): PartialRecord<Raw>;
    /**
     * Column values in the order of `storedFieldsOf`, ready for a store, without intermediate objects.
     * @throws RangeError as `decode`
     */
    storedValues(view: DataView, byteOffset: number, into: ColumnValues, byteLength?: number): void;
}
/**
 * The size of a struct's messages. Arrays with `@count` and members with `@if` at its end follow each other; all other
 * members keep their places.
 */
export interface VariableSize {
    /** Size of the smallest message, bytes. */
    readonly leastSize: number;
    /**
     * The size that the message needs by its counts and conditions, bytes; `byteLength` if the message is that long. A
     * text (one sentence without a full stop) if a count is invalid.
     * @param byteLength of the message; bytes missing in the view count as 0
     */
    extent(view: DataView, byteOffset: number, byteLength: number): number | string;
    /**
     * The number of bytes that `encode` writes.
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
    /**
     * How frames are built, and cut out of a stream, if the channel's section configures it. Used by `structline/frames`.
     */
    readonly frames?: {
        readonly format?: object;
        readonly framing?: object;
    };
    /** Name of this firmware version, if the channel has several. */
    readonly version?: string;
    /** Older versions that are still in use, newest first. */
    readonly older?: readonly ChannelCodecs[];
    /** Layouts that no version uses any more, restored from the generator's records. */
    readonly former?: readonly StructCodec[];
}
/** Fields of the flattened struct, in declaration order. */
export declare function fieldsOf({ fields }: Pick<StructCodec, "fields">): readonly FieldInfo[];
/** Stored fields in the order of `storedValues`. */
export declare function storedFieldsOf(codec: Pick<StructCodec, "fields">): FieldInfo[];
/** Stored columns in the order of their fields; a run of samples is one column. */
export declare function columnsOf(codec: Pick<StructCodec, "fields">): readonly Column[];
/** The column that stores the field's value. */
export declare function storedName({ column: name, tag }: Pick<FieldInfo, "column" | "tag">): string;
/** The field of a stored column (for a run of samples, the first one); undefined for an unknown column. */
export declare function fieldOfColumn(codec: Pick<StructCodec, "fields">, column: string): FieldInfo | undefined;
/** The stored name of a field that no rule renames: `gps.v[0]` → `gps.v.0`. */
export declare function defaultColumn(path: string): string;
/** The steps of a path: `gps.v[0]` → `gps`, `v`, `0`. */
export declare function stepsOf(path: string): string[];
/** A field's value in a record; undefined if the record does not have the field. */
export declare function valueAt(record: unknown, steps: readonly string[]): unknown;
/** A struct's fields as a tree, nested like its records and arrays. */
/** A field, or a record or array of fields, by member name or element index. */
export interface Tree {
    readonly field: FieldInfo | undefined;
    readonly least: number;
    readonly most: number;
    readonly members: Map<string, Tree>;
}
export declare function treeOf({ fields }: Pick<StructCodec, "fields">): Tree;
/** `gps.v[0]`: the C designator of a member of the record or array at `path`. */
export declare function memberPath(path: string, name: string, isArray: boolean): string;
/**
 * Encoding that rejects values that a field cannot hold, instead of storing them modulo the field's width as C does.
 */
/** A value that does not fit its field; `message` names field, value and range. */
export declare class FieldValueError extends RangeError {
    readonly code = "field-value";
    /** C designator: `gps.v[0]`. */
    readonly field: string;
    readonly value: unknown;
    constructor(field: string, value: unknown, reason: string);
}
export interface EncodeOptions {
    /** Store integers modulo their width and cut texts, as C does. The types of values are still checked. */
    readonly wrap?: boolean;
}
/** The record that the codec encodes; any part may be missing. */
export type RecordOf<Codec> = Codec extends {
    decode(view: DataView): infer Raw;
} ? PartialRecord<Raw> : never;
/**
 * The message's bytes. Missing fields take the struct's initialisers. For a struct with `@count` or `@if`, the counts
 * and conditions determine the size; a missing count is the number of elements given.
 * @throws FieldValueError for a field that the struct does not have, a value of another type, a value outside the
 * field's range, or a field that the message lacks by its counts and conditions; RangeError for a count that the struct
 * cannot have
 */
export declare function encodeChecked<Codec extends CheckedCodec>(codec: Codec, record: RecordOf<Codec>, options?: EncodeOptions): Uint8Array;
/** @throws FieldValueError as `encodeChecked`, except for fields that messages may lack */
export declare function checkValues(codec: CheckedCodec, record: object, options?: EncodeOptions): void;
/**
 * @param given fields that must be in the message @throws FieldValueError if its counts and conditions leave one out
 */
export declare function encodeGiven(codec: CheckedCodec, record: object, given: object): Uint8Array;
/** A codec of any struct. */
export type CheckedCodec = Pick<StructCodec, "name" | "wireSize" | "fields" | "decode" | "variable"> & {
    encode(record: object, view: DataView, byteOffset?: number): void;
};
/** Changes some fields of a message. All other bits stay, including padding and other members of a union. */
/**
 * A copy of a struct's bytes with the given fields written. The channel's `encode` computes checksums of frames. A
 * message with `@count` or `@if` is encoded anew, with the parts that the changes add or remove.
 * @throws FieldValueError as `encodeChecked`, RangeError for too few bytes
 */
export declare function patched<Codec extends CheckedCodec>(codec: Codec, bytes: Uint8Array, changes: RecordOf<Codec>, options?: EncodeOptions): Uint8Array;
/**
 * Records as JSON and back, without loss: values that JSON cannot express become text, as in Protocol Buffers' JSON.
 */
export type JsonValue = string | number | boolean | JsonRecord | JsonValue[];
export interface JsonRecord {
    [name: string]: JsonValue;
}
export interface JsonOptions {
    /** How to write enum values that have a name; default `name`. */
    readonly enums?: "name" | "number";
}
type JsonCodec = Pick<StructCodec, "name" | "fields" | "decode">;
/**
 * The record in a form for `JSON.stringify`. 64-bit integers become decimal text; `NaN`, the infinities and -0 become
 * text; enum values become their names; arrays, including typed arrays, become arrays. Fields missing in the record are
 * missing in the result.
 * @throws FieldValueError for a field that the struct does not have
 */
export declare function toJson<Codec extends JsonCodec>(codec: Codec, record: RecordOf<Codec>, { enums }?: JsonOptions): JsonRecord;
/**
 * The inverse of `toJson`; accepts an enum value by name or number. A message from elsewhere may lack fields.
 * `encodeChecked` checks whether values fit their fields.
 * @throws FieldValueError for a field that the struct does not have, or a value that its field cannot have
 */
export declare function fromJson<Codec extends JsonCodec>(codec: Codec, json: unknown): RecordOf<Codec>;
export {};
