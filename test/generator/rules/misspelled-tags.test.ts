/** Words that look like a tag of structline, and words of other programs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileHeader, tank } from "./compile-header.ts";

function warnings(comment: string): string[] {
  const { diagnostics } = compileHeader(tank(`uint32_t level; // ${comment}`));
  return diagnostics.filter(({ code }) => code === "W342").map(({ message }) => message);
}

for (const [written, meant] of [
  ["@sequ", "@seq"],
  ["@Seq", "@seq"],
  ["@SEQ", "@seq"],
  ["@sequence", "@seq"],
  ["@tiem: ms", "@time"],
  ["@times: ms", "@time"],
  ["@timestamp: ms", "@time"],
  ["@chekc: crc32", "@check"],
  ["@Order: big", "@order"],
  ["@sampels: dt=1ms", "@samples"],
  ["@evry: 1s", "@every"],
  ["@coun: n", "@count"],
  ["@IF: flags", "@if"],
] as const) {
  test(`${written} is said to be ${meant}`, () => {
    const [word = ""] = written.split(/[: ]/);
    assert.deepEqual(warnings(written), [`'${word}' is ignored (did you mean '${meant}'?)`]);
  });
}

test("tags, and words of Doxygen, Javadoc, kernel-doc and people, are no mistakes", () => {
  const words =
    "see sa set since version brief param return retval note file code endcode ref todo test date name type";
  for (const word of words.split(" ")) assert.deepEqual(warnings(`@${word} some text`), [], word);
  for (const text of ["ask ann@time.example", "10 V @ 2 A", "@unit: V", "@role", "@commons", "@session", "@seg"])
    assert.deepEqual(warnings(text), [], text);
});

test("a misspelled tag above the struct is found too", () => {
  const { diagnostics } = compileHeader(`/* @evry: 1s */\n${tank("uint32_t level; // @rule: unit=m")}`);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["W342"],
  );
});

test("a member that kernel-doc describes is no mistake", () => {
  const other = "/**\n * struct line_event - what happened\n * @timestamp: in ns\n * @event: its number\n */\n";
  const { diagnostics } = compileHeader(
    `${other}struct line_event { uint64_t timestamp; uint32_t event; };\n${tank("uint32_t level; // @rule: unit=m")}`,
  );
  assert.deepEqual(
    diagnostics.filter(({ code }) => code === "W342"),
    [],
  );
});
