import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CONSTANTS } from "../../../generator/rules/constants.ts";
import { FUNCTIONS } from "../../../generator/rules/functions.ts";
import { helperNames, helperSource, helpersNeeded } from "../../../generator/rules/helpers.ts";
import { math } from "../../../generator/rules/mathjs.ts";
import { OPERATORS } from "../../../generator/rules/operators.ts";
import { NUMBER_OF_16_BITS } from "../../../generator/rules/page.ts";
import { compileRule } from "../../property/rules-oracle.ts";
import { needsPeers } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { evaluateConstant } from "./evaluate-constant.ts";

const mathjs = math();

const NO_INPUTS = { a: 0, b: 0, c: 0 };
const examples = [...FUNCTIONS.values(), ...OPERATORS].map(({ example }) => example);

test("every example has mathjs's value", () => {
  for (const example of examples) {
    const expected = Number(mathjs.evaluate(example.replace("ln(", "log(")));
    assert.ok(
      Object.is(evaluateConstant(example), expected),
      `${example}: ${evaluateConstant(example)}, not ${expected}`,
    );
    assert.ok(Object.is(compileRule(example)(NO_INPUTS), expected), `generated code for ${example}`);
  }
});

test("generated code computes every example, also with fields", () => {
  for (const [name, { example }] of FUNCTIONS) {
    const [, given = ""] = /^\w+\((.*)\)$/.exec(example) ?? [];
    const values = given.split(", ").map((argument) => Number(mathjs.evaluate(argument)));
    const fields = ["a", "b", "c"].slice(0, values.length);
    const [a = 0, b = 0, c = 0] = values;
    const expected = evaluateConstant(example);
    assert.ok(Object.is(compileRule(`${name}(${fields})`)({ a, b, c }), expected), name);
  }
});

test("the page's rule for numbers of 16 bits gives what Python reads, for each of them", {
  skip: needsPeers("python3"),
}, () => {
  const script = "import struct\nfor x in range(65536): print(repr(struct.unpack('<e', struct.pack('<H', x))[0]))";
  const read = execFileSync("python3", ["-c", script], { encoding: "utf8" }).trim().split("\n");
  const rule = compileRule(NUMBER_OF_16_BITS.replaceAll("x &", "a &").replaceAll("x >>", "a >>"));
  const different = read.flatMap((text, a) => {
    const hasValue = !/inf|nan/.test(text);
    return hasValue && !Object.is(rule({ a, b: 0, c: 0 }), Number(text)) ? [[a, text]] : [];
  });
  assert.deepEqual([different, read.length], [[], 65536]);
});

test("constants have mathjs's values", () => {
  for (const [name, value] of CONSTANTS) assert.ok(Object.is(Number(mathjs.evaluate(name)), value), name);
});

/** mathjs functions from plain numbers to a number that rules do not have. */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ["random", "gives another value each time"],
  ["randomInt", "gives another value each time"],
  ["compareNatural", "orders values of all types"],
  ["numeric", "converts between types"],
  ["replacer", "of JSON, not for expressions"],
  ["reviver", "of JSON, not for expressions"],
]);

test("every mathjs function of plain numbers is supported [D10]", () => {
  const functions = Object.keys(mathjs).filter((name) => typeof Reflect.get(mathjs, name) === "function");
  const missing = functions.filter((name) => isNumericFunction(name) && !FUNCTIONS.has(name));
  assert.deepEqual(
    missing.filter((name) => !LEFT_OUT.has(name)),
    [],
  );
});

function isNumericFunction(name: string): boolean {
  const lists = [[2], [0.5], [3, 2], [5, 2, 3]];
  return lists.some((list) => {
    try {
      const result: unknown = mathjs.evaluate(`${name}(${list})`);
      return typeof result === "number" || typeof result === "boolean";
    } catch {
      return false;
    }
  });
}

test("helpers are strict TypeScript, each complete with its dependencies", () => {
  const folder = temporaryFolder();
  try {
    const files = helperNames().map((name) => {
      const file = join(folder, `${name}.ts`);
      writeFileSync(file, `${helpersNeeded([name]).map(helperSource).join("\n\n")}\n\nexport { ${name} };\n`);
      return file;
    });
    const options =
      "--ignoreConfig --noEmit --strict --target es2022 --noUncheckedIndexedAccess --noUnusedLocals --noUnusedParameters --types";
    const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
    execFileSync(process.execPath, [tsc, ...options.split(" "), "", ...files], { encoding: "utf8" });
  } catch (error) {
    assert.fail(String((error as { stdout?: unknown }).stdout ?? error));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
