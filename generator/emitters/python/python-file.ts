/** `<channel>.py`: dataclasses with `decode` and `encode`, including rules, and numpy dtypes for many messages at once. */

import type { Locator } from "../../../runtime/frames/locator.ts";
import {
  type ArrangedPart,
  type Arrangement,
  countText,
  type FieldPresence,
  type Following,
  followedParts,
  guardsOf,
  presenceIn,
} from "../../codec/arrangement.ts";
import { sentSize } from "../../codec/c-text.ts";
import { generatedBy, type Limits, perChannel, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import { checksOf, hasChecks, placeText } from "../../codec/frame-checks.ts";
import {
  type ArrayMember,
  type ChannelModel,
  type Enumeration,
  type Field,
  isFloat,
  isSigned,
  type Member,
  type Message,
  syncWord,
} from "../../codec/model.ts";
import { Names, PYTHON, PYTHON_CLASSES, PYTHON_MEMBERS } from "../../codec/namer.ts";
import { pascalCase, withoutIndices } from "../../codec/names.ts";
import { payloadSizes } from "../../codec/payload-sizes.ts";
import { commentText, docstringText, heldBy } from "../../codec/text.ts";
import { writeExpression } from "../../rules/print-expression.ts";
import type { Emitter } from "../shared/emitter.ts";
import { expectedBits, expectedEnd } from "../shared/expected.ts";
import { PYTHON_RULES } from "../shared/notations.ts";
import { checksumOf, checksumWrite, PYTHON_FORMAT, pythonString, pythonValue } from "../shared/python-text.ts";

const FOLLOWING: Following = { notation: PYTHON_RULES };

const python = perChannel(
  ({ identifier }) => `${identifier}.py`,
  (channel, { tool, limits }) => moduleText(channel, tool, limits),
);

/** The text of a file in this folder's `foreign`. */
function own(name: string): string {
  return foreignText(`emitters/python/foreign/${name}`);
}

/** The text of a file that other emitters write, too. */
function shared(name: string): string {
  return foreignText(`emitters/shared/foreign/${name}`);
}

function moduleText(channel: ChannelModel, tool: Tool, limits: Limits): string {
  const classes = new Names(PYTHON_CLASSES);
  const enums = new EnumClasses(channel, classes, limits);
  const parts = channel.messages.map((message) => new MessagePrinter(message, channel, classes, enums, limits));
  const table = (type: string, entry: (part: MessagePrinter) => string) => `${type} = {${parts.map(entry).join(", ")}}`;
  const isVariable = parts.some(({ parts: found }) => found !== undefined);
  const sections = [
    headText(channel, tool, { isVariable }),
    ...enums.parts(),
    ...parts.flatMap((part) => part.classes()),
    own("coding.py"),
    own("rules.py"),
    ...(isVariable ? [own("presence.py")] : []),
    ...(hasChecks(channel) || channel.channel.plan.frames !== undefined ? [shared("frames.py")] : []),
    ...parts.flatMap((part) => part.functions()),
    [
      `Message = Union[${parts.map(({ name }) => name).join(", ")}]`,
      table("MESSAGES: Dict[int, Type[Any]]", ({ message, name }) => `${message.id}: ${name}`),
      table("_NUMBERS: Dict[Type[Any], int]", ({ message, name }) => `${name}: ${message.id}`),
      table("_SIZES: Dict[int, Tuple[int, float]]", ({ message, parts: found }) => {
        const { least, most } = payloadSizes(channel, message, found);
        return `${message.id}: (${least}, ${most ?? 'float("inf")'})`;
      }),
      table("_DECODE: Dict[int, Callable[[bytes], Message]]", ({ message, own }) => `${message.id}: _decode_${own}`),
      table("_ENCODE: Dict[Type[Any], Callable[[Any], bytes]]", ({ name, own }) => `${name}: _encode_${own}`),
      table(
        "_STORED: Dict[Type[Any], Callable[[Any], Dict[str, _Value]]]",
        ({ name, own }) => `${name}: _stored_${own}`,
      ),
      "# Of each field: path, stored name, kind, first byte, bytes, shift, bits, byte order.",
      "_Row = Tuple[str, str, str, int, int, int, int, str]",
      `_FIELDS: Dict[Type[Any], List[_Row]] = {\n${parts.map((part) => part.table()).join("\n")}\n}`,
      table("_LENGTHS: Dict[Type[Any], int]", ({ name, message }) => `${name}: ${message.wireSize}`),
    ].join("\n"),
    decodeText(channel),
    encodeText(channel),
    `def encode_struct(message: Message) -> bytes:
    """Encodes the bare struct. Values are stored modulo their width, as in C; None omits a union's member."""
    return _ENCODE[type(message)](message)`,
    `def stored(message: Message) -> Dict[str, _Value]:
    """Values after the header's rules: stored name -> value."""
    return _STORED[type(message)](message)`,
    own("columns.py"),
  ];
  return `${sections.join("\n\n\n")}\n`;
}

function headText(channel: ChannelModel, tool: Tool, { isVariable }: { readonly isVariable: boolean }): string {
  return `# ${generatedBy(tool)}
"""Channel ${docstringText(channel.name)}: decode(data), encode(message), stored(message); columns(kind, data) with numpy."""

from __future__ import annotations

import decimal
import importlib
import math
import struct
from dataclasses import dataclass, field as _field
from enum import IntEnum
from typing import Any, Callable, Dict, List, Literal, ${isVariable ? "NamedTuple, " : ""}Optional, Tuple, Type, TypeVar, Union`;
}

/** Identifies a frame's message by the channel's frame format [D37]. */
function decodeText(channel: ChannelModel): string {
  const { frames, messages } = channel;
  const variable = messages.filter((message) => followedParts(message, FOLLOWING)).map((message) => message.id);
  const { id, payloadOffset, trailer, short } = frames;
  const ofId = id === undefined ? 0 : id.byteOffset + id.byteLength;
  const least = Math.max(payloadOffset + trailer, ofId, expectedEnd(channel));
  const read =
    id === undefined
      ? String(messages[0]?.id ?? 0)
      : `(int.from_bytes(data[${id.byteOffset}:${id.byteOffset + id.byteLength}], "${id.byteOrder}") & ${id.mask}) >> ${id.shift}`;
  const end = trailer === 0 ? "" : `len(data) - ${trailer}`;
  const payload = payloadOffset + trailer === 0 ? "data" : `data[${payloadOffset}:${end}]`;
  const filled = 'bytes(payload).ljust(_LENGTHS[MESSAGES[number]], b"\\0")';
  const known = variable.length === 0 ? filled : `payload if number in (${variable.join(", ")},) else ${filled}`;
  const lines = [
    `def decode(data: bytes) -> Message:`,
    `    """Decodes a frame to a raw message. Raises ValueError if it is not a frame of this channel."""`,
    `    if len(data) < ${least}:`,
    `        raise ValueError(f"{len(data)} bytes are not a message")`,
    `    number = ${read}`,
    ...expectedBits(channel).map(
      ({ byteOffset, byteLength, byteOrder, mask, bits }) =>
        `    if int.from_bytes(data[${byteOffset}:${byteOffset + byteLength}], "${byteOrder}") & ${mask} != ${bits}:\n        raise ValueError("the number at byte ${byteOffset} is that of other frames")`,
    ),
    `    if number not in MESSAGES:`,
    `        raise ValueError(f"unknown struct ID {number}")`,
    `    payload = ${payload}`,
    `    least, most = _SIZES[number]`,
    `    if not least <= len(payload) <= most:`,
    `        raise ValueError(f"{MESSAGES[number].__name__}: {_LENGTHS[MESSAGES[number]]} bytes wanted, {len(payload)} there")`,
    ...checkLines(channel),
    `    return _DECODE[number](${short === "zero" ? known : "payload"})`,
  ];
  return lines.join("\n");
}

/** Raises ValueError for a wrong checksum. */
function checkLines(channel: ChannelModel): string[] {
  return channel.messages.flatMap((message) =>
    checksOf(channel, message).flatMap((check) => {
      const { at, byteLength, byteOrder } = check;
      const place = `${placeText(check, "len(data)")}, ${byteLength}, "${byteOrder}"`;
      const there = channel.frames.short === "zero" && at >= 0 ? ` and len(data) >= ${at + byteLength}` : "";
      return [
        `    if number == ${message.id}${there} and _read_number(data, ${place}) != ${checksumOf(check, "data")}:`,
        `        raise ValueError(f"{MESSAGES[number].__name__}: the checksum ${check.algorithm} is wrong")`,
      ];
    }),
  );
}

function encodeText(channel: ChannelModel): string {
  const { payloadOffset, trailer, id, idFrom, length, expect = [] } = channel.frames;
  const isPlain = channel.channel.plan.frames === undefined;
  const padded = channel.messages.filter(
    (message) => sentSize(channel, message) > message.wireSize && followedParts(message, FOLLOWING) === undefined,
  );
  const checks = channel.messages.flatMap((message) =>
    checksOf(channel, message).flatMap((check) => [
      `    if number == ${message.id}:`,
      `        ${checksumWrite(check, "frame")}`,
    ]),
  );
  const lines = [
    `def encode(message: Message) -> bytes:`,
    `    """Encodes the whole frame for decode(). Equals encode_struct() if nothing surrounds the struct."""`,
    `    frame = bytearray(${payloadOffset}) + encode_struct(message) + bytes(${trailer})`,
    ...padded.map(
      (message) =>
        `    if _NUMBERS[type(message)] == ${message.id}:\n        frame += bytes(${sentSize(channel, message) - message.wireSize})`,
    ),
    ...syncWord(channel).map((byte, index) => `    frame[${index}] = ${byte}`),
    ...(isPlain ? [] : ["    number = _NUMBERS[type(message)]"]),
    ...(isPlain && checks.length > 0 ? ["    number = _NUMBERS[type(message)]"] : []),
    ...(isPlain || length === undefined ? [] : [locatorWrite(length, "len(frame)")]),
    ...(isPlain || id === undefined || idFrom !== undefined ? [] : [locatorWrite(id, "number")]),
    ...expect.map(({ place, value }) => locatorWrite(place, String(value))),
    ...checks,
    "    return bytes(frame)",
  ];
  return lines.join("\n");
}

function locatorWrite({ byteOffset, byteLength, byteOrder, mask, shift, addend }: Locator, value: string): string {
  const placed = `${value} - ${addend} << ${shift}`;
  return `    _write_number(frame, ${byteOffset}, ${byteLength}, "${byteOrder}", ${mask}, ${placed})`;
}

/** IntEnum classes. A field with any other value holds the plain number. */
class EnumClasses {
  readonly #names = new Map<Enumeration, string>();
  readonly #limits: Limits;

  constructor({ enumerations, messages }: ChannelModel, classes: Names, limits: Limits) {
    this.#limits = limits;
    const used = new Set(messages.flatMap(({ fields }) => fields.map(({ enumeration }) => enumeration)));
    for (const enumeration of enumerations) {
      if (!used.has(enumeration) || enumeration.values.length === 0) continue;
      const place = { path: `enum ${enumeration.declared}`, span: enumeration.span };
      this.#names.set(enumeration, classes.declare(pascalCase(enumeration.declared), limits.renamed(place)));
    }
  }

  of({ enumeration, type }: Field): string | undefined {
    return enumeration === undefined || type === "bool" ? undefined : this.#names.get(enumeration);
  }

  parts(): string[] {
    return [...this.#names].map(([{ declared, values, span, words }, name]) => {
      const scope = new Names(PYTHON_MEMBERS);
      const lines = values.map((each) => {
        const onRenamed = this.#limits.renamed({ path: `${declared}.${each.name}`, span });
        return `    ${scope.declare(each.name, onRenamed)} = ${each.value}`;
      });
      return `class ${name}(IntEnum):\n    """${docstringText([`enum ${declared}`, ...words].join(". "))}"""\n\n${lines.join("\n")}`;
    });
  }
}

