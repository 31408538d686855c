/** `<channel>.py`: dataclasses with `decode` and `encode`, rules included, and numpy's types for many messages at once. */

import { type ChannelModel, type Field, isFloat, isSigned, type Member, type Message } from "./channel-model.ts";
import { generatedBy, type Limits, perChannel, type Tool } from "./emitter.ts";
import { formula, missingOperation } from "./formula.ts";
import { identifiers } from "./identifiers.ts";
import { pascalCase } from "./names.ts";
import {
  PYTHON_CODING,
  PYTHON_FORMAT,
  PYTHON_FUNCTIONS,
  PYTHON_RESERVED,
  pythonNotation,
  pythonString,
  pythonValue,
} from "./python-text.ts";
import { commentText } from "./text.ts";

export const python = perChannel(
  ({ identifier }) => `${identifier}.py`,
  (channel, { tool, limits }) => moduleText(channel, tool, limits),
);

function moduleText(channel: ChannelModel, tool: Tool, limits: Limits): string {
  const classes = new ClassNames();
  const parts = channel.messages.map((message) => new MessagePrinter(message, classes, limits));
  const sections = [
    `# ${generatedBy(tool)}
"""Channel ${docText(channel.name)}: decode(data), encode(message), stored(message); columns(kind, data) with numpy."""

from __future__ import annotations

import decimal
import math
import struct
from dataclasses import dataclass, field as _field
from typing import Any, Callable`,
    ...parts.flatMap((part) => part.classes()),
    PYTHON_CODING,
    PYTHON_FUNCTIONS,
    ...parts.flatMap((part) => part.functions()),
    `MESSAGES: dict[int, type] = {${parts.map(({ message, name }) => `${message.id}: ${name}`).join(", ")}}
_SIZES = {${parts.map(({ message }) => `${message.id}: (${message.wireSize}, ${message.size})`).join(", ")}}
_DECODE: dict[int, Callable[..., Any]] = {${parts.map(({ message, own }) => `${message.id}: _decode_${own}`).join(", ")}}
_ENCODE: dict[type, Callable[..., bytes]] = {${parts.map(({ name, own }) => `${name}: _encode_${own}`).join(", ")}}
_STORED: dict[type, Callable[..., dict]] = {${parts.map(({ name, own }) => `${name}: _stored_${own}`).join(", ")}}
# Of each field: path, stored name, kind, first byte, bytes, shift, bits, byte order.
_FIELDS: dict[type, list] = {
${parts.map((part) => part.table()).join("\n")}
}
_LENGTHS = {${parts.map(({ name, message }) => `${name}: ${message.wireSize}`).join(", ")}}`,
    decodeText(channel),
    `def encode(message):
    """The bytes of a struct, without what a frame has around it. Values are stored modulo their width, as C does; None leaves a union's member out."""
    return _ENCODE[type(message)](message)`,
    `def stored(message):
    """The header's rules applied: stored name -> value."""
    return _STORED[type(message)](message)`,
    NUMPY,
  ];
  return `${sections.join("\n\n\n")}\n`;
}

/** Finds the message of a frame as the channel's section describes it [D37]. */
function decodeText({ frames, messages }: ChannelModel): string {
  const { id, payloadOffset, trailer, short, long } = frames;
  const least = Math.max(payloadOffset + trailer, id === undefined ? 0 : id.byteOffset + id.byteLength);
  const read =
    id === undefined
      ? String(messages[0]?.id ?? 0)
      : `(int.from_bytes(data[${id.byteOffset}:${id.byteOffset + id.byteLength}], "${id.byteOrder}") & ${id.mask}) >> ${id.shift}`;
  const end = trailer === 0 ? "" : `len(data) - ${trailer}`;
  const payload = payloadOffset + trailer === 0 ? "data" : `data[${payloadOffset}:${end}]`;
  const wrong = [
    ...(short === "zero" ? [] : ["len(payload) < least"]),
    ...(long === "ignore" ? [] : ["len(payload) > most"]),
  ];
  const lines = [
    `def decode(data):`,
    `    """The message in the bytes of a frame, raw; a ValueError where they are none of this channel."""`,
    `    if len(data) < ${least}:`,
    `        raise ValueError(f"{len(data)} bytes are no message")`,
    `    number = ${read}`,
    `    if number not in MESSAGES:`,
    `        raise ValueError(f"unknown struct ID {number}")`,
    `    payload = ${payload}`,
    `    least, most = _SIZES[number]`,
    ...(wrong.length === 0
      ? []
      : [
          `    if ${wrong.join(" or ")}:`,
          `        raise ValueError(f"{MESSAGES[number].__name__}: {least} bytes wanted, {len(payload)} there")`,
        ]),
    `    return _DECODE[number](${short === "zero" ? 'bytes(payload).ljust(least, b"\\0")' : "payload"})`,
  ];
  return lines.join("\n");
}

