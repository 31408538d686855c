/** `<channel>.ksy`: the messages as a Kaitai Struct definition. [Kaitai Struct user guide, 0.11] */

import { type Arrangement, followedParts, guardsOf } from "../../codec/arrangement.ts";
import { generatedBy, type Limits, perChannel, type Tool } from "../../codec/emitter.ts";
import {
  type ArrayMember,
  type ChannelModel,
  type Enumeration,
  type Field,
  fieldsIn,
  isFloat,
  isSigned,
  type Member,
  type Message,
  type RecordMember,
} from "../../codec/model.ts";
import { KAITAI, Names } from "../../codec/namer.ts";
import { docstringText } from "../../codec/text.ts";
import type { ByteOrder } from "../../plan/channel-plan.ts";
import { writeExpression } from "../../rules/print-expression.ts";
import type { Emitter } from "../shared/emitter.ts";
import { KAITAI_RULES } from "../shared/notations.ts";
import { type Yaml, yamlText } from "../shared/yaml-text.ts";
import { KAITAI_FOLLOWING, type PartText, partText, reachedFrom, type Scope, wholeInstance } from "./kaitai-parts.ts";

const kaitai = perChannel(
  ({ identifier }) => `${identifier}.ksy`,
  (channel, { tool, limits }) => `# ${generatedBy(tool)}\n${yamlText(definition(channel, tool, limits))}\n`,
);

type YamlMap = { readonly [key: string]: Yaml };

function definition(channel: ChannelModel, _tool: Tool, limits: Limits): YamlMap {
  const types: Record<string, YamlMap> = {};
  const enums: Record<string, YamlMap> = {};
  const enumNames = new Map<Enumeration, string>();
  const names = new Names(KAITAI);
  const root = names.declare(channel.identifier);
  for (const enumeration of channel.enumerations) {
    if (enumeration.values.length === 0) continue;
    const name = names.declare(enumeration.name);
    enumNames.set(enumeration, name);
    enums[name] = enumValues(enumeration, limits);
  }
  const typeNames = channel.messages.map((message) => names.declare(message.identifier, limits.renamed(message)));
  channel.messages.forEach((message, index) => {
    new MessageTypes(message, channel.byteOrder, enumNames, limits, types, names).add(typeNames[index] ?? "");
  });
  const cases = channel.messages.map(({ id }, index) => [String(id), typeNames[index] ?? ""] as const);
  return {
    meta: {
      id: root,
      title: docstringText(`Channel ${channel.name}`),
      endian: channel.byteOrder === "little" ? "le" : "be",
      "bit-endian": channel.byteOrder === "little" ? "le" : "be",
    },
    seq: frameAttributes(channel, cases),
    instances: idInstances(channel),
    types,
    enums: Object.keys(enums).length === 0 ? undefined : enums,
  };
}

/** The struct in its frame. If the frame has other bytes around it, it gets a substream [D37]. */
function frameAttributes({ frames }: ChannelModel, cases: readonly (readonly [string, string])[]): YamlMap[] {
  const { payloadOffset, trailer, id } = frames;
  const type =
    id === undefined ? (cases[0]?.[1] ?? "") : { "switch-on": "message_id", cases: Object.fromEntries(cases) };
  if (payloadOffset + trailer === 0) return [{ id: "message", type }];
  return [
    ...(payloadOffset === 0 ? [] : [{ id: "header", size: payloadOffset }]),
    { id: "message", size: `_io.size - ${payloadOffset + trailer}`, type },
    ...(trailer === 0 ? [] : [{ id: "trailer", size: trailer }]),
  ];
}

function idInstances({ frames: { id } }: ChannelModel): Record<string, YamlMap> | undefined {
  if (id === undefined) return undefined;
  const { byteOffset, byteLength, byteOrder, mask, shift } = id;
  const order = byteOrder === "little" ? "le" : "be";
  const isWhole = mask === 2 ** (8 * byteLength) - 1;
  const name = isWhole ? "message_id" : "id_bits";
  const number = byteLength === 3 ? `b24${order}` : byteLength === 1 ? "u1" : `u${byteLength}${order}`;
  return {
    [name]: { pos: byteOffset, type: number },
    ...(isWhole ? {} : { message_id: { value: `(id_bits & ${mask}) >> ${shift}` } }),
  };
}

/** Kaitai allows one name per value. */
function enumValues({ values, span, name: declared }: Enumeration, limits: Limits): YamlMap {
  const names = new Names(KAITAI);
  const byValue = new Map<string, string>();
  for (const { name, value } of values) {
    if (!byValue.has(String(value))) {
      byValue.set(String(value), names.declare(name, limits.renamed({ path: `${declared}.${name}`, span })));
    }
  }
  return Object.fromEntries(byValue);
}

