/** Loads the grammars in Node.js: as WebAssembly, which is as fast as the native modules and the same on each system. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { useGrammars } from "./grammars.ts";
import { startWasm, wasmGrammar } from "./wasm-grammar.ts";

/** Folder of the WebAssembly files next to the bundled programs (scripts/build/programs.mjs). */
declare const WASM_FOLDER: string | undefined;

const require = createRequire(import.meta.url);

await startWasm(wasm("web-tree-sitter"));
useGrammars({ cpp: await wasmGrammar(wasm("tree-sitter-cpp")), c: await wasmGrammar(wasm("tree-sitter-c")) });

function wasm(name: string): Uint8Array {
  if (typeof WASM_FOLDER === "undefined") return readFileSync(require.resolve(`${name}/${name}.wasm`));
  return readFileSync(new URL(`${WASM_FOLDER}${name}.wasm`, import.meta.url));
}
