/** `<channel>.lorawan.js` in a bare context: ECMAScript 5, and equal to our codec in both directions. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ts } from "ts-morph";
import { fileText } from "../../support/compiled-channels.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { lorawanDifferences } from "./lorawan.ts";
import { emitRandom, emitSample, sampleMessages } from "./messages.ts";

test("the network servers' formatter decodes and encodes all sample headers as our codecs do", async () => {
  for (const header of sampleHeaders()) {
    const channel = await emitSample(header, ["lorawan"]);
    assert.deepEqual(lorawanDifferences(channel, sampleMessages(channel, 20)), [], header.file);
  }
});

for (const byteOrder of ["little", "big"] as const) {
  test(`the formatter does so for random structs, ${byteOrder}-endian`, async () => {
    const channel = await emitRandom({ seed: 11, count: 40, abi: "arm-eabi", byteOrder }, ["lorawan"]);
    assert.deepEqual(lorawanDifferences(channel, sampleMessages(channel, 20)), []);
  });
}

/** Syntax that came after ECMAScript 5, and names that it lacks. */
const LATER =
  /^(?:ArrowFunction|ClassDeclaration|TemplateExpression|NoSubstitutionTemplateLiteral|SpreadElement|SpreadAssignment|ForOfStatement|ShorthandPropertyAssignment|BigIntLiteral|YieldExpression|AwaitExpression|ComputedPropertyName|ObjectBindingPattern|ArrayBindingPattern|AsteriskAsteriskToken|QuestionQuestionToken|QuestionDotToken)$/;

test("the formatter is ECMAScript 5", async () => {
  const header = sampleHeaders().find(({ name }) => name === "rules")!;
  const text = fileText((await emitSample(header, ["lorawan"])).files, /\.lorawan\.js$/);
  const later: string[] = [];
  const visit = (node: ts.Node): void => {
    const kind = ts.SyntaxKind[node.kind] ?? "";
    if (LATER.test(kind) || (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) !== 0))
      later.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("rig.js", text, ts.ScriptTarget.ES5, true));
  assert.deepEqual(later, []);
  assert.doesNotMatch(
    text,
    /\b(?:let|const|BigInt|DataView|Uint8Array|TextDecoder|Map|Set|Symbol|Promise)\b|Math\.(?:trunc|sign|hypot|log2|log10|fround|cbrt)|Number\.is/,
  );
});
