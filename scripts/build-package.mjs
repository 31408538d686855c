/** What the package has beside the programs: declarations of `structline/codec` and `structline/compiler`. Run by `npm pack`. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Beside its source a declaration file of one piece, which needs no other one. */
const DECLARATIONS = {
  "dist/codec/index.d.ts": ["struct-codec.ts", "fields.ts", "encode-checked.ts"].map((name) => `runtime/codec/${name}`),
  "dist/generator/compiler.d.ts": ["generator/compiler.ts"],
};

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  declaration: true,
  isolatedDeclarations: true,
};

export function buildDeclarations() {
  for (const [target, sources] of Object.entries(DECLARATIONS)) {
    mkdirSync(dirname(join(ROOT, target)), { recursive: true });
    writeFileSync(join(ROOT, target), sources.map(declarationsOf).join("\n"));
  }
  // The same for `require`: what a declaration file is told by its name.
  copyFileSync(join(ROOT, "dist/codec/index.d.ts"), join(ROOT, "dist/codec/index.d.cts"));
}

/** Without the imports of what stands in the same file. */
function declarationsOf(source) {
  const text = readFileSync(join(ROOT, source), "utf8");
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    compilerOptions: OPTIONS,
    fileName: source,
  });
  if (diagnostics.length > 0) {
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText, " ")}`);
  }
  return outputText.replace(/^import [^;]*;\n/gm, "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildDeclarations();