/** Attributes in byte order (`seq`), and those that overlap them (`instances`). */
interface RecordType {
  readonly seq: YamlMap[];
  readonly instances: Record<string, YamlMap>;
  readonly names: Names;
}

/** Adds an attribute, in sequence or at its own position. */
type AddEntry = (id: string, type: YamlMap) => void;

/** The type whose documentation lists what Kaitai cannot express. */
const UNEXPRESSED = "not_expressed";

/** Element type of bool arrays. */
const BOOL = "bool_byte";

/** The expression that computes the value from the raw bits; absent if they are equal. */
function derivedValue(field: Field): ((raw: string) => string) | undefined {
  const { bitWidth, type } = field;
  if (type === "bool") return bitWidth === 1 ? undefined : (raw) => `${raw} != 0`;
  const full = 2n ** BigInt(bitWidth);
  if (bitWidth === 1) return (raw) => `${raw} ? ${isSigned(field) ? "-1" : "1"} : 0`;
  // Half of the range twice, since the whole may not fit. A choice has no type in Go, and bit operations have 32 bits in JavaScript.
  if (!isSigned(field)) return undefined;
  const half = full / 2n;
  if (bitWidth === 64) return (raw) => `${raw} >= ${half} ? ${raw} - ${full} : ${raw}`;
  return (raw) => {
    const [whole, high] = [`${raw}.as<s8>`, `${raw}.as<s8> / ${half} * ${half}`];
    return `${whole} - ${high} - ${high}`;
  };
}

class MessageTypes {
  readonly #message: Message;
  /** Byte order of the channel. */
  readonly #byteOrder: ByteOrder;
  readonly #enums: ReadonlyMap<Enumeration, string>;
  readonly #limits: Limits;
  readonly #types: Record<string, YamlMap>;
  readonly #typeNames: Names;
  /** Field path → expression that reaches it from the message's type. */
  readonly #access = new Map<string, string>();
  /** Path of an optional part → expression that reaches its number of elements from the message's type. */
  readonly #counts = new Map<string, string>();
  /** The message's own type, while it is written. */
  #root: RecordType | undefined;
  /** Name of the instance that says if all parts are at their fixed places. */
  #isWhole = "";
  /** The optional parts that the types follow. */
  readonly #parts: Arrangement | undefined;

  constructor(
    message: Message,
    byteOrder: ByteOrder,
    enums: ReadonlyMap<Enumeration, string>,
    limits: Limits,
    types: Record<string, YamlMap>,
    typeNames: Names,
  ) {
    this.#message = message;
    this.#parts = followedParts(message, KAITAI_FOLLOWING);
    this.#byteOrder = byteOrder;
    this.#enums = enums;
    this.#limits = limits;
    this.#types = types;
    this.#typeNames = typeNames;
  }

