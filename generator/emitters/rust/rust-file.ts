/** `<channel>.rs`: structs with decode, encode and rules, for `no_std`, without dependencies. [The Rust Reference, 2021 edition] */

import type { Locator } from "../../../runtime/frames/locator.ts";
import { type Arrangement, countText, type Following, followedParts, presenceIn } from "../../codec/arrangement.ts";
import { frameSize } from "../../codec/c-text.ts";
import { generatedBy, type Limits, perChannel, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import { type Check, checksOf, checksumText, hasChecks, placeText, snakeCalls } from "../../codec/frame-checks.ts";
import {
  type ChannelModel,
  type Enumeration,
  type Field,
  isFloat,
  isSigned,
  type Member,
  type Message,
  syncWord,
} from "../../codec/model.ts";
import { Names, RUST, RUST_TYPES } from "../../codec/namer.ts";
import { flatName, pascalCase, withoutIndices } from "../../codec/names.ts";
import { payloadSizes } from "../../codec/payload-sizes.ts";
import { commentText } from "../../codec/text.ts";
import { writeExpression } from "../../rules/print-expression.ts";
import type { Emitter } from "../shared/emitter.ts";
import { expectedBits, expectedEnd } from "../shared/expected.ts";
import { RUST_COUNTS, RUST_RULES } from "../shared/notations.ts";

const FOLLOWING: Following = { notation: RUST_COUNTS };

const rust = perChannel(
  ({ identifier }) => `${identifier}.rs`,
  (channel, { tool, limits }) => moduleText(channel, tool, limits),
);

function moduleText(channel: ChannelModel, tool: Tool, limits: Limits): string {
  const names = new Names(RUST_TYPES);
  const enums = new EnumTypes(channel, names, limits);
  const printers = channel.messages.map((message) => new MessagePrinter(message, channel, names, enums, limits));
  const { id, payloadOffset, trailer } = channel.frames;
  const isVariable = printers.some(({ parts: found }) => found !== undefined);
  const sections = [
    `// ${generatedBy(tool)}
//! Channel ${commentText(channel.name)}: \`decode\` finds the message of a frame, \`Message::encode\` writes one. No allocation, no crate, no \`std\`.
#![allow(dead_code, unused_parens, non_camel_case_types, non_snake_case, non_upper_case_globals, clippy::all)]`,
    foreignText("emitters/rust/foreign/error.rs"),
    `/** A struct of the channel: \`decode\` and \`encode\` of its own are of the bare struct. */
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Message {
${printers.map(({ name }) => `    ${name}(${name}),`).join("\n")}
}`,
    `/** The message in a frame. */
pub fn decode(frame: &[u8]) -> Result<Message, Error> {
    if frame.len() < ${Math.max(payloadOffset + trailer, id === undefined ? 0 : id.byteOffset + id.byteLength, expectedEnd(channel))} { return Err(Error::Length); }
${expectedBits(channel)
  .map(
    ({ byteOffset, byteLength, byteOrder, mask, bits }) =>
      `    if read_number(frame, ${byteOffset}, ${byteLength}, ${byteOrder === "big"}) & ${mask} != ${bits} { return Err(Error::Unexpected); }\n`,
  )
  .join("")}    let payload = &frame[${payloadOffset}..frame.len() - ${trailer}];
    match ${idText(channel)} {
${printers.map((printer) => decodeArm(channel, printer)).join("\n")}
${id === undefined ? "" : "        other => Err(Error::UnknownId(other)),\n"}    }
}`,
    `impl Message {
    /** Writes the whole frame for \`decode\`. Returns its size, or an error if the slice is too short. */
    pub fn encode(&self, frame: &mut [u8]) -> Result<usize, Error> {
        match self {
${printers.map((printer) => encodeArm(channel, printer)).join("\n")}
        }
    }
}`,
    foreignText("emitters/rust/foreign/coding.rs"),
    ...(isVariable ? [foreignText("emitters/rust/foreign/presence.rs")] : []),
    ...(hasChecks(channel) || channel.channel.plan.frames !== undefined
      ? [foreignText("emitters/rust/foreign/frames.rs")]
      : []),
    ...enums.parts(),
    ...printers.flatMap((printer) => printer.sections()),
  ];
  return `${sections.join("\n\n")}\n`;
}

function decodeArm(channel: ChannelModel, { message, name, parts }: MessagePrinter): string {
  const { id } = channel.frames;
  const { wireSize } = message;
  const { least, most } = payloadSizes(channel, message, parts);
  const wrong = [
    ...(least === 0 ? [] : [`payload.len() < ${least}`]),
    ...(most === undefined ? [] : [`payload.len() > ${most}`]),
  ];
  const lines = [
    ...(wrong.length === 0 ? [] : [`if ${wrong.join(" || ")} { return Err(Error::Length); }`]),
    ...checksOf(channel, message).map((check) => `if ${wrongText(check, channel)} { return Err(Error::Checksum); }`),
    ...(parts === undefined
      ? [
          `let mut data = [0u8; ${wireSize}];`,
          `let n = payload.len().min(${wireSize});`,
          "data[..n].copy_from_slice(&payload[..n]);",
          `Ok(Message::${name}(${name}::decode(&data)))`,
        ]
      : [`Ok(Message::${name}(${name}::decode(payload)?))`]),
  ];
  return `        ${id === undefined ? "_" : message.id} => {\n${indented(lines, 12)}\n        }`;
}

function encodeArm(channel: ChannelModel, { message, name, parts }: MessagePrinter): string {
  const { id, idFrom, length, payloadOffset, trailer, expect = [] } = channel.frames;
  const isPlain = channel.channel.plan.frames === undefined;
  const size = parts === undefined ? String(frameSize(channel, message)) : "size";
  const struct =
    parts === undefined
      ? [`frame[${payloadOffset}..${payloadOffset + message.wireSize}].copy_from_slice(&message.encode());`]
      : [`frame[${payloadOffset}..${payloadOffset} + n].copy_from_slice(&data[..n]);`];
  const lines = [
    ...(parts === undefined
      ? []
      : ["let (data, n) = message.encode()?;", `let size = ${payloadOffset + trailer} + n;`]),
    `if frame.len() < ${size} { return Err(Error::Length); }`,
    `let frame = &mut frame[..${size}];`,
    "frame.fill(0);",
    ...struct,
    ...syncWord(channel).map((byte, index) => `frame[${index}] = ${byte};`),
    ...(isPlain || length === undefined ? [] : [locatorWrite(length, size)]),
    ...(isPlain || id === undefined || idFrom !== undefined ? [] : [locatorWrite(id, message.id)]),
    ...expect.map(({ place, value }) => locatorWrite(place, value)),
    ...checksOf(channel, message).map((check) => {
      const { byteLength, byteOrder } = check;
      const place = `${placeText(check, size)}, ${byteLength}, ${byteOrder === "big"}`;
      return `let sum = ${checkedText(check)};\nwrite_number(frame, ${place}, u32::MAX, sum);`;
    }),
    `Ok(${size})`,
  ];
  return `            Message::${name}(message) => {\n${indented(lines, 16)}\n            }`;
}

function indented(lines: readonly string[], width: number): string {
  return lines
    .flatMap((line) => line.split("\n"))
    .map((line) => " ".repeat(width) + line)
    .join("\n");
}

/** @param value a text is an expression of type usize */
function locatorWrite(locator: Locator, value: number | string): string {
  const { byteOffset, byteLength, byteOrder, mask, shift, addend } = locator;
  const known = Number(value);
  const placed = Number.isNaN(known)
    ? `((((${value} as i64) - (${addend})) << ${shift}) & ${mask}) as u32`
    : (((known - addend) << shift) & mask) >>> 0;
  return `write_number(frame, ${byteOffset}, ${byteLength}, ${byteOrder === "big"}, ${mask}, ${placed});`;
}

function checkedText(check: Check): string {
  const { from, to, extra = -1 } = check;
  return snakeCalls(checksumText(check, `frame, ${from}, ${to ?? placeText(check, "frame.len()")}, ${extra}`));
}

function wrongText(check: Check, { frames }: ChannelModel): string {
  const { at, byteLength, byteOrder } = check;
  const read = `read_number(frame, ${placeText(check, "frame.len()")}, ${byteLength}, ${byteOrder === "big"})`;
  const text = `${read} != (${checkedText(check)})`;
  return frames.short === "zero" && at >= 0 ? `frame.len() >= ${at + byteLength} && ${text}` : text;
}

/** Enums as integers with named constants, because a field may hold other values. */
class EnumTypes {
  readonly #types = new Map<Enumeration, { readonly name: string; readonly scalar: string }>();

  constructor({ enumerations, messages }: ChannelModel, names: Names, limits: Limits) {
    const fields = messages.flatMap((message) => message.fields);
    for (const enumeration of enumerations) {
      const used = fields.find((field) => field.enumeration === enumeration);
      if (used === undefined || used.type === "bool" || enumeration.values.length === 0) continue;
      const place = { path: `enum ${enumeration.declared}`, span: enumeration.span };
      const name = names.declare(pascalCase(enumeration.declared), limits.renamed(place));
      this.#types.set(enumeration, { name, scalar: numberType(used) });
    }
  }

  /** Undefined if the field is a plain number. */
  of(field: Field): string | undefined {
    const type = field.enumeration && this.#types.get(field.enumeration);
    return type?.scalar === numberType(field) ? type.name : undefined;
  }

  parts(): string[] {
    return [...this.#types].map(([{ declared, values, words }, { name, scalar }]) => {
      const scope = new Names(RUST);
      const shown = new Map<bigint, string>();
      const constants = values.map((each) => {
        const own = scope.declare(each.name);
        const value = fitted(each.value, scalar);
        if (!shown.has(value)) shown.set(value, each.name);
        return `    pub const ${own}: Self = Self(${value});\n`;
      });
      const arms = [...shown].map(([value, text]) => `            ${value} => Some("${text}"),\n`);
      return `/** ${commentText([...words, `enum ${declared}`].join(" "))}; a field may hold other values than these. */
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ${name}(pub ${scalar});

impl ${name} {
${constants.join("")}
    /** Name in the header. */
    pub fn name(self) -> Option<&'static str> {
        match self.0 {
${arms.join("")}            _ => None,
        }
    }
}

impl core::fmt::Display for ${name} {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.name() {
            Some(name) => out.write_str(name),
            None => write!(out, "{}", self.0),
        }
    }
}`;
    });
  }
}