const NUMPY = `\
def dtype(kind, size=None):
    """numpy's type of a message's whole bytes, by path; bit-fields, which numpy does not know, are in columns()."""
    import numpy

    names, formats, offsets = [], [], []
    for path, _, form, at, length, _, width, order in _FIELDS[kind]:
        if form != "bits":
            names.append(path)
            formats.append(f"S{length}" if form == "s" else ("<" if order == "little" else ">") + _NUMPY[form])
            offsets.append(at)
    itemsize = _LENGTHS[kind] if size is None else size
    return numpy.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": itemsize})


_NUMPY = {"B": "u1", "b": "i1", "?": "u1", "H": "u2", "h": "i2", "I": "u4", "i": "i4", "Q": "u8", "q": "i8", "f": "f4", "d": "f8"}


def columns(kind, data, size=None):
    """Raw values of messages that follow each other, each of \`size\` bytes: path -> array."""
    import numpy

    size = _LENGTHS[kind] if size is None else size
    whole = numpy.frombuffer(data, dtype(kind, size))
    octets = numpy.frombuffer(data, numpy.uint8).reshape(-1, size)
    result = {}
    for path, _, form, at, length, shift, width, order in _FIELDS[kind]:
        if form == "bits":
            values = numpy.zeros(len(octets), numpy.uint64)
            for bit in range(abs(width)):
                place = bit + shift
                octet = at + place // 8 if order == "little" else at + length - 1 - place // 8
                one = (octets[:, octet] >> numpy.uint8(place % 8) & numpy.uint8(1)).astype(numpy.uint64)
                values |= one << numpy.uint64(bit)
            if width < 0:
                unused = numpy.int64(64 + width)
                values = (values.astype(numpy.int64) << unused) >> unused
            result[path] = values
        elif form == "s":
            result[path] = numpy.array([_text(row.tobytes(), at, length) for row in octets], dtype=object)
        else:
            result[path] = whole[path] != 0 if form == "?" else whole[path]
    return result


def stored_columns(kind, data, size=None):
    """The same with the header's rules applied: stored name -> array."""
    import numpy

    size = _LENGTHS[kind] if size is None else size
    number = next(number for number, known in MESSAGES.items() if known is kind)
    rows = [_STORED[kind](_DECODE[number](data[at : at + size])) for at in range(0, len(data), size)]
    names = rows[0] if rows else {}
    return {name: numpy.array([row[name] for row in rows]) for name in names}`;

/** Names of all classes of the module, none twice. */
class ClassNames {
  readonly #taken = new Set(["Any", "Callable", "MESSAGES"]);

  declare(preferred: string): string {
    let name = preferred;
    for (let count = 2; this.#taken.has(name); count++) name = `${preferred}_${count}`;
    this.#taken.add(name);
    return name;
  }
}

class MessagePrinter {
  readonly message: Message;
  /** Of its class. */
  readonly name: string;
  /** Of its functions. */
  readonly own: string;
  readonly #limits: Limits;
  readonly #classes: string[] = [];
  readonly #classOf = new Map<string, string>();
  /** Field path → how it is reached from the message. */
  readonly #access = new Map<string, string>();

  constructor(message: Message, names: ClassNames, limits: Limits) {
    this.message = message;
    this.own = message.identifier;
    this.#limits = limits;
    this.name = names.declare(message.typeName);
    const { source, id, wireSize } = message;
    const doc = `${docText(message.name)}, ${docText(source)}: ID ${id}, ${wireSize} bytes`;
    this.#declare(this.name, doc, message.members, "message", names);
  }

