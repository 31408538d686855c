/** The compiler with the grammars' WebAssembly, as in a browser, compared with the native one. `scripts/campaigns/consumers.ts` runs it in a browser. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { createHash } from "../../generator/browser/node-crypto.ts";
import { createRequire as nothingRequired } from "../../generator/browser/node-module.ts";
import { compile } from "../../generator/compiler.ts";
import { useGrammars } from "../../generator/syntax/parse/grammars.ts";
import { nativeGrammar } from "../../generator/syntax/parse/node-grammars.ts";

const FOLDER = new URL("../golden/headers/", import.meta.url);
const require = createRequire(import.meta.url);

function headers(): Record<string, string>[] {
  const names = ["bit-fields.h", "enums.h", "initialisers.h", "nested.h", "rules.h"];
  const golden = names.map((name) => ({ [name]: readFileSync(new URL(name, FOLDER), "utf8") }));
  // Both must reject what the grammars reject.
  const broken = golden.flatMap((header) =>
    Object.entries(header).map(([name, text]) => ({ [name]: text.replace(/;/, " ]").replace(/uint16_t/, "uint61_t") })),
  );
  return [...golden, ...broken];
}

test("WebAssembly gives the same files and diagnostics as the native parsers, byte for byte", async () => {
  const compileAll = () => headers().map((header) => compile({ name: "rig", headers: header }));
  const usual = compileAll();
  useGrammars({ cpp: nativeGrammar(require("tree-sitter-cpp")), c: nativeGrammar(require("tree-sitter-c")) });
  const native = compileAll();
  assert.deepEqual(usual, native);
  const { load } = await import("../../generator/browser/compiler.ts");
  const bytes = (path: string) => Uint8Array.from(readFileSync(require.resolve(path)));
  await load({
    runtime: bytes("web-tree-sitter/web-tree-sitter.wasm"),
    c: bytes("tree-sitter-c/tree-sitter-c.wasm"),
    cpp: bytes("tree-sitter-cpp/tree-sitter-cpp.wasm"),
  });
  assert.deepEqual(compileAll(), native);
  assert.ok(native.some(({ ok }) => ok) && native.some(({ ok }) => !ok), "some are read, some are not");
});

test("the browser replacements of Node's modules", () => {
  const digest = createHash("sha256").update("a").update(Uint8Array.of(98, 99)).digest("hex");
  assert.equal(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.throws(() => nothingRequired()(), /call load\(\) of structline\/compiler/);
});
