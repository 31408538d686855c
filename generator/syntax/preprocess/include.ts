/** What an `#include` names, and where it is looked for [C17 6.10.2]. */

import { posix } from "node:path";
import type { SourceFile } from "../../source/source-file.ts";
import { isPunctuator, joined, type Token } from "./token.ts";

export interface IncludeName {
  readonly path: string;
  readonly quoted: boolean;
}

/** `undefined` when the tokens are neither `"…"` nor `<…>`. */
export function includeName(tokens: readonly Token[]): IncludeName | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  if (first.kind === "string" && first.text.startsWith('"')) return { path: first.text.slice(1, -1), quoted: true };
  const close = tokens.findIndex((token) => isPunctuator(token, ">"));
  if (!isPunctuator(first, "<") || close < 0) return undefined;
  return { path: joined(tokens.slice(1, close)), quoted: false };
}

/** A quoted name is looked for beside the including header first, then in the include path. */
export function resolveInclude(
  path: string,
  quoted: boolean,
  from: string,
  read: (name: string) => SourceFile | undefined,
): SourceFile | undefined {
  // `1:/port.h` lies in a further folder of the include path.
  const [, root = "", inside = ""] = /^(\d+:\/)?(.*)$/s.exec(from) ?? [];
  const folder = posix.dirname(inside);
  const beside = quoted && root + folder !== "." ? read(root + posix.join(folder, path)) : undefined;
  return beside ?? read(path);
}
