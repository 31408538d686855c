/** `<channel>.rs`: structs with decode, encode and rules, for `no_std` and without a crate. [The Rust Reference, 2021 edition] */

import { type ChannelModel, type Field, isFloat, isSigned, type Member, type Message } from "./channel-model.ts";
import { generatedBy, type Limits, perChannel, type Tool } from "./emitter.ts";
import { floatLiteral, formula, INFIX, missingOperation, type Notation } from "./formula.ts";
import { identifiers } from "./identifiers.ts";
import { pascalCase } from "./names.ts";
import { commentText } from "./text.ts";

export const rust = perChannel(
  ({ identifier }) => `${identifier}.rs`,
  (channel, { tool, limits }) => moduleText(channel, tool, limits),
);

/** [The Rust Reference, keywords] */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return " +
    "self static struct super trait true type unsafe use where while async await dyn abstract become box do final macro " +
    "override priv typeof unsized virtual yield try gen union"
  ).split(" "),
);

function moduleText(channel: ChannelModel, tool: Tool, limits: Limits): string {
  const names = new Set(["Message", "Error"]);
  const printers = channel.messages.map((message) => new MessagePrinter(message, names, limits));
  const { id, payloadOffset, trailer, short, long } = channel.frames;
  const around = payloadOffset + trailer;
  const arms = printers.map(({ message, name }) => {
    const wrong = [
      ...(short === "zero" ? [] : [`payload.len() < ${message.wireSize}`]),
      ...(long === "ignore" ? [] : [`payload.len() > ${message.size}`]),
    ];
    const check = wrong.length === 0 ? "" : `if ${wrong.join(" || ")} { return Err(Error::Length); } `;
    const bytes = `let mut data = [0u8; ${message.wireSize}]; let n = payload.len().min(${message.wireSize}); data[..n].copy_from_slice(&payload[..n]); `;
    return `        ${id === undefined ? "_" : message.id} => { ${check}${bytes}Ok(Message::${name}(${name}::decode(&data))) }`;
  });
  const sections = [
    `// ${generatedBy(tool)}
//! Channel ${commentText(channel.name)}: \`decode\` finds the message of a frame. No allocation, no crate, no \`std\`.
#![allow(dead_code, non_camel_case_types, non_snake_case, clippy::all)]`,
    `#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /** The frame is too short or too long. */
    Length,
    /** No message of the channel has this struct ID. */
    UnknownId(u32),
}`,
    `#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Message {
${printers.map(({ name }) => `    ${name}(${name}),`).join("\n")}
}`,
    `/** The message in a frame. */
pub fn decode(frame: &[u8]) -> Result<Message, Error> {
    if frame.len() < ${Math.max(around, id === undefined ? 0 : id.byteOffset + id.byteLength)} { return Err(Error::Length); }
    let payload = &frame[${payloadOffset}..frame.len() - ${trailer}];
    match ${idText(channel)} {
${arms.join("\n")}
${id === undefined ? "" : "        other => Err(Error::UnknownId(other)),\n"}    }
}`,
    FUNCTIONS,
    ...printers.flatMap((printer) => printer.parts()),
  ];
  return `${sections.join("\n\n")}\n`;
}

function idText({ frames: { id } }: ChannelModel): string {
  if (id === undefined) return "0u32";
  const places = Array.from({ length: id.byteLength }, (_, index) => id.byteOffset + index);
  const bytes = id.byteOrder === "big" ? places : places.reverse();
  const terms = bytes.map((place, index) => `(frame[${place}] as u32) << ${8 * (bytes.length - 1 - index)}`);
  const whole = terms.map((term) => `(${term})`).join(" | ");
  return `((${whole}) & ${id.mask}u32) >> ${id.shift}`;
}

const FUNCTIONS = `\
/** Bits counted from the least significant one of each byte, in a big-endian channel from the most significant one. */
fn read_bits(data: &[u8], from: usize, width: usize, little: bool) -> u64 {
    let mut value = 0u64;
    let mut done = 0;
    while done < width {
        let in_byte = (from + done) % 8;
        let count = core::cmp::min(8 - in_byte, width - done);
        let shift = if little { in_byte } else { 8 - in_byte - count };
        let piece = ((data[(from + done) / 8] >> shift) as u64) & ((1u64 << count) - 1);
        value |= piece << if little { done } else { width - done - count };
        done += count;
    }
    value
}

fn read_signed(data: &[u8], from: usize, width: usize, little: bool) -> i64 {
    ((read_bits(data, from, width, little) << (64 - width)) as i64) >> (64 - width)
}

fn write_bits(data: &mut [u8], from: usize, width: usize, value: u64, little: bool) {
    let mut done = 0;
    while done < width {
        let in_byte = (from + done) % 8;
        let count = core::cmp::min(8 - in_byte, width - done);
        let shift = if little { in_byte } else { 8 - in_byte - count };
        let mask = ((1u16 << count) - 1) as u8;
        let piece = (value >> if little { done } else { width - done - count }) as u8 & mask;
        let byte = &mut data[(from + done) / 8];
        *byte = (*byte & !(mask << shift)) | (piece << shift);
        done += count;
    }
}

fn read_text<const N: usize>(data: &[u8], at: usize) -> [u8; N] {
    let mut text = [0u8; N];
    text.copy_from_slice(&data[at..at + N]);
    text
}

/** The bytes of a text up to its first NUL. */
pub fn text(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}`;

