/** Stream part of a channel's link: a parser for received bytes, and frames with delimiters. */

import type { Locator } from "../../../runtime/frames/locator.ts";
import { frameSize, functionText, prefixOf, readText, sizesOf } from "../../codec/c-text.ts";
import { type ChannelModel, type Message, syncWord } from "../../codec/model.ts";
import { linkedParts } from "./c-link-parts.ts";

/** Framing that encodes each frame and ends it with a byte that the encoding never contains. */
interface Delimited {
  readonly delimiter: number;
  /** Names of functions in `foreign/link.h`. */
  readonly encode: string;
  readonly decode: string;
  /** Maximum encoded length of a frame, including delimiters. */
  readonly most: (bytes: number) => number;
}

const COBS: Delimited = {
  delimiter: 0,
  encode: "structline_cobs",
  decode: "structline_uncobs",
  most: (bytes) => bytes + Math.floor(bytes / 254) + 3,
};
const SLIP: Delimited = {
  delimiter: 0xc0,
  encode: "structline_slip",
  decode: "structline_unslip",
  most: (bytes) => 2 * bytes + 2,
};
const HEX_LINES: Delimited = {
  delimiter: 0x0a,
  encode: "structline_hex_line",
  decode: "structline_unhex_line",
  most: (bytes) => 2 * bytes + 1,
};

export function delimitedOf({ channel: { plan } }: ChannelModel): Delimited | undefined {
  const { framing } = plan;
  if (framing?.kind === "cobs") return COBS;
  if (framing?.kind === "slip") return SLIP;
  return framing?.kind === "lines" && framing.encoding !== "base64" ? HEX_LINES : undefined;
}

/** Code that encodes a message for a stream; empty if a stream carries plain frames. */
export function streamText(channel: ChannelModel, message: Message, type: string): string[] {
  const delimited = delimitedOf(channel);
  if (delimited === undefined) return [];
  const prefix = prefixOf(channel, message);
  return [
    `#define ${prefix.toUpperCase()}_STREAM ${delimited.most(frameSize(channel, message))}u`,
    functionText(
      "size_t",
      `${prefix}_stream(uint8_t *bytes, size_t size, const ${type} *message)`,
      [
        `const size_t length = ${prefix}_frame(bytes, size, message);`,
        `return length == 0 ? 0 : ${delimited.encode}(bytes, size, length);`,
      ],
      "Writes the frame for a stream, encoded and delimited. Returns its size, or 0 if the buffer is too small.",
    ),
  ];
}

export function parserText(channel: ChannelModel): string {
  const delimited = delimitedOf(channel);
  return (delimited === undefined ? searchingText(channel) : delimitedText(channel, delimited)).join("\n\n");
}

const PARSE =
  "Parses a byte of a stream. Returns the size of the frame in `parser->bytes` once it is complete, else 0. Initialise the parser with zeros.";
const NEXT =
  "The size of a further frame that the last byte completed, else 0: what was left of a lost frame may have held back several.";
const NONE = "STRUCTLINE_NONE";

function structText({ identifier }: ChannelModel, bytes: number): string {
  return `struct ${identifier}_parser {
  uint8_t bytes[${bytes}];
  size_t length;
  /* Bytes of the last returned frame. */
  size_t taken;
  /* Number of bytes outside of frames. */
  size_t skipped;
};`;
}

function largestFrame(channel: ChannelModel): number {
  const { messages } = channel;
  return Math.max(
    0,
    ...messages.map((message) => sizesOf(channel, message, linkedParts(message))[1] ?? frameSize(channel, message)),
  );
}

