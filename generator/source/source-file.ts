/** One header: normalised text, hash, and positions in it. */

import { createHash } from "node:crypto";
import { decodeText } from "./decode-text.ts";
import type { Position, Span } from "./span.ts";

export interface SourceFile {
  /** As shown to the user: relative to the configuration file, with slashes. */
  readonly path: string;
  /** Path relative to the include path, with slashes, as `#include` resolves it. */
  readonly name: string;
  /** Line ends are LF; there is no byte order mark. */
  readonly text: string;
  /** SHA-256 of the bytes on disk, hex. */
  readonly sha256: string;
  /** Offsets of line starts, ascending. */
  readonly lineStarts: readonly number[];
}

export function sourceFile(name: string, path: string, bytes: Uint8Array): SourceFile {
  const text = decodeText(bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, name, text, sha256, lineStarts: lineStartsOf(text) };
}

/**
 * @param start first code unit
 * @param end one past the last code unit
 */
export function spanOf(file: SourceFile, start: number, end: number): Span {
  return { file: file.path, start: positionAt(file, start), end: positionAt(file, end) };
}

export function positionAt(file: SourceFile, offset: number): Position {
  const line = lineAt(file, offset);
  return { line, column: offset - (file.lineStarts[line - 1] ?? 0) + 1 };
}

/** Line (from 1) of the given offset. */
export function lineAt(file: SourceFile, offset: number): number {
  let low = 0;
  let high = file.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((file.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
