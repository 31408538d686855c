/**
 * The contract between generated codecs and their callers. Published as `structline/codec`, with the functions that use
 * it.
 */
/** A codec's fields and stored columns: its table, completed with everything that follows from it. */
const KNOWN = new WeakMap();
const FIELDS_OF_COLUMNS = new WeakMap();
const COLUMNS = new WeakMap();
/** Fields of the flattened struct, in declaration order. */
export function fieldsOf({ fields }) {
    let known = KNOWN.get(fields);
    if (known === undefined) {
        known = fields.map(fieldInfo);
        KNOWN.set(fields, known);
    }
    return known;
}
/** Stored fields in the order of `storedValues`. */
export function storedFieldsOf(codec) {
    return fieldsOf(codec).filter((field) => field.excluded !== true);
}
/** Stored columns in the order of their fields; a run of samples is one column. */
export function columnsOf(codec) {
    let known = COLUMNS.get(codec.fields);
    if (known === undefined) {
        const columns = new Map();
        for (const field of storedFieldsOf(codec)) {
            const name = storedName(field);
            const { tag, path } = field;
            const number = tag?.kind === "sample" ? tag.indexColumn : undefined;
            if (number !== undefined && !columns.has(number))
                columns.set(number, { name: number, kind: "float", field: path });
            if (!columns.has(name))
                columns.set(name, { ...column(field), name });
        }
        known = [...columns.values()];
        COLUMNS.set(codec.fields, known);
    }
    return known;
}
/** The column that stores the field's value. */
export function storedName({ column: name, tag }) {
    return tag?.kind === "sample" ? tag.column : name;
}
/** The field of a stored column (for a run of samples, the first one); undefined for an unknown column. */
export function fieldOfColumn(codec, column) {
    let known = FIELDS_OF_COLUMNS.get(codec.fields);
    if (known === undefined) {
        known = new Map();
        for (const field of fieldsOf(codec)) {
            const name = storedName(field);
            if (!known.has(name))
                known.set(name, field);
        }
        FIELDS_OF_COLUMNS.set(codec.fields, known);
    }
    return known.get(column);
}
/** The stored name of a field that no rule renames: `gps.v[0]` → `gps.v.0`. */
export function defaultColumn(path) {
    return path.replace(/\[(\d+)\]/g, ".$1");
}
/** The steps of a path: `gps.v[0]` → `gps`, `v`, `0`. */
export function stepsOf(path) {
    return path.split(/[.[\]]+/).filter((step) => step !== "");
}
/** A field's value in a record; undefined if the record does not have the field. */
export function valueAt(record, steps) {
    let value = record;
    for (const step of steps) {
        if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
            return undefined;
        value = value[step];
    }
    return value;
}
function fieldInfo(entry) {
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
function kindOf({ scalar, expr }) {
    if (scalar === "text")
        return "string";
    if (expr !== undefined)
        return "float";
    if (scalar === "bool")
        return "boolean";
    return scalar === "uint64" || scalar === "int64" ? "integer" : "float";
}
function column({ column: name, kind, scalar, unit, path }) {
    return {
        name,
        kind,
        ...(kind === "integer" && scalar === "uint64" ? { unsigned: true } : {}),
        ...(unit === undefined ? {} : { unit }),
        field: path,
    };
}
/** Widths in bits. The table entry of a text has its own. */
const WIDTHS = {
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
const TREES = new WeakMap();
export function treeOf({ fields }) {
    let tree = TREES.get(fields);
    if (tree === undefined) {
        tree = { field: undefined, least: 0, most: 0, members: new Map() };
        for (const field of fieldsOf({ fields }))
            plant(tree, field);
        TREES.set(fields, tree);
    }
    return tree;
}
/** `gps.v[0]`: the C designator of a member of the record or array at `path`. */
export function memberPath(path, name, isArray) {
    if (isArray)
        return `${path}[${name}]`;
    return path === "" ? name : `${path}.${name}`;
}
function plant(tree, field) {
    const names = field.path.match(/[^.[\]]+/g) ?? [];
    const last = names.pop() ?? "";
    let at = tree;
    for (const name of names) {
        const inner = at.members.get(name) ?? { field: undefined, least: 0, most: 0, members: new Map() };
        at.members.set(name, inner);
        at = inner;
    }
    const isSigned = field.scalar.startsWith("int");
    const least = isSigned ? -(2 ** (field.bitWidth - 1)) : 0;
    const most = 2 ** (field.bitWidth - (isSigned ? 1 : 0)) - 1;
    at.members.set(last, { field, least, most, members: new Map() });
}
/**
 * Encoding that rejects values that a field cannot hold, instead of storing them modulo the field's width as C does.
 */
/** A value that does not fit its field; `message` names field, value and range. */
export class FieldValueError extends RangeError {
    code = "field-value";
    /** C designator: `gps.v[0]`. */
    field;
    value;
    constructor(field, value, reason) {
        super(`${field}: ${shown(value)} ${reason}`);
        this.name = "FieldValueError";
        this.field = field;
        this.value = value;
    }
}
/**
 * The message's bytes. Missing fields take the struct's initialisers. For a struct with `@count` or `@if`, the counts
 * and conditions determine the size; a missing count is the number of elements given.
 * @throws FieldValueError for a field that the struct does not have, a value of another type, a value outside the
 * field's range, or a field that the message lacks by its counts and conditions; RangeError for a count that the struct
 * cannot have
 */
export function encodeChecked(codec, record, options = {}) {
    checkValues(codec, record, options);
    return encodeGiven(codec, record, record);
}
/** @throws FieldValueError as `encodeChecked`, except for fields that messages may lack */
export function checkValues(codec, record, options = {}) {
    checkMembers(treeOf(codec), record, { codec, path: "", wrap: options.wrap === true });
}
/**
 * @param given fields that must be in the message @throws FieldValueError if its counts and conditions leave one out
 */
export function encodeGiven(codec, record, given) {
    const bytes = new Uint8Array(codec.variable?.sizeOf(record) ?? codec.wireSize);
    const view = new DataView(bytes.buffer);
    codec.encode(record, view);
    if (codec.variable !== undefined)
        checkPresence(given, codec.decode(view), "", codec);
    return bytes;
}
/** Checks that the message contains every given field: its counts and conditions must not leave one out. */
function checkPresence(given, encoded, path, codec) {
    if (typeof given !== "object" || given === null) {
        if (given === undefined || encoded !== undefined)
            return;
        const tag = fieldsOf(codec).find((field) => field.path === path)?.presence;
        throw new FieldValueError(path, given, `is not in the message by its ${tag ?? "counts and conditions"}`);
    }
    const isArray = Array.isArray(given) || ArrayBuffer.isView(given);
    for (const [name, value] of Object.entries(given)) {
        const inside = encoded;
        checkPresence(value, inside?.[name], memberPath(path, name, isArray), codec);
    }
}
// Hot path: a path is built only on an error.
function checkMembers({ members }, record, context) {
    const isArray = Array.isArray(record);
    for (const name in record) {
        const value = record[name];
        if (value === undefined || !Object.hasOwn(record, name))
            continue;
        const member = members.get(name);
        if (member !== undefined && fits(member, value, context.wrap))
            continue;
        const path = memberPath(context.path, name, isArray);
        if (member === undefined) {
            throw new FieldValueError(path, value, `is for a field that ${context.codec.name} does not have`);
        }
        const reason = objection(member.field, value, context.wrap);
        if (reason !== undefined)
            throw new FieldValueError(path, value, reason);
        if (member.field === undefined)
            checkMembers(member, value, { ...context, path });
    }
}
/** The fast check for common values; `objection` decides about all others. */
function fits({ field, least, most }, value, wrap) {
    if (typeof value !== "number" || field === undefined || wrap || field.bitWidth > 32)
        return false;
    return field.scalar !== "float32" && field.scalar !== "bool" && value >= least && value <= most && value % 1 === 0;
}
/** Why the field does not accept the value; without a field, a record or an array. */
function objection(field, value, wrap) {
    if (field === undefined) {
        return typeof value === "object" && value !== null ? undefined : "is not a record or array of the field's elements";
    }
    switch (field.scalar) {
        case "text":
            return typeof value === "string" ? textObjection(value, field.bitWidth / 8, wrap) : "is not text";
        case "bool":
            return typeof value === "boolean" ? undefined : "is not true or false";
        case "float64":
            return typeof value === "number" ? undefined : "is not a number";
        case "float32":
            return typeof value === "number" ? floatObjection(value) : "is not a number";
        case "uint64":
        case "int64":
            return wideObjection(field, value, wrap);
        default:
            return Number.isInteger(value) ? rangeObjection(field, BigInt(value), wrap) : "is not an integer";
    }
}
function floatObjection(value) {
    const lost = Number.isFinite(value) && !Number.isFinite(Math.fround(value));
    return lost ? "is beyond ±3.4028235e38, the range of a float" : undefined;
}
/** A 64-bit integer in the form that the codec uses. */
function wideObjection(field, value, wrap) {
    const int64 = field.int64 ?? "bigint";
    const isWhole = int64 === "string" ? typeof value === "string" && WHOLE.test(value) : int64 === "bigint" || Number.isInteger(value);
    if (typeof value !== int64 || !isWhole)
        return `is not a 64-bit integer (${int64})`;
    return rangeObjection(field, BigInt(value), wrap);
}
/** Decimal digits with an optional sign. */
const WHOLE = /^-?\d+$/;
function rangeObjection({ scalar, bitWidth }, value, wrap) {
    const bits = BigInt(bitWidth);
    const half = 1n << (bits - 1n);
    const [least, most] = scalar.startsWith("int") ? [-half, half - 1n] : [0n, 2n * half - 1n];
    return wrap || (least <= value && value <= most) ? undefined : `is out of range ${least} to ${most}`;
}
function textObjection(text, length, wrap) {
    if (wrap)
        return undefined;
    if (text.includes("\0"))
        return "holds a NUL, which ends the text";
    const bytes = new TextEncoder().encode(text).length;
    return bytes > length ? `takes ${bytes} bytes; the field has ${length}` : undefined;
}
function shown(value) {
    if (typeof value === "string")
        return JSON.stringify(value);
    return typeof value === "object" ? (JSON.stringify(value) ?? "null") : String(value);
}
/** Changes some fields of a message. All other bits stay, including padding and other members of a union. */
/**
 * A copy of a struct's bytes with the given fields written. The channel's `encode` computes checksums of frames. A
 * message with `@count` or `@if` is encoded anew, with the parts that the changes add or remove.
 * @throws FieldValueError as `encodeChecked`, RangeError for too few bytes
 */
export function patched(codec, bytes, changes, options = {}) {
    if (codec.variable !== undefined)
        return patchedVariable(codec, bytes, changes, options);
    if (bytes.length < codec.wireSize) {
        throw new RangeError(`${codec.name}: ${codec.wireSize} bytes wanted, ${bytes.length} there`);
    }
    const written = encodeChecked(codec, changes, options);
    const result = bytes.slice();
    for (const field of fieldsOf(codec)) {
        if (valueAt(changes, stepsOf(field.path)) !== undefined)
            copyField(field, codec, written, result);
    }
    return result;
}
function patchedVariable(codec, bytes, changes, options) {
    checkValues(codec, changes, options);
    const record = merged(codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)), changes);
    // A length field that held the message's own length keeps doing so.
    const own = record;
    if (own.length === bytes.length && valueAt(changes, ["length"]) === undefined)
        delete own.length;
    return encodeGiven(codec, record, changes);
}
function merged(value, change) {
    if (change === undefined)
        return value;
    if (typeof change !== "object" || change === null || typeof value !== "object" || value === null)
        return change;
    const result = Array.isArray(value) ? [...value] : { ...value };
    for (const [name, inner] of Object.entries(change))
        Object.assign(result, { [name]: merged(value[name], inner) });
    return result;
}
function copyField(field, codec, from, to) {
    const mask = field.bitField ? bitsOf(field, codec) : undefined;
    for (let at = field.byteOffset; at < field.byteOffset + Math.ceil((field.bitOffset + field.bitWidth) / 8); at++) {
        const bits = mask === undefined ? 0xff : (mask[at] ?? 0);
        to[at] = ((to[at] ?? 0) & ~bits) | ((from[at] ?? 0) & bits);
    }
}
/**
 * The bits of a bit-field in the message, for either byte order: the bits that differ between all ones and all zeros.
 */
