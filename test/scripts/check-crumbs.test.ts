import assert from "node:assert/strict";
import { test } from "node:test";
import { crumbs } from "../../scripts/check/crumbs.ts";

const text = (lines: number, ...imports: string[]) => [...imports, ..."x".repeat(lines).split("")].join("\n");
const READER = "runtime/a/reader.ts";
const CRUMB = "runtime/a/crumb.ts";
const IMPORT = 'import { c } from "./crumb.ts";';

const CASES: readonly [what: string, files: Record<string, string>, isCrumb: boolean][] = [
  ["a small file with one reader beside it", { [CRUMB]: text(20), [READER]: text(120, IMPORT) }, true],
  ["a larger one", { [CRUMB]: text(70), [READER]: text(120, IMPORT) }, false],
  ["with a long reader", { [CRUMB]: text(20), [READER]: text(290, IMPORT) }, false],
  ["one of a list", { [CRUMB]: text(20), [READER]: text(30, IMPORT) }, false],
  ["loaded when it is needed", { [CRUMB]: text(20), [READER]: text(120, 'await import("./crumb.ts")') }, false],
  ["with a reader elsewhere", { [CRUMB]: text(20), "runtime/b/reader.ts": text(120, 'from "../a/crumb.ts"') }, false],
  [
    "with a test of its own",
    { [CRUMB]: text(20), [READER]: text(120, IMPORT), "test/a/crumb.test.ts": 'from "../../runtime/a/crumb.ts"' },
    false,
  ],
  [
    "one of a kind",
    {
      "runtime/a/tcp-out.ts": text(20),
      "runtime/a/tcp-in.ts": text(99),
      [READER]: text(120, 'from "./tcp-out.ts"', 'from "./tcp-in.ts"'),
    },
    false,
  ],
  [
    "named like one that others read",
    { "runtime/a/tcp-out.ts": text(20), "runtime/a/tcp-in.ts": text(99), [READER]: text(120, 'from "./tcp-out.ts"') },
    true,
  ],
];

for (const [what, files, isCrumb] of CASES) {
  test(`${what} is ${isCrumb ? "a crumb" : "none"}`, () => {
    assert.equal(crumbs(new Map(Object.entries(files))).length, isCrumb ? 1 : 0);
  });
}
