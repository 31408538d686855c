import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleTextOf } from "../../../generator/rules/rule-text.ts";

function parts(comment: string): Record<string, string> | undefined {
  const text = ruleTextOf(comment);
  return text && Object.fromEntries([...text.parts].map(([name, part]) => [name, part.text]));
}

function codes(comment: string): string[] {
  return ruleTextOf(comment)?.problems.map(({ code }) => code) ?? [];
}

test("parts in any order, each optional, blanks ignored [D9]", () => {
  assert.deepEqual(parts("4 @rule: name=volts; expr=v / 100; unit=V"), { name: "volts", expr: "v / 100", unit: "V" });
  assert.deepEqual(parts("@rule:unit=V;name=volts"), { unit: "V", name: "volts" });
  assert.deepEqual(parts("@rule:  unit  =  V  ;  ; name = volts ;"), { unit: "V", name: "volts" });
  assert.deepEqual(parts("@rule: expr=a == b ? a : b"), { expr: "a == b ? a : b" });
  assert.deepEqual(parts("@rule: name=a=b"), { name: "a=b" });
  assert.deepEqual(parts("@rule: expr=unit == 3"), { expr: "unit == 3" });
  assert.equal(parts("6"), undefined);
  assert.equal(parts("see the @rule above, @ruler: x, rule: name=x"), undefined);
});

test("offsets count in the comment's text", () => {
  const comment = "4  @rule: name = volts; expr=v / 100";
  for (const { text, offset } of ruleTextOf(comment)?.parts.values() ?? []) {
    assert.equal(comment.slice(offset, offset + text.length), text);
  }
});

test("a rule ends with its line, unless it continues on the next one", () => {
  assert.deepEqual(parts("@rule: unit=V\n measured at the rail"), { unit: "V" });
  assert.deepEqual(parts("@rule: unit=V;\n measured at the rail"), { unit: "V" });
  assert.deepEqual(parts("@rule: unit=V;\n * name=volts"), { unit: "V", name: "volts" });
  assert.deepEqual(parts("@rule:\n * name=volts\n * The rail."), { name: "volts" });
  assert.deepEqual(parts("@rule: expr=(v -\n   512) / 10\n The rail"), { expr: "(v -    512) / 10" });
  assert.deepEqual(parts("@rule: expr=v +\n 3\n The rail"), { expr: "v +  3" });
});

test("problems of the rule text", () => {
  assert.deepEqual(codes("@rule:"), ["E313"]);
  assert.deepEqual(codes("@rule: ;"), ["E313"]);
  assert.deepEqual(codes("@rule: name="), ["E314"]);
  assert.deepEqual(codes("@rule: name=a; name=b"), ["E311"]);
  assert.deepEqual(codes("@rule: nmae=a"), ["E312"]);
  assert.deepEqual(codes("@rule: volts"), ["E312"]);
  assert.deepEqual(codes("@rule: name=a expr=b"), ["E310"]);
  assert.deepEqual(codes("@rule: name=a, unit=b"), ["E310"]);
  assert.deepEqual(codes("@rule: name=a expr=b unit=c"), ["E310", "E310"]);
  assert.deepEqual(codes("@rule: name=a\n unit=b"), ["E310"]);
  assert.deepEqual(codes("@ rule: name=a"), ["W321"]);
  assert.deepEqual(codes("@Rule: name=a"), ["W321"]);
  assert.deepEqual(codes("@rule name=a"), ["W321"]);
  for (const marker of ["rule:", "@rules:", "@rul:", "@ruel:", "@rulle", "Rules:"])
    assert.deepEqual(codes(`${marker} name=a`), ["W321"], marker);
  for (const text of ["the rules: be brief", "my-rule: name=a", "@ruler: name=a", "me@rules: name=a", "@rules apply"])
    assert.equal(ruleTextOf(text), undefined, text);
  assert.deepEqual(codes("@rule: name=a @rule: unit=b"), ["E320"]);
});
