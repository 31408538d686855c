/** Loads the grammars' WebAssembly, in browsers and in Node.js without the native modules. */

import { Language, Parser } from "web-tree-sitter";
import type { Grammar } from "./grammars.ts";

/**
 * Await this before `wasmGrammar`.
 * @param wasmBinary of `web-tree-sitter`
 */
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
        // Cursors use WebAssembly memory, which is not garbage-collected.
        cursor.delete();
        tree.delete();
      }
    },
  };
}
