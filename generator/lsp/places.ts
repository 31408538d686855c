/** Positions of the compiler and of the protocol: the one counts from 1, the other from 0; both count UTF-16 code units. */

import { fileURLToPath, pathToFileURL } from "node:url";
import type { Position as EditorPosition, Range } from "vscode-languageserver";
import type { Position, Span } from "../source/span.ts";

export function rangeOf({ start, end }: Pick<Span, "start" | "end">): Range {
  return { start: editorPosition(start), end: editorPosition(end) };
}

export function editorPosition({ line, column }: Position): EditorPosition {
  return { line: Math.max(0, line - 1), character: Math.max(0, column - 1) };
}

export function positionOf({ line, character }: EditorPosition): Position {
  return { line: line + 1, column: character + 1 };
}

/** Undefined for documents without a file, such as those of a comparison. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