  add(name: string): void {
    const { members, source, wireSize, id } = this.#message;
    for (const field of this.#message.fields) this.#sayLargeIntegers(field);
    const type = this.#record(name, members, 0, { access: "", around: undefined });
    if (this.#parts !== undefined) type.instances[this.#isWhole] = wholeInstance(this.#parts);
    this.#storedInstances(type);
    this.#types[name] = {
      doc: docstringText(
        [`${this.#message.name}, ${source}: ID ${id}, ${wireSize} bytes`, ...this.#message.words].join(". "),
      ),
      seq: type.seq,
      instances: nonEmpty(type.instances),
    };
  }

  /**
   * @param start the record's first bit in the message
   */
  #record(typeName: string, members: readonly Member[], start: number, scope: Scope): RecordType {
    // A class of C# has no member with its own name.
    const record: RecordType = { seq: [], instances: {}, names: new Names(KAITAI, [typeName]) };
    const { access } = scope;
    const ids = members.map((member) => record.names.declare(member.name, this.#limits.renamed(member)));
    if (this.#parts !== undefined && scope.around === undefined) {
      this.#root = record;
      this.#isWhole = record.names.declare("is_whole_struct");
    }
    let cursor = start;
    members.forEach((member, index) => {
      const id = ids[index] ?? "";
      const range = rangeOf(member);
      if (member.kind === "field") this.#access.set(member.path, `${access}${id}`);
      if (range === undefined) return;
      const isTurned = member.kind === "field" && member.bitField && member.byteOrder !== this.#byteOrder;
      const inOrder = range.from >= cursor && !isTurned;
      if (inOrder) {
        record.seq.push(...padding(cursor, range.from));
        cursor = range.to;
      }
      const pos = Math.floor((range.from - start) / 8);
      const part = this.#partText(record, member, id, scope);
      const place: AddEntry = (name, type) => {
        if (inOrder)
          record.seq.push(...(part?.before ?? []), { id: name, ...type, ...part?.own }, ...(part?.after ?? []));
        else record.instances[name] = { pos, ...type, ...part?.own };
      };
      if (member.kind !== "field") place(id, this.#compound(`${typeName}_${id}`, member, `${access}${id}`, scope));
      else if (member.bitField) this.#bits(record, id, member, { place, inOrder, skipped: range.from % 8, pos });
      else this.#whole(record, id, member, place, part?.own["if"]);
    });
    return record;
  }

  #sayLargeIntegers(field: Field): void {
    const isFirst = !/\[0*[1-9]/.test(field.path);
    if (isFirst && field.bitWidth === 64 && isSigned(field) && !field.bitField && !isFloat(field))
      this.#limits.say(field, "the JavaScript runtime reads half of the negative values wrong by 2^32");
  }

  /** A number that follows the array that it counts gets an instance of its own. */
  #readAhead(path: string): void {
    const field = this.#message.fieldByPath.get(path);
    if (field === undefined || this.#root === undefined) return;
    const name = this.#root.names.declare(`ahead_${field.name}`);
    this.#root.instances[name] = { pos: field.bitOffset / 8, ...this.#wholeType(field) };
    this.#access.set(path, name);
  }

  /** Declares the instance that counts the member's elements, if it is an optional part. */
  #partText(record: RecordType, member: Member, id: string, scope: Scope): PartText | undefined {
    const part = this.#parts?.parts.find(({ path }) => path === member.path);
    if (part === undefined || this.#parts === undefined) return undefined;
    const rows = member.kind === "array" ? innermost(member).length / part.most : 1;
    const name = record.names.declare(`number_of_${id}`);
    const text = partText(part, this.#parts, {
      id,
      name,
      whole: reachedFrom(scope, this.#isWhole),
      rows,
      number: (path) => {
        if (!this.#access.has(path)) this.#readAhead(path);
        return this.#number(path, scope);
      },
      counted: (path) => reachedFrom(scope, this.#counts.get(path) ?? ""),
    });
    record.instances[name] = { value: text.count };
    this.#counts.set(part.path, `${scope.access}${name}`);
    return text;
  }

  /** A bool is true if its byte is not zero. */
  #whole(record: RecordType, id: string, field: Field, place: AddEntry, condition: Yaml): void {
    const docs = this.#docs(field);
    if (field.type !== "bool") {
      place(id, { ...this.#wholeType(field), ...docs });
      return;
    }
    const raw = record.names.declare(`raw_${id}`);
    place(raw, { type: "u1" });
    record.instances[id] = { value: `${raw} != 0`, if: condition, ...docs };
  }

  /** Reads raw bits. Signed numbers are computed from them, as are one-bit numbers, which Kaitai reads as booleans. */
  #bits(
    record: RecordType,
    id: string,
    field: Field,
    { place, inOrder, skipped, pos }: { place: AddEntry; inOrder: boolean; skipped: number; pos: number },
  ): void {
    const { bitWidth } = field;
    const docs = this.#docs(field);
    if (bitWidth > 32) this.#limits.say(field, "the compiler's JavaScript reads bit-fields of up to 32 bits only");
    const value = derivedValue(field);
    const raw = value === undefined ? id : record.names.declare(`raw_${id}`);
    const type = { type: `b${bitWidth}`, enum: value === undefined ? this.#enumOf(field) : undefined };
    const own = value === undefined ? docs : {};
    if (inOrder) place(raw, { ...type, ...own });
    else {
      const holder = this.#typeNames.declare(`${this.#message.identifier}_${id}_bits`);
      const bits = record.names.declare(`bits_of_${id}`);
      const order = field.byteOrder === this.#byteOrder ? undefined : field.byteOrder === "little" ? "le" : "be";
      const meta = order && { meta: { "bit-endian": order } };
      this.#types[holder] = { ...meta, seq: [...padding(0, skipped), { id: "value", ...type }] };
      // Use a substream: in the record's stream, left-over bits would be read first.
      record.instances[bits] = { pos, size: Math.ceil((skipped + bitWidth) / 8), type: holder };
      record.instances[raw] = { value: `${bits}.value`, ...own };
    }
    if (value !== undefined) record.instances[id] = { value: value(raw), ...docs };
  }

  /** A nested record gets its own stream; an array of plain elements does not. */
  #compound(preferred: string, member: Exclude<Member, Field>, access: string, scope: Scope): YamlMap {
    const entry = member.kind === "record" ? this.#recordEntry(preferred, member, access, scope) : undefined;
    const made = entry ?? this.#array(preferred, member as ArrayMember, access, scope);
    const doc = made["doc"] ?? (member.words.length === 0 ? undefined : docstringText(member.words.join(". ")));
    return { ...made, "-orig-id": member.name, doc };
  }

  #recordEntry(preferred: string, member: RecordMember, access: string, around: Scope): YamlMap {
    const range = rangeOf(member) ?? { from: 0, to: 0 };
    const name = this.#typeNames.declare(preferred);
    const type = this.#record(name, member.members, range.from, { access: `${access}.`, around });
    this.#types[name] = { seq: type.seq, instances: nonEmpty(type.instances) };
    // The parts at the end of the message may be those of its last record.
    const endsMessage = this.#parts?.parts.some(
      ({ path, place }) => place !== "kept" && path.startsWith(`${member.path}.`),
    );
    if (endsMessage) return { "size-eos": true, type: name };
    return { size: (range.to - range.from) / 8, type: name };
  }

  /** Kaitai has nested arrays only with a type per row, so nested arrays become one array, row by row. */
  #array(preferred: string, member: ArrayMember, access: string, scope: Scope): YamlMap {
    const elements = innermost(member);
    const [first, second] = elements;
    if (first === undefined) return {};
    const own = rangeOf(first) ?? { from: 0, to: 0 };
    const stride = (second === undefined ? own.to : (rangeOf(second)?.from ?? own.to)) - own.from;
    const place = { access: `${access}[0]`, count: elements.length, own, stride, scope };
    const entry = this.#elementEntry(preferred, first, place);
    for (const field of fieldsIn(first)) {
      const reached = this.#access.get(field.path);
      if (reached === undefined) continue;
      const [inner, rest] = [field.path.slice(first.path.length), reached.slice(place.access.length)];
      for (const [index, { path }] of elements.entries()) this.#access.set(path + inner, `${access}[${index}]${rest}`);
    }
    for (const [path, reached] of [...this.#counts]) {
      if (!path.startsWith(`${first.path}.`)) continue;
      const [inner, rest] = [path.slice(first.path.length), reached.slice(place.access.length)];
      for (const [index, { path: row }] of elements.entries())
        this.#counts.set(row + inner, `${access}[${index}]${rest}`);
    }
    const shape = shapeOf(member);
    const rows = shape.length > 1 ? { "-shape": shape.join(" ") } : {};
    return { ...entry, repeat: "expr", "repeat-expr": elements.length, ...rows };
  }

  #elementEntry(
    preferred: string,
    first: Exclude<Member, ArrayMember>,
    { access, count, own, stride, scope }: { access: string; count: number; own: Range; stride: number; scope: Scope },
  ): YamlMap {
    switch (first.kind) {
      case "field": {
        const isBool = first.type === "bool";
        this.#access.set(first.path, isBool ? `${access}.value` : access);
        if (!isBool) return { ...this.#wholeType(first), ...this.#docs(first) };
        this.#types[BOOL] = {
          seq: [{ id: "raw_value", type: "u1" }],
          instances: { value: { value: "raw_value != 0" } },
        };
        return { type: BOOL, ...this.#docs(first) };
      }
      case "record": {
        const entry = this.#recordEntry(`${preferred}_element`, first, access, scope);
        const bytes = (own.to - own.from) / 8;
        // The message may end before the last element's tail padding.
        return stride / 8 === bytes ? entry : { ...entry, size: `_index < ${count - 1} ? ${stride / 8} : ${bytes}` };
      }
    }
  }

  /** Puts the note into the documentation of a type that nothing uses. */
  #unexpressed(what: string, { path }: Field): YamlMap {
    const before = this.#types[UNEXPRESSED]?.["doc"];
    const line = docstringText(`${this.#message.name}.${path}: ${what}`);
    return { doc: before === undefined ? line : `${before}; ${line}` };
  }

  #wholeType(field: Field): YamlMap {
    const bytes = field.bitWidth / 8;
    if (field.type === "text") return { type: "strz", size: bytes, encoding: "UTF-8" };
    const order = bytes === 1 || field.byteOrder === this.#byteOrder ? "" : field.byteOrder === "little" ? "le" : "be";
    if (isFloat(field)) return { type: `f${bytes}${order}` };
    return { type: `${isSigned(field) ? "s" : "u"}${bytes}${order}`, enum: this.#enumOf(field) };
  }

  #enumOf(field: Field): string | undefined {
    return field.enumeration === undefined ? undefined : this.#enums.get(field.enumeration);
  }

  #docs(field: Field): YamlMap {
    const unit = field.unit === undefined || field.rule !== undefined ? "" : `, ${docstringText(field.unit)}`;
    return {
      "-orig-id": field.name,
      doc: docstringText(
        [`${field.ctype} ${field.path}${unit}`, ...(field.enumeration?.words ?? []), ...field.words].join(". "),
      ),
    };
  }

  /** Rules are instances of the message, because they may use fields of any of its records. */
  #storedInstances({ instances, names }: RecordType): void {
    for (const field of this.#message.fields) {
      const { rule } = field;
      if (rule === undefined) continue;
      const written = writeExpression(rule.expression, KAITAI_RULES, (path) => this.#number(path));
      if ("missing" in written) {
        const what = `the rule '${rule.text}' needs '${written.missing}', which the expression language lacks`;
        this.#types[UNEXPRESSED] = this.#unexpressed(this.#limits.say(field, what), field);
        continue;
      }
      const unit = field.unit === undefined ? "" : ` in ${field.unit}`;
      const guards = this.#parts === undefined ? [] : guardsOf(field.path, this.#parts);
      const present = guards.map(({ part, element }) => `${this.#counts.get(part.path)} > ${element}.0`);
      instances[names.declare(`stored_${field.column}`)] = {
        value: written.text,
        if: present.length === 0 ? undefined : present.join(" and "),
        "-column": field.column,
        doc: docstringText(`${rule.text}${unit}`),
      };
    }
  }

  /** The field as a binary64 number, whatever its type. */
  #number(path: string, scope: Scope = { access: "", around: undefined }): string | undefined {
    const field = this.#message.fieldByPath.get(path);
    const reached = this.#access.get(path);
    if (reached === undefined) return undefined;
    const access = reachedFrom(scope, reached);
    if (field?.type === "bool") return `(${access} ? 1.0 : 0.0)`;
    const number =
      field !== undefined && this.#enumOf(field) !== undefined && !(field.bitField && isSigned(field))
        ? `${access}.to_i`
        : access;
    // The cast is for languages in which a product has its factors' type, the factor for those without types.
    return `(1.0 * ${number}.as<f8>)`;
  }
}

