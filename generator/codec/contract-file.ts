/** `codec.ts` of standalone code: the types and runtime functions of `structline/codec` in one file. */

import { createRequire } from "node:module";
import type { ts } from "ts-morph";
import { ownText } from "../source/own-text.ts";
import type { EmittedFile } from "./emitted-file.ts";
import { once } from "./once.ts";

/** In dependency order. scripts/build/programs.mjs and scripts/build/declarations.mjs read this too. */
export const CONTRACT_FILES = [
  "struct-codec.ts",
  "fields.ts",
  "field-tree.ts",
  "encode-checked.ts",
  "patched.ts",
  "json.ts",
];

/** Replaces the TypeScript compiler in the bundled generator (scripts/build/programs.mjs). */
declare const BUILT_CONTRACT: BuiltModule | undefined;

/** The three files of the module; scripts/build/programs.mjs bundles them. */
export const contractModule = once(
  (): BuiltModule => (typeof BUILT_CONTRACT === "undefined" ? builtModule(contractSource()) : BUILT_CONTRACT),
);

export function contractFiles(header: string): EmittedFile[] {
  const file = (path: string, of: keyof BuiltModule, built: boolean): EmittedFile => ({
    path,
    built,
    basis: [header, CONTRACT_FILES],
    get text() {
      return `${header}\n\n${contractModule()[of]}`;
    },
  });
  return [file("codec.ts", "source", false), file("codec.js", "js", true), file("codec.d.ts", "declarations", true)];
}

/** Imports between these files are removed, since they become one file. @throws Error if two of them declare one name */
function contractSource(): string {
  const texts = CONTRACT_FILES.map((name) =>
    ownText(`runtime/codec/${name}`)
      .replace(/^import [^;]*;\n/gm, "")
      .trim(),
  );
  const text = `${texts.join("\n\n")}\n`;
  const names = Array.from(
    text.matchAll(/^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/gm),
    ([, name]) => name,
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`runtime/codec declares ${twice} in two files, which become one`);
  return text;
}

type Morph = typeof import("ts-morph");

interface BuiltModule {
  readonly source: string;
  readonly js: string;
  readonly declarations: string;
}

/** Only needed when the generator runs from its sources. Loading TypeScript takes half a second. */
function builtModule(source: string): BuiltModule {
  const { ts } = createRequire(import.meta.url)("ts-morph") as Morph;
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    declaration: true,
    newLine: ts.NewLineKind.LineFeed,
  };
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { compilerOptions });
  const [problem] = diagnostics;
  if (problem !== undefined) throw new Error(`a generated module declares too little: ${String(problem.messageText)}`);
  return { source, js: ts.transpileModule(source, { compilerOptions }).outputText, declarations: outputText };
}
