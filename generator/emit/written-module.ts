/**
 * Modules that are written by hand, as TypeScript: their `.js` and `.d.ts` are made by TypeScript itself.
 * What the emitter writes has another way (`part.ts`): it knows where it writes a type.
 */

import { createRequire } from "node:module";
import type { ts } from "ts-morph";
import type { EmittedFile } from "./emitted-file.ts";
import { once } from "./once.ts";

type Morph = typeof import("ts-morph");

let known: Morph | undefined;

/** Half a second to load: only a run that writes such a module waits for it. */
function morph(): Morph {
  known ??= createRequire(import.meta.url)("ts-morph") as Morph;
  return known;
}

/** To be awaited before, where nothing can be required. */
export async function loadMorph(): Promise<void> {
  known ??= await import("ts-morph");
}

/** A module's TypeScript with what is built from it. */
export function moduleFiles(path: string, basis: object, make: () => string): EmittedFile[] {
  const stem = path.replace(/\.ts$/, "");
  const source = once(make);
  const file = (suffix: string, built: boolean, text: () => string): EmittedFile => ({
    path: stem + suffix,
    built,
    basis,
    get text() {
      return text();
    },
  });
  return [
    file(".ts", false, source),
    file(
      ".js",
      true,
      once(() => javaScript(source())),
    ),
    file(
      ".d.ts",
      true,
      once(() => declarationsOf(source())),
    ),
  ];
}

function options({ ts }: Morph): ts.CompilerOptions {
  return {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    declaration: true,
    newLine: ts.NewLineKind.LineFeed,
  };
}

function javaScript(source: string): string {
  const loaded = morph();
  return loaded.ts.transpileModule(source, { compilerOptions: options(loaded) }).outputText;
}

function declarationsOf(source: string): string {
  const loaded = morph();
  const { outputText, diagnostics = [] } = loaded.ts.transpileDeclaration(source, { compilerOptions: options(loaded) });
  const [problem] = diagnostics;
  if (problem !== undefined) throw new Error(`a generated module declares too little: ${String(problem.messageText)}`);
  return outputText;
}
