/** Paragraphs from the header's comments on messages, members, types and enums. */

import type { LayoutNode } from "../layout/struct-layout.ts";
import type { MessageDeclaration } from "../messages/message.ts";
import { commentAbove, commentWords } from "../source/comment-above.ts";
import type { HeaderLines } from "../source/header-lines.ts";
import type { Span } from "../source/span.ts";
import type { RecordDeclaration } from "../types/declarations.ts";
import { commentParagraphs } from "./text.ts";

/** Comments above declarations, by position. */
type Comments = ReadonlyMap<Span, string>;

interface DeclaredMessage extends Pick<MessageDeclaration, "span"> {
  readonly record: Pick<RecordDeclaration, "span">;
}

export function messageWords(message: DeclaredMessage, comments: Comments): string[] {
  const { span } = message.record.span.start.line < message.span.start.line ? message.record : message;
  return commentParagraphs(comments.get(span));
}

/** Comments of the member and of its type. */
export function memberWords(node: LayoutNode, comments: Comments): string[] {
  return [...new Set([...typeWords(node, comments), ...ownWords(node, comments)])];
}

/** Comments of a record's type, or of the type of an array's elements. */
export function typeWords(node: LayoutNode | undefined, comments: Comments): string[] {
  if (node?.kind === "array") return typeWords(node.elements[0], comments);
  return node?.kind !== "record" || node.typeSpan === undefined ? [] : commentParagraphs(comments.get(node.typeSpan));
}

export function enumWords({ file, start }: Span, texts: HeaderLines = new Map()): string[] {
  return commentParagraphs(commentAbove(texts.get(file) ?? [], start.line));
}

/** Several files repeat them. */
const known = new WeakMap<LayoutNode, { readonly comments: Comments; readonly words: readonly string[] }>();

/** The comments above and behind the field, without offsets, rules and tags. */
export function ownWords(node: LayoutNode, comments: Comments): readonly string[] {
  const before = known.get(node);
  if (before?.comments === comments) return before.words;
  const words = wordsAt(node, comments);
  known.set(node, { comments, words });
  return words;
}

function wordsAt(node: LayoutNode, comments: Comments): string[] {
  // The elements share the array's comment, which is printed at the array.
  if (/\]$/.test(node.path)) return [];
  const behind = node.comments.map(({ text }) => wordsOf(text, node));
  return [comments.get(node.span), ...behind].flatMap(commentParagraphs);
}

function wordsOf(comment: string, node: LayoutNode): string {
  const said = comment.replace(/@[ \t]*[a-z]+\b[ \t]*(?::|(?=\s+\w+\s*=))[\s\S]*$/i, "");
  // Skip comments that contain only an offset.
  if (/^\s*(?:\d+(?:\.\d+)?\s*)?$/.test(said)) return "";
  const words = commentWords(`//${said}`);
  const [note, byte, rest = ""] = /^(?:[rw]\s+)?(\d+)(?:\.\d+)?(?![\w.])\s*([\s\S]*)$/.exec(words) ?? [];
  // `10 Hz` is not an offset. `12 checksum` is one, if the field ends at byte 12. [D6]
  return note !== undefined && (rest === "" || Number(byte) === lastByte(node)) ? rest : words;
}

/** Counted from 1. */
function lastByte(node: LayoutNode): number | undefined {
  if (node.kind === "text") return node.byteOffset + node.length;
  if (node.kind === "scalar") return Math.ceil((node.byteOffset * 8 + node.bitOffset + node.bitWidth) / 8);
  const last = node.kind === "array" ? node.elements.at(-1) : node.members.at(-1);
  return last === undefined ? undefined : lastByte(last);
}
