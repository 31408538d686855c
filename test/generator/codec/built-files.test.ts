/** The emitter writes `.js` and `.d.ts` next to the source. They must equal the TypeScript compiler's output. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ts } from "ts-morph";
import { helperPart } from "../../../generator/codec/private-functions.ts";
import { emitChannels } from "../../../generator/emitters/emit.ts";
import { helperNames } from "../../../generator/rules/helpers.ts";
import { array, channel, operation, record, scalar, struct, text } from "../../support/compiled-channels.ts";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
  removeComments: true,
};

const elements = Array.from({ length: 20 }, (_, index) => scalar(String(index), "uint8", 20 + index));
const everything = struct(
  "struct_everything",
  1,
  [
    scalar("length", "uint8", 0),
    scalar("ID", "uint8", 1),
    text("name", 2, 8),
    record("nested", [
      scalar("constructor", "uint8", 10),
      array("pair", [scalar("0", "int16", 11), scalar("1", "int16", 13)]),
    ]),
    array("many", elements),
    scalar("flag", "uint8", 15, { bitOffset: 0, bitWidth: 1 }),
    scalar("wide", "uint64", 15, { bitOffset: 1, bitWidth: 39 }),
  ],
  {
    wireSize: 40,
    fields: {
      "many[19]": { expression: operation("mod", "many[19]", "many[18]"), expressionText: "mod(many[19], 7)" },
    },
  },
);

const files = emitChannels([channel("rig", [everything])], { version: "0.0.0" });
const sources = files.filter(({ path }) => path.endsWith(".ts") && !path.endsWith(".d.ts"));

function built(path: string): string {
  return files.find((file) => file.path === path && file.built)?.text ?? "";
}

/** Removes comments and formatting differences, and imports of unused types. */
function normalised(text: string): string {
  const file = ts.createSourceFile("file.ts", text, ts.ScriptTarget.ES2022);
  const printed = ts.createPrinter({ removeComments: true }).printFile(file);
  return printed.replace(/import type \{[^}]*\} from ".*";\n/g, "");
}

for (const { path, text: source } of sources) {
  const stem = path.replace(/\.ts$/, "");
  test(`${stem}.js equals TypeScript's output for ${path}`, () => {
    const reference = ts.transpileModule(source, { compilerOptions: OPTIONS, fileName: path }).outputText;
    assert.equal(normalised(built(`${stem}.js`)), normalised(reference));
    assert.doesNotMatch(built(`${stem}.js`), /structline\/codec/);
  });

  test(`${stem}.d.ts equals TypeScript's output for ${path}`, () => {
    const reference = ts.transpileDeclaration(source, { compilerOptions: OPTIONS, fileName: path });
    assert.deepEqual(reference.diagnostics, []);
    assert.equal(normalised(built(`${stem}.d.ts`)), normalised(reference.outputText));
  });
}

test("helpers of rules lose only their types", () => {
  for (const name of helperNames()) {
    const { source, js } = helperPart(name);
    const reference = ts.transpileModule(`${source}\nexport {};`, { compilerOptions: OPTIONS }).outputText;
    assert.equal(normalised(`${js}\nexport {};`), normalised(reference), name);
  }
});

test("the same input gives the same bytes", () => {
  assert.deepEqual(emitChannels([channel("rig", [everything])], { version: "0.0.0" }), files);
});
