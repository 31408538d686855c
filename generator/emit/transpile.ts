/** `.js` and `.d.ts` beside each generated `.ts`, so that plain Node and other people's TypeScript load it. */

import { ts } from "ts-morph";
import type { EmittedFile } from "../channel-plan.ts";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  strict: true,
  newLine: ts.NewLineKind.LineFeed,
};

/** The built files of one source file. Types are taken off, not checked. */
export function transpiled({ path, text }: EmittedFile): EmittedFile[] {
  const stem = path.replace(/\.ts$/, "");
  const js = ts.transpileModule(text, { compilerOptions: OPTIONS, fileName: path });
  const declarations = ts.transpileDeclaration(text, { compilerOptions: OPTIONS, fileName: path });
  return [
    { path: `${stem}.js`, text: js.outputText, built: true },
    { path: `${stem}.d.ts`, text: declarations.outputText, built: true },
  ];
}
