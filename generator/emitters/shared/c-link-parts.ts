/** Messages that lack optional parts (`@count`, `@if`) in a channel's link: counts, places in a frame, what is sent. */

import {
  type ArrangedPart,
  type Arrangement,
  countText,
  type Following,
  followedParts,
} from "../../codec/arrangement.ts";
import { frameSize, functionText, prefixOf } from "../../codec/c-text.ts";
import type { ChannelModel, Field, Message } from "../../codec/model.ts";
import type { Swaps } from "./c-link-swap.ts";
import { C_COUNTS } from "./notations.ts";

export const C_FOLLOWING: Following = {
  notation: C_COUNTS,
  lacks: ({ place, expression, node }) => {
    if (place === "same") return "parts that share their place";
    return expression === "rest" && node === "array" ? "a member with the number of elements that remain" : undefined;
  },
};

/** The optional parts that the link follows. */
export function linkedParts(message: Message): Arrangement | undefined {
  return followedParts(message, C_FOLLOWING);
}

export interface LinkedMessage {
  readonly channel: ChannelModel;
  readonly message: Message;
  readonly parts: Arrangement;
  readonly type: string;
  readonly swaps: Swaps;
  /** Reads a field of `message`. */
  readonly read: (field: Field) => string;
  /** Statements for little-endian processors. */
  readonly swapped: (statements: readonly string[]) => readonly string[];
}

/** The functions that count the parts and lay a message out. */
export function partsText(linked: LinkedMessage): string[] {
  const { channel, message, parts } = linked;
  const isWide = [...message.fieldByPath.values()].some(
    ({ path, bitWidth }) => bitWidth > 24 && isCounted(path, parts),
  );
  const exact = `STRUCTLINE_HOLDS(${prefixOf(channel, message)}_counts_in_64_bits, sizeof(double) == 8);`;
  return [
    ...(isWide ? [`/* Counts and conditions are computed as double. */\n${exact}`] : []),
    countingText(linked, "count_end", ({ place }) => place !== "kept"),
    countingText(linked, "count_inside", ({ place }) => place === "kept"),
    layOutText(linked),
  ];
}

function isCounted(path: string, { parts }: Arrangement): boolean {
  return parts.some(({ expression }) => JSON.stringify(expression).includes(JSON.stringify(path)));
}

function countingText(linked: LinkedMessage, name: string, isOne: (part: ArrangedPart) => boolean): string {
  const { channel, message, parts, type, read } = linked;
  const lines = parts.parts.filter(isOne).flatMap((part) => {
    const count = countText(part, parts, {
      notation: C_COUNTS,
      field: (path) => {
        const field = message.fieldByPath.get(path);
        if (field === undefined) return undefined;
        // In C, reading a bool whose byte is neither 0 nor 1 is undefined.
        return field.type === "bool" && !field.bitField
          ? `(*(const uint8_t *)(const void *)&message->${path} ? 1.0 : 0.0)`
          : `(double)${read(field)}`;
      },
      present: (index, element) => `there[${index}] > ${element}u`,
      unless: (conditions, value) => `${conditions.join(" && ")} ? ${value} : 0.0`,
    });
    return count === undefined
      ? []
      : [`if (!structline_count(${count}, ${part.most}u, &there[${part.index}])) return 0;`];
  });
  const head = `${prefixOf(channel, message)}_${name}(const ${type} *message, size_t *there)`;
  return functionText("int", head, ["(void)message;", "(void)there;", ...lines, "return 1;"]);
}

/** Statements that write zeros for what a message lacks of parts that keep their place. Bytes that other fields share stay. */
function clearLines({ message, parts }: LinkedMessage, base: string): string[] {
  const holds = (path: string, above: string) =>
    path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
  return parts.parts.flatMap(({ index, path, place, node, byteOffset, elementBytes, most, kind }) => {
    const inside = message.fields.filter((field) => holds(field.path, path));
    const isShared = inside.some(({ shared, bitField }) => shared || bitField);
    if (place !== "kept" || isShared || (node === "text" && kind === "count")) return [];
    const start = `${base} + ${byteOffset} + there[${index}] * ${elementBytes}u`;
    return [`memset(${start}, 0, (${most}u - there[${index}]) * ${elementBytes}u);`];
  });
}