class MessagePrinter {
  readonly message: Message;
  readonly name: string;
  /** Name of its functions. */
  readonly own: string;
  /** The optional parts that its functions follow. */
  readonly parts: Arrangement | undefined;
  readonly #frames: ChannelModel["frames"];
  readonly #limits: Limits;
  readonly #enums: EnumClasses;
  readonly #classes: string[] = [];
  readonly #classOf = new Map<string, string>();
  readonly #attributes = new Map<string, readonly string[]>();
  /** Field path → expression that reaches it from the message. */
  readonly #access = new Map<string, string>();
  /** The same for all members. */
  readonly #reached = new Map<string, string>();

  constructor(message: Message, { frames }: ChannelModel, names: Names, enums: EnumClasses, limits: Limits) {
    this.message = message;
    this.parts = followedParts(message, FOLLOWING);
    this.#frames = frames;
    this.#enums = enums;
    this.own = message.identifier;
    this.#limits = limits;
    this.name = names.declare(message.className, limits.renamed(message));
    const { source, id, wireSize } = message;
    const doc = docstringText([`${message.name}, ${source}: ID ${id}, ${wireSize} bytes`, ...message.words].join(". "));
    this.#declare(this.name, doc, message.members, "message", names);
  }

  /** Nested records come before the classes that contain them. */
  classes(): readonly string[] {
    return this.#classes;
  }

