/** Declarations of `structline/codec` and `structline/compiler`, each as a single file without imports. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ts } from "ts-morph";
import { tsImport } from "tsx/esm/api";
import { ROOT } from "./setup.mjs";

const { CONTRACT_FILES } = await tsImport("../../generator/codec/contract-file.ts", import.meta.url);
const CODEC = CONTRACT_FILES.map((name) => `runtime/codec/${name}`);
const FRAMES = ["runtime/frames/published.ts"];
/** The same for `require`, because a declaration's file name decides its module type. */
const DECLARATIONS = {
  "dist/codec/index.d.ts": CODEC,
  "dist/codec/index.d.cts": CODEC,
  "dist/frames/index.d.ts": FRAMES,
  "dist/frames/index.d.cts": FRAMES,
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
}

/** Removes imports of declarations that are in the same file. */
function declarationsOf(source) {
  const text = readFileSync(join(ROOT, source), "utf8");
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, {
    compilerOptions: OPTIONS,
    fileName: source,
  });
  if (diagnostics.length > 0) {
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText, " ")}`);
  }
  const own = outputText.replace(/^import [^;]*;\n/gm, "");
  return FRAMES.includes(source) ? `import type { ChannelCodecs } from "structline/codec";\n${own}` : own;
}
