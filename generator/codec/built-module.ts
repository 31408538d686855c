/**
 * A handwritten TypeScript module, compiled by TypeScript when the programs are built. Emitted modules need no compiler:
 * `part.ts` produces their `.js` and `.d.ts` directly.
 */

import { createRequire } from "node:module";
import type { ts } from "ts-morph";

type Morph = typeof import("ts-morph");

export interface BuiltModule {
  readonly source: string;
  readonly js: string;
  readonly declarations: string;
}

/** Only needed when the generator runs from its sources. Loading TypeScript takes half a second. */
export function builtModule(source: string): BuiltModule {
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