function innermost({ elements }: ArrayMember): Exclude<Member, ArrayMember>[] {
  return elements.flatMap((element) => (element.kind === "array" ? innermost(element) : [element]));
}

function shapeOf({ elements }: ArrayMember): number[] {
  const [first] = elements;
  return [elements.length, ...(first?.kind === "array" ? shapeOf(first) : [])];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Bits of a field; whole bytes of a record or an array. */
function rangeOf(member: Member): Range | undefined {
  if (member.kind === "field") return { from: member.bitOffset, to: member.bitOffset + member.bitWidth };
  const fields = fieldsIn(member);
  if (fields.length === 0) return undefined;
  return {
    from: Math.floor(Math.min(...fields.map(({ bitOffset }) => bitOffset)) / 8) * 8,
    to: Math.ceil(Math.max(...fields.map(({ bitOffset, bitWidth }) => bitOffset + bitWidth)) / 8) * 8,
  };
}

/** Bits up to the next byte, then bytes, then the remaining bits. */
function padding(from: number, to: number): YamlMap[] {
  if (to <= from) return [];
  const nextByte = Math.min(to, Math.ceil(from / 8) * 8);
  const lastByte = Math.max(nextByte, Math.floor(to / 8) * 8);
  return [
    ...(nextByte > from ? [{ type: `b${nextByte - from}` }] : []),
    ...(lastByte > nextByte ? [{ size: (lastByte - nextByte) / 8 }] : []),
    ...(to > lastByte ? [{ type: `b${to - lastByte}` }] : []),
  ];
}

function nonEmpty(instances: Record<string, YamlMap>): Record<string, YamlMap> | undefined {
  return Object.keys(instances).length === 0 ? undefined : instances;
}

export const KAITAI_EMITTER: Emitter = {
  name: "kaitai",
  writes: "<channel>.ksy: the messages in Kaitai Struct's language",
  reading: "ids",
  presence: KAITAI_FOLLOWING,
  emit: kaitai,
};
