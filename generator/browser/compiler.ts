/** `structline/compiler` for browsers: the same compiler, with tree-sitter as WebAssembly. */

import type { CompilerParts } from "../compiler.ts";
import { useGrammars } from "../syntax/parse/grammars.ts";
import { startWasm, wasmGrammar } from "../syntax/parse/wasm-grammar.ts";

export { compile } from "../compiler.ts";

let loading: Promise<void> | undefined;

/** @throws the error of the failed fetch or instantiation; a later call tries again */
export function load(parts: CompilerParts = {}): Promise<void> {
  loading ??= loadAll(parts).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

// Bundlers find these files only if the paths are string literals.
async function loadAll({ runtime, c, cpp }: CompilerParts): Promise<void> {
  const [runtimeBytes, cBytes, cppBytes] = await Promise.all([
    bytesOf(runtime ?? new URL("./web-tree-sitter.wasm", import.meta.url)),
    bytesOf(c ?? new URL("./tree-sitter-c.wasm", import.meta.url)),
    bytesOf(cpp ?? new URL("./tree-sitter-cpp.wasm", import.meta.url)),
  ]);
  await startWasm(runtimeBytes);
  useGrammars({ cpp: await wasmGrammar(cppBytes), c: await wasmGrammar(cBytes) });
}

async function bytesOf(part: string | URL | Uint8Array): Promise<Uint8Array> {
  if (part instanceof Uint8Array) return part;
  const response = await fetch(part);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
