/** The tree-sitter grammars, loaded by `node-grammars.ts`, or by `load()` in a browser. */

/** A position in a walk over a syntax tree. */
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
  /** Returns the result of `read`. The tree is freed afterwards. */
  parse<T>(text: string, read: (cursor: Cursor) => T): T;
}

export interface Grammars {
  readonly cpp: Grammar;
  readonly c: Grammar;
}

let known: Grammars | undefined;

/** @throws if no grammars are loaded */
export function grammars(): Grammars {
  if (known === undefined) {
    throw new Error("call load() of structline/compiler, and wait for it, before compile()");
  }
  return known;
}

export function useGrammars(loaded: Grammars): void {
  known = loaded;
}
