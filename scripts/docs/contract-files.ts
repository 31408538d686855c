/** What TypeScript makes of the contract of standalone codecs: JavaScript and declarations. */

import { ts } from "ts-morph";
import { contractSource } from "../../generator/codec/contract-file.ts";

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
  newLine: ts.NewLineKind.LineFeed,
};

export function contractScript(): string {
  return ts.transpileModule(contractSource(), { compilerOptions }).outputText;
}

export function contractDeclarations(): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(contractSource(), { compilerOptions });
  const [problem] = diagnostics;
  if (problem !== undefined) throw new Error(`runtime/codec declares too little: ${String(problem.messageText)}`);
  return outputText;
}
