/** The grammars of tree-sitter, whichever build of them was loaded: `node-grammars.ts`, or `load()` in a browser. */

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

/** @throws where none were loaded */
export function grammars(): Grammars {
  if (known === undefined) {
    throw new Error("call load() of structline/compiler, and wait for it, before compile()");
  }
  return known;
}

export function useGrammars(loaded: Grammars): void {
  known = loaded;
}
