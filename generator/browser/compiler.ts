/** `structline/compiler` where there are no native modules: the same compiler over the grammars' WebAssembly. */

import { Language, Parser } from "web-tree-sitter";
import type { CompilerParts } from "../compiler.ts";
import { loadMorph } from "../emit/written-module.ts";
import { type Grammar, useGrammars } from "../syntax/parse/grammars.ts";

export { compile } from "../compiler.ts";

let loading: Promise<void> | undefined;

/** @throws what fetching or instantiating a part throws; then it may be tried again */
export function load(parts: CompilerParts): Promise<void> {
  loading ??= loadAll(parts).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadAll({ runtime, c, cpp }: CompilerParts): Promise<void> {
  const [wasmBinary, cBytes, cppBytes] = await Promise.all([
    bytesOf(runtime ?? new URL("./web-tree-sitter.wasm", import.meta.url)),
    bytesOf(c),
    bytesOf(cpp),
    loadMorph(),
  ]);
  await Parser.init({ wasmBinary });
  const grammars = { cpp: await grammar(cppBytes), c: await grammar(cBytes) };
  useGrammars(grammars);
}

async function grammar(bytes: Uint8Array): Promise<Grammar> {
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

async function bytesOf(part: string | URL | Uint8Array): Promise<Uint8Array> {
  if (part instanceof Uint8Array) return part;
  const response = await fetch(part);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