class MessagePrinter {
  readonly message: Message;
  readonly name: string;
  readonly #limits: Limits;
  readonly #structs: string[] = [];
  readonly #typeOf = new Map<string, string>();
  readonly #access = new Map<string, string>();
  readonly #names: Set<string>;

  constructor(message: Message, names: Set<string>, limits: Limits) {
    this.message = message;
    this.#limits = limits;
    this.#names = names;
    this.name = this.#declare(message.typeName);
    this.#struct(
      this.name,
      message.members,
      "self",
      `${message.name}, ${message.source}: ID ${message.id}, ${message.wireSize} bytes`,
    );
  }

  parts(): string[] {
    const { message, name } = this;
    const { wireSize, members, fields } = message;
    const writes = fields.map((field) => `        ${this.#write(field)}`).join("\n");
    const rules = fields.flatMap((field) => this.#rule(field)).join("\n\n");
    return [
      ...this.#structs,
      `impl ${name} {
    pub const SIZE: usize = ${wireSize};

    pub fn decode(data: &[u8; ${wireSize}]) -> Self {
        ${this.#construct(name, members)}
    }

    /** Of a union the member declared last is what is written. */
    pub fn encode(&self) -> [u8; ${wireSize}] {
        let mut data = [0u8; ${wireSize}];
${writes}
        data
    }${rules === "" ? "" : `\n\n${rules}`}
}`,
    ];
  }

  #declare(preferred: string): string {
    let name = preferred;
    for (let count = 2; this.#names.has(name); count++) name = `${preferred}_${count}`;
    this.#names.add(name);
    return name;
  }

  #struct(name: string, members: readonly Member[], access: string, doc: string): void {
    const attributes = identifiers(
      members.map((member) => member.name),
      RESERVED,
    );
    const lines = members.map((member, index) => {
      this.#reach(member, `${access}.${attributes[index]}`);
      const unit = member.kind === "field" && member.unit !== undefined ? ` // ${commentText(member.unit)}` : "";
      return `    pub ${attributes[index]}: ${this.#type(member)},${unit}`;
    });
    this.#attributes.set(name, attributes);
    this.#structs.push(
      `/** ${commentText(doc)} */\n#[repr(C)]\n#[derive(Clone, Copy, Debug, PartialEq)]\npub struct ${name} {\n${lines.join("\n")}\n}`,
    );
  }

  readonly #attributes = new Map<string, readonly string[]>();

  #reach(member: Member, access: string): void {
    switch (member.kind) {
      case "field":
        this.#access.set(member.path, access);
        return;
      case "array":
        member.elements.forEach((element, index) => {
          this.#reach(element, `${access}[${index}]`);
        });
        return;
      case "record": {
        const key = typeKey(member.path);
        const known = this.#typeOf.get(key);
        if (known === undefined) {
          const name = this.#declare(`${this.name}${pascalCase(key)}`);
          this.#typeOf.set(key, name);
          this.#struct(name, member.members, access, `${member.record} ${key} of ${this.message.name}`);
          return;
        }
        member.members.forEach((each, index) => {
          this.#reach(each, `${access}.${this.#attributes.get(known)?.[index]}`);
        });
      }
    }
  }

  #type(member: Member): string {
    switch (member.kind) {
      case "field":
        return scalarType(member);
      case "array":
        return `[${member.elements[0] === undefined ? "u8" : this.#type(member.elements[0])}; ${member.elements.length}]`;
      case "record":
        return this.#typeOf.get(typeKey(member.path)) ?? "";
    }
  }

  #construct(name: string, members: readonly Member[]): string {
    const attributes = this.#attributes.get(name) ?? [];
    return `${name} { ${members.map((member, index) => `${attributes[index]}: ${this.#read(member)}`).join(", ")} }`;
  }

  #read(member: Member): string {
    switch (member.kind) {
      case "field":
        return this.#readField(member);
      case "array":
        return `[${member.elements.map((element) => this.#read(element)).join(", ")}]`;
      case "record":
        return this.#construct(this.#typeOf.get(typeKey(member.path)) ?? "", member.members);
    }
  }

  #readField(field: Field): string {
    const { bitOffset, bitWidth, type } = field;
    const little = field.byteOrder === "little";
    const bits = `read_bits(data, ${bitOffset}, ${bitWidth}, ${little})`;
    switch (type) {
      case "text":
        return `read_text::<${bitWidth / 8}>(data, ${bitOffset / 8})`;
      case "float32":
        return `f32::from_bits(${bits} as u32)`;
      case "float64":
        return `f64::from_bits(${bits})`;
      case "bool":
        return `${bits} != 0`;
      default:
        return isSigned(field)
          ? `read_signed(data, ${bitOffset}, ${bitWidth}, ${little}) as ${scalarType(field)}`
          : `${bits} as ${scalarType(field)}`;
    }
  }

  #write({ path, bitOffset, bitWidth, type, byteOrder }: Field): string {
    const value = this.#access.get(path);
    if (type === "text") return `data[${bitOffset / 8}..${(bitOffset + bitWidth) / 8}].copy_from_slice(&${value});`;
    const bits =
      type === "float32" ? `${value}.to_bits() as u64` : type === "float64" ? `${value}.to_bits()` : `${value} as u64`;
    return `write_bits(&mut data, ${bitOffset}, ${bitWidth}, ${bits}, ${byteOrder === "little"});`;
  }

  /** A method for each rule; only arithmetic is in `core`. */
  #rule(field: Field): string[] {
    const { rule, unit } = field;
    if (rule === undefined) return [];
    const notation = rustNotation((path) => this.#number(path));
    const text = formula(rule.expression, notation);
    if (text === undefined) {
      const missing = missingOperation(rule.expression, notation);
      const what = `the rule '${rule.text}' needs '${missing}', which Rust without std has not`;
      return [`    // ${commentText(field.column)}: ${commentText(this.#limits.say(field, what))}`];
    }
    const doc = commentText(`${field.column} = ${rule.text}${unit === undefined ? "" : ` in ${unit}`}`);
    return [`    /** ${doc} */\n    pub fn ${this.#method(field)}(&self) -> f64 {\n        ${text}\n    }`];
  }

  readonly #methods = new Set(["stored_"]);

  #method(field: Field): string {
    const base = `stored_${field.column.replace(/[^A-Za-z0-9_]+/g, "_")}`;
    let name = base;
    for (let count = 2; this.#methods.has(name); count++) name = `${base}_${count}`;
    this.#methods.add(name);
    return name;
  }

  #number(path: string): string {
    const field = this.message.fieldByPath.get(path);
    const access = this.#access.get(path) ?? "";
    return field?.type === "bool" ? `(${access} as u8 as f64)` : `(${access} as f64)`;
  }
}

