/** The fixed part of Kaitai Struct's definitions: what has the same place in each message. */

import type { DefinedField, DefinedMessage, Definition, DefinitionKind } from "../definition.ts";
import { DefinitionError } from "../definition.ts";
import { chosenId, type IdPlace } from "../shared/id-places.ts";
import { isMap, parseYaml, wholeNumber, type YamlMap, type YamlValue } from "../shared/yaml.ts";

type Order = DefinedField["order"];

/** A type of the file with those around it. */
interface Scope {
  readonly type: YamlMap;
  readonly name: string;
  readonly above: Scope | undefined;
  /** The byte order of its numbers; undefined: they must say it. */
  readonly order: Order | undefined;
  readonly bitOrder: Order;
}

interface Placed {
  readonly fields: readonly DefinedField[];
  /** In bits. */
  readonly end: number;
  /** Why nothing more has a fixed place, and the attribute. */
  readonly stop?: { readonly why: string; readonly attribute: YamlMap };
}

/** Bytes that each message has. */
interface FixedByte {
  readonly at: number;
  readonly value: number;
}

const MOST_FIELDS = 20_000;
const MOST_DEPTH = 32;
/** Longest array or text, bytes. */
const MOST_SIZE = 65_535;

function read(text: string): Definition {
  const root = parseYaml(text);
  if (!isMap(root)) throw new DefinitionError("the file is not a mapping");
  return new KsyReader(root).definition();
}

class KsyReader {
  readonly #root: Scope;
  readonly #notes: string[] = [];
  #fixed: FixedByte[] = [];
  #count = 0;

  constructor(root: YamlMap) {
    const name = textAt(mapAt(root, "meta"), "id") ?? "message";
    this.#root = scopeOf(root, name, undefined);
  }

  definition(): Definition {
    const { type, name } = this.#root;
    if (mapAt(type, "meta")?.has("imports") === true) this.#say("imports of other files are not read");
    const head = this.#placed(this.#root, "", 0, 0);
    const cases = head.stop === undefined ? undefined : this.#casesOf(head.stop.attribute, head.fields);
    const expect = this.#fixed.length === 0 ? [] : [`expect = ${this.#fixed.map(expectText).join(" ")}`];
    const about = wordsOf(type);
    if (cases === undefined) {
      if (head.stop !== undefined) this.#sayStop(name, head);
      const message = { id: 0, name, words: [], size: Math.ceil(head.end / 8), fields: head.fields };
      const messages = head.fields.length === 0 ? [] : [message];
      return { about, messages, keys: ["id = none", "length = none", "long = ignore", ...expect], notes: this.#notes };
    }
    const made = cases.map((each) => ({ ...each, places: [each.place] }));
    const { line, ids, others } = chosenId(made);
    for (const { scope } of others) this.#say(`${scope.name} is left out: it has no ID of its own`);
    const messages = [...ids].map(([{ scope }, id]) => this.#message(scope, id, head));
    return { about, messages, keys: [line, "length = none", "long = ignore", ...expect], notes: this.#notes };
  }

  #message(scope: Scope, id: number, head: Placed): DefinedMessage {
    const before = this.#fixed;
    const start = Math.ceil(head.end / 8) * 8;
    const own = this.#placed(scope, "", start, 1);
    if (this.#fixed.length > before.length) this.#say(`${scope.name}: its fixed bytes are not compared`);
    this.#fixed = before;
    if (own.stop !== undefined) this.#sayStop(scope.name, own);
    const fields = [...head.fields, ...own.fields];
    return { id, name: scope.name, words: wordsOf(scope.type), size: Math.max(1, Math.ceil(own.end / 8)), fields };
  }

  #say(note: string): void {
    if (!this.#notes.includes(note)) this.#notes.push(note);
  }

  #sayStop(name: string, { stop, fields }: Placed): void {
    const from = textAt(stop!.attribute, "id") ?? fields.at(-1)?.name ?? "its beginning";
    this.#say(`${name}: '${from}' and what follows is left out: ${stop!.why}`);
  }

  /** What a type has from this bit on, up to the first attribute whose place or size is not fixed. */
  #placed(scope: Scope, prefix: string, start: number, depth: number): Placed {
    const fields: DefinedField[] = [];
    let at = start;
    for (const key of ["instances", "params"]) {
      const names = key === "params" ? [] : [...(mapAt(scope.type, key)?.keys() ?? [])];
      for (const name of names) this.#say(`${scope.name}.${name} is left out: it is computed, or read elsewhere`);
    }
    for (const attribute of listAt(scope.type, "seq")) {
      if (!isMap(attribute)) throw new DefinitionError(`an attribute of ${scope.name} is not a mapping`);
      const next = this.#attribute(attribute, scope, prefix, at, depth);
      if (typeof next === "string") return { fields, end: at, stop: { why: next, attribute } };
      fields.push(...next.fields);
      at = next.end;
      if (next.stop !== undefined) return { fields, end: at, stop: next.stop };
    }
    return { fields, end: at };
  }

  /** @returns why its place or size is not fixed */
  #attribute(attribute: YamlMap, scope: Scope, prefix: string, at: number, depth: number): Placed | string {
    if (attribute.has("if")) return "it has a condition";
    if (attribute.has("process")) return "its bytes are encoded ('process')";
    if (attribute.has("valid")) this.#say(`${scope.name}.${textAt(attribute, "id") ?? ""}: 'valid' is not compared`);
    const count = repeatOf(attribute);
    if (typeof count === "string") return count;
    const id = textAt(attribute, "id");
    const name = prefix + (id ?? "");
    if (count === undefined) return this.#element({ attribute, scope, name, isNamed: id !== undefined, at, depth });
    const first = this.#element({ attribute, scope, name, isNamed: id !== undefined, at, depth });
    if (typeof first === "string" || first.stop !== undefined) return first;
    const [only, another] = first.fields;
    const isArray = only !== undefined && another === undefined && only.name === name && isNumber(only);
    const isWhole = isArray && only.bit % 8 === 0 && [8, 16, 32, 64].includes(only.width) && (only.count ?? 1) === 1;
    if (isWhole) return { fields: [{ ...only, count }], end: only.bit + only.width * count };
    return this.#repeated({ attribute, scope, name, isNamed: id !== undefined, at, depth }, count);
  }

