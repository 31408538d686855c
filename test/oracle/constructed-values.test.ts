/** Initial values that a constructor takes are those that g++ gives: it may assign them in another order than the members stand. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { parseChannel } from "../../generator/messages/parse-channel.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { requires } from "../support/requirements.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const POINT = "struct point { uint8_t a, b; point(uint8_t l, uint8_t r = 6) : a(r), b(l + 1) {} };\n";
const own = (members: string) => `${POINT}struct struct_m { ${members} };\nstruct_m m;`;
const HEADERS = [
  "struct struct_m { uint8_t length, ID; struct_m(uint8_t i, uint8_t l) : length(l), ID(i) {} };\nstruct_m m = {2, 4};",
  "struct struct_m { uint8_t length, ID; struct_m(uint8_t l, uint8_t i) { length = l; this->ID = i; } };\nstruct_m m{2, 7};",
  "struct struct_m { uint8_t length, ID; struct_m(uint8_t i) : length(2), ID(i + 1) {} struct_m(const struct_m &) = default; };\nstruct_m m = {2};",
  "struct struct_m { uint8_t length, ID; struct_m(uint8_t i = 9) : length{2}, ID{i} {} };\nstruct_m m = {8};",
  "struct struct_m { uint8_t length, ID; struct_m() = default; struct_m(const struct_m &) = default; };\nstruct_m m = {2, 4};",
  own("uint8_t length = 4; uint8_t ID = 2; point p = {3, 2};"),
  own("uint8_t length = 4; uint8_t ID = 2; point p = point(3, 2);"),
  own("uint8_t length = 4; uint8_t ID = 2; point p{5};"),
  "template <class T> struct pair { T x, y; pair(T a, T b) : x(b), y(a) {} };\nstruct struct_m { uint8_t length = 4; uint8_t ID = 3; pair<uint8_t> p = pair<uint8_t>(3, 4); };\nstruct_m m;",
];

function initials(header: string) {
  const plan = planOf({ abi: "x86-64", cflags: ["-xc++", "-std=gnu++17"], headerFiles: ["lab.h"] });
  const text = `#include <stdint.h>\n${header}\n`;
  const { value, diagnostics } = parseChannel(plan, memoryReader({ "lab.h": text }, ""));
  return { messages: value.messages, codes: diagnostics.map(({ code }) => code) };
}

test("values that constructors take", { skip: requires("g++") }, () => {
  for (const header of HEADERS) {
    const { messages, codes } = initials(header);
    assert.deepEqual(codes, [], header);
    const values = [...(messages[0]?.initials ?? [])];
    assert.ok(values.length >= 2, header);
    const checks = values.map(([path, value]) => `if (m.${path} != ${value}) return 1;`).join(" ");
    const program = `#include <stdint.h>\n${header}\nint main() { ${checks} return 0; }\n`;
    const built = join(temporaryFolder(), "values");
    execFileSync("g++", ["-std=gnu++17", "-x", "c++", "-o", built, "-"], { input: program });
    assert.doesNotThrow(() => execFileSync(built), `${header}: ${values.join(" ")}`);
  }
});

test("a constructor whose body is elsewhere gives no values, and a warning says so", () => {
  const { messages, codes } = initials(
    "struct struct_m { uint8_t length, ID; struct_m(uint8_t i, uint8_t l); };\nstruct_m m = {2, 4};",
  );
  assert.deepEqual([codes, messages[0]?.initials.size], [["W148"], 0]);
});
