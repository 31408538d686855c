import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenImports, importCircles } from "../../scripts/check/imports.ts";

const CASES: readonly [file: string, text: string, broken: string | undefined][] = [
  ["runtime/codec/x.ts", `import type { A } from "../model/a.ts";`, "runtime/codec imports nothing"],
  ["generated/rig/a.ts", `import type { StructCodec } from "structline/codec";`, undefined],
  [
    "generated/rig/a.ts",
    `import { StructCodec } from "structline/codec";`,
    "a generated codec imports only types of structline/codec",
  ],
  ["generated/index.ts", `import { a } from "./rig/a.js";`, undefined],
  ["generator/syntax/a.ts", `import Parser from "tree-sitter";`, undefined],
  ["generator/layout/a.ts", `import Parser from "tree-sitter";`, "only generator/syntax/ may import it"],
  ["generator/layout/a.ts", `import { b } from "../rules/b.ts";`, "a phase does not import a later one"],
  ["generator/rules/a.ts", `import { b } from "../layout/b.ts";`, undefined],
  ["generator/rules/a.ts", `import { b } from "../run/b.ts";`, "a phase does not know who runs it"],
  ["generator/compile.ts", `import { b } from "./run/b.ts";`, "the compiler does not know who runs it"],
  ["generator/a.ts", `import { b } from "./codec/b.ts";`, "generator's root has only what joins the phases"],
  [
    "generator/rules/a.ts",
    `import { b } from "../../runtime/store/b.ts";`,
    "the generator imports only codec, lib, config, frames, channels, settings of runtime",
  ],
  ["runtime/sources/http/a.ts", `import { b } from "../../auth/b.ts";`, "sources is not above auth"],
  ["runtime/sources/http/a.ts", `import { b, type C } from "../../api/b.ts";`, "sources is not above api"],
  ["runtime/api/a.ts", `import { b } from "../attic/b.ts";`, "attic is in no floor of scripts/check/imports.ts"],
  ["runtime/sources/http/a.ts", `import type { Store } from "../../model/store.ts";`, undefined],
  ["runtime/intake/a.ts", `import type { B } from "../store/b.ts";`, "intake is not above store"],
  ["runtime/parts/a/b.ts", `import type { View } from "../part-kind.ts";`, undefined],
  ["runtime/parts/a/b.ts", `import { c } from "../c/c.ts";`, "parts/a is not above parts/c"],
  [
    "runtime/parts/a/b.ts",
    `import type { Base } from "../../service/base.ts";`,
    "only runtime/main.ts imports what composes the service",
  ],
  ["runtime/intake/a.ts", `import { compile } from "../../generator/compile.ts";`, "the service never parses a header"],
  [
    "runtime/api/a.ts",
    `import { serve } from "../service/service.ts";`,
    "only runtime/main.ts imports what composes the service",
  ],
  [
    "runtime/parts/influxdb/a.ts",
    `const x = await import("@duckdb/node-api");`,
    "only runtime/store/duckdb/, runtime/formats/, runtime/parts/sql/ may import it",
  ],
  ["runtime/store/a.ts", `import {\n  b,\n} from "../bus/router.ts";`, "store is not above bus"],
  [
    "runtime/store/a.ts",
    `import {\n  b, // the bus's; see there\n  c,\n} from "../bus/router.ts";`,
    "store is not above bus",
  ],
  ["runtime/store/a.ts", "const b = await import(`../bus/router.ts`);", "store is not above bus"],
  ["runtime/store/a.ts", `const b = await import(/* later */ "../bus/router.ts");`, "store is not above bus"],
  [
    "runtime/store/a.ts",
    `const b = createRequire(import.meta.url); require("../bus/router.ts");`,
    "store is not above bus",
  ],
  ["runtime/store/a.mjs", `export * from "../bus/router.ts";`, "store is not above bus"],
  ["runtime/store/a.ts", `import Pool from "pg/lib/pool.js";`, "only runtime/parts/postgres/ may import it"],
  [
    "runtime/store/a.ts",
    `import { compile } from "structline/compiler";`,
    "inside of the package, import the file itself",
  ],
  [
    "runtime/store/a.ts",
    `import { lab } from "../../test/support/lab.ts";`,
    "the programs need neither commands nor scripts and tests",
  ],
];

for (const [file, text, broken] of CASES) {
  test(`${file}: ${text.replaceAll("\n", " ")}`, () => {
    const lines = brokenImports(new Map([[file, text]]));
    assert.deepEqual(
      lines.map((line) => /: (.*) \('/.exec(line)?.[1]),
      broken === undefined ? [] : [broken],
    );
  });
}

test("an import cycle is reported once, with all its files; type imports count", () => {
  const files = new Map([
    ["generator/rules/a.ts", `import { b } from "./b.ts";`],
    ["generator/rules/b.ts", `import type { C } from "./c.ts";`],
    ["generator/rules/c.ts", `export { a } from "./a.ts";`],
    ["generator/rules/d.ts", `import { a } from "./a.ts";`],
  ]);
  assert.deepEqual(importCircles(files), [
    "generator/rules/a.ts: a circle of imports: generator/rules/a.ts generator/rules/b.ts generator/rules/c.ts",
  ]);
});
