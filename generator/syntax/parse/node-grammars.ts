/** Loads the grammars in Node.js: C by the native modules where they are installed, else, and C++ always, as WebAssembly, which is as fast. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Parser from "tree-sitter";
import { type Grammar, useGrammars } from "./grammars.ts";
import { startWasm, wasmGrammar } from "./wasm-grammar.ts";

/** Folder of the WebAssembly files next to the bundled programs (scripts/build/programs.mjs). */
declare const WASM_FOLDER: string | undefined;

const require = createRequire(import.meta.url);

await startWasm(wasm("web-tree-sitter"));
useGrammars({ cpp: await wasmGrammar(wasm("tree-sitter-cpp")), c: await cGrammar() });

async function cGrammar(): Promise<Grammar> {
  try {
    return nativeGrammar(require("tree-sitter-c"));
  } catch {
    // Not installed, or not built for this system or this Node.
    return wasmGrammar(wasm("tree-sitter-c"));
  }
}

/** @throws if there is no native build of tree-sitter */
export function nativeGrammar(language: unknown): Grammar {
  const TreeSitter: typeof Parser = require("tree-sitter");
  const parser = new TreeSitter();
  parser.setLanguage(language);
  return {
    parse: (text, read) => read(parser.parse(text, undefined, { bufferSize: text.length + 1024 }).walk()),
  };
}

function wasm(name: string): Uint8Array {
  if (typeof WASM_FOLDER === "undefined") return readFileSync(require.resolve(`${name}/${name}.wasm`));
  return readFileSync(new URL(`${WASM_FOLDER}${name}.wasm`, import.meta.url));
}
