/** Positions within a comment, for carets. */

import type { Position, Span } from "../source/span.ts";
import type { FieldComment } from "../types/declarations.ts";

/** The span of `length` characters at `offset` of the comment's text. */
export function spanWithin(comment: FieldComment, offset: number, length: number): Span {
  return { file: comment.span.file, start: positionOf(comment, offset), end: positionOf(comment, offset + length) };
}

function positionOf(comment: FieldComment, offset: number): Position {
  const before = comment.text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  const { line, column } = comment.span.start;
  if (lineStart === 0) return { line, column: column + before.length };
  return { line: line + before.split("\n").length - 1, column: before.length - lineStart + 1 };
}