function bitsOf({ path, scalar }, codec) {
    const [all, none] = scalar === "bool" ? [true, false] : scalar.endsWith("64") ? [-1n, 0n] : [-1, 0];
    const [ones, zeros] = [all, none].map((value) => {
        const bytes = new Uint8Array(codec.wireSize);
        codec.encode(recordWith(path, value), new DataView(bytes.buffer));
        return bytes;
    });
    return Uint8Array.from(ones ?? [], (byte, at) => byte ^ (zeros?.[at] ?? 0));
}
function recordWith(path, value) {
    const names = path.match(/[^.[\]]+/g) ?? [];
    return names.reduceRight((inner, name) => ({ [name]: inner }), value);
}
/**
 * The record in a form for `JSON.stringify`. 64-bit integers become decimal text; `NaN`, the infinities and -0 become
 * text; enum values become their names; arrays, including typed arrays, become arrays. Fields missing in the record are
 * missing in the result.
 * @throws FieldValueError for a field that the struct does not have
 */
export function toJson(codec, record, { enums = "name" } = {}) {
    const withName = (field, value) => namesOf(field)?.byValue.get(String(value)) ?? writeValue(field, value);
    return converted(codec, record, enums === "name" ? withName : writeValue);
}
function writeValue(field, value) {
    if (isWide(field) || typeof value === "bigint")
        return String(typeof value === "number" ? BigInt(value) : value);
    if (Object.is(value, -0))
        return "-0";
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
/**
 * The inverse of `toJson`; accepts an enum value by name or number. A message from elsewhere may lack fields.
 * `encodeChecked` checks whether values fit their fields.
 * @throws FieldValueError for a field that the struct does not have, or a value that its field cannot have
 */
export function fromJson(codec, json) {
    return converted(codec, json, readValue);
}
function converted(codec, record, convert) {
    const inside = (tree, value, path) => {
        if (tree.field !== undefined)
            return convert(tree.field, value, path);
        const isArray = Array.isArray(value) || ArrayBuffer.isView(value);
        const entries = entriesOf(value, path || codec.name).map(([name, inner]) => {
            const member = tree.members.get(name);
            const at = memberPath(path, name, isArray);
            if (member === undefined)
                throw new FieldValueError(at, inner, `is for a field that ${codec.name} does not have`);
            return [name, inside(member, inner, at)];
        });
        return isArray ? Object.assign([], Object.fromEntries(entries)) : Object.fromEntries(entries);
    };
    return inside(treeOf(codec), record, "");
}
function entriesOf(value, path) {
    if (typeof value !== "object" || value === null)
        throw new FieldValueError(path, value, "is not a record or array");
    return Object.entries(value).filter(([, inner]) => inner !== undefined);
}
const PLAIN = {
    text: { type: "string", error: "is not text" },
    bool: { type: "boolean", error: "is not true or false" },
};
const readValue = (field, value, path) => {
    const { scalar } = field;
    const own = PLAIN[scalar];
    if (own !== undefined) {
        if (typeof value === own.type)
            return value;
        throw new FieldValueError(path, value, own.error);
    }
    const plain = typeof value === "string" ? (namesOf(field)?.byName.get(value) ?? value) : value;
    if (isWide(field))
        return wideValue(field, plain, path);
    if (typeof plain === "number")
        return plain;
    if (typeof plain === "string" && (scalar.startsWith("float") ? /^(?:-?Infinity|NaN|-0)$/ : /^-?\d+$/).test(plain)) {
        return Number(plain);
    }
    throw new FieldValueError(path, value, "is neither a number nor a name of the field's enum");
};
function wideValue({ int64 }, value, path) {
    const isWhole = typeof value === "string" ? /^-?\d+$/.test(value) : Number.isSafeInteger(value);
    if (!isWhole)
        throw new FieldValueError(path, value, "is not a 64-bit integer as decimal digits");
    const whole = BigInt(value);
    return int64 === undefined ? whole : int64 === "number" ? Number(whole) : String(whole);
}
function isWide({ scalar }) {
    return scalar === "uint64" || scalar === "int64";
}
const NAMES = new WeakMap();
/**
 * Names of raw values; a rule's `states` name stored values instead. A name that two values share, or that looks like a
 * number, is ambiguous and left out.
 */
function namesOf(field) {
    const { states, expr } = field;
    if (states === undefined || expr !== undefined || field.scalar === "text" || field.scalar === "bool")
        return undefined;
    let names = NAMES.get(states);
    if (names === undefined) {
        const all = Object.entries(states);
        const usable = all.filter(([, name]) => Number.isNaN(Number(name)) && name !== "NaN" && all.filter(([, other]) => other === name).length < 2);
        names = {
            byValue: new Map(usable),
            byName: new Map(usable.map(([value, name]) => [name, isWide(field) ? value : Number(value)])),
        };
        NAMES.set(states, names);
    }
    return names;
}