function fitted(value: bigint, scalar: string): bigint {
  const bits = Number(scalar.slice(1));
  return scalar.startsWith("u") ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
}

function idText({ frames: { id } }: ChannelModel): string {
  if (id === undefined) return "0u32";
  const places = Array.from({ length: id.byteLength }, (_, index) => id.byteOffset + index);
  const bytes = id.byteOrder === "big" ? places : places.reverse();
  const terms = bytes.map((place, index) => `(frame[${place}] as u32) << ${8 * (bytes.length - 1 - index)}`);
  const whole = terms.map((term) => `(${term})`).join(" | ");
  return `((${whole}) & ${id.mask}u32) >> ${id.shift}`;
}

class MessagePrinter {
  readonly message: Message;
  readonly name: string;
  /** The optional parts that its functions follow. */
  readonly parts: Arrangement | undefined;
  /** The member with the number of elements of an array that has the rest of the message. */
  readonly #restLength: string | undefined;
  readonly #frames: ChannelModel["frames"];
  readonly #limits: Limits;
  readonly #structs: string[] = [];
  readonly #typeOf = new Map<string, string>();
  readonly #access = new Map<string, string>();
  readonly #names: Names;
  readonly #enums: EnumTypes;

  constructor(message: Message, { frames }: ChannelModel, names: Names, enums: EnumTypes, limits: Limits) {
    this.message = message;
    this.parts = followedParts(message, FOLLOWING);
    this.#frames = frames;
    const rest = this.parts?.parts.find(({ expression, node }) => expression === "rest" && node === "array");
    this.#restLength = rest && `${flatName(rest.path)}_len`;
    this.#enums = enums;
    this.#limits = limits;
    this.#names = names;
    this.name = names.declare(message.className, limits.renamed(message));
    this.#struct(
      this.name,
      message.members,
      "self",
      [`${message.name}, ${message.source}: ID ${message.id}, ${message.wireSize} bytes`, ...message.words].join(". "),
    );
  }

  sections(): string[] {
    const { message, name } = this;
    const { members, fields } = message;
    const { parts } = this;
    const rules = fields.flatMap((field) => this.#rule(field)).join("\n\n");
    const coding = parts === undefined ? this.#coding(members, fields) : this.#optionalCoding(parts);
    return [...this.#structs, `impl ${name} {\n${coding}${rules === "" ? "" : `\n\n${rules}`}\n}`];
  }

  #coding(members: readonly Member[], fields: readonly Field[]): string {
    const { wireSize } = this.message;
    return `    pub const SIZE: usize = ${wireSize};

    pub fn decode(data: &[u8; ${wireSize}]) -> Self {
        ${this.#construct(this.name, members)}
    }

    /** For a union, the member that is declared last is written. */
    pub fn encode(&self) -> [u8; ${wireSize}] {
        let mut data = [0u8; ${wireSize}];
${fields.map((field) => `        ${this.#write(field)}`).join("\n")}
        data
    }`;
  }

  /** The functions of a struct whose messages may lack parts. */
  #optionalCoding(found: Arrangement): string {
    const { message, name } = this;
    const { wireSize, members, fields } = message;
    const { parts, least, size } = found;
    const { short, long } = this.#frames;
    const rows = parts.map(({ byteOffset, elementBytes, most, place, expression }) => {
      const code = place === "kept" ? 0 : place === "next" ? 1 : 2;
      const rest = expression === "rest";
      return `            Part_ { offset: ${byteOffset}, size: ${elementBytes}, most: ${most}, place: ${code}, rest: ${rest} },`;
    });
    const rest = parts.find(({ expression }) => expression === "rest");
    const keptRest =
      this.#lengthMember === undefined
        ? ""
        : `\n        message.${this.#lengthMember} = there[${rest?.index}] as usize;`;
    const writes = fields.map((field) => {
      const guards = presenceIn(field, found).guards.map(({ part, element }) => `there[${part.index}] > ${element}`);
      const write = this.#write(field);
      return `        ${guards.length === 0 ? write : `if ${guards.join(" && ")} { ${write} }`}`;
    });
    const [first] = fields;
    const isLength =
      first?.name === "length" && first.type === "uint8" && !first.bitField && first.initial !== undefined;
    const ownLength = isLength ? `\n        if data[0] == ${first.initial} { data[0] = n as u8; }` : "";
    const lengths = parts.map((part) => {
      const method = this.#methods.declare(`${part.kind === "if" ? "has" : "count"}_${flatName(part.path)}`);
      const count = `self.there().map_or(0, |there| there[${part.index}])`;
      return part.kind === "if"
        ? `    /** ${commentText(`${part.path}, ${part.text}`)} */\n    pub fn ${method}(&self) -> bool {\n        ${count} > 0\n    }`
        : `    /** ${commentText(`Elements of ${part.path}, ${part.text}`)}; 0 if the counts do not fit. */\n    pub fn ${method}(&self) -> usize {\n        ${count}\n    }`;
    });
    return `    /** Of the whole struct, the largest message. */
    pub const SIZE: usize = ${wireSize};

    const PARTS: Parts_<${parts.length}> = Parts_ {
        parts: [
${rows.join("\n")}
        ],
        least: ${least},
        most: ${size},
        short: ${short === "zero"},
        long: ${long === "ignore"},
    };

    /** Parts that the message lacks are zeros. */
    pub fn decode(payload: &[u8]) -> Result<Self, Error> {
        let mut there = [0.0_f64; ${parts.length}];
        let mut head = [0u8; ${wireSize}];
        copy_part(&mut head, 0, payload, 0, ${least});
        Self::read(&head, &[usize::MAX; ${parts.length}]).count_end(&mut there);
        let data: [u8; ${wireSize}] = lay_out(payload, &Self::PARTS, &mut there)?;
        Self::read(&data, &[usize::MAX; ${parts.length}]).count_inside(&mut there);
        let ${keptRest === "" ? "" : "mut "}message = Self::read(&data, &counts_of(&Self::PARTS, &there)?);${keptRest}
        Ok(message)
    }

    /** The message and its size. What is sent of the parts is as the counts and conditions say. For a union, the member that is declared last is written. */
    pub fn encode(&self) -> Result<([u8; ${wireSize}], usize), Error> {
        let there = self.there()?;
        let mut laid = [0u8; ${wireSize}];
        {
            let data = &mut laid;
${writes.map((line) => `    ${line.replace("&mut data", "data")}`).join("\n")}
        }
        let ${isLength ? "(mut data, n)" : "(data, n)"} = pack(&laid, &Self::PARTS, &mut there.map(|count| count as f64))?;${ownLength}
        Ok((data, n))
    }

${lengths.join("\n\n")}

    fn read(data: &[u8], there: &[usize; ${parts.length}]) -> Self {
        let none = &[0u8; ${wireSize}];
        ${this.#construct(name, members)}
    }

    fn there(&self) -> Result<[usize; ${parts.length}], Error> {
        let mut there = [0.0_f64; ${parts.length}];
        self.count_end(&mut there);
${rest === undefined ? "" : `        there[${rest.index}] = ${this.#restCount(rest.path)};\n`}        self.count_inside(&mut there);
        counts_of(&Self::PARTS, &there)
    }

${this.#counting("count_end", found, true)}

${this.#counting("count_inside", found, false)}`;
  }

  /** What the message object has of the part with the rest of the message. */
  #restCount(path: string): string {
    return this.#lengthMember === undefined
      ? `text(&${this.#access.get(path) ?? ""}).len() as f64`
      : `self.${this.#lengthMember} as f64`;
  }

  #counting(name: string, found: Arrangement, ofEnd: boolean): string {
    const lines = found.parts.flatMap((part) => {
      if ((part.place !== "kept") !== ofEnd) return [];
      const count = countText(part, found, {
        notation: RUST_COUNTS,
        field: (path) => this.#number(path),
        present: (index, element) => `there[${index}] > ${element}.0`,
        unless: (conditions, value) => `if ${conditions.join(" && ")} { ${value} } else { 0.0 }`,
      });
      return count === undefined ? [] : [`        there[${part.index}] = ${count};`];
    });
    const there = lines.length === 0 ? "_there" : "there";
    return `    fn ${name}(&self, ${there}: &mut [f64; ${found.parts.length}]) {\n${lines.join("\n")}\n    }`;
  }

  #struct(name: string, members: readonly Member[], access: string, doc: string): void {
    const scope = new Names(RUST);
    const attributes = members.map((member) => scope.declare(member.name, this.#limits.renamed(member)));
    const lines = members.map((member, index) => {
      this.#reach(member, `${access}.${attributes[index]}`);
      const unit = member.kind === "field" && member.unit !== undefined ? ` // ${commentText(member.unit)}` : "";
      const said = member.words.map((line) => `    /** ${commentText(line)} */\n`).join("");
      return `${said}    pub ${attributes[index]}: ${this.#type(member)},${unit}`;
    });
    this.#attributes.set(name, attributes);
    if (access === "self" && this.#restLength !== undefined) {
      this.#lengthMember = scope.declare(this.#restLength);
      lines.push(`    /** How many elements are in the array at the end. */\n    pub ${this.#lengthMember}: usize,`);
    }
    this.#structs.push(
      `/** ${commentText(doc)} */\n#[repr(C)]\n#[derive(Clone, Copy, Debug, PartialEq)]\npub struct ${name} {\n${lines.join("\n")}\n}`,
    );
  }

  readonly #attributes = new Map<string, readonly string[]>();
  #lengthMember: string | undefined;

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
        const key = withoutIndices(member.path);
        const known = this.#typeOf.get(key);
        if (known === undefined) {
          const name = this.#names.declare(`${this.name}${pascalCase(key)}`);
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
        return this.#enums.of(member) ?? scalarType(member);
      case "array":
        return `[${member.elements[0] === undefined ? "u8" : this.#type(member.elements[0])}; ${member.elements.length}]`;
      case "record":
        return this.#typeOf.get(withoutIndices(member.path)) ?? "";
    }
  }

  #construct(name: string, members: readonly Member[]): string {
    const attributes = this.#attributes.get(name) ?? [];
    const values = members.map((member, index) => `${attributes[index]}: ${this.#read(member)}`);
    if (name === this.name && this.#lengthMember !== undefined) values.push(`${this.#lengthMember}: 0`);
    return `${name} { ${values.join(", ")} }`;
  }

  #read(member: Member): string {
    switch (member.kind) {
      case "field":
        return this.#readField(member);
      case "array":
        return `[${member.elements.map((element) => this.#read(element)).join(", ")}]`;
      case "record":
        return this.#construct(this.#typeOf.get(withoutIndices(member.path)) ?? "", member.members);
    }
  }

  #readField(field: Field): string {
    const { bitOffset, bitWidth, type } = field;
    const little = field.byteOrder === "little";
    const data = this.#source(field);
    const bits = `read_bits(${data}, ${bitOffset}, ${bitWidth}, ${little})`;
    switch (type) {
      case "text":
        return `read_text::<${bitWidth / 8}>(${data}, ${bitOffset / 8})`;
      case "float32":
        return `f32::from_bits(${bits} as u32)`;
      case "float64":
        return `f64::from_bits(${bits})`;
      case "bool":
        return `${bits} != 0`;
      default:
        return this.#wrapped(
          field,
          isSigned(field)
            ? `read_signed(${data}, ${bitOffset}, ${bitWidth}, ${little}) as ${scalarType(field)}`
            : `${bits} as ${scalarType(field)}`,
        );
    }
  }

  /** The bytes that the field is read from. */
  #source(field: Field): string {
    const guards = presenceIn(field, this.parts).guards.map(({ part, element }) => `(${part.index}, ${element})`);
    return guards.length === 0 ? "data" : `given(data, none, there, &[${guards.join(", ")}])`;
  }

  #wrapped(field: Field, number: string): string {
    const type = this.#enums.of(field);
    return type === undefined ? number : `${type}(${number})`;
  }

  #own(field: Field): string {
    const access = this.#access.get(field.path) ?? "";
    return this.#enums.of(field) === undefined ? access : `${access}.0`;
  }

  #write(field: Field): string {
    const { bitOffset, bitWidth, type, byteOrder } = field;
    const value = this.#own(field);
    if (type === "text") return `data[${bitOffset / 8}..${(bitOffset + bitWidth) / 8}].copy_from_slice(&${value});`;
    const bits =
      type === "float32" ? `${value}.to_bits() as u64` : type === "float64" ? `${value}.to_bits()` : `${value} as u64`;
    return `write_bits(&mut data, ${bitOffset}, ${bitWidth}, ${bits}, ${byteOrder === "little"});`;
  }

  /** A method for each rule; only arithmetic, because `core` has no other functions. */
  #rule(field: Field): string[] {
    const { rule, unit } = field;
    if (rule === undefined) return [];
    const written = writeExpression(rule.expression, RUST_RULES, (path) => this.#number(path));
    if ("missing" in written) {
      const what = `the rule '${rule.text}' needs '${written.missing}', which is not available in Rust without std`;
      return [`    // ${commentText(field.column)}: ${commentText(this.#limits.say(field, what))}`];
    }
    const doc = commentText(`${field.column} = ${rule.text}${unit === undefined ? "" : ` in ${unit}`}`);
    const { guards } = presenceIn(field, this.parts);
    const method = this.#method(field);
    if (guards.length === 0)
      return [`    /** ${doc} */\n    pub fn ${method}(&self) -> f64 {\n        ${written.text}\n    }`];
    const present = guards.map(({ part, element }) => `there[${part.index}] > ${element}`).join(" && ");
    return [
      `    /** ${doc} */\n    pub fn ${method}(&self) -> Option<f64> {\n        let there = self.there().ok()?;\n        if ${present} { Some(${written.text}) } else { None }\n    }`,
    ];
  }

  readonly #methods = new Names(RUST);

  #method(field: Field): string {
    return this.#methods.declare(`stored_${field.column}`);
  }

  #number(path: string): string | undefined {
    const field = this.message.fieldByPath.get(path);
    if (field === undefined) return undefined;
    const access = this.#own(field);
    return field.type === "bool" ? `(${access} as u8 as f64)` : `(${access} as f64)`;
  }
}

function numberType(field: Field): string {
  return field.type.replace(/^uint/, "u").replace(/^int/, "i");
}

function scalarType(field: Field): string {
  const { type, bitWidth } = field;
  if (type === "text") return `[u8; ${bitWidth / 8}]`;
  if (type === "bool") return "bool";
  if (isFloat(field)) return type === "float32" ? "f32" : "f64";
  return numberType(field);
}

export const RUST_EMITTER: Emitter = {
  name: "rust",
  writes: "<channel>.rs: structs with decode and encode, no_std",
  reading: "all",
  expects: true,
  presence: FOLLOWING,
  emit: rust,
};