  #repeated(given: Given, count: number): Placed | string {
    const fields: DefinedField[] = [];
    let { at } = given;
    for (let index = 0; index < count; index++) {
      const next = this.#element({ ...given, name: `${given.name}_${index}`, at });
      if (typeof next === "string" || next.stop !== undefined) return next;
      if (next.end === at) return "its elements have no bytes";
      fields.push(...next.fields);
      at = next.end;
    }
    return { fields, end: at };
  }

  #element(given: Given): Placed | string {
    const { attribute, scope, at } = given;
    if (++this.#count > MOST_FIELDS) throw new DefinitionError(`more than ${MOST_FIELDS} fields`);
    const contents = attribute.get("contents");
    const byte = Math.ceil(at / 8);
    if (contents !== undefined) return this.#contents(contents, byte);
    const type = attribute.get("type");
    if (isMap(type)) return "its type depends on a value";
    const scalar = typeof type === "string" ? scalarOf(type, scope) : undefined;
    if (typeof scalar === "string") return scalar;
    if (scalar !== undefined) return this.#scalar(given, scalar);
    if (typeof type === "string" && type !== "str" && type !== "strz") return this.#userType(given, type, byte);
    return this.#bytes(given, type, byte);
  }

  #scalar(given: Given, { isBits, ...scalar }: Scalar): Placed {
    const bit = isBits ? given.at : Math.ceil(given.at / 8) * 8;
    return this.#field(given, { ...scalar, bit });
  }

  #field({ attribute, scope, name, isNamed }: Given, field: Omit<DefinedField, "name">): Placed {
    const end = field.bit + field.width;
    if (!isNamed) return { fields: [], end };
    const states = this.#states(attribute, scope);
    const words = wordsOf(attribute);
    return {
      fields: [{ name, ...(words.length > 0 && { words }), ...field, ...(states.length > 0 && { states }) }],
      end,
    };
  }

  #states(attribute: YamlMap, scope: Scope): (readonly [number, string])[] {
    const name = textAt(attribute, "enum");
    if (name === undefined) return [];
    const found = enumOf(name, scope);
    if (found === undefined) this.#say(`${scope.name}: there is no enum '${name}' in the file`);
    return [...(found ?? [])].flatMap(([key, label]) => {
      const text = isMap(label) ? textAt(label, "id") : label;
      const value = wholeNumber(key);
      return Number.isSafeInteger(value) && text !== undefined && text !== null ? [[value, String(text)] as const] : [];
    });
  }

  #contents(contents: YamlValue, byte: number): Placed | string {
    const parts = Array.isArray(contents) ? (contents as YamlValue[]) : [contents];
    const bytes = parts.flatMap((part) => {
      return typeof part === "number" ? [part] : typeof part === "string" ? [...Buffer.from(part)] : [-1];
    });
    if (bytes.some((value) => !(Number.isInteger(value) && value >= 0 && value < 256)))
      return "its contents are not bytes";
    this.#fixed = [...this.#fixed, ...bytes.map((value, index) => ({ at: byte + index, value }))];
    return { fields: [], end: 8 * (byte + bytes.length) };
  }

  #userType(given: Given, typeName: string, byte: number): Placed | string {
    const { attribute, scope, name, isNamed, depth } = given;
    const found = typeOf(typeName, scope);
    if (found === undefined) return `its type '${typeName}' is not in the file, or has parameters`;
    if (depth >= MOST_DEPTH) return "its types are too deep";
    if (listAt(found.type, "params").length > 0) return `its type '${typeName}' has parameters`;
    const size = sizeOf(attribute);
    if (typeof size === "string") return size;
    const inner = this.#placed(found, isNamed ? `${name}.` : "", byte * 8, depth + 1);
    if (size === undefined) return { ...inner, end: Math.ceil(inner.end / 8) * 8 };
    const end = 8 * (byte + size);
    if (inner.end > end) return `its size is ${size}, but its type has more bytes`;
    // After the part with a fixed size, the next attribute has its place again.
    if (inner.stop !== undefined) this.#sayStop(found.name, inner);
    return { fields: inner.fields, end };
  }

  #bytes(given: Given, type: YamlValue | undefined, byte: number): Placed | string {
    const { attribute, scope } = given;
    const size = sizeOf(attribute);
    if (typeof size === "string") return size;
    if (size === undefined) return "its size is not fixed";
    if (size === 0) return { fields: [], end: 8 * byte };
    const encoding = textAt(attribute, "encoding") ?? textAt(mapAt(this.#root.type, "meta"), "encoding") ?? "";
    const isText = type !== undefined && /^(?:ascii|utf-?8|us-ascii)$/i.test(encoding);
    const name = `${scope.name}.${given.name}`;
    if (type !== undefined && !isText) this.#say(`${name} is read as bytes: its encoding is '${encoding}'`);
    const endsAtZero = type === "strz" || attribute.get("terminator") === 0;
    if (isText && !endsAtZero) this.#say(`${name} ends at its first byte that is 0`);
    return this.#field(given, {
      type: isText ? "text" : "bytes",
      order: orderOf(scope),
      bit: 8 * byte,
      width: 8 * size,
    });
  }

  /** The messages of a switch on a number that has a fixed place. */
  #casesOf(attribute: YamlMap, fields: readonly DefinedField[]): { scope: Scope; place: IdPlace }[] | undefined {
    const type = attribute.get("type");
    const on = isMap(type) ? textAt(type, "switch-on") : undefined;
    const field = fields.find(({ name }) => name === on);
    const isRoot = listAt(this.#root.type, "seq").includes(attribute);
    if (!isMap(type) || field === undefined || !isRoot || !isNumber(field) || attribute.has("if")) return undefined;
    if (attribute.has("repeat")) return undefined;
    const found = [...(mapAt(type, "cases") ?? [])].flatMap(([key, target]) => {
      const value = this.#caseValue(key);
      const scope = typeof target === "string" ? typeOf(target, this.#root) : undefined;
      if (value === undefined || scope === undefined) {
        this.#say(`the case ${key} is left out: its value or its type is not fixed`);
        return [];
      }
      return [{ scope, place: { bit: field.bit, width: field.width, order: field.order, value } }];
    });
    return found.length === 0 ? undefined : found;
  }

  /** A number, or `enum::name`. */
  #caseValue(key: string): number | undefined {
    if (/^-?(?:0x[\da-f_]+|[\d_]+)$/i.test(key)) return wholeNumber(key);
    const [, name = "", label] = /^(.+)::(\w+)$/.exec(key) ?? [];
    const entries = [...(enumOf(name, this.#root) ?? [])];
    const found = entries.find(([, each]) => (isMap(each) ? textAt(each, "id") : each) === label);
    return label === undefined || found === undefined ? undefined : wholeNumber(found[0]);
  }
}

interface Given {
  readonly attribute: YamlMap;
  readonly scope: Scope;
  readonly name: string;
  readonly isNamed: boolean;
  readonly at: number;
  readonly depth: number;
}

type Scalar = Pick<DefinedField, "type" | "order" | "width"> & { readonly isBits: boolean };

const KINDS = { u: "unsigned", s: "signed", f: "float" } as const;

/** A built-in number; a text if it cannot be read. */
function scalarOf(type: string, scope: Scope): Scalar | string | undefined {
  const [, kind, size, order] = /^([us](?=[1248])|f(?=[48]))(\d)(le|be)?$/.exec(type) ?? [];
  if (kind === undefined) return bitsOf(type, scope);
  const own = orderNamed(order, scope.order);
  if (own === undefined && size !== "1") return `its type ${type} has no byte order`;
  return { type: KINDS[kind as keyof typeof KINDS], order: own ?? "little", width: 8 * Number(size), isBits: false };
}

function bitsOf(type: string, scope: Scope): Scalar | string | undefined {
  const [, bits, order] = /^b(\d+)(le|be)?$/.exec(type) ?? [];
  if (bits === undefined) return undefined;
  const width = Number(bits);
  if (width < 1 || width > 64) return `it has ${bits} bits`;
  return { type: "unsigned", order: orderNamed(order, scope.bitOrder) ?? "big", width, isBits: true };
}

function orderNamed(name: string | undefined, otherwise: Order | undefined): Order | undefined {
  return name === undefined ? otherwise : name === "le" ? "little" : "big";
}

function isNumber({ type }: DefinedField): boolean {
  return type === "unsigned" || type === "signed" || type === "float";
}

function orderOf({ order }: Scope): Order {
  return order ?? "little";
}

/** Undefined: once. A text: why it is not fixed. */
function repeatOf(attribute: YamlMap): number | string | undefined {
  const repeat = attribute.get("repeat");
  if (repeat === undefined) return undefined;
  const count = constantOf(attribute.get("repeat-expr"));
  if (repeat !== "expr" || count === undefined) return "it repeats by a value";
  return count > 0 && count <= MOST_SIZE ? count : `it repeats ${count} times`;
}

function sizeOf(attribute: YamlMap): number | string | undefined {
  if (attribute.get("size-eos") === true) return "it takes the rest of the message";
  const size = attribute.get("size");
  if (size === undefined) return undefined;
  const bytes = constantOf(size);
  if (bytes === undefined) return "its size is a value";
  return bytes >= 0 && bytes <= MOST_SIZE ? bytes : `its size is ${bytes}`;
}

function constantOf(value: YamlValue | undefined): number | undefined {
  const number = typeof value === "string" && /^(?:0x[\da-f]+|\d+)$/i.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

function scopeOf(type: YamlMap, name: string, above: Scope | undefined): Scope {
  const meta = mapAt(type, "meta");
  const endian = meta?.get("endian");
  if (endian !== undefined && endian !== "le" && endian !== "be" && !isMap(endian))
    throw new DefinitionError(`${name}: '${String(endian)}' is not a byte order`);
  const own = endian === "le" ? "little" : endian === "be" ? "big" : undefined;
  const bits = meta?.get("bit-endian");
  const bitOrder = bits === "le" ? "little" : bits === "be" ? "big" : (above?.bitOrder ?? "big");
  // A byte order that depends on a value is not known here.
  return { type, name, above, order: isMap(endian) ? undefined : (own ?? above?.order), bitOrder };
}

/** Looked for in the type, then in those around it; `a::b` is inside of `a`. */
function typeOf(path: string, scope: Scope): Scope | undefined {
  const [first = "", ...rest] = path.split("::");
  for (let around: Scope | undefined = scope; around !== undefined; around = around.above) {
    const found = mapAt(mapAt(around.type, "types"), first);
    if (found === undefined) continue;
    return rest.reduce<Scope | undefined>(
      (outer, name) => {
        const inner = outer && mapAt(mapAt(outer.type, "types"), name);
        return inner && scopeOf(inner, name, outer);
      },
      scopeOf(found, first, around),
    );
  }
  return undefined;
}

function enumOf(path: string, scope: Scope): YamlMap | undefined {
  const names = path.split("::");
  const name = names.pop() ?? "";
  const inside = names.length === 0 ? scope : typeOf(names.join("::"), scope);
  for (let around = inside; around !== undefined; around = around.above) {
    const found = mapAt(mapAt(around.type, "enums"), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function expectText({ at, value }: FixedByte): string {
  return `u8@${at}=${value}`;
}

function wordsOf(map: YamlMap): string[] {
  const text = textAt(map, "doc");
  return text === undefined || text.trim() === "" ? [] : [text.trim()];
}

function mapAt(map: YamlMap | undefined, key: string): YamlMap | undefined {
  const value = map?.get(key);
  return isMap(value) ? value : undefined;
}

function listAt(map: YamlMap, key: string): readonly YamlValue[] {
  const value = map.get(key);
  return Array.isArray(value) ? (value as YamlValue[]) : [];
}

function textAt(map: YamlMap | undefined, key: string): string | undefined {
  const value = map?.get(key);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

export const KAITAI_DEFINITION: DefinitionKind = {
  name: "Kaitai Struct",
  reads: "the fixed part of Kaitai Struct's definitions (.ksy)",
  recognises: (fileName, text) => /\.ksy$/i.test(fileName) || (/^meta:/m.test(text) && /^seq:/m.test(text)),
  read,
};
