/** `<channel>.lorawan.js` in an empty context: it must be ECMAScript 5 and match our codec in both directions. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, Script } from "node:vm";
import { ts } from "ts-morph";
import { buildFrame } from "../../../runtime/frames/build-frame.ts";
import { type FrameFormat, PLAIN_FORMAT } from "../../../runtime/frames/frame-format.ts";
import { parseLocator } from "../../../runtime/frames/locator.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { lorawanDifferences } from "./lorawan.ts";
import { emitFramed, emitRandom, emitSample, sampleMessages, untoldParts } from "./messages.ts";

test("the network servers' formatter decodes and encodes all sample headers like our codecs", async () => {
  for (const header of sampleHeaders()) {
    const channel = await emitSample(header, ["lorawan"]);
    assert.deepEqual(lorawanDifferences(channel, sampleMessages(channel, 20)), [], header.file);
    assert.deepEqual(untoldParts(channel, "lorawan"), []);
  }
});

for (const byteOrder of ["little", "big"] as const) {
  test(`the formatter does the same for random structs, ${byteOrder}-endian`, async () => {
    const channel = await emitRandom({ seed: 11, count: 40, abi: "arm-eabi", byteOrder }, ["lorawan"]);
    assert.deepEqual(lorawanDifferences(channel, sampleMessages(channel, 20)), []);
  });
}

test("a downlink is a whole frame that the uplink decoder accepts; if the ID is the port, the port is set", async () => {
  const rig = sampleHeaders().find(({ name }) => name === "rig")!;
  const framed: FrameFormat = {
    ...PLAIN_FORMAT,
    id: parseLocator("u16be@2&0x7ff0", "id"),
    length: parseLocator("u16le@4+3", "length"),
    payloadOffset: 6,
    trailer: 1,
  };
  const framing = { kind: "sync", word: Uint8Array.of(0xaa, 0x55) } as const;
  const { files, codecs } = await emitFramed(rig, framed, ["lorawan"], framing);
  for (const { name, id, wireSize, size } of codecs) {
    const { bytes, fPort } = asked(files, "encodeDownlink", { data: { message: name } }) as Downlink;
    const bare = Uint8Array.from(bytes.slice(6, -1));
    const frame = buildFrame({ name, id, wireSize, size }, bare, { frames: framed });
    frame.set(framing.word);
    assert.deepEqual(bytes, [...frame]);
    assert.equal(fPort, 1);
    const { data } = asked(files, "decodeDownlink", { bytes, fPort }) as { data: object };
    assert.deepEqual(data, (asked(files, "decodeUplink", { bytes, fPort }) as { data: object }).data);
  }
  const byPort = await emitFramed(rig, { ...PLAIN_FORMAT, idFrom: "fport" }, ["lorawan"]);
  const ports = byPort.codecs.map(({ name, id }) => {
    return [id, (asked(byPort.files, "encodeDownlink", { data: { message: name } }) as Downlink).fPort];
  });
  assert.ok(ports.length > 1, `${ports.length} ports`);
  assert.deepEqual(
    ports,
    ports.map(([id]) => [id, id]),
  );
});

interface Downlink {
  readonly bytes: number[];
  readonly fPort: number;
}

function asked(files: Parameters<typeof fileText>[0], call: string, input: object): unknown {
  const context = createContext({ input });
  new Script(fileText(files, /\.lorawan\.js$/)).runInContext(context);
  return JSON.parse(new Script(`JSON.stringify(${call}(input))`).runInContext(context) as string);
}

test("a message with absent parts is refused, not padded with zeros", async () => {
  const { files, codecs } = await emitSample(sampleHeaders().find(({ name }) => name === "variable")!, ["lorawan"]);
  for (const { id, variable } of codecs) {
    const bytes = [...new Uint8Array(variable!.leastSize)];
    bytes[1] = id;
    const { errors, data } = asked(files, "decodeUplink", { bytes, fPort: 1 }) as { errors?: string[]; data?: object };
    assert.match(errors?.join() ?? "", /bytes, not/);
    assert.equal(data, undefined);
  }
});

/** Syntax newer than ECMAScript 5, and names that it lacks. */
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