  /** Records come before what holds them. */
  classes(): readonly string[] {
    return this.#classes;
  }

  functions(): string[] {
    const { message, own } = this;
    const { members, fields, wireSize } = message;
    const written = fields.map((field) => `    ${this.#write(field)}`);
    return [
      `def _decode_${own}(data):\n    return ${this.#construct(this.name, members, "    ")}`,
      `def _encode_${own}(message):\n    data = bytearray(${wireSize})\n${written.join("\n")}\n    return bytes(data)`,
      `def _stored_${own}(message):\n    return {\n${fields.flatMap((field) => this.#storedLine(field)).join("\n")}\n    }`,
    ];
  }

  /** The message's entry of `_FIELDS`. */
  table(): string {
    const rows = this.message.fields.map((field) => {
      const { at, length, shift } = this.#word(field);
      const form = field.bitField ? "bits" : field.type === "bool" ? "?" : PYTHON_FORMAT[field.type];
      const width = field.bitField && isSigned(field) ? -field.bitWidth : field.bitWidth;
      const names = `${pythonString(field.path)}, ${pythonString(field.column)}, "${form}"`;
      return `        (${names}, ${at}, ${length}, ${shift}, ${width}, ${pythonString(field.byteOrder)}),`;
    });
    return `    ${this.name}: [\n${rows.join("\n")}\n    ],`;
  }

  #declare(name: string, doc: string, members: readonly Member[], access: string, names: ClassNames): void {
    const attributes = identifiers(
      members.map((member) => member.name),
      PYTHON_RESERVED,
    );
    const lines = members.map((member, index) => {
      const attribute = attributes[index] ?? "";
      this.#reach(member, `${access}.${attribute}`, names);
      const unit = member.kind === "field" && member.unit !== undefined ? `  # ${commentText(member.unit)}` : "";
      return `    ${attribute}: ${this.#type(member)} = ${this.#default(member)}${unit}`;
    });
    this.#classes.push(`@dataclass\nclass ${name}:\n    """${doc}"""\n\n${lines.join("\n")}`);
  }

