/** Parses an `#include`, and lists where to search for it [C17 6.10.2]. */

import { posix } from "node:path";
import type { HeaderReader } from "../../source/header-reader.ts";
import { type SourceFile, sourceFile } from "../../source/source-file.ts";
import { utf8Bytes } from "../../source/utf8.ts";
import { isPunctuator, joined, type Token } from "./token.ts";

export interface IncludeName {
  readonly path: string;
  readonly quoted: boolean;
}

/** Undefined if the tokens are neither `"…"` nor `<…>`. */
export function includeName(tokens: readonly Token[]): IncludeName | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  if (first.kind === "string" && first.text.startsWith('"')) return { path: first.text.slice(1, -1), quoted: true };
  const close = tokens.findIndex((token) => isPunctuator(token, ">"));
  if (!isPunctuator(first, "<") || close < 0) return undefined;
  return { path: joined(tokens.slice(1, close)), quoted: false };
}

/** A quoted name is searched for next to the including header first, then in the include path. */
export function resolveInclude(
  path: string,
  quoted: boolean,
  from: string,
  read: (name: string) => SourceFile | undefined,
): SourceFile | undefined {
  // `1:/port.h` is in another folder of the include path.
  const [, root = "", inside = ""] = /^(\d+:\/)?(.*)$/s.exec(from) ?? [];
  const folder = posix.dirname(inside);
  const beside = quoted && root + folder !== "." ? read(root + posix.join(folder, path)) : undefined;
  return beside ?? read(path);
}

/**
 * What `-include` and `-imacros` put before the first header. A compiler looks for them in its working folder first; here a file of the
 * name in the include path is it.
 */
export function forcedIncludes(paths: readonly string[], reader: HeaderReader): SourceFile {
  const lines = paths.map((path) => {
    const inside = path.replaceAll("\\", "/");
    return `#include "${reader.read(inside).kind === "file" ? inside : posix.basename(inside)}"\n`;
  });
  return sourceFile("<cflags>", "<cflags>", utf8Bytes(lines.join("")));
}
