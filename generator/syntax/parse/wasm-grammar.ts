/** The grammars' WebAssembly: in browsers all of it, elsewhere C++, of which the native package has 41 MB. */

import { Language, Parser } from "web-tree-sitter";
import type { Grammar } from "./grammars.ts";

/** To be awaited before `wasmGrammar`. @param wasmBinary of `web-tree-sitter` itself */
export async function startWasm(wasmBinary: Uint8Array): Promise<void> {
  await Parser.init({ wasmBinary });
}

export async function wasmGrammar(bytes: Uint8Array): Promise<Grammar> {
  const parser = new Parser();
  parser.setLanguage(await Language.load(bytes));
  return {
    parse(text, read) {
      const tree = parser.parse(text);
      if (tree === null) throw new Error("the parser has no language");
      const cursor = tree.walk();
      try {
        return read(cursor);
      } finally {
        // Their memory is the module's own.
        cursor.delete();
        tree.delete();
      }
    },
  };
}
