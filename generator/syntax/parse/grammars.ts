/** The only file that knows tree-sitter: its native build, unless another one was loaded before. */

import { createRequire } from "node:module";
import type Parser from "tree-sitter";

/** Where a walk over a syntax tree is. */
export interface Cursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly currentFieldName: string | null | undefined;
  /** UTF-16 code units. */
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

export interface Grammar {
  /** What `read` makes of the text's tree, which lives no longer than that. */
  parse<T>(text: string, read: (cursor: Cursor) => T): T;
}

export interface Grammars {
  readonly cpp: Grammar;
  readonly c: Grammar;
}

let known: Grammars | undefined;

export function grammars(): Grammars {
  known ??= nativeGrammars();
  return known;
}

/** Instead of the native build. */
export function useGrammars(loaded: Grammars): void {
  known = loaded;
}

function nativeGrammars(): Grammars {
  const require = createRequire(import.meta.url);
  const TreeSitter: typeof Parser = require("tree-sitter");
  const grammar = (language: unknown): Grammar => {
    const parser = new TreeSitter();
    parser.setLanguage(language);
    return {
      parse: (text, read) => read(parser.parse(text, undefined, { bufferSize: text.length + 1024 }).walk()),
    };
  };
  return { cpp: grammar(require("tree-sitter-cpp")), c: grammar(require("tree-sitter-c")) };
}
