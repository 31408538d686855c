/**
 * A module that is written by hand, as TypeScript: its `.js` and `.d.ts` are made by TypeScript itself, when the programs are built.
 * What the emitter writes has another way (`part.ts`): it knows where it writes a type.
 */

import { createRequire } from "node:module";
import type { ts } from "ts-morph";

type Morph = typeof import("ts-morph");

export interface BuiltModule {
  readonly source: string;
  readonly js: string;
  readonly declarations: string;
}

/** Only where the generator runs from its sources: half a second to load. */
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