/** A parser for delimited frames. Bytes between delimiters that are not a valid frame are skipped. */
function delimitedText(channel: ChannelModel, { delimiter, decode, most }: Delimited): string[] {
  const { identifier, messages } = channel;
  const calls = messages.map((message) => `${prefixOf(channel, message)}_valid(frame, size)`);
  const valid = functionText("int", `${identifier}_valid(const uint8_t *frame, size_t size)`, [
    `return ${calls.join(" ||\n      ")};`,
  ]);
  const parse = functionText(
    "size_t",
    `${identifier}_parse(struct ${identifier}_parser *parser, uint8_t byte)`,
    [
      "const size_t length = parser->taken == 0 ? parser->length : 0;",
      "size_t size;",
      "parser->taken = 0;",
      `if (byte != ${delimiter}) {`,
      "  if (length < sizeof parser->bytes) parser->bytes[length] = byte;",
      "  /* On 16-bit processors the length of an endless frame would wrap. */",
      "  if (length <= sizeof parser->bytes) parser->length = length + 1;",
      "  else parser->skipped++;",
      "  return 0;",
      "}",
      "parser->length = 0;",
      "if (length == 0) return 0;",
      `size = length > sizeof parser->bytes ? ${NONE} : ${decode}(parser->bytes, length);`,
      `if (size == ${NONE} || !${identifier}_valid(parser->bytes, size)) {`,
      "  parser->skipped += length;",
      "  return 0;",
      "}",
      "parser->taken = size;",
      "return size;",
    ],
    PARSE,
  );
  const next = functionText(
    "size_t",
    `${identifier}_next(struct ${identifier}_parser *parser)`,
    ["(void)parser;", "return 0;"],
    NEXT,
  );
  return [valid, structText(channel, most(largestFrame(channel))), parse, next];
}

/** Number of bytes that contain the frame's ID and length. */
function headOf({ frames: { id, length } }: ChannelModel): number {
  const end = (locator: Locator | undefined) => (locator === undefined ? 0 : locator.byteOffset + locator.byteLength);
  return Math.max(1, end(id), end(length));
}

function frameAtText(channel: ChannelModel): string {
  const { identifier, messages, frames } = channel;
  const { id } = frames;
  const arms = messages.map((message) => sizeArm(channel, message));
  const found =
    id === undefined
      ? arms[0]!
      : [
          `switch (${readText(id)}) {`,
          ...arms.flat().map((line) => `  ${line}`),
          "  default:",
          `    return ${NONE};`,
          "}",
        ];
  const sync = syncWord(channel).map((byte, at) => `if (length > ${at}u && frame[${at}] != ${byte}) return ${NONE};`);
  return functionText(
    "size_t",
    `${identifier}_frame_at(const uint8_t *frame, size_t length)`,
    ["size_t size;", ...sync, `if (length < ${headOf(channel)}u) return 0;`, ...found],
    "Returns the size of the frame that begins here, 0 if more bytes are needed, STRUCTLINE_NONE if no frame begins here.",
  );
}

function sizeArm(channel: ChannelModel, message: Message): string[] {
  const { id, length } = channel.frames;
  const own = frameSize(channel, message);
  const [least, most = own] = sizesOf(channel, message, linkedParts(message));
  const lines = [
    `size = ${length === undefined ? `${own}u` : readText(length)};`,
    `if (size < ${least}u || size > ${most}u) return ${NONE};`,
    `if (length < size) return 0;`,
    `return ${prefixOf(channel, message)}_valid(frame, size) ? size : ${NONE};`,
  ];
  return id === undefined ? lines : [`case ${message.id}:`, ...lines.map((line) => `  ${line}`)];
}

/** A parser that finds frames by ID, length and checksums. */
function searchingText(channel: ChannelModel): string[] {
  const { identifier } = channel;
  const parser = `struct ${identifier}_parser *parser`;
  const drop = functionText("void", `${identifier}_drop(${parser})`, [
    "parser->length -= parser->taken;",
    "memmove(parser->bytes, parser->bytes + parser->taken, parser->length);",
    "parser->taken = 0;",
  ]);
  const find = functionText("size_t", `${identifier}_find(${parser})`, [
    "while (parser->length > 0) {",
    `  const size_t size = ${identifier}_frame_at(parser->bytes, parser->length);`,
    `  if (size != ${NONE}) {`,
    "    parser->taken = size;",
    "    return size;",
    "  }",
    "  parser->length--;",
    "  parser->skipped++;",
    "  memmove(parser->bytes, parser->bytes + 1, parser->length);",
    "}",
    "return 0;",
  ]);
  const parse = functionText(
    "size_t",
    `${identifier}_parse(${parser}, uint8_t byte)`,
    [`${identifier}_drop(parser);`, "parser->bytes[parser->length++] = byte;", `return ${identifier}_find(parser);`],
    PARSE,
  );
  const next = functionText(
    "size_t",
    `${identifier}_next(${parser})`,
    [`${identifier}_drop(parser);`, `return ${identifier}_find(parser);`],
    NEXT,
  );
  const bytes = Math.max(headOf(channel), largestFrame(channel));
  return [frameAtText(channel), structText(channel, bytes), drop, find, parse, next];
}
