import assert from "node:assert/strict";
import { test } from "node:test";
import { FAMILIES } from "../../../generator/diagnostics/catalogue.ts";

const KINDS = FAMILIES.flatMap(({ codes }) => Object.entries(codes));

test("a code's letter is its severity, its hundreds are its family, and no number is used twice", () => {
  const letters = { E: "error", W: "warning", N: "note" } as const;
  FAMILIES.forEach(({ codes }, index) => {
    for (const [code, { severity }] of Object.entries(codes)) {
      assert.match(code, new RegExp(`^[EWN]${index + 1}\\d\\d$`));
      assert.equal(letters[code[0] as keyof typeof letters], severity, code);
    }
  });
  const numbers = KINDS.map(([code]) => code.slice(1));
  assert.deepEqual(
    numbers.filter((number, index) => numbers.indexOf(number) !== index),
    [],
  );
});

test("every code has a title and an example; explanations are sentences", () => {
  for (const [code, { title, explanation, example }] of KINDS) {
    assert.match(title, /^\S.*[^.]$/, code);
    if (explanation !== undefined) assert.match(explanation, /^[\s\S]*\.$/, code);
    assert.ok(example.length > 0, code);
  }
});