/** Statements that set where a part at the message's end begins. */
function placeLines({ index, byteOffset, elementBytes, most, expression }: ArrangedPart): string[] {
  const rest = [
    `there[${index}] = whole ? ${most}u : total > end ? total - end : 0;`,
    `if (there[${index}] > ${most}u) return 0;`,
  ];
  return [
    ...(expression === "rest" ? rest : []),
    `at[${index}] = whole ? ${byteOffset}u : end;`,
    `end += there[${index}] * ${elementBytes}u;`,
  ];
}

function layOutText(linked: LinkedMessage): string {
  const { channel, message, parts, type, swaps, swapped } = linked;
  const prefix = prefixOf(channel, message);
  const { payloadOffset, trailer, short, long } = channel.frames;
  const { least, whole, size } = parts;
  const tail = parts.parts.filter(({ place }) => place !== "kept");
  const bytes = "(uint8_t *)(void *)message";
  const head = [
    "memset((void *)message, 0, sizeof *message);",
    `structline_copy(${bytes}, payload, given, 0, ${least}u);`,
  ];
  const turned = swapped(swaps.fromFrame);
  return functionText(
    "int",
    `${prefix}_lay_out(${type} *message, const uint8_t *frame, size_t size)`,
    [
      `const uint8_t *payload = frame + ${payloadOffset};`,
      `const size_t given = size - ${payloadOffset + trailer}u;`,
      `const size_t total = given < ${least}u ? ${least}u : given;`,
      `const int whole = total >= ${whole}u && total <= ${size}u;`,
      `size_t there[${parts.parts.length}], at[${parts.parts.length}], end = ${least}u;`,
      ...head,
      ...turned,
      `if (!${prefix}_count_end(message, there)) return 0;`,
      ...tail.flatMap(placeLines),
      "if (whole) end = total;",
      ...(short === "reject" ? [`if (end > total || given < ${least}u) return 0;`] : []),
      ...(long === "reject" ? ["if (end < total) return 0;"] : []),
      ...(turned.length === 0 ? [] : head),
      ...tail.map(
        ({ index, byteOffset, elementBytes }) =>
          `structline_copy(${bytes} + ${byteOffset}, payload, given, at[${index}], there[${index}] * ${elementBytes}u);`,
      ),
      ...turned,
      "(void)at;",
      `if (!${prefix}_count_inside(message, there)) return 0;`,
      ...clearLines(linked, bytes),
      "return 1;",
    ],
    "Lays a message out as the whole struct, with zeros for what it lacks. Returns 0 if counts and size disagree.",
  );
}

/** Statements of the function that writes a frame: behind the whole struct in `frame`, and the declarations before it. */
export function packingText(linked: LinkedMessage): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const { channel, message, parts } = linked;
  const prefix = prefixOf(channel, message);
  const { payloadOffset, trailer } = channel.frames;
  const tail = parts.parts.filter(({ place }) => place !== "kept");
  const rest = tail.find(({ expression }) => expression === "rest");
  const [first] = message.fields;
  const isLength = first?.name === "length" && first.type === "uint8" && !first.bitField && first.initial !== undefined;
  return {
    before: [
      `size_t there[${parts.parts.length}], end = ${parts.least}u;`,
      `if (size < ${frameSize(channel, message)}u || !${prefix}_count_end(message, there)) return 0;`,
      ...(rest === undefined
        ? []
        : [
            `there[${rest.index}] = structline_text((const char *)(const void *)message + ${rest.byteOffset}, ${rest.most}u);`,
          ]),
      `if (!${prefix}_count_inside(message, there)) return 0;`,
    ],
    after: [
      ...clearLines(linked, `frame + ${payloadOffset}`),
      ...tail.flatMap(({ index, byteOffset, elementBytes }) => [
        `memmove(frame + ${payloadOffset} + end, frame + ${payloadOffset + byteOffset}, there[${index}] * ${elementBytes}u);`,
        `end += there[${index}] * ${elementBytes}u;`,
      ]),
      ...(isLength
        ? [`if (frame[${payloadOffset}] == ${first.initial}u) frame[${payloadOffset}] = (uint8_t)end;`]
        : []),
      `end += ${payloadOffset}u;`,
      `memset(frame + end, 0, ${frameSize(channel, message)}u - end);`,
      `end += ${trailer}u;`,
    ],
  };
}
