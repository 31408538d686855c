/**
 * `<channel>_link.h`: sends and receives the firmware's own structs: frames with checksums, a stream parser, range-checked
 * setters. [C99; C++11] It asserts that the struct's memory layout equals the wire layout.
 */

import { frameSize, functionText, prefixOf, readNumberText, readText, sizesOf, writeText } from "../../codec/c-text.ts";
import { type Emit, generatedBy, type Limits, perChannel, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import { type Check, checksOf, checksumText, crcOf, placeText, snakeCalls } from "../../codec/frame-checks.ts";
import { type ChannelModel, type Field, isFloat, isSigned, type Message, syncWord } from "../../codec/model.ts";
import { namesOf, PLAIN } from "../../codec/namer.ts";
import { flatName } from "../../codec/names.ts";
import { commentText } from "../../codec/text.ts";
import { schemaOf } from "../../layout/schema.ts";
import { fixedText } from "./c-link-fixed.ts";
import { type LinkedMessage, linkedParts, packingText, partsText } from "./c-link-parts.ts";
import { parserText, streamText } from "./c-link-stream.ts";
import { type Swaps, swapsOf } from "./c-link-swap.ts";
import { sizeOf, typeName } from "./c-types.ts";
import { expectedBits } from "./expected.ts";

const link = perChannel(
  ({ identifier }) => `${identifier}_link.h`,
  (channel, { tool, limits }) => linkText(channel, tool, limits),
);

/** Optional part: keeps sent frames until they are acknowledged. */
const keep = perChannel(
  ({ identifier }) => `${identifier}_keep.h`,
  ({ identifier }, { tool }) => `/* ${generatedBy(tool)} */

/* Include this after ${identifier}_link.h. The channel's section needs \`ack = on\`. */

${foreignText("emitters/shared/foreign/keep.h")}
`,
);

export const cLink: Emit = (channels, tool, limits) => {
  for (const { messages } of channels)
    for (const message of messages) if (!isWholeInMemory(message)) limits.say(message, OPEN);
  return [...link(channels, tool, limits), ...keep(channels, tool, limits)];
};

const OPEN = "it ends with an array without a number, for which its struct has no room: the message is left out";

/** True if the longest message is as long as `sizeof`. Otherwise copying would access memory beyond the struct. */
function isWholeInMemory({ struct: { layout } }: Message): boolean {
  return layout.sizeOf === undefined;
}

/** The channel with only the messages that the link supports. */
export function linked(channel: ChannelModel): ChannelModel {
  return { ...channel, messages: channel.messages.filter(isWholeInMemory) };
}

function linkText(whole: ChannelModel, tool: Tool, limits: Limits): string {
  const channel = linked(whole);
  const left = whole.messages.filter((message) => !isWholeInMemory(message));
  const { framing } = channel.channel.plan;
  if (framing?.kind === "lines" && framing.encoding === "base64" && channel.messages[0] !== undefined)
    limits.say(channel.messages[0], "base64 lines are neither written nor parsed");
  const guard = `STRUCTLINE_${channel.identifier.toUpperCase()}_LINK_H`;
  const sections = [
    `/* ${generatedBy(tool)} */`,
    `/*
 * Channel ${commentText(channel.name)} for ${channel.abi}, ${channel.byteOrder}-endian. Include this behind ${channel.channel.plan.headerFiles.map(commentText).join(", ")}.
 * The build fails if the compiler lays out a struct differently from the codecs.
 */`,
    `#ifndef ${guard}\n#define ${guard}`,
    foreignText("emitters/shared/foreign/link.h"),
    ...(channel.messages.some((message) => linkedParts(message) !== undefined)
      ? [foreignText("emitters/shared/foreign/link_parts.h")]
      : []),
    `/* Values are checked before they are assigned to narrower members. */
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#endif
#pragma GCC diagnostic ignored "-Wconversion"
#elif defined(_MSC_VER)
#pragma warning(push)
#pragma warning(disable : 4242 4244)
#endif`,
    ...left.map((message) => `/* ${commentText(message.name)}, ${commentText(message.source)}: ${OPEN}. */`),
    ...channel.messages.map((message) => new MessageText(channel, message, limits).text()),
    ...(channel.messages.length === 0 ? [] : [parserText(channel)]),
    `#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#elif defined(_MSC_VER)
#pragma warning(pop)
#endif`,
    "#endif",
  ];
  return `${sections.join("\n\n")}\n`;
}

class MessageText {
  readonly #channel: ChannelModel;
  readonly #message: Message;
  readonly #limits: Limits;
  readonly #type: string;
  readonly #prefix: string;
  readonly #macro: string;
  readonly #swaps: Swaps;
  /** Undefined if each message is the whole struct. */
  readonly #parts: LinkedMessage | undefined;

  constructor(channel: ChannelModel, message: Message, limits: Limits) {
    this.#channel = channel;
    this.#message = message;
    this.#limits = limits;
    this.#type = typeName(message);
    this.#prefix = prefixOf(channel, message);
    this.#macro = this.#prefix.toUpperCase();
    this.#swaps = swapsOf(channel, message);
    const parts = linkedParts(message);
    const read = (field: Field) => this.#read(field);
    const swapped = (statements: readonly string[]) => this.#swapped(statements);
    this.#parts = parts && { channel, message, parts, type: this.#type, swaps: this.#swaps, read, swapped };
  }

  text(): string {
    const { id, name, source, struct } = this.#message;
    return [
      `/* ${commentText(name)}, ${commentText(source)} */`,
      `#define ${this.#macro}_ID UINT32_C(${id})`,
      `#define ${this.#macro}_SCHEMA UINT32_C(0x${schemaOf(struct.layout)})`,
      `#define ${this.#macro}_FRAME ${frameSize(this.#channel, this.#message)}u`,
      ...this.#assertions(),
      this.#init(),
      ...(this.#parts === undefined ? [] : partsText(this.#parts)),
      this.#frame(),
      ...streamText(this.#channel, this.#message, this.#type),
      this.#valid(),
      this.#decode(),
      ...this.#accessors(),
    ].join("\n\n");
  }

  #assertions(): string[] {
    const { fields } = this.#message;
    const holds = (what: string, condition: string) => `STRUCTLINE_HOLDS(${this.#prefix}_${what}, ${condition});`;
    const plain = fields.filter(({ bitField }) => !bitField);
    const names = namesOf(
      PLAIN,
      plain.map(({ path }) => `at_${flatName(path)}`),
    );
    const offsets = plain.map(({ path, bitOffset, bitWidth }, index) =>
      holds(
        names[index]!,
        `offsetof(${this.#type}, ${path}) == ${bitOffset / 8} && sizeof(((${this.#type} *)0)->${path}) == ${bitWidth / 8}`,
      ),
    );
    const size = holds("has_its_size", `sizeof(${this.#type}) == ${sizeOf(this.#message)}`);
    return [[size, ...offsets, ...this.#order(holds)].join("\n")];
  }

  /** Little-endian messages need a little-endian processor; big-endian ones are swapped, where that is possible. */
  #order(holds: (what: string, condition: string) => string): string[] {
    const { problem } = this.#swaps;
    if (this.#channel.byteOrder === "little") return [holds("is_little_endian", "!STRUCTLINE_BIG")];
    if (problem === undefined) return [];
    this.#limits.say(this.#message, `it can be sent by big-endian processors only, because ${problem}`);
    return [holds("is_big_endian", "STRUCTLINE_BIG")];
  }

  /** @param statements for little-endian processors */
  #swapped(statements: readonly string[]): string[] {
    return statements.length === 0 ? [] : ["if (!STRUCTLINE_BIG) {", ...statements.map((line) => `  ${line}`), "}"];
  }

  #init(): string {
    const initial = this.#message.fields.flatMap((field) => {
      const { initial: value, path } = field;
      if (value === undefined || value === 0 || value === 0n || value === false || value === "") return [];
      if (typeof value === "string") {
        const text = [...Buffer.from(value)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
        return [`memcpy(message->${path}, "${text}", ${Buffer.byteLength(value)});`];
      }
      if (this.#isForeign(field)) {
        this.#limits.say(field, "its initial value is not set, because it has another byte order");
        return [];
      }
      return [`message->${path} = STRUCTLINE_AS(message->${path}, ${literal(field, value)});`];
    });
    return functionText(
      "void",
      `${this.#prefix}_init(${this.#type} *message)`,
      ["memset((void *)message, 0, sizeof *message);", ...initial],
      "Sets the message to zeros, then to the header's initial values, including ID and length.",
    );
  }

  #frame(): string {
    const { frames, channel } = this.#channel;
    const { id, idFrom, length, payloadOffset, expect = [] } = frames;
    const isPlain = channel.plan.frames === undefined;
    const most = frameSize(this.#channel, this.#message);
    const packing = this.#parts && packingText(this.#parts);
    const size = packing === undefined ? most : "end";
    const said = packing === undefined ? `${most}u` : "end";
    return functionText(
      "size_t",
      `${this.#prefix}_frame(uint8_t *frame, size_t size, const ${this.#type} *message)`,
      [
        ...(packing?.before ?? [`if (size < ${most}u) return 0;`]),
        ...(most === this.#message.wireSize ? [] : [`memset(frame, 0, ${most}u);`]),
        `memcpy(frame + ${payloadOffset}, (const void *)message, ${this.#message.wireSize}u);`,
        ...this.#swapped(this.#swaps.toFrame),
        ...(packing?.after ?? []),
        ...syncWord(this.#channel).map((byte, at) => `frame[${at}] = ${byte};`),
        ...(isPlain || length === undefined ? [] : [writeText(length, size)]),
        ...(isPlain || id === undefined || idFrom !== undefined ? [] : [writeText(id, this.#message.id)]),
        ...expect.map(({ place, value }) => writeText(place, value)),
        ...checksOf(this.#channel, this.#message).map((check) => writeSumText(check, said)),
        `return ${said};`,
      ],
      packing === undefined
        ? "Writes the whole frame. Returns its size, or 0 if the buffer is too small."
        : "Writes the frame, with the parts that the counts and conditions name. Returns its size, or 0 if the buffer is smaller than the largest frame, or a count exceeds its array.",
    );
  }

  #valid(): string {
    const { id } = this.#channel.frames;
    const [least, most] = sizesOf(this.#channel, this.#message, this.#parts?.parts);
    const checks = checksOf(this.#channel, this.#message).map((check) => {
      const { at, byteLength, byteOrder } = check;
      const there = least < at + byteLength && at >= 0 ? `size >= ${at + byteLength}u && ` : "";
      const read = readNumberText(placeText(check, "size"), byteLength, byteOrder);
      return `if (${there}${read} != (${sumText(check, "size")})) return 0;`;
    });
    const upper = most === undefined ? "" : ` || size > ${most}u`;
    const expected = expectedBits(this.#channel).map(({ byteOffset, byteLength, byteOrder, mask, bits }) => {
      const end = byteOffset + byteLength;
      const there = least < end ? `size < ${end}u || ` : "";
      const read = readNumberText(String(byteOffset), byteLength, byteOrder);
      return `if (${there}(${read} & UINT32_C(${mask})) != UINT32_C(${bits})) return 0;`;
    });
    return functionText(
      "int",
      `${this.#prefix}_valid(const uint8_t *frame, size_t size)`,
      [
        `if (size < ${least}u${upper}) return 0;`,
        ...expected,
        ...(id === undefined ? [] : [`if (${readText(id)} != ${this.#macro}_ID) return 0;`]),
        ...checks,
        ...(id === undefined && checks.length + expected.length === 0 ? ["(void)frame;"] : []),
        ...(this.#parts === undefined
          ? ["return 1;"]
          : ["{", `  ${this.#type} laid;`, `  return ${this.#prefix}_lay_out(&laid, frame, size);`, "}"]),
      ],
      "Returns 1 if the frame has this message's size and ID and correct checksums.",
    );
  }

  #decode(): string {
    const { payloadOffset, trailer } = this.#channel.frames;
    const { wireSize } = this.#message;
    const [least] = sizesOf(this.#channel, this.#message);
    const given = `size - ${payloadOffset + trailer}u`;
    const bytes =
      least < frameSize(this.#channel, this.#message)
        ? `${given} < ${wireSize}u ? ${given} : ${wireSize}u`
        : `${wireSize}u`;
    if (this.#parts !== undefined)
      return functionText(
        "int",
        `${this.#prefix}_decode(${this.#type} *message, const uint8_t *frame, size_t size)`,
        [`return ${this.#prefix}_valid(frame, size) && ${this.#prefix}_lay_out(message, frame, size);`],
        "Reads the message from a frame. Returns 0 if its size, ID, a count or a checksum is wrong.",
      );
    return functionText(
      "int",
      `${this.#prefix}_decode(${this.#type} *message, const uint8_t *frame, size_t size)`,
      [
        `if (!${this.#prefix}_valid(frame, size)) return 0;`,
        "memset((void *)message, 0, sizeof *message);",
        `memcpy((void *)message, frame + ${payloadOffset}, ${bytes});`,
        ...this.#swapped(this.#swaps.fromFrame),
        "return 1;",
      ],
      "Reads the message from a frame. Returns 0 if its size, ID or checksum is wrong.",
    );
  }

  /** Accessors for fields that plain assignment cannot set: bit-fields, fields with rules, or another byte order. */
  #accessors(): string[] {
    const fields = this.#message.fields.filter(
      (field) => field.type !== "text" && (field.bitField || field.rule !== undefined || this.#isForeign(field)),
    );
    const names = namesOf(
      PLAIN,
      fields.map(({ column }) => column.replaceAll(/\W+/g, "_")),
    );
    return fields.flatMap((field, index) => {
      const name = names[index]!;
      return [...this.#accessorsOf(field, name), ...(names.includes(`${name}_milli`) ? [] : this.#fixed(field, name))];
    });
  }

  #accessorsOf(field: Field, name: string): string[] {
    const isWide = field.bitWidth > 32;
    if (this.#isForeign(field) && (isWide || isFloat(field) || field.bitField)) {
      this.#limits.say(field, "it has no setter, because it has another byte order");
      return [];
    }
    if (field.rule === undefined) return this.#plain(field, name);
    const { line } = field.rule;
    if (line === undefined || line.slope === 0 || isWide) {
      this.#limits.say(field, "its rule has no inverse: set the member directly");
      return field.bitField || this.#isForeign(field) ? this.#plain(field, name) : [];
    }
    const unit = field.unit === undefined ? "" : `, ${commentText(field.unit)}`;
    const real = (value: number) => `(STRUCTLINE_REAL)${Number.isInteger(value) ? value.toFixed(1) : value}`;
    const { path } = field;
    const [least, most] = rangeOf(field);
    const set = isFloat(field)
      ? [`message->${path} = STRUCTLINE_AS(message->${path}, raw);`, "return 1;"]
      : [
          // A float cannot tell such a minimum from the half below it.
          `if (!(raw ${least <= -(2 ** 24) ? `>= ${real(least)}` : `> ${real(least - 0.5)}`} && raw < ${real(most + 0.5)})) return 0;`,
          this.#assign(field, `structline_${isSigned(field) ? "signed" : "unsigned"}(raw)`),
          "return 1;",
        ];
    return [
      functionText(
        "int",
        `${this.#prefix}_set_${name}(${this.#type} *message, STRUCTLINE_REAL value)`,
        [`const STRUCTLINE_REAL raw = (value - ${real(line.offset)}) / ${real(line.slope)};`, ...set],
        `Sets the field by its rule, ${commentText(field.rule.text)}${unit}. Returns 0 and sets nothing if the value does not fit.`,
      ),
      functionText("STRUCTLINE_REAL", `${this.#prefix}_get_${name}(const ${this.#type} *message)`, [
        `return (STRUCTLINE_REAL)${this.#read(field)} * ${real(line.slope)} + ${real(line.offset)};`,
      ]),
    ];
  }

  #fixed(field: Field, name: string): string[] {
    if (field.bitWidth > 32 || isFloat(field) || this.#isForeign(field)) return [];
    const given = { name, type: this.#type, prefix: this.#prefix, range: rangeOf(field) };
    return fixedText(field, given, (value) => this.#assign(field, isSigned(field) ? value : `(uint32_t)${value}`));
  }

  #plain(field: Field, name: string): string[] {
    const type = `${isSigned(field) ? "int" : "uint"}${field.bitWidth > 32 ? 64 : 32}_t`;
    const range = field.bitWidth === 64 || field.bitWidth === 32 ? [] : this.#rangeCheck(field);
    return [
      functionText(
        "int",
        `${this.#prefix}_set_${name}(${this.#type} *message, ${type} value)`,
        [...range, this.#assign(field, "value"), "return 1;"],
        `${field.bitWidth} bits. 0, and nothing is set, where it does not fit.`,
      ),
      ...(this.#isForeign(field)
        ? [
            functionText(type, `${this.#prefix}_get_${name}(const ${this.#type} *message)`, [
              `return (${type})${this.#read(field)};`,
            ]),
          ]
        : []),
    ];
  }

  #rangeCheck(field: Field): string[] {
    const [least, most] = field.type === "bool" ? [0, 1] : rangeOf(field);
    const suffix = isSigned(field) ? "" : "u";
    const constant = (value: number) => (field.bitWidth > 32 ? `${BigInt(value)}LL` : `INT32_C(${value})`);
    if (!isSigned(field))
      return [
        `if (value > ${field.bitWidth > 32 ? `UINT64_C(${2n ** BigInt(field.bitWidth) - 1n})` : `UINT32_C(${most})`}) return 0;`,
      ];
    return [`if (value < ${constant(least)}${suffix} || value > ${constant(most)}${suffix}) return 0;`];
  }

  #assign(field: Field, value: string): string {
    if (!this.#isForeign(field)) return `message->${field.path} = STRUCTLINE_AS(message->${field.path}, ${value});`;
    const place = `(uint8_t *)(void *)message, ${field.bitOffset / 8}, ${field.bitWidth / 8}`;
    return `structline_write_number(${place}, ${Number(field.byteOrder === "big")}, UINT32_C(0xffffffff), (uint32_t)${value});`;
  }

  #read(field: Field): string {
    if (!this.#isForeign(field)) return `message->${field.path}`;
    const { bitOffset, bitWidth, byteOrder } = field;
    const place = `(const uint8_t *)(const void *)message, ${bitOffset / 8}, ${bitWidth / 8}`;
    const read = `structline_read_number(${place}, ${Number(byteOrder === "big")})`;
    return isSigned(field) ? `(int${bitWidth}_t)${read}` : read;
  }

  /** True if the byte order differs from the processor's. */
  #isForeign({ byteOrder, bitWidth, bitField, inMemory }: Field): boolean {
    return !inMemory && byteOrder !== this.#channel.byteOrder && (bitWidth > 8 || bitField);
  }
}

function writeSumText(check: Check, size: string): string {
  const { byteLength, byteOrder } = check;
  const sum = sumText(check, size);
  const place = placeText(check, size);
  if (byteLength === 1) return `frame[${place}] = (uint8_t)(${sum});`;
  return `structline_write_number(frame, ${place}, ${byteLength}, ${Number(byteOrder === "big")}, UINT32_C(0xffffffff), ${sum});`;
}

function sumText(check: Check, size: string): string {
  const { from, to, extra = -1 } = check;
  const given = `frame, ${from}, ${to ?? placeText(check, size)}, ${extra}`;
  return crcText(check.algorithm, given) ?? unsigned(snakeCalls(checksumText(check, given), "structline_"));
}

/** A CRC call as in `foreign/link.h`: the narrowest sufficient register, with the bit order of the algorithm. */
function crcText(algorithm: string, given: string): string | undefined {
  const crc = crcOf(algorithm);
  if (crc === undefined) return undefined;
  const [, width, polynomial, initial, reflection, xor] = crc;
  const register = width <= 8 ? 8 : width <= 16 ? 16 : 32;
  const constant = (value: number) => `UINT${register}_C(0x${value.toString(16)})`;
  const numbers = (values: readonly number[]) => values.map(constant).join(", ");
  if (reflection === "reflected")
    return `structline_crc${register}_reflected(${given}, ${numbers([reversed(polynomial, width), reversed(initial, width), xor])})`;
  const up = register - width;
  const shifted = numbers([polynomial, initial, xor].map((value) => (value << up) >>> 0));
  return `structline_crc${register}_plain(${given}, ${shifted})${up === 0 ? "" : ` >> ${up}`}`;
}

function reversed(value: number, width: number): number {
  return Number.parseInt([...value.toString(2).padStart(width, "0")].reverse().join(""), 2);
}

function unsigned(text: string): string {
  return text.replaceAll(/\b0x[0-9a-f]+\b/g, (hex) => `UINT32_C(${hex})`);
}

function rangeOf(field: Field): readonly [least: number, most: number] {
  const { bitWidth } = field;
  return isSigned(field) ? [-(2 ** (bitWidth - 1)), 2 ** (bitWidth - 1) - 1] : [0, 2 ** bitWidth - 1];
}

function literal(field: Field, value: number | bigint | boolean): string {
  if (typeof value === "boolean") return String(Number(value));
  if (isFloat(field)) {
    const text =
      Number.isInteger(Number(value)) && Math.abs(Number(value)) < 1e15 ? Number(value).toFixed(1) : String(value);
    return field.type === "float32" ? `${text}f` : text;
  }
  const number = BigInt(value);
  // The smallest int64 has no literal. [C17 6.4.4.1]
  if (number === -(2n ** 63n)) return "(-INT64_C(9223372036854775807) - 1)";
  const [sign, size] = number < 0n ? ["-", -number] : ["", number];
  if (size < 32_768n) return `${sign}${size}`;
  return isSigned(field) ? `${sign}INT64_C(${size})` : `UINT64_C(${size})`;
}
