import assert from "node:assert/strict";
import { test } from "node:test";
import { slowExpressions } from "../../scripts/check/regular-expressions.ts";

const growths = (text: string) => slowExpressions("x.ts", text).map(({ line, growth }) => [line, growth]);

test("finds regular expressions that backtrack, and leaves others", () => {
  assert.deepEqual(growths(String.raw`const a = /\0+$/;`), [[1, "square"]]);
  assert.deepEqual(growths(`\nconst a = text.replace(/^(\\d+\\.?\\d*)$/, "");`), [[2, "square"]]);
  assert.deepEqual(growths(String.raw`const a = /^(?:\s*"\w+":[^,]*,?)*$/;`), [[1, "exponential"]]);
  assert.deepEqual(
    growths("const a = /^\\d+(?:\\.\\d*)?$/;\nconst b = /={1,2}$/;\n// /\\0+$/\nconst c = 1 / 2 / 3;"),
    [],
  );
});
