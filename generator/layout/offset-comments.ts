/** Checks offsets in the comments behind fields (`//6`, `//3.1`, `//r 4`, `// 12 checksum`). [D6] */

import { LAYOUT } from "../diagnostics/codes/layout.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Span } from "../source/span.ts";
import { endOf, endOfAll } from "./extent.ts";
import type { LayoutNode, ScalarNode } from "./struct-layout.ts";

/** A comment with an offset that differs from the layout. Both values are in the comment's notation. */
export interface WrongOffset {
  readonly field: string;
  readonly noted: string;
  readonly computed: string;
  /** Position of the number in the comment. */
  readonly span: Span;
}

interface Note {
  readonly byte: number;
  /** `3.1` is bit 1 of byte 3. */
  readonly bit: number | undefined;
  readonly text: string;
  readonly span: Span;
  /** Words follow the number, so it may be something else (`// 10 Hz`). */
  readonly beforeWords: boolean;
}

/** A comment's offset compared with its field. */
interface Judgement extends WrongOffset {
  readonly right: boolean;
  readonly beforeWords: boolean;
}

const NOTE = /^\s*(?:[rw]\s+)?(?<number>(?<byte>\d{1,6})(?:\.(?<bit>\d{1,2}))?)(?<rest>(?![\w.]).*)$/su;
/** A number is not an offset if it exceeds twice the struct's size by this many bytes, as in `// 2023`. */
const FAR_BEHIND = 64;
/** After a number that is certainly an offset: nothing, or the field's rule. */
const NO_WORDS = /^\s*(?:@.*)?$/su;

/** After a number that is a size or a sum: `// 4 bytes`, `// 4 * 3 = 12 bytes`. */
const OF_SIZE = /^\s*(?:(?:bytes?|bits?|octets?|words?|chars?|elements?)\b|[*×x/+=]\s*\d)/iu;
/** After the first of several values: `// 1 - fault, 0 - normal`, `// 1=on 0=off`. */
const OF_VALUES = /^\s*[-=:]\s*[^\d\s].*[\s,;|/]\d+\s*[-=:]/su;

export function checkOffsetComments(members: readonly LayoutNode[], byteOrder: ByteOrder): Diagnostic[] {
  return wrongOffsets(members, byteOrder).map((wrong) => report(LAYOUT, "W204", wrong.span, wrong));
}

/** All wrong offset comments, in declaration order. */
export function wrongOffsets(members: readonly LayoutNode[], byteOrder: ByteOrder): WrongOffset[] {
  const judgements = judge(members, byteOrder);
  // `// 12 checksum` is an offset, `// 10 Hz` is not. Numbers before words count only if other comments contain offsets.
  const habit = judgements.some((judgement) => judgement.right || !judgement.beforeWords);
  return judgements.filter((judgement) => !judgement.right && (habit || !judgement.beforeWords));
}

/** One judgement per comment. If several declarators share a comment, its number may match any of them. */
function judge(members: readonly LayoutNode[], byteOrder: ByteOrder): Judgement[] {
  const byComment = new Map<string, Judgement>();
  const mostByte = 2 * endOfAll(members) + FAR_BEHIND;
  for (const { node, origin } of commented(members, 0)) {
    for (const comment of node.comments) {
      const note = parseNote(comment.text, comment.span);
      if (note === undefined || note.byte > mostByte) continue;
      const key = `${note.span.file}:${note.span.start.line}:${note.span.start.column}`;
      const judgement = compare(node, note, origin, byteOrder);
      if (judgement !== undefined && byComment.get(key)?.right !== true) byComment.set(key, judgement);
    }
  }
  return [...byComment.values()];
}

interface Commented {
  readonly node: LayoutNode;
  /** Start of the enclosing record, in bytes. */
  readonly origin: number;
}

/** All declared fields. Array elements share one comment, so only the first element's members are included. */
function commented(nodes: readonly LayoutNode[], origin: number): Commented[] {
  return nodes.flatMap((node) => {
    const inner = innerRecord(node);
    return [{ node, origin }, ...(inner === undefined ? [] : commented(inner.members, beginOf(inner)))];
  });
}

/** The record of a field, or of an array's first element. */
function innerRecord(node: LayoutNode): Extract<LayoutNode, { kind: "record" }> | undefined {
  if (node.kind === "record") return node;
  const first = node.kind === "array" ? node.elements[0] : undefined;
  return first === undefined ? undefined : innerRecord(first);
}

function beginOf(node: LayoutNode): number {
  switch (node.kind) {
    case "scalar":
    case "text":
      return node.byteOffset;
    case "array":
      return node.elements.reduce((begin, element) => Math.min(begin, beginOf(element)), Number.POSITIVE_INFINITY);
    case "record":
      return node.members.reduce((begin, member) => Math.min(begin, beginOf(member)), Number.POSITIVE_INFINITY);
  }
}

function parseNote(text: string, span: Span): Note | undefined {
  const groups = NOTE.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { number = "", byte = "", bit, rest = "" } = groups;
  if (Number(byte) === 0 || OF_SIZE.test(rest) || OF_VALUES.test(rest)) return undefined;
  const column = span.start.column + text.indexOf(number);
  const line = span.start.line + (text.slice(0, text.indexOf(number)).match(/\n/g)?.length ?? 0);
  return {
    byte: Number(byte),
    bit: bit === undefined ? undefined : Number(bit),
    text: number,
    span: { file: span.file, start: { line, column }, end: { line, column: column + number.length } },
    beforeWords: !NO_WORDS.test(rest),
  };
}

/** Undefined if the number is not an offset of this field: `0.5` behind an ordinary field is a scale. */
function compare(node: LayoutNode, note: Note, origin: number, byteOrder: ByteOrder): Judgement | undefined {
  const isBitField = node.kind === "scalar" && node.bitField;
  if (note.bit !== undefined && !isBitField) return undefined;
  const right =
    note.bit !== undefined && isBitField
      ? bitMatches(node, note.byte, note.bit, origin, node.byteOrder ?? byteOrder)
      : matches(endOf(node), note.byte, origin);
  const computed =
    note.bit !== undefined && isBitField ? `${node.byteOffset + 1}.${node.bitOffset}` : String(endOf(node));
  return { field: node.path, noted: note.text, computed, span: note.span, right, beforeWords: note.beforeWords };
}

/** Offsets in a nested struct may count from the struct or from the message. */
function matches(end: number, noted: number, origin: number): boolean {
  return noted === end || noted === end - origin;
}

/** In a 16-bit unit that starts at byte 3, `3.9` and `4.1` are the same bit. */
function bitMatches(node: ScalarNode, byte: number, bit: number, origin: number, byteOrder: ByteOrder): boolean {
  const noted = (byte - 1) * 8 + bit;
  // In big-endian headers, bits may count from either end of the byte.
  const places =
    byteOrder === "little" ? [node.bitOffset] : [node.bitOffset, 7 - ((node.bitOffset + node.bitWidth - 1) % 8)];
  return places.some((place) => {
    const absolute = node.byteOffset * 8 + place;
    return noted === absolute || noted === absolute - origin * 8;
  });
}