  functions(): string[] {
    const { message, own, parts } = this;
    const { members, fields, wireSize } = message;
    const written = fields.map((field) => `    ${this.#guarded(field, this.#write(field))}`);
    const read = this.#construct(this.name, members, "    ");
    const [short, long] = [this.#frames.short, this.#frames.long];
    const arranged = `_arrange(data, *_MAY_LACK_${own}, "${short}", "${long}")`;
    const taken = parts === undefined ? "" : `\n    data, there, at = ${arranged}`;
    const sent = parts === undefined ? ["    return bytes(data)"] : this.#packed(parts);
    return [
      ...(parts === undefined ? [] : this.#counts(parts)),
      `def _decode_${own}(data: bytes) -> ${this.name}:${taken}\n    return ${read}`,
      `def _encode_${own}(message: ${this.name}) -> bytes:\n    data = bytearray(${wireSize})\n${[...written, ...sent].join("\n")}`,
      `def _stored_${own}(message: ${this.name}) -> Dict[str, _Value]:\n${this.#storedLines()}`,
    ];
  }

  #storedLines(): string {
    const { fields } = this.message;
    const lines = fields.map((field) => ({ field, ...this.#storedLine(field) }));
    if (fields.every((field) => presenceIn(field, this.parts).guards.length === 0)) {
      const entries = lines.map(({ key, value }) => `        ${key === undefined ? value : `${key}: ${value},`}`);
      return `    return {\n${entries.join("\n")}\n    }`;
    }
    const statements = lines.map(({ field, key, value }) =>
      key === undefined ? `    ${value}` : `    ${this.#guarded(field, `values[${key}] = ${value}`)}`,
    );
    return ["    values: Dict[str, _Value] = {}", ...statements, "    return values"].join("\n");
  }

  /** A statement that only runs if the message object contains the field. */
  #guarded(field: Field, statement: string): string {
    const conditions = this.#conditions(presenceIn(field, this.parts).guards);
    return conditions === "" ? statement : `if ${conditions}: ${statement}`;
  }

  #conditions(guards: FieldPresence["guards"]): string {
    return guards
      .map(({ part, element }) => {
        const access = this.#partAccess(part.path);
        return part.kind === "if" ? `${access} is not None` : `len(${access}) > ${element}`;
      })
      .join(" and ");
  }

  #partAccess(path: string): string {
    return this.#reached.get(path) ?? "";
  }

  /** The functions that count the parts, and what `_arrange` and `_pack` know of them. */
  #counts(parts: Arrangement): string[] {
    const { own } = this;
    const counting = (name: string, isOne: (part: ArrangedPart) => boolean) => {
      const counts = parts.parts.filter(isOne).flatMap((part) => {
        const count = countText(part, parts, {
          notation: PYTHON_RULES,
          field: (path) => `float(${this.#readField(this.message.fieldByPath.get(path)!)})`,
          present: (index, element) => `there[${index}] > ${element}`,
          unless: (conditions, value) => `${value} if ${conditions.join(" and ")} else 0.0`,
        });
        return count === undefined ? [] : [`    there[${part.index}] = ${count}`];
      });
      const body = counts.length === 0 ? ["    pass"] : counts;
      return [`def ${name}(data: bytes, there: List[float], at: List[int]) -> None:`, ...body].join("\n");
    };
    const rows = parts.parts.map(({ path, text, byteOffset, elementBytes, most, place, expression }) => {
      const where = expression === "rest" ? "rest" : place;
      const names = `${pythonString(path)}, ${pythonString(text)}`;
      return `        _Part(${names}, ${byteOffset}, ${elementBytes}, ${most}, "${where}"),`;
    });
    const table = [
      `_MAY_LACK_${own}: Tuple[List[_Part], Tuple[int, int, int], Tuple[_Count, _Count]] = (`,
      `    [\n${rows.join("\n")}\n    ],`,
      `    (${parts.least}, ${parts.whole}, ${parts.size}),`,
      `    (_count_end_${own}, _count_inside_${own}),`,
      ")",
    ];
    return [
      counting(`_count_end_${own}`, ({ place }) => place !== "kept"),
      counting(`_count_inside_${own}`, ({ place }) => place === "kept"),
      table.join("\n"),
    ];
  }