function scalarType(field: Field): string {
  const { type, bitWidth } = field;
  if (type === "text") return `[u8; ${bitWidth / 8}]`;
  if (type === "bool") return "bool";
  if (isFloat(field)) return type === "float32" ? "f32" : "f64";
  return type.replace(/^uint/, "u").replace(/^int/, "i");
}

function typeKey(path: string): string {
  return path.replace(/\[\d+\]/g, "");
}

function rustNotation(field: (path: string) => string): Notation {
  return {
    number: (value) => {
      if (Number.isNaN(value)) return "f64::NAN";
      if (!Number.isFinite(value)) return value > 0 ? "f64::INFINITY" : "f64::NEG_INFINITY";
      return `${floatLiteral(value).replace(/^\((.*)\)$/, "$1")}_f64`.replace(/^-(.*)$/, "(-$1)");
    },
    field,
    asNumber: (condition) => `(if ${condition} { 1.0_f64 } else { 0.0_f64 })`,
    asCondition: (number) => `({ let c: f64 = ${number}; c == c && c != 0.0 })`,
    operations: {
      ...INFIX,
      square: "({ let x: f64 = $0; x * x })",
      cube: "({ let x: f64 = $0; x * x * x })",
      and: "(?0 && ?1)",
      or: "(?0 || ?1)",
      xor: "(?0 != ?1)",
      not: "(!?0)",
      boolean: "?0",
      conditional: "(if ?0 { $1 } else { $2 })",
      isNaN: "({ let x: f64 = $0; x != x })",
    },
  };
}
