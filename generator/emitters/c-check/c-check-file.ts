/**
 * `<channel>.check.h`: compile-time assertions that the firmware's compiler lays out the messages as the codecs read them.
 * Sizes, offsets and types are constant expressions. Bit-fields have no address, so their check is a call to an `error`
 * function that an optimising compiler must remove. [GCC 6.33.1, `error`]
 */

import { generatedBy, perChannel, type Tool } from "../../codec/emitter.ts";
import { foreignText } from "../../codec/foreign-text.ts";
import { type ChannelModel, type Field, isFloat, isSigned, type Message } from "../../codec/model.ts";
import { namesOf, PLAIN } from "../../codec/namer.ts";
import { flatName } from "../../codec/names.ts";
import { commentText } from "../../codec/text.ts";
import { schemaOf } from "../../layout/schema.ts";
import { sizeOf, typeName } from "../shared/c-types.ts";
import type { Emitter } from "../shared/emitter.ts";

const cCheck = perChannel(
  ({ stem }) => `${stem}.check.h`,
  (channel, { tool }) => checkText(channel, tool),
);

function checkText(channel: ChannelModel, tool: Tool): string {
  const guard = `STRUCTLINE_${channel.identifier.toUpperCase()}_CHECK_H`;
  const { headerFiles } = channel.channel.plan;
  const sections = [
    `/* ${generatedBy(tool)} */`,
    `/*
 * Channel ${commentText(channel.name)} for ${channel.abi}, ${channel.byteOrder}-endian. Include this in one C or C++ file of the firmware, behind
 * ${headerFiles.map(commentText).join(", ")}: the build fails if a size, an offset or a type differs from what the codecs read.
 * Bit-fields are checked if the compiler optimises (gcc since 8, clang since 14). The checks add no code to the firmware.
 */`,
    `#ifndef ${guard}\n#define ${guard}`,
    foreignText("emitters/c-check/foreign/macros.h"),
    ...channel.messages.map((message) => messageText(message, channel)),
    "#pragma GCC diagnostic pop",
    `#endif`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function messageText(message: Message, { byteOrder, identifier }: ChannelModel): string {
  const type = typeName(message);
  const name = commentText(message.name);
  const plain = message.fields.filter(({ bitField }) => !bitField);
  const bitFields = message.fields.filter(({ bitField }) => bitField);
  return [
    `/* ${name}, ${commentText(message.source)} */`,
    `#define ${schemaMacro(message)} 0x${schemaOf(message.struct.layout)}u`,
    `STRUCTLINE_ASSERT(sizeof(${type}) == ${sizeOf(message)}, "${name}: ${sizeOf(message)} bytes");`,
    ...plain.flatMap((field) => fieldAssertions(field, type, name)),
    ...(bitFields.length === 0
      ? []
      : bitFieldCheck(bitFields, type, `structline_${identifier}_${message.identifier}`, byteOrder)),
  ].join("\n");
}

/** `STRUCT_MOUNT_SCHEMA`: the layout's schema number, for firmware that sends it. */
function schemaMacro({ identifier }: Message): string {
  return `STRUCT_${identifier.toUpperCase()}_SCHEMA`;
}

function fieldAssertions(field: Field, type: string, name: string): string[] {
  const { path, bitOffset, bitWidth } = field;
  const kind = kindOf(field);
  return [
    `STRUCTLINE_ASSERT(STRUCTLINE_OFFSET(${type}, ${path}) == ${bitOffset / 8}, "${name}: ${path} at byte ${bitOffset / 8}");`,
    `STRUCTLINE_ASSERT(STRUCTLINE_SIZE(${type}, ${path}) == ${bitWidth / 8}, "${name}: ${path} has ${bitWidth / 8} bytes");`,
    ...(kind === undefined
      ? []
      : [`STRUCTLINE_ASSERT(STRUCTLINE_KIND(${type}, ${path}) == ${kind.code}, "${name}: ${path} is ${kind.text}");`]),
  ];
}

/** Absent for text and for enums, because not every value converts to an enum in a constant expression. */
function kindOf(field: Field): { code: number; text: string } | undefined {
  const { node } = field;
  if (node.kind === "text" || node.enumName !== undefined || /\benum\b/.test(node.ctype)) return undefined;
  // The firmware may define `bool` as a byte.
  if (node.scalar === "bool") return undefined;
  if (isFloat(field)) return { code: 3, text: "a floating-point number" };
  return isSigned(field) ? { code: 1, text: "signed" } : { code: 2, text: "unsigned" };
}

/** Sets all bits of each bit-field in zeroed bytes and checks these bytes. Without constant folding the check does nothing. */
function bitFieldCheck(fields: readonly Field[], type: string, prefix: string, byteOrder: string): string[] {
  const calls = namesOf(
    PLAIN,
    fields.map(({ path }) => `${prefix}_${flatName(path)}`),
  );
  const statements = fields.flatMap((field, index) => {
    const wrong = [...onesOf(field, byteOrder)]
      .map(([byte, ones]) => `bytes[${byte}] != ${ones}`)
      .concat(`object->${field.path} != ${valueOfOnes(field)}`)
      .join(" || ");
    return [
      `  __builtin_memset(bytes, 0, sizeof bytes);`,
      `  object->${field.path} = STRUCTLINE_ONES(object, ${field.path});`,
      `  if (__builtin_constant_p(${wrong}) && (${wrong})) ${calls[index]}();`,
    ];
  });
  return [
    "#ifdef STRUCTLINE_BITS",
    ...fields.map(
      ({ path, bitWidth, bitOffset }, index) =>
        `void ${calls[index]}(void) __attribute__((error("${path}: ${bitWidth} bits at byte ${Math.floor(bitOffset / 8)} bit ${bitOffset % 8}")));`,
    ),
    `__attribute__((used)) static void ${prefix}(void) {`,
    `  __attribute__((aligned)) unsigned char bytes[sizeof(${type})];`,
    `  ${type} *object = (${type} *)bytes;`,
    `  long long ones = -1;`,
    ...statements,
    "}",
    "#endif",
  ];
}

/** Byte index → mask of the field's bits. */
function onesOf({ bitOffset, bitWidth }: Field, byteOrder: string): Map<number, number> {
  const bytes = new Map<number, number>();
  for (let bit = bitOffset; bit < bitOffset + bitWidth; bit++) {
    const byte = Math.floor(bit / 8);
    bytes.set(byte, (bytes.get(byte) ?? 0) | (byteOrder === "little" ? 1 << (bit % 8) : 0x80 >> (bit % 8)));
  }
  return bytes;
}

function valueOfOnes(field: Field): string {
  if (field.type === "bool") return "1";
  return isSigned(field) ? "-1" : `${2n ** BigInt(field.bitWidth) - 1n}ULL`;
}

export const C_CHECK_EMITTER: Emitter = {
  name: "c-check",
  writes: "<channel>.check.h: static assertions that stop the firmware's build when a layout differs",
  reading: "none",
  presence: "follows",
  emit: cCheck,
};
