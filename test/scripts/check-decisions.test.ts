import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenCitations } from "../../scripts/check/decisions.ts";

const PAGE = "# Decisions\n\n- **D1 Languages.** C and C++, and D9.\n- **D2** Two.\n- **D4 Layout.** Four.\n";
/** Written so that this file does not cite what it makes up. */
const D = "D";

const CASES: readonly [text: string, broken: readonly string[]][] = [
  [`/** Reads constructors. [D1] [D2, D4] */`, []],
  [`/** Reads constructors\n * [D1,\n * ${D}3]. */`, ["a.ts:3: D3 has no entry in docs/decisions.md"]],
  [`test("the offsets of ${D}9", () => {});`, ["a.ts:1: D9 has no entry in docs/decisions.md"]],
  [`// [D1–D4, RFC 4180]`, ["a.ts:1: D3 has no entry in docs/decisions.md"]],
  [`// of D2 to D4`, ["a.ts:1: D3 has no entry in docs/decisions.md"]],
  [`const words = /[\\u{1${D}400}-\\u{1${D}7FF}]/u, color = 0x${D}7, name = "AMD64", pin = "USB_${D}99";`, []],
];

for (const [text, broken] of CASES) {
  test(text.replaceAll("\n", " "), () => {
    assert.deepEqual(brokenCitations(new Map([["a.ts", text]]), PAGE), broken);
  });
}

test("an entry that is there twice or out of order is reported", () => {
  assert.deepEqual(brokenCitations(new Map(), `${PAGE}- **D4** Again.\n- **D3** Late.\n`), [
    "docs/decisions.md: D4 follows D4",
    "docs/decisions.md: D3 follows D4",
  ]);
});