  /** Notes how the fields of a member are reached, and declares the classes of its records. */
  #reach(member: Member, access: string, names: ClassNames): void {
    switch (member.kind) {
      case "field":
        this.#access.set(member.path, access);
        return;
      case "array":
        member.elements.forEach((element, index) => {
          this.#reach(element, `${access}[${index}]`, names);
        });
        return;
      case "record": {
        const type = typeKey(member.path);
        const known = this.#classOf.get(type);
        if (known !== undefined) {
          this.#reachRecord(member.members, access, names);
          return;
        }
        const name = names.declare(`${this.name}${pascalCase(type)}`);
        this.#classOf.set(type, name);
        this.#declare(
          name,
          `${docText(member.record)} ${docText(type)} of ${docText(this.message.name)}`,
          member.members,
          access,
          names,
        );
      }
    }
  }

  /** Another element of an array of records, whose class is declared. */
  #reachRecord(members: readonly Member[], access: string, names: ClassNames): void {
    const attributes = identifiers(
      members.map((member) => member.name),
      PYTHON_RESERVED,
    );
    members.forEach((member, index) => {
      this.#reach(member, `${access}.${attributes[index]}`, names);
    });
  }

  #type(member: Member): string {
    switch (member.kind) {
      case "field":
        return `${member.type === "text" ? "str" : member.type === "bool" ? "bool" : isFloat(member) ? "float" : "int"}${member.shared ? " | None" : ""}`;
      case "array":
        return member.elements[0] === undefined ? "list" : `list[${this.#type(member.elements[0])}]`;
      case "record":
        return this.#classOf.get(typeKey(member.path)) ?? "object";
    }
  }

  #default(member: Member): string {
    switch (member.kind) {
      case "field":
        return this.#initial(member);
      case "array":
        return `_field(default_factory=lambda: [${member.elements.map((element) => this.#element(element)).join(", ")}])`;
      case "record":
        return `_field(default_factory=lambda: ${this.#element(member)})`;
    }
  }

  #element(member: Member): string {
    switch (member.kind) {
      case "field":
        return this.#initial(member);
      case "array":
        return `[${member.elements.map((element) => this.#element(element)).join(", ")}]`;
      case "record":
        return `${this.#classOf.get(typeKey(member.path))}(${member.members.map((each) => this.#element(each)).join(", ")})`;
    }
  }

  #initial(field: Field): string {
    if (field.initial !== undefined) return pythonValue(field.initial);
    // Of a union only what is given is written.
    if (field.shared) return "None";
    return field.type === "text" ? '""' : field.type === "bool" ? "False" : isFloat(field) ? "0.0" : "0";
  }

  #construct(name: string, members: readonly Member[], indent: string): string {
    const inner = `${indent}    `;
    return `${name}(\n${members.map((member) => `${inner}${this.#read(member, inner)},`).join("\n")}\n${indent})`;
  }

  #read(member: Member, indent: string): string {
    switch (member.kind) {
      case "field":
        return this.#readField(member);
      case "array":
        return `[${member.elements.map((element) => this.#read(element, indent)).join(", ")}]`;
      case "record":
        return this.#construct(this.#classOf.get(typeKey(member.path)) ?? "", member.members, indent);
    }
  }

  #readField(field: Field): string {
    const { at, length, shift } = this.#word(field);
    const order = pythonString(field.byteOrder);
    if (field.type === "text") return `_text(data, ${at}, ${length})`;
    if (isFloat(field)) return `struct.unpack_from("${sign(field)}${PYTHON_FORMAT[field.type]}", data, ${at})[0]`;
    const bytes = length === 1 ? `data[${at}]` : `int.from_bytes(data[${at}:${at + length}], ${order})`;
    const moved = shift === 0 ? bytes : `${bytes} >> ${shift}`;
    const cut = field.bitWidth === length * 8 ? bytes : `${moved} & ${2n ** BigInt(field.bitWidth) - 1n}`;
    if (field.type === "bool") return `(${cut}) != 0`;
    return isSigned(field) ? `_signed(${cut}, ${field.bitWidth})` : cut;
  }

  #write(field: Field): string {
    const { at, length, shift } = this.#word(field);
    const value = this.#access.get(field.path);
    if (field.type === "text") return `_put_text(data, ${at}, ${length}, ${value})`;
    if (isFloat(field)) return `_put_float(data, ${at}, "${sign(field)}${PYTHON_FORMAT[field.type]}", ${value})`;
    const given = field.type === "bool" ? `None if ${value} is None else bool(${value})` : value;
    return `_put_bits(data, ${at}, ${length}, ${shift}, ${field.bitWidth}, ${pythonString(field.byteOrder)}, ${given})`;
  }

  #storedLine(field: Field): string[] {
    const own = this.#access.get(field.path);
    const key = pythonString(field.column);
    if (field.rule === undefined) return [`        ${key}: ${own},`];
    const notation = pythonNotation((path) => `float(${this.#access.get(path)})`);
    const text = formula(field.rule.expression, notation);
    if (text !== undefined) return [`        ${key}: ${text},`];
    const what = `the rule '${field.rule.text}' needs '${missingOperation(field.rule.expression, notation)}', which is not written in Python`;
    return [`        # ${commentText(field.column)}: ${commentText(this.#limits.say(field, what))}`];
  }

  /** The bytes that hold the field, and its least significant bit's place in their number. */
  #word({ bitOffset, bitWidth, byteOrder }: Field): { at: number; length: number; shift: number } {
    const at = Math.floor(bitOffset / 8);
    const end = bitOffset + bitWidth;
    const length = Math.ceil(end / 8) - at;
    const shift = byteOrder === "little" ? bitOffset - at * 8 : (at + length) * 8 - end;
    return { at, length, shift };
  }
}

/** Elements of an array have one class: `gps.v[0]` → `gps.v`. */
function typeKey(path: string): string {
  return path.replace(/\[\d+\]/g, "");
}

/** Text that ends no docstring. */
function docText(text: string): string {
  return commentText(text).replace(/["\\]/g, "'");
}

function sign({ byteOrder }: Field): string {
  return byteOrder === "little" ? "<" : ">";
}