  /** Removes absent parts. A length byte that holds its initial value becomes the actual length. */
  #packed(parts: Arrangement): string[] {
    const given = parts.parts.map((part) => {
      const access = this.#partAccess(part.path);
      const own =
        part.kind === "if"
          ? `int(${access} is not None)`
          : part.node === "array"
            ? `len(${access})`
            : `len(bytes(data[${part.byteOffset}:${part.byteOffset + part.most}]).split(b"\\0", 1)[0])`;
      const conditions = this.#conditions(guardsOf(part.path, parts).filter((each) => each.part !== part));
      return conditions === "" ? own : `${own} if ${conditions} else 0`;
    });
    const [first] = this.message.fields;
    const isLength =
      first?.name === "length" && first.type === "uint8" && !first.bitField && first.initial !== undefined;
    return [
      `    packed = _pack(data, *_MAY_LACK_${this.own}, [${given.join(", ")}])`,
      ...(isLength ? [`    if packed[0] == ${first.initial}:`, "        packed[0] = len(packed)"] : []),
      "    return bytes(packed)",
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

  #declare(name: string, doc: string, members: readonly Member[], access: string, names: Names): void {
    const scope = new Names(PYTHON);
    const attributes = members.map((member) => scope.declare(member.name, this.#limits.renamed(member)));
    this.#attributes.set(name, attributes);
    const lines = members.map((member, index) => {
      const attribute = attributes[index] ?? "";
      this.#reach(member, `${access}.${attribute}`, names);
      const said = [...(member.kind === "field" && member.unit !== undefined ? [member.unit] : []), ...member.words];
      const unit = said.length === 0 ? "" : `  # ${heldBy("Python comment", commentText(said.join(": ")))}`;
      return `    ${attribute}: ${this.#type(member)} = ${this.#default(member)}${unit}`;
    });
    this.#classes.push(`@dataclass\nclass ${name}:\n    """${doc}"""\n\n${lines.join("\n")}`);
  }

  /** Records how the fields of a member are reached, and declares classes for its records. */
  #reach(member: Member, access: string, names: Names): void {
    this.#reached.set(member.path, access);
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
        const type = withoutIndices(member.path);
        const known = this.#classOf.get(type);
        if (known !== undefined) {
          const attributes = this.#attributes.get(known) ?? [];
          member.members.forEach((each, index) => {
            this.#reach(each, `${access}.${attributes[index]}`, names);
          });
          return;
        }
        const name = names.declare(`${this.name}${pascalCase(type)}`);
        this.#classOf.set(type, name);
        this.#declare(
          name,
          `${docstringText(member.record)} ${docstringText(type)} of ${docstringText(this.message.name)}`,
          member.members,
          access,
          names,
        );
      }
    }
  }

  #type(member: Member): string {
    const own = this.#presentType(member);
    return this.#condition(member) === undefined || own.endsWith(" | None") ? own : `${own} | None`;
  }

  /** The part if the member is there by `@if`. */
  #condition({ path }: Member): ArrangedPart | undefined {
    return this.parts?.parts.find((part) => part.kind === "if" && part.path === path);
  }

  #counted({ path }: Member): ArrangedPart | undefined {
    return this.parts?.parts.find((part) => part.kind === "count" && part.path === path);
  }

  #presentType(member: Member): string {
    switch (member.kind) {
      case "field":
        return `${this.#fieldType(member)}${member.shared ? " | None" : ""}`;
      case "array":
        return member.elements[0] === undefined ? "list[int]" : `list[${this.#type(member.elements[0])}]`;
      case "record":
        return this.#classOf.get(withoutIndices(member.path)) ?? "object";
    }
  }

  #fieldType(field: Field): string {
    if (field.type === "text") return "str";
    if (field.type === "bool") return "bool";
    if (isFloat(field)) return "float";
    const named = this.#enums.of(field);
    return named === undefined ? "int" : `${named} | int`;
  }

  #default(member: Member): string {
    if (this.#condition(member) !== undefined) return "None";
    switch (member.kind) {
      case "field":
        return this.#initial(member);
      case "array":
        return `_field(default_factory=lambda: [${this.#initialElements(member)}])`;
      case "record":
        return `_field(default_factory=lambda: ${this.#element(member)})`;
    }
  }

  #element(member: Member): string {
    if (this.#condition(member) !== undefined) return "None";
    switch (member.kind) {
      case "field":
        return this.#initial(member);
      case "array":
        return `[${this.#initialElements(member)}]`;
      case "record":
        return `${this.#classOf.get(withoutIndices(member.path))}(${member.members.map((each) => this.#element(each)).join(", ")})`;
    }
  }

  /** A counted array is empty unless given. */
  #initialElements(member: ArrayMember): string {
    const elements = this.#counted(member) === undefined ? member.elements : [];
    return elements.map((element) => this.#element(element)).join(", ");
  }

  #initial(field: Field): string {
    if (field.initial !== undefined) return pythonValue(field.initial);
    // For a union, only given members are written.
    if (field.shared) return "None";
    return field.type === "text" ? '""' : field.type === "bool" ? "False" : isFloat(field) ? "0.0" : "0";
  }

  #construct(name: string, members: readonly Member[], indent: string): string {
    const inner = `${indent}    `;
    return `${name}(\n${members.map((member) => `${inner}${this.#read(member, inner)},`).join("\n")}\n${indent})`;
  }

  #read(member: Member, indent: string): string {
    const condition = this.#condition(member);
    const value = this.#readPresent(member, indent);
    return condition === undefined ? value : `${value} if there[${condition.index}] > 0 else None`;
  }

  #readPresent(member: Member, indent: string): string {
    switch (member.kind) {
      case "field":
        return this.#readField(member);
      case "array": {
        const counted = this.#counted(member);
        const elements = member.elements.map((element, index) => {
          const value = this.#read(element, indent);
          return counted === undefined ? value : `*([${value}] if there[${counted.index}] > ${index} else [])`;
        });
        return `[${elements.join(", ")}]`;
      }
      case "record":
        return this.#construct(this.#classOf.get(withoutIndices(member.path)) ?? "", member.members, indent);
    }
  }

  #readField(field: Field): string {
    const { at, length, shift } = this.#word(field);
    const { moves, length: counted } = presenceIn(field, this.parts);
    const order = pythonString(field.byteOrder);
    const place = (more: number) => {
      const inside = at + more - (moves?.byteOffset ?? 0);
      return moves === undefined ? `${inside}` : `at[${moves.index}]${inside === 0 ? "" : ` + ${inside}`}`;
    };
    if (field.type === "text") {
      return `_text(data, ${place(0)}, ${counted === undefined ? length : `there[${counted.index}]`})`;
    }
    if (isFloat(field)) return `struct.unpack_from("${sign(field)}${PYTHON_FORMAT[field.type]}", data, ${place(0)})[0]`;
    const bytes = length === 1 ? `data[${place(0)}]` : `int.from_bytes(data[${place(0)}:${place(length)}], ${order})`;
    const moved = shift === 0 ? bytes : `${bytes} >> ${shift}`;
    const cut = field.bitWidth === length * 8 ? bytes : `${moved} & ${2n ** BigInt(field.bitWidth) - 1n}`;
    if (field.type === "bool") return `(${cut}) != 0`;
    const number = isSigned(field) ? `_signed(${cut}, ${field.bitWidth})` : cut;
    const named = this.#enums.of(field);
    return named === undefined ? number : `_named(${named}, ${number})`;
  }

  #write(field: Field): string {
    const { at, length, shift } = this.#word(field);
    const value = this.#access.get(field.path);
    if (field.type === "text") return `_put_text(data, ${at}, ${length}, ${value})`;
    if (isFloat(field)) return `_put_float(data, ${at}, "${sign(field)}${PYTHON_FORMAT[field.type]}", ${value})`;
    const given = field.type === "bool" ? `None if ${value} is None else bool(${value})` : value;
    return `_put_bits(data, ${at}, ${length}, ${shift}, ${field.bitWidth}, ${pythonString(field.byteOrder)}, ${given})`;
  }

  /** The stored name and its value; without a name a comment. */
  #storedLine(field: Field): { readonly key?: string; readonly value: string } {
    const own = this.#access.get(field.path);
    const key = pythonString(field.column);
    if (field.rule === undefined) return { key, value: own ?? "" };
    const written = writeExpression(field.rule.expression, PYTHON_RULES, (path) => {
      const shared = this.message.fieldByPath.get(path)?.shared === true;
      return `${shared ? "_number" : "float"}(${this.#access.get(path)})`;
    });
    if ("text" in written) return { key, value: written.text };
    const what = `the rule '${field.rule.text}' needs '${written.missing}', which is not available in Python`;
    return { value: `# ${commentText(field.column)}: ${commentText(this.#limits.say(field, what))}` };
  }

  /** The bytes that contain the field, and the position of its least significant bit in their number. */
  #word({ bitOffset, bitWidth, byteOrder }: Field): { at: number; length: number; shift: number } {
    const at = Math.floor(bitOffset / 8);
    const end = bitOffset + bitWidth;
    const length = Math.ceil(end / 8) - at;
    const shift = byteOrder === "little" ? bitOffset - at * 8 : (at + length) * 8 - end;
    return { at, length, shift };
  }
}

function sign({ byteOrder }: Field): string {
  return byteOrder === "little" ? "<" : ">";
}

export const PYTHON_EMITTER: Emitter = {
  name: "python",
  writes: "<channel>.py: dataclasses with decode and encode, rules included, and numpy's types",
  reading: "all",
  expects: true,
  presence: { notation: PYTHON_RULES },
  emit: python,
};
